"""Standard streams that never fail.

A command's output must not decide whether the command works, so unencodable characters are replaced and unwritable
output is dropped.
"""

import codecs
import io
import os
import sys
from collections.abc import Mapping
from select import select
from typing import Any, Final, TextIO

from turncoat.kernel.words import N_

CLOSEST: Final = "turncoat.closest"
"""Name of the error handler that replaces a character by its closest ASCII equivalent."""
_PLAIN: Final[Mapping[str, str]] = {
    "ł": "l",
    "Ł": "L",
    "“": '"',
    "”": '"',
    "„": '"',
    "’": "'",
    "–": "-",
    "—": "-",
    "−": "-",
    "·": "-",
    "×": "x",
    "±": "+-",
    "→": "->",
}


NOT_WRITTEN: Final = N_("not all of the output could be written: {why}")


class _DroppingRaw(io.RawIOBase):
    """A raw output stream that drops unwritable data.

    It tries again with the next write, since a full disk may have room again.
    """

    def __init__(self, raw: io.RawIOBase, stream: TextIO | None = None) -> None:
        super().__init__()
        self._raw = raw
        self._stream = stream
        """The original stream, referenced because it would close the descriptor when garbage-collected."""
        self.lost: OSError | None = None
        """Reason for the latest loss."""

    def writable(self) -> bool:
        return True

    def fileno(self) -> int:
        return self._raw.fileno()

    def isatty(self) -> bool:
        return self._raw.isatty()

    def write(self, data: Any, /) -> int:
        try:
            while (written := self._raw.write(data)) is None:  # it is non-blocking, as another program set it
                select([], [self._raw], [])
        except OSError as error:
            self.lost = error
            return len(data)
        return written


class _Output(io.TextIOWrapper):
    @property
    def buffer(self) -> Any:
        """Always None, because Typer would write UTF-8 to it when the encoding is ASCII."""
        return None


class Streams:
    """Standard output and standard error of a command."""

    def __init__(self) -> None:
        """Replace the standard streams by ones that cannot fail, and make standard input replace undecodable bytes."""
        _open_descriptors()
        if sys.stdin is None:
            sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115 - as long as the process
        elif isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")  # typed text may be in another encoding
        self._raw: _DroppingRaw | None = None
        """Raw stream of standard output, if it is a file."""
        sys.stdout, self._raw = _cannot_fail(sys.stdout, 1, CLOSEST)
        sys.stderr, _ = _cannot_fail(sys.stderr, 2, "backslashreplace")

    @property
    def lost(self) -> OSError | None:
        """Error that kept something from being written to standard output, if any."""
        sys.stdout.flush()
        return self._raw.lost if self._raw is not None else None


def _open_descriptors() -> None:
    """Open the null device on closed standard descriptors, which the next file or socket would otherwise get."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            null = os.open(os.devnull, os.O_RDWR)
            os.dup2(null, descriptor)
            if null > 2:
                os.close(null)


def _cannot_fail(stream: TextIO | None, descriptor: int, errors: str) -> tuple[TextIO, _DroppingRaw | None]:
    if stream is None:
        dropping = _DroppingRaw(io.FileIO(descriptor, "w", closefd=False))
        return _Output(io.BufferedWriter(dropping), "utf-8", errors, line_buffering=True), dropping
    if not isinstance(stream, io.TextIOWrapper):
        return stream, None
    raw = getattr(stream.buffer, "raw", stream.buffer)  # with PYTHONUNBUFFERED there is no buffer
    if not isinstance(raw, io.RawIOBase):
        stream.reconfigure(errors=errors)
        return stream, None
    stream.flush()
    dropping = _DroppingRaw(raw, stream)
    return _Output(io.BufferedWriter(dropping), stream.encoding, errors, line_buffering=True), dropping


def _closest(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_plain, error.object[error.start : error.end])), error.end


def _plain(character: str) -> str:
    from unicodedata import normalize

    plain = "".join(filter(str.isascii, normalize("NFKD", character)))
    return _PLAIN.get(character) or plain or "?"


codecs.register_error(CLOSEST, _closest)
