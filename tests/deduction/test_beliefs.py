"""Beliefs: the deals that the rules allow, weighted by how people play."""

import math
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from tests.support.brute_force import short_game
from turncoat.deduction import Beliefs, Model, NoWorldFits, ParameterError, Worlds
from turncoat.deduction.model import fitted
from turncoat.deduction.traitor_sets import HAS_NUMPY, sets_of
from turncoat.games.resistance.events import MissionRevealed
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side, role_cards
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, seat_set, seats_in
from turncoat.kernel.steps import Choice
from turncoat.missions import team_acts

MODEL = Model(
    {
        "vote reject on 0": 0.3,
        "vote approve off 1": -0.4,
        "vote.margin approve on 3": 0.2,
        "votes 1 2": 0.1,
        "team on 1": 0.5,
        "cards 1 1 1": 0.9,
        "cards.leads traitor 1 0": -0.25,
    }
)
"""A model with known opinions, independent of the fitted one."""

RULESETS = (
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 7, ["hunter"]),
    Ruleset.of("resistance", 7, ["plot-thickens", "inquisitor", "reverser"]),
    Ruleset.of("winter-soldier", 6),
    Ruleset.of("hail-hydra", 5),
    Ruleset.of("round-table", 6, ["lancelots", "lady-of-the-lake", "excalibur"], {"allegiance-deck": "large"}),
)


def games() -> list[Game[Any]]:
    return [short_game(ruleset, f"beliefs {seed}", 2 + seed) for ruleset in RULESETS for seed in range(2)]


@pytest.fixture(scope="module", params=range(2 * len(RULESETS)), ids=str)
def game(request: pytest.FixtureRequest) -> Game[Any]:
    number: int = request.param
    return games()[number]


def viewers(game: Game[Any]) -> tuple[int, ...]:
    return (SPECTATOR, *range(game.ruleset.players))


def test_without_an_opinion_all_deals_are_equally_likely(game: Game[Any]) -> None:
    for viewer in viewers(game):
        view = game.view(viewer)
        beliefs, worlds = Beliefs.of(view, Model({})), Worlds.of(view)
        for seat in range(game.ruleset.players):
            for role, chance in beliefs.roles(seat).items():
                assert chance == pytest.approx(worlds.count_with(seat, (role,)) / worlds.count, abs=1e-12)
            assert set(beliefs.roles(seat)) == worlds.possible(seat)


def test_different_questions_about_beliefs_agree(game: Game[Any]) -> None:
    book, hiding = rulebook(game.ruleset.game), hiding_side(game.ruleset)
    for viewer in viewers(game):
        beliefs = Beliefs.of(game.view(viewer), MODEL)
        sets = beliefs.traitor_sets()
        assert math.fsum(chance for _, chance in sets) == pytest.approx(1)
        assert beliefs.likeliest(3) == sorted(sets, key=lambda one: (-one[1], one[0]))[:3]
        for seat in range(game.ruleset.players):
            by_sets = math.fsum(chance for traitors, chance in sets if traitors >> seat & 1)
            roles = beliefs.roles(seat)
            assert math.fsum(roles.values()) == pytest.approx(1)
            hiding_roles = [role for role in roles if book.side_of(role, game.board) == hiding]
            assert beliefs.traitor(seat) == pytest.approx(by_sets)
            assert beliefs.chance(seat, hiding_roles) == pytest.approx(by_sets)
            assert math.fsum(roles[role] for role in hiding_roles) == pytest.approx(by_sets)


def test_possible_deals_are_drawn_by_their_probability() -> None:
    game = short_game(Ruleset.of("resistance", 7, ["hunter"]), "drawn", 2)
    beliefs = Beliefs.of(game.view(SPECTATOR), MODEL)
    rng, draws = Random(5), 1500
    drawn = [beliefs.draw(rng) for _ in range(draws)]
    assert all(map(beliefs.worlds.allow, drawn))
    for seat in range(7):
        for role, chance in beliefs.roles(seat).items():
            seen = sum(roles[seat] == role for roles in drawn) / draws
            assert seen == pytest.approx(chance, abs=5 * math.sqrt(chance * (1 - chance) / draws) + 1e-9)


def test_the_reasons_add_up_to_the_change(game: Game[Any]) -> None:
    for viewer in viewers(game):
        beliefs = Beliefs.of(game.view(viewer), MODEL)
        opening = Beliefs(game.ruleset, viewer, MODEL)
        for seat in range(game.ruleset.players):
            reasons = beliefs.reasons(seat)
            numbers = [reason.number for reason in reasons]
            assert numbers == sorted(set(numbers))
            assert all(game.view(viewer).events[reason.number] == reason.event for reason in reasons)
            moved = sum(reason.log_odds for reason in reasons)
            now = beliefs.log_odds(seat)
            if math.isinf(now):
                assert moved == now
                assert reasons[-1].log_odds == now
            else:
                assert moved == pytest.approx(now - opening.log_odds(seat), abs=1e-9)


def test_a_seats_beliefs_ignore_its_own_acts() -> None:
    """Compare two games that differ only in one seat's ballots: that seat's beliefs are the same."""
    ruleset = Ruleset.of("resistance", 5)
    believed = []
    for ballot in ("approve", "reject"):
        game: Game[Any] = Game(ruleset, ruleset.deal(b"own ballot"))
        me = next(seat for seat, role in enumerate(game.deal.roles) if role == "resistance")
        model = Model(
            {f"vote {b} {place} {k}": 0.7 for b in ("approve", "reject") for place in ("on", "off") for k in range(3)}
        )
        while not any(type(event).__name__ == "BallotsRevealed" for event in game.events):
            for seat, prompt in game.prompts().items():
                if prompt.question.name == "name-team":
                    others = [other for other in range(5) if other != me][: game.board.team_size]
                    answer: Any = (sum(1 << other for other in others),)
                else:
                    answer = ballot if seat == me else "approve"
                game.play(seat, Choice(prompt.number, answer))
                break
        believed.append([Beliefs.of(game.view(me), model).traitor(seat) for seat in range(5)])
    assert believed[0] == pytest.approx(believed[1])
    assert believed[0][0] != pytest.approx(0.5)


def test_a_clone_of_beliefs_is_independent(game: Game[Any]) -> None:
    view = game.view(0)
    half = len(view.events) // 2
    beliefs = Beliefs(game.ruleset, 0, MODEL)
    beliefs.see(view.events[:half])
    before = beliefs.traitor_sets()
    twin = beliefs.clone()
    twin.see(view.events[half:])
    assert beliefs.traitor_sets() == before
    assert list(twin.traitor_sets()) == list(Beliefs.of(view, MODEL).traitor_sets())
    beliefs.see(view.events[half:])
    assert list(twin.traitor_sets()) == list(beliefs.traitor_sets())


@pytest.mark.parametrize("model", [MODEL, fitted()], ids=["few", "fitted"])
def test_beliefs_are_equal_with_and_without_numpy(game: Game[Any], model: Model) -> None:
    """Use the fitted model too, which covers every kind of act and every part of a vote."""
    assert HAS_NUMPY, "NumPy is a development dependency"
    for viewer in viewers(game):
        events = game.view(viewer).events
        plain, arrays = (Beliefs(game.ruleset, viewer, model, plain=plain) for plain in (True, False))
        for event in events:
            plain.see((event,))
            arrays.see((event,))
            for seat in range(game.ruleset.players):
                assert plain.traitor(seat) == pytest.approx(arrays.traitor(seat), rel=1e-12, abs=1e-15)
                assert (plain.traitor(seat) in (0, 1)) == (arrays.traitor(seat) in (0, 1))


def test_spy_sets_work_without_numpy() -> None:
    assert type(sets_of(5, 2, True)).__name__ == "PlainSets"
    assert sets_of(5, 2, True).masks == sets_of(5, 2).masks


@pytest.mark.parametrize("plain", [True, False])
def test_an_impossible_event_is_named_and_keeps_the_beliefs(plain: bool) -> None:
    ruleset = Ruleset.of("resistance", 5)
    game = short_game(ruleset, "impossible", 1)
    view = game.view(SPECTATOR)
    last = max(number for number, event in enumerate(view.events) if isinstance(event, MissionRevealed))
    event = MissionRevealed(1, ("fail", "fail", "fail"), False)
    beliefs = Beliefs(ruleset, SPECTATOR, plain=plain)
    beliefs.see(view.events[:last])
    possible = {traitors for traitors, _ in beliefs.traitor_sets()}
    with pytest.raises(NoWorldFits) as found:
        beliefs.see([event])
    assert (found.value.number, found.value.event) == (last, event)
    assert f"event {last}" in str(found.value)
    assert {traitors for traitors, _ in beliefs.traitor_sets()} == possible
    assert math.fsum(map(beliefs.traitor, range(5))) == pytest.approx(2)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("", "'parameters'"),
        ("parameters = 3", "'parameters'"),
        ("[parameters", "are not TOML"),
        ('[parameters]\n"vote reject on 1" = 21.0', "'vote reject on 1'"),
        ('[parameters]\n"vote reject on 1" = nan', "'vote reject on 1'"),
        ('[parameters]\n"vote reject on 1" = "high"', "'vote reject on 1'"),
        ('[parameters]\n"vote reject on 1" = true', "'vote reject on 1'"),
        ('[parameters]\n"moon full" = 1.0', "'moon full'"),
    ],
)
def test_an_out_of_range_parameter_is_named(text: str, named: str) -> None:
    with pytest.raises(ParameterError, match=named.replace("[", r"\[")):
        Model.read(text)


def test_beliefs_follow_roles_that_change_seats() -> None:
    game = short_game(Ruleset.of("resistance", 5), "now", 1)
    beliefs = Beliefs.of(game.view(SPECTATOR), MODEL)
    for traitors, _ in beliefs.traitor_sets():
        assert len(seats_in(traitors)) == 2


STAY = ("no-change",) * 3


@pytest.mark.parametrize(
    ("deck", "missions"),
    [(("no-change", "switch", *STAY, "switch"), 2), (("no-change", "switch", "switch", *STAY), 3)],
    ids=["one switch", "back again"],
)
@pytest.mark.parametrize("plain", [True, False], ids=["plain", "numpy"])
def test_acts_are_weighed_by_the_sides_of_their_time(deck: tuple[str, ...], missions: int, plain: bool) -> None:
    """Compare with a sum over all deals, each of which says who was evil at each act."""
    ruleset = Ruleset.of("round-table", 6, ["lancelots", "lady-of-the-lake"], {"allegiance-deck": "large"})
    deal = ruleset.deal(b"sides")
    game = short_game(ruleset, "sides", missions, replace(deal, decks={"allegiance": deck}))
    assert game.board.switches == deck[: missions + 1].count("switch")
    for viewer in viewers(game):
        view, beliefs = game.view(viewer), Beliefs(ruleset, viewer, MODEL, plain=plain)
        beliefs.see(view.events)
        acts = [
            (frozenset(role for role in role_cards(ruleset) if board.side_of(role) == "evil"), act)
            for board, event in view.history()
            for act in team_acts(event, ruleset, board)
        ]
        found: dict[tuple[str, ...], float] = {}
        for roles in Worlds.of(view).deals():
            score = 0.0
            for evil_roles, act in acts:
                evil = seat_set(seat for seat, role in enumerate(roles) if role in evil_roles)
                weights, sets = MODEL.weights(act, viewer), sets_of(6, evil.bit_count(), True)
                if weights is not None:
                    score += sets.plus(sets.zeros(), weights)[sets.numbers[evil]]
            found[roles] = math.exp(score)
        total = math.fsum(found.values())
        for seat in range(6):
            evil_now = [one for roles, one in found.items() if game.board.side_of(roles[seat]) == "evil"]
            assert beliefs.traitor(seat) == pytest.approx(math.fsum(evil_now) / total)
            for role, chance in beliefs.roles(seat).items():
                assert chance == pytest.approx(math.fsum(one for at, one in found.items() if at[seat] == role) / total)
