"""The assassination of Maria Hill: its moments, targets and outcomes."""

import pytest

from tests.support.games.winter_soldier import (
    HILL,
    asked,
    dealt,
    ended,
    kinds,
    mission,
    offered,
    propose,
    rejected,
    table,
    vote,
    won,
)
from turncoat.games.resistance.events import BallotsRevealed
from turncoat.games.winter_soldier.maria_hill import AssassinationLapsed, AssassinationOrdered, CardShown, HillNamed
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of

SOLDIER, AGENT = 4, 5
KILL = "assassinate-hill"


@pytest.mark.clause("WIN-HILL-2")
def test_the_winter_soldier_may_assassinate_only_seen_players_still_in() -> None:
    game = table(HILL)
    assert offered(game, SOLDIER) == {KILL: (2, 5, 6)}
    assert refusal_of(game, f"4 !{KILL} 3") == "not-seen-with-hydra"
    assert refusal_of(game, f"4 !{KILL} 4") == "seat-not-allowed"
    for seat in (SPECTATOR, 1, 2, 3, 5, 6):
        assert offered(game, seat) == {}
    play(game, "0 !accuse 5")
    assert offered(game, SOLDIER) == {KILL: (2, 6)}


@pytest.mark.clause("WIN-HILL-2")
def test_the_winter_soldier_cannot_assassinate_zemo() -> None:
    game = dealt(7, "maria-hill", "baron-zemo")
    soldier, zemo = (game.deal.roles.index(role) for role in ("winter-soldier", "baron-zemo"))
    assert zemo not in offered(game, soldier)[KILL]


@pytest.mark.clause("WIN-HILL-2")
def test_without_maria_hill_there_is_no_assassination() -> None:
    game = dealt(7)
    assert all(KILL not in offered(game, seat) for seat in range(7))


@pytest.mark.clause("WIN-HILL-2")
def test_assassinating_maria_hill_wins_for_hydra() -> None:
    game = table(HILL, f"4 !{KILL} 2")
    assert ended(game) == ("hydra", "hill-assassinated")


@pytest.mark.clause("WIN-HILL-2")
def test_a_wrong_assassination_exposes_both_and_uses_up_the_power() -> None:
    game = table(HILL, f"4 !{KILL} 5")
    assert game.result is None
    for viewer in (SPECTATOR, *range(7)):
        roles = game.view(viewer).board.roles
        assert (roles[4], roles[5]) == ("winter-soldier", "hydra-agent")
    assert game.board.out == 0
    assert asked(game) == {0: "name-team"}
    propose(game, 4, 5)
    assert len(game.prompts()) == 7
    assert offered(game, SOLDIER) == {}


@pytest.mark.clause("WIN-HILL-2", "WIN-ACCUSE-4")
def test_an_exposed_winter_soldier_may_be_accused() -> None:
    assert ended(table(HILL, f"4 !{KILL} 5\n0 !accuse 4")) == ("shield", "winter-soldier-found")


@pytest.mark.clause("WIN-HILL-2")
def test_the_power_lapses_when_maria_hill_goes_out() -> None:
    game = table(HILL, "0 !accuse 2")
    assert offered(game, SOLDIER) == {}
    assert kinds(game)[-2:] == ["AccusationAnswered", "WentOut"]


# During a collection


@pytest.mark.clause("WIN-ACCUSE-1", "WIN-HILL-2")
def test_an_assassination_during_a_vote_stays_secret_until_its_end() -> None:
    game = table(HILL)
    propose(game, 0, 1)
    play(game, "3 cast-ballot approve")
    events = {viewer: game.view(viewer).events for viewer in (SPECTATOR, *range(7))}
    play(game, f"4 !{KILL} 5")
    assert game.view(SOLDIER).events[-1] == AssassinationOrdered(4, 5)
    for viewer in (SPECTATOR, 0, 1, 2, 3, 5, 6):
        assert game.view(viewer).events == events[viewer]
    assert offered(game, SOLDIER) == {}
    vote(game)
    assert kinds(game)[-5:] == ["HillNamed", "CardShown", "CardShown", "BallotsRevealed", "TeamApproved"]


@pytest.mark.clause("WIN-ACCUSE-1", "WIN-HILL-2")
@pytest.mark.parametrize(
    ("first", "ending"), [(0, ("shield", "winter-soldier-found")), (4, ("hydra", "hill-assassinated"))]
)
def test_accusations_and_assassinations_resolve_in_order(first: int, ending: tuple[str, str]) -> None:
    game = table(HILL)
    propose(game, 0, 4)
    vote(game)
    acts = {0: "0 !accuse 4", 4: f"4 !{KILL} 2"}
    play(game, acts.pop(first))
    play(game, acts.popitem()[1])
    play(game, "0 play-card success\n4 play-card fail")
    assert ended(game) == ending


@pytest.mark.clause("WIN-ACCUSE-1", "WIN-HILL-2")
def test_an_agent_can_be_both_exposed_and_accused() -> None:
    game = table(HILL)
    propose(game, 0, 1)
    play(game, f"4 !{KILL} 5\n0 !accuse 5")
    vote(game)
    assert game.events.count(CardShown(5, "hydra-agent")) == 1
    assert game.board.out == 0b100001


@pytest.mark.clause("WIN-HILL-2", "WIN-OUT-2")
@pytest.mark.parametrize("accused", [2, 5])
def test_an_assassination_lapses_if_its_target_or_hill_went_out(accused: int) -> None:
    game = table(HILL)
    propose(game, 1, 3)
    play(game, f"0 !accuse {accused}\n4 !{KILL} 5")
    vote(game)
    assert game.view(SOLDIER).events.count(AssassinationLapsed(4, 5)) == 1
    assert not any(isinstance(event, AssassinationLapsed | HillNamed) for event in game.view(SPECTATOR).events)
    assert any(isinstance(event, BallotsRevealed) for event in game.events)
    assert game.view(SPECTATOR).board.roles[SOLDIER] is None
    # The order does not count as given, so with her in, the Winter Soldier may still strike.
    assert (KILL in offered(game, SOLDIER)) is (accused == 5)


# Time limits


@pytest.mark.clause("WIN-HILL-3")
def test_maria_hill_can_be_assassinated_through_the_fourth_mission() -> None:
    game = table(HILL)
    won(game, 2)
    rejected(game, 6)
    assert (len(game.board.results), game.result) == (4, None)
    propose(game, 0, 1, 2, 3)
    assert KILL in offered(game, SOLDIER)
    vote(game)
    assert KILL in offered(game, SOLDIER)


@pytest.mark.clause("WIN-HILL-3")
@pytest.mark.parametrize(("failures", "is_open"), [(0, True), (1, True), (2, False)])
def test_a_completed_fifth_mission_ends_the_power_before_the_last_guess(failures: int, is_open: bool) -> None:
    game = table(HILL)
    rejected(game, 3 * failures)
    won(game, 2)
    assert KILL in offered(game, SOLDIER)
    won(game, 1)
    assert asked(game) == {0: "last-guess"}
    assert (KILL in offered(game, SOLDIER)) is is_open
    assert [seat for seat in range(7) if game.offers(seat)] == [SOLDIER] * is_open
    if is_open:
        play(game, f"{SOLDIER} !{KILL} 2")
        assert ended(game) == ("hydra", "hill-assassinated")


@pytest.mark.clause("WIN-HILL-3", "WIN-END-3")
def test_the_power_to_assassinate_hill_ends_when_hydra_comes_out() -> None:
    game = table(HILL)
    won(game)
    play(game, "0 last-guess -")
    assert asked(game) == {SOLDIER: "name-fury"}
    assert offered(game, SOLDIER) == {}


@pytest.mark.clause("WIN-HILL-3", "WIN-WITCH-1")
def test_hill_can_be_assassinated_during_the_witchs_last_examination() -> None:
    game = table(HILL, "", "scarlet-witch")
    won(game, 2)
    mission(game, 0, 1, 2)
    ((holder, question),) = asked(game).items()
    assert (question, game.board.successes) == ("examine", 3)
    play(game, f"{SOLDIER} !{KILL} 5")
    assert HillNamed(SOLDIER, 5) in game.view(SPECTATOR).events, "at once: nothing is being collected"
    assert asked(game) == {holder: "examine"}, "a wrong order resumes the game"
    assert offered(game, SOLDIER) == {}, "once per game"


@pytest.mark.clause("WIN-HILL-4")
def test_maria_hills_loyalty_card_says_shield() -> None:
    game = dealt(7, "maria-hill", "scarlet-witch")
    mission(game, 0, 1)
    mission(game, 0, 1, 3)
    (holder,) = game.prompts()
    hill = game.deal.roles.index("maria-hill")
    play(game, f"{holder} examine {hill}")
    sides = [getattr(event, "side", None) for event in game.view(holder).events]
    assert "shield" in sides
    assert "hydra" not in sides
