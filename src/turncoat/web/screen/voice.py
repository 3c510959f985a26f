"""A voice of the server for the narrator: espeak-ng, if it is installed. It speaks lines of scripts and nothing else.

The sound of every line is made once and kept on disk. There are a few dozen, so nothing is ever deleted.
"""

import asyncio
import hashlib
import shutil
from pathlib import Path
from typing import Final

from turncoat.table import server_log

PROGRAM: Final = "espeak-ng"
WORDS_A_MINUTE: Final = 150
LONGEST: Final = 10.0
"""Seconds that the program may take for one line."""


class NoVoice(Exception):
    """The server cannot speak this line."""


class Voice:
    """Makes the sounds of lines. A server has one; it runs one program at a time."""

    def __init__(self, folder: Path, program: str | None = None) -> None:
        self._folder = folder
        self._program = shutil.which(PROGRAM) if program is None else program
        self._making = asyncio.Lock()

    @property
    def is_there(self) -> bool:
        """Whether there is a program that speaks."""
        return bool(self._program)

    def path_of(self, text: str, language: str) -> Path:
        """Where the sound of a line is kept; everything that changes the sound changes the name."""
        mark = hashlib.sha256(f"{PROGRAM} {WORDS_A_MINUTE} {language}\n{text}".encode()).hexdigest()
        return self._folder / f"{mark[:32]}.wav"

    async def say(self, text: str, language: str) -> Path:
        """The file with the sound of a line, made now if it is not there yet. Raises NoVoice."""
        path = self.path_of(text, language)
        if path.exists():
            return path
        async with self._making:
            if not path.exists():  # no other request has made it meanwhile
                await self._make(text, language, path)
        return path

    async def _make(self, text: str, language: str, path: Path) -> None:
        if not self._program:
            raise NoVoice
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        arguments = ("-v", language, "-s", str(WORDS_A_MINUTE), "-w", str(new), "--stdin")
        quiet = asyncio.subprocess.DEVNULL
        try:
            process = await asyncio.create_subprocess_exec(
                self._program, *arguments, stdin=asyncio.subprocess.PIPE, stdout=quiet, stderr=quiet
            )
        except OSError as error:
            server_log.error("no voice", kind=type(error).__name__)
            raise NoVoice from None
        try:
            async with asyncio.timeout(LONGEST):
                await process.communicate(text.encode())
        except TimeoutError:
            process.kill()
            await process.wait()
        if process.returncode != 0 or not new.exists():
            new.unlink(missing_ok=True)
            server_log.error("no voice", language=language)
            raise NoVoice
        new.replace(path)
