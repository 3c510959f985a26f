"""The Inquisitor: the token's holder, its moments and targets, and the secrecy of the look."""

from pathlib import Path

import pytest

from tests.support.games.hostile_intent import asked, last, names, send, settle, table, to_third, viewers
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.inquisitor import InquisitorChosen, InquisitorPassed
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.loyalty_token import TokenPart
from turncoat.kernel import records
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing.walks import play, refusal_of

RECORDS = Path(__file__).parent / "records"


def plain(players: int = 7, first: int = 0, *more: str) -> Game[Board]:
    """Return a game without the Hunter module, with the spies in the last seats."""
    ruleset = Ruleset.of("resistance", players, ["inquisitor", *more])
    spies = {5: 2, 6: 2, 7: 3, 8: 3, 9: 3, 10: 4}[players]
    return Game(ruleset, Deal(("resistance",) * (players - spies) + ("spy",) * spies, first))


def mission(game: Game[Board], fail: bool = False) -> None:
    """Run a mission with the last spy and the first members of the resistance."""
    spy = game.board.players - 1
    team = sorted([spy, *range(game.board.team_size - 1)])
    send(game, ",".join(map(str, team)), **({f"s{spy}": "fail"} if fail else {}))


def part(game: Game[Board], viewer: int = SPECTATOR) -> TokenPart:
    found = game.view(viewer).board.parts["inquisitor"]
    assert isinstance(found, TokenPart)
    return found


@pytest.mark.clause("INQ-SETUP-1")
@pytest.mark.parametrize("players", range(5, 11))
def test_the_inquisitor_token_starts_on_the_first_leaders_right(players: int) -> None:
    for first in range(players):
        game = plain(players, first)
        for viewer in viewers(game):
            assert last(game, InquisitorChosen, viewer) == InquisitorChosen((first - 1) % players)
            assert part(game, viewer).holder == (first - 1) % players


@pytest.mark.clause("INQ-USE-1", "INQ-USE-3")
def test_the_inquisitor_examines_after_missions_2_3_and_4() -> None:
    game = plain(7)
    questions = []
    for fail in (True, False, True, False, False):
        leader = game.board.leader
        mission(game, fail)
        questions.append(asked(game) if game.result is None else "over")
        if questions[-1] == "examine":
            assert game.board.leader == leader
            settle(game)
            assert game.board.leader == (leader + 1) % 7
    assert questions == ["name-team", "examine", "examine", "examine", "over"]


@pytest.mark.clause("INQ-USE-1")
def test_only_the_holder_learns_the_side_and_never_the_role() -> None:
    for target in range(6):
        game = plain(7)
        mission(game)
        mission(game)
        play(game, f"6 examine {target}")
        for viewer in viewers(game):
            shown = last(game, LoyaltyShown, viewer)
            assert isinstance(shown, LoyaltyShown)
            assert (shown.shower, shown.viewer) == (target, 6)
            assert shown.side == (("spies" if target >= 4 else "resistance") if viewer == 6 else None)


@pytest.mark.clause("INQ-USE-2")
def test_the_token_passes_to_the_examined_player_and_never_back() -> None:
    game = plain(7)
    mission(game)
    mission(game, fail=True)
    play(game, "6 examine 3")
    assert all(last(game, InquisitorPassed, viewer) == InquisitorPassed(6, 3) for viewer in viewers(game))
    assert all(part(game, viewer).holder == 3 for viewer in viewers(game))
    mission(game, fail=True)
    assert refusal_of(game, "3 examine 6") == "has-been-inquisitor"
    assert refusal_of(game, "3 examine 3") == "seat-not-allowed"
    play(game, "3 examine 4")
    mission(game)
    assert refusal_of(game, "4 examine 3") == "has-been-inquisitor"
    assert refusal_of(game, "4 examine 6") == "has-been-inquisitor"
    play(game, "4 examine 5")
    mission(game)
    assert game.result is not None
    assert names(game).count("LoyaltyShown") == 3


@pytest.mark.clause("INQ-USE-3")
def test_the_inquisitor_does_not_examine_after_the_game() -> None:
    game = plain(7)
    for _ in range(3):
        mission(game)
        if game.result is None:
            settle(game)
    assert game.result is not None
    assert names(game).count("LoyaltyShown") == 1


@pytest.mark.clause("INQ-USE-3", "PLT-ORDER-3", "HUN-INVESTIGATE-2")
def test_with_the_inquisitor_the_steps_after_a_mission_have_their_order() -> None:
    game = table(7, "inquisitor")
    for _ in range(2):
        send(game, {2: "0,1", 3: "0,1,2"}[game.board.team_size])
        settle(game)
    send(game, "0,1,4", s4="chief-fail")
    play(game, "0,1,2,3,4,6 early-accusation no\n5 early-accusation yes\n5 accuse 3\n1 accuse 2")
    settle(game)
    order = [
        name
        for name in names(game)
        if name in ("MissionRevealed", "Accused", "Investigated", "LoyaltyShown", "LeaderPassed")
    ]
    last_mission = len(order) - 1 - order[::-1].index("MissionRevealed")
    assert order[last_mission:] == [
        "MissionRevealed",
        "Accused",  # the spy Hunter's early one
        "Accused",  # the resistance Hunter's, after the third success that it made
        "Investigated",
        "LoyaltyShown",
        "LeaderPassed",
    ]


@pytest.mark.clause("INQ-USE-1", "TGT-8")
def test_with_targeting_examinations_follow_the_second_to_fourth_played_missions() -> None:
    game = plain(7, 0, "targeting")
    play(game, "0 name-team mission=mission-4 team=0,1,2,3\n* cast-ballot approve\n* play-card success")
    assert asked(game) == "name-team"
    play(game, "1 name-team mission=mission-1 team=0,1\n* cast-ballot approve\n* play-card success")
    assert asked(game) == "examine"


@pytest.mark.clause("HUN-LOYALTY-3", "REV-LOYALTY-1")
def test_with_named_roles_an_examination_shows_only_the_side() -> None:
    game = table(7, "inquisitor", "reverser", instead={2: "resistance-reverser", 6: "spy-reverser"}, first=1)
    roles = game.deal.roles
    for target in range(1, 7):
        twin = game.clone()
        for _ in range(2):
            send(twin, {2: "0,1", 3: "0,1,2"}[twin.board.team_size])
            while asked(twin) not in ("examine", "name-team"):
                seat = next(iter(twin.prompts()))
                twin.play(seat, twin.default(seat))
        play(twin, f"0 examine {target}")
        shown = last(twin, LoyaltyShown, 0)
        assert isinstance(shown, LoyaltyShown)
        assert shown.side == ("spies" if roles[target].startswith("spy") else "resistance")
        assert twin.view(0).board.roles == [roles[0], *[None] * 6]


@pytest.mark.clause("INQ-USE-3")
def test_the_inquisitor_examines_after_a_wrong_accusation() -> None:
    game = table(7, "inquisitor")
    to_third(game, success=True)
    used = names(game).count("LoyaltyShown")
    play(game, "1 accuse 2")
    settle(game)
    assert names(game).count("LoyaltyShown") == used + 1


@pytest.mark.clause("INQ-EXAMPLE-1")
def test_the_worked_example_of_the_inquisitor() -> None:
    game = records.check((RECORDS / "INQ-EXAMPLE-1.txt").read_text())
    first = last(game, InquisitorChosen)
    assert isinstance(first, InquisitorChosen)
    assert game.deal.roles[first.holder] == "spy"
    assert last(game, LoyaltyShown, first.holder) == LoyaltyShown(2, first.holder, "resistance")
    assert last(game, LoyaltyShown, 2) == LoyaltyShown(2, first.holder, None)
    mission(game)
    prompt = game.prompt(2)
    assert prompt is not None
    assert set(prompt.option.answers()) == set(range(7)) - {2, first.holder}
