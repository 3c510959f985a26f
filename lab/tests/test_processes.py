"""Distributed work: the results do not depend on the workers, come in order, and are computed only on demand."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import Any

import pytest

from lab.tests.computations import COMPUTATIONS
from turncoat.simulation.processes import ONE_PROCESS, Processes, Results, Workers

SABOTEUR = Path(__file__).parents[2] / "examples" / "saboteur" / "saboteur.py"


class LastFirst(Workers):
    """This process, starting with the last piece, with a count of the pieces."""

    def __init__(self) -> None:
        self.count = 0

    def map(
        self, work: Callable[..., Any], pieces: Iterable[Sequence[Any]], results: Results[Any] | None = None
    ) -> Generator[Any, None, None]:
        every = list(pieces)
        self.count += len(every)
        yield from reversed([work(*piece) for piece in reversed(every)])


def every_second(first: int) -> list[Any]:
    """Return all computations, every second of them for each run (beginning with `first`) and the others for the
    sweep."""
    return [
        pytest.param(name, marks=() if turn % 2 == first else pytest.mark.sweep)
        for turn, name in enumerate(COMPUTATIONS)
    ]


@cache
def alone(name: str) -> bytes:
    return COMPUTATIONS[name](ONE_PROCESS)


@pytest.mark.parametrize("name", every_second(1))
def test_two_processes_compute_the_same_as_one(name: str) -> None:
    assert COMPUTATIONS[name](Processes(2)) == alone(name)


@pytest.mark.parametrize("name", every_second(0))
def test_every_computation_is_split_into_independent_pieces(name: str) -> None:
    workers = LastFirst()
    assert COMPUTATIONS[name](workers) == alone(name)
    assert workers.count >= 3


def test_shared_arguments_are_not_sent_to_forked_processes() -> None:
    """It may be large or impossible to serialize, since a forked process already has it."""
    if "fork" not in multiprocessing.get_all_start_methods():
        pytest.skip("processes are not forked here: a new one is sent everything")
    assert list(Processes(2).map(partial(called, lambda number: number * 10), [(1,), (2,)])) == [10, 20]


def called(work: Callable[[int], int], number: int) -> int:
    return work(number)


def test_an_error_in_a_piece_fails_the_whole() -> None:
    found = Processes(2).map(not_three, [(number,) for number in range(1, 6)])
    assert [next(found), next(found)] == [1, 2]
    with pytest.raises(LookupError, match="three"):
        next(found)


def not_three(number: int) -> int:
    if number == 3:
        raise LookupError("three")
    return number


def test_workers_of_a_pool_ignore_interrupts() -> None:
    assert list(Processes(2).map(interrupted, [(1,), (2,)])) == [1, 2]


def interrupted(number: int) -> int:
    os.kill(os.getpid(), signal.SIGINT)
    return number


SPAWNED = """
import multiprocessing
from pathlib import Path
from turncoat.extensions import load_chapter_file, load_extensions, loaded_files, load_files
from turncoat.kernel.rulesets import Ruleset
from turncoat.simulation.processes import ONE_PROCESS, Processes
from turncoat.simulation.simulate import simulate

load_extensions()
load_chapter_file(Path("mine.py"))
Path("mine.py").unlink()
load_files(loaded_files())
multiprocessing.get_all_start_methods = lambda: ["spawn"]
wins = [
    simulate(Ruleset.of("resistance", 5, ["saboteur"]), games=20, workers=workers).wins
    for workers in (ONE_PROCESS, Processes(2))
]
print(wins[0] == wins[1])
"""


def test_a_spawned_process_gets_the_extension_files(tmp_path: Path) -> None:
    """The content is sent, since the file itself may be gone, or on another machine."""
    (tmp_path / "mine.py").write_bytes(SABOTEUR.read_bytes())
    done = subprocess.run([sys.executable, "-c", SPAWNED], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("True\n", "")
