"""Tests of the Saboteur by its own clauses and by the contract of all chapters."""

import pytest
from saboteur import WRENCH, Saboteur

from turncoat import SPECTATOR, Choice, Deal, Game, Ruleset, seen_by
from turncoat.games.resistance import Board
from turncoat.testing import contract, label, rulesets


@pytest.mark.parametrize("ruleset", rulesets(Saboteur), ids=label)
def test_the_contract(ruleset: Ruleset) -> None:
    contract.check_all(ruleset)


def play_mission(game: Game[Board], team: int, cards: dict[int, str]) -> None:
    """Name the team, approve it, and play the cards. A member without a given card plays Success."""
    (leader,) = game.prompts()
    game.play(leader, Choice(game.prompts()[leader].number, (team,)))
    for seat, prompt in game.prompts().items():
        game.play(seat, Choice(prompt.number, "approve"))
    for seat, prompt in game.prompts().items():
        game.play(seat, Choice(prompt.number, cards.get(seat, "success")))


def sabotaged() -> Game[Board]:
    """Return a game of seven in which seat 0, the Saboteur, leads the first team and plays the Wrench."""
    ruleset = Ruleset.of("resistance", 7, ["saboteur"])
    game: Game[Board] = Game(ruleset, Deal(("saboteur", "spy", "spy", *["resistance"] * 4), 0))
    play_mission(game, 0b11, {0: WRENCH})
    return game


def test_a_wrench_fails_the_mission_and_the_leader_looks() -> None:
    game = sabotaged()
    assert not game.board.results[0].success
    prompt = game.prompts()[0]
    assert prompt.question.name == "follow-traces"
    assert list(prompt.option.answers()) == [1]  # a team member, not the leader


def test_the_look_is_private() -> None:
    game = sabotaged()
    game.play(0, Choice(game.prompts()[0].number, 1))
    shown = next(event for event in game.events if type(event).__name__ == "LoyaltyShown")
    assert getattr(seen_by(shown, 0), "side", None) == "spies"
    for other in (1, 2, 3, SPECTATOR):
        assert getattr(seen_by(shown, other), "side", None) is None


def test_the_wrench_lies_before_all_and_works_once() -> None:
    game = sabotaged()
    game.play(0, Choice(game.prompts()[0].number, 1))
    (leader,) = game.prompts()
    game.play(leader, Choice(game.prompts()[leader].number, (0b111,)))
    for seat, prompt in game.prompts().items():
        game.play(seat, Choice(prompt.number, "approve"))
    prompts = game.prompts()
    assert {getattr(prompt.option, "shown", ()) for prompt in prompts.values()} == {("success", "fail", "wrench")}
    refusal = game.refusal(0, Choice(prompts[0].number, WRENCH))
    assert refusal is not None
    assert refusal.code == "card-not-yours-to-play"
