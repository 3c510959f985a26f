"""The policy of the levels: its beliefs, the scores of its answers, and that it plays from its view alone."""

import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, Final, NamedTuple

import msgspec
import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots import CHARACTERS
from turncoat.bots.assessment import Assessment
from turncoat.bots.bot import Bot
from turncoat.bots.characters import drawn
from turncoat.bots.levels import Easy, Hard, Level, Normal
from turncoat.bots.mission_bot import MissionBot
from turncoat.bots.mixture import BEST_PLAY, HYPOTHESES, MASKED, POLICIES, Mixture, after, beginning, masked
from turncoat.bots.odds import Odds, logistic
from turncoat.bots.opponents import (
    PublicRecord,
    clean_teams,
    fails_as_agreed,
    fails_of_best_play,
    fails_of_patient,
    fails_of_people,
    teams_of,
)
from turncoat.bots.remarks import Remark
from turncoat.bots.sabotage import exposure, sets_of_traitors, worth_of_failure
from turncoat.bots.stakes import chance_to_win, hope, stake
from turncoat.kernel import rulebooks
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.options import OneCard, OneSeat, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, SPECTATOR, Seat, SeatSet, clockwise, everyone, seat_set
from turncoat.kernel.steps import Choice, Prompt, Question
from turncoat.missions import MissionPlan, MissionRun, Situation, TeamAct, TeamNamed, TeamVoted, plan_of
from turncoat.simulation.playing import EventFeed, play_game, play_numbered, seating, traitors_of
from turncoat.testing import play_script
from turncoat.testing.rulesets import label

FIVE = Ruleset.of("resistance", 5)
ROUND = Ruleset.of("round-table", 5, ["percival", "morgana"])
SETS = sets_of_traitors(FIVE)
PLAN = plan_of(rulebooks.rulebook(FIVE.game).board(FIVE))
LEVELS = tuple(bot for bot in bots.for_people() if issubclass(bot, Level))
"""Levels in the order offered to people, the weakest first."""
SIZES = (5, 7, 10)
FIRST = Situation(5, 1)


@pytest.mark.parametrize("kind", LEVELS)
@pytest.mark.parametrize("act", [TeamNamed, TeamVoted, MissionRun])
@pytest.mark.parametrize("option", [Word(("a", "b"), ("b",)), OneCard(("a", "b", "c"), ("b", "c")), OneSeat(31, 12)])
def test_an_unusual_option_is_answered_legally(
    kind: type[MissionBot], act: type, option: Word | OneCard | OneSeat
) -> None:
    bot = kind(FIVE, 0, b"odd")
    assert option.refusal(bot.choose(Prompt(1, Question("odd", act=act.__name__), option))) is None


@pytest.mark.parametrize("kind", LEVELS)
def test_indistinguishable_deals_get_the_same_answers(kind: type[MissionBot]) -> None:
    """Seat 0 is loyal in each of these deals, and the others act the same, so it sees the same events."""
    deals = [deal for number in range(40) if (deal := FIVE.deal(b"%d" % number)).roles[0] == "resistance"]
    assert len({deal.roles for deal in deals}) > 3

    def answers(number: int) -> list[object]:
        given: list[object] = []

        class Watched(kind):  # type: ignore[valid-type, misc]
            def choose(self, prompt: Prompt) -> object:
                given.append(super().choose(prompt))
                return given[-1]

        class Approving(Bot):
            wants_events = False

            def decide(self, prompt: Prompt) -> object:
                option = prompt.option
                return option.shown[0] if isinstance(option, Word | OneCard) else next(iter(option.answers()))

        # every mission succeeds here, so the events do not depend on who the spies are
        players = [bot(FIVE, seat, b"same") for seat, bot in enumerate([Watched, *[Approving] * 4])]
        play_game(FIVE, msgspec.structs.replace(deals[number], first=0), players, Random(1))
        return given

    assert all(answers(number) == answers(0) for number in range(1, 6))


@pytest.mark.parametrize("ruleset", [FIVE, ROUND], ids=label)
@pytest.mark.parametrize("kind", LEVELS)
def test_only_traitors_sabotage(kind: type[MissionBot], ruleset: Ruleset) -> None:
    fails = 0
    for number in range(8):
        game = play_numbered(ruleset, lambda deal: [kind] * 5, "fails", number)
        for result in game.board.results:
            assert result.cards.count("fail") <= (result.team & traitors_of(game)).bit_count()
            fails += not result.success
    assert fails


# Stakes


def test_later_missions_decide_more() -> None:
    assert [chance_to_win(*score, 3) for score in ((0, 0), (2, 2), (3, 1), (1, 3))] == [0.5, 0.5, 1.0, 0.0]
    assert (
        stake(FIRST) < stake(Situation(5, 3, successes=1, failures=1)) < stake(Situation(5, 5, successes=2, failures=2))
    )
    assert 0.9 < stake(Situation(5, 7, successes=3, failures=3, wins=4)) < 1.0, "sometimes nobody sabotages it"


def test_each_rejection_leaves_less_hope() -> None:
    for failures in range(3):
        hopes = [hope(Situation(5, 3, attempt, failures=failures)) for attempt in range(1, 6)]
        assert all(later < earlier for earlier, later in pairwise(hopes) if earlier)
    assert hope(Situation(5, 5, failures=2)) > hope(Situation(5, 5, failures=1)), "another failure would be the last"


# Models of other players


def record_after(*acts: TeamAct) -> PublicRecord:
    record = PublicRecord(5, SETS, PLAN)
    for act in acts:
        record.see(act)
    return record


FAILED = MissionRun(0, 0b00011, FIRST, 0b11111, 1, 0, False)
SECOND = Situation(5, 2, failures=1, failed=0b00011)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("before", [(), (FAILED,)])
@pytest.mark.parametrize("now", [FIRST, SECOND, Situation(5, 5, 5, True, successes=2, failures=2)])
def test_a_policy_yields_probabilities(name: str, before: Sequence[TeamAct], now: Situation) -> None:
    policy, record, teams = POLICIES[name], record_after(*before), teams_of(5, 3)
    for leader in range(5):
        chances = [policy.team(record, TeamNamed(leader, team, now)) for team in teams]
        assert sum(one.loyal for one in chances) == pytest.approx(1)
        for number, traitors in enumerate(SETS):
            if traitors >> leader & 1:
                assert sum(one.traitor[number] for one in chances) == pytest.approx(1)
        for ballot in policy.ballots(record, TeamNamed(leader, teams[0], now)):
            assert all(0 <= chance <= 1 for chance in ballot)
    for run in (policy.fails(record, MissionRun(0, 0b00111, now, 0b11111, 0, 0, True)),):
        assert [len(row) for row in run] == [1, 2, 3, 4]
        assert all(sum(row) == pytest.approx(1) for row in run)


@pytest.mark.parametrize("name", POLICIES)
def test_traitors_want_a_failure_that_wins(name: str) -> None:
    now = Situation(5, 4, successes=1, failures=2, succeeded=0b11100, failed=0b00111)
    ballots = POLICIES[name].ballots(record_after(FAILED), TeamNamed(0, 0b00111, now))
    assert all(ballot.failing > ballot.clean for ballot in ballots[1:])  # leaders support any team of their own


def test_deciding_cards_are_played() -> None:
    last = Situation(5, 5, successes=2, failures=2)
    assert fails_as_agreed(last, 3)[2] == [0.0, 1.0, 0.0], "exactly as many Fails as needed"
    assert fails_of_patient(last, 3)[1] == [0.0, 1.0]
    assert fails_of_patient(SECOND, 3)[2][0] > fails_of_patient(SECOND, 3)[1][0], "two who succeed together look clean"
    assert fails_of_people(0, FIRST, 2)[1][1] < fails_of_people(1, SECOND, 2)[1][1]
    eight = Situation(7, 4, fails_needed=2)
    assert fails_as_agreed(eight, 4)[1] == [1.0, 0.0], "one Fail would be useless"


def test_the_chance_of_a_clean_team_is_computed() -> None:
    even = clean_teams(SETS, [1.0] * len(SETS), 5, 2, 1)
    assert even == pytest.approx([0.3] * 10)
    assert clean_teams(SETS, [1.0] * len(SETS), 5, 3, 2) == pytest.approx([0.7] * 10)
    record = PublicRecord(5, SETS, PLAN)
    assert record.clean(0b00011, 1)[4] == pytest.approx((1 / 6, 1 / 2)), "two others, or itself and another"
    assert record.clean_teams(0, 2, 1)[teams_of(5, 2).index(0b00011)] == pytest.approx(0.5)


@pytest.mark.parametrize("name", POLICIES)
def test_cached_results_are_dropped_after_an_event(name: str) -> None:
    def asked(record: PublicRecord) -> object:
        named = TeamNamed(0, 0b00111, SECOND)
        return POLICIES[name].team(record, named), POLICIES[name].ballots(record, named)

    record, weights = record_after(), [float(number) for number in range(len(SETS))]
    before = asked(record)
    record.see(FAILED)
    assert asked(record) == asked(record_after(FAILED))
    record.weights = weights
    record.changed()
    fresh = record_after(FAILED)
    fresh.weights = weights
    assert asked(record) == asked(fresh) != before


def test_unfinished_results_are_not_cached(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots share the record between threads, so one may ask while another computes."""
    record, meanwhile = record_after(FAILED), list[object]()
    by_seat = record.by_seat

    def asks_again(team: int, needed: int) -> tuple[float, list[float]]:
        monkeypatch.undo()
        meanwhile.extend(record.clean(0b00111, 1))
        return by_seat(team, needed)

    monkeypatch.setattr(record, "by_seat", asks_again)
    assert record.clean(0b00111, 1) == meanwhile == record_after(FAILED).clean(0b00111, 1)


# Mixture


def mixture_after(*acts: TeamAct) -> Mixture:
    mixture = Mixture(5, SETS, PLAN)
    for act in acts:
        mixture.see(act)
        mixture.believe([0.0] * len(SETS))
    return mixture


def test_a_copied_record_is_independent() -> None:
    mixture = mixture_after(TeamNamed(0, 0b00011, FIRST))
    before = mixture.weights([0.0] * len(SETS), SPECTATOR)
    twin = mixture.copy()
    twin.see(FAILED)
    assert twin.weights([0.0] * len(SETS), SPECTATOR) != before
    assert mixture.weights([0.0] * len(SETS), SPECTATOR) == before
    assert mixture.record.track.missions == 0


@pytest.mark.parametrize("ruleset", [FIVE, ROUND], ids=label)
@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_a_table_share_their_public_record(level: type[Level], ruleset: Ruleset) -> None:
    """Bots that see the game alone from the start reach the same result, so nobody has mutated the shared one."""
    game = play_numbered(ruleset, seating(ruleset, (level.name,)), "shared", 0)
    together = []
    for seat in range(5):
        bot = level(ruleset, seat, b"shared")
        bot.see(game.view(seat).events)
        bot._public_beliefs()
        together.append(bot._mixed)
    assert all(one is together[0] for one in together)
    after.cache_clear()
    alone = level(ruleset, 0, b"alone")
    alone.see(game.view(0).events)
    alone._public_beliefs()
    assert alone._mixed is not together[0]
    for name in ("_traitors", "_loyal"):
        assert getattr(alone._mixed, name) == getattr(together[0], name)
    assert alone._mixed.record.weights == together[0].record.weights
    assert beginning(5, SETS, PLAN).record.weights == [1.0] * len(SETS)


def test_policies_are_weighed_only_if_the_games_bot_needs_them(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Ruleset] = []
    monkeypatch.setattr("turncoat.bots.levels.first_mixture", begun.append)
    rulesets = [Ruleset.of(game, 5) for game in rulebooks.BOOKS]
    for ruleset in rulesets:
        Hard(ruleset, 0, b"alone")
    assert begun == [one for one in rulesets if not bots.default_bot(one.game).plays_whole_game]
    assert FIVE in begun != rulesets


@pytest.mark.parametrize(("kind", "name"), MASKED.items())
def test_masked_policies_reveal_nothing_by_votes_and_teams(kind: str, name: str) -> None:
    mixture = mixture_after(TeamNamed(0, 0b00011, FIRST), TeamVoted(0, 0b00011, FIRST, 0b00111, 0b11000))
    whole = [
        hidden + sum(shown for seat, shown in enumerate(mixture._loyal[name]) if not traitors >> seat & 1)
        for traitors, hidden in zip(SETS, mixture._traitors[kind], strict=True)
    ]
    assert whole == pytest.approx([whole[0]] * len(SETS))
    assert whole[0] < 0


SUCCEEDED = msgspec.structs.replace(FAILED, fails=0, success=True)
NAMED = TeamNamed(0, 0b00011, FIRST), TeamVoted(0, 0b00011, FIRST, 0b00111, 0b11000)


def test_a_success_that_best_play_never_sabotages_is_no_evidence() -> None:
    for mission, tells in ((1, False), (2, True)):
        mixture = mixture_after().copy()
        mixture.see(msgspec.structs.replace(SUCCEEDED, situation=Situation(5, mission, successes=mission - 1)))
        numbers = mixture._traitors[BEST_PLAY]
        assert (max(numbers) - min(numbers) > 0.1) == tells


def suspicion(*acts: TeamAct) -> list[float]:
    """Return a spectator's suspicion of each seat after these acts, with no deal ruled out."""
    weights = mixture_after(*acts).weights([0.0] * len(SETS), SPECTATOR)
    shares = [weight / sum(weights) for weight in weights]
    return Odds(5, list(zip(SETS, shares, strict=True))).suspicion


def test_a_success_makes_its_team_less_suspect_and_others_more() -> None:
    before, now = suspicion(*NAMED), suspicion(*NAMED, SUCCEEDED)
    assert all(now[seat] < before[seat] for seat in range(2))
    assert all(now[seat] > before[seat] for seat in range(2, 5))


def test_voting_for_a_team_that_would_lose_the_game_is_suspicious() -> None:
    """Two missions have failed, so a loyal seat off the team has every reason to reject it."""
    now = Situation(5, 4, successes=1, failures=2, succeeded=0b11100, failed=0b00111)
    named = TeamNamed(0, 0b00111, now)
    votes = [TeamVoted(0, 0b00111, now, approvals, 0b11111 & ~approvals) for approvals in (0b01111, 0b10111)]
    approved, rejected = (suspicion(named, vote) for vote in votes)
    assert approved[3] > rejected[3]
    assert approved[4] < rejected[4]


@pytest.mark.parametrize(
    ("ruleset", "roles"),
    [
        (FIVE, ("resistance", "resistance", "resistance", "spy", "spy")),
        (ROUND, ("merlin", "percival", "knight", "assassin", "morgana")),
    ],
    ids=("resistance", "round-table"),
)
@pytest.mark.parametrize("level", LEVELS)
def test_a_bots_own_acts_do_not_change_its_beliefs(
    level: type[Level], ruleset: Ruleset, roles: tuple[str, ...]
) -> None:
    """Seat 2 believes the same whatever it voted, unlike seat 1."""
    deal = Deal(roles, 0)
    believed = []
    for ballot in ("approve", "reject"):
        game = play_script(
            ruleset,
            deal,
            f"""
            0 name-team team=0,1
            0,1,3,4 cast-ballot approve
            2 cast-ballot {ballot}
            """,
        )
        for seat in (1, 2):
            bot = level(ruleset, seat, b"own")
            bot.see(game.view(seat).events)
            assessment = bot._current_assessment()
            assert assessment is not None
            believed.append(assessment.odds.suspicion)
    assert believed[1] == pytest.approx(believed[3])
    assert believed[0] != pytest.approx(believed[2])


def test_a_mixture_ignores_the_seats_own_acts() -> None:
    """Beliefs of the seat do not depend on its own vote. Those of others do."""
    beliefs = []
    for approvals in (0b11111, 0b11011):
        mixture = mixture_after(
            TeamNamed(0, 0b00011, FIRST), TeamVoted(0, 0b00011, FIRST, approvals, 0b11111 & ~approvals)
        )
        facts = [0.0 if not traitors & 0b00100 else float("-inf") for traitors in SETS]
        beliefs.append((mixture.weights(facts, 2), mixture.weights(facts, 3)))
    assert beliefs[0][0] == pytest.approx(beliefs[1][0])
    assert beliefs[0][1] != pytest.approx(beliefs[1][1])


def test_every_pair_of_policies_is_a_hypothesis() -> None:
    assert {of_loyal for of_loyal, _ in HYPOTHESES} == set(POLICIES)
    assert {of_traitors for _, of_traitors in HYPOTHESES} == {*POLICIES, *map(masked, POLICIES), BEST_PLAY}
    assert sum(mixture_after().policies(SETS[0]).values()) == pytest.approx(1)


def test_sabotage_exposes_traitors_of_best_play() -> None:
    """Traitors who play their best spare the first and third mission, and sabotage the others if aboard."""
    for mission, sabotaged in ((1, False), (2, True), (3, False), (4, True)):
        now = Situation(5, mission, successes=(mission > 1) + (mission > 3), failures=mission > 2)
        record = PublicRecord(5, SETS, PLAN)
        record.over = frozenset(range(1, mission))
        table = fails_of_best_play(record, now, 2)
        assert table == ([[1.0], [0.0, 1.0], [0.0, 1.0, 0.0]] if sabotaged else [[1.0], [1.0, 0.0], [1.0, 0.0, 0.0]])
    two_needed = Situation(7, 4, successes=1, failures=2, fails_needed=2)
    record = PublicRecord(7, sets_at(7), plan_at(7))
    assert fails_of_best_play(record, two_needed, 2) == [[1.0], [1.0, 0.0], [0.0, 0.0, 1.0]]
    record = PublicRecord(6, sets_at(6), plan_at(6))
    record.over = frozenset((1,))
    assert fails_of_best_play(record, Situation(6, 2, successes=1), 1) == [[1.0], [0.5, 0.5]], "they are indifferent"


def test_a_bot_knows_the_finished_missions() -> None:
    """Worths of failures depend on the remaining missions."""
    seven, seen = Ruleset.of("resistance", 7), set()
    for number in range(6):
        bot = Hard(seven, 0, b"over")
        for event in play_numbered(seven, seating(seven, ("normal",)), "over", number).view(0).events:
            bot.see((event,))
            assessment = bot._current_assessment()
            if assessment is not None and 3 not in (assessment.now.successes, assessment.now.failures):
                now = assessment.now
                worth = worth_of_failure(sets_at(7), plan_at(7), now, range(1, now.mission))
                assert assessment.failure_worth == pytest.approx(worth)
                seen.add((now.successes, now.failures))
    assert {(0, 0), (1, 0), (1, 1)} <= seen


# Choices. Two bots on one seat see the same game, but one is loyal and the other a traitor.


class Done(NamedTuple):
    """A bot's response to a prompt."""

    believed: Assessment
    answer: object
    scores: list[dict[Any, float]]
    """Scores by answer for each draw."""
    work: Counter[str]
    """Number of calls of each function of the bots."""


class Twins(NamedTuple):
    """Responses of both."""

    act: str
    loyal: Done
    traitor: Done


class Watched:
    """A level that records the scores of its draws."""

    scores: list[dict[Any, float]]

    def _drawn(self, scores: Mapping[Any, float]) -> Any:
        self.scores.append(dict(scores))
        return super()._drawn(scores)  # type: ignore[misc]


def watched(level: type[Level], ruleset: Ruleset, seat: Seat, seed: bytes = b"watched") -> Any:
    beginning.cache_clear()  # gives the bot a cache of its own
    bot = type("Watched", (Watched, level), {})(ruleset, seat, seed)
    bot.scores = []
    return bot


OF_BOTS: Final = str(Path(bots.__file__).parent)
CACHED: Final = {
    "aboard",
    "clean_places",
    "members_of",
    "neighbours_in",
    "share_with",
    "teams_of",
    "weights",
    "_fitted",
}
"""Functions whose results are computed only once."""


def asked(bot: Any, prompt: Prompt) -> Done:
    work: Counter[str] = Counter()

    def count(frame: FrameType, event: str, arg: object) -> None:
        name = frame.f_code.co_qualname
        if event == "call" and frame.f_code.co_filename.startswith(OF_BOTS) and name.split(".")[0] not in CACHED:
            work[name] += 1

    after.cache_clear()  # no bot benefits from another's computations
    bot.scores.clear()
    before = sys.getprofile()
    sys.setprofile(count)
    try:
        answer = bot.choose(prompt)
    finally:
        sys.setprofile(before)
    return Done(bot._current_assessment(), answer, list(bot.scores), work)


def twins(level: type[Level], players: int, number: int) -> Iterator[Twins]:
    """Play a game twice with the roles of two seats exchanged, as long as both copies look alike to the others."""
    rules, rng = Ruleset.of("resistance", players), Random(number)
    deal = rules.deal(b"alike %d" % number)
    seats = [deal.first, *rng.sample(range(players), players)]
    pair = [next(seat for seat in seats if deal.roles[seat] == role) for role in ("resistance", "spy")]
    roles = list(deal.roles)
    roles[pair[0]], roles[pair[1]] = roles[pair[1]], roles[pair[0]]
    games: list[Game[Any]] = [Game(rules, deal), Game(rules, msgspec.structs.replace(deal, roles=tuple(roles)))]
    tables = [[watched(level, rules, seat, b"%d" % seat) for seat in range(players)] for _ in games]
    for bot in (*tables[0], *tables[1]):
        bot.share("alike")
        bot.character = CHARACTERS[drawn("ALIKE", bot.seat)]
    feeds = [EventFeed(game, table) for game, table in zip(games, tables, strict=True)]
    while prompts := games[0].prompts():
        act, answers = next(iter(prompts.values())).question.act, {}
        for seat in prompts:
            feeds[0].update(seat)
            if seat not in pair:
                answers[seat] = tables[0][seat].choose(prompts[seat])
                continue
            feeds[1].update(seat)
            done = [asked(table[seat], game.prompts()[seat]) for game, table in zip(games, tables, strict=True)]
            answers[seat] = done[0].answer
            yield Twins(act, *(done if seat == pair[0] else reversed(done)))
        as_well = answers
        if act == MissionRun.__name__:
            fails = list(answers.values()).count("fail")
            able = [
                seat
                for seat, prompt in games[1].prompts().items()
                if isinstance(prompt.option, OneCard) and "fail" in prompt.option.allowed
            ]
            if len(able) < fails:
                return
            as_well = {seat: "fail" if seat in able[:fails] else "success" for seat in answers}
        for game, given in zip(games, (answers, as_well), strict=True):
            for seat, answer in given.items():
                prompt = game.prompt(seat)
                assert prompt is not None
                game.play(seat, Choice(prompt.number, answer))
        if games[0].result is not None:
            return
        assert games[0].view(SPECTATOR).events == games[1].view(SPECTATOR).events
        if act == TeamVoted.__name__:
            speaker, about = rng.sample(range(players), 2)
            remark = Remark(rng.choice(("suspect", "trust")), about)
            for bot in (*tables[0], *tables[1]):
                bot.hear([(speaker, remark)])


@cache
def all_twins(level: str, players: int) -> tuple[Twins, ...]:
    kind = next(one for one in LEVELS if one.name == level)
    return tuple(both for number in range({5: 8, 7: 5, 10: 4}[players]) for both in twins(kind, players, number))


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("level", LEVELS)
def test_traitors_act_as_loyal_seats_while_nothing_decides_the_game(level: type[Level], players: int) -> None:
    """Scores must agree, and not only the answers."""
    compared: Counter[str] = Counter()
    for act, loyal, traitor in all_twins(level.name, players):
        assert (loyal.believed.is_traitor, traitor.believed.is_traitor) == (False, True)
        if act != MissionRun.__name__ and not loyal.believed.now.is_decisive and not traitor.believed.is_exposed:
            assert traitor.answer == loyal.answer
            assert [pytest.approx(one, abs=1e-6) for one in traitor.scores] == loyal.scores
            compared[act] += 1
    assert compared[TeamNamed.__name__]
    assert compared[TeamVoted.__name__] > 20


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("level", LEVELS)
def test_both_sides_compute_equally_long(level: type[Level], players: int) -> None:
    """Only the traitor has an additional assessment, which takes no time."""
    for act, loyal, traitor in all_twins(level.name, players):
        more, less = traitor.work - loyal.work, loyal.work - traitor.work
        for name, calls in (more + less).items():
            whole, _, part = name.partition(".<locals>")
            assert whole in FEW_MORE, (act, name, calls)
            assert part or calls == 1, (act, name, calls)


FEW_MORE: Final = {"Assessment.__init__", "Odds.suspicion", "Hearsay._likelihood"}


# Seats with given beliefs


def plan_at(players: int) -> MissionPlan:
    rules = Ruleset.of("resistance", players)
    plan = plan_of(Game(rules, rules.deal(b"")).board)
    assert plan is not None
    return plan


def sets_at(players: int) -> tuple[SeatSet, ...]:
    return sets_of_traitors(Ruleset.of("resistance", players))


def even(players: int) -> list[tuple[SeatSet, float]]:
    sets = sets_at(players)
    return [(one, 1 / len(sets)) for one in sets]


def believing(
    seat: Seat,
    now: Situation,
    own: Sequence[tuple[SeatSet, float]],
    cover: Sequence[tuple[SeatSet, float]] | None = None,
    public: Sequence[tuple[SeatSet, float]] | None = None,
) -> Assessment:
    """Return the assessment of a seat with these odds. By default, cover and public odds are uninformed."""
    players = now.players
    return Assessment(
        seat,
        now,
        Odds(players, own),
        Odds(players, cover) if cover is not None else Odds(players, even(players)).where_loyal(1 << seat),
        Odds(players, public if public is not None else even(players)),
        failure_worth=worth_of_failure(sets_at(players), plan_at(players), now, range(1, now.mission)),
    )


def traitors_at(players: int) -> SeatSet:
    """Return the first seats of the table as traitors, in the right number."""
    return sets_at(players)[0]


def share_of_approvals(level: type[Level], assessment: Assessment, named: TeamNamed, ballots: int = 300) -> float:
    bot = level(Ruleset.of("resistance", named.situation.players), assessment.seat, b"ballots")
    return sum(bot._approves(assessment, named) for _ in range(ballots)) / ballots


def situations(players: int) -> Iterator[tuple[Situation, int]]:
    """Yield every situation of a game with its team size."""
    for mission, (size, needed) in enumerate(plan_at(players).missions, 1):
        for failures in range(max(0, mission - 3), min(3, mission)):
            successes = mission - 1 - failures
            yield Situation(players, mission, fails_needed=needed, successes=successes, failures=failures), size


# Ballots


def test_stronger_levels_rely_more_on_their_beliefs() -> None:
    named = TeamNamed(3, 0b01100, Situation(5, 3, successes=1, failures=1))
    clean, suspect = (believing(0, named.situation, [(one, 1.0)]) for one in (0b10010, 0b10100))
    differences = [
        share_of_approvals(level, clean, named) - share_of_approvals(level, suspect, named) for level in LEVELS
    ]
    assert differences == sorted(differences)
    assert differences[2] > 0.95


@pytest.mark.parametrize("level", LEVELS)
def test_a_loyal_seat_approves_the_last_team(level: type[Level]) -> None:
    named = TeamNamed(3, 0b01100, Situation(5, 3, 5, True, successes=1, failures=1))
    assert share_of_approvals(level, believing(0, named.situation, [(0b01010, 0.5), (0b10010, 0.5)]), named) > 0.85


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("level", LEVELS)
def test_a_surely_failing_team_is_approved_only_on_the_last_attempt(level: type[Level], players: int) -> None:
    """Hidden traitors do not either, since that would show that they are on none of these sets.

    If a failure loses the game, it suffices that the seat can know. Otherwise everybody must know.
    """
    traitors, seat = traitors_at(players), players - 1
    own = traitors & traitors - 1 | 1 << seat
    for now, size in situations(players):
        team = seat_set(range(size))
        named = TeamNamed(0, team, now)
        public = None if now.failures == 2 else [(traitors, 0.995), (own, 0.005)]
        assert share_of_approvals(level, believing(seat, now, [(traitors, 1.0)], public=public), named, 40) == 0
        if now.failures < 2:  # else the votes of its side may decide
            spy = believing(seat, now, [(own, 1.0)], [(traitors, 1.0)], public=public)
            assert share_of_approvals(level, spy, named, 40) == 0
        last = msgspec.structs.replace(now, attempt=5, is_last_attempt=True)
        named = msgspec.structs.replace(named, situation=last)
        assert share_of_approvals(level, believing(seat, last, [(traitors, 1.0)]), named, 40) > 0.5


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("level", LEVELS)
def test_an_exposed_traitor_plays_openly_for_its_side(level: type[Level], players: int) -> None:
    traitors, rules = traitors_at(players), Ruleset.of("resistance", players)
    known = [(traitors, 1.0)]
    for now, size in situations(players):
        exposed = believing(0, now, known, public=known)
        assert exposed.is_exposed
        failing, clean = seat_set(range(size)), seat_set(range(players - size, players))
        assert share_of_approvals(level, exposed, TeamNamed(1, failing, now), 20) == 1
        if (clean & traitors).bit_count() < now.fails_needed:
            assert share_of_approvals(level, exposed, TeamNamed(1, clean, now), 20) == 0
        last = msgspec.structs.replace(now, attempt=5, is_last_attempt=True)
        for team in (failing, clean):
            ballots = share_of_approvals(level, believing(0, last, known, public=known), TeamNamed(1, team, last), 20)
            assert ballots == 0, "a rejection wins the game"
        for team in level(rules, 0, b"names")._team_scores(exposed, now, size, everyone(players)):
            assert (team & traitors).bit_count() >= now.fails_needed


@pytest.mark.parametrize("level", LEVELS)
def test_a_falsely_suspected_loyal_seat_plays_as_before(level: type[Level]) -> None:
    now, own = Situation(5, 3, successes=1, failures=1), [(0b00110, 0.7), (0b11000, 0.3)]
    bot, other = (level(FIVE, 0, b"wronged") for _ in "12")
    wronged, trusted = (believing(0, now, own, public=public) for public in ([(0b00011, 1.0)], None))
    assert wronged.is_exposed
    scores, usual = bot._team_scores(wronged, now, 2, 0b11111), other._team_scores(trusted, now, 2, 0b11111)
    assert scores == {team: usual[team] for team in scores}
    assert set(usual) - set(scores) == {0b01010, 0b10010}, "known to it and to everybody"
    for team in scores:
        named = TeamNamed(1, team, now)
        assert bot._approves(wronged, named) == other._approves(trusted, named)


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("level", LEVELS)
def test_traitors_vote_for_their_side_if_their_ballots_decide_the_game(level: type[Level], players: int) -> None:
    traitors = traitors_at(players)
    for now, size in situations(players):
        if now.failures == 2:
            bot = level(Ruleset.of("resistance", players), 0, b"decides")
            bot._decides = lambda assessment, named: True  # type: ignore[method-assign]
            named = TeamNamed(1, seat_set(range(size)), now)
            assert all(bot._approves(believing(0, now, [(traitors, 1.0)]), named) for _ in range(20))
        team = seat_set(range(players - size, players))
        if now.successes == 2 and (team & traitors).bit_count() < now.fails_needed:
            named = TeamNamed(1, team, now)
            assert share_of_approvals(level, believing(0, now, [(traitors, 1.0)]), named, 20) == 0


@pytest.mark.parametrize("level", LEVELS)
def test_leaders_stand_by_a_team_that_can_decide_the_game(level: type[Level]) -> None:
    """Loyal leaders do so in doubt, and traitors even if a loyal player would know better."""
    for now in (Situation(5, 3, successes=2), Situation(5, 4, successes=1, failures=2)):
        named = TeamNamed(0, 0b00011, now)
        doubtful = [(0b00110, 0.9), (0b01100, 0.1)]
        assert share_of_approvals(level, believing(0, now, doubtful), named, 50) == 1
        traitor = believing(0, now, [(0b00011, 1.0)], [(0b00110, 1.0)])
        assert share_of_approvals(level, traitor, named, 50) == 1
        if now.failures == 2:
            assert share_of_approvals(level, believing(0, now, [(0b00110, 1.0)]), named, 50) == 0, (
                "it has no better one"
            )


def test_ballots_are_deciding_unless_the_others_reject_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three of five must approve. With one or two other approvals, the two traitors decide the vote."""
    bot, now = Hard(FIVE, 0, b"counts"), Situation(5, 4, successes=1, failures=2)
    named, believed = TeamNamed(1, 0b00111, now), believing(0, now, [(0b00011, 1.0)])
    for often, decides in (([0.0] * 3, False), ([0.0, 0.0, 0.9], True), ([0.0, 0.0, 0.3], False), ([1.0] * 3, False)):
        monkeypatch.setattr(Mixture, "approvals", lambda self, named, traitors, often=often: [1.0, 1.0, *often])
        assert bot._decides(believed, named) == decides


# Mission cards


def fails_of(level: type[Level], named: TeamNamed, traitors: SeatSet, seed: int = 0) -> list[Seat]:
    """Return who sabotages, in order from the leader, if each traitor knows the others."""
    now = named.situation
    rules = Ruleset.of("resistance", now.players)
    return [
        seat
        for seat in clockwise(named.leader, now.players)
        if named.team >> seat & 1
        and level(rules, seat, b"%d %d" % (seed, seat))._sabotages(believing(seat, now, [(traitors, 1.0)]), named)
    ]


def missions(players: int) -> Iterator[tuple[TeamNamed, int]]:
    """Yield a team for every situation and possible number of traitors, with that number."""
    traitors = traitors_at(players)
    for now, size in situations(players):
        for aboard in range(min(size, traitors.bit_count()) + 1):
            if size - aboard <= players - traitors.bit_count():
                team = seat_set([*range(aboard), *range(players - size + aboard, players)])
                for leader in (1, players - 1):
                    yield TeamNamed(leader, team, now), aboard


@pytest.mark.parametrize("players", SIZES)
@pytest.mark.parametrize("level", LEVELS)
def test_fails_are_played_only_if_the_mission_can_fail(level: type[Level], players: int) -> None:
    """Traitors next to the leader always sabotage if that decides the game."""
    traitors = traitors_at(players)
    for named, aboard in missions(players):
        now, needed = named.situation, named.situation.fails_needed
        able = [seat for seat in clockwise(named.leader, players) if named.team & traitors & 1 << seat]
        for seed in range(4):
            fails = fails_of(level, named, traitors, seed)
            assert set(fails) <= set(able), "loyal seats sabotage nothing"
            if aboard < needed:
                assert not fails, "it would be useless"
            elif now.is_decisive:
                assert fails[:needed] == able[:needed]
            if level is Hard and now.failures < now.wins - 1:
                assert len(fails) <= needed, "another would expose more of them"


@pytest.mark.parametrize("level", [Easy, Normal])
def test_levels_sometimes_play_more_fails_than_needed(level: type[Level]) -> None:
    """Levels that play like people do the same, mostly when the mission ends the game."""
    both = {}
    for failures in (0, 2):
        named = TeamNamed(0, 0b00011, Situation(5, 3 + failures, successes=2, failures=failures))
        both[failures] = sum(len(fails_of(level, named, 0b00011, seed)) == 2 for seed in range(60)) / 60
    assert both[0] < both[2]
    assert 0.3 < both[2] < 0.95


@pytest.mark.parametrize("level", LEVELS)
def test_traitors_who_cannot_agree_sabotage_together_if_worthwhile(level: type[Level]) -> None:
    """Such missions take two Fails without deciding the game. They exist where missions come in any order."""
    now = Situation(7, 4, fails_needed=2)
    named = TeamNamed(6, 0b1100011, now)
    for worth, expected in ((0.1, [0, 1]), (-0.1, [])):
        for seed in range(5):
            believed = [believing(seat, now, [(0b0000111, 1.0)]) for seat in range(2)]
            for one in believed:
                one.failure_worth = worth
            bots_aboard = [level(Ruleset.of("resistance", 7), seat, b"%d" % seed) for seat in range(2)]
            found = [bot.seat for bot, one in zip(bots_aboard, believed, strict=True) if bot._sabotages(one, named)]
            assert found == expected


@pytest.mark.parametrize("level", LEVELS)
def test_blind_traitors_sabotage_independently(level: type[Level]) -> None:
    now = Situation(5, 3, successes=2)
    own = [(1 << 0 | 1 << other, 0.25) for other in range(1, 5)]
    blind = believing(0, now, own)
    assert (blind.is_traitor, blind.known_traitors) == (True, 0b00001)
    bot = level(FIVE, 0, b"blind")
    assert all(bot._sabotages(blind, TeamNamed(leader, 0b00011, now)) for leader in range(5) for _ in range(5))
    two_needed = msgspec.structs.replace(now, fails_needed=2)
    nobody = believing(0, two_needed, [(0b11000 | 1, 0.995), (0b00011, 0.005)])
    assert not any(bot._sabotages(nobody, TeamNamed(0, 0b00011, two_needed)) for _ in range(20))


def odds_of_sabotage(level: type[Level], seat: Seat, named: TeamNamed, traitors: SeatSet) -> float:
    """Return the chance that a traitor draws a Fail."""
    now = named.situation
    bot = watched(level, Ruleset.of("resistance", now.players), seat)
    for mission in range(1, now.mission):
        run = MissionRun(0, named.team, Situation(now.players, mission), 0, 0, 0, True)
        bot._mixture = after(bot._mixture, (run,), (0.0,) * len(sets_at(now.players)))
    bot._sabotages(believing(seat, now, [(traitors, 1.0)]), named)
    scores = bot.scores[-1]
    return logistic(scores[True] - scores[False])


@pytest.mark.parametrize("level", [Easy, Normal])
def test_first_missions_fail_about_as_often_as_among_people(level: type[Level]) -> None:
    """Enumerate all teams and sets of traitors: before the first mission all are equally likely."""
    found = []
    for team in teams_of(5, 2):
        named = TeamNamed(SEATS_IN[team][0], team, FIRST)
        for traitors in SETS:
            succeeds = 1.0
            for seat in SEATS_IN[team & traitors]:
                succeeds *= 1 - odds_of_sabotage(level, seat, named, traitors)
            found.append(1 - succeeds)
    assert 0.15 < sum(found) / len(found) < 0.28


def test_hard_mixes_if_best_play_is_indifferent() -> None:
    """With six players the second mission is as good as the fourth. With five it is better than the third."""
    six, five = Situation(6, 2, successes=1), Situation(5, 2, successes=1)
    assert 0.5 < odds_of_sabotage(Hard, 0, TeamNamed(5, 0b000111, six), 0b100001) < 0.9
    assert odds_of_sabotage(Hard, 0, TeamNamed(4, 0b00111, five), 0b10001) > 0.98
    assert odds_of_sabotage(Hard, 0, TeamNamed(4, 0b00011, FIRST), 0b10001) < 0.02


def test_another_fail_exposes_as_much_as_it_rules_out() -> None:
    assert exposure(SETS, 2, 0) == pytest.approx(0.3), "no traitor among three"
    assert exposure(SETS, 2, 1) == pytest.approx(0.6), "one traitor on the team and one off it"


# Teams


def test_a_hard_leader_names_the_cleanest_team() -> None:
    assessment = believing(0, SECOND, [(0b00110, 0.9), (0b01010, 0.1)])
    scores = Hard(FIVE, 0, b"team")._team_scores(assessment, SECOND, 3, 0b11111)
    assert max(scores, key=scores.__getitem__) == 0b11001
    assert set(Hard(FIVE, 0, b"team")._team_scores(assessment, SECOND, 3, 0b01111)) == set(teams_of(4, 3))


@pytest.mark.parametrize("level", LEVELS)
def test_a_traitor_names_a_team_that_can_fail_if_it_decides_the_game(level: type[Level]) -> None:
    for now, size in situations(7):
        believed = believing(0, now, [(0b0000111, 1.0)])
        teams = level(Ruleset.of("resistance", 7), 0, b"team")._team_scores(believed, now, size, 0b1111111)
        assert all((team & 0b0000111).bit_count() >= now.fails_needed for team in teams) == now.is_decisive
        assert len(teams) == len(teams_of(7, size)) or now.is_decisive


# Assessments


def test_an_exposed_traitor_shows_only_public_knowledge() -> None:
    known = Odds(5, [(0b00011, 1.0)])
    assessment = Assessment(0, SECOND, known, known.where_loyal(0b00001), known)
    assert (assessment.is_traitor, assessment.is_exposed, assessment.known_traitors) == (True, True, 0b00011)
    assert assessment.as_loyal.odds.sets == known.sets


def test_equally_clean_teams_are_drawn_despite_rounding_errors() -> None:
    odds = Odds(3, [(0b001, 0.3), (0b010, 0.1 + 0.2), (0b100, 0.4)])
    assert odds.suspicion[0] != odds.suspicion[1]
    assert {odds.best_team(0b111, 1, 1, Random(seed)) for seed in range(20)} == {0b001, 0b010}


def test_with_too_few_allowed_seats_there_is_no_team() -> None:
    for now in (FIRST, Situation(5, 3, successes=2)):
        for own in ([(0b00011, 1.0)], [(0b00110, 1.0)]):
            assert not Hard(FIVE, 0, b"few")._team_scores(believing(0, now, own), now, 2, 0b00001)
