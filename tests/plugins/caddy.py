"""A real Caddy with the project's file for many servers: a development package, or the developer's own."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, Self

import httpx
import pytest

FILE: Final = Path(__file__).parents[2] / "deploy" / "many" / "Caddyfile"
POLICY: Final = "lb_policy header X-Table"
"""Directive with which the file chooses a server."""
STARTS_WITHIN: Final = 20.0


def find_caddy() -> str | None:
    """Return the Caddy named by TURNCOAT_CADDY, the first on PATH, or the one installed beside this Python."""
    if named := os.environ.get("TURNCOAT_CADDY"):
        return shutil.which(named)
    return shutil.which("caddy") or shutil.which("caddy", path=str(Path(sys.executable).parent))


def caddy_environment(home: Path, **more: str) -> Mapping[str, str]:
    """Return the environment of a Caddy that stores all its files in that folder."""
    return {"HOME": str(home), "XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home), **more}


class Caddy:
    """A Caddy that runs with the project's file for many servers."""

    def __init__(self, program: str, home: Path, upstreams: Sequence[str], changes: Mapping[str, str] = {}) -> None:
        """Start Caddy without waiting until it answers.

        `upstreams` are addresses such as 127.0.0.1:8001. `changes` maps parts of the file to their replacements.
        """
        text = FILE.read_text("utf-8")
        for former, other in changes.items():
            assert former in text
            text = text.replace(former, other)
        file = home / "Caddyfile"
        file.write_text("{\n\tadmin off\n}\n\n" + text, encoding="utf-8")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.url = f"http://127.0.0.1:{probe.getsockname()[1]}"
        given = caddy_environment(home, SITE=self.url, UPSTREAMS=" ".join(upstreams))
        self._log = home / "caddy.log"
        with self._log.open("wb") as log:
            self._process = subprocess.Popen([program, "run", "--config", file], env=given, stderr=log)

    def wait(self) -> None:
        """Wait until it answers, which requires that one of the servers does."""
        ends = time.monotonic() + STARTS_WITHIN
        while not self._answers():
            assert self._process.poll() is None, f"Caddy has ended: {self._log.read_text('utf-8')}"
            assert time.monotonic() < ends, f"Caddy does not answer: {self._log.read_text('utf-8')}"
            time.sleep(0.05)

    def _answers(self) -> bool:
        try:
            return httpx.get(self.url).status_code == 200
        except httpx.TransportError:
            return False

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(10)

    def __enter__(self) -> Self:
        try:
            self.wait()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


@pytest.fixture(scope="session")
def caddy() -> str:
    """Path of the Caddy executable."""
    found = find_caddy()
    if found is None:
        pytest.skip("no Caddy: neither TURNCOAT_CADDY nor PATH leads to one, and `make setup` has installed none here")
    return found
