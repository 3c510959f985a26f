"""What the middle of the table says while Hunters accuse, missions are reversed and players are investigated."""

from tests.games.resistance.hostile_intent.tables import settle, table, to_third
from turncoat.games.resistance.board import Board
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset, goal_of
from turncoat.kernel.seats import SPECTATOR
from turncoat.telling import Teller
from turncoat.testing.walks import play
from turncoat.web.board.model import BoardModel
from turncoat.web.board.role_card import role_card
from turncoat.web.games import presenter_of

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Hugo")
PRESENTER = presenter_of("resistance")


def drawn(game: Game[Board], news: int = 0) -> BoardModel:
    view = game.view(SPECTATOR)
    return PRESENTER.board(view, Teller(game.ruleset, NAMES), game.waiting, news)


def test_an_accusation_from_reveal_to_reversal() -> None:
    game = table(7)
    to_third(game, success=True)
    stage = drawn(game).stage
    assert stage.headline == "Bartek is revealed: Resistance Hunter!"
    assert "Bartek" in stage.line
    assert stage.stamp == "success"
    before = len(game.view(SPECTATOR).events)
    play(game, "1 accuse 2")
    page = drawn(game, before)
    assert page.stage.headline == "The result of mission 3 is reversed. The mission fails."
    assert (page.stage.stamp, page.stage.fresh) == ("fail", True)
    assert (page.spaces[2].result, page.spaces[2].stamped_new) == ("fail", True)
    play(game, f"{next(iter(game.prompts()))} investigate 4")
    assert "investigates Ewa" in drawn(game).stage.headline
    settle(game)
    assert "names a team" in drawn(game).stage.line


def test_a_reverse_is_no_fail() -> None:
    game = table(7, "reverser", instead={2: "resistance-reverser", 6: "spy-reverser"})
    play(game, "0 name-team team=0,2 token=1\n* cast-ballot approve\n0 play-card success\n2 play-card reverse")
    assert drawn(game).spaces[0].fails == 0
    assert drawn(game).spaces[0].result == "fail"


def test_what_the_sides_are_after() -> None:
    game = table(7)
    assert "find the Chief" in goal_of(game.ruleset, "resistance")
    assert "accusation" in drawn(game).facts[0]
    assert "Hunter" not in goal_of(Ruleset.of("resistance", 7), "spies")


def test_a_card_that_others_looked_at_is_nothing_that_a_seat_knows() -> None:
    game = table(7)
    play(game, "0 name-team team=0,1 token=2\n* cast-ballot approve\n0,1 play-card success")
    play(game, "0 investigate 4\n4 hand-loyalty-card spy-chief")
    teller = Teller(game.ruleset, NAMES)
    for seat in (0, 4):
        assert any("hands" in line for line in role_card(game.view(seat), PRESENTER, teller).looks)
    for seat in (1, 2, 3, 5, 6):
        card = role_card(game.view(seat), PRESENTER, teller)
        assert not any("hands" in line for line in card.knows + card.looks)
