"""Checks of determinization: a view can be completed to a game that looks the same, with every possible deal."""

from collections import Counter
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
"""Number of possible deals up to which all are tried. Otherwise the real one and one other are."""


def check_determinize(ruleset: Ruleset, seed: int = 1) -> None:
    """Run `check_moment` at random moments of a game for random seats."""
    chance = Random(f"moments of {label(ruleset)}/{seed}")
    for game, _ in walk(ruleset, seed):
        if chance.random() < 0.05:
            check_moment(game, chance.randint(SPECTATOR, ruleset.players - 1), chance)


def check_moment(game: Game[Any], seat: int, chance: Random) -> None:
    """Check that games made from a seat's view look alike to it, are complete, and can be played to the end.

    They are made with the real deal and with others that the seat considers possible.
    """
    view = game.view(seat)
    determinizer = Determinizer(view)
    made = game.clone()
    for roles in dict.fromkeys((game.deal.roles, *_possible(view, chance))):
        try:
            made = determinizer.game(roles, Draws(chance.randbytes(8)))
        except RolesDoNotFit as error:
            raise ContractBroken(str(error), game) from None
        require(made.deal.roles == roles, "a determinized game has different roles", game)
        again = made.view(seat)
        require(
            Counter(again.choices) <= Counter(view.choices),
            f"seat {seat} has chosen something in a determinized game that it did not choose",
            game,
        )
        for part in set(View.__slots__) - {"choices"}:
            require(
                getattr(again, part) == getattr(view, part),
                f"seat {seat} sees a different {part} in a determinized game",
                game,
            )
    require(
        replay(record_of(made)).events == made.events,
        "the record of a determinized game replays to different events",
        made,
    )
    try:
        for _ in random_walk(made, chance):
            pass
    except AssertionError as error:
        raise ContractBroken(f"playing on a determinized game failed: {error}", made) from None


def _possible(view: View[Any], chance: Random) -> Iterator[tuple[str, ...]]:
    """Yield all deals that the view considers possible if they are few, or else one of the first."""
    deals = tuple(islice(Worlds.of(view).deals(), 50))
    yield from deals if len(deals) <= FEW_DEALS else [chance.choice(deals)]
