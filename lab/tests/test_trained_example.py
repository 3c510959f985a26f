"""The trained example: its weights beat random play on both sides, and its bot plays at a real table."""

import importlib.util
import sys
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from turncoat import Ruleset, play_game

FILE = Path(__file__).parents[2] / "examples" / "train_resistance.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_resistance", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.usefixtures("lockstep")
@pytest.mark.parametrize("side", ["loyal", "hiding"])
def test_the_stored_weights_beat_random_play_by_20_points(example: ModuleType, side: str) -> None:
    seed = 31  # neither trained on nor judged by in training
    network = example.stored()
    trained, random = (example.judged(one, side, "random", 400, seed) for one in (network, None))
    assert trained > random + 0.2


def test_the_trained_bot_answers_every_question_legally(example: ModuleType) -> None:
    ruleset = Ruleset.of("resistance", 5)
    for number in range(3):
        bots = [example.Trained(ruleset, seat, bytes([number, seat])) for seat in range(5)]
        assert play_game(ruleset, ruleset.deal(bytes([number])), bots, Random(number)).result is not None
        assert [bot.illegal_answers for bot in bots] == [0] * 5


def test_the_trained_bot_draws_its_answers_in_other_games(example: ModuleType) -> None:
    ruleset = Ruleset.of("resistance", 6, ["targeting"])
    bots = [example.Trained(ruleset, seat, bytes([seat])) for seat in range(6)]
    assert play_game(ruleset, ruleset.deal(b"six"), bots, Random(1)).result is not None


@pytest.mark.usefixtures("lockstep")
def test_training_collects_each_decision_with_the_result_of_its_game(example: ModuleType) -> None:
    from turncoat_lab.vector_env import BatchVectorEnv

    rng = np.random.default_rng(1)
    env = BatchVectorEnv(example.RULESET, 8)
    table = example.Decisions(env, 3)
    asked = finished = 0
    for _ in range(3):
        for _ in range(50):
            mask = table.info["action_mask"]
            asked += len(mask)
            actions = example.drawn(np.where(mask == 1, np.float32(0), np.float32(-1e9)), rng)
            table.step(example.features(env.layout, table.observations), mask, actions, np.zeros(8, np.float32))
        *_, results = table.finished()
        assert set(results.tolist()) <= {-1.0, 1.0}
        finished += len(results)
    assert finished + len(table.open[0][0]) == asked
