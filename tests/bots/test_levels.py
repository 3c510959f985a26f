"""Levels and characters: people choose the one, and the other shows equally on both sides."""

from itertools import permutations
from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tools.characters import measured, share
from turncoat import bots
from turncoat.bots import CHARACTERS
from turncoat.bots.bot import Bot
from turncoat.bots.characters import OWN_WAY, drawn
from turncoat.bots.deducer import Assessment
from turncoat.bots.levels import Easy, Hard
from turncoat.bots.odds import Odds
from turncoat.kernel.options import Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.lab.intervals import difference
from turncoat.lab.simulation import play_game, seating, simulate
from turncoat.missions import Situation, TeamNamed
from turncoat.testing.rulesets import label, rulesets

LEVELS = ("easy", "normal", "hard")
FIVE = Ruleset.of("resistance", 5)
BESIDE_A_BEGINNER = "baseline:beginner+hard"


def test_people_choose_levels_first_and_one_of_them_is_usual() -> None:
    offered = [bot.name for bot in bots.for_people() if bot.is_level]
    assert offered == list(LEVELS)
    assert [bot.name for bot in bots.for_people()][:3] == offered


@pytest.mark.parametrize("ruleset", rulesets()[::17], ids=label)
def test_bots_with_characters_answer_legally(ruleset: Ruleset) -> None:
    players: list[Bot] = [Easy(ruleset, seat, b"%d" % seat) for seat in range(ruleset.players)]
    for seat, player in enumerate(players):
        player.character = CHARACTERS[drawn("KAMA", seat)]
    game = play_game(ruleset, ruleset.deal(b"levels"), players, Random(1))
    assert game.result is not None
    assert [player.first_illegal_answer for player in players] == [""] * ruleset.players


@pytest.mark.sweep
def test_a_beginner_wins_more_often_against_easy_spies_than_against_hard_ones() -> None:
    won = {
        level: simulate(FIVE, {"resistance": BESIDE_A_BEGINNER, "spies": level}, 250, "levels").wins["resistance"].games
        for level in ("easy", "hard")
    }
    assert difference(won["easy"], 250, won["hard"], 250)[0] > 0


def test_one_of_a_side_may_be_another_bot() -> None:
    seat_bots = seating(FIVE, {"resistance": BESIDE_A_BEGINNER, "spies": "easy"})
    for number in range(20):
        deal = FIVE.deal(b"%d" % number)
        names = [bot.name for bot in seat_bots(deal)]
        loyal = [name for name, role in zip(names, deal.roles, strict=True) if role == "resistance"]
        assert loyal == ["baseline:beginner", "hard", "hard"]
        assert names.count("easy") == 2


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


@pytest.mark.parametrize("is_traitor", [False, True])
def test_a_character_shows_equally_on_both_sides(is_traitor: bool) -> None:
    """The ballots on a team of somebody else on the first mission, and how often it leaves itself out of its own."""
    approves, is_out = {}, {}
    for name, character in CHARACTERS.items():
        bot = Hard(FIVE, 0, b"character")
        bot.character = character
        spies = [(0b00011, 1.0)] if is_traitor else [(0b00110, 0.5), (0b01010, 0.5)]
        loyal = Odds(5, [(0b00110, 0.5), (0b01100, 0.5)])
        for leader in (0, 3):
            now = Situation(5, 1)
            assessment = Assessment(0, now, Odds(5, spies), is_traitor, loyal, loyal)
            if leader:
                named = TeamNamed(leader, 0b01100, now)
                approves[name] = sum(bot._approves(assessment, named) for _ in range(600)) / 600
            else:
                teams = [bot._team(assessment, Seats(2, 2, 0b11111, 0b11111)) for _ in range(600)]
                is_out[name] = sum(not team & 1 for team in teams) / 600
    for name, character in CHARACTERS.items():
        assert is_out[name] == pytest.approx(character.steps_back, abs=0.06)
        stated = OWN_WAY * (character.approves - CHARACTERS["cautious"].approves)
        assert approves[name] - approves["cautious"] == pytest.approx(stated, abs=0.08)


@pytest.mark.sweep
def test_characters_differ_in_whole_games_as_they_are_said_to() -> None:
    rates = {name: measured(character, "hard", 5, 250) for name, character in CHARACTERS.items()}
    for name, character in CHARACTERS.items():
        for traitor in (False, True):
            assert share(rates[name], traitor, "own membership") == pytest.approx(1 - character.steps_back, abs=0.1)
        assert share(rates[name], True, "Fails on mission 1") == pytest.approx(character.fails_first, abs=0.2)
    for one, other in permutations(CHARACTERS.values(), 2):
        stated = OWN_WAY * (one.approves - other.approves)
        for traitor in (False, True):
            found = share(rates[one.name], traitor, "approves") - share(rates[other.name], traitor, "approves")
            assert found == pytest.approx(stated, abs=0.08)


def test_a_character_comes_from_the_table_and_the_seat() -> None:
    assert {drawn("KAMA", seat) for seat in range(4)} == set(CHARACTERS)
    assert len({tuple(drawn(code, seat) for seat in range(4)) for code in ("KAMA", "LUPO", "TERA", "NIMO")}) > 1
    assert drawn("KAMA", 2) == drawn("KAMA", 2)
