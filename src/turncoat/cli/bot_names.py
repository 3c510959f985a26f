"""What `--bots` of the arena may name: a bot that is known, a baseline, one in a Python file, or a program."""

import csv
import hashlib
import shlex
from functools import partial
from pathlib import Path
from typing import Final

from turncoat.arena.arena import ContestError
from turncoat.extensions import find_bot, load_bot_file
from turncoat.kernel.words import N_, composed
from turncoat.simulation.playing import BotMaker

PROGRAM: Final = "cmd:"


def names_in(text: str) -> list[str]:
    """The names in a list with commas; one with commas of its own stands in quotation marks.

    >>> names_in('sensible, ./mybot.py:MyBot')
    ['sensible', './mybot.py:MyBot']
    >>> names_in('random,"cmd:python client.py a,b"')
    ['random', 'cmd:python client.py a,b']
    """
    return [name.strip() for name in next(csv.reader([text], skipinitialspace=True), [])]


def find(name: str) -> BotMaker:
    """What makes the bots of that name. Raises UnknownBotError, ExtensionError and ContestError."""
    if name.startswith(PROGRAM):
        from turncoat.web.programs.program_bot import ProgramBot

        try:
            command = shlex.split(name.removeprefix(PROGRAM))
        except ValueError as error:
            raise ContestError(
                composed(N_("cannot read the command of {name}: {why}"), name=name, why=str(error))
            ) from None
        if not command:
            raise ContestError(N_("a program is named with its command, as in cmd:'python client.py'"))
        return partial(ProgramBot, command)
    file, bot = file_and_class(name)
    return load_bot_file(Path(file), bot) if file else find_bot(name)


def file_and_class(name: str) -> tuple[str, str]:
    """The file of a bot that is named by one, and the class in it; nothing and nothing for another bot.

    >>> file_and_class("./mybot.py:MyBot"), file_and_class("mybot.py"), file_and_class("sensible")
    (('./mybot.py', 'MyBot'), ('mybot.py', ''), ('', ''))
    """
    if name.startswith(PROGRAM):
        return "", ""
    file, _, bot = (name, "", "") if name.endswith(".py") else name.rpartition(":")
    return (file, bot) if file.endswith(".py") else ("", "")


def digest_of_files(name: str) -> str:
    """A hash of the files that a name stands for: that of a bot, or those in the command of a program."""
    words = shlex.split(name.removeprefix(PROGRAM)) if name.startswith(PROGRAM) else [file_and_class(name)[0]]
    files = [file for word in words if word and (file := Path(word)).is_file()]
    return hashlib.sha256(b"".join(hashlib.sha256(file.read_bytes()).digest() for file in files)).hexdigest()
