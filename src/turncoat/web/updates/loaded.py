"""Pages that were loaded just now, and whose sockets are about to come."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from typing import Final, Generic, TypeVar

T = TypeVar("T")

LONGEST_WAIT: Final = 15.0
"""Seconds. A socket that comes later gets everything once more."""
MOST: Final = 256
"""Pages that are remembered. Those that nobody opens in a browser with scripts have no socket."""


class LoadedPages(Generic[T]):
    """What each page was loaded with, by a token in it that can be used once."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._pages: OrderedDict[str, tuple[float, T]] = OrderedDict()

    def token(self) -> str:
        """A token for the next page."""
        return secrets.token_urlsafe(12)

    def keep(self, token: str, page: T) -> None:
        """Remember the page for a moment."""
        now = self._now()
        self._pages[token] = now, page
        while len(self._pages) > MOST or next(iter(self._pages.values()))[0] < now - LONGEST_WAIT:
            self._pages.popitem(last=False)

    def take(self, token: str) -> T | None:
        """The page with that token, when it was loaded just now and nobody has asked for it yet."""
        came, page = self._pages.pop(token, (0.0, None))
        return page if page is not None and came >= self._now() - LONGEST_WAIT else None
