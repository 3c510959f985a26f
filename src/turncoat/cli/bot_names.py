"""Names of bots on the command line: those that `find_bot` knows, and in the arena also programs."""

import csv
import hashlib
import shlex
from functools import partial
from pathlib import Path
from typing import Final

from turncoat.arena.arena import ContestError
from turncoat.extensions import file_and_class, find_bot
from turncoat.kernel.words import N_, composed
from turncoat.simulation.playing import BotMaker

PROGRAM: Final = "cmd:"


def names_in(text: str) -> list[str]:
    """Split a comma-separated list of names. Names that contain commas are quoted.

    >>> names_in('sensible, ./mybot.py:MyBot')
    ['sensible', './mybot.py:MyBot']
    >>> names_in('random,"cmd:python client.py a,b"')
    ['random', 'cmd:python client.py a,b']
    """
    return [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]


def find(name: str) -> BotMaker:
    """Return the factory of a bot, also for a program (`cmd:`), which only the arena and cross tables can referee.

    Raises UnknownBotError, ExtensionError and ContestError.
    """
    if name.startswith(PROGRAM):
        from turncoat.web.programs.program_bot import ProgramBot

        try:
            command = shlex.split(name.removeprefix(PROGRAM))
        except ValueError as error:
            raise ContestError(
                composed(N_("cannot read the command of {name}: {why}"), name=name, why=str(error))
            ) from None
        if not command:
            raise ContestError(N_("give a program with its command, as in cmd:'python client.py'"))
        return partial(ProgramBot, command)
    return find_bot(name)


def digest_of_files(name: str) -> str:
    """Return a hash of the files behind a name: a bot's file, or the files in a program's command."""
    words = shlex.split(name.removeprefix(PROGRAM)) if name.startswith(PROGRAM) else [file_and_class(name)[0]]
    files = [file for word in words if word and (file := Path(word)).is_file()]
    return hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()
