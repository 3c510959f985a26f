"""The command `turncoat script`: the narrator's text for the reveal, by sight or by touch."""

from typing import Final

import typer

from turncoat.cli.arguments import ruleset_of, translator_of
from turncoat.kernel.card_texts import reveal_script, touch_script
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.words import N_
from turncoat.telling import filled

_NO_REVEAL: Final = N_("There is no reveal with these rules.")
_NO_TOUCH: Final = N_("There is no reveal by touch with these rules.")
_NEEDED: Final = N_("The touch edition has these parts:")
_PAUSE: Final = N_("{count} second", "{count} seconds")


def run(
    game: str, players: int, modules: list[str], options: list[str], language: str = "", *, by_touch: bool = False
) -> None:
    """Print the reader and the lines of the reveal, with seconds of silence after them."""
    say = translator_of(language)
    ruleset, book = ruleset_of(game, players, modules, options), rulebook(game)
    lines = touch_script(ruleset) if by_touch else reveal_script(ruleset)
    if not lines:
        typer.echo(say(_NO_TOUCH if by_touch else _NO_REVEAL))
        return
    if by_touch:
        typer.echo(say(_NEEDED))
        for count, what in book.touch_components:
            typer.echo(f"  {count} × {say(what)}")
    if book.script_reader:
        typer.echo(say(book.script_reader))
    for number, line in enumerate(lines, 1):
        pause = f" ({filled(say, _PAUSE, count=round(line.pause))})" if line.pause else ""
        typer.echo(f"{number}. {say(line.text)}{pause}")
