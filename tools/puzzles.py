"""Generate the shipped daily puzzles: `python -m tools.puzzles`.

Run it when a rules change makes a puzzle unplayable, as a test reports, or when the numbers in `puzzles/making.py`
change. New bots need no new list, because it records the moves. When the deduction changes its judgment, some puzzles
may no longer be good: `--keep` replaces only these.
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
"""Games whose public acts the deduction can judge, at tables small enough to keep in mind."""
ABOUT: Final = "The daily puzzles of Find the spy. Made by `python -m tools.puzzles`, not by hand."
FILE: Final = Path(puzzles.__file__).parent / puzzle_list.SHIPPED


def ruleset_of(number: int) -> Ruleset:
    """Return the ruleset of a puzzle, cycling through all."""
    game, players = RULESETS[number % len(RULESETS)]
    return Ruleset.of(game, players)


def record_of(number: int, attempt: int = 0) -> Record:
    """Generate the puzzle of that number, counted from 0."""
    return make(f"{SEED}/{number}/{attempt}" if attempt else f"{SEED}/{number}", (ruleset_of(number),)).record


def kept_or_made(number: int) -> Record:
    """Return the puzzle of that number from the list, or a new one if it is no longer good."""
    records = puzzle_list.shipped()
    if number < len(records) and is_good(Puzzle(records[number])):
        return records[number]
    return record_of(number)


def without_twins(records: Sequence[Record]) -> list[Record]:
    """Replace duplicate puzzles. Bots may play the same game twice."""
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
