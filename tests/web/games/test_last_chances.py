"""The board says what a tie does, what one more rejection brings, and who is to name a team."""

from typing import Any

import pytest

from tests.support.fixtures.models import TablePage, draw_part
from tests.support.games import resistance, round_table, winter_soldier
from tests.support.offline_room import room
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.table.values.scenes import scenes_of
from turncoat.testing import play
from turncoat.web.board.model import PublicPart, ScenePart
from turncoat.web.board.public_part import board_part
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.http.page import Site
from turncoat.web.table.public import public_part
from turncoat.web.table.seat import SeatPart

TIE = "A tie rejects the team."


def page(game: Game[Any], draft: int = 0) -> PublicPart:
    """Return the public board, with a draft of the next team."""
    at = room(game.ruleset, game.deal)
    session = at.table.session
    assert session is not None
    session._game, session.asked = game, game.waiting
    if not draft:
        return public_part(at, session, str)
    teller = teller_of(session, session.names, str)
    presenter = presenter_of(game.ruleset.game)
    return board_part(session.view(), presenter, teller, session.occupants, session.asked, 0, draft=draft)


def tracks(game: Game[Any]) -> str:
    return draw_part(TablePage(Site("", "/"), page(game), SeatPart(None)), "tracks")


def last_vote(game: Game[Any]) -> ScenePart:
    """Return the scene of the latest vote."""
    at = room(game.ruleset, game.deal)
    session = at.table.session
    assert session is not None
    view = game.view(SPECTATOR)
    first = max(k for k, event in enumerate(view.events) if type(event).__name__ == "BallotsRevealed")
    (scene,) = [one for one in scenes_of(view.events[first:], first, game.ruleset.players) if one.kind == "vote"]
    teller = teller_of(session, session.names, str)
    return presenter_of(game.ruleset.game).scene(view, view.events[scene.first : scene.last + 1], teller)


def split(game: Game[Any]) -> None:
    """Vote on a team with every other seat for it."""
    for seat in list(game.prompts()):
        play(game, f"{seat} cast-ballot {'reject' if seat % 2 else 'approve'}")


@pytest.mark.parametrize("players", [5, 6])
def test_a_tie_is_spoken_of_only_where_there_may_be_one(players: int) -> None:
    game = resistance.new_game(players)
    play(game, f"{game.board.leader} name-team team=0,1")
    assert (TIE in page(game).stage.line) == (players == 6)


def test_a_tie_says_that_it_rejects_the_team() -> None:
    game = resistance.new_game(6)
    play(game, f"{game.board.leader} name-team team=0,1")
    split(game)
    assert page(game).stage.line == f"{TIE} Team of 2 for mission 1."
    assert last_vote(game).lines == (f"For: 3. Against: 3. {TIE}",)
    lost = resistance.new_game(6)
    resistance.vote(lost, False)
    assert TIE not in page(lost).stage.line
    assert last_vote(lost).lines == ("For: 0. Against: 6.",)


def test_only_players_left_make_a_tie() -> None:
    """An accusation leaves six of seven players."""
    game = winter_soldier.table(winter_soldier.SEVEN)
    winter_soldier.propose(game)
    assert TIE not in page(game).stage.line
    play(game, "0 !accuse 1")
    winter_soldier.vote(game, False)
    winter_soldier.propose(game)
    assert TIE in page(game).stage.line


def spies(rejections: int) -> Game[Any]:
    game = resistance.new_game(7)
    for _ in range(rejections):
        resistance.vote(game, False)
    return game


def hydra(rejections: int, failures: int = 0) -> Game[Any]:
    game = winter_soldier.table(winter_soldier.SEVEN)
    for _ in range(failures):
        winter_soldier.mission(game, *(4, 5, 6)[: game.board.team_size])
    winter_soldier.rejected(game, rejections)
    return game


def evil(rejections: int, **options: Any) -> Game[Any]:
    game = round_table.table(round_table.SEVEN, **options)
    round_table.rejected(game, rejections)
    return game


@pytest.mark.parametrize(
    ("game", "says"),
    [
        (lambda: spies(3), ""),
        (lambda: spies(4), "One more rejection and the spies win."),
        (lambda: hydra(1), ""),
        (lambda: hydra(2), "One more rejection and the mission fails."),
        (lambda: hydra(2, 2), "One more rejection and HYDRA wins."),
        (lambda: evil(4), "One more rejection and evil wins."),
        (lambda: evil(2, **{"fifth-team": "goes"}), ""),
        (lambda: evil(3, **{"fifth-team": "goes"}), "One more rejection, and the next team goes without a vote."),
        (lambda: evil(4, **{"fifth-team": "goes"}), "The next team goes without a vote."),
    ],
)
def test_the_last_team_that_may_be_rejected_is_announced(game: Any, says: str) -> None:
    played = game()
    public = page(played)
    assert public.last_chance == says
    assert says in public.stage.line
    assert not says or says in last_vote(played).lines
    assert ("Rejected teams</span>" in tracks(played)) == (not says)
    assert f'class="is-last">{says}<' in tracks(played) or not says


def test_cards_needed_and_cards_played_are_told_apart() -> None:
    game = resistance.new_game(7)
    for fails in (0, 1, 0):
        resistance.mission(game, fails)
    html = tracks(game)
    assert html.count(">0 fails played<") == 2
    assert html.count(">1 fail played<") == 1
    assert html.count(">needs 2 fails<") == 1
    resistance.mission(game, 1)
    assert "needs" not in tracks(game)


def test_only_the_leader_reads_that_it_is_their_turn_to_name_a_team() -> None:
    game = resistance.new_game(5)
    stage = page(game).stage
    assert (stage.headline, stage.headline_for_me) == ("Person 0 names a team", "Your turn: name a team")
    html = draw_part(TablePage(Site("", "/"), page(game), SeatPart(None)), "stage")
    assert '<span class="not-me">Person 0 names a team</span><span class="for-me">Your turn: name a team</span>' in html
    resistance.vote(game, True)
    assert page(game).stage.headline_for_me == ""


def test_a_draft_clears_the_stage_of_the_team_that_was_rejected() -> None:
    game = resistance.new_game(5)
    resistance.vote(game, False)
    before, drafted = page(game).stage, page(game, 0b10).stage
    assert (before.stamp, before.slots) == ("rejected", ("Person 0", "Person 1"))
    assert (drafted.stamp, drafted.stamp_word, drafted.slots) == ("", "", ("Person 1", ""))
    assert drafted.line == "Team of 2 for mission 1."
    resistance.mission(game)
    assert page(game).stage.cards
    assert page(game, 0b10).stage.cards == ()
