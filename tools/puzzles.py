"""Make the daily puzzles that come with the package: `python -m tools.puzzles`.

Needed when the rules have changed so that a test says that a puzzle of the list cannot be played any more, or when the
numbers in `puzzles/making.py` have. Other bots need no new list: it holds what they played. When the deduction judges
otherwise, some puzzles are no longer good: `--keep` makes only these anew.
"""

import argparse
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import chain, count
from pathlib import Path
from typing import Final

import turncoat.games  # noqa: F401 - the rulebooks register themselves
from turncoat import puzzles
from turncoat.kernel.records import Record
from turncoat.kernel.rulesets import Ruleset
from turncoat.puzzles import puzzle_list
from turncoat.puzzles.making import is_good, make
from turncoat.puzzles.puzzle import Puzzle

DAYS: Final = 366
SEED: Final = "daily 1"
RULESETS: Final = (("resistance", 5), ("resistance", 6), ("resistance", 7), ("winter-soldier", 7))
"""Games whose public acts the deduction can judge, at tables that people can keep in their heads."""
ABOUT: Final = "The daily puzzles of Find the spy. Made by `python -m tools.puzzles`, not by hand."
FILE: Final = Path(puzzles.__file__).parent / puzzle_list.SHIPPED


def ruleset_of(number: int) -> Ruleset:
    """The ruleset of a puzzle: one after the other."""
    game, players = RULESETS[number % len(RULESETS)]
    return Ruleset.of(game, players)


def record_of(number: int, attempt: int = 0) -> Record:
    """The puzzle of that number, counted from 0."""
    return make(f"{SEED}/{number}/{attempt}" if attempt else f"{SEED}/{number}", (ruleset_of(number),)).record


def kept_or_made(number: int) -> Record:
    """The puzzle of that number as the list has it, or another where that is not good any more."""
    records = puzzle_list.shipped()
    if number < len(records) and is_good(Puzzle(records[number])):
        return records[number]
    return record_of(number)


def without_twins(records: Sequence[Record]) -> list[Record]:
    """The same with another puzzle in place of each that is there already: bots may play one game twice."""
    found: list[Record] = []
    for number, record in enumerate(records):
        attempts = chain((record,), (record_of(number, attempt) for attempt in count(1)))
        found.append(next(one for one in attempts if one not in found))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=DAYS)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=FILE)
    parser.add_argument("--keep", action="store_true", help="keep the puzzles of the list that are still good")
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        records = without_twins(list(pool.map(kept_or_made if given.keep else record_of, range(given.days))))
    text = puzzle_list.write(records, ABOUT)
    given.out.write_text(text, "utf-8")
    print(f"{given.out}: {len(records)} puzzles, {len(text)} bytes")


if __name__ == "__main__":
    main()
