"""A wheel built from this checkout, installed into an otherwise empty environment, and a server run from there."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

ROOT = Path(__file__).parents[2]
LAB = ROOT / "lab"
READY_WITHIN = 120.0
"""Seconds to wait for a server, far more than it needs, so that a busy machine does not fail the test."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command to its end, and return its output. A failure includes everything that it printed."""
    done = ended(*command, cwd=cwd)
    assert done.returncode == 0, f"{command}: status {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout


def ended(*command: str | Path, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Run a command to its end, whatever its status."""
    return subprocess.run(
        [os.fspath(part) for part in command],
        cwd=cwd,
        env=clean_environment(),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def clean_environment() -> dict[str, str]:
    """Return the environment without variables that lead to this checkout or its tools.

    Python may store its bytecode, since otherwise each command would compile the whole package again.
    """
    left_out = {"PYTHONPATH", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE"}
    return {name: value for name, value in os.environ.items() if name not in left_out}


def build_wheel(project: Path, into: Path) -> Path:
    """Build the wheel of a project with the pinned build backend."""
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", into, cwd=project)
    (wheel,) = into.glob("*.whl")
    return wheel


@dataclass(frozen=True)
class Installation:
    """An environment with Turncoat and its pinned dependencies, away from the checkout."""

    environment: Path
    workplace: Path

    @property
    def python(self) -> Path:
        return self.environment / "bin" / "python"

    @property
    def turncoat(self) -> Path:
        return self.environment / "bin" / "turncoat"

    def run(self, *command: str | Path) -> str:
        return run(*command, cwd=self.workplace)

    def refused(self, *arguments: str) -> str:
        """Return the line with which `turncoat` refuses."""
        done = ended(self.turncoat, *arguments, cwd=self.workplace)
        assert (done.returncode, done.stdout) == (2, ""), done
        return done.stderr

    @contextmanager
    def serve(self) -> Iterator[httpx.Client]:
        """Run `turncoat serve` on a free port until the block ends, and yield a client that keeps cookies."""
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        log = self.workplace / "serve.log"
        with log.open("w", encoding="utf-8") as output:
            server = subprocess.Popen(
                [self.turncoat, "serve", "--port", str(port), "--data", self.workplace / "data", "--bot-pause", "1"],
                cwd=self.workplace,
                env=clean_environment(),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        try:
            with httpx.Client(base_url=f"http://127.0.0.1:{port}", follow_redirects=True, timeout=10) as client:
                wait_until_it_answers(client, server, log)
                yield client
        finally:
            server.terminate()
            try:
                server.wait(timeout=20)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
                raise


def wait_until_it_answers(client: httpx.Client, server: subprocess.Popen[bytes], log: Path) -> None:
    """Wait until the server answers. If it ends or takes too long, fail with its output."""
    deadline = time.monotonic() + READY_WITHIN
    while True:
        try:
            client.get("/")
        except httpx.TransportError:
            said = log.read_text(encoding="utf-8")
            assert server.poll() is None, f"the server ended with {server.returncode}:\n{said}"
            assert time.monotonic() < deadline, f"the server does not answer:\n{said}"
            time.sleep(0.05)
        else:
            return


def install(into: Path, *wheels: Path) -> Installation:
    """Create an empty environment, and install the pinned runtime and the wheels in it.

    Further dependencies of the wheels are installed in the versions of the development pins.
    """
    environment, workplace = into / "environment", into / "workplace"
    workplace.mkdir()
    uv = (sys.executable, "-m", "uv")
    run(*uv, "venv", "--quiet", "--python", sys.executable, environment)
    here = ("--quiet", "--python", environment / "bin" / "python")
    run(*uv, "pip", "install", *here, "--require-hashes", "-r", ROOT / "requirements" / "runtime.txt")
    run(*uv, "pip", "install", *here, "--constraints", ROOT / "requirements" / "dev.txt", *wheels)
    return Installation(environment, workplace)
