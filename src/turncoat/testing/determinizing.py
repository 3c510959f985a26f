"""Determinization: what a seat saw can be made into a game that looks the same to it, with all roles that may be."""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from turncoat.deduction import Worlds
from turncoat.kernel.determinize import Determinizer, RolesDoNotFit
from turncoat.kernel.draws import Draws
from turncoat.kernel.game import Game
from turncoat.kernel.records import record_of, replay
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View
from turncoat.testing.broken import ContractBroken, require
from turncoat.testing.games import walk
from turncoat.testing.rulesets import label
from turncoat.testing.walks import random_walk

FEW_DEALS = 3
"""All possible deals are tried when there are at most this many; otherwise the one played and one other."""


def check_determinize(ruleset: Ruleset, seed: int = 1) -> None:
    """At some moments of a game, for some seats: see `check_moment`."""
    chance = Random(f"moments of {label(ruleset)}/{seed}")
    for game, _ in walk(ruleset, seed):
        if chance.random() < 0.05:
            check_moment(game, chance.randint(SPECTATOR, ruleset.players - 1), chance)


def check_moment(game: Game[Any], seat: int, chance: Random) -> None:
    """Games are made for the seat with the deal that is played and others that it takes for possible; all look alike to
    it, are whole, and can be played on to the end."""
    view = game.view(seat)
    determinizer = Determinizer(view)
    made = game.clone()
    for roles in dict.fromkeys((game.deal.roles, *_possible(view, chance))):
        try:
            made = determinizer.game(roles, Draws(chance.randbytes(8)))
        except RolesDoNotFit as error:
            raise ContractBroken(str(error), game) from None
        require(made.deal.roles == roles, "a made game has other roles", game)
        again = made.view(seat)
        for part in View.__slots__:
            require(
                getattr(again, part) == getattr(view, part), f"seat {seat} sees another {part} in a made game", game
            )
    require(replay(record_of(made)).events == made.events, "the record of a made game replays to other events", made)
    try:
        for _ in random_walk(made, chance):
            pass
    except AssertionError as error:
        raise ContractBroken(f"a made game played on: {error}", made) from None


def _possible(view: View[Any], chance: Random) -> Iterator[tuple[str, ...]]:
    """All deals that the view takes for possible where they are few, else one of the first."""
    deals = tuple(islice(Worlds.of(view).deals(), 50))
    yield from deals if len(deals) <= FEW_DEALS else [chance.choice(deals)]
