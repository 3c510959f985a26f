"""Bots that are typing, as seen by the live table. It is in memory only, and delayed spectators do not see it."""

from collections.abc import Callable

from turncoat.kernel.seats import Seat


class Typing:
    """Seats whose bots are typing at one table."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        """Called when `seats` changes."""
        self.seats: tuple[Seat, ...] = ()
        """In seat order."""

    def start(self, seat: Seat) -> None:
        """Mark the seat's bot as typing."""
        if seat not in self.seats:
            self.seats = tuple(sorted((*self.seats, seat)))
            self._tell()

    def stop(self, seat: Seat, *, tells: bool = True) -> None:
        """Unmark the seat's bot. Without `tells`, its message brings the update."""
        if seat in self.seats:
            self.seats = tuple(other for other in self.seats if other != seat)
            if tells:
                self._tell()

    def clear(self) -> None:
        """Forget all typing, because the game is over or the bots play elsewhere."""
        self.seats = ()
