"""Form to choose a ruleset for a game at a real table. All choices go into the address of the resulting page."""

from collections.abc import Callable, Hashable
from urllib.parse import urlencode

import msgspec

from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.table import commands as c
from turncoat.telling import Translate, in_words_of
from turncoat.web.http.page import SelectOption, TableLink
from turncoat.web.screen.address import ruleset_in
from turncoat.web.table.setup import OptionField, option_field, specs_of


class RulesetForm(msgspec.Struct, frozen=True):
    """Choices that affect the page."""

    action: str
    """Address of the page."""
    games: tuple[TableLink, ...]
    """Links to the other games, which have modules of their own."""
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
    """Return the form of a set-up.

    `shown` returns what the page displays for a ruleset, and options that do not change it are left out. `lists`
    selects the modules on offer.
    """
    book, of_game = rulebook(game_setup.game), in_words_of(game_setup.game, say)
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
            SelectOption(name, say(chapter.title), of_game(chapter.summary), name in game_setup.modules)
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
    """Return whether an option changes what the page displays for the ruleset."""
    found = set()
    for value in values:
        options = {**dict(ruleset.options), option: value}
        try:
            found.add(shown(Ruleset.of(ruleset.game, ruleset.players, ruleset.modules, options)))
        except RulesetError:
            continue
    return len(found) > 1
