"""Fragments: what a table keeps of the pieces that are drawn for all viewers of one language."""

from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")


class FragmentCache:
    """Keeps each piece for what it shows; it is made again only when it shows something else."""

    def __init__(self) -> None:
        self._kept: dict[str, tuple[object, Any]] = {}

    def get(self, name: str, shows: object, make: Callable[[], T]) -> T:
        """The piece of that name, made now if it was made for something else than what it is to show."""
        kept = self._kept.get(name)
        if kept is None or kept[0] != shows:
            kept = self._kept[name] = shows, make()
        piece: T = kept[1]
        return piece
