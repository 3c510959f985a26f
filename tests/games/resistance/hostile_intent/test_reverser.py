"""The Reversers: legal cards, the effect of Reverse, and the secrecy of the role."""

from itertools import product
from pathlib import Path

import pytest

from tests.support.games.hostile_intent import asked, names, send, settle, table, viewers
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import SpiesSeen
from turncoat.games.resistance.hunter.events import ChiefsSeen
from turncoat.games.resistance.reverser import outcome
from turncoat.kernel import records
from turncoat.kernel.chapters import Deal, OptionValue, RulesetError
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.options import OneCard
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.walks import play, refusal_of

RECORDS = Path(__file__).parent / "records"


def reversers(first: int = 0, **options: OptionValue) -> Game[Board]:
    """Return a game of 7: seat 3 is the resistance Reverser, 4 the spy Reverser, 5 and 6 spies."""
    roles = ("resistance", "resistance", "resistance", "resistance-reverser", "spy-reverser", "spy", "spy")
    return Game(Ruleset.of("resistance", 7, ["reverser"], options), Deal(roles, first))


@pytest.mark.clause("REV-SETUP-1")
@pytest.mark.parametrize("players", range(5, 11))
@pytest.mark.parametrize("which", ["both", "resistance", "spy"])
def test_a_reverser_takes_the_place_of_a_plain_card(players: int, which: str) -> None:
    ruleset = Ruleset.of("resistance", players, ["reverser"], {"reversers": which})
    plain = Ruleset.of("resistance", players)
    cards, before = role_cards(ruleset), role_cards(plain)
    for side, role, card in (("resistance", "resistance-reverser", "resistance"), ("spy", "spy-reverser", "spy")):
        there = which in ("both", side)
        assert cards.count(role) == there
        assert cards.count(card) == before.count(card) - there
    assert sorted(ruleset.deal(b"seed").roles) == list(cards)
    with pytest.raises(ValueError, match="reverser"):
        Game(ruleset, plain.deal(b"seed"))


@pytest.mark.clause("REV-MISSION-1")
def test_each_reverser_may_play_their_own_cards() -> None:
    allowed = {
        0: {"success"},
        3: {"success", "reverse"},
        4: {"success", "reverse"},
        5: {"success", "fail"},
    }
    for seat, cards in allowed.items():
        game = reversers()
        play(game, f"0 name-team team={','.join(map(str, sorted({seat, 6})))}\n* cast-ballot approve")
        prompt = game.prompt(seat)
        assert prompt is not None
        assert isinstance(prompt.option, OneCard)
        assert prompt.option.shown == ("success", "fail", "reverse")  # the same cards before everybody
        assert set(prompt.option.answers()) == cards
        for card in set(prompt.option.shown) - cards:
            assert refusal_of(game, f"{seat} play-card {card}") == "card-not-yours-to-play"


@pytest.mark.clause("REV-MISSION-2")
@pytest.mark.parametrize("reverses", [0, 1, 2])
@pytest.mark.parametrize("fails", [0, 1, 2])
def test_reverses_and_fails_decide_a_mission(fails: int, reverses: int) -> None:
    cards = ("success",) * (5 - fails - reverses) + ("fail",) * fails + ("reverse",) * reverses
    assert outcome(cards, 1, False) is ((fails == 0) if reverses != 1 else (fails > 0))
    assert outcome(cards, 1, True) is outcome(cards, 1, False)


@pytest.mark.clause("REV-MISSION-2")
@pytest.mark.parametrize(
    ("cards", "success"),
    [
        ({}, True),
        ({"s3": "reverse"}, False),
        ({"s3": "reverse", "s4": "reverse"}, True),
        ({"s5": "fail"}, False),
        ({"s3": "reverse", "s5": "fail"}, True),
        ({"s3": "reverse", "s4": "reverse", "s5": "fail"}, False),
    ],
)
def test_a_played_mission_counts_its_reverses(cards: dict[str, str], success: bool) -> None:
    game = reversers()
    send(game, "0,1")
    send(game, "3,4,5", **cards)
    assert game.board.results[-1].success is success
    assert sorted(game.board.results[-1].cards) == sorted([*cards.values(), *["success"] * (3 - len(cards))])


@pytest.mark.clause("REV-MISSION-3")
@pytest.mark.parametrize(
    ("fails", "reverses", "success", "literally"),
    [
        (0, 0, True, True),
        (1, 0, True, True),
        (2, 0, False, False),
        (0, 1, False, False),
        (1, 1, False, True),  # a success below the threshold, reversed; literally, any Fail makes a success
        (2, 1, True, True),
        (0, 2, True, True),
        (1, 2, True, True),
        (2, 2, False, False),
    ],
)
def test_reverses_count_where_two_fails_are_needed(fails: int, reverses: int, success: bool, literally: bool) -> None:
    for literal in (False, True):
        game = reversers(reverser_literal=literal)
        for cards in ({}, {"s5": "fail"}, {}):
            size = game.board.team_size
            send(game, ",".join(map(str, [*range(size - 1), 5])), **cards)
        cards = dict(zip(("s5", "s6"), ["fail"] * fails, strict=False)) | dict(
            zip(("s3", "s4"), ["reverse"] * reverses, strict=False)
        )
        send(game, "3,4,5,6", **cards)
        assert game.board.results[3].success is (literally if literal else success)


@pytest.mark.clause("REV-MISSION-2", "REV-MISSION-3")
def test_a_reverse_is_not_a_fail() -> None:
    for needed, literal in product((1, 2), (False, True)):
        assert outcome(("success", "reverse", "reverse"), needed, literal)


@pytest.mark.clause("REV-MISSION-4")
def test_the_worked_example_of_the_reverser() -> None:
    game = records.check((RECORDS / "REV-MISSION-4.txt").read_text())
    result = game.board.results[-1]
    assert result.team.bit_count() == 4
    assert result.cards == ("success", "success", "fail", "reverse")
    assert result.success


@pytest.mark.clause("REV-HIDDEN-1")
def test_a_hidden_reverser_neither_sees_spies_nor_is_seen() -> None:
    game = reversers(hidden_reverser=True)
    for viewer in viewers(game):
        told = [event for event in all_seen_by(game.events, viewer) if isinstance(event, SpiesSeen)]
        assert told == ([SpiesSeen(0b1100000, 0b1100000)] if viewer in (5, 6) else [])
    assert [event for event in reversers().events if isinstance(event, SpiesSeen)] == [SpiesSeen(0b1110000, 0b1110000)]


@pytest.mark.clause("REV-HIDDEN-1", "REV-HUNTER-1")
def test_a_hidden_reverser_does_not_learn_the_chiefs() -> None:
    game = table(
        7, "reverser", instead={2: "resistance-reverser", 6: "spy-reverser"}, options={"hidden_reverser": True}
    )
    for viewer in viewers(game):
        told = [event for event in all_seen_by(game.events, viewer) if isinstance(event, ChiefsSeen | SpiesSeen)]
        spies = [SpiesSeen(0b0110000, 0b0110000), ChiefsSeen(0b0110000, 0b0010000)]
        assert told == (spies if viewer in (4, 5) else [])


@pytest.mark.clause("REV-HIDDEN-1")
def test_hiding_needs_a_spy_reverser() -> None:
    with pytest.raises(RulesetError, match="or give the spies a Reverser"):
        Ruleset.of("resistance", 7, ["reverser"], {"reversers": "resistance", "hidden_reverser": True})


# With the Hunter module: 0 and 1 are Chief and Hunter, 2 Reverser, 4 and 5 the spies' Chief and Hunter, 6 spy Reverser.


def with_hunter(players: int = 7) -> Game[Board]:
    if players < 7:
        return table(players, "reverser", instead={2: "resistance-reverser"}, options={"reversers": "resistance"})
    return table(players, "reverser", instead={2: "resistance-reverser", 6: "spy-reverser"})


@pytest.mark.clause("REV-HUNTER-1")
def test_reversers_have_their_hand_with_the_hunter_module_too() -> None:
    for players, shown in ((6, ("success", "fail", "reverse")), (7, ("success", "fail", "chief-fail", "reverse"))):
        game = with_hunter(players)
        play(game, "0 name-team team=2,4 token=1\n* cast-ballot approve")
        for seat, cards in ((2, {"success", "reverse"}), (4, {"success", "chief-fail" if players >= 7 else "fail"})):
            prompt = game.prompt(seat)
            assert prompt is not None
            assert isinstance(prompt.option, OneCard)
            assert prompt.option.shown == shown
            assert set(prompt.option.answers()) == cards


@pytest.mark.clause("REV-HUNTER-1", "HUN-EARLY-1")
@pytest.mark.parametrize(
    ("cards", "success", "is_asked"),
    [
        ({"s4": "chief-fail"}, False, True),
        ({"s4": "chief-fail", "s2": "reverse"}, True, False),  # reversed: no failure, no early accusation
        ({"s4": "chief-fail", "s2": "reverse", "s6": "reverse"}, False, True),
        ({"s2": "reverse"}, False, False),  # a failure without a Chief Fail
    ],
)
def test_chief_fails_and_reverses_are_counted_together(cards: dict[str, str], success: bool, is_asked: bool) -> None:
    game = with_hunter()
    send(game, "0,1")
    settle(game)
    send(game, "2,4,6", **cards)
    assert game.board.results[-1].success is success
    assert (asked(game) == "early-accusation") is is_asked


@pytest.mark.clause("REV-HUNTER-1", "HUN-EARLY-6")
def test_at_6_a_mission_failed_by_a_reverse_allows_no_early_accusation() -> None:
    game = with_hunter(6)
    send(game, "0,2", s2="reverse")
    assert asked(game) == "early-accusation"
    assert refusal_of(game, "5 early-accusation yes") == "only-the-spy-hunter"
    assert "HunterRevealed" not in names(game)


@pytest.mark.clause("REV-HUNTER-1")
@pytest.mark.parametrize("players", range(7, 11))
def test_no_player_is_both_chief_and_reverser(players: int) -> None:
    ruleset = Ruleset.of("resistance", players, ["hunter", "reverser"])
    hunters = role_cards(Ruleset.of("resistance", players, ["hunter"]))
    for seed in range(30):
        roles = ruleset.deal(bytes([seed])).roles
        for role in ("resistance-chief", "spy-chief", "resistance-hunter", "spy-hunter"):
            assert roles.count(role) == hunters.count(role)
        assert roles.count("spy-reverser") == roles.count("resistance-reverser") == 1
