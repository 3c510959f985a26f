"""PettingZoo: its own tests pass, every ruleset is played to its end, and wrong arguments say what would be right."""

import copy
import pickle
from collections.abc import Mapping
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

pytest.importorskip("pettingzoo")

import numpy as np
import pettingzoo
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
)
from pettingzoo.utils.conversions import parallel_to_aec
from pettingzoo.utils.wrappers import BaseParallelWrapper

from tests.support.covering import few_rulesets, often
from turncoat.envs import pettingzoo as adapter
from turncoat.envs.pettingzoo import PENALTY, VERSION
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import label, rulesets

# PettingZoo says of everything that it may be None, too.
env: Any = adapter.env
raw_env: Any = adapter.raw_env
parallel_env: Any = adapter.parallel_env
FEW: Final = few_rulesets()
SOME: Final = (
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 8, ["targeting", "plot-thickens"]),
    Ruleset.of("winter-soldier", 12),
    Ruleset.of("hail-hydra", 5),
    Ruleset.of("round-table", 7),
)

# Its warnings are about observations that are dicts, which it expects of its own environments alone, and about masks of
# agents whose episode is over.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Observation is not a NumPy array",
    "ignore:Observation space for each agent probably",
    "ignore:Action mask is all zeros",
)


def arguments(ruleset: Ruleset) -> tuple[Any, ...]:
    return ruleset.game, ruleset.players, ruleset.modules, dict(ruleset.options)


def legal(observation: Mapping[str, Any], rng: Random) -> int:
    return int(rng.choice(observation["action_mask"].nonzero()[0]))


@pytest.mark.parametrize("ruleset", often(SOME, dict.fromkeys((*SOME, *FEW))), ids=label)
def test_pettingzoos_own_tests_pass(ruleset: Ruleset) -> None:
    given = arguments(ruleset)
    api_test(env(*given), num_cycles=100)
    seed_test(lambda: env(*given), num_cycles=50)
    parallel_api_test(parallel_env(*given), num_cycles=300)
    parallel_seed_test(lambda: parallel_env(*given, illegal="penalty"), num_cycles=50)
    render_test(lambda **options: env(*given, **options))


class Legal(BaseParallelWrapper[str, Any, Any]):  # type: ignore[misc]
    """Takes a legal action in place of an illegal one: `max_cycles_test` draws without a mask."""

    def reset(self, seed: int | None = None, options: Any = None) -> Any:
        self.seen, infos = super().reset(seed=seed, options=options)
        return self.seen, infos

    def step(self, actions: Any) -> Any:
        for agent in actions:
            mask = self.seen[agent]["action_mask"]
            if not mask[actions[agent]]:
                actions[agent] = mask.argmax()
        found = super().step(actions)
        self.seen = found[0]
        return found


def test_episodes_have_as_many_cycles_as_they_may() -> None:
    def limited(**options: Any) -> Any:
        return Legal(parallel_env("resistance", 5, **options))

    max_cycles_test(SimpleNamespace(parallel_env=limited, env=lambda **options: parallel_to_aec(limited(**options))))


def test_an_episode_of_one_agent_at_a_time_is_truncated_after_so_many_actions() -> None:
    table, rng = env("resistance", 5, max_cycles=4), Random(1)
    table.reset(seed=1)
    actions = 0
    for _ in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        assert (reward, info, terminated) == (0, {}, False)
        assert truncated == (actions == 4)
        table.step(None if truncated else legal(observation, rng))
        actions += not truncated
    assert actions == 4


@pytest.mark.parametrize("ruleset", often(FEW, rulesets()), ids=label)
def test_every_ruleset_is_played_to_its_end(ruleset: Ruleset) -> None:
    table, rng = env(*arguments(ruleset)), Random(1)
    table.reset(seed=1)
    rewards: dict[str, float] = {}
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        assert not truncated
        if terminated:
            rewards[agent] = reward
            assert set(info) == {"roles", "winner", "reason"}
            assert len(info["roles"]) == ruleset.players
            table.step(None)
        else:
            assert (reward, info) == (0, {})
            assert table.observation_space(agent).contains(observation)
            table.step(legal(observation, rng))
    assert list(rewards) == table.possible_agents
    assert set(rewards.values()) <= {1.0, -1.0}


@pytest.mark.parametrize("ruleset", often(FEW, rulesets()), ids=label)
def test_every_ruleset_is_played_to_its_end_by_all_at_once(ruleset: Ruleset) -> None:
    table, rng = parallel_env(*arguments(ruleset)), Random(2)
    observations, infos = table.reset(seed=2)
    rewards: dict[str, float] = {}
    while table.agents:
        assert not any(infos.values())
        actions = {agent: legal(observations[agent], rng) for agent in table.agents}
        observations, rewards, terminations, truncations, infos = table.step(actions)
        assert not any(truncations.values())
        assert set(terminations.values()) == {not table.agents}
    assert set(rewards.values()) <= {1.0, -1.0}
    assert {tuple(info) for info in infos.values()} == {("roles", "winner", "reason")}


def test_all_who_are_asked_act_at_once() -> None:
    table, rng = parallel_env("resistance", 5), Random(3)
    observations, _ = table.reset(seed=3)
    waiting: list[list[str]] = []
    for _ in range(3):
        waiting.append([agent for agent in table.agents if observations[agent]["action_mask"][table.wait]])
        observations, *_ = table.step({agent: legal(observations[agent], rng) for agent in table.agents})
    (leader,) = set(table.possible_agents) - set(waiting[0])
    assert waiting == [[agent for agent in table.possible_agents if agent != leader]] * 2 + [[]]


def test_an_agent_that_waits_may_be_left_out() -> None:
    one, other = parallel_env("resistance", 5), parallel_env("resistance", 5)
    first, _ = one.reset(seed=4)
    second, _ = other.reset(seed=4)
    rng = Random(4)
    while one.agents:
        actions = {agent: legal(first[agent], rng) for agent in one.agents}
        first, *_ = one.step(actions)
        second, *_ = other.step({agent: action for agent, action in actions.items() if action != other.wait})
    for agent in one.possible_agents:
        assert np.array_equal(first[agent]["observation"], second[agent]["observation"])


def test_an_illegal_action_says_what_is_possible_and_changes_nothing() -> None:
    table = raw_env("resistance", 5)
    table.reset(seed=1)
    before = table.observe(table.agent_selection), table.agent_selection
    wrong = table.wait - 1
    assert not before[0]["action_mask"][wrong]
    with pytest.raises(ValueError, match="fail is not possible now; possible: seat-0, seat-1"):
        table.step(wrong)
    for action in (table.wait, -1, None, 1.5, "approve"):
        with pytest.raises(ValueError, match=f"an action is a number from 0 to {table.wait - 1}, not "):
            table.step(action)
    after = table.observe(table.agent_selection), table.agent_selection
    assert np.array_equal(before[0]["observation"], after[0]["observation"])
    assert before[1] == after[1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda table, leader: {leader: table.wait}, "is asked, and cannot wait"),
        (lambda table, leader: {leader: 0}, "done is not possible now; possible: seat-0"),
        (lambda table, leader: {leader: 99}, "an action is a number from 0 to 13, not 99"),
        (lambda table, leader: dict.fromkeys(table.agents, 4), "is not asked: 13 waits"),
        (lambda table, leader: {}, "is asked, and needs an action"),
        (lambda table, leader: {leader: 4, "seat_9": 4}, "no agent 'seat_9'; agents: seat_0, seat_1"),
    ],
)
def test_wrong_actions_of_all_at_once_change_nothing(change: Any, said: str) -> None:
    table = parallel_env("resistance", 5)
    table.reset(seed=1)
    leader = table.possible_agents[table.game.asked[0]]
    before = table.game.text(0)
    with pytest.raises(ValueError, match=said):
        table.step(change(table, leader))
    assert table.game.text(0) == before
    table.step({leader: table.game.legal_actions[0]})


def test_with_a_penalty_an_illegal_action_ends_the_episode() -> None:
    table = env("resistance", 5, illegal="penalty")
    table.reset(seed=1)
    culprit = table.agent_selection
    table.step(0)
    told = {}
    for agent in table.agent_iter():
        observation, reward, terminated, truncated, info = table.last()
        assert (terminated, truncated) == (True, False)
        assert not observation["action_mask"].any()
        assert info == {"reason": "illegal-action", "at_fault": (culprit,)}
        told[agent] = reward
        table.step(None)
    assert told == {**dict.fromkeys(table.possible_agents, 0.0), culprit: PENALTY}
    table.reset(seed=1)
    assert table.agent_selection == culprit


def test_with_a_penalty_an_illegal_action_ends_the_episode_of_all_at_once() -> None:
    table = parallel_env("resistance", 5, illegal="penalty")
    table.reset(seed=1)
    leader = table.possible_agents[table.game.asked[0]]
    _, rewards, terminations, truncations, infos = table.step({leader: 0})
    assert rewards == {**dict.fromkeys(table.possible_agents, 0.0), leader: PENALTY}
    assert set(terminations.values()) == {True}
    assert set(truncations.values()) == {False}
    assert infos[leader] == {"reason": "illegal-action", "at_fault": (leader,)}
    assert table.agents == []


@pytest.mark.parametrize(
    ("given", "options", "said"),
    [
        (("resistence", 5), {}, "unknown game 'resistence'; known: hail-hydra, resistance"),
        (("resistance", 4), {}, "resistance is for 5 to 10 players, not 4"),
        (("resistance", 5, ["target"]), {}, "no module 'target'; known: targeting"),
        (("resistance", 5, "targeting"), {}, "modules are a list of names"),
        (("hail-hydra", 5), {"options": {"card": "house"}}, "no option 'card' in this ruleset; known: all-revealed"),
        (("resistance", 5), {"illegal": "ignore"}, "illegal is one of 'raise', 'penalty', not 'ignore'"),
        (("resistance", 5), {"render_mode": "rgb_array"}, "render_mode is one of None, 'ansi', 'human', not"),
        (("resistance", 5), {"max_cycles": 0}, "max_cycles is 1 or more, or None"),
        (("resistance", 5), {"latest": 0}, "1 or more of the latest events, not 0"),
    ],
)
def test_wrong_arguments_say_what_would_be_right(given: Any, options: Any, said: str) -> None:
    for make in (env, raw_env, parallel_env):
        with pytest.raises((RulesetError, ValueError), match=said):
            make(*given, **options)


def test_a_step_without_an_episode_asks_for_a_reset() -> None:
    for table in (raw_env("resistance", 5), parallel_env("resistance", 5)):
        with pytest.raises(RuntimeError, match=r"call reset\(\) first"):
            table.step({})


def test_pettingzoos_registry_makes_every_game() -> None:
    for game in BOOKS:
        for kind in ("aec", "parallel"):
            made: Any = pettingzoo.make(kind, f"turncoat/{game}-v{VERSION}", players=5)
            assert str(made) == f"turncoat_{game.replace('-', '_')}_v{VERSION}"
            made.reset(seed=1)
    limited: Any = pettingzoo.make("parallel", "turncoat/resistance", players=6, modules=["targeting"], max_cycles=2)
    assert (limited.max_cycles, limited.game.ruleset) == (2, Ruleset.of("resistance", 6, ["targeting"]))


def test_the_rendered_text_is_what_spectators_see() -> None:
    table = env("resistance", 5, render_mode="ansi")
    table.reset(seed=1)
    text = table.render()
    assert text is not None
    leader = table.agent_selection
    assert text.splitlines() == [f"{leader} is the first leader.", "Round 1 begins.", f"Waiting for {leader}."]
    rng = Random(1)
    for _ in table.agent_iter():
        observation, _, terminated, *_ = table.last()
        table.step(None if terminated else legal(observation, rng))
    assert any(line.startswith(("The spies win.", "The Resistance wins.")) for line in table.render().splitlines())


def test_a_person_can_read_along(capsys: pytest.CaptureFixture[str]) -> None:
    table, rng = parallel_env("resistance", 5, render_mode="human"), Random(1)
    observations, _ = table.reset(seed=1)
    while table.agents:
        observations, *_ = table.step({agent: legal(observations[agent], rng) for agent in table.agents})
    printed = capsys.readouterr().out
    table.render_mode = "ansi"
    assert printed == f"{table.render()}\n"


@pytest.mark.parametrize("kind", [env, raw_env])
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda table: pickle.loads(pickle.dumps(table))])
def test_a_copy_goes_on_by_itself(kind: Any, copied: Any) -> None:
    table, rng = kind("hail-hydra", 5), Random(1)
    table.reset(seed=1)
    for _ in range(30):
        table.step(legal(table.last()[0], rng))
        table.game.text(0)
    twin = copied(table)
    before = table.observe("seat_0")["observation"].copy()
    for _ in range(30):
        observation = twin.last()[0]
        twin.step(legal(observation, rng))
    assert np.array_equal(table.observe("seat_0")["observation"], before)
    assert not np.array_equal(twin.observe("seat_0")["observation"], before)
    game = twin.game.turns.game
    assert twin.game.text(0).startswith(game.view(0).text())


def test_observations_keep_what_they_say() -> None:
    table, rng = raw_env("resistance", 5), Random(1)
    table.reset(seed=1)
    kept = table.observe("seat_0")
    before = copy.deepcopy(kept)
    for _ in range(20):
        table.step(legal(table.last()[0], rng))
    assert all(np.array_equal(kept[name], before[name]) for name in before)
    kept["observation"][:] = 7  # nobody else has this memory
    assert table.observe("seat_0")["observation"].max() < 7
