"""Votes, quests and the endings: three failures, five rejections, and the assassination after three successes."""

import pytest

from tests.support.games.round_table import (
    FIVE,
    SEVEN,
    TEN,
    asked,
    cards,
    dealt,
    ended,
    kinds,
    last,
    mission,
    propose,
    rejected,
    table,
    vote,
    won,
)
from turncoat.games.resistance.events import LeaderPassed, MissionRevealed, RolesRevealed, TeamRejected
from turncoat.games.round_table.events import AssassinCameOut, EvilCameOut, MerlinNamed, TeamGoes
from turncoat.kernel.seats import SPECTATOR, seat_set, seats_in
from turncoat.testing import play, refusal_of


@pytest.mark.clause("RT-BASE-1")
def test_a_tie_rejects_and_leadership_passes() -> None:
    game = dealt(8)
    propose(game)
    play(game, "".join(f"{seat} cast-ballot {'approve' if seat < 4 else 'reject'}\n" for seat in range(8)))
    assert game.board.track == 1
    assert last(game, LeaderPassed).leader == 1


@pytest.mark.clause("RT-VOTE-1")
def test_the_fifth_rejection_of_a_round_wins_for_evil_and_nobody_is_named() -> None:
    game = table(FIVE)
    rejected(game, 4)
    assert game.result is None
    rejected(game)
    assert ended(game) == ("evil", "five-rejections")
    assert not {"EvilCameOut", "MerlinNamed"} & {*kinds(game)}


@pytest.mark.clause("RT-VOTE-1")
def test_rejections_count_per_round() -> None:
    game = table(FIVE)
    rejected(game, 4)
    mission(game)
    assert game.board.track == 0
    rejected(game, 4)
    assert game.result is None


@pytest.mark.clause("RT-VOTE-1")
def test_by_option_the_fifth_team_goes_without_a_vote() -> None:
    game = table(FIVE, fifth_team="goes")
    rejected(game, 4)
    assert (last(game, TeamRejected).track, last(game, TeamRejected).limit) == (4, 4), "so the log says: 4 of 4"
    assert game.board.leader == 4
    propose(game, 0, 1)
    assert last(game, TeamGoes).team == 0b11
    assert asked(game) == {"play-card"}
    assert game.board.track == 0
    assert game.board.proposals[-1].approved
    cards(game)
    assert last(game, MissionRevealed).success
    propose(game)
    assert asked(game) == {"cast-ballot"}


@pytest.mark.clause("RT-QUEST-1")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_good_must_play_success(seat: int) -> None:
    game = table(FIVE)
    propose(game, seat, 3)
    vote(game)
    assert refusal_of(game, f"{seat} play-card fail") == "card-not-yours-to-play"
    assert refusal_of(game, f"{seat} play-card success") is None


@pytest.mark.clause("RT-QUEST-1")
@pytest.mark.parametrize("seat", [6, 7, 8, 9])
def test_evil_choose_their_card(seat: int) -> None:
    game = table(TEN)
    propose(game, 0, 1, seat)
    vote(game)
    for card in ("success", "fail"):
        assert refusal_of(game, f"{seat} play-card {card}") is None
    assert game.default(seat).answer == "success"


@pytest.mark.clause("RT-QUEST-1")
@pytest.mark.parametrize(("players", "succeeds"), [(6, False), (7, True)])
def test_quest_four_needs_two_fails_with_seven_or_more(players: int, succeeds: bool) -> None:
    game = dealt(players)
    mission(game)
    mission(game, *range(players - 1, players - 1 - game.board.team_size, -1), fails=1)
    mission(game)
    evil = players - 1
    mission(game, *range(game.board.team_size - 1), evil, fails=1)
    assert last(game, MissionRevealed).success is succeeds
    assert asked(game) == ({"name-merlin"} if succeeds else {"name-team"})


@pytest.mark.clause("RT-END-1")
def test_the_third_failure_wins_for_evil_without_an_assassination() -> None:
    game = table(FIVE)
    for _ in range(3):
        mission(game, 3, 4, *range(game.board.team_size - 2), fails=1)
    assert ended(game) == ("evil", "three-failures")
    assert not {"EvilCameOut", "MerlinNamed"} & {*kinds(game)}


@pytest.mark.clause("RT-END-2", "RT-END-3")
def test_after_the_third_success_evil_comes_out_at_once() -> None:
    game = table(SEVEN)
    won(game)
    at = kinds(game).index("EvilCameOut")
    assert kinds(game)[at - 1 :] == ["MissionRevealed", "EvilCameOut"]
    assert last(game, EvilCameOut) == EvilCameOut(4, "assassin", seat_set([4, 5, 6]))
    assert game.result is None
    board = game.view(SPECTATOR).board
    assert board.evil == seat_set([4, 5, 6])
    assert board.roles == [None] * 4 + ["assassin", None, None], "the Assassin is known as such, and nobody else"


@pytest.mark.clause("RT-END-3")
def test_oberon_comes_out_too_and_mordred_as_the_assassin_if_he_is() -> None:
    game = table(("merlin", "percival", "knight", "knight", "morgana", "mordred", "oberon"))
    won(game)
    assert last(game, EvilCameOut) == EvilCameOut(5, "mordred", seat_set([4, 5, 6]))
    assert asked(game) == {"name-merlin"}
    assert list(game.prompts()) == [5]


@pytest.mark.clause("RT-END-3")
def test_by_option_only_the_assassin_becomes_public() -> None:
    game = table(SEVEN, evil_comes_out=False)
    won(game)
    assert last(game, AssassinCameOut) == AssassinCameOut(4, "assassin")
    board = game.view(SPECTATOR).board
    assert (board.evil, board.assassin) == (0, 4)
    assert board.roles == [None] * 4 + ["assassin", None, None]


@pytest.mark.clause("RT-END-4")
def test_the_assassin_alone_decides_once_and_everybody_may_talk() -> None:
    game = table(SEVEN)
    won(game)
    assert list(game.prompts()) == [4]
    assert type(last(game, EvilCameOut)).opens_talk
    assert game.board.silent == 0
    assert game.board.channel == 0
    play(game, "4 name-merlin 2")
    assert game.result is not None


@pytest.mark.clause("RT-END-5")
def test_the_assassin_may_name_anybody_but_those_known_as_evil() -> None:
    game = table(TEN)
    won(game)
    for seat in (6, 7, 8, 9):
        assert refusal_of(game, f"6 name-merlin {seat}") in ("cannot-be-merlin", "seat-not-allowed")
    for seat in range(6):
        assert refusal_of(game, f"6 name-merlin {seat}") is None


@pytest.mark.clause("RT-END-5")
def test_oberon_may_be_named_where_evil_does_not_come_out() -> None:
    game = table(TEN, evil_comes_out=False)
    won(game)
    for seat in (7, 8):
        assert refusal_of(game, f"6 name-merlin {seat}") == "cannot-be-merlin"
    play(game, "6 name-merlin 9")
    assert ended(game) == ("good", "merlin-missed")


@pytest.mark.clause("RT-END-5")
def test_the_clock_names_the_next_possible_seat_clockwise() -> None:
    game = table(("merlin", "knight", "assassin", "minion", "knight"), evil_comes_out=False)
    won(game)
    assert game.default(2).answer == 4
    game = table(("merlin", "knight", "assassin", "knight", "minion"))
    won(game)
    assert game.default(2).answer == 3


@pytest.mark.clause("RT-END-5")
def test_nobody_else_is_told_whom_the_assassin_may_name() -> None:
    game = table(SEVEN, evil_comes_out=False)
    won(game)
    for seat in (SPECTATOR, 0, 1, 2, 3, 5, 6):
        view = game.view(seat)
        assert view.prompt is None
        assert view.waiting == 1 << 4


@pytest.mark.clause("RT-END-6")
@pytest.mark.parametrize(
    ("named", "end"), [(0, ("evil", "merlin-named")), (1, ("good", "merlin-missed")), (2, ("good", "merlin-missed"))]
)
def test_naming_merlin_wins_for_evil_and_anybody_else_for_good(named: int, end: tuple[str, str]) -> None:
    game = table(FIVE)
    won(game)
    play(game, f"3 name-merlin {named}")
    assert last(game, MerlinNamed) == MerlinNamed(3, named, named == 0)
    assert ended(game) == end
    assert game.view(SPECTATOR).events[-1] == RolesRevealed(FIVE)


@pytest.mark.clause("RT-EXAMPLE-1")
def test_the_worked_example() -> None:
    game = table(FIVE)
    for fails in (0, 0, 1, 0):
        mission(game, 3, *range(game.board.team_size - 1), fails=fails)
    assert [result.success for result in game.board.results] == [True, True, False, True]
    assert seats_in(game.view(SPECTATOR).board.evil) == (3, 4)
    play(game, "3 name-merlin 1")
    assert ended(game) == ("good", "merlin-missed")
