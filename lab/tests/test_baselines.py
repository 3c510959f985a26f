"""Baselines: they are found by name and play legally, and each is as weak or as sly as its description."""

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.assessment import Assessment
from turncoat.bots.levels import Hard
from turncoat.extensions import find_bot
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import RoleDealt
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, SeatSet
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import MissionRun, TeamNamed
from turncoat.simulation.playing import play_game, play_numbered, seating, traitors_of
from turncoat_lab.baselines import BASELINES
from turncoat_lab.baselines.beginner import Beginner
from turncoat_lab.baselines.deducer import Deducer
from turncoat_lab.baselines.disguised import Disguised
from turncoat_lab.baselines.imitator import Imitator
from turncoat_lab.baselines.reader import Reader
from turncoat_lab.value import mission_game, value

FIVE = Ruleset.of("resistance", 5)


@pytest.mark.parametrize("name", BASELINES)
def test_a_baseline_plays_legally_and_needs_its_prefix(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    kind = find_bot(f"baseline:{name}")
    assert kind is BASELINES[name]
    assert kind.name == f"baseline:{name}"
    monkeypatch.setattr(kind, "milliseconds", min(kind.milliseconds, 1.0))
    ruleset = Ruleset.of(kind.game or "resistance", 7)
    players = [kind(ruleset, seat, b"%d" % seat) for seat in range(ruleset.players)]
    game = play_game(ruleset, ruleset.deal(b"baseline"), players, Random(1))
    assert game.result is not None
    with pytest.raises(bots.UnknownBotError):
        bots.find(name)


def test_no_baseline_is_a_games_default_bot() -> None:
    assert not any(kind.is_default for kind in BASELINES.values())
    assert not set(BASELINES) & set(bots.names())


def test_an_unknown_baseline_is_refused_with_the_known_ones() -> None:
    with pytest.raises(bots.UnknownBotError, match="unknown baseline 'baseline:clever'; known: baseline:beginner, "):
        find_bot("baseline:clever")


def test_the_page_lists_every_baseline() -> None:
    page = (Path(__file__).parents[1] / "docs" / "bots.md").read_text("utf-8")
    assert [name for name in BASELINES if f"`baseline:{name}`" not in page] == []


class Compared(Disguised):
    """Asks a loyal bot with the public events the same questions, and plays as itself."""

    alike = differing = 0

    def choose(self, prompt: Prompt) -> Answer:
        assessment = self._current_assessment()
        assert assessment is not None
        if assessment.is_traitor and prompt.question.act != MissionRun.__name__:
            loyal = Deducer(FIVE, self.seat, b"")
            loyal.see([RoleDealt(self.seat, "resistance"), *all_seen_by(self._seen, SPECTATOR)])
            loyal.rng.setstate(self.rng.getstate())
            state = self.rng.getstate()
            said = loyal.choose(prompt)
            self.rng.setstate(state)
            answer = super().choose(prompt)
            if answer == said:
                Compared.alike += 1
            else:
                Compared.differing += 1
            return answer
        return super().choose(prompt)


def test_the_disguised_baseline_votes_and_names_teams_as_a_loyal_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compared, "alike", 0)
    monkeypatch.setattr(Compared, "differing", 0)
    for number in range(12):
        table = [Compared(FIVE, seat, b"%d %d" % (number, seat)) for seat in range(5)]
        play_game(FIVE, FIVE.deal(b"disguised %d" % number), table, Random(number))
    assert Compared.alike > 100
    assert Compared.differing == 0


def test_a_beginner_judges_teams_by_the_last_failed_mission_alone() -> None:
    votes: dict[tuple[bool, bool], list[bool]] = {}
    """Votes by whether a member of the last failed mission is on the team, and whether only one of an earlier one
    is."""

    class Watched(Beginner):
        def _approves(self, assessment: Assessment, named: TeamNamed) -> bool:
            approves = super()._approves(assessment, named)
            now = assessment.now
            if not assessment.is_traitor and named.leader != self.seat and not now.is_last_attempt:
                last = bool(named.team & self._suspects)
                earlier = bool(named.team & now.failed & ~(1 << self.seat)) and not last
                votes.setdefault((last, earlier), []).append(approves)
            return approves

    for number in range(60):
        players = [
            (Watched if seat == number % 5 else Beginner)(FIVE, seat, b"%d %d" % (number, seat)) for seat in range(5)
        ]
        play_game(FIVE, FIVE.deal(b"beginner %d" % number), players, Random(number))
    assert all(votes[False, False])
    assert all(votes[False, True])
    assert 0.1 < sum(votes[True, False]) / len(votes[True, False]) < 0.3


@pytest.mark.parametrize("players", [5, 7])
def test_the_planner_wins_every_deal_that_its_plan_guarantees(players: int) -> None:
    ruleset = Ruleset.of("resistance", players)
    found = value(mission_game(ruleset))
    seat_bots = seating(ruleset, {"resistance": "baseline:planner", "spies": "random"})
    won = set()
    for number in range(60):
        game = play_numbered(ruleset, seat_bots, "plan", number)
        assert game.result is not None
        if traitors_of(game) in found.beaten:
            assert game.result.winner == "resistance"
            won.add(traitors_of(game))
    assert won
    seat_bots = seating(ruleset, {"resistance": "baseline:planner", "spies": "baseline:planner"})
    for number in range(60):
        game = play_numbered(ruleset, seat_bots, "plan", number)
        assert game.result is not None
        assert (game.result.winner == "resistance") == (traitors_of(game) in found.beaten)


def test_the_planner_plays_modules_without_a_plan() -> None:
    ruleset = Ruleset.of("resistance", 7, ["reverser"])
    game = play_numbered(ruleset, seating(ruleset, ["baseline:planner"]), "no plan", 1)
    assert game.result is not None


class Twinned(Imitator):
    """Asks a loyal `hard` with the public events the same questions, and plays as itself."""

    alike = failed = 0

    def share(self, seed: str) -> None:
        super().share(seed)
        self.twin = Hard(self.ruleset, self.seat, self._seed)
        self.twin.share(seed)
        self.twin.see([RoleDealt(self.seat, "resistance")])

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        super().see(events)
        self.twin.see(all_seen_by(events, SPECTATOR))

    def decide(self, prompt: Prompt) -> Answer:
        answer = super().decide(prompt)
        if self._as_loyal is not None and prompt.question.act != MissionRun.__name__:
            assert answer == self.twin.decide(prompt)
            Twinned.alike += 1
        Twinned.failed += answer == "fail"
        return answer


def test_imitators_name_teams_and_vote_as_loyal_seats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Hard, "milliseconds", 1.0)
    for number in range(4):
        play_numbered(FIVE, lambda deal: [Twinned] * 5, "imitators", number)
    assert Twinned.alike > 20
    assert Twinned.failed > 4


def test_a_reader_suspects_leaders_who_reject_their_own_team() -> None:
    """Seats named by such a leader on mission 1 are suspected as well."""
    game: Game[Board] = Game(FIVE, FIVE.deal(b"read"))
    leader = game.board.leader
    loyal = next(seat for seat in range(5) if seat != leader and not traitors_of(game) >> seat & 1)
    hard, reader = Hard(FIVE, loyal, b""), Reader(FIVE, loyal, b"")
    others = [seat for seat in range(5) if seat not in (leader, loyal)]
    team = 1 << leader | 1 << others[0]
    game.play(leader, Choice(game.latest_prompt, (team,)))
    for seat in range(5):
        game.play(seat, Choice(game.latest_prompt, "reject" if seat == leader else "approve"))
    for bot in (hard, reader):
        bot.see(all_seen_by(game.events, loyal))
    told = {}
    for bot in (hard, reader):
        assessment = bot._current_assessment()
        assert assessment is not None
        told[bot] = dict(assessment.odds.sets)

    def moved(traitors: SeatSet) -> float:
        return told[reader][traitors] / told[hard][traitors]

    rates = Reader.rates
    without = 1 << others[1] | 1 << others[2]
    rejected, chance = rates.traitors_reject / rates.loyal_reject, 1 + (rates.fellows - 1) / 4
    assert moved(team) / moved(without) == pytest.approx(rejected * rates.fellows / chance)
    assert moved(1 << leader | 1 << others[1]) / moved(without) == pytest.approx(rejected / chance)
