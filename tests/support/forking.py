"""Test processes forked from one that has imported the package and read its texts, templates and files.

Those imports and reads are most of a server's work up to its first page, and of a command's up to its answer.
"""

import atexit
import contextlib
import io
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from multiprocessing import active_children, get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import ModuleType
from typing import Final
from unittest.mock import patch

import turncoat.cli.app
import turncoat.web.serve  # noqa: F401
from turncoat.locales import codes
from turncoat.web.http.languages import languages, read_all
from turncoat.web.http.static_files import read_all_files

CONTEXT: Final = get_context("forkserver")
CONTEXT.set_forkserver_preload(["tests.support.forked"])


def prepare() -> None:
    """Read everything that servers have in common."""
    read_all()
    read_all_files()
    for chosen in (codes, languages):  # a server's environment may provide more of them
        chosen.cache_clear()


def execute(
    code: str, argv: Sequence[str], environ: Mapping[str, str], folder: str, streams: tuple[Connection, ...]
) -> None:
    """Execute code like a fresh Python process, with these arguments and streams, in this environment and folder."""
    for number, stream in enumerate(streams):
        os.dup2(stream.fileno(), number)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout, sys.stderr = (
        io.TextIOWrapper(os.fdopen(number, "wb", closefd=False), "utf-8", line_buffering=True) for number in (1, 2)
    )
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(environ)
    sys.path[:0] = [path for path in environ.get("PYTHONPATH", "").split(os.pathsep) if path not in sys.path]
    sys.argv = list(argv)
    exec(code, {"__name__": "__main__"})


@atexit.register
def _end_all() -> None:
    """Kill all children: a failed test may leave a server behind, and exiting waits for every child."""
    for process in active_children():
        process.kill()


class Forked:
    """A forked process with the interface of a `subprocess.Popen` whose output is captured."""

    def __init__(
        self,
        code: str,
        argv: Sequence[str],
        environ: Mapping[str, str],
        *,
        stdin: str = "",
        folder: Path | None = None,
        errors: int = subprocess.PIPE,
    ) -> None:
        """Start the process. `errors` is the file descriptor for its standard error."""
        hears, tells = CONTEXT.Pipe(duplex=False)
        said, says = CONTEXT.Pipe(duplex=False)
        complained, complains = CONTEXT.Pipe(duplex=False)
        target = complains if errors == subprocess.PIPE else Connection(os.dup(errors), readable=False)
        given = (code, tuple(argv), dict(environ), str(folder or Path.cwd()), (hears, says, target))
        self._process = CONTEXT.Process(target=execute, args=given)
        with patch.dict(sys.modules, __main__=ModuleType("__main__")):  # children would run this one's main module
            self._process.start()
        assert self._process.pid
        self.pid = self._process.pid
        os.write(tells.fileno(), stdin.encode())
        self.stdout, self.stderr = (os.fdopen(os.dup(end.fileno()), encoding="utf-8") for end in (said, complained))
        for end in {hears, tells, said, says, complained, complains, target}:
            end.close()
        self._left: tuple[str, str] | None = None

    @property
    def returncode(self) -> int | None:
        return self._process.exitcode

    def poll(self) -> int | None:
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        if self.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """Return the remaining output once the process has ended."""
        if self._left is None:
            self._left = self._read(timeout)
            self._process.join(timeout)
            if self.poll() is None:
                raise subprocess.TimeoutExpired("a server", timeout or 0)
        return self._left

    def _read(self, timeout: float | None) -> tuple[str, str]:
        ends = None if timeout is None else time.monotonic() + timeout
        got = {self.stdout: b"", self.stderr: b""}
        with selectors.DefaultSelector() as selector:
            for stream in got:
                selector.register(stream, selectors.EVENT_READ)
            while selector.get_map():
                ready = selector.select(None if ends is None else max(0.0, ends - time.monotonic()))
                if not ready:
                    raise subprocess.TimeoutExpired("a server", timeout or 0)
                for key, _ in ready:
                    if data := os.read(key.fd, 65536):
                        got[key.fileobj] += data  # type: ignore[index]
                    else:
                        selector.unregister(key.fileobj)
        for stream in got:
            stream.close()
        said, complained = (data.decode("utf-8") for data in got.values())
        return said, complained
