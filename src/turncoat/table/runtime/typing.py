"""Which bots are typing, as everybody at the table sees it. It runs in memory only, and nobody who sees the game late
sees it."""

from collections.abc import Callable

from turncoat.kernel.seats import Seat


class Typing:
    """The seats whose bots are typing at one table."""

    def __init__(self, tell: Callable[[], None]) -> None:
        self._tell = tell
        """Called when others are typing."""
        self.seats: tuple[Seat, ...] = ()
        """In the order of the seats."""

    def start(self, seat: Seat) -> None:
        """The bot on the seat begins to type."""
        if seat not in self.seats:
            self.seats = tuple(sorted((*self.seats, seat)))
            self._tell()

    def stop(self, seat: Seat, *, tells: bool = True) -> None:
        """It types no more. What it says is told with that, where it says something (`tells` is False)."""
        if seat in self.seats:
            self.seats = tuple(other for other in self.seats if other != seat)
            if tells:
                self._tell()

    def clear(self) -> None:
        """Nobody types any more: the game is over, or the bots play elsewhere."""
        self.seats = ()
