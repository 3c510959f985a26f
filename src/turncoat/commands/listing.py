"""`turncoat games` and `turncoat script`: what can be played, and what the narrator reads at the reveal."""

import json
from collections.abc import Iterable
from typing import Any, Final

import typer

from turncoat.commands import ruleset_of, translator_of
from turncoat.kernel.chapters import RuleOption, option_text
from turncoat.kernel.rulesets import BOOKS, reveal_script
from turncoat.kernel.words import N_
from turncoat.telling import Translate, filled


def games(*, as_json: bool, language: str = "") -> None:
    """List the games with their player counts, modules and options."""
    say = translator_of(language)
    listed = [
        {
            "name": book.name,
            "title": book.title,
            "summary": book.summary,
            "rules": book.version,
            "players": [book.players[0], book.players[-1]],
            "options": _options(book.options),
            "modules": [
                {
                    "name": chapter.name,
                    "title": chapter.title,
                    "summary": chapter.summary,
                    "options": _options(chapter.options),
                }
                for chapter in book.chapters.values()
            ],
        }
        for book in BOOKS.values()
    ]
    typer.echo(json.dumps(listed, indent=2, ensure_ascii=False) if as_json else "\n".join(_lines(listed, say)))


def _options(options: Iterable[RuleOption]) -> list[dict[str, Any]]:
    return [
        {"name": option.name, "says": option.description, "values": list(option.values), "default": option.default}
        for option in options
    ]


_GAME: Final = N_("{name}: {title}, {low} to {high} players")
_OPTION: Final = N_("--option {name}={values} (default {default}): {says}")


def _lines(listed: list[dict[str, Any]], say: Translate) -> Iterable[str]:
    for game in listed:
        low, high = game["players"]
        yield say(_GAME).format(name=game["name"], title=say(game["title"]), low=low, high=high)
        yield f"  {say(game['summary'])}"
        yield from _option_lines(game["options"], "  ", say)
        for module in game["modules"]:
            yield f"  --with {module['name']}: {say(module['summary'])}"
            yield from _option_lines(module["options"], "    ", say)


def _option_lines(options: list[dict[str, Any]], indent: str, say: Translate) -> Iterable[str]:
    for option in options:
        values, default = "|".join(map(option_text, option["values"])), option_text(option["default"])
        told = say(_OPTION).format(name=option["name"], values=values, default=default, says=say(option["says"]))
        yield indent + told


_NO_REVEAL: Final = N_("There is no reveal with these rules.")
_PAUSE: Final = N_("{count} second", "{count} seconds")


def script(game: str, players: int, modules: list[str], options: list[str], language: str = "") -> None:
    """Print the lines of the reveal, a line each, with the seconds of silence after it."""
    say = translator_of(language)
    lines = reveal_script(ruleset_of(game, players, modules, options))
    if not lines:
        typer.echo(say(_NO_REVEAL))
    for number, line in enumerate(lines, 1):
        pause = f" ({filled(say, _PAUSE, count=round(line.pause))})" if line.pause else ""
        typer.echo(f"{number}. {say(line.text)}{pause}")
