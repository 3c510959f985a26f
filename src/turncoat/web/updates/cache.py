"""Cache of values that all viewers of a room share, each recomputed when its inputs change."""

from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar, cast
from weakref import WeakKeyDictionary

from turncoat.table.runtime.room import Room

T = TypeVar("T")


class Memo(Generic[T]):
    """Typed key of one cached value."""


class Cache:
    """Cache of values together with the inputs they were computed from."""

    def __init__(self) -> None:
        self._cached: dict[Memo[Any], tuple[object, object]] = {}

    def get(self, memo: Memo[T], made_of: object, make: Callable[[], T]) -> T:
        """Return the cached value, or compute it if `made_of` differs from the last inputs."""
        found = self._cached.get(memo)
        if found is None or found[0] != made_of:
            found = self._cached[memo] = made_of, make()
        return cast("T", found[1])


_ROOMS: Final[WeakKeyDictionary[Room, dict[str, Cache]]] = WeakKeyDictionary()


def cache_of(room: Room, language: str = "") -> Cache:
    """Return a room's cache for one language, or its language-independent cache.

    Cached values must not refer to the room, or both would stay in memory.
    """
    caches = _ROOMS.setdefault(room, {})
    if language not in caches:
        caches[language] = Cache()
    return caches[language]
