"""A game in turns as an environment: equal seeds, secrecy, refusals, and every ruleset to its end."""

from random import Random
from typing import Any, Final

import pytest

from tests.support.covering import few_rulesets, often
from turncoat.envs.environment import TurnEnvironment
from turncoat.envs.turns import Turns
from turncoat.kernel.chapters import Deal, DealError
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, SPECTATOR
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.secrecy import FEW_DEALS, Pair, other_deal

FEW: Final = few_rulesets()
FIVE: Final = Ruleset.of("resistance", 5)
OF_EACH_GAME: Final = (
    FIVE,
    Ruleset.of("resistance", 7, ["targeting", "plot-thickens"]),
    Ruleset.of("winter-soldier", 8, ["maria-hill"]),
    Ruleset.of("hail-hydra", 6),
    Ruleset.of("round-table", 6),
)
SPIES: Final = Deal(("spy", "resistance", "spy", "resistance", "resistance"), first=0)


def act_at_random(env: TurnEnvironment, rng: Random) -> None:
    env.step(rng.choice(env.legal_actions))


def state_of(env: TurnEnvironment) -> tuple[Any, ...]:
    seats = range(env.ruleset.players)
    return (
        env.seat,
        env.asked,
        env.legal_actions,
        *(env.text(seat) for seat in (SPECTATOR, *seats)),
        *(bytes(env.tensor(seat)) for seat in (SPECTATOR, *seats)),
        *(env.mask(seat) for seat in seats),
    )


@pytest.mark.parametrize("ruleset", often(FEW, rulesets()), ids=label)
def test_every_ruleset_is_played_to_its_end(ruleset: Ruleset) -> None:
    env = TurnEnvironment(ruleset)
    for seed in range(2):
        env.reset(seed)
        rng = Random(seed)
        while not env.is_over:
            assert env.rewards == (0.0,) * ruleset.players
            act_at_random(env, rng)
        assert set(env.rewards) <= {1.0, -1.0}
        assert env.roles == env.turns.game.deal.roles
        assert env.legal_actions == env.asked == ()


@pytest.mark.parametrize("ruleset", OF_EACH_GAME, ids=label)
def test_equal_seeds_and_actions_give_equal_games(ruleset: Ruleset) -> None:
    one, other, rng = TurnEnvironment(ruleset), TurnEnvironment(ruleset), Random(1)
    one.reset(seed=5)
    other.reset(seed=5)
    while not one.is_over:
        assert one.legal_actions == other.legal_actions
        action = rng.choice(one.legal_actions)
        one.step(action)
        other.step(action)
    assert state_of(one) == state_of(other)
    assert one.turns.game.events == other.turns.game.events


def test_other_seeds_give_other_deals() -> None:
    env = TurnEnvironment(FIVE)
    deals = set()
    for seed in range(20):
        env.reset(seed)
        deals.add(env.turns.game.deal.roles)
    assert len(deals) > 5


def test_without_a_seed_games_differ() -> None:
    env = TurnEnvironment(Ruleset.of("resistance", 10))
    deals = set()
    for _ in range(20):
        env.reset()
        deals.add(env.turns.game.deal.roles)
    assert len(deals) > 5


def test_a_given_deal_is_played() -> None:
    env = TurnEnvironment(FIVE)
    env.reset(seed=1, deal=SPIES)
    assert env.turns.game.deal == SPIES


def test_a_deal_that_does_not_fit_changes_nothing() -> None:
    env = TurnEnvironment(FIVE)
    env.reset(seed=1)
    before = state_of(env)
    with pytest.raises(DealError, match="have 2 spies"):
        env.reset(seed=2, deal=Deal(("spy",) * 5, first=0))
    assert state_of(env) == before


@pytest.mark.parametrize("ruleset", OF_EACH_GAME, ids=label)
def test_an_illegal_action_is_refused_and_changes_nothing(ruleset: Ruleset) -> None:
    env, rng = TurnEnvironment(ruleset), Random(2)
    env.reset(seed=2)
    count = len(env.space.actions)
    for _ in range(15):
        before = state_of(env)
        illegal = sorted(set(range(count)) - set(env.legal_actions))
        with pytest.raises(ValueError, match=r"is not possible now; possible: \S"):
            env.step(rng.choice(illegal))
        for nonsense in (-1, count, True, 1.0, "approve", None):
            with pytest.raises(ValueError, match=f"an action is a number from 0 to {count - 1}, not "):
                env.step(nonsense)  # type: ignore[arg-type]
        assert state_of(env) == before
        act_at_random(env, rng)


def test_no_action_is_possible_after_the_end() -> None:
    env = TurnEnvironment(FIVE)
    env.reset(seed=1)
    while not env.is_over:
        act_at_random(env, Random(1))
    with pytest.raises(ValueError, match="possible: none, the game is over"):
        env.step(0)
    assert not any(env.mask(seat).count(1) for seat in range(5))


def test_nothing_is_possible_before_the_first_reset() -> None:
    env = TurnEnvironment(FIVE)
    for attempt in (lambda: env.seat, lambda: env.step(0), lambda: env.tensor(0), lambda: env.text(0)):
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            attempt()


def test_roles_are_secret_until_the_end() -> None:
    env = TurnEnvironment(FIVE)
    env.reset(seed=1)
    with pytest.raises(RuntimeError, match="secret until the game is over"):
        env.roles  # noqa: B018


@pytest.mark.parametrize("ruleset", OF_EACH_GAME, ids=label)
def test_the_mask_has_the_legal_actions_of_those_who_are_asked(ruleset: Ruleset) -> None:
    env, rng = TurnEnvironment(ruleset), Random(3)
    env.reset(seed=3)
    while not env.is_over:
        seat = env.seat
        assert seat is not None
        assert [number for number, may in enumerate(env.mask(seat)) if may] == list(env.legal_actions)
        for other in set(range(ruleset.players)) - set(env.asked):
            assert not any(env.mask(other))
        act_at_random(env, rng)


@pytest.mark.parametrize("ruleset", OF_EACH_GAME, ids=label)
def test_what_grows_with_the_game_equals_what_is_made_anew(ruleset: Ruleset) -> None:
    env, rng = TurnEnvironment(ruleset, latest=16), Random(4)
    env.reset(seed=4)
    while not env.is_over:
        seat = rng.randrange(-1, ruleset.players)  # SPECTATOR too
        view = env.turns.game.view(seat)
        turn = env.turns.open.get(seat)
        assert bytes(env.tensor(seat)) == bytes(env.layout.tensor(view, turn.taken if turn else ()))
        assert env.view(seat).text() == view.text()
        assert env.text(seat).startswith(view.text())
        act_at_random(env, rng)


@pytest.mark.parametrize("ruleset", often(OF_EACH_GAME, dict.fromkeys((*OF_EACH_GAME, *FEW))), ids=label)
def test_a_seat_to_whom_two_deals_look_alike_observes_the_same(ruleset: Ruleset) -> None:
    """They may diverge at an event that reveals something, as in `turncoat.testing.secrecy`."""
    rng = Random(5)
    one, other = TurnEnvironment(ruleset), TurnEnvironment(ruleset)
    pairs = 0
    for number in range(FEW_DEALS):
        deal = ruleset.deal(f"alike-{number}".encode())
        twin = other_deal(ruleset, deal, rng)
        if twin is not None and pairs < 3:
            one.reset(seed=number, deal=deal)
            other.reset(seed=number, deal=twin)
            pairs += compare(one, other, rng) > 0
    assert pairs > 0


def compare(one: TurnEnvironment, other: TurnEnvironment, rng: Random) -> int:
    """Take equal actions in both as long as that is possible. Return how many observations were compared."""
    pair = Pair(one.ruleset, one.turns.game.deal, other.turns.game.deal, ())
    pair.games = (one.turns.game, other.turns.game)
    compared = 0
    while not one.is_over and chance(one) == chance(other):
        pair.compare()  # leaves out those who were shown a difference
        for viewer in pair.views:
            assert one.text(viewer) == other.text(viewer)
            assert bytes(one.tensor(viewer)) == bytes(other.tensor(viewer))
            assert one.mask(viewer) == other.mask(viewer)
            compared += 1
        common = sorted(set(one.legal_actions) & set(other.legal_actions))
        if not pair.views or one.seat != other.seat or not common:
            break
        action = rng.choice(common)
        one.step(action)
        other.step(action)
    return compared


def chance(env: TurnEnvironment) -> list[Any]:
    return [choice for seat, choice in env.turns.game.choices if seat == CHANCE]


def test_others_learn_nothing_of_an_answer_before_all_are_in() -> None:
    texts = []
    for ballot in ("approve", "reject"):
        env = TurnEnvironment(FIVE)
        env.reset(seed=1, deal=SPIES)
        for _ in range(2):
            env.step(env.legal_actions[0])
        (action,) = [number for number in env.legal_actions if str(env.space.actions[number]) == ballot]
        env.step(action)
        texts.append([state for seat in range(1, 5) for state in (env.text(seat), bytes(env.tensor(seat)))])
    assert texts[0] == texts[1]


def test_seats_that_are_asked_together_may_act_in_any_order() -> None:
    env = TurnEnvironment(FIVE)
    env.reset(seed=1, deal=SPIES)
    for _ in range(2):
        env.step(env.legal_actions[0])
    assert env.asked == (0, 1, 2, 3, 4)
    (approve,) = [number for number in env.legal_actions if str(env.space.actions[number]) == "approve"]
    for seat in (3, 0, 4, 1):
        env.step(approve, seat)
        with pytest.raises(ValueError, match="is not possible now; possible: none"):
            env.step(approve, seat)
    assert env.seat == 2
    before = len(env.turns.game.events)
    env.step(approve)
    assert len(env.turns.game.events) > before


def test_a_clone_of_the_game_goes_its_own_way() -> None:
    turns = Turns(Game(FIVE, SPIES))
    turns.act(turns.actions[0])
    twin = turns.clone()
    twin.act(twin.actions[0])
    assert len(turns.taken) == 1
    assert turns.prompt != twin.prompt
    turns.act(turns.actions[0])
    assert turns.game.events == twin.game.events


@pytest.mark.parametrize("ruleset", [ruleset for ruleset in OF_EACH_GAME if ruleset != FIVE], ids=label)
def test_seats_that_act_in_any_order_finish_the_game(ruleset: Ruleset) -> None:
    rng = Random(6)
    for seed in range(5):
        turns = Turns(Game(ruleset, ruleset.deal(bytes([seed]))))
        while turns.open:
            seat = rng.choice(list(turns.open))
            turns.act(rng.choice(turns.open[seat].actions), seat)
        assert turns.game.result is not None
