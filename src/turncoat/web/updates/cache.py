"""Values made of a room for all who look at it, each cached until it would be made of something else."""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar, cast
from weakref import WeakKeyDictionary

from turncoat.table.runtime.room import Room

T = TypeVar("T")


class Memo(Generic[T]):
    """The name of one cached value, and its type."""


class Cache:
    """Cached values, each with what it was made of."""

    def __init__(self) -> None:
        self._cached: dict[Memo[Any], tuple[object, object]] = {}

    def get(self, memo: Memo[T], made_of: object, make: Callable[[], T]) -> T:
        """Return the value; it is made now unless it was made of the same before."""
        found = self._cached.get(memo)
        if found is None or found[0] != made_of:
            found = self._cached[memo] = made_of, make()
        return cast("T", found[1])


_ROOMS: Final[WeakKeyDictionary[Room, dict[str, Cache]]] = WeakKeyDictionary()


def cache_of(room: Room, language: str = "") -> Cache:
    """Return the cache of a room for one language; without one, of what is the same in all.

    What is cached must not refer to the room: both would stay in memory.
    """
    caches = _ROOMS.setdefault(room, {})
    if language not in caches:
        caches[language] = Cache()
    return caches[language]
