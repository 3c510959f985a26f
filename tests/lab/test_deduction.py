"""Fitting the deduction to games and measuring it: on games of bots, written as recorded ones."""

import gzip
import json
import math
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy
import pytest

from tests.lab.people import people
from turncoat.cli.errors import CommandError
from turncoat.cli.lab import fit as print_fit
from turncoat.cli.lab import measure
from turncoat.deduction import Beliefs, Model
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.lab import deduction, fitting
from turncoat.lab.calibration import calibration_svg
from turncoat.lab.recorded import CollectionError, read_games
from turncoat.missions import MissionRun, team_acts

GAMES = 40


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("recorded") / "games.jsonl.gz"
    lines = "".join(json.dumps(people(number)) + "\n" for number in range(GAMES))
    path.write_bytes(gzip.compress(lines.encode()))
    return path


@pytest.fixture(scope="module")
def games(file: Path) -> list[Game[Any]]:
    return read_games(file)


def test_recorded_games_are_played_again(games: list[Game[Any]]) -> None:
    assert len(games) == GAMES
    assert all(game.result is not None for game in games)
    for number, game in enumerate(games):
        assert game.result is not None
        assert game.result.winner == people(number)["winner"]


def test_the_lab_and_a_seat_reckon_alike(games: list[Game[Any]]) -> None:
    """What is fitted is what is believed: the loss of the lab is that of `Beliefs`."""
    rng = Random(3)
    names, found = fitting.gather(games[:6])
    parameters = {name: round(rng.uniform(-1, 1), 3) for name in names}
    model = Model(parameters)
    for game, moments in zip(games[:6], found, strict=True):
        rows = fitting.stacked(moments)
        values = numpy.array([parameters[name] for name in names])
        lost, _ = fitting.losses(rows, values)
        beliefs = Beliefs(game.ruleset, SPECTATOR, model)
        believed = []
        for event in game.view(SPECTATOR).events:
            is_mission = any(
                isinstance(act, MissionRun) for act in team_acts(event, game.ruleset, beliefs.worlds.view.board)
            )
            beliefs.see((event,))
            if is_mission:
                believed.append(-math.log(dict(beliefs.traitor_sets())[fitting.true_set(game)]))
        assert believed == pytest.approx(lost.tolist(), abs=1e-3)


def test_what_is_fitted_is_the_best(games: list[Game[Any]]) -> None:
    """No parameter can be moved so that loss and penalty become less."""
    names, found = fitting.gather(games)
    rows = fitting.stacked([moment for of_game in found for moment in of_game])
    penalty = deduction.penalty_of(names)
    best = fitting.fit(rows, penalty)

    def total(parameters: Any) -> float:
        return float(fitting.losses(rows, parameters)[0].sum(dtype=float) + 0.5 * (penalty * parameters**2).sum())

    rng = numpy.random.default_rng(1)
    assert total(best) < total(best * 0) - 10
    for _ in range(20):
        assert total(best) < total(best + 0.05 * rng.standard_normal(len(best)))


def test_it_learns_what_these_people_do(games: list[Game[Any]]) -> None:
    parameters, about = deduction.fitted_parameters(games)
    assert f"{GAMES} recorded games" in about
    assert parameters["vote reject off 0"] - parameters["vote approve off 0"] > 0.05
    assert Model.read(deduction.parameters_text(parameters, about)).parameters == parameters


def test_games_are_guessed_that_it_was_not_fitted_to(games: list[Game[Any]]) -> None:
    report = deduction.cross_validated(games)
    assert report.reached[:3] == [GAMES] * 3
    first, _, third, *_ = report.nats
    assert first is not None
    assert third is not None
    assert first > third
    priors = [math.log(math.comb(game.ruleset.players, 2 if game.ruleset.players < 7 else 3)) for game in games]
    assert first < sum(priors) / GAMES
    assert sum(one.seats for one in report.calibration) == sum(
        game.ruleset.players * len(game.board.results) for game in games
    )


def test_the_command_prints_it(games: list[Game[Any]], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(json.dumps(people(number)) + "\n" for number in range(10)))
    measure(file, tmp_path / "plot.svg", as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert told["nats"] == pytest.approx(list(deduction.cross_validated(games[:10]).nats)), "equal games, equal figures"
    assert (tmp_path / "plot.svg").read_text().startswith("<svg")
    measure(file, None, as_json=False, language="pl")
    assert "Po misji 1" in capsys.readouterr().out
    print_fit([str(file)])
    assert Model.read(capsys.readouterr().out).parameters


@pytest.mark.parametrize(
    ("command", "least"),
    [(lambda file: print_fit([str(file)]), 6), (lambda file: measure(file, None, as_json=False), 10)],
)
def test_too_few_games_are_refused_with_how_many_are_needed(
    command: Callable[[Path], None], least: int, tmp_path: Path
) -> None:
    path = tmp_path / "few.jsonl"
    path.write_text("".join(json.dumps(people(number)) + "\n" for number in range(least - 1)))
    with pytest.raises(CommandError, match=rf"few\.jsonl: {least - 1}; at least {least} are needed$"):
        command(path)


def test_a_drawing_in_a_format_that_is_not_written_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"ends in \.svg, not .*plot\.png"):
        measure(tmp_path / "none.jsonl", tmp_path / "plot.png", as_json=False)


def test_a_drawing_that_cannot_be_written_is_refused_before_anything_is_measured(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"plot\.svg: there is no folder .*nowhere$"):
        measure(tmp_path / "none.jsonl", tmp_path / "nowhere" / "plot.svg", as_json=False)
    (tmp_path / "folder.svg").mkdir()
    with pytest.raises(CommandError, match="it is a folder"):
        measure(tmp_path / "none.jsonl", tmp_path / "folder.svg", as_json=False)


def test_a_mission_that_no_game_reached_has_no_figure(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    short = people(0)
    short["rounds"] = short["rounds"][:1]
    path = tmp_path / "short.jsonl"
    path.write_text("".join(json.dumps(short) + "\n" for _ in range(10)))
    measure(path, None, as_json=True)
    found = json.loads(capsys.readouterr().out)
    assert found["reached"] == [10, 0, 0, 0, 0]
    assert found["nats"][1:] == [None] * 4
    measure(path, None, as_json=False)
    assert "After mission 1: " in (told := capsys.readouterr().out)
    assert "(10 games)" in told
    assert "After mission 2: no game came so far" in told


def test_a_drawing_has_a_dot_for_each_bin() -> None:
    bins = [deduction.Bin(0.1, 0.2, 30, 0.15, 0.14), deduction.Bin(0.5, 0.6, 12, 0.55, 0.5)]
    assert calibration_svg(bins).count("<circle") == 2


def test_without_numpy_the_command_says_what_to_install(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    for name in ("fitting", "deduction"):
        monkeypatch.delitem(sys.modules, f"turncoat.lab.{name}")
    with pytest.raises(CommandError, match=r"pip install 'turncoat\[lab\]'"):
        print_fit([str(file)])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "no recorded game"),
        ("{}", "line 1 is no recorded game: 'players' is missing"),
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
def test_a_file_that_cannot_be_read_names_the_line(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text(text)
    with pytest.raises(CollectionError, match=said.replace("[", r"\[")):
        read_games(path)
    with pytest.raises(CommandError, match=r"games\.jsonl"):
        measure(path, None, as_json=False)


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"none\.jsonl"):
        print_fit([str(tmp_path / "none.jsonl")])
