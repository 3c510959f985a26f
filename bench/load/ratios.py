"""Compare the alternating runs of `bench/compare.sh`: `python -m bench.load.ratios FILE`.

The file has a line for each run: the program, a space, and the JSON that it printed.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec


class Measured(msgspec.Struct, frozen=True):
    """One run of either program."""

    moves_per_second: float
    cpu_ms_per_move: float
    p50_ms: float
    p99_ms: float
    max_ms: float
    memory_mb: float
    bytes_per_update: float


HIGHER_IS_BETTER: Final = frozenset({"moves_per_second"})


def ours(found: Mapping[str, Any]) -> Measured:
    """Convert the output of `python -m bench.load --json`."""
    return msgspec.convert(found, Measured)


def peers(found: Mapping[str, Any]) -> Measured:
    """Convert the output of the peer's driver."""
    moves, busy = found["movesPerSec"], found["serverCpu"]
    return Measured(
        moves,
        busy * 1000 / moves,
        found["p50"],
        found["p99"],
        found["max"],
        found["serverRssMB"] * 1.048576,
        found["meanUpdateBytes"] or 0.0,
    )


def table(lines: Sequence[str]) -> list[str]:
    """Return the lines to print: the median of each figure for both, and the median quotient of neighbouring runs."""
    runs = [(who, json.loads(found)) for who, _, found in (line.partition(" ") for line in lines if line.strip())]
    us = [ours(found) for who, found in runs if who == "turncoat"]
    them = [peers(found) for who, found in runs if who == "peer"]
    said = [f"{'':18}{'turncoat':>12}{'peer':>12}{'quotient':>12}   median of {len(us)} runs in turns"]
    for name in Measured.__struct_fields__:
        one, other = [getattr(run, name) for run in us], [getattr(run, name) for run in them]
        quotients = [a / b for a, b in zip(one, other, strict=True) if b]
        if quotients:
            better = "higher is better" if name in HIGHER_IS_BETTER else "lower is better"
            said.append(f"{name:18}{median(one):12,.2f}{median(other):12,.2f}{median(quotients):12.2f}   {better}")
    return said


if __name__ == "__main__":
    print("\n".join(table(Path(sys.argv[1]).read_text(encoding="utf-8").splitlines())))
