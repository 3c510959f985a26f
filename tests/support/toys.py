"""Toy rulebooks that are registered only while a test runs."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from turncoat.games.resistance.rulebook import Resistance
from turncoat.kernel.boards import Board, Part
from turncoat.kernel.chapters import Chapter, Deal
from turncoat.kernel.events import Event, Public
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import BOOKS, Rulebook, register
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet


@contextmanager
def known(book: Rulebook) -> Iterator[Rulebook]:
    """Register the rulebook for a while."""
    register(book)
    try:
        yield book
    finally:
        del BOOKS[book.name]


@contextmanager
def resistance_with(*chapters: Chapter, **attributes: Any) -> Iterator[Rulebook]:
    """Register The Resistance with toy chapters as `toy`. `attributes` override the rulebook's own."""

    class Toy(Resistance):
        name: ClassVar[str] = "toy"

    for name, value in attributes.items():
        setattr(Toy, name, value)
    book = Toy()
    for chapter in chapters:
        book.add(chapter)
    with known(book):
        yield book


FIVE = Deal(("spy", "resistance", "resistance", "spy", "resistance"), 0)
"""Five players with the spies on seats 0 and 3, and seat 0 leading."""


def toy_game(*modules: str, deal: Deal = FIVE) -> Game[Any]:
    """Start a game of the toy rulebook."""
    return Game(Ruleset.of("toy", len(deal.roles), modules), deal)


class Notes(Part):
    """A toy chapter's part of the board: numbers by name."""

    __slots__ = ("of",)

    def __init__(self, **of: int) -> None:
        self.of = of


def notes(board: Board, chapter: str) -> dict[str, int]:
    """Return the notes of a toy chapter."""
    part = board.parts[chapter]
    assert isinstance(part, Notes)
    return part.of


class ToyChapter(Chapter):
    """A chapter whose notes start at zero."""

    notes: ClassVar[tuple[str, ...]] = ()

    def part(self, ruleset: Ruleset) -> Notes:
        return Notes(**dict.fromkeys(self.notes, 0))


class SeatNoted(Event, frozen=True):
    """An event that notes a seat, stored as a set of just that seat."""

    note: ClassVar[tuple[str, str]] = ("", "")
    seat: Public[int]

    def apply(self, board: Board) -> None:
        chapter, note = self.note
        notes(board, chapter)[note] = 1 << self.seat


def more_than_half(approvals: SeatSet, voters: SeatSet) -> bool:
    """Return whether more than half of the voters approved."""
    return (voters & approvals).bit_count() * 2 > voters.bit_count()
