"""Which puzzle belongs to a day: the same everywhere, by the date in UTC."""

from datetime import date
from typing import Final

from turncoat.puzzles.puzzle import Puzzle
from turncoat.puzzles.puzzle_list import shipped

FIRST_DAY: Final = date(2026, 1, 1)
"""The day of the first puzzle. After the last one the list begins again."""


def number_of(day: date) -> int:
    """Which puzzle it is, counted from 1 and on without end."""
    return (day - FIRST_DAY).days + 1


def puzzle_of(day: date) -> Puzzle:
    """The puzzle of a day. Raises RecordError when the rules have changed since the list was made."""
    records = shipped()
    return Puzzle(records[(number_of(day) - 1) % len(records)])
