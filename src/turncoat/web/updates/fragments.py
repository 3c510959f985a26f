"""Fragments: drawn pieces of a table's page, cached for all viewers of one language."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class FragmentCache:
    """Keeps each piece with the values that it shows, and makes it again only when they have changed."""

    def __init__(self) -> None:
        self._cached: dict[str, tuple[object, Any]] = {}

    def get(self, name: str, shows: object, make: Callable[[], T]) -> T:
        """The piece with that name; made now unless it was made for the same values."""
        cached = self._cached.get(name)
        if cached is None or cached[0] != shows:
            cached = self._cached[name] = shows, make()
        piece: T = cached[1]
        return piece
