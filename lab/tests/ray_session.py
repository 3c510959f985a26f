"""A program that uses a Ray cluster, for `test_ray`, and prints the results as JSON.

python -m lab.tests.ray_session ADDRESS FOLDER
"""

import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from lab.tests.computations import COMPUTATIONS, RULESET
from turncoat.simulation.processes import ONE_PROCESS
from turncoat_lab import cache, ray_cluster
from turncoat_lab.balance import Tally, run
from turncoat_lab.cache import ResultCache
from turncoat_lab.ray_cluster import ClusterError, RayCluster

PLAYING = {"resistance": "sensible", "spies": "random"}
PIECES = [(first, first + 20) for first in range(0, 240, 20)]
KILLED = 3
"""The piece whose worker is killed."""


def killed_once(folder: Path, first: int, last: int) -> Tally:
    """Play some games. On its first attempt, one piece kills its own process halfway."""
    (folder / f"begun-{first}-{os.getpid()}").touch()
    tally = run(RULESET, PLAYING, first, (first + last) // 2)
    if first == PIECES[KILLED][0] and len(list(folder.glob(f"begun-{first}-*"))) == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    tally.add(run(RULESET, PLAYING, (first + last) // 2, last))
    return tally


def failing(folder: Path, number: int) -> int:
    """Fail, however often the piece is tried."""
    (folder / f"failed-{time.monotonic_ns()}").touch()
    raise LookupError(f"piece {number}")


def endless(number: int) -> int:
    """Return at once for the first piece, and never for the others."""
    while number:
        time.sleep(0.01)
    return number


def noted(folder: str, number: int) -> int:
    """Leave a file as a trace of the piece."""
    (Path(folder) / f"noted-{number}-{time.monotonic_ns()}").touch()
    return number * 10


def session(cluster: RayCluster, folder: Path) -> dict[str, Any]:
    """Return the results that the tests check, by their names."""
    found: dict[str, Any] = {name: compute(cluster) == compute(ONE_PROCESS) for name, compute in COMPUTATIONS.items()}

    tallies = msgspec.json.encode(list(cluster.map(partial(killed_once, folder), PIECES)))
    alone = msgspec.json.encode(list(ONE_PROCESS.map(partial(run, RULESET, PLAYING), PIECES)))
    found["killed"] = [tallies == alone, [len(list(folder.glob(f"begun-{first}-*"))) for first, _ in PIECES]]

    try:
        list(cluster.map(partial(failing, folder), [(7,)]))
    except LookupError as error:
        found["error"] = [str(error), len(list(folder.glob("failed-*")))]

    stopped = cluster.map(endless, [(number,) for number in range(9)])
    found["stopped"] = [next(stopped)]
    stopped.close()
    found["stopped"] += cluster.map(partial(noted, str(folder / "stopped")), [(number,) for number in range(3)])

    with patch.object(cache, "cache_folder", lambda: folder):
        for _ in range(2):
            given = cluster.map(noted, [(str(folder / "kept"), number) for number in (1, 2)], ResultCache(int))
            found.setdefault("kept", []).append([list(given), len(list((folder / "kept").iterdir()))])

    with patch.object(ray_cluster, "code_here", lambda: "turncoat of another day"):
        try:
            list(cluster.map(partial(noted, str(folder / "other")), [(1,)]))
        except ClusterError as error:
            found["other"] = [str(error), len(list((folder / "other").iterdir()))]
    return found


if __name__ == "__main__":
    address, place = sys.argv[1], Path(sys.argv[2])
    for name in ("stopped", "kept", "other"):
        (place / name).mkdir()
    sys.stdout.write(msgspec.json.encode(session(RayCluster(address), place)).decode())
