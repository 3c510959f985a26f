"""The puzzle of the day, the same everywhere by the date in UTC."""

from datetime import date
from typing import Final

from turncoat.puzzles.puzzle import Puzzle
from turncoat.puzzles.puzzle_list import shipped

FIRST_DAY: Final = date(2026, 1, 1)
"""Date of the first puzzle. After the last one the list starts over."""


def number_of(day: date) -> int:
    """Return the number of the day's puzzle, counted from 1 without end."""
    return (day - FIRST_DAY).days + 1


def puzzle_of(day: date) -> Puzzle:
    """Return the puzzle of a day. Raises RecordError if the rules have changed since the list was made."""
    records = shipped()
    return Puzzle(records[(number_of(day) - 1) % len(records)])
