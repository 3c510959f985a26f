"""Reproducible randomness: deals, and the seeds of bots, are the same in every run.

A green run stays green, and a failure can be reproduced. Seeds derive from the test's name, in the test process and in
separate servers alike, whoever else uses the server. `--chance TEXT` yields other seeds, the same for the same text:
running with several texts finds the tests that only some deals break.
"""

import random
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

from turncoat.table.runtime import table_log

NAME = "TURNCOAT_TEST_CHANCE"
"""Environment variable with the path of the file that holds the text, for separate servers."""
IN_SERVER = f"""
import os, random
from functools import cache
from pathlib import Path
from turncoat.table.runtime import table_log
chance_of = cache(random.Random)
if {NAME!r} in os.environ:  # a test has started it
    table_log.fresh_seed = lambda: chance_of(Path(os.environ[{NAME!r}]).read_text("utf-8")).randbytes(32).hex()
"""
"""Code that such a server runs first."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("turncoat").addoption("--chance", default="", metavar="TEXT", help="other deals than usual")


class Chance:
    """Source of seeds that derive from the name of a test, or of the node that a wider fixture is created for."""

    def __init__(self, file: Path, addition: str) -> None:
        self._file, self._addition = file, addition
        self.draw_for("")

    def draw_for(self, name: str) -> None:
        """Derive seeds from this test, module or package from now on."""
        text = name + self._addition
        self._file.write_text(text, encoding="utf-8")
        self._drawn = random.Random(text)

    def fresh_seed(self) -> str:
        return self._drawn.randbytes(32).hex()


CHANCE = pytest.StashKey[Chance]()


@pytest.fixture(scope="session", autouse=True)
def chance(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chance]:
    file = tmp_path_factory.mktemp("chance") / "text"
    chance = request.config.stash[CHANCE] = Chance(file, str(request.config.getoption("--chance")))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(NAME, str(file))
        patch.setattr(table_log, "fresh_seed", chance.fresh_seed)
        yield chance


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: Any, request: pytest.FixtureRequest) -> Generator[None, object, object]:
    """Make the deals of a fixture for many tests independent of the test that comes first."""
    chance = request.config.stash.get(CHANCE, None)
    if chance and fixturedef.scope != "function":
        chance.draw_for(request.node.nodeid)
    return (yield)


@pytest.fixture(autouse=True)
def _same_chance_in_every_run(request: pytest.FixtureRequest, chance: Chance) -> None:
    chance.draw_for(request.node.nodeid)
