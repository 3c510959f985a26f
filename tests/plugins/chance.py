"""Chance: deals, and what bots choose by, are the same in every run.

A run that was green stays green, and what a test found it finds again. In the test's process they come from the test's
name, in a server of its own from the name of the file that started it. `--chance TEXT` gives others, the same for the
same text: with several texts one finds the tests that only some deals break.
"""

import os
import random

import pytest

from turncoat.table.runtime import table_log

NAME = "TURNCOAT_TEST_CHANCE"
"""The environment variable that tells a server of its own the text."""
IN_SERVER = f"""
import os, random
from turncoat.table.runtime import table_log
file = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[0]
drawn = random.Random(file + os.environ.get({NAME!r}, ""))
table_log.fresh_seed = lambda: drawn.randbytes(32).hex()
"""
"""What such a server runs first."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.getgroup("turncoat").addoption("--chance", default="", metavar="TEXT", help="other deals than usual")


def pytest_configure(config: pytest.Config) -> None:
    os.environ[NAME] = str(config.getoption("--chance"))


@pytest.fixture(autouse=True)
def _same_chance_in_every_run(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = random.Random(request.node.nodeid + str(request.config.getoption("--chance")))
    monkeypatch.setattr(table_log, "fresh_seed", lambda: drawn.randbytes(32).hex())
