"""The endings: three failures, and the two stages after three successes, each with a record that replays."""

from pathlib import Path

import pytest

from tests.support.games.winter_soldier import (
    SEVEN,
    asked,
    ended,
    kinds,
    mission,
    offered,
    rejected,
    ruleset,
    table,
    won,
)
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.events import FuryNamed, HydraCameOut, LastGuessForgone, LastGuessMade
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.records import check, parse_record, print_record
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.testing import play, refusal_of

RECORDS = Path(__file__).parent / "records"
ENDINGS = {
    "three-failures": ("hydra", "three-failures"),
    "last-guess-right": ("shield", "last-guess-right"),
    "assassination-right": ("hydra", "fury-assassinated"),
    "assassination-wrong": ("shield", "fury-missed"),
    "winter-soldier-found": ("shield", "winter-soldier-found"),
    "winter-soldier-exposed": ("shield", "winter-soldier-found"),
    "nick-fury-lost": ("hydra", "fury-lost"),
    "nick-fury-out-and-named": ("hydra", "fury-assassinated"),
    "maria-hill-assassinated": ("hydra", "hill-assassinated"),
}


@pytest.mark.clause("WIN-END-1", "WIN-END-2", "WIN-END-3", "WIN-ACCUSE-4")
@pytest.mark.parametrize("name", ENDINGS)
def test_recorded_games_of_winter_soldier_end_as_recorded(name: str) -> None:
    text = (RECORDS / f"{name}.txt").read_text()
    game = check(text)
    assert ended(game) == ENDINGS[name]
    assert parse_record(print_record(parse_record(text))) == parse_record(text)


def test_every_record_of_winter_soldier_is_tested() -> None:
    assert {path.stem for path in RECORDS.iterdir()} == set(ENDINGS)


@pytest.mark.clause("WIN-END-1")
def test_the_third_failure_wins_for_hydra() -> None:
    game = table(SEVEN)
    mission(game, 0, 4)
    mission(game, 0, 1, 4)
    assert game.result is None
    mission(game, 0, 1, 4)
    assert ended(game) == ("hydra", "three-failures")
    assert game.board.failures == 3


@pytest.mark.clause("WIN-END-2")
def test_three_successes_lead_to_captain_americas_last_guess() -> None:
    game = table(SEVEN)
    won(game)
    assert asked(game) == {0: "last-guess"}
    assert all(not offered(game, seat) for seat in range(7))
    play(game, "0 last-guess 5")
    assert LastGuessMade(0, 5, False) in game.view(SPECTATOR).events
    assert "CardShown" not in kinds(game)
    assert game.result is None
    assert game.view(1).board.out == 0
    assert game.view(SPECTATOR).board.roles[5] is None


@pytest.mark.clause("WIN-END-2")
def test_a_correct_last_guess_wins() -> None:
    game = table(SEVEN)
    won(game)
    play(game, "0 last-guess 4")
    assert ended(game) == ("shield", "last-guess-right")


@pytest.mark.clause("WIN-END-2")
def test_captain_america_may_forgo_the_guess_as_the_clock_does() -> None:
    game = table(SEVEN)
    won(game)
    game.play(0, game.default(0))
    assert LastGuessForgone(0) in game.events
    assert asked(game) == {4: "name-fury"}


@pytest.mark.clause("WIN-END-2")
def test_captain_america_makes_no_guess_when_out() -> None:
    game = table(SEVEN, "0 !accuse 5")
    won(game)
    assert asked(game) == {4: "name-fury"}
    assert not {"LastGuessMade", "LastGuessForgone"} & set(kinds(game))


@pytest.mark.clause("WIN-END-3")
def test_hydra_has_its_own_channel_until_fury_is_named() -> None:
    game = table(SEVEN)
    won(game)
    assert game.board.channel == 0
    play(game, "0 last-guess -")
    for viewer in (SPECTATOR, *range(7)):
        assert game.view(viewer).events[-1] == HydraCameOut(0b1110000, 4)
        assert seats_in(game.view(viewer).board.channel) == (4, 5, 6)
    play(game, "4 name-fury 3")
    assert game.board.channel == 0


@pytest.mark.clause("WIN-END-3", "WIN-OUT-1")
@pytest.mark.parametrize(("talk", "channel"), [(False, (4, 6)), (True, (4, 5, 6))])
def test_eliminated_hydra_agents_join_the_channel_only_by_option(talk: bool, channel: tuple[int, ...]) -> None:
    game = table(SEVEN, "0 !accuse 5", out_players_talk=talk)
    won(game)
    assert seats_in(game.board.channel) == channel


@pytest.mark.clause("WIN-END-3")
@pytest.mark.parametrize(("named", "ending"), [(1, ("hydra", "fury-assassinated")), (2, ("shield", "fury-missed"))])
def test_the_winter_soldier_names_fury_once(named: int, ending: tuple[str, str]) -> None:
    game = table(SEVEN)
    won(game)
    play(game, f"0 last-guess -\n4 name-fury {named}")
    assert FuryNamed(4, named, named == 1) in game.events
    assert ended(game) == ending


@pytest.mark.clause("WIN-END-3")
def test_players_publicly_known_not_to_be_fury_cannot_be_named() -> None:
    game = table(SEVEN, "0 !accuse 3")
    won(game)
    play(game, "0 last-guess -")
    codes = {seat: refusal_of(game, f"4 name-fury {seat}") for seat in range(7)}
    assert codes == {
        0: "cannot-be-nick-fury",
        1: None,
        2: None,
        3: "cannot-be-nick-fury",
        4: "seat-not-allowed",
        5: "cannot-be-nick-fury",
        6: "cannot-be-nick-fury",
    }


def fury_face_up() -> Game[Board]:
    """Return a game with Nick Fury out and face up after an accusation, and three successes."""
    game: Game[Board] = Game(ruleset(7), Deal(SEVEN, 0))
    play(game, "0 !accuse 1")
    won(game)
    play(game, "0 last-guess -")
    return game


@pytest.mark.clause("WIN-END-3", "WIN-ACCUSE-5")
def test_only_a_revealed_fury_can_be_named() -> None:
    game = fury_face_up()
    codes = {seat: refusal_of(game, f"4 name-fury {seat}") for seat in (0, 1, 2, 3, 5, 6)}
    assert codes == dict.fromkeys((0, 2, 3, 5, 6), "cannot-be-nick-fury") | {1: None}
    assert "nobody else can be named" in game.prompts()[4].question.hint
    game.play(4, game.default(4))
    assert ended(game) == ("hydra", "fury-assassinated")


@pytest.mark.clause("WIN-END-3")
def test_the_question_has_no_hint_while_several_may_be_fury() -> None:
    game = table(SEVEN)
    won(game)
    play(game, "0 last-guess -")
    assert game.prompts()[4].question.hint == ""


@pytest.mark.clause("WIN-END-3")
@pytest.mark.parametrize("hidden", [0, 2, 3])
def test_the_clock_names_a_revealed_fury(hidden: int) -> None:
    """Vary Nick Fury's seat, and so the player who comes first on the Winter Soldier's left."""
    roles = list(SEVEN)
    roles[1], roles[hidden] = roles[hidden], roles[1]
    captain, fury = roles.index("captain-america"), roles.index("nick-fury")
    game = table(roles, f"{captain} !accuse {fury}")
    won(game)
    play(game, f"{captain} last-guess -")
    assert game.default(4).answer == fury


@pytest.mark.clause("WIN-END-3")
def test_the_clock_names_the_next_player_who_may_be_fury() -> None:
    game = table(SEVEN, "0 !accuse 3")
    won(game)
    play(game, "0 last-guess -")
    assert game.default(4).answer == 1


@pytest.mark.clause("WIN-END-1", "WIN-END-2")
def test_two_successes_and_two_failures_decide_nothing() -> None:
    game = table(SEVEN)
    won(game, 2)
    rejected(game, 6)
    assert (game.board.successes, game.board.failures, game.result) == (2, 2, None)
