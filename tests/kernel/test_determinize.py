"""Determinized games are complete, match the view and are drawn fairly. Impossible roles are refused."""

from collections import Counter
from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401
from tests.support.brute_force import arrangements as orders_of
from turncoat.deduction import Worlds
from turncoat.kernel.determinize import Determinizer, RolesDoNotFit, arrangements, below, determinize
from turncoat.kernel.draws import Draws
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import label, play, rulesets
from turncoat.testing.determinizing import check_moment
from turncoat.testing.games import walk
from turncoat.testing.walks import play_script

FIVE = Ruleset.of("resistance", 5)
SPIES_FIRST = ("spy", "spy", "resistance", "resistance", "resistance")
THOROUGH = [
    Ruleset.of("resistance", 5),
    Ruleset.of("winter-soldier", 5, ["maria-hill"]),
]

MODULES = [
    Ruleset.of("resistance", 5, ["hunter", "plot-thickens"]),
    Ruleset.of("resistance", 8, ["hunter", "deep-agent", "pretender", "blame", "plot-thickens", "inquisitor"]),
    Ruleset.of("winter-soldier", 8, ["maria-hill", "black-widow", "scarlet-witch"]),
    Ruleset.of("hail-hydra", 6),
    Ruleset.of(
        "round-table", 7, ["percival", "morgana", "lancelots", "lady-of-the-lake", "excalibur"], {"lancelots": "open"}
    ),
    Ruleset.of("round-table", 6, ["lancelots", "excalibur", "targeting"], {"allegiance-deck": "large"}),
]


def dealt(ruleset: Ruleset, roles: tuple[str, ...], script: str = "") -> Game[Any]:
    """Play a script with these roles and seat 0 as the first leader."""
    deal = ruleset.deal(b"determinize")
    return play_script(ruleset, type(deal)(roles, 0, deal.decks), script)


@pytest.mark.parametrize("ruleset", THOROUGH, ids=label)
def test_every_view_can_be_determinized_at_every_moment(ruleset: Ruleset) -> None:
    chance = Random("every moment")
    for game, _ in walk(ruleset, 5):
        for seat in range(SPECTATOR, ruleset.players):
            check_moment(game, seat, chance)


@pytest.mark.parametrize("ruleset", MODULES, ids=label)
def test_every_third_moment_can_be_determinized_for_one_seat(ruleset: Ruleset) -> None:
    chance = Random("every moment")
    for moment, (game, _) in enumerate(walk(ruleset, 5)):
        if moment % 3 == 0:
            check_moment(game, moment // 3 % (ruleset.players + 1) - 1, chance)


@pytest.mark.sweep
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("ruleset", rulesets(), ids=label)
def test_every_moment_of_every_ruleset_can_be_determinized_for_one_seat(ruleset: Ruleset) -> None:
    chance = Random("every moment")
    for moment, (game, _) in enumerate(walk(ruleset, 6)):
        check_moment(game, moment % (ruleset.players + 1) - 1, chance)


# Misfits


def test_determinizing_refuses_roles_that_are_not_dealt() -> None:
    view = dealt(FIVE, SPIES_FIRST).view(4)
    with pytest.raises(RolesDoNotFit, match="the cards are resistance, resistance, resistance, spy, spy"):
        determinize(view, ("spy",) * 5, Draws(b"x"))


def test_determinizing_refuses_roles_that_the_seat_knows_to_be_wrong() -> None:
    roles = ("resistance", "spy", "resistance", "spy", "resistance")
    for seat in range(2):
        view = dealt(FIVE, SPIES_FIRST).view(seat)
        assert not Worlds.of(view).allow(roles)
        with pytest.raises(RolesDoNotFit, match=f"does not fit what seat {seat} has seen: at the start"):
            determinize(view, roles, Draws(b"x"))


@pytest.mark.parametrize(
    ("game", "modules"),
    [
        ("resistance", ()),
        ("resistance", ("hunter", "plot-thickens")),
        ("winter-soldier", ("maria-hill",)),
        ("hail-hydra", ()),
    ],
)
def test_determinizing_accepts_exactly_the_roles_that_worlds_allow(game: str, modules: tuple[str, ...]) -> None:
    """Check all deals at some moments. `Worlds` and `Determinizer` are independent implementations."""
    ruleset = Ruleset.of(game, 5, modules)
    fitting = 0
    for moment, (position, _) in enumerate(walk(ruleset, 9)):
        if moment % 12 == 7:
            seat = moment // 12 % 6 - 1
            view = position.view(seat)
            determinizer, worlds = Determinizer(view), Worlds.of(view)
            for roles in orders_of(role_cards(ruleset)):
                if worlds.allow(roles):
                    assert determinizer.game(roles, Draws(b"%d" % moment)).deal.roles == roles
                    fitting += 1
                else:
                    with pytest.raises(RolesDoNotFit):
                        determinizer.game(roles, Draws(b"%d" % moment))
    assert fitting > 10


MISSION = "0 name-team team=0,1\n* cast-ballot approve\n"


def test_determinizing_refuses_roles_that_could_not_play_the_cards() -> None:
    view = dealt(FIVE, SPIES_FIRST, MISSION + "0 play-card success\n1 play-card fail").view(SPECTATOR)
    with pytest.raises(RolesDoNotFit, match="what was told of roles rules it out"):
        determinize(view, ("resistance", "resistance", "spy", "spy", "resistance"), Draws(b"x"))


def test_determinizing_uses_nothing_but_the_view() -> None:
    """Two games that look the same to a seat, with different cards and roles, yield the same determinizations."""
    script = MISSION + "0 play-card {}\n1 play-card {}\n1 name-team team=0,2,3\n0,2 cast-ballot reject"
    one = dealt(FIVE, SPIES_FIRST, script.format("fail", "success"))
    other = dealt(FIVE, ("resistance", "spy", "spy", "resistance", "resistance"), script.format("success", "fail"))
    assert one.events != other.events
    for seat in (SPECTATOR, 4):
        first, second = (determinize(game.view(seat), SPIES_FIRST, Draws(b"same")) for game in (one, other))
        assert (first.events, first.choices) == (second.events, second.choices)


# Open prompts


def test_a_determinized_game_waits_for_the_same_seats() -> None:
    game = dealt(FIVE, SPIES_FIRST, MISSION + "0 play-card fail")
    view = game.view(SPECTATOR)
    assert view.waiting == 0b10
    determinizer = Determinizer(view)
    cards = Counter(determinizer.game(SPIES_FIRST, Draws(b"%d" % number)).answer(0) for number in range(200))
    assert set(cards) == {"success", "fail"}
    assert 70 < cards["fail"] < 130
    roles = ("resistance", "spy", "spy", "resistance", "resistance")
    made = [determinizer.game(roles, Draws(b"%d" % number)) for number in range(20)]
    assert {(game.answer(0), game.waiting) for game in made} == {("success", 0b10)}


def test_determinizing_keeps_the_seats_own_open_answer() -> None:
    view = dealt(FIVE, SPIES_FIRST, MISSION + "0 play-card fail").view(0)
    determinizer = Determinizer(view)
    assert {determinizer.game(SPIES_FIRST, Draws(b"%d" % number)).answer(0) for number in range(20)} == {"fail"}


def test_determinizing_works_after_an_unseen_pass() -> None:
    """Passing a plot card emits no event. Only the next prompt shows that somebody passed."""
    ruleset = Ruleset.of("resistance", 5, ["plot-thickens"])
    met = set()
    for seed in range(30):
        for game, chance in walk(ruleset, seed):
            asked = [prompt.question.name for prompt in game.prompts().values()]
            if "keeping-a-close-eye" in asked or "strong-leader" in asked:
                met.update(asked)
                for seat in range(SPECTATOR, 5):
                    check_moment(game, seat, chance)
                break
    assert met == {"keeping-a-close-eye", "strong-leader"}


# Distribution of draws


def test_played_cards_are_assigned_to_seats_uniformly() -> None:
    roles = ("spy", "spy", "spy", "resistance", "resistance", "resistance", "resistance")
    seven = Ruleset.of("resistance", 7)
    script = (
        "0 name-team team=0,3\n* cast-ballot approve\n0,3 play-card success\n"
        "1 name-team team=0,1,2\n* cast-ballot approve\n0 play-card fail\n1,2 play-card success"
    )
    view = dealt(seven, roles, script).view(6)
    determinizer = Determinizer(view)
    found = Counter(
        tuple(determinizer.game(roles, Draws(b"%d" % number)).board.cards[seat] for seat in range(3))
        for number in range(900)
    )
    assert sorted(found) == [
        ("fail", "success", "success"),
        ("success", "fail", "success"),
        ("success", "success", "fail"),
    ]
    assert chi_square(found) < 13.8  # 2 degrees of freedom: one seed in a thousand exceeds this


def test_the_rest_of_a_deck_is_drawn_uniformly() -> None:
    ruleset = Ruleset.of("resistance", 5, ["plot-thickens"])
    game = dealt(ruleset, SPIES_FIRST)
    seen = game.board.parts["plot-thickens"].to_give
    determinizer = Determinizer(game.view(2))
    found: Counter[str] = Counter()
    for number in range(1200):
        deck = determinizer.game(SPIES_FIRST, Draws(b"%d" % number)).deal.decks["plot-thickens"]
        assert deck[:1] == seen
        assert sorted(deck) == sorted(game.deal.decks["plot-thickens"])
        found[deck[1]] += 1
    left = Counter(game.deal.decks["plot-thickens"]) - Counter(seen)
    assert set(found) == set(left)
    expected = {card: 1200 * count / left.total() for card, count in left.items()}
    assert chi_square(found, expected) < 20.5  # 4 degrees of freedom


def test_hands_are_drawn_uniformly_from_unseen_cards() -> None:
    """Count the attack cards in seat 1's opening hand, as seat 0 may imagine it."""
    ruleset = Ruleset.of("hail-hydra", 5)
    game = next(game for game, _ in walk(ruleset, 2) if game.board.phase == "mission")
    view = game.view(0)
    own, held = view.board.hands[0], view.board.hand_sizes[1]
    assert own
    assert view.board.hands[1] is None
    determinizer = Determinizer(view)
    found: Counter[str] = Counter()
    for number in range(300):
        found.update(determinizer.game(game.deal.roles, Draws(b"%d" % number)).board.hands[1])
    left = Counter(view.board.cards.attack_cards) - Counter(own)
    assert found.keys() == left.keys()
    expected = {card: 300 * held * count / left.total() for card, count in left.items()}
    assert chi_square(found, expected) < 30  # some nine degrees of freedom, less spread than with replacement


def chi_square(found: Counter[Any], expected: dict[Any, float] | None = None) -> float:
    """Return the chi-square statistic of counts, against a uniform distribution by default."""
    expected = expected or dict.fromkeys(found, found.total() / len(found))
    return sum((found[key] - wanted) ** 2 / wanted for key, wanted in expected.items())


def test_draws_below_large_bounds_are_uniform() -> None:
    draws = Draws(b"large")
    found = Counter(below(draws, 1000) // 250 for _ in range(4000))
    assert sorted(found) == [0, 1, 2, 3]
    assert chi_square(found) < 16.3
    assert below(draws, 1) == 0


def test_every_arrangement_occurs_once() -> None:
    both = ("fail", "success")
    ways = arrangements((both, ("success",), both, both), ("fail", "fail", "success", "success"))
    assert len(ways) == len(set(ways)) == 3
    assert arrangements((both,), ()) == ()


def test_a_determinized_game_is_independent() -> None:
    game = dealt(FIVE, SPIES_FIRST, MISSION)
    view = game.view(0)
    before = list(view.events)
    made = determinize(view, SPIES_FIRST, Draws(b"x"))
    play(made, "0,1 play-card success")
    assert (view.events, game.view(0).events, game.waiting) == (before, before, 0b11)
    assert len(made.board.results) == 1
