"""Chance: deals, and what bots choose by, are the same in every run.

A run that was green stays green, and what a test found it finds again. They come from the test's name, in the test's
process and in servers of their own alike, whoever else uses the server. `--chance TEXT` gives others, the same for the
same text: with several texts one finds the tests that only some deals break.
"""

import os
import random
from pathlib import Path

import pytest

from turncoat.table.runtime import table_log

NAME = "TURNCOAT_TEST_CHANCE"
"""The environment variable that tells servers of their own in which file the text stands."""
IN_SERVER = f"""
import os, random
from functools import cache
from pathlib import Path
from turncoat.table.runtime import table_log
chance_of = cache(random.Random)
table_log.fresh_seed = lambda: chance_of(Path(os.environ[{NAME!r}]).read_text("utf-8")).randbytes(32).hex()
"""
"""What such a server runs first."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("turncoat").addoption("--chance", default="", metavar="TEXT", help="other deals than usual")


@pytest.fixture(scope="session", autouse=True)
def chance_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file in which servers read whose test it is."""
    file = tmp_path_factory.mktemp("chance") / "text"
    os.environ[NAME] = str(file)
    return file


@pytest.fixture(autouse=True)
def _same_chance_in_every_run(
    request: pytest.FixtureRequest, chance_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = request.node.nodeid + str(request.config.getoption("--chance"))
    chance_file.write_text(text, encoding="utf-8")
    drawn = random.Random(text)
    monkeypatch.setattr(table_log, "fresh_seed", lambda: drawn.randbytes(32).hex())
