"""Checks of deduction: the real deal is always among those that a seat considers possible."""

from typing import Any

from turncoat.deduction import NoWorldFits, Worlds
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing.broken import ContractBroken, require
from turncoat.testing.games import walk


def check_worlds(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that no seat ever excludes the real deal."""
    watchers = [Worlds(ruleset, seat) for seat in (SPECTATOR, *range(ruleset.players))]
    told = 0
    for game, _ in walk(ruleset, seed):
        start, told = told, len(game.events)
        for worlds in watchers if told > start else ():
            _check_seat(game, worlds, start)


def _check_seat(game: Game[Any], worlds: Worlds, start: int) -> None:
    before = worlds.blocks
    try:
        worlds.see(all_seen_by(game.events[start:], worlds.seat))
    except NoWorldFits as error:
        raise ContractBroken(f"seat {worlds.seat}: {error}", game) from None
    if worlds.blocks is not before:
        require(worlds.allow(game.deal.roles), f"seat {worlds.seat} excludes the actual deal", game)
