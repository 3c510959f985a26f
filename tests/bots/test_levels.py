"""Levels and characters: what a beginner feels, from the same knowledge; and what characters are like on both sides."""

from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tools.characters import measured, share
from turncoat import bots
from turncoat.bots import CHARACTERS
from turncoat.bots.beginner import Beginner
from turncoat.bots.bot import Bot
from turncoat.bots.characters import OWN_WAY, drawn
from turncoat.bots.levels import Easy
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.lab.intervals import difference
from turncoat.lab.simulation import play_game, seating, simulate
from turncoat.missions import Situation
from turncoat.testing.rulesets import label, rulesets

LEVELS = ("easy", "normal", "hard")
FIVE = Ruleset.of("resistance", 5)


def test_people_choose_levels_first_and_one_of_them_is_usual() -> None:
    offered = [bot.name for bot in bots.for_people() if bot.is_level]
    assert offered == list(LEVELS)
    assert [bot.name for bot in bots.for_people()][:3] == offered
    assert "beginner" not in [bot.name for bot in bots.for_people()]


@pytest.mark.parametrize("ruleset", rulesets()[::7], ids=label)
@pytest.mark.parametrize("name", ["easy", "beginner"])
def test_mistakes_are_legal_in_every_ruleset(ruleset: Ruleset, name: str) -> None:
    players: list[Bot] = [bots.find(name)(ruleset, seat, b"%d" % seat) for seat in range(ruleset.players)]
    for seat, player in enumerate(players):
        player.character = CHARACTERS[drawn("KAMA", seat)]
    game = play_game(ruleset, ruleset.deal(b"levels"), players, Random(1))
    assert game.result is not None
    assert [player.first_illegal_answer for player in players] == [""] * ruleset.players


def test_a_beginner_wins_more_often_against_easy_spies_than_against_hard_ones() -> None:
    wins = {
        level: simulate(FIVE, {"resistance": "beginner+deducer", "spies": level}, 250, "levels").wins["resistance"]
        for level in ("easy", "hard")
    }
    won = {level: round(one.share * one.games) for level, one in wins.items()}
    assert difference(won["easy"], 250, won["hard"], 250)[0] > 0


FIRST = {"resistance": "sensible-2", "winter-soldier": "winter-1", "hail-hydra": "hydra-1"}
"""Against whom levels were measured (docs/bots.md)."""


@pytest.mark.parametrize(
    ("ruleset", "side", "other", "games"),
    [
        (FIVE, "resistance", "spies", 120),
        (Ruleset.of("winter-soldier", 7), "hydra", "shield", 250),
        (Ruleset.of("hail-hydra", 6), "shield", "hydra", 100),
    ],
    ids=lambda value: value.game if isinstance(value, Ruleset) else "",
)
def test_easy_bots_win_less_often_in_every_game(ruleset: Ruleset, side: str, other: str, games: int) -> None:
    won = {}
    for level in ("easy", "hard"):
        report = simulate(ruleset, {side: level, other: FIRST[ruleset.game]}, games, "levels")
        won[level] = round(report.wins[side].share * games)
    assert difference(won["hard"], games, won["easy"], games)[0] > 0


def test_one_of_a_side_may_be_another_bot() -> None:
    seat_bots = seating(FIVE, {"resistance": "beginner+deducer", "spies": "easy"})
    for number in range(20):
        deal = FIVE.deal(b"%d" % number)
        names = [bot.name for bot in seat_bots(deal)]
        loyal = [name for name, role in zip(names, deal.roles, strict=True) if role == "resistance"]
        assert loyal == ["beginner", "deducer", "deducer"]
        assert names.count("easy") == 2


def test_a_beginner_rejects_teams_with_the_last_failed_mission_alone() -> None:
    votes: dict[tuple[bool, bool], list[bool]] = {}
    """By whether somebody of the last failed mission, and of an earlier one alone, is on the team."""

    class Watched(Beginner):
        def _approves(self, outlook: object, named: object) -> bool:
            approves = super()._approves(outlook, named)  # type: ignore[arg-type]
            now: Situation = outlook.now  # type: ignore[attr-defined]
            if not outlook.is_traitor and named.leader != self.seat and not now.is_last_attempt:  # type: ignore[attr-defined]
                last = bool(named.team & self._suspects)  # type: ignore[attr-defined]
                earlier = bool(named.team & now.failed & ~(1 << self.seat)) and not last  # type: ignore[attr-defined]
                votes.setdefault((last, earlier), []).append(approves)
            return approves

    for number in range(60):
        players = [
            (Watched if seat == number % 5 else Easy)(FIVE, seat, b"%d %d" % (number, seat)) for seat in range(5)
        ]
        play_game(FIVE, FIVE.deal(b"beginner %d" % number), players, Random(number))
    assert all(votes[False, False])
    assert all(votes[False, True])
    assert 0.1 < sum(votes[True, False]) / len(votes[True, False]) < 0.3


def test_equal_seeds_make_the_same_mistakes() -> None:
    def answers() -> list[object]:
        given: list[object] = []

        class Watched(Easy):
            def choose(self, prompt: Prompt) -> object:
                given.append(super().choose(prompt))
                return given[-1]

        players = [Watched(FIVE, seat, b"%d" % seat) for seat in range(5)]
        play_game(FIVE, FIVE.deal(b"same"), players, Random(1))
        return given

    assert answers() == answers()


# Characters


@pytest.fixture(scope="module")
def rates() -> dict[str, dict[tuple[bool, str], tuple[int, int]]]:
    return {name: measured(character, "hard", 5, 250) for name, character in CHARACTERS.items()}


def test_characters_differ_in_what_they_are_said_to(
    rates: dict[str, dict[tuple[bool, str], tuple[int, int]]],
) -> None:
    for name, character in CHARACTERS.items():
        for traitor in (False, True):
            assert share(rates[name], traitor, "own membership") == pytest.approx(1 - character.steps_back, abs=0.1)
        assert share(rates[name], True, "Fails on mission 1") == pytest.approx(character.fails_first, abs=0.2)
    for traitor in (False, True):
        approves = {name: share(rates[name], traitor, "approves") for name in CHARACTERS}
        assert approves["trusting"] > approves["loud"] + 0.04 > approves["cautious"] + 0.15


def test_what_a_character_does_more_of_it_does_equally_on_both_sides(
    rates: dict[str, dict[tuple[bool, str], tuple[int, int]]],
) -> None:
    for one in CHARACTERS.values():
        for other in CHARACTERS.values():
            stated = OWN_WAY * (one.approves - other.approves)
            for traitor in (False, True):
                found = share(rates[one.name], traitor, "approves") - share(rates[other.name], traitor, "approves")
                assert found == pytest.approx(stated, abs=0.08)


def test_a_character_comes_from_the_table_and_the_seat() -> None:
    assert {drawn("KAMA", seat) for seat in range(4)} == set(CHARACTERS)
    assert len({tuple(drawn(code, seat) for seat in range(4)) for code in ("KAMA", "LUPO", "TERA", "NIMO")}) > 1
    assert drawn("KAMA", 2) == drawn("KAMA", 2)
