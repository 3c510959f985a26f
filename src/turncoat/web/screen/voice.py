"""Voice of the narrator: espeak-ng on the server, if installed. It speaks lines of scripts and nothing else.

The audio of each line is made once and stored on disk. There are a few dozen lines, so nothing is ever deleted.
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
"""Seconds allowed for making the audio of one line."""


class NoVoice(Exception):
    """The server cannot speak this line."""


class Voice:
    """Makes and stores the audio of lines. There is one per server, and it runs one process at a time."""

    def __init__(self, folder: Path, program: str | None = None) -> None:
        self._folder = folder
        self._program = shutil.which(PROGRAM) if program is None else program
        self._making = asyncio.Lock()

    @property
    def is_there(self) -> bool:
        """True if the program is installed."""
        return bool(self._program)

    def path_of(self, text: str, language: str) -> Path:
        """Return the path of a line's audio. Its name changes with everything that affects the audio."""
        mark = hashlib.sha256(f"{PROGRAM} {WORDS_A_MINUTE} {language}\n{text}".encode()).hexdigest()
        return self._folder / f"{mark[:32]}.wav"

    async def say(self, text: str, language: str) -> Path:
        """Return the file with a line's audio, made now if it does not exist. Raises NoVoice."""
        path = self.path_of(text, language)
        if path.exists():
            return path
        async with self._making:
            if not path.exists():  # made meanwhile for another request
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
