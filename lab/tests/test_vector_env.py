"""The vector environment: its games are the kernel's, and whoever decides sees what its seat may see."""

from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics

from turncoat.envs.turns import Turns
from turncoat.kernel.game import Game
from turncoat.kernel.options import Form
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat_lab.batch.layout import Layout, turned
from turncoat_lab.batch.rules import NotInBatch
from turncoat_lab.vector_env import BatchVectorEnv

pytestmark = pytest.mark.usefixtures("lockstep")

FIVE = Ruleset.of("resistance", 5)
KNOWN = (
    FIVE,
    Ruleset.of("resistance", 7),
    Ruleset.of("resistance", 10),
    Ruleset.of("resistance", 6, ["blind-spies"]),
    Ruleset.of("resistance", 8, ["targeting"]),
)
"""Rulesets in which an observation is all that a seat knows."""
MORE = (
    Ruleset.of("resistance", 7, ["plot-thickens"]),
    Ruleset.of("resistance", 8, ["targeting", "hunter", "inquisitor"]),
    Ruleset.of("resistance", 6, ["reverser"]),
)


def label(ruleset: Ruleset) -> str:
    return "-".join((ruleset.game, str(ruleset.players), *ruleset.modules))


def drawn(mask: Any, rng: Any) -> Any:
    """Draw a possible action of each game."""
    return np.where(mask == 1, rng.random(mask.shape), -1).argmax(axis=1)


class Followed:
    """A game of the kernel that takes the decisions of one in the environment."""

    def __init__(self, env: BatchVectorEnv, place: int) -> None:
        self.layout, self.place = env.layout, place
        self.game: Game[Any] = Game(env.layout.ruleset, env.deal(place))
        self.parts: dict[str, Any] = {}
        """Parts of the form that is being answered."""

    def asks(self, seat: int) -> tuple[str, Any]:
        """Return the question and what is allowed, which may be a part of a form."""
        prompt = self.game.prompt(seat)
        assert prompt is not None, f"the kernel asks {sorted(self.game.prompts())}, not {seat}"
        if not isinstance(prompt.option, Form):
            return prompt.question.name, prompt.option
        parts = dict(prompt.option.parts)
        part = next(name for name in parts if name not in self.parts)
        return ("name-team" if part == "team" else part), parts[part]

    def value(self, seat: int, action: int) -> Any:
        """Return the kernel's answer of an action."""
        chosen = self.layout.actions[action]
        if chosen.kind == "team":
            return turned(chosen.value, seat, self.layout.players)
        if chosen.kind == "seat":
            return (chosen.value + seat) % self.layout.players
        if chosen.kind == "mission":
            return f"mission-{chosen.value}"
        return None if chosen.kind == "pass" else chosen.value

    def allows(self, seat: int, action: int) -> bool:
        """Return whether the kernel allows the action, by the option and the parts given so far."""
        name, option = self.asks(seat)
        chosen, value = self.layout.actions[action], self.value(seat, action)
        if (chosen.kind == "team") != (name == "name-team") or (chosen.kind == "mission") != (name == "mission"):
            return False
        if name == "name-team" and "mission" in self.parts:
            size = self.game.board.size_of(int(self.parts["mission"][-1]))
            return bool(value.bit_count() == size)
        if name == "token" and value is not None and isinstance(value, int) and self.parts["team"] >> value & 1:
            return False
        return option.refusal(value) is None

    def take(self, seat: int, action: int) -> None:
        name, _ = self.asks(seat)
        prompt, value = self.game.prompt(seat), self.value(seat, action)
        assert prompt is not None
        if isinstance(prompt.option, Form):
            self.parts["team" if name == "name-team" else name] = value
            if len(self.parts) < len(prompt.option.parts):
                return
            value = tuple(self.parts[name] for name in prompt.option.names)
            self.parts = {}
        self.game.play(seat, Choice(prompt.number, value))


@pytest.mark.parametrize("ruleset", [*KNOWN, *MORE], ids=label)
def test_games_are_those_of_the_kernel_question_for_question(ruleset: Ruleset) -> None:
    env, rng = BatchVectorEnv(ruleset, 3), np.random.default_rng(1)
    observations, info = env.reset(seed=5)
    games = [Followed(env, place) for place in range(3)]
    ended = 0
    while ended < 3:
        actions = drawn(info["action_mask"], rng)
        for game in games:
            seat, mask = int(info["seat"][game.place]), info["action_mask"][game.place]
            assert [game.allows(seat, action) for action in range(len(mask))] == mask.astype(bool).tolist()
            if ruleset in KNOWN and not game.parts:
                name, _ = game.asks(seat)
                view, row = game.game.view(seat), observations[game.place]
                expected = env.layout.observation(view, view.prompt)
                expected[env.layout.blocks["question"]] = [name == one for one in env.layout.questions]
                assert row.tolist() == expected.tolist()
            game.take(seat, int(actions[game.place]))
        observations, _, over, _, info = env.step(actions)
        for game in games:
            assert (game.game.result is not None) == over[game.place]
        for place in np.flatnonzero(over):
            assert tuple(info["final_info"]["rewards"][place]) == Turns(games[place].game).rewards
            roles = [env.layout.roles[role] for role in info["final_info"]["roles"][place]]
            assert tuple(roles) == games[place].game.deal.roles
            games[place] = Followed(env, int(place))
            ended += 1


def test_deals_alike_to_a_seat_give_it_equal_observations() -> None:
    """Everybody takes the first action, so nobody sabotages, and games with one leader look alike to the loyal."""
    env = BatchVectorEnv(FIVE, 512)
    observations, info = env.reset(seed=1)
    deals = [env.deal(place) for place in range(512)]
    for step in range(2 * (1 + 5 + 2)):
        alike: dict[Any, Any] = {}
        different = set()
        for place, deal in enumerate(deals):
            seat = int(info["seat"][place])
            spies = tuple(role == "spy" for role in deal.roles)
            knows = (deal.first, seat, spies if spies[seat] else None)
            row = alike.setdefault(knows, observations[place].tolist())
            assert observations[place].tolist() == row, (step, knows)
            different.add((knows, spies))
        assert len(different) > 1.5 * len(alike)
        observations, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))


def test_nothing_is_said_about_roles_before_the_end() -> None:
    env, rng = BatchVectorEnv(FIVE, 8), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    ended = 0
    while ended < 20:
        assert {name for name in info if name[0] != "_"} <= {"action_mask", "seat"}
        _, rewards, over, cut, info = env.step(drawn(info["action_mask"], rng))
        assert not cut.any()
        assert (rewards != 0).tolist() == over.tolist()
        if over.any():
            ended += int(over.sum())
            final = info.pop("final_info")
            assert info.pop("_final_info").tolist() == over.tolist()
            assert info.pop("final_obs").any(axis=1).tolist() == over.tolist()
            assert ((final["roles"] >= 0).all(axis=1) == over).all()
            assert ((final["roles"] == -1).all(axis=1) == ~over).all()


def test_equal_seeds_give_equal_games() -> None:
    def course(seed: int) -> list[Any]:
        env, rng = BatchVectorEnv(FIVE, 16), np.random.default_rng(2)
        observations, info = env.reset(seed=seed)
        rows = [observations.tolist()]
        for _ in range(120):
            observations, _, _, _, info = env.step(drawn(info["action_mask"], rng))
            rows.append(observations.tolist())
        return rows

    assert course(3) == course(3) != course(4)


def test_a_reset_without_a_seed_deals_other_games() -> None:
    env = BatchVectorEnv(FIVE, 64)
    first, _ = env.reset(seed=1)
    second, _ = env.reset()
    again, _ = env.reset(seed=1)
    assert (first == again).all()
    assert (first != second).any()


@pytest.mark.parametrize("opponents", ["random", "people"])
@pytest.mark.parametrize("played", ["loyal", "hiding", (0,), (1, 4)])
def test_only_the_seats_that_learn_are_asked(played: Any, opponents: str) -> None:
    env, rng = BatchVectorEnv(FIVE, 8, played, opponents), np.random.default_rng(1)
    _, info = env.reset(seed=1)
    for _ in range(30):
        for place, seat in enumerate(info["seat"]):
            role = env.deal(place).roles[seat]
            assert seat in played if isinstance(played, tuple) else (role == "spy") == (played == "hiding")
        *_, info = env.step(drawn(info["action_mask"], rng))


def test_an_impossible_action_is_refused_and_changes_nothing() -> None:
    env = BatchVectorEnv(FIVE, 4)
    with pytest.raises(RuntimeError, match="reset"):
        env.step(np.zeros(4, int))
    _, info = env.reset(seed=1)
    good = info["action_mask"].argmax(axis=1)
    for bad in (24, -1, 23):
        actions = good.copy()
        actions[2] = bad
        with pytest.raises(ValueError, match=rf"game 2: action {bad} is not possible; choose one of \[0, 1, "):
            env.step(actions)
    with pytest.raises(ValueError, match="4 integers"):
        env.step(good[:3])
    twin = BatchVectorEnv(FIVE, 4)
    twin.reset(seed=1)
    assert (env.step(good)[0] == twin.step(good)[0]).all()


def test_unknown_seats_policies_and_games_are_refused() -> None:
    with pytest.raises(ValueError, match="all, loyal, hiding"):
        BatchVectorEnv(FIVE, 4, "spies")
    with pytest.raises(ValueError, match="from 0 to 4"):
        BatchVectorEnv(FIVE, 4, [5])
    with pytest.raises(ValueError, match="choose one of random, people"):
        BatchVectorEnv(FIVE, 4, opponents="hard")
    with pytest.raises(NotInBatch):
        BatchVectorEnv(Ruleset.of("hail-hydra", 5), 4)
    with pytest.raises(ValueError, match="one seed"):
        BatchVectorEnv(FIVE, 2).reset(seed=[1, 2])


@pytest.mark.parametrize(
    "ruleset",
    [
        Ruleset.of("resistance", 7, ["hunter", "deep-agent", "pretender", "blame"]),
        Ruleset.of("winter-soldier", 8),
        Ruleset.of("winter-soldier", 12, ["baron-zemo", "maria-hill", "scarlet-witch"]),
    ],
    ids=label,
)
def test_games_with_standing_offers_are_played_to_their_end(ruleset: Ruleset) -> None:
    env, rng = BatchVectorEnv(ruleset, 16), np.random.default_rng(1)
    observations, info = env.reset(seed=1)
    ended = 0
    while ended < 32:
        assert info["action_mask"].any(axis=1).all()
        assert (observations[:, env.layout.blocks["question"]].sum(axis=1) == 1).all()
        observations, _, over, _, info = env.step(drawn(info["action_mask"], rng))
        ended += int(over.sum())


def test_gymnasium_counts_episodes() -> None:
    env = RecordEpisodeStatistics(BatchVectorEnv(FIVE, 16))
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    rng = np.random.default_rng(1)
    observations, info = env.reset(seed=1)
    assert observations in env.observation_space
    lengths: list[int] = []
    for _ in range(200):
        actions = drawn(info["action_mask"], rng)
        assert actions in env.action_space
        observations, _, over, _, info = env.step(actions)
        lengths += info["episode"]["l"][over].tolist() if over.any() else []
    assert lengths
    assert min(lengths) >= 3 * 8
    assert observations in env.observation_space


def test_gymnasium_gives_each_game_its_own_info() -> None:
    env, rng = DictInfoToList(BatchVectorEnv(FIVE, 8)), np.random.default_rng(1)
    _, told = env.reset(seed=1)
    ended = 0
    while not ended:
        mask = np.array([info["action_mask"] for info in told])
        _, _, over, _, told = env.step(drawn(mask, rng))
        ended = int(over.sum())
        assert [{"action_mask", "seat"} <= info.keys() for info in told] == [True] * 8
        assert ["final_info" in info for info in told] == over.tolist()


def test_an_observation_fits_its_space_in_the_largest_games() -> None:
    for ruleset in (Ruleset.of("resistance", 10), Ruleset.of("winter-soldier", 12)):
        env = BatchVectorEnv(ruleset, 2)
        observations, _ = env.reset(seed=1)
        assert observations in env.observation_space
        assert observations.shape == (2, Layout(ruleset).size)
