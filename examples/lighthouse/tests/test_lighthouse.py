"""Tests of Lighthouse by its own clauses and by the contract of all games."""

import pytest
from lighthouse.rules import Board, Lighthouse

from turncoat import SPECTATOR, Choice, Deal, Game, Refused, Ruleset, seen_by
from turncoat.testing import contract, label, rulesets


@pytest.mark.parametrize("ruleset", rulesets(Lighthouse), ids=label)
def test_the_contract(ruleset: Ruleset) -> None:
    contract.check_all(ruleset)


@pytest.fixture
def game() -> Game[Board]:
    """A game of four players, in which seat 2 is the wrecker and seat 0 has the first watch."""
    return Game(Ruleset.of("lighthouse", 4), Deal(("keeper", "keeper", "wrecker", "keeper"), 0))


def pour(game: Game[Board], of_wrecker: str) -> None:
    for seat, prompt in game.prompts().items():
        game.play(seat, Choice(prompt.number, of_wrecker if seat == 2 else "oil"))


def look(game: Game[Board], seat: int) -> None:
    ((watch, prompt),) = game.prompts().items()
    game.play(watch, Choice(prompt.number, seat))


def test_keepers_may_pour_no_water_and_see_both_cans_all_the_same(game: Game[Board]) -> None:
    assert {getattr(prompt.option, "shown", ()) for prompt in game.prompts().values()} == {("oil", "water")}
    with pytest.raises(Refused, match="keepers-pour-oil"):
        game.play(0, Choice(game.prompts()[0].number, "water"))


def test_a_single_can_of_water_makes_the_night_dark_and_the_watch_looks(game: Game[Board]) -> None:
    pour(game, "water")
    assert (game.board.nights, list(game.prompts())) == ([False], [0])
    look(game, 2)
    seen = [seen_by(game.events[-2], viewer) for viewer in (0, 1, 2, SPECTATOR)]
    assert [getattr(event, "can", "") for event in seen] == ["water", None, None, None]
    assert game.board.watch == 1


def test_after_a_bright_night_nobody_looks(game: Game[Board]) -> None:
    pour(game, "oil")
    assert (game.board.nights, len(game.prompts())) == ([True], 4)


def test_three_nights_of_a_kind_decide(game: Game[Board]) -> None:
    for _ in range(2):
        pour(game, "water")
        look(game, 3)
    other = game.clone()
    pour(game, "water")
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == ("wreckers", "three-dark")
    for _ in range(3):
        pour(other, "oil")
    assert other.result is not None
    assert (other.result.winner, other.result.reason) == ("keepers", "three-bright")


def test_the_bell_finds_the_wrecker_in_the_middle_of_a_night(game: Game[Board]) -> None:
    game.play(1, Choice(game.prompts()[1].number, "oil"))
    game.play(3, Choice("ring", 2))
    assert game.result is not None
    assert (game.result.winner, game.result.reason) == ("keepers", "wrecker-named")


def test_a_false_alarm_is_a_dark_night_and_the_bell_rings_once(game: Game[Board]) -> None:
    game.play(3, Choice("ring", 0))
    assert (game.board.dark, game.board.roles[0], game.result) == (1, "keeper", None)
    assert len(game.prompts()) == 4  # all still have to pour
    assert not any(game.offers(seat) for seat in range(4))


def test_a_false_alarm_can_be_the_third_dark_night(game: Game[Board]) -> None:
    for _ in range(2):
        pour(game, "water")
        look(game, 3)
    game.play(3, Choice("ring", 0))
    assert game.result is not None
    assert game.result.reason == "three-dark"


def test_two_wreckers_know_each_other() -> None:
    deal = Deal(("keeper", "wrecker", "keeper", "wrecker", "keeper"), 0)
    game: Game[Board] = Game(Ruleset.of("lighthouse", 5), deal)
    assert game.view(1).board.roles[3] == "wrecker"
    assert game.view(0).board.roles == ["keeper", None, None, None, None]
