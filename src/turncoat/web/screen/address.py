"""Rulesets in page addresses, so that people can share links to their choices."""

from collections.abc import Mapping, Sequence
from typing import Final
from urllib.parse import urlencode

from starlette.requests import Request

from turncoat.kernel.chapters import RulesetError, option_text
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.web.context import WebContext
from turncoat.web.http.codes import grouped
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import TableLink
from turncoat.web.screen.shared_screen import ScreenViewpoint
from turncoat.web.table.setup import setup_of

_TABLE: Final = N_("Table {code}")
Fields = Mapping[str, Sequence[str]]


def without_language(request: Request) -> str:
    """Return the address without its language, so that switching the language preserves the choices."""
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != "lang"]
    return f"{request.url.path}?{urlencode(kept)}" if kept else request.url.path


def fields_of(request: Request) -> Fields:
    """Return the fields in the address."""
    found: dict[str, list[str]] = {}
    for name, value in request.query_params.multi_items():
        found.setdefault(name, []).append(value)
    return found


def setup_in_address(fields: Fields) -> tuple[c.GameSetup, Refusal | None]:
    """Return the set-up in the address, with a refusal if it cannot be played.

    If the fields are unknown to the game, the default set-up is returned instead.
    """
    first = next(iter(BOOKS.values()))
    now = c.GameSetup(first.name, first.players[0])
    try:
        game_setup = setup_of(fields, now)
    except Refused as refused:
        return now, refused.refusal
    try:
        game_setup.ruleset()
    except RulesetError as error:
        # Choices that conflict remain selected, so that people can correct them.
        return game_setup, Refusal("ruleset", (("why", error.message),))
    return game_setup, None


def ruleset_in(game_setup: c.GameSetup) -> Ruleset:
    """Return the ruleset of a playable set-up."""
    return Ruleset.of(game_setup.game, game_setup.players, game_setup.modules, game_setup.options)


async def ruleset_of_table(context: WebContext, request: Request) -> tuple[Ruleset, TableLink] | None:
    """Return the ruleset of a table with a link back to it, or None if the table's own page must explain more.

    Raises Refused.
    """
    room = await context.find(request, request.path_params["code"])
    seen = ScreenViewpoint(context, request, room).now()
    if seen is None:
        return None
    table = seen.table
    try:
        ruleset = table.session.ruleset if table.session is not None else table.game_setup.ruleset()
    except RulesetError:  # the table's own page reports the conflict
        return None
    name = translator(language_of(request))(_TABLE).format(code=grouped(table.code))
    return ruleset, TableLink(table.code, name, "", f"/t/{table.code}")


def query_of(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return a ruleset as the fields of the form."""
    options = [(f"option.{name}", option_text(value)) for name, value in ruleset.options]
    modules = [("module", name) for name in ruleset.modules]
    return [("game", ruleset.game), ("players", str(ruleset.players)), *modules, *options]
