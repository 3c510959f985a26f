"""Accusations: after a third result, alternating after mission 5, and the early one of the spy Hunter."""

import pytest

from tests.support.games.hostile_intent import (
    TABLES,
    asked,
    last,
    names,
    send,
    settle,
    table,
    to_third,
    viewers,
)
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import MissionReversed, RolesRevealed
from turncoat.games.resistance.hunter.events import Accused, HunterRevealed, LoyaltyCardHanded, part_of
from turncoat.kernel.boards import Result
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing.walks import play, refusal_of


def score(game: Game[Board]) -> tuple[int, int]:
    return game.board.successes, game.board.failures


@pytest.mark.clause("HUN-ACCUSE-1", "HUN-ACCUSE-2")
@pytest.mark.parametrize(
    ("success", "hunter", "target", "side", "reason"),
    [(True, 1, 4, "resistance", "spy-chief-found"), (False, 5, 0, "spies", "resistance-chief-found")],
)
def test_a_correct_accusation_wins(success: bool, hunter: int, target: int, side: str, reason: str) -> None:
    game = table(7)
    to_third(game, success)
    revealed = HunterRevealed(hunter, f"{'resistance' if success else 'spy'}-hunter", side)
    for viewer in viewers(game):
        assert last(game, HunterRevealed, viewer) == revealed
        assert game.view(viewer).board.roles[hunter] == revealed.role
    assert list(game.prompts()) == [hunter]
    assert refusal_of(game, f"{hunter} accuse {hunter}") == "seat-not-allowed"
    play(game, f"{hunter} accuse {target}")
    assert game.result == Result(side, reason)
    assert score(game) == ((3, 0) if success else (0, 3))


@pytest.mark.clause("HUN-ACCUSE-1", "HUN-ACCUSE-2", "HUN-ACCUSE-3")
@pytest.mark.parametrize("success", [True, False])
def test_a_wrong_accusation_reverses_the_mission_and_reveals_no_card(success: bool) -> None:
    game = table(7)
    hunter = 1 if success else 5
    to_third(game, success)
    play(game, f"{hunter} accuse 2")
    assert score(game) == ((2, 1) if success else (1, 2))
    assert last(game, MissionReversed, SPECTATOR) == MissionReversed(3, not success)
    for viewer in viewers(game):
        accused = last(game, Accused, viewer)
        assert isinstance(accused, Accused)
        assert (accused.accused, accused.right) == (2, False)
        assert viewer == 2 or game.view(viewer).board.roles[2] is None
    assert game.result is None
    settle(game)
    assert asked(game) == "name-team"
    assert game.board.round == 4


@pytest.mark.clause("HUN-ACCUSE-4", "HUN-ACCUSE-5")
def test_after_mission_5_accusations_alternate_until_one_is_correct() -> None:
    game = table(5)
    for fails in (False, True, False, True):
        leader_team = {2: "0,4", 3: "0,1,4"}[game.board.team_size]
        send(game, leader_team, **({"s4": "fail"} if fails else {}))
        settle(game)
    assert score(game) == (2, 2)
    send(game, "0,1,4", s4="fail")
    assert (score(game), list(game.prompts())) == ((2, 3), [4])
    play(game, "4 accuse 3")
    assert (score(game), list(game.prompts())) == ((3, 2), [1])
    # The known spy Hunter may not be accused, nor the same player twice.
    assert refusal_of(game, "1 accuse 4") == "not-to-be-accused"
    play(game, "1 accuse 0")
    assert (score(game), list(game.prompts())) == ((2, 3), [4])
    assert refusal_of(game, "4 accuse 3") == "not-to-be-accused"
    assert refusal_of(game, "4 accuse 1") == "not-to-be-accused"
    play(game, "4 accuse 2")
    assert (score(game), list(game.prompts())) == ((3, 2), [1])
    play(game, "1 accuse 2")
    prompt = game.prompt(4)
    assert prompt is not None
    assert list(prompt.option.answers()) == [0]  # nobody else is left
    play(game, "4 accuse 0")
    assert game.result == Result("spies", "resistance-chief-found")
    assert names(game).count("HunterRevealed") == 2
    assert names(game).count("Accused") == 5
    assert names(game).count("Investigated") == 4


@pytest.mark.clause("HUN-ACCUSE-5")
@pytest.mark.parametrize("chief", [0, 1])
def test_naming_either_of_two_chiefs_is_correct(chief: int) -> None:
    game = table(8)
    to_third(game, success=False)
    play(game, f"6 accuse {chief}")
    assert game.result == Result("spies", "resistance-chief-found")
    game = table(10)
    to_third(game, success=True)
    play(game, f"2 accuse {6 + chief}")
    assert game.result == Result("resistance", "spy-chief-found")


@pytest.mark.clause("HUN-ACCUSE-6")
def test_five_rejections_win_but_three_missions_alone_do_not() -> None:
    for success in (True, False):
        game = table(7)
        to_third(game, success)
        assert game.result is None
    game = table(7)
    for leader in range(5):
        play(game, f"{leader} name-team team=0,1 token={5 if leader != 5 else 6}\n* cast-ballot reject")
    assert game.result == Result("spies", "five-rejections")


# Early accusation


@pytest.mark.clause("HUN-EARLY-1")
@pytest.mark.parametrize(
    ("players", "cards", "is_asked", "may_accuse"),
    [
        (5, {"s3": "fail"}, True, True),
        (5, {"s4": "fail"}, True, False),  # the Hunter's own Fail
        (5, {"s3": "fail", "s4": "fail"}, True, True),
        (5, {}, False, False),
        (6, {"s4": "fail"}, True, True),
        (7, {"s4": "chief-fail"}, True, True),
        (7, {"s5": "fail"}, False, False),
    ],
)
def test_a_spy_chiefs_fail_allows_an_early_accusation(
    players: int, cards: dict[str, str], is_asked: bool, may_accuse: bool
) -> None:
    game = table(players)
    chief, hunter = TABLES[players].index("spy-chief"), TABLES[players].index("spy-hunter")
    send(game, f"{chief},{hunter}", **cards)
    assert (asked(game) == "early-accusation") is is_asked
    if is_asked:
        assert list(game.prompts()) == list(range(players))
        refusal = refusal_of(game, f"{hunter} early-accusation yes")
        assert refusal == (None if may_accuse else "only-the-spy-hunter")


@pytest.mark.clause("HUN-EARLY-1")
@pytest.mark.parametrize(
    ("cards", "is_asked"), [({"s4": "chief-fail"}, False), ({"s4": "chief-fail", "s6": "fail"}, True)]
)
def test_a_chief_fail_on_a_successful_fourth_mission_allows_none(cards: dict[str, str], is_asked: bool) -> None:
    game = table(7)
    for fail in (False, True, False):
        send(game, {2: "0,5", 3: "0,1,5"}[game.board.team_size], **({"s5": "fail"} if fail else {}))
        settle(game)
    send(game, "0,4,5,6", **cards)
    assert (asked(game) == "early-accusation") is is_asked


def early(game: Game[Board], accused: int | None, players: int = 7) -> None:
    """Let the spy Chief fail the mission, and the spy Hunter accuse this seat, or nobody if None."""
    chief, hunter = TABLES[players].index("spy-chief"), TABLES[players].index("spy-hunter")
    others = [seat for seat in range(players) if seat not in (chief, hunter)]
    team = sorted([chief, *others[: game.board.team_size - 1]])
    send(game, ",".join(map(str, team)), **{f"s{chief}": "chief-fail" if players >= 7 else "fail"})
    for seat in range(players):
        play(game, f"{seat} early-accusation {'yes' if seat == hunter and accused is not None else 'no'}")
    if accused is not None:
        play(game, f"{hunter} accuse {accused}")


@pytest.mark.clause("HUN-EARLY-2")
@pytest.mark.parametrize("players", [5, 7])
def test_a_wrong_early_accusation_reverses_the_mission(players: int) -> None:
    game = table(players)
    early(game, 0, players)
    assert game.result == Result("spies", "resistance-chief-found")
    game = table(players)
    early(game, 2, players)
    hunter = TABLES[players].index("spy-hunter")
    assert score(game) == (1, 0)
    assert all(game.view(viewer).board.roles[hunter] == "spy-hunter" for viewer in viewers(game))
    assert asked(game) == "investigate"  # it comes after the accusation (HUN-INVESTIGATE-2)
    settle(game)
    assert game.board.round == 2


@pytest.mark.clause("HUN-INVESTIGATE-2", "HUN-EARLY-1")
def test_an_early_accusation_precedes_the_investigation() -> None:
    game = table(7)
    early(game, 2)
    happened = names(game)
    assert happened.index("HunterRevealed") < happened.index("MissionReversed") < len(happened)
    assert "Investigated" not in happened
    assert list(game.prompts()) == [0]  # a success now, so the leader investigates


@pytest.mark.clause("HUN-EARLY-2", "HUN-COORD-1")
def test_accusing_the_coordinator_wins_for_the_spies() -> None:
    game = table(7, "coordinator", instead={2: "coordinator"})
    early(game, 2)
    assert game.result == Result("spies", "coordinator-found")
    game = table(7, "coordinator", instead={2: "coordinator"})
    to_third(game, success=False)
    play(game, "5 accuse 2")
    assert game.result == Result("spies", "coordinator-found")


@pytest.mark.clause("HUN-EARLY-3")
@pytest.mark.parametrize("players", [5, 7])
def test_the_early_accusation_happens_once_per_game(players: int) -> None:
    game = table(players)
    early(game, None, players)  # not used, so it may be used later
    settle(game)
    assert not part_of(game.board).early_spent
    early(game, 2, players)
    settle(game)
    assert part_of(game.board).early_spent
    chief = TABLES[players].index("spy-chief")
    send(
        game,
        f"0,{chief}" + (",1" if game.board.team_size == 3 else ""),
        **{f"s{chief}": "chief-fail" if players >= 7 else "fail"},
    )
    assert asked(game) == "investigate"


@pytest.mark.clause("HUN-EARLY-4")
def test_a_wrong_early_accusation_can_make_the_third_success() -> None:
    game = table(7)
    for _ in range(2):
        send(game, {2: "0,1", 3: "0,1,2"}[game.board.team_size])
        settle(game)
    early(game, 2)
    assert (score(game), list(game.prompts()), asked(game)) == ((3, 0), [1], "accuse")
    play(game, "1 accuse 3")
    assert score(game) == (2, 1)
    assert [type(e).__name__ for e in game.events if isinstance(e, MissionReversed)] == ["MissionReversed"] * 2
    settle(game)  # the failure that an accusation made brings no early accusation
    assert (asked(game), game.board.round) == ("name-team", 4)


@pytest.mark.clause("HUN-EARLY-1", "HUN-EARLY-4")
def test_a_failure_made_by_a_wrong_accusation_allows_no_early_one() -> None:
    game = table(6)
    for _ in range(2):
        send(game, {2: "0,1", 3: "0,1,2"}[game.board.team_size])
        settle(game)
    send(game, "0,1,2,4")  # the third success
    play(game, "1 accuse 3")
    assert score(game) == (2, 1)
    assert asked(game) == "investigate"


@pytest.mark.clause("HUN-EARLY-1")
def test_a_reversed_success_with_a_chief_fail_allows_no_early_accusation() -> None:
    game = table(7)
    for _ in range(2):
        send(game, {2: "0,1", 3: "0,1,2"}[game.board.team_size])
        settle(game)
    send(game, "0,5,6", s5="fail")
    settle(game)
    send(game, "0,1,2,4", s4="chief-fail")  # one is not enough on mission 4, so this is the third success
    assert (score(game), asked(game)) == ((3, 1), "accuse")
    play(game, "1 accuse 3")
    assert (score(game), asked(game)) == ((2, 2), "investigate")
    assert not part_of(game.board).early_spent


@pytest.mark.clause("HUN-EARLY-1", "REV-HUNTER-1")
def test_a_chief_fail_cancelled_by_a_reverse_allows_no_early_accusation() -> None:
    game = table(6, "reverser", instead={2: "resistance-reverser"}, options={"reversers": "resistance"})
    for _ in range(2):
        send(game, {2: "0,1", 3: "0,1,3"}[game.board.team_size])
        settle(game)
    send(game, "0,1,2,4", s2="reverse", s4="fail")  # a Fail and a Reverse: the third success
    assert (score(game), asked(game)) == ((3, 0), "accuse")
    play(game, "1 accuse 3")
    assert (score(game), asked(game)) == ((2, 1), "investigate")


@pytest.mark.clause("HUN-EARLY-5")
@pytest.mark.parametrize("players", [5, 7])
def test_the_third_failure_leads_to_the_ordinary_accusation(players: int) -> None:
    game = table(players)
    for _ in range(2):
        early(game, None, players)
        settle(game)
    chief, hunter = TABLES[players].index("spy-chief"), TABLES[players].index("spy-hunter")
    team = sorted([chief, 0, 1][: game.board.team_size])
    send(game, ",".join(map(str, team)), **{f"s{chief}": "chief-fail" if players >= 7 else "fail"})
    assert (asked(game), list(game.prompts())) == ("accuse", [hunter])
    play(game, f"{hunter} accuse 2")
    assert not part_of(game.board).early_spent
    accused = last(game, Accused)
    assert isinstance(accused, Accused)
    assert not accused.early


@pytest.mark.clause("HUN-EARLY-6")
@pytest.mark.parametrize("players", [5, 6])
@pytest.mark.parametrize("by", ["spy-chief", "spy-hunter"])
def test_at_5_and_6_everybody_is_asked_after_the_first_two_failures(players: int, by: str) -> None:
    game = table(players)
    chief, hunter = TABLES[players].index("spy-chief"), TABLES[players].index("spy-hunter")
    culprit = chief if by == "spy-chief" else hunter
    for _ in range(2):
        team = sorted([chief, hunter, 0, 1][: game.board.team_size])
        send(game, ",".join(map(str, team)), **{f"s{culprit}": "fail"})
        prompts = game.prompts()
        assert list(prompts) == list(range(players))
        assert len({(prompt.number, prompt.question, prompt.params) for prompt in prompts.values()}) == 1
        may = [seat for seat, prompt in prompts.items() if True in prompt.option.answers()]
        assert may == ([hunter] if by == "spy-chief" else [])
        before = len(game.events)
        for seat in prompts:
            assert asked(game) == "early-accusation"  # it ends when all have answered, whoever is last
            play(game, f"{seat} early-accusation no")
        assert names(game)[before:] == []
        settle(game)


@pytest.mark.clause("HUN-EARLY-6")
def test_an_early_accusation_is_announced_after_all_have_answered() -> None:
    game = table(5)
    send(game, "0,3", s3="fail")
    play(game, "4 early-accusation yes\n0,1,2 early-accusation no")
    assert "HunterRevealed" not in names(game)
    assert game.waiting == 1 << 3
    play(game, "3 early-accusation no")
    assert names(game)[-1] == "HunterRevealed"
    assert list(game.prompts()) == [4]


@pytest.mark.clause("HUN-EARLY-6")
@pytest.mark.parametrize("players", [5, 6])
def test_waiting_for_the_hunter_does_not_reveal_who_failed(players: int) -> None:
    """Compare two tables, one failed by the Chief and one by the Hunter, which look the same to all others."""
    chief, hunter = TABLES[players].index("spy-chief"), TABLES[players].index("spy-hunter")
    games = []
    for culprit in (chief, hunter):
        game = table(players)
        send(game, f"{chief},{hunter}", **{f"s{culprit}": "fail"})
        games.append(game)
    one, other = games
    outsiders = [viewer for viewer in viewers(one) if viewer not in (chief, hunter)]
    for seat in [*range(players), None]:
        for viewer in outsiders:
            assert all_seen_by(one.events, viewer) == all_seen_by(other.events, viewer)
            assert (one.prompt(viewer), one.waiting) == (other.prompt(viewer), other.waiting)
        if seat is not None:
            for game in games:
                play(game, f"{seat} early-accusation no")
    for viewer in viewers(one):
        assert last(one, LoyaltyCardHanded, viewer) is None


@pytest.mark.clause("RES-END-2", "HUN-ACCUSE-6")
def test_cards_are_revealed_only_after_a_correct_accusation() -> None:
    game = table(7)
    to_third(game, success=True)
    play(game, "1 accuse 3")
    assert "RolesRevealed" not in names(game)
    game = table(7)
    to_third(game, success=True)
    play(game, "1 accuse 4")
    assert last(game, RolesRevealed, SPECTATOR) == RolesRevealed(TABLES[7])
