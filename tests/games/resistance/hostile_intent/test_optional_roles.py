"""Dummy Agent, Coordinator, Deep Agent, Pretender, and Blame."""

import pytest

from tests.support.games.hostile_intent import asked, last, send, settle, table, to_third, viewers
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hunter.blame import Blamed
from turncoat.games.resistance.hunter.events import Accused, LoyaltyCardHanded
from turncoat.kernel.boards import Result
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import OneSeat
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing.walks import play, refusal_of


@pytest.mark.clause("HUN-DUMMY-1")
@pytest.mark.parametrize(
    ("players", "chief"), [(5, "chief"), (6, "chief"), (7, "resistance-chief"), (10, "resistance-chief")]
)
def test_the_dummy_agent_may_show_either_card(players: int, chief: str) -> None:
    for card in (chief, "not-a-chief"):
        dummy = 3 if players == 10 else 2
        game = table(players, "dummy-agent", instead={dummy: "dummy-agent"})
        send(game, ",".join(map(str, range(game.board.team_size))))
        play(game, f"0 investigate {dummy}")
        prompt = game.prompt(dummy)
        assert prompt is not None
        assert set(prompt.option.answers()) == {chief, "not-a-chief"}
        play(game, f"{dummy} hand-loyalty-card {card}")
        handed = last(game, LoyaltyCardHanded, 0)
        assert isinstance(handed, LoyaltyCardHanded)
        assert handed.card == card


@pytest.mark.clause("HUN-DUMMY-1")
def test_the_dummy_agents_card_is_the_chiefs_card() -> None:
    seen = []
    for target in (3, 2):
        game = table(7, "dummy-agent", instead={2: "resistance-chief", 3: "dummy-agent", 0: "resistance"})
        send(game, "0,1")
        play(game, f"0 investigate {target}\n{target} hand-loyalty-card resistance-chief")
        handed = last(game, LoyaltyCardHanded, 0)
        assert isinstance(handed, LoyaltyCardHanded)
        seen.append(handed.card)
    assert seen == ["resistance-chief"] * 2


@pytest.mark.clause("HUN-DUMMY-1")
def test_accusing_the_dummy_agent_is_wrong() -> None:
    game = table(7, "dummy-agent", instead={2: "dummy-agent"})
    to_third(game, success=False)
    play(game, "5 accuse 2")
    assert game.result is None
    assert last(game, Accused, SPECTATOR) == Accused(5, 2, "spies", False, False)


@pytest.mark.clause("HUN-COORD-1", "HUN-LOYALTY-1")
@pytest.mark.parametrize(
    ("modules", "instead", "seat"),
    [
        (["coordinator"], {2: "coordinator"}, 2),
        (["deep-agent"], {6: "deep-agent"}, 6),
        (["deep-agent", "pretender"], {6: "deep-agent", 2: "pretender"}, 2),
        (["reverser"], {6: "spy-reverser", 2: "resistance-reverser"}, 6),
    ],
)
def test_all_other_roles_must_show_not_a_chief(modules: list[str], instead: dict[int, str], seat: int) -> None:
    game = table(7, *modules, instead=instead)
    send(game, "0,1")
    play(game, f"0 investigate {seat}")
    prompt = game.prompt(seat)
    assert prompt is not None
    assert list(prompt.option.answers()) == ["not-a-chief"]


# Blame: 0 and 1 are Chief and Hunter, 2 resistance, 3 Pretender, 4 and 5 the spies' Chief and Hunter, 6 Deep Agent.


def blame_table(players: int = 7, **more: object) -> Game[Board]:
    return table(players, "deep-agent", "pretender", "blame", instead={3: "pretender", 6: "deep-agent"}, **more)  # type: ignore[arg-type]


@pytest.mark.clause("HUN-BLAME-1")
def test_a_true_blame_swaps_the_two() -> None:
    game = blame_table()
    assert [offer.option for offer in game.offers(6)] == [OneSeat(0b0111111, 0b0111111)]
    assert refusal_of(game, "6 !blame 6") == "seat-not-allowed"
    play(game, "6 !blame 3")
    for viewer in viewers(game):
        assert last(game, Blamed, viewer) == Blamed(6, 3, True)
        roles = game.view(viewer).board.roles
        assert (roles[3], roles[6]) == ("deep-agent", "pretender")
    assert asked(game) == "name-team"


@pytest.mark.clause("HUN-BLAME-1")
def test_a_false_blame_reveals_only_the_deep_agent() -> None:
    game = blame_table()
    play(game, "6 !blame 2")
    for viewer in viewers(game):
        assert last(game, Blamed, viewer) == Blamed(6, 2, False)
        assert game.view(viewer).board.roles[6] == "deep-agent"
        for seat in (2, 3):
            assert viewer == seat or game.view(viewer).board.roles[seat] is None


@pytest.mark.clause("HUN-BLAME-1")
@pytest.mark.parametrize("blamed", [2, 3])
def test_the_deep_agent_blames_once_per_game(blamed: int) -> None:
    game = blame_table()
    play(game, f"6 !blame {blamed}")
    assert not any(game.offers(seat) for seat in range(7))  # nor to the player who has the card now
    send(game, "0,1")
    settle(game)
    assert not any(game.offers(seat) for seat in range(7))


@pytest.mark.clause("HUN-BLAME-2")
def test_blame_is_open_from_the_start_of_a_round_until_the_first_ballot() -> None:
    game = blame_table()

    def is_open() -> bool:
        return bool(game.offers(6))

    assert is_open()  # the leader is deciding
    play(game, "0 name-team team=0,1 token=5")
    assert is_open()  # the team is named
    play(game, "2 cast-ballot reject")
    assert not is_open()
    play(game, "* cast-ballot reject")
    assert is_open()  # the next leader is deciding
    play(game, "1 name-team team=0,1 token=5\n* cast-ballot approve")
    assert not is_open()  # mission cards
    play(game, "0,1 play-card success")
    assert (asked(game), is_open()) == ("investigate", False)
    settle(game)
    assert (asked(game), is_open()) == ("name-team", True)


@pytest.mark.clause("HUN-BLAME-2")
def test_a_blame_before_the_vote_keeps_the_proposal() -> None:
    game = blame_table()
    play(game, "0 name-team team=0,3 token=5\n6 !blame 3\n* cast-ballot approve")
    assert asked(game) == "play-card"
    assert refusal_of(game, "3 play-card fail") is None  # a spy now, who may play as one at once


@pytest.mark.clause("HUN-BLAME-2")
def test_after_a_true_blame_each_plays_and_wins_for_their_new_side() -> None:
    game = blame_table()
    before = {seat: all_seen_by(game.events, seat) for seat in (3, 6)}
    play(game, "6 !blame 3")
    for seat in (3, 6):  # neither learns anything new
        assert all_seen_by(game.events, seat) == [*before[seat], Blamed(6, 3, True)]
    play(game, "0 name-team team=3,6 token=5\n* cast-ballot approve")
    assert refusal_of(game, "6 play-card fail") == "card-not-yours-to-play"
    play(game, "3 play-card fail\n6 play-card success\n")
    assert (game.board.successes, game.board.failures) == (0, 1)
    settle(game)
    while asked(game) != "accuse":
        send(game, {2: "0,5", 3: "0,1,5", 4: "0,1,2,5"}[game.board.team_size], s5="fail")
        if asked(game) != "accuse":
            settle(game)
    play(game, "5 accuse 0")
    assert game.result == Result("spies", "resistance-chief-found")
    assert (game.board.roles[3], game.board.roles[6]) == ("deep-agent", "pretender")
    assert game.compiled.book.side_of("deep-agent") == "spies"


@pytest.mark.clause("HUN-BLAME-2")
def test_a_blame_does_not_change_earlier_results() -> None:
    game = blame_table()
    send(game, "0,6", s6="fail")
    play(game, "1 investigate 6\n6 hand-loyalty-card not-a-chief")
    before = list(game.events)
    play(game, "6 !blame 3")
    assert game.events[: len(before)] == before
    assert (game.board.successes, game.board.failures) == (0, 1)
    assert isinstance(game.events[-1], Blamed)


@pytest.mark.clause("HUN-BLAME-2", "HUN-DEEP-1")
def test_only_the_deep_agent_may_blame() -> None:
    game = blame_table()
    for viewer in viewers(game):
        assert bool(game.view(viewer).offers) is (viewer == 6)
    assert "blame" in game.ruleset.modules  # that it is in play is public: the ruleset is
