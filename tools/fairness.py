"""Generate the figures of the set-up page from the tables in lab/docs/balance: `python -m tools.fairness`."""

import csv
from pathlib import Path

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.kernel.rulebooks import BOOKS
from turncoat.simulation.fairness import PLAYERS, Measured, Tables

ROOT = Path(__file__).parents[1]
TABLES = ROOT / "lab" / "docs" / "balance"
FIGURES = ROOT / "src" / "turncoat" / "simulation" / "fairness.json"


def figures() -> bytes:
    """Return the figures in the package's format."""
    found: Tables = {}
    for file in sorted(file for file in TABLES.glob("*.csv") if file.stem in BOOKS):
        for row in csv.DictReader(file.read_text("utf-8").splitlines()):
            if row["loyal bot"] == row["hiding bot"] in PLAYERS:
                modules = "" if row["modules"] == "-" else row["modules"]
                at = found.setdefault(row["game"], {}).setdefault(int(row["players"]), {})
                one = Measured(row["loyal bot"], int(row["games"]), int(row["loyal wins"]))
                at[modules] = tuple(
                    sorted((*at.get(modules, ()), one), key=lambda some: PLAYERS.index(some.player_kind))
                )
    return msgspec.json.encode(found) + b"\n"


if __name__ == "__main__":
    FIGURES.write_bytes(figures())
