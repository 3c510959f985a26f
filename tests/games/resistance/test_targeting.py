"""The Targeting variant, in both editions."""

from collections.abc import Iterator

import pytest

from tests.support.games.resistance import kinds, last, mission, new_game, team_text, vote
from tests.support.toys import ToyChapter, resistance_with, toy_game
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import MissionRevealed, MissionReversed, RoundBegan, TeamProposed
from turncoat.games.resistance.hooks import MISSION_SETTLED
from turncoat.games.resistance.steps import Game
from turncoat.games.resistance.targeting import Targeting
from turncoat.kernel.boards import Result
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.hooks import WindowHandler
from turncoat.kernel.options import Form, Seats, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set
from turncoat.kernel.steps import Choice, Step
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing import play, refusal_of

COUNTS = range(5, 11)
SIZES = {5: (2, 3, 2, 3, 3), 7: (2, 3, 3, 4, 4), 10: (3, 4, 4, 5, 5)}


def open_missions(game: Game) -> list[int]:
    """Return the missions that the leader may choose."""
    form = game.prompts()[game.board.leader].option
    assert isinstance(form, Form)
    word = dict(form.parts)["mission"]
    assert isinstance(word, Word)
    team = dict(form.parts)["team"]
    assert isinstance(team, Seats)
    assert team.shown == team.allowed == game.board.everyone
    assert word.shown == word.allowed
    return [int(name.removeprefix("mission-")) for name in word.allowed]


@pytest.mark.clause("TGT-1")
@pytest.mark.parametrize("players", SIZES)
def test_the_leader_names_a_mission_and_a_team_of_its_size(players: int) -> None:
    for number in range(1, 5):
        size = SIZES[players][number - 1]
        game = new_game(players, "targeting")
        leader = game.board.leader
        for wrong in {1, *SIZES[players], 5} - {size}:
            assert refusal_of(game, f"{leader} name-team mission=mission-{number} team={team_text(game, wrong)}") == (
                "wrong-count"
            )
        play(game, f"{leader} name-team mission=mission-{number} team={team_text(game, size)}")
        assert last(game, TeamProposed) == TeamProposed(leader, number, seat_set(range(size)))
        assert game.board.mission == number
    with pytest.raises(ValueError, match="expected mission=… team=…"):
        play(new_game(players, "targeting"), "0 name-team team=0,1")


@pytest.mark.clause("TGT-1")
@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_question_names_no_mission_before_the_leader_chooses(language: str) -> None:
    game = new_game(5, "targeting")
    teller = Teller(game.ruleset, ["Ada", "Ben", "Cleo", "Dan", "Eve"], translator(language))
    mission(game, number=3)
    vote(game, approve=False, mission=4)
    for number in (2, 1):
        prompt = game.prompts()[game.board.leader]
        said = teller.text(prompt.question.sentence), teller.text(prompt.question.hint)
        assert said == (
            ("Choose a mission and name its team.", "Pick a mission, then tap the seats. You may pick yourself.")
            if language == "en"
            else ("Wybierz misję i jej drużynę.", "Wybierz misję, potem dotknij miejsc. Możesz wybrać także siebie.")
        )
        assert said[0] == teller.prompt(prompt)
        mission(game, number=number)


@pytest.mark.clause("TGT-1")
def test_without_targeting_the_question_names_the_next_mission() -> None:
    game = new_game(5)
    assert Teller(game.ruleset, ["Ada"]).prompt(game.prompts()[0]) == "Name the team for mission 1."


@pytest.mark.clause("TGT-2")
@pytest.mark.parametrize("approve", [True, False])
def test_one_vote_is_on_both_mission_and_team(approve: bool) -> None:
    game = new_game(5, "targeting")
    play(game, "0 name-team mission=mission-3 team=0,1")
    assert {dict(prompt.params)["mission"] for prompt in game.prompts().values()} == {3}
    play(game, f"* cast-ballot {'approve' if approve else 'reject'}")
    assert kinds(game).count("BallotsRevealed") == 1
    assert game.board.proposals[-1].mission == 3
    assert (game.waiting == seat_set([0, 1])) == approve
    if approve:
        play(game, "* play-card success")
        assert last(game, MissionRevealed).mission == 3


@pytest.mark.clause("TGT-3")
def test_each_mission_is_attempted_at_most_once() -> None:
    game = new_game(5, "targeting")
    assert open_missions(game) == [1, 2, 3, 4]
    mission(game, number=3)
    assert last(game, RoundBegan) == RoundBegan(2, 1, 1), "the marker is on the first open mission"
    assert open_missions(game) == [1, 2, 4]
    assert refusal_of(game, "1 name-team mission=mission-3 team=0,1") == "not-allowed"
    mission(game, number=2, fails=1)
    mission(game, number=4)
    assert open_missions(game) == [1, 5]
    mission(game, number=5)
    assert game.result == Result("resistance", "three-successes"), "mission 1 was never attempted"


@pytest.mark.clause("TGT-4")
@pytest.mark.parametrize(
    ("outcome", "english", "polish"),
    [("", False, False), ("S", False, False), ("F", False, False), ("SS", True, True), ("SF", False, True),
     ("FF", False, True), ("SFS", True, True), ("FSF", False, True), ("SFFS", True, True)],
)  # fmt: skip
def test_mission_5_opens_as_the_edition_says(outcome: str, english: bool, polish: bool) -> None:
    for after, expected in (("successes", english), ("completed", polish)):
        game = new_game(5, "targeting", fifth_mission_after=after)
        for number, letter in enumerate(outcome, 1):
            mission(game, number=number, fails=letter == "F")
        assert (5 in open_missions(game)) == expected
        leader = game.board.leader
        code = refusal_of(game, f"{leader} name-team mission=mission-5 team=0,1,2")
        assert code == (None if expected else "not-allowed")


@pytest.mark.clause("TGT-4")
def test_the_edition_of_targeting_is_an_option() -> None:
    assert Ruleset.of("resistance", 5, ["targeting"]).option("fifth-mission-after") == "successes"
    assert Ruleset.of("resistance", 5, ["targeting"], {"fifth_mission_after": "completed"}).options == (
        ("fifth-mission-after", "completed"),
    )
    with pytest.raises(RulesetError, match="one of successes, completed, not 'never'"):
        Ruleset.of("resistance", 5, ["targeting"], {"fifth-mission-after": "never"})
    with pytest.raises(RulesetError, match="no option 'fifth-mission-after'"):
        Ruleset.of("resistance", 5, [], {"fifth-mission-after": "completed"})


@pytest.mark.clause("TGT-5", "TGT-8")
@pytest.mark.parametrize("players", COUNTS)
@pytest.mark.parametrize("fails", [0, 1, 2])
def test_targeted_space_4_needs_two_fails_at_any_time(players: int, fails: int) -> None:
    game = new_game(players, "targeting")
    mission(game, number=4, fails=fails)
    assert last(game, MissionRevealed).mission == 4
    assert last(game, MissionRevealed).success == (fails < (2 if players >= 7 else 1))
    for number in (1, 2, 3):
        mission(game, number=number, fails=number % 2)
        assert last(game, MissionRevealed).success == (number == 2), "the fourth mission played needs one"


@pytest.mark.clause("TGT-6")
def test_after_a_rejection_the_next_leader_may_choose_another_mission() -> None:
    game = new_game(5, "targeting")
    for track, number in enumerate((1, 4, 2, 3)):
        assert open_missions(game) == [1, 2, 3, 4]
        assert game.board.track == track
        vote(game, approve=False, mission=number)
    vote(game, approve=False, mission=1)
    assert game.result == Result("spies", "five-rejections"), "five in a round, of any missions"


@pytest.mark.clause("TGT-7")
def test_with_8_players_mission_3_may_come_first_with_a_team_of_4() -> None:
    game = new_game(8, "targeting")
    assert refusal_of(game, "0 name-team mission=mission-3 team=0,1,2") == "wrong-count"
    play(game, "0 name-team mission=mission-3 team=0,1,2,7\n* cast-ballot approve\n* play-card success")
    assert game.board.results[0].mission == 3
    assert game.board.round == 2


class Reverse(Step, frozen=True):
    def run(self, game: Game) -> None:
        result = game.board.results[-1]
        game.emit(MissionReversed(result.mission, not result.success))


class ReverseAll(ToyChapter):
    """Chapter that reverses every mission after it is scored."""

    name = "reverse-all"

    def windows(self) -> tuple[WindowHandler, ...]:
        return (MISSION_SETTLED.handled_by(self.settled),)

    def settled(self, game: Game, memory: dict[str, int]) -> Step | None:
        memory["times"] = memory.get("times", 0) + 1
        return Reverse() if memory["times"] == 1 else None


@pytest.fixture
def reversing() -> Iterator[None]:
    with resistance_with(ReverseAll(), Targeting()):
        yield


@pytest.mark.clause("TGT-8")
@pytest.mark.usefixtures("reversing")
@pytest.mark.parametrize(("fails", "opens"), [(0, False), (1, True)])
def test_mission_5_counts_results_after_reversals(fails: int, opens: bool) -> None:
    game = toy_game("reverse-all", "targeting")
    for number in (1, 2):
        mission(game, number=number, fails=fails)
        assert game.board.results[-1].success == (fails == 1)
    assert (game.board.successes, game.board.failures) == ((2, 0) if fails else (0, 2))
    assert (5 in open_missions(game)) == opens
    board: Board = game.view(4).board
    assert board.successes == game.board.successes


@pytest.mark.clause("TGT-3")
def test_an_incomplete_mission_proposal_is_refused() -> None:
    game = new_game(5, "targeting")
    for answer in (("mission-1",), (0b11,), ("mission-1", 0b11, 0), ("mission-9", 0b11), (0b11, "mission-1"), None):
        assert game.refusal(0, Choice(game.latest_prompt, answer)) is not None
