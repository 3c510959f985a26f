"""The command `turncoat kit`: printed, embossed and tactile material for a game at a real table."""

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec
import typer

from turncoat.cli.arguments import ruleset_of, translator_of
from turncoat.cli.errors import CommandError
from turncoat.cli.language import chosen
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed
from turncoat.kit.braille.files import braille_files
from turncoat.kit.contents import Kit
from turncoat.kit.errors import KitError, LiblouisMissing
from turncoat.kit.folder import check_folder, write_folder
from turncoat.kit.index_page import index_page
from turncoat.kit.print.sheets import PAPERS, print_sheets
from turncoat.kit.raised_marks import raised_marks
from turncoat.kit.words import words
from turncoat.telling import Translate, filled
from turncoat.web.screen.kit_contents import PACKAGES, drawings_of, kit_contents
from turncoat.web.screen.voice import NoVoice, Voice

_SOUND: Final = N_("Line {number} of the script, spoken.")
_WRITTEN: Final = N_(
    "{count} file in {folder}; begin with index.html.", "{count} files in {folder}; begin with index.html."
)


class BraillePage(msgspec.Struct, frozen=True):
    """Page size of the embosser, and Braille code."""

    cells: int = 40
    lines: int = 25
    grade: int = 1
    """Grade 1 is uncontracted, grade 2 contracted (English)."""
    form_feeds: bool = True


_PAPER: Final = N_("--paper must be one of {known}, not {given}")
_PACKAGES: Final = (*PACKAGES, "trimesh", "manifold3d")


def run(
    game: str,
    players: int,
    modules: list[str],
    options: list[str],
    out: Path,
    language: str = "",
    *,
    paper: str = "a4",
    page: BraillePage | None = None,
) -> None:
    """Write the kit of a ruleset to a new folder. Raises CommandError."""
    say = translator_of(language)
    language = language or chosen()
    if paper not in PAPERS:
        raise CommandError(composed(_PAPER, known=", ".join(PAPERS), given=repr(paper)))
    ruleset = ruleset_of(game, players, modules, options)
    with _kit_errors(), _needs_the_extra():
        check_folder(out)
        made, missing = files_of(ruleset, language, say, paper, page)
        write_folder(out, made)
    if missing:
        typer.echo(missing, err=True)
    typer.echo(filled(say, _WRITTEN, count=len(made), folder=str(out)))


def files_of(
    ruleset: Ruleset, language: str, say: Translate, paper: str, page: BraillePage | None = None
) -> tuple[dict[str, bytes], str]:
    """Return all files of the kit by name, and a message if Braille is missing. Raises KitError.

    Texts of custom chapters and card sets are translated to Braille only if liblouis is installed.
    """
    kit = kit_contents(ruleset, language, say)
    made = print_sheets(kit, drawings_of(ruleset), words(say), paper)
    if kit.touch_script:
        made |= raised_marks()
    page = page or BraillePage()
    missing = ""
    try:
        made |= braille_files(kit, page.cells, page.lines, form_feeds=page.form_feeds, grade=page.grade)
    except LiblouisMissing as error:
        missing = say(error.message)
    made |= script_files(kit)
    sounds = asyncio.run(spoken(kit))
    notes = {name: filled(say, _SOUND, number=number) for number, name in enumerate(sounds, 1)}
    made |= sounds
    return {"index.html": index_page(kit, say, made, notes, missing), **made}, missing


def script_files(kit: Kit) -> dict[str, bytes]:
    """Return the script of the reveal as a text file, or nothing if the game has no reveal."""
    lines = [line for part in (kit.script, kit.touch_script) for line in (*numbered(part), "") if part]
    return {"script.txt": "\n".join((*([kit.reader] if kit.reader else []), *lines)).encode()} if lines else {}


def numbered(lines: Iterable[str]) -> Iterator[str]:
    """Yield the lines with their numbers."""
    return (f"{number}. {line}" for number, line in enumerate(lines, 1))


async def spoken(kit: Kit) -> dict[str, bytes]:
    """Return the spoken script, one sound file per line, or nothing if no voice is installed."""
    with TemporaryDirectory() as folder:
        voice = Voice(Path(folder))
        if not voice.is_there:
            return {}
        made = {}
        for way, lines in (("eyes", kit.script), ("touch", kit.touch_script)):
            for number, line in enumerate(lines, 1):
                try:
                    made[f"{way}-{number:02}.wav"] = (await voice.say(line, kit.language)).read_bytes()
                except NoVoice:
                    return {}
        return made


@contextmanager
def _kit_errors() -> Iterator[None]:
    try:
        yield
    except KitError as error:
        raise CommandError(error.message) from None


@contextmanager
def _needs_the_extra() -> Iterator[None]:
    """Name the packages to install if one of the extra is missing."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in _PACKAGES:
            raise
        raise CommandError(
            N_("this command needs more packages; in a clone of Turncoat, run: pip install '.[kit]'")
        ) from None
