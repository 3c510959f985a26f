"""The command `turncoat games`: list the available games."""

from collections.abc import Iterable
from typing import Any, Final

import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.json_text import json_text
from turncoat.kernel.chapters import RuleOption, option_text
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.telling import Translate


def run(*, as_json: bool, language: str = "") -> None:
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
    typer.echo(json_text(listed) if as_json else "\n".join(_lines(listed, say)))


def _options(options: Iterable[RuleOption]) -> list[dict[str, Any]]:
    return [
        {"name": option.name, "says": option.description, "values": list(option.values), "default": option.default}
        for option in options
    ]


_GAME: Final = N_("{name}: {title}, {low} to {high} players")
_GAME_FOR: Final = N_("{name}: {title}, {low} players")
"""Description of a game with only one number of players."""
_OPTION: Final = N_("--option {name}={values} (default {default}): {says}")


def _lines(listed: list[dict[str, Any]], say: Translate) -> Iterable[str]:
    for game in listed:
        low, high = game["players"]
        yield say(_GAME_FOR if low == high else _GAME).format(
            name=game["name"], title=say(game["title"]), low=low, high=high
        )
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
