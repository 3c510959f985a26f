"""Worths of the Resistance bot: every answer has one, and acting on them rarely harms a player's own side."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from random import Random
from typing import ClassVar

import pytest

import turncoat.games.resistance
from turncoat import bots
from turncoat.bots.assessment import Assessment
from turncoat.bots.games.resistance.bot import ResistanceBot, sabotage_chance
from turncoat.bots.registry import DEFAULT_BOTS
from turncoat.games.resistance.events import CardPlayed, MissionRevealed, TeamProposed
from turncoat.games.resistance.roles import side_of
from turncoat.games.resistance.tables import fails_needed
from turncoat.kernel.chapters import Offer
from turncoat.kernel.options import Answer, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seat_set
from turncoat.kernel.steps import Ask, Prompt, Question
from turncoat.simulation.playing import play_game

MODULES = (
    ["plot-thickens"],
    ["hunter", "dummy-agent", "inquisitor"],
    ["hunter", "reverser", "plot-thickens"],
    ["targeting", "hunter"],
)


@cache
def questions() -> frozenset[str]:
    """Return the names of all questions of the game's chapters except those for teams, ballots and cards."""
    package = turncoat.games.resistance
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        import_module(module.name)
    found, left = set(), [Ask]
    while left:
        kind = left.pop()
        left += kind.__subclasses__()
        question = getattr(kind, "question", None)
        if (
            kind.__module__.startswith(package.__name__)
            and isinstance(question, Question)
            and question.name
            and not question.act
        ):
            found.add(question.name)
    return frozenset(found)


class Watched(ResistanceBot):
    """Checks that the worths are of legal answers, and records their questions."""

    is_default = False
    said: set[str]

    def worths(self, assessment: Assessment, prompt: Prompt) -> Mapping[Answer, float] | None:
        worths = super().worths(assessment, prompt)
        name = prompt.question.name
        assert (worths is None) == (name == "play-card" or name in self.plain_draws), name
        if worths is not None:
            assert worths
            assert all(prompt.option.refusal(answer) is None for answer in worths), name
            self.said.add(name)
        return worths


def test_every_question_has_worths_or_is_declared_random() -> None:
    said: set[str] = set()
    for number, modules in enumerate(MODULES * 4):
        ruleset = Ruleset.of("resistance", (7, 5, 8, 10)[number % 4], modules)
        players = [Watched(ruleset, seat, b"%d %d" % (number, seat)) for seat in range(ruleset.players)]
        for bot in players:
            bot.said = said
        play_game(ruleset, ruleset.deal(b"worths %d" % number), players, Random(number))
    assert ResistanceBot.plain_draws < questions()
    assert said == questions() - ResistanceBot.plain_draws
    assert ResistanceBot.own_interest < said


class Guarded(ResistanceBot):
    """Records a traitor's questions with loyal beliefs, and checks that the worths use no secret of the board."""

    is_default = False
    asked: ClassVar[set[str]] = set()

    def worths(self, assessment: Assessment, prompt: Prompt) -> Mapping[Answer, float] | None:
        worths = super().worths(assessment, prompt)
        assert self.view is not None
        board, name = self.view.board, prompt.question.name
        if worths is None or name == "play-card" or side_of(board.roles[self.seat]) != "spies":
            return worths
        if assessment.is_traitor:
            assert name in self.own_interest or assessment.is_exposed or assessment.now.is_decisive, name
            return worths
        self.asked.add(name)
        roles, seen, state = board.roles, board.spies_seen, self.rng.getstate()
        board.roles, board.spies_seen = [None] * board.players, NOBODY
        assert super().worths(assessment, prompt) == worths or name in TIES, name
        board.roles, board.spies_seen = roles, seen
        self.rng.setstate(state)
        return worths


TIES = ("no-confidence",)
"""Questions for which the best other team is drawn among equal ones."""


def test_traitors_answer_questions_as_loyal_players_unless_their_side_decides(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(DEFAULT_BOTS, "resistance", Guarded)
    for number, modules in enumerate(MODULES[:3] * 4):
        ruleset = Ruleset.of("resistance", 7, modules)
        players = [bots.find("normal")(ruleset, seat, b"%d %d" % (number, seat)) for seat in range(7)]
        play_game(ruleset, ruleset.deal(b"cover %d" % number), players, Random(number))
    assert {"give-plot-card", "strong-leader", "keeping-a-close-eye", "investigate"} <= Guarded.asked
    assert not Guarded.asked & ResistanceBot.own_interest


@pytest.mark.parametrize("is_left", [False, True])
def test_spies_sabotage_only_missions_that_can_fail(is_left: bool) -> None:
    for decides in (False, True):
        assert sabotage_chance(decides, 0.0, is_left, False) == 0.0
    assert (sabotage_chance(True, 1.0, is_left, False) == 1.0) is not is_left
    assert (sabotage_chance(False, 1.0, is_left, False) > 0.5) is not is_left


def harms(bot: str, ruleset: Ruleset, games: int) -> Counter[str]:
    """Count harmful cards in games.

    A lone loyal Reverse (`reversed`) may turn a success into a failure (`harmed`). A sabotage (`sabotaged`) may be by
    too few spies to make the mission fail (`pointless`).
    """
    found: Counter[str] = Counter()
    needed_for = [fails_needed(ruleset.players, mission) for mission in range(1, 6)]
    for number in range(games):
        deal = ruleset.deal(b"harms %d" % number)
        players = [bots.find(bot)(ruleset, seat, b"%d %d" % (number, seat)) for seat in range(ruleset.players)]
        game = play_game(ruleset, deal, players, Random(number))
        assert not any(player.illegal_answers for player in players)
        spies = seat_set(seat for seat, role in enumerate(deal.roles) if side_of(role) == "spies")
        team: SeatSet = 0
        cards: dict[Seat, str] = {}
        for event in game.events:
            if isinstance(event, TeamProposed):
                team, cards = event.team, {}
            elif isinstance(event, CardPlayed) and event.card is not None:
                cards[event.seat] = event.card
            elif isinstance(event, MissionRevealed):
                needed = needed_for[event.mission - 1]
                reversers = [seat for seat, card in cards.items() if card == "reverse"]
                fails = sum(card in ("fail", "chief-fail") for card in cards.values())
                if len(reversers) == 1 and not spies >> reversers[0] & 1:
                    found["reversed"] += 1
                    found["harmed"] += fails < needed
                found["sabotaged"] += fails > 0
                found["pointless"] += fails > 0 and (spies & team).bit_count() < needed
    return found


REVERSERS = Ruleset.of("resistance", 7, ["reverser"])


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("bot", "games"), [("sensible", 150), ("easy", 60)])
def test_a_lone_loyal_reverse_rarely_does_harm(bot: str, games: int) -> None:
    found = harms(bot, REVERSERS, games)
    assert found["reversed"] >= 4
    assert found["harmed"] <= found["reversed"] * 0.25


@pytest.mark.sweep
@pytest.mark.timeout(3000)
@pytest.mark.parametrize("bot", ["easy", "normal", "hard"])
def test_under_one_in_ten_lone_loyal_reverses_does_harm(bot: str) -> None:
    found: Counter[str] = Counter()
    for players in range(5, 11):
        for others in ([], ["inquisitor"], ["hunter"], ["plot-thickens"]):
            options = {"reversers": "resistance"} if players < 7 and "hunter" in others else {}
            found += harms(bot, Ruleset.of("resistance", players, ["reverser", *others], options), 25)
    assert found["harmed"] < found["reversed"] * 0.1


@pytest.mark.timeout(300)
@pytest.mark.parametrize(("bot", "games"), [("sensible", 60), ("easy", 25), ("hard", 15)])
def test_spies_who_cannot_fail_a_mission_do_not_sabotage(bot: str, games: int) -> None:
    """Neither a lone spy sabotages a mission that takes two Fails, nor a lone Chief with a card of their own."""
    found = harms(bot, Ruleset.of("resistance", 7, ["hunter"]), games)
    assert found["sabotaged"] > games
    assert not found["pointless"]


def test_bots_never_blame() -> None:
    """Deep Agents know nobody, and would change sides."""
    ruleset = Ruleset.of("resistance", 7, ["hunter", "deep-agent", "pretender", "blame"])
    others = OneSeat(0b1111110, 0b1111110)
    for name in ("sensible", "normal"):
        bot = bots.find(name)(ruleset, 0, b"")
        assert all(bot.consider([Offer("blame", others, "", "HUN-BLAME-1")]) is None for _ in range(500))


def test_each_targeted_mission_has_its_own_situation() -> None:
    bot = ResistanceBot(Ruleset.of("resistance", 7, ["targeting"]), 0, b"")
    assert bot.view is not None
    assessed = bot._assessed(bot.view.board)
    for word in ("mission-1", "mission-4"):
        now = bot.situation(assessed, word)
        assert now is not None
        assert (now.mission, now.fails_needed) == ((1, 1) if word == "mission-1" else (4, 2))
    assert bot.situation(assessed, "approve") is None
