"""Checks of public knowledge about the deal: its roles, and what they tell the seats before any choice."""

from random import Random
from typing import Any

from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import opening_kinds, opening_knowledge, role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.testing.broken import require
from turncoat.testing.games import new_game, walk
from turncoat.testing.rulesets import label

MANY = 12
"""Number of deals checked."""


def check_role_cards(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that every deal gives the roles that `role_cards` lists."""
    expected = role_cards(ruleset)
    for turn in range(MANY):
        roles = ruleset.deal(f"roles/{label(ruleset)}/{seed}/{turn}".encode()).roles
        require(tuple(sorted(roles)) == expected, f"the deal has {sorted(roles)}, but role_cards says {expected}")


def check_opening_knowledge(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that `opening_knowledge` is all that the roles tell at the start.

    No event of its kinds comes later. If the roles tell a viewer the same in two deals, so does everything else at the
    start.
    """
    viewers = (SPECTATOR, *range(ruleset.players))
    rng = Random(f"opening/{label(ruleset)}/{seed}")
    kinds = opening_kinds(ruleset, role_cards(ruleset))
    game, _ = new_game(ruleset, seed)
    for _ in range(MANY):
        roles = tuple(rng.sample(game.deal.roles, len(game.deal.roles)))
        require(opening_kinds(ruleset, roles) == kinds, f"{roles} are revealed by different kinds of events", game)
        other: Game[Any] = Game(ruleset, type(game.deal)(roles, game.deal.first, game.deal.decks))
        for viewer in viewers:
            if opening_knowledge(ruleset, roles, viewer) == opening_knowledge(ruleset, game.deal.roles, viewer):
                one, two = (rest_of(opened, viewer, kinds) for opened in (game, other))
                require(one == two, f"the roles tell more at the start than opening_knowledge: {one}, {two}", other)
    for count, (game, _) in enumerate(walk(ruleset, seed)):
        if count % 25 and game.result is None:
            continue
        told = [event for event in game.events if type(event) in kinds]
        for viewer in viewers:
            seen = all_seen_by(told, viewer)
            expected = opening_knowledge(ruleset, game.deal.roles, viewer)
            is_right = seen == expected or (not seen and game.result is None)  # a game may tell it later
            require(is_right, f"viewer {viewer} is told {seen}; opening_knowledge says {expected}", game)


def rest_of(game: Game[Any], viewer: Seat, kinds: frozenset[type[Event]]) -> list[Event]:
    """Return the events of other kinds that a viewer has seen in a game without choices."""
    return [event for event in all_seen_by(game.events, viewer) if type(event) not in kinds]
