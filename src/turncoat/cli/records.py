"""The commands `turncoat record check` and `turncoat record show`."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.records import RecordError
from turncoat.kernel.records import check as check_text
from turncoat.kernel.rulebooks import rulebook, titles_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.text_files import text_of
from turncoat.kernel.words import N_, composed, listed
from turncoat.telling import Teller, Translate, filled

LARGEST = 4_000_000
"""Size limit in bytes. No record is nearly as long."""
_GAME: Final = N_("{game}, {count} player", "{game}, {count} players")
_WITH: Final = N_("{game}, {count} player with {modules}", "{game}, {count} players with {modules}")
_GOOD: Final = N_("{file}: passed, {count} choice. {end}", "{file}: passed, {count} choices. {end}")
_NOT_ENDED: Final = N_("The game is not finished.")
_WAS: Final = N_("{seat:seat} was: {role}")
_WAS_OF: Final = N_("{seat:seat} was: {role} ({side})")


def check(files: list[Path], language: str = "") -> None:
    """Check every file. The exit status is 1 if any is invalid."""
    say = translator_of(language)
    bad = False
    for file in files:
        try:
            game = read_game(file)
        except CommandError as error:
            bad = True
            typer.echo(say(error.message), err=True)
            continue
        teller = Teller(game.ruleset, (), say)
        end = teller.result(game.result) if game.result is not None else say(_NOT_ENDED)
        typer.echo(filled(say, _GOOD, file=str(file), count=len(game.choices), end=end))
    if bad:
        raise typer.Exit(1)


def show(file: Path, seat: Seat | None, *, public: bool, language: str = "") -> None:
    """Print a recorded game as a seat or a spectator saw it, or in full."""
    if public and seat is not None:
        raise CommandError(N_("give either --seat or --public, not both"))
    game = read_game(file)
    check_seat(seat, game.ruleset.players)
    viewer = SPECTATOR if public else seat
    say = translator_of(language)
    typer.echo(about(game.ruleset, say))
    for line in sentences(game, viewer, say):
        typer.echo(line)


def sentences(game: Game[Any], viewer: Seat | None, say: Translate = str) -> Iterable[str]:
    """Yield the game's events as sentences.

    Without a viewer everything is told, and private events are prefixed with the seats that saw them.
    """
    teller = Teller(game.ruleset, (), say)
    for event in game.events:
        seen = event if viewer is None else seen_by(event, viewer)
        sentence = teller.event(seen) if seen is not None else ""
        if sentence:
            yield sentence if viewer is not None else _audience(game, event, teller) + sentence
    if game.result is not None:
        yield from who_was_who(game, teller)


def _audience(game: Game[Any], event: Event, teller: Teller) -> str:
    """Return a prefix with the seats that saw the whole event, or an empty string for a public event."""
    if seen_by(event, SPECTATOR) == event:
        return ""
    seats = sum(1 << seat for seat in range(game.ruleset.players) if seen_by(event, seat) == event)
    return f"[{teller.seats(seats)}] " if seats else ""


def who_was_who(game: Game[Any], teller: Teller) -> Iterable[str]:
    """Yield a line for each seat with its role and side. Only for use after the end."""
    book = rulebook(game.ruleset.game)
    for seat, role in enumerate(getattr(game.board, "roles", None) or game.deal.roles):
        side, word = teller.word(book.side_of(role, game.board)), teller.role(role)
        yield teller.fill(_WAS if side == word else _WAS_OF, seat=seat, role=word, side=side)


def read_game(file: Path) -> Game[Any]:
    """Return the game recorded in a file. Raises CommandError with the file, the line and the reason."""
    text = read_text(file)
    try:
        return check_text(text)
    except RecordError as error:
        raise _problem(file, error.message) from None


def read_text(file: Path) -> str:
    """Return the text of a record. Raises CommandError with the file and the reason."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST + 1)
        if len(data) > LARGEST:
            raise _problem(file, composed(N_("too large for a record; the limit is {most} bytes"), most=str(LARGEST)))
        return text_of(data)
    except UnicodeDecodeError:
        raise _problem(file, N_("not UTF-8 text")) from None
    except OSError as error:
        raise _problem(file, (error.strerror or str(error)).lower()) from None


def check_seat(seat: Seat | None, players: int) -> None:
    """Raise CommandError if the table has no such seat."""
    if seat is not None and not 0 <= seat < players:
        message = N_("--seat must be 0 to {last}, not {given}")
        raise CommandError(composed(message, last=str(players - 1), given=str(seat)))


def about(ruleset: Ruleset, say: Translate) -> str:
    """Return a one-line description of a ruleset."""
    modules, title = say(listed(titles_of(ruleset.game, ruleset.modules))), say(rulebook(ruleset.game).title)
    return filled(say, _WITH if modules else _GAME, game=title, count=ruleset.players, modules=modules)


def _problem(file: Path, why: str) -> CommandError:
    return CommandError(composed("{file}: {why}", file=str(file), why=why), 1)
