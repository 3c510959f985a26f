"""Best responses: each family finds a winning strategy, and is judged on deals that it was not trained on."""

from collections.abc import Callable, Sequence
from functools import partial
from math import inf
from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.bot import Bot
from turncoat.bots.draws import pick
from turncoat.extensions import find_bot
from turncoat.games.resistance.events import RoleDealt
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, SPECTATOR
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, TeamNamed, plan_of
from turncoat.simulation.playing import BotMaker, play_game, play_numbered, sides, traitors_of
from turncoat_lab.baselines.policy_parameters import PolicyParameters
from turncoat_lab.baselines.reader import Reads
from turncoat_lab.best_response import cross_entropy, match, reader, table
from turncoat_lab.best_response.cross_entropy import Vector
from turncoat_lab.best_response.disguise import Disguise
from turncoat_lab.best_response.exploitability import (
    DISGUISE,
    FAMILIES,
    LEAST_BUDGET,
    NUMBERS,
    READER,
    TABLE,
    ExploitError,
    chosen,
    exploit,
    families_of,
)
from turncoat_lab.best_response.match import Match, Response, Training, count_wins
from turncoat_lab.best_response.numbers import parameters_of, vector_of
from turncoat_lab.best_response.reader import Reading, rates_of
from turncoat_lab.best_response.standing import Standing
from turncoat_lab.best_response.table import AGAINST, FOR, ITSELF, Choices, Exploring, TableBot, learned
from turncoat_lab.likeness.traits import acts_of
from turncoat_lab.tells.known import AGAINST_OWN_TEAM, FELLOWS_ON_THE_FIRST, BySide, Share

FIVE = Ruleset.of("resistance", 5)
SEVEN = Ruleset.of("resistance", 7)


class Blunt(Bot):
    """Plays any legal choice at random, but as a spy it always fails the mission."""

    name = "blunt"

    def decide(self, prompt: Prompt) -> Answer:
        return "fail" if "fail" in prompt.option.answers() else pick(prompt.option, self.rng)


@pytest.fixture
def blunt(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(bots.BOTS, Blunt.name, Blunt)
    return Blunt.name


@pytest.mark.parametrize(
    ("family", "side", "budget"),
    [(NUMBERS, "resistance", LEAST_BUDGET), pytest.param(TABLE, "resistance", 1500, marks=pytest.mark.sweep)],
)
def test_a_weak_bot_is_exploited(blunt: str, family: str, side: str, budget: int) -> None:
    """The bot's spies give themselves away, and its resistance ignores the evidence."""
    report = exploit(Match(FIVE, blunt, side), [family], budget, 150, "s")
    judged = report.families[family]
    assert judged.low > 0
    assert judged.gain == pytest.approx(judged.wins.share - report.itself.share)
    assert judged.trained_on <= budget
    assert (report.itself.games, judged.wins.games) == (
        count_wins(Match(FIVE, blunt, side), None, "s/judged", 0, 150),
        count_wins(Match(FIVE, blunt, side), judged.response, "s/judged", 0, 150),
    )


def test_spies_who_never_fail_are_exploited_by_disguise(monkeypatch: pytest.MonkeyPatch) -> None:
    class Meek(Blunt):
        name = "meek"

        def decide(self, prompt: Prompt) -> Answer:
            return "success" if "success" in prompt.option.answers() else pick(prompt.option, self.rng)

    monkeypatch.setitem(bots.BOTS, "meek", Meek)
    judged = exploit(Match(FIVE, "meek", "spies"), [DISGUISE], LEAST_BUDGET, 60, "s").families[DISGUISE]
    assert judged.low > 0.2


def side_of(ruleset: Ruleset, family: str) -> str:
    """Return a side that can play the family, the hiding side if possible."""
    return next(side for side in sorted(sides(ruleset), reverse=True) if family in families_of(ruleset, side))


def test_spies_who_reject_their_own_teams_are_exploited_by_readers() -> None:
    """The rates of both sides are what a reader learns about a bot."""
    always = BySide(Share(50, 50), Share(0, 50))
    rates = rates_of({AGAINST_OWN_TEAM: always, FELLOWS_ON_THE_FIRST: always})
    assert rates.traitors_reject > 0.95
    assert rates.loyal_reject < 0.05
    assert rates.fellows > 100
    level = Reading(rates).maker(bots.find("easy"))
    assert isinstance(level, type)
    assert issubclass(level, bots.find("easy"))
    assert issubclass(level, Reads)
    assert level.rates == rates


@pytest.mark.sweep
@pytest.mark.parametrize("family", FAMILIES)
def test_a_response_is_tested_on_fresh_deals(family: str, monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[tuple[str, int]] = []

    def noted(ruleset: Ruleset, seat_bots: Callable[..., Sequence[type[Bot]]], seed: str, number: int) -> Game[Any]:
        played.append((seed, number))
        return play_numbered(ruleset, seat_bots, seed, number)

    for module in (match, reader):
        monkeypatch.setattr(module, "play_numbered", noted)
    report = exploit(Match(FIVE, "random", side_of(FIVE, family)), [family], LEAST_BUDGET, 3, "s")
    trained = report.families[family].trained_on
    training, judging = set(played[:trained]), played[trained:]
    assert len(judging) == 2 * 3, "the bot itself and the response"
    assert len(set(judging)) == 3, "on the same deals"
    assert not training & set(judging)


@pytest.mark.parametrize(
    "family", [pytest.param(one, marks=() if one == NUMBERS else pytest.mark.sweep) for one in FAMILIES]
)
def test_responses_depend_on_the_seed(family: str) -> None:
    first, again, other = (
        exploit(Match(FIVE, "random", side_of(FIVE, family)), [family], LEAST_BUDGET, 4, seed)
        for seed in ("s", "s", "other")
    )
    assert first == again != other


def test_progress_of_exploit_counts_all_games() -> None:
    shown: list[int] = []
    families = families_of(FIVE, "spies")
    report = exploit(Match(FIVE, "random", "spies"), families, LEAST_BUDGET, 2, "s", progress=shown.append)
    assert shown == sorted(shown)
    assert shown[-1] == 3 * LEAST_BUDGET + 4 * 2
    assert tuple(report.families) == families


# Families by side


def test_disguises_are_only_for_the_hiding_side() -> None:
    assert families_of(FIVE, "spies") == (NUMBERS, TABLE, DISGUISE)
    of_loyal = Match(FIVE, "random", "resistance")
    assert chosen(of_loyal) == (NUMBERS, TABLE, READER)
    assert chosen(of_loyal, [TABLE]) == (TABLE,)
    with pytest.raises(
        ExploitError, match="the family of resistance must be one of numbers, table, reader, not 'disguise'"
    ):
        chosen(of_loyal, [DISGUISE])
    with pytest.raises(ExploitError, match="the side must be one of resistance, spies, not 'hydra'"):
        families_of(FIVE, "hydra")
    with pytest.raises(ExploitError, match="which hail-hydra lacks"):
        families_of(Ruleset.of("hail-hydra", 5), "hydra")


def has_missions(game: str) -> bool:
    return plan_of(View(Ruleset.of(game, BOOKS[game].players[0]), SPECTATOR).board) is not None


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("game", [name for name in BOOKS if has_missions(name)])
def test_every_game_with_missions_has_best_responses(family: str, game: str) -> None:
    ruleset = Ruleset.of(game, BOOKS[game].players[0])
    match = Match(ruleset, "sensible", side_of(ruleset, family))
    assert exploit(match, [family], LEAST_BUDGET, 1, "s").families[family].trained_on > LEAST_BUDGET / 2


# Parameters of the policy


def test_the_parameter_vector_is_complete() -> None:
    changed = PolicyParameters(approval_threshold=(0.1, 0.2, 0.3, 0.4, 0.5), threshold_drop=0.6)
    assert parameters_of(vector_of(changed)) == changed
    assert vector_of(changed) != vector_of(PolicyParameters())


class Vectors(Response, frozen=True):
    vector: Vector


def test_the_search_finds_winning_parameters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The search finds a high first and a low second number if only these win."""

    def wins(training: Training, responses: Sequence[Vectors], games: int, number: int) -> tuple[int, ...]:
        return tuple(round(1000 * (one.vector[0] - one.vector[1])) for one in responses)

    monkeypatch.setattr(Training, "wins", wins)
    training = Training(Match(FIVE, "random", "spies"), LEAST_BUDGET, "s")
    high, low = cross_entropy.search(training, (0.5, 0.5), Vectors)
    assert high > 0.9
    assert low < 0.1


# Table


def test_a_response_table_holds_only_clear_improvements() -> None:
    known: table.Tried = {
        "a": {ITSELF: (100, 30), FOR: (100, 45), AGAINST: (100, 60)},
        "b": {ITSELF: (100, 30), FOR: (100, 34), AGAINST: (100, 29)},
        "c": {ITSELF: (9, 3)},
    }
    assert learned(known, 0.0) == {"a": AGAINST, "b": FOR}
    assert learned(known, 1.0) == {"a": AGAINST}
    assert learned(known, inf) == {}


def test_exploration_prefers_winning_acts_for_whole_games() -> None:
    known: table.Tried = {"a": {ITSELF: (100, 30), FOR: (100, 70)}}
    firsts = []
    for seed in range(60):
        choices = Exploring(known, Random(seed))
        first = choices.at("a", (FOR, AGAINST))
        assert {choices.at("a", (FOR, AGAINST)) for _ in range(9)} == {first}
        assert choices.tried == {"a": first}
        firsts.append(first)
    assert firsts.count(FOR) > firsts.count(AGAINST) > firsts.count(ITSELF), "unknown acts before losing ones"


def test_the_empty_response_table_is_kept_if_nothing_improves(monkeypatch: pytest.MonkeyPatch) -> None:
    """The empty table is one of the candidates."""

    def wins(training: Training, tables: Sequence[table.ResponseTable], games: int, number: int) -> tuple[int, ...]:
        return tuple(-len(one.entries) for one in tables)

    def explore(*work: object) -> table.Tried:
        return {"a": {ITSELF: (100, 10), FOR: (100, 90)}}

    monkeypatch.setattr(Training, "wins", wins)
    monkeypatch.setattr(table, "explore", explore)
    assert table.train(Training(Match(FIVE, "random", "spies"), 100, "s")).entries == {}


def game_of_seven(make: BotMaker, number: int) -> Game[Any]:
    players = [make(SEVEN, seat, b"%d" % seat) for seat in range(7)]
    return play_game(SEVEN, SEVEN.deal(b"%d" % number), players, Random(number))


class Says(Choices):
    """Always chooses the same act where it is allowed, and records these entries."""

    def __init__(self, act: str) -> None:
        super().__init__({})
        self.act = act
        self.entries_met: set[str] = set()

    def at(self, entry: str, acts: Sequence[str]) -> str:
        if self.act in acts:
            self.entries_met.add(entry)
        return self.act if self.act in acts else ITSELF


@pytest.mark.parametrize("act", [table.ON_IT, table.OFF_IT, table.WITH_TRAITOR, table.TRAITOR_ALONE])
def test_a_table_bot_names_teams_of_the_chosen_kind(act: str) -> None:
    choices = Says(act)
    make = partial(TableBot, choices, find_bot("sensible"))
    game = game_of_seven(make, 1)
    traitors = set(SEATS_IN[traitors_of(game)])
    named = [one for one in acts_of(game) if isinstance(one, TeamNamed)]
    assert choices.entries_met
    by_traitors = [one for one in named if one.leader in traitors]
    for one in named if act in (table.ON_IT, table.OFF_IT) else by_traitors:
        team, leader = set(SEATS_IN[one.team]), one.leader
        assert (leader in team) == (act in (table.ON_IT, table.WITH_TRAITOR))
        if leader in traitors:
            assert len(team & traitors - {leader}) == (act in (table.WITH_TRAITOR, table.TRAITOR_ALONE))


# Disguise and standing


def test_disguised_traitors_sabotage_as_often_as_set() -> None:
    scores = [f"{won}-{lost}" for won in range(3) for lost in range(3)]
    for chance in (0.0, 1.0):
        make = Disguise(dict.fromkeys(scores, chance)).maker(find_bot("random"))
        for number in range(5):
            game = game_of_seven(make, number)
            for one in acts_of(game):
                if isinstance(one, MissionRun):
                    ours = (traitors_of(game) & one.team).bit_count()
                    needed = one.situation.fails_needed
                    assert one.fails == (needed if chance and ours >= needed else 0)


def test_a_response_knows_only_its_fellows() -> None:
    deal = FIVE.deal(b"fellows")
    game: Game[Any] = Game(FIVE, deal)
    spies = traitors_of(game)
    for seat in range(5):
        standing = Standing(FIVE, seat)
        standing.see(game.view(seat).events)
        assert RoleDealt in map(type, game.view(seat).events)
        assert standing.traitors == (spies if spies >> seat & 1 else 0)
        assert standing.is_traitor == bool(spies >> seat & 1)
        assert standing.score == "0-0"
