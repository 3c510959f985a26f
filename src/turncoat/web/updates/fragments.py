"""Fragments: drawn pieces of a table's page, kept for all viewers of one language."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class FragmentCache:
    """Keeps each piece with the values that it shows, and makes it again only when they have changed."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, Any]] = {}

    def get(self, name: str, shows: object, make: Callable[[], T]) -> T:
        """The piece with that name; made now unless it was made for the same values."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != shows:
            kept = self._kept[name] = shows, make()
        piece: T = kept[1]
        return piece
