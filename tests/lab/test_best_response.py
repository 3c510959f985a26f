"""Best responses: training finds play that wins more, and what is measured does not depend on the processes."""

import json

import pytest

from turncoat.bots.policy_parameters import PolicyParameters
from turncoat.kernel.rulesets import Ruleset
from turncoat.lab import best_response
from turncoat.lab.best_response import Training, count_wins, measure, parameters_of, train, vector_of
from turncoat.lab.processes import Processes

RULESET = Ruleset.of("resistance", 5)


def test_the_vector_of_a_temper_are_all_of_it() -> None:
    changed = PolicyParameters(approval_threshold=(0.1, 0.2, 0.3, 0.4, 0.5), threshold_drop=0.6)
    assert parameters_of(vector_of(changed)) == changed
    assert vector_of(changed) != vector_of(PolicyParameters())


def test_training_gives_the_same_whatever_the_number_of_processes() -> None:
    training = Training(RULESET, "random", "resistance", rounds=1, candidates=4, games=4)
    assert train(training) == train(training, workers=Processes(2))


def test_training_prefers_what_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a game is won by a high first number alone, training raises it and no other is the reason."""

    def wins(training: Training, vector: tuple[float, ...] | None, seed: str, first: int, last: int) -> int:
        assert vector is not None
        return round(100 * vector[0])

    monkeypatch.setattr(best_response, "count_wins", wins)
    began = vector_of(PolicyParameters())[0]
    trained = train(Training(RULESET, "random", "resistance", rounds=8, candidates=20, games=4))
    assert trained[0] > 0.95 > began


def test_a_response_wins_more_often_against_random_players_than_they_themselves() -> None:
    training = Training(RULESET, "random", "spies", rounds=1, candidates=2, games=2)
    report = measure(training, vector_of(PolicyParameters()), 60)
    assert report.low > 0
    assert report.response.wins == count_wins(training, vector_of(PolicyParameters()), "best-response/measured", 0, 60)


def test_the_command_prints_what_was_found(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--rounds", "1", "--candidates", "2", "--games", "2", "--measure", "4"]
    best_response.main(["resistance", "--players", "5", "--against", "random", "--side", "spies", *options])
    report = json.loads(capsys.readouterr().out)
    assert (report["against"], report["side"], report["games"], report["trained_on"]) == ("random", "spies", 4, 4)
    assert report["response"]["low"] <= report["response"]["share"] <= report["response"]["high"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--against", "nobody", "--side", "spies"], "unknown bot 'nobody'"),
        (["--against", "random", "--side", "hydra"], "the sides are resistance, spies, not 'hydra'"),
        (["--against", "random", "--side", "spies", "--candidates", "1"], "it takes at least 2 candidates"),
        (["--against", "random", "--side", "spies", "--games", "0"], "write a whole number from 1 on, not '0'"),
    ],
)
def test_what_is_wrong_is_told(capsys: pytest.CaptureFixture[str], arguments: list[str], message: str) -> None:
    with pytest.raises(SystemExit):
        best_response.main(["resistance", "--players", "5", *arguments])
    assert message in capsys.readouterr().err
