"""The button that deals a game against bots at once: the game that the visitor last played alone."""

from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat import bots
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.table.runtime.glances import Glance
from turncoat.table.state.table import DEFAULT_BOT
from turncoat.table.values.game_setup import GameSetup
from turncoat.table.values.settings import NEW_TABLE, TableSettings
from turncoat.telling import Translate, in_words_of
from turncoat.web.site.own_tables import game_and_players

ALONE: Final = msgspec.structs.replace(NEW_TABLE, decision_time=0, talk_time=0, ability_time=0)
"""Settings of a table for one: no clocks, because nobody waits. They can be changed when friends join later."""
_BOTS: Final = N_("bots: {level}")
_AS_LAST_TIME: Final = N_("As last time: {game}")


class Deal(msgspec.Struct, frozen=True):
    """Game that is dealt at once, against bots."""

    game_setup: GameSetup
    bot: str
    settings: TableSettings
    is_known: bool
    """True if the visitor has played it so before."""


def deal_now(tables: Sequence[Glance]) -> Deal:
    """Return the game that the visitor of these tables played alone last, or the first game for its fewest players."""
    known = {bot.name for bot in bots.for_people()}
    for table in sorted(tables, key=lambda one: one.last_at, reverse=True):
        if table.is_alone and _is_playable(table.game_setup):
            # Nobody is listed without being asked, and masked words are the secret of the host, who may be another.
            settings = msgspec.structs.replace(table.settings, listed=False, masked_words="")
            return Deal(table.game_setup, table.bot if table.bot in known else DEFAULT_BOT, settings, True)
    game, book = next(iter(BOOKS.items()))
    return Deal(GameSetup(game, book.players[0]), DEFAULT_BOT, ALONE, False)


def _is_playable(game_setup: GameSetup) -> bool:
    try:
        game_setup.ruleset()
    except RulesetError:  # the rules have changed since, or the game is of a package that is gone
        return False
    return True


def words_for(deal: Deal, say: Translate) -> str:
    """Return the game, its modules and the bots' level in a few words."""
    setup, book = deal.game_setup, BOOKS[deal.game_setup.game]
    say_of_game = in_words_of(setup.game, say)
    modules = ", ".join(say_of_game(book.chapters[name].title) for name in setup.modules)
    game = game_and_players(setup.game, setup.players, say)
    game = say(_AS_LAST_TIME).format(game=game) if deal.is_known else game
    return " · ".join(filter(None, (game, modules, say(_BOTS).format(level=say(bots.title_of(deal.bot))))))
