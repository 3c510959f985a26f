"""The example of a whole game from outside: its installation, and a server that deals known cards."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.support.installing import install
from tests.support.recorded import DEALT, PREPARED
from tests.support.serving import Server

EXAMPLES: Final = Path(__file__).parents[2] / "examples"
CARDS: Final = """\
format = 1
rules = "1"
game = "lighthouse"
players = 3
modules = []

[deal]
roles = ["keeper", "wrecker", "keeper"]
first = 0

--- choices
"""
"""Three players: seat 1 is the wrecker, and seat 0 keeps the first watch."""


def installed(folder: Path) -> dict[str, str]:
    """Install the example game and the example chapter, and return an environment that finds them."""
    for example in ("lighthouse", "saboteur"):
        install(EXAMPLES / example, folder)
    return {"PYTHONPATH": str(folder)}


@contextmanager
def lighthouse_serving(data: Path, environ: dict[str, str]) -> Iterator[Server]:
    """Run a server on which the package is installed, and which deals those cards at every table for three."""
    (data / DEALT).write_text(CARDS, "utf-8")
    with pytest.MonkeyPatch.context() as patch:
        for name, value in environ.items():
            patch.setenv(name, value)
        server = Server(data, code=PREPARED)
    try:
        yield server
    finally:
        server.stop()
