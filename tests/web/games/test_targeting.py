"""Targeting, where the leader chooses the mission: the page names none beforehand, and shows the draft for any."""

from random import Random

import pytest

from tests.support.games.resistance import mission, new_game, team_text, vote
from turncoat.games.resistance.board import Board
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.locales import translator
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller
from turncoat.testing import play
from turncoat.testing.walks import next_choice
from turncoat.web.board.model import BoardModel
from turncoat.web.board.public_part import board_part
from turncoat.web.games import presenter_of

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Hugo")
PRESENTER = presenter_of("resistance")


def drawn(game: Game[Board], language: str = "en") -> BoardModel:
    view = game.view(SPECTATOR)
    return PRESENTER.board(view, Teller(game.ruleset, NAMES, translator(language)), game.waiting, len(view.events))


def now(board: BoardModel) -> list[int]:
    """Return the missions that the track marks as current."""
    return [space.number for space in board.mission_slots if space.state == "now"]


@pytest.mark.clause("TGT-1")
@pytest.mark.parametrize(
    ("language", "headline", "line"),
    [
        ("en", "Ania chooses a mission and names a team", "Missions to choose from: 1, 2, 3, 4."),
        ("pl", "Ania wybiera misję i drużynę", "Misje do wyboru: 1, 2, 3, 4."),
    ],
)
def test_the_stage_names_the_missions_to_choose_from(language: str, headline: str, line: str) -> None:
    game = new_game(7, "targeting")
    board = drawn(game, language)
    assert (board.stage.headline, board.stage.line, board.stage.slots) == (headline, line, ())
    assert now(board) == []
    play(game, f"0 name-team mission=mission-3 team={team_text(game, 3)}")
    assert now(drawn(game)) == [3]
    assert "mission 3" in drawn(game).stage.line
    play(game, "* cast-ballot reject")
    assert now(drawn(game)) == [], "the next leader may choose another"
    stage = drawn(game).stage
    assert stage.headline == "Bartek chooses a mission and names a team"
    assert stage.line == "The team is rejected. For: 0. Against: 7. Missions to choose from: 1, 2, 3, 4."
    vote(game, mission=2)
    assert now(drawn(game)) == [2]
    play(game, "* play-card success")
    assert now(drawn(game)) == []
    stage = drawn(game).stage
    assert stage.headline == "Cleo chooses a mission and names a team"
    assert stage.line == "Mission 2 succeeded. Missions to choose from: 1, 3, 4."
    mission(game, number=4)
    assert [space.number for space in drawn(game).mission_slots if space.state == "next"] == [1, 3, 5]


def test_without_targeting_the_next_mission_is_named() -> None:
    board = drawn(new_game(7))
    assert (board.stage.headline, board.stage.line) == ("Ania names a team", "Team of 2 for mission 1.")
    assert now(board) == [1]


def test_the_draft_is_visible_before_the_team_has_a_size() -> None:
    game = new_game(7, "targeting")
    teller = Teller(game.ruleset, NAMES)
    people = [Occupant("person", name, f"person-{k}") for k, name in enumerate(NAMES)]
    for draft, shown in ((0b110, 2), (0b111110, 4)):
        part = board_part(game.view(SPECTATOR), PRESENTER, teller, people, game.waiting, 0, draft=draft)
        assert part.stage.slots == NAMES[1 : 1 + shown], "4 go on the largest of the missions to choose from"


@pytest.mark.parametrize("modules", [(), ("plot-thickens", "hunter", "inquisitor")])
def test_the_page_never_names_a_mission_before_it_is_chosen(modules: tuple[str, ...]) -> None:
    ruleset = Ruleset.of("resistance", 7, ("targeting", *modules))
    teller, asked = Teller(ruleset, NAMES), 0
    for seed in range(6):
        game: Game[Board] = Game(ruleset, ruleset.deal(bytes([seed])))
        rng = Random(seed)
        while game.result is None:
            run = {result.mission for result in game.board.results}
            for prompt in game.prompts().values():
                if prompt.question.name == "name-team":
                    asked += 1
                    board = drawn(game)
                    said = f"{teller.prompt(prompt)} {board.stage.headline} {board.stage.line}"
                    assert not any(f"ission {number}" in said for number in range(1, 6) if number not in run), said
                    assert now(board) == []
            game.play(*next_choice(game, rng))
    assert asked > 20
