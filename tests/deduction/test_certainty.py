"""Certainty: exactly the statements true in every possible deal, attributed to the event that made them so."""

from itertools import combinations
from random import Random
from typing import Any

import pytest

from turncoat.bots.bot import RandomBot
from turncoat.deduction import Worlds
from turncoat.deduction.certainty import LARGEST_GROUP, Certain, Certainty, TraitorSets
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side, roles_of_side
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, SPECTATOR, seat_set
from turncoat.simulation.playing import play_game
from turncoat.testing import play_script

RULESETS = (
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 6, ["hunter"]),
    Ruleset.of("resistance", 7, ["plot-thickens", "reverser"]),
    Ruleset.of("winter-soldier", 6, ["maria-hill"]),
    Ruleset.of("hail-hydra", 5),
    Ruleset.of("round-table", 6, ["lancelots", "lady-of-the-lake"], {"allegiance-deck": "large"}),
)


def played(ruleset: Ruleset, seed: int) -> Game[Any]:
    bots = [RandomBot(ruleset, seat, b"%d %d" % (seed, seat)) for seat in range(ruleset.players)]
    return play_game(ruleset, ruleset.deal(b"%d" % seed), bots, Random(seed))


def possible_now(worlds: Worlds) -> list[tuple[str, ...]]:
    """Return every possible deal, as the current roles of the seats."""
    return [tuple(deal[dealt] for dealt in map(worlds.dealt_to, range(len(deal)))) for deal in worlds.deals()]


@pytest.mark.parametrize("ruleset", RULESETS, ids=str)
def test_certain_knowledge_holds_in_every_possible_deal(ruleset: Ruleset) -> None:
    for seed in range(2):
        game = played(ruleset, seed)
        end = next(number for number, event in enumerate(game.events) if type(event).__name__ == "GameEnded")
        for seat in (SPECTATOR, 0, 1):
            view = game.view(seat)
            events = view.events[: min(end // 2, len(view.events))]
            certainty = Certainty.of(ruleset, seat, events)
            deals = possible_now(certainty.worlds)
            hiding = roles_of_side(ruleset, hiding_side(ruleset), certainty.worlds.view.board)
            sets = {seat_set(s for s, role in enumerate(deal) if role in hiding) for deal in deals}
            assert TraitorSets(certainty.worlds).now() == sets
            for one in certainty.now:
                counts = {sum(deal[s] in one.roles for s in SEATS_IN[one.seats]) for deal in deals}
                assert min(counts) >= 1
                assert one.is_of_one or one.only == (counts == {1})
            told = {one.seats: one for one in certainty.now}
            for other in range(ruleset.players):
                possible = frozenset(deal[other] for deal in deals)
                if other != seat and len(possible) == 1:
                    assert told[1 << other] == Certain(1 << other, possible)


def test_a_failed_mission_of_two_makes_a_spy_among_them_certain() -> None:
    ruleset = Ruleset.of("resistance", 5)
    deal = Deal(("resistance", "spy", "resistance", "spy", "resistance"), 0)
    script = "0 name-team team=1,2\n0,1,2,3,4 cast-ballot approve\n1 play-card fail\n2 play-card success"
    game = play_script(ruleset, deal, script)
    public = Certainty.of(ruleset, SPECTATOR, game.view(SPECTATOR).events)
    pair = Certain(0b00110, frozenset({"spy"}))
    assert public.now == (pair,)
    (learned,) = public.learned
    assert [type(event).__name__ for event in learned.events] == ["MissionRevealed"]
    assert learned.certain == (pair,)
    # Seat 2 was on the team and played a Success, so it knows.
    assert Certainty.of(ruleset, 2, game.view(2).events).now == (Certain(0b00010, frozenset({"spy"})),)


def test_certainty_omits_facts_that_follow_from_counting_alone() -> None:
    ruleset = Ruleset.of("resistance", 5)
    game: Game[Any] = Game(ruleset, Deal(("resistance", "spy", "resistance", "spy", "resistance"), 0))
    certainty = Certainty.of(ruleset, 0, game.view(0).events)
    assert certainty.now == ()
    every_three = [seat_set(seats) for seats in combinations(range(1, 5), LARGEST_GROUP)]
    assert all(group & one for group in every_three for one in TraitorSets(certainty.worlds).now())


def test_certainty_is_the_same_event_by_event_and_at_once() -> None:
    ruleset = Ruleset.of("resistance", 7, ["hunter"])
    game = played(ruleset, 3)
    events = game.view(2).events
    at_once, bit_by_bit = Certainty.of(ruleset, 2, events), Certainty(ruleset, 2)
    told = next(number for number, event in enumerate(events) if type(event).is_heading)  # the deal comes as a whole
    bit_by_bit.see(events[:told])
    for event in events[told:]:
        bit_by_bit.see([event])
    assert bit_by_bit.now == at_once.now
    assert bit_by_bit.learned == at_once.learned
