"""Levels and characters: people choose the one, and the other shows equally on both sides."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tests.covering import few_rulesets
from tools.characters import measured, share
from turncoat import bots
from turncoat.bots import CHARACTERS
from turncoat.bots.assessment import Assessment
from turncoat.bots.bot import Bot
from turncoat.bots.characters import drawn
from turncoat.bots.levels import Easy, Normal
from turncoat.bots.odds import Odds
from turncoat.kernel.options import Answer, Form, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt, Question
from turncoat.lab.intervals import difference
from turncoat.lab.simulation import play_game, play_numbered, seating, simulate
from turncoat.missions import Situation, TeamNamed
from turncoat.testing.rulesets import label

FIVE = Ruleset.of("resistance", 5)
BESIDE_A_BEGINNER = "baseline:beginner+hard"


def test_people_choose_levels_first_and_one_of_them_is_usual() -> None:
    offered = [bot.name for bot in bots.for_people() if bot.is_level]
    assert offered == ["easy", "normal", "hard"]
    assert [bot.name for bot in bots.for_people()][:3] == offered


@pytest.mark.parametrize("ruleset", few_rulesets()[::3], ids=label)
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


@pytest.mark.parametrize("game", ["hail-hydra", "winter-soldier"])
def test_the_lower_the_level_the_more_mistakes_it_makes(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In what it leaves to the game's own bot."""
    own, made = bots.default_bot(game), Counter[str]()
    level, mistake = "", own.mistake

    def noted(bot: Bot, prompt: Prompt, rng: Random) -> Answer:
        made[level] += 1
        return mistake(bot, prompt, rng)

    monkeypatch.setattr(own, "mistake", noted)
    for level in ("easy", "normal", "hard"):
        for ruleset in few_rulesets(game)[:6]:
            simulate(ruleset, [level], 2, "mistakes")
    assert made["easy"] > 1.5 * made["normal"] > 0
    assert made["hard"] == 0


# Characters


class Scored(Normal):
    """Notes the scores that it draws by."""

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.scores: list[dict[Any, float]] = []

    def _drawn(self, scores):  # type: ignore[no-untyped-def]
        self.scores.append(scores)
        return super()._drawn(scores)


@pytest.mark.parametrize("is_traitor", [False, True])
def test_a_character_shows_equally_on_both_sides(is_traitor: bool) -> None:
    """By how much it moves ballots, teams and cards on the first mission, as log-odds."""
    team = Seats(2, 2, 0b11111, 0b11111)
    first = Situation(5, 1)
    cover = Odds(5, [(0b00110, 0.5), (0b01010, 0.5)])
    odds = Odds(5, [(0b00011, 1.0)]) if is_traitor else cover
    scores: dict[str, list[dict[Any, float]]] = {}
    for name, character in [("", None), *CHARACTERS.items()]:
        bot = Scored(FIVE, 0, b"character")
        bot.character = character
        bot.see(play_numbered(FIVE, lambda deal: [Normal] * 5, "character", 0).view(0).events[:1])
        bot._look()
        assessment = Assessment(0, first, odds, cover, cover)
        bot._approves(assessment, TeamNamed(3, 0b01100, first))
        bot._names(assessment, Form((("team", team),)), Prompt(1, Question("name-team"), Form((("team", team),))))
        bot._sabotages(assessment, TeamNamed(3, 0b00101, first))
        scores[name] = bot.scores
    plain_ballot, plain_teams, plain_card = scores.pop("")
    assert len(plain_teams) == 10
    for name, (ballot, teams, card) in scores.items():
        character = CHARACTERS[name]
        assert ballot[True] - plain_ballot[True] == pytest.approx(character.approves)
        assert card[True] - plain_card[True] == pytest.approx(character.sabotages)
        for word, seats in teams:
            joins = character.joins if seats & 1 else 0.0
            assert teams[word, seats] - plain_teams[word, seats] == pytest.approx(joins)


@pytest.mark.sweep
def test_characters_differ_in_whole_games_as_they_are_said_to() -> None:
    """In the order that they state, on both sides; only those that differ much are compared."""
    rates = {name: measured(character, "normal", 5, 400) for name, character in CHARACTERS.items()}
    for one, other in permutations(CHARACTERS.values(), 2):
        for traitor in (False, True):
            if one.approves - other.approves > 0.5:
                assert share(rates[one.name], traitor, "approves") > share(rates[other.name], traitor, "approves")
            if one.joins - other.joins > 0.5:
                found = [share(rates[who.name], traitor, "own membership") for who in (one, other)]
                assert found[0] > found[1]
        if one.sabotages - other.sabotages > 0.5:
            found = [share(rates[who.name], True, "Fails on mission 1") for who in (one, other)]
            assert found[0] > found[1]


def test_a_character_comes_from_the_table_and_the_seat() -> None:
    assert {drawn("KAMA", seat) for seat in range(4)} == set(CHARACTERS)
    assert len({tuple(drawn(code, seat) for seat in range(4)) for code in ("KAMA", "LUPO", "TERA", "NIMO")}) > 1
    assert drawn("KAMA", 2) == drawn("KAMA", 2)
