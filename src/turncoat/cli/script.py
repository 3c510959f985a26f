"""`turncoat script`: what the narrator reads at the reveal."""

from typing import Final

import typer

from turncoat.cli.arguments import ruleset_of, translator_of
from turncoat.kernel.rulesets import reveal_script
from turncoat.kernel.words import N_
from turncoat.telling import filled

_NO_REVEAL: Final = N_("There is no reveal with these rules.")
_PAUSE: Final = N_("{count} second", "{count} seconds")


def run(game: str, players: int, modules: list[str], options: list[str], language: str = "") -> None:
    """Print the lines of the reveal, a line each, with the seconds of silence after it."""
    say = translator_of(language)
    lines = reveal_script(ruleset_of(game, players, modules, options))
    if not lines:
        typer.echo(say(_NO_REVEAL))
    for number, line in enumerate(lines, 1):
        pause = f" ({filled(say, _PAUSE, count=round(line.pause))})" if line.pause else ""
        typer.echo(f"{number}. {say(line.text)}{pause}")
