"""Levels and characters: people choose levels, and characters affect both sides equally."""

import sys
from collections import Counter
from itertools import permutations
from random import Random
from statistics import fmean
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from tests.support.covering import few_rulesets
from tools.characters import measured, share
from turncoat import bots
from turncoat.bots import CHARACTERS
from turncoat.bots.assessment import Assessment
from turncoat.bots.bot import Bot, GameBot
from turncoat.bots.characters import drawn
from turncoat.bots.levels import Easy, Hard, Level, Normal
from turncoat.bots.odds import Odds
from turncoat.bots.people import overlooked
from turncoat.kernel.boards import Board
from turncoat.kernel.chapters import Deal
from turncoat.kernel.options import Answer, Form, Seats, Word
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt, Question
from turncoat.kernel.views import View
from turncoat.missions import Situation, TeamNamed, TeamVoted
from turncoat.simulation.playing import play_game, play_numbered, seating
from turncoat.simulation.simulate import simulate
from turncoat.testing.rulesets import label

FIVE = Ruleset.of("resistance", 5)
WINTER = Ruleset.of("winter-soldier", 5)


def test_levels_are_offered_first() -> None:
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


def test_one_bot_of_a_side_may_be_replaced() -> None:
    seat_bots = seating(FIVE, {"resistance": "random+hard", "spies": "easy"})
    for number in range(20):
        deal = FIVE.deal(b"%d" % number)
        names = [bot.name for bot in seat_bots(deal)]
        loyal = [name for name, role in zip(names, deal.roles, strict=True) if role == "resistance"]
        assert loyal == ["random", "hard", "hard"]
        assert names.count("easy") == 2


def test_levels_with_equal_seeds_make_the_same_mistakes() -> None:
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


class Fixed(GameBot[Board]):
    """Returns an answer that reveals which method was called."""

    def choose(self, prompt: Prompt) -> Answer:
        return "thought"

    def careless_answer(self, prompt: Prompt) -> Answer | None:
        return "careless"


BALLOT = Prompt(1, Question("cast-ballot", act=TeamVoted.__name__), Word(("thought", "careless"), ("thought",)))
LEADS = Prompt(1, Question("name-team", act=TeamNamed.__name__), BALLOT.option)
ASKED = 4000


def lapses(level: type[Level], prompt: Prompt) -> float:
    """Return the rate of careless answers of a level where the game's own bot plays."""
    bot = level(WINTER, 0, b"lapses")
    bot._own_bot = Fixed(WINTER, 0, b"")
    bot._own_bot.view = View(WINTER, 0)
    return [bot.decide(prompt) for _ in range(ASKED)].count("careless") / ASKED


@pytest.mark.parametrize(("prompt", "decision"), [(BALLOT, "ballot"), (LEADS, "team")])
def test_levels_overlook_facts_in_proportion_to_people(
    prompt: Prompt, decision: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Fixed, "plays_whole_game", True)
    easy, normal, hard = (lapses(level, prompt) for level in (Easy, Normal, Hard))
    assert easy == pytest.approx(overlooked(decision), abs=0.03)
    assert normal == pytest.approx(Normal.lapses * overlooked(decision), abs=0.03)
    assert easy > normal > hard == 0
    monkeypatch.setattr("turncoat.bots.mission_bot.situation_of", lambda board: Situation(5, 3, failures=2))
    assert lapses(Easy, prompt) == 0, "the next mission may decide the game"


@pytest.mark.parametrize("game", ["hail-hydra", "winter-soldier"])
def test_careless_answers_are_always_computed(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Thinking time must reveal neither the side nor whether the answer was careless."""
    own, made = bots.default_bot(game), Counter[str]()
    careless_answer = own.careless_answer

    def noted(bot: Bot, prompt: Prompt) -> Answer | None:
        made[prompt.question.name] += 1
        return careless_answer(bot, prompt)

    monkeypatch.setattr(own, "careless_answer", noted)
    asked = Counter[str]()

    class Watched(Hard):
        def decide(self, prompt: Prompt) -> Answer:
            asked[prompt.question.name] += 1
            return super().decide(prompt)

    ruleset = Ruleset.of(game, 5)
    play_game(ruleset, ruleset.deal(b"asked"), [Watched(ruleset, seat, b"%d" % seat) for seat in range(5)], Random(1))
    assert made == asked


@pytest.mark.parametrize(
    ("game", "players"), [("hail-hydra", 5), ("winter-soldier", 5), ("winter-soldier", 7), ("round-table", 7)]
)
def test_the_computing_time_of_a_choice_does_not_depend_on_the_side(game: str, players: int) -> None:
    """Compare the mean number of function calls per question.

    Captain America, whom everybody knows, is excluded: he has already computed things when considering an accusation.
    """
    ruleset, side_of = Ruleset.of(game, players), rulebook(game).side_of
    calls: dict[str, dict[str, list[int]]] = {}
    for number in range(16):
        deal = ruleset.deal(b"work %d" % number)

        class Counted(Normal):
            def choose(self, prompt: Prompt, deal: Deal = deal, number: int = number) -> Answer:
                count = 0

                def counted(frame: object, event: str, arg: object) -> None:
                    nonlocal count
                    count += event == "call"

                sys.setprofile(counted)
                answer = super().choose(prompt)
                sys.setprofile(None)
                if number >= 2 and not self._is_captain():  # computations done once for all games do not count
                    sides = calls.setdefault(prompt.question.name, {})
                    sides.setdefault(side_of(deal.roles[self.seat]), []).append(count)
                return answer

            def _is_captain(self) -> bool:
                assert isinstance(self._own_bot, GameBot)
                assert self._own_bot.view is not None
                return getattr(self._own_bot.view.board, "captain", None) == self.seat

        players_at = [Counted(ruleset, seat, b"%d %d" % (number, seat)) for seat in range(players)]
        play_game(ruleset, deal, players_at, Random(number))
    compared = 0
    for question, by_side in calls.items():
        if len(by_side) == 2 and min(map(len, by_side.values())) >= 10:
            one, other = (fmean(counts) for counts in by_side.values())
            assert one == pytest.approx(other, rel=0.2, abs=10), question
            compared += 1
    assert compared >= 2


@pytest.mark.sweep
@pytest.mark.parametrize("players", [5, 6, 7, 8])
@pytest.mark.parametrize("game", ["hail-hydra", "winter-soldier"])
def test_on_each_side_normal_is_between_easy_and_hard(game: str, players: int) -> None:
    ruleset, games = Ruleset.of(game, players), 400 if game == "winter-soldier" else 100
    for side, other in (("shield", "hydra"), ("hydra", "shield")):
        easy, normal, hard = (
            simulate(ruleset, {side: level, other: "normal"}, games, "order").wins[side].games
            for level in ("easy", "normal", "hard")
        )
        assert easy < hard
        assert easy - games / 25 < normal < hard + games / 25  # within chance


# Characters


class Scored(Normal):
    """Records the scores that it draws by."""

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.scores: list[dict[Any, float]] = []

    def _drawn(self, scores):  # type: ignore[no-untyped-def]
        self.scores.append(scores)
        return super()._drawn(scores)


@pytest.mark.parametrize("is_traitor", [False, True])
def test_a_character_shows_equally_on_both_sides(is_traitor: bool) -> None:
    """Compare the shifts of ballots, teams and cards on the first mission, as log-odds."""
    team = Seats(2, 2, 0b11111, 0b11111)
    first = Situation(5, 1)
    cover = Odds(5, [(0b00110, 0.5), (0b01010, 0.5)])
    odds = Odds(5, [(0b00011, 1.0)]) if is_traitor else cover
    scores: dict[str, list[dict[Any, float]]] = {}
    for name, character in [("", None), *CHARACTERS.items()]:
        bot = Scored(FIVE, 0, b"character")
        bot.character = character
        bot.see(play_numbered(FIVE, lambda deal: [Normal] * 5, "character", 0).view(0).events[:1])
        bot._current_assessment()
        assessment = Assessment(0, first, odds, cover, cover)
        bot._approves(assessment, TeamNamed(3, 0b01100, first))
        bot._names(assessment, Form((("team", team),)), Prompt(1, Question("name-team"), Form((("team", team),))))
        bot._sabotages(assessment, TeamNamed(3, 0b00101, first))
        scores[name] = bot.scores
    plain_ballot, plain_teams, plain_card = scores.pop("")
    assert len(plain_teams) == 5, "the others certainly include a traitor"
    for name, (ballot, teams, card) in scores.items():
        character = CHARACTERS[name]
        assert ballot[True] - plain_ballot[True] == pytest.approx(character.approves)
        assert card[True] - plain_card[True] == pytest.approx(character.sabotages)
        for word, seats in teams:
            joins = character.joins if seats & 1 else 0.0
            assert teams[word, seats] - plain_teams[word, seats] == pytest.approx(joins)


@pytest.mark.sweep
def test_characters_differ_in_whole_games_as_described() -> None:
    """Characters must differ in the declared order, on both sides. Small differences are not compared."""
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


def test_a_character_depends_on_the_table_and_the_seat() -> None:
    assert {drawn("KAMA", seat) for seat in range(4)} == set(CHARACTERS)
    assert len({tuple(drawn(code, seat) for seat in range(4)) for code in ("KAMA", "LUPO", "TERA", "NIMO")}) > 1
    assert drawn("KAMA", 2) == drawn("KAMA", 2)
