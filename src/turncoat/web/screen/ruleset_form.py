"""A form of all rulesets, for people at a real table: every choice is in the address of the page that it leads to."""

from collections.abc import Callable, Hashable
from urllib.parse import urlencode

import msgspec

from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.table import commands as c
from turncoat.telling import Translate
from turncoat.web.http.page import SelectOption, TableLink
from turncoat.web.screen.address import ruleset_in
from turncoat.web.table.setup import OptionField, option_field, specs_of


class RulesetForm(msgspec.Struct, frozen=True):
    """The choices: only those that change what the page shows."""

    action: str
    """The address of the page."""
    games: tuple[TableLink, ...]
    """The other games, as links: each has its own modules."""
    game: str
    players: tuple[SelectOption, ...]
    modules: tuple[SelectOption, ...] = ()
    options: tuple[OptionField, ...] = ()
    problem: str = ""


def ruleset_form(
    action: str,
    game_setup: c.GameSetup,
    say: Translate,
    problem: str,
    shown: Callable[[Ruleset], Hashable],
    lists: Callable[[str], bool] = lambda module: True,
) -> RulesetForm:
    """The form of a set-up. `shown` is what the page shows of a ruleset: options that change nothing of it are left
    out; `lists` says which modules are offered."""
    book = rulebook(game_setup.game)
    specs = [] if problem else specs_of(game_setup)
    return RulesetForm(
        action,
        tuple(
            TableLink("", say(other.title), "", f"{action}?{urlencode({'game': name})}")
            for name, other in BOOKS.items()
            if name != game_setup.game
        ),
        game_setup.game,
        tuple(SelectOption(str(count), str(count), chosen=count == game_setup.players) for count in book.players),
        tuple(
            SelectOption(name, say(chapter.title), say(chapter.summary), name in game_setup.modules)
            for name, chapter in book.chapters.items()
            if lists(name)
        ),
        tuple(
            option_field(spec, game_setup, say)
            for spec in specs
            if _differs(ruleset_in(game_setup), spec.name, spec.values, shown)
        ),
        problem,
    )


def _differs(
    ruleset: Ruleset, option: str, values: tuple[str | bool | int, ...], shown: Callable[[Ruleset], Hashable]
) -> bool:
    """Whether the option changes what is shown of the ruleset."""
    found = set()
    for value in values:
        options = {**dict(ruleset.options), option: value}
        try:
            found.add(shown(Ruleset.of(ruleset.game, ruleset.players, ruleset.modules, options)))
        except RulesetError:
            continue
    return len(found) > 1
