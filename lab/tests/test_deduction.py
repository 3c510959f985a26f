"""Fit the deduction to games of bots, written as recorded ones, and measure it."""

import gzip
import json
import math
import re
from collections.abc import Callable
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pytest

from tests.support.recorded_people import people
from turncoat.cli.errors import CommandError
from turncoat.deduction import Beliefs, Model
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.missions import MissionRun, team_acts
from turncoat.simulation.playing import traitors_of
from turncoat_lab import deduction, fitting
from turncoat_lab.calibration import calibration_svg
from turncoat_lab.cli.measures import fit as print_fit
from turncoat_lab.cli.measures import measure
from turncoat_lab.folds import folds_of, without
from turncoat_lab.recorded import CollectionError, read_games

GAMES = 40
ALL_TRUSTS = deduction.TRUSTS
RECORDS = Path(__file__).parents[3] / "shared" / "records"
SHIPPED = Path(__file__).parents[2] / "src" / "turncoat" / "deduction" / "parameters.toml"


@pytest.fixture(autouse=True)
def few_trusts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games choose among few candidates, which is faster."""
    monkeypatch.setattr(deduction, "TRUSTS", deduction.TRUSTS[4:6])


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "games.jsonl.gz"
    lines = "".join(json.dumps(people(number)) + "\n" for number in range(GAMES))
    path.write_bytes(gzip.compress(lines.encode()))
    return path


@pytest.fixture(scope="module")
def games(file: Path) -> list[Game[Any]]:
    return read_games(file)


def test_recorded_games_can_be_replayed(games: list[Game[Any]]) -> None:
    assert len(games) == GAMES
    assert all(game.result is not None for game in games)
    for number, game in enumerate(games):
        assert game.result is not None
        assert game.result.winner == people(number)["winner"]


def test_the_labs_loss_agrees_with_beliefs(games: list[Game[Any]]) -> None:
    """The fit optimizes the actual beliefs: the lab's loss is that of `Beliefs`."""
    rng = Random(3)
    seen = fitting.gather(fitting.played(games[:6]))
    parameters = {name: round(rng.uniform(-1, 1), 3) for name in seen[0].names}
    model = Model(parameters)
    for number, game in enumerate(games[:6]):
        rows = fitting.rows_of(seen, [number], list(parameters))
        lost, _ = fitting.losses(rows, numpy.array(list(parameters.values())))
        beliefs = Beliefs(game.ruleset, SPECTATOR, model)
        believed = []
        for event in game.view(SPECTATOR).events:
            is_mission = any(
                isinstance(act, MissionRun) for act in team_acts(event, game.ruleset, beliefs.worlds.view.board)
            )
            beliefs.see((event,))
            if is_mission:
                believed.append(-math.log(dict(beliefs.traitor_sets())[traitors_of(game)]))
        assert believed == pytest.approx(lost.tolist())


@pytest.mark.parametrize("centre", [0.0, 0.1])
def test_fitted_parameters_are_optimal(centre: float, games: list[Game[Any]]) -> None:
    """No change of the parameters reduces the sum of loss and penalty."""
    seen, numbers = fitting.gather(fitting.played(games)), range(GAMES)
    names = sorted(deduction.games_met(seen, numbers))
    rows = fitting.rows_of(seen, numbers, names)
    rng = numpy.random.default_rng(1)
    some = rng.standard_normal((len(names), len(names)))
    penalty, near = numpy.diag(numpy.full(len(names), 50.0)) + some.T @ some / 20, numpy.full(len(names), centre)
    best = fitting.fit(rows, penalty, near)

    def total(parameters: Any) -> float:
        far = parameters - near
        return float(fitting.losses(rows, parameters)[0].sum() + 0.5 * far @ penalty @ far)

    assert total(best) < total(near) - 10
    for _ in range(20):
        assert total(best) < total(best + 0.001 * rng.standard_normal(len(best)))


def test_fitting_does_not_depend_on_blocks(games: list[Game[Any]], monkeypatch: pytest.MonkeyPatch) -> None:
    seen = fitting.gather(fitting.played(games[:8]))
    names = sorted(deduction.games_met(seen, range(8)))
    rows = fitting.rows_of(seen, range(8), names)
    parameters = numpy.random.default_rng(2).standard_normal(len(names))
    loss, chances = fitting.losses(rows, parameters)
    hessian = fitting.hessian_of(rows, parameters)
    monkeypatch.setattr(fitting, "ROWS_A_BLOCK", 25)
    assert len(list(rows.blocks())) > 3
    assert fitting.losses(rows, parameters)[0] == pytest.approx(loss)
    assert fitting.losses(rows, parameters)[1] == pytest.approx(chances)
    assert fitting.hessian_of(rows, parameters) == pytest.approx(hessian, abs=1e-3)


def test_fitting_learns_the_habits_of_the_players(games: list[Game[Any]]) -> None:
    parameters, about = deduction.fitted_parameters(games)
    assert f"{GAMES} recorded games" in about
    assert parameters["vote reject off 0"] - parameters["vote approve off 0"] > 0.05
    assert Model.read(deduction.parameters_text(parameters, about)).parameters == parameters


@pytest.mark.sweep
def test_a_prior_adds_what_few_games_lack(games: list[Game[Any]]) -> None:
    prior = games[12:]
    parameters, about = deduction.fitted_parameters(games[:12], prior)
    assert re.search(rf"12 recorded games and {GAMES - 12} .*, which count [\d.]+ \(scale [\d.]+\)\.$", about)
    again, _ = deduction.fitted_parameters(games[:12], prior)
    assert parameters == again, "the same games give the same parameters"
    alone, _ = deduction.fitted_parameters(games[:12])
    assert len(parameters) > len(alone)


def test_folds_depend_only_on_game_numbers() -> None:
    folds = folds_of(608)
    assert sorted(number for fold in folds for number in fold) == list(range(608))
    assert {len(fold) for fold in folds} == {60, 61}
    assert folds == folds_of(608)
    assert folds[0][:5] == [542, 452, 176, 178, 27], "published figures use these folds"
    assert sorted(without(folds, 3) + folds[3]) == list(range(608))


class Untouchable(list[Any]):
    """A game that was left out, which must not be read."""

    def __getitem__(self, place: Any) -> Any:
        raise AssertionError("a game that is to be guessed was looked at")

    def __iter__(self) -> Any:
        return self[0]


def test_predicted_games_have_no_influence_on_the_model(
    games: list[Game[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model that predicts a fold is the same if the fold's games cannot be read."""
    seen, folds = fitting.gather(fitting.played(games)), folds_of(GAMES)
    prior = deduction.fit_prior(fitting.played(games[:10]))
    used: list[Any] = []
    real = deduction.guess

    def guess(*given: Any) -> deduction.Guessed:
        used.append(given[1:])
        return real(*given)

    monkeypatch.setattr(deduction, "guess", guess)
    for fold in (0, 7):
        used.clear()
        deduction.guess_fold(seen, folds, prior, fold)
        hidden: Any = [
            piece._replace(
                games=[
                    Untouchable() if first * fitting.GAMES_A_PIECE + place in folds[fold] else game
                    for place, game in enumerate(piece.games)
                ]
            )
            for first, piece in enumerate(seen)
        ]
        rest = without(folds, fold)
        assert used == [
            (folds[fold], {}),
            (folds[fold], deduction.fitted_alone(hidden, rest)),
            (folds[fold], deduction.fitted_with(prior, hidden, rest)[0]),
        ]
        with pytest.raises(AssertionError, match="was looked at"):
            deduction.fitted_alone(hidden, range(GAMES))


@pytest.mark.sweep
def test_predictions_are_for_games_outside_the_fit(games: list[Game[Any]]) -> None:
    report = deduction.cross_validated(games, deduction.fit_prior(fitting.played(games[:5])))
    assert report.reached[:3] == [GAMES] * 3
    assert list(report.models) == ["logic", "alone", "prior"]
    logic, alone = report.models["logic"], report.models["alone"]
    first, _, third, *_ = alone.nats
    assert first is not None
    assert third is not None
    assert first > third
    priors = [math.log(math.comb(game.ruleset.players, 2 if game.ruleset.players < 7 else 3)) for game in games]
    assert first < sum(priors) / GAMES
    for model in report.models.values():
        assert sum(one.seats for one in model.calibration) == sum(
            game.ruleset.players * len(game.board.results) for game in games
        )
        assert model.errors[0] is not None
        assert 0 < model.errors[0] < 0.5
    assert logic.nats[2] is not None
    assert alone.gained[2] == pytest.approx(logic.nats[2] - third)


@pytest.mark.sweep
def test_the_deduction_command_prints_its_report(
    games: list[Game[Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(people(number)) + "\n" for number in range(10)))
    measure(file, tmp_path / "plot.svg", as_json=True)
    told = json.loads(capsys.readouterr().out)
    expected = deduction.cross_validated(games[:10]).models["alone"].nats
    assert told["models"]["alone"]["nats"] == pytest.approx(expected), "equal games, equal figures"
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    measure(file, None, file, as_json=False, language="pl")
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "| naty po misji | 1 | 2 | 3 | 4 | 5 |"
    assert [line.split(" | ")[0] for line in lines[3:]] == [
        "| z samych zasad",
        "| dopasowany do samych tych gier",
        "| z wiedzą wstępną",
        "| gry, które do niej doszły",
    ]
    print_fit([str(file)])
    alone = Model.read(capsys.readouterr().out).parameters
    print_fit(["deduction", str(file)], file)
    assert len(Model.read(capsys.readouterr().out).parameters) > len(alone)
    with pytest.raises(CommandError, match="only for the deduction"):
        print_fit(["play", str(file)], file)


@pytest.mark.parametrize(
    ("command", "least"),
    [(lambda file: print_fit([str(file)]), 6), (lambda file: measure(file, None, as_json=False), 10)],
)
def test_too_few_games_are_refused_with_the_number_needed(
    command: Callable[[Path], None], least: int, tmp_path: Path
) -> None:
    path = tmp_path / "few.jsonl"
    path.write_text("".join(json.dumps(people(number)) + "\n" for number in range(least - 1)))
    with pytest.raises(CommandError, match=rf"few\.jsonl: {least - 1}; at least {least} are needed$"):
        command(path)


def test_an_unsupported_plot_format_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"ends in \.svg, not .*plot\.png"):
        measure(tmp_path / "none.jsonl", tmp_path / "plot.png", as_json=False)


def test_an_unwritable_plot_is_refused_at_once(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"plot\.svg: there is no folder .*nowhere$"):
        measure(tmp_path / "none.jsonl", tmp_path / "nowhere" / "plot.svg", as_json=False)
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(CommandError, match="it is a folder"):
        measure(tmp_path / "none.jsonl", tmp_path / "folder.svg", as_json=False)


def test_a_mission_that_was_never_reached_has_no_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = people(0)
    short["rounds"] = short["rounds"][:1]
    path = tmp_path / "short.jsonl"
    path.write_text("".join(json.dumps(short) + "\n" for _ in range(10)))
    measure(path, None, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["reached"] == [10, 0, 0, 0, 0]
    assert found["models"]["alone"]["nats"][1:] == [None] * 4
    measure(path, None, as_json=False)
    told = capsys.readouterr().out
    assert "± 0.000 | – | – | – | – |" in told
    assert "| games that reached it | 10 | 0 | 0 | 0 | 0 |" in told


def test_a_calibration_plot_has_a_dot_for_each_bin() -> None:
    bins = [deduction.Bin(0.1, 0.2, 30, 0.15, 0.14), deduction.Bin(0.5, 0.6, 12, 0.55, 0.5)]
    assert calibration_svg(bins).count("<circle") == 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no recorded games"),
        ("{}", "line 1 is not a recorded game: 'players' is missing"),
        ("\n[1]", "line 2"),
        ("not json", "line 1"),
        ('{"game": "chess", "players": 5}', "there is no game 'chess'"),
        ('{"game": "hail-hydra", "players": 5}', "no collection of recorded games"),
        ('{"players": 5, "spies": [0], "rounds": [{"proposals": [{"leader": 0}]}]}', "line 1"),
        (
            '{"players": 5, "spies": [0, 1],'
            ' "rounds": [{"proposals": [{"leader": 0, "team": [0, 1, 2], "approve": []}]}]}',
            "line 1",
        ),
    ],
)
def test_an_invalid_file_of_games_is_refused_with_the_line(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(CollectionError, match=said.replace("[", r"\[")):
        read_games(path)
    with pytest.raises(CommandError, match=r"games\.jsonl"):
        measure(path, None, as_json=False)


def test_a_missing_file_of_games_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.jsonl"):
        print_fit([str(tmp_path / "none.jsonl")])


@pytest.mark.sweep
@pytest.mark.timeout(3600)
def test_the_shipped_parameters_are_fitted_to_the_recorded_games(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This takes minutes, since thousands of games are followed."""
    monkeypatch.setattr(deduction, "TRUSTS", ALL_TRUSTS)
    if not RECORDS.exists():
        pytest.skip("the recorded games are not in the repository")
    print_fit(["deduction", str(RECORDS / "recorded-games.jsonl.gz")], RECORDS / "avalon-games.jsonl.gz")
    assert capsys.readouterr().out == SHIPPED.read_text("utf-8")


def test_the_first_models_parameters_are_unchanged() -> None:
    """Earlier bots play by them."""
    kept = files("turncoat_lab.baselines").joinpath("deduction-1.toml").read_text("utf-8")
    assert len(Model.read(kept).parameters) > 600
