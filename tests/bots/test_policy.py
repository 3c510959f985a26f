"""The policy of the levels: what it believes, what it is drawn to, and that it plays from its view alone."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise, product
from math import exp
from random import Random
from typing import Any, Final

import msgspec
import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.bot import Bot
from turncoat.bots.levels import Hard, Level, combined, suspected
from turncoat.bots.mission_bot import Assessment, MissionBot, sets_of_traitors, worth_sabotaging
from turncoat.bots.mixture import BEST_PLAY, HYPOTHESES, MASKED, OF_LOYAL, POLICIES, Mixture, after, beginning, masked
from turncoat.bots.odds import Odds
from turncoat.bots.opponents import (
    PublicRecord,
    clean_teams,
    fails_as_agreed,
    fails_of_best_play,
    fails_of_patient,
    fails_of_people,
    teams_of,
)
from turncoat.bots.people import Track
from turncoat.bots.playouts import Believed, Playouts, Position, Public
from turncoat.bots.stakes import chance_to_win, hope, stake
from turncoat.kernel import rulebooks
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.options import OneCard, OneSeat, Seats, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.steps import Prompt, Question
from turncoat.lab.baselines.deducer import Deducer
from turncoat.lab.simulation import play_game, play_numbered, seating
from turncoat.missions import MissionPlan, MissionRun, Situation, TeamAct, TeamNamed, TeamVoted
from turncoat.testing import play_script

FIVE = Ruleset.of("resistance", 5)
SETS = sets_of_traitors(FIVE)
WORTH_SABOTAGING = worth_sabotaging(FIVE)
LEVELS = tuple(bot for bot in bots.for_people() if issubclass(bot, Level))
"""The weakest first, as people find them."""
ALL: Final[tuple[type[MissionBot], ...]] = (*LEVELS, Deducer)
"""Every policy for games with teams and missions."""
PLAN = MissionPlan(((2, 1), (3, 1), (2, 1), (3, 1), (3, 1)), 5)
FIRST = Situation(5, 1)


@pytest.mark.parametrize("kind", ALL)
@pytest.mark.parametrize("act", [TeamNamed, TeamVoted, MissionRun])
@pytest.mark.parametrize("option", [Word(("a", "b"), ("b",)), OneCard(("a", "b", "c"), ("b", "c")), OneSeat(31, 12)])
def test_a_question_of_another_shape_is_answered_legally(
    kind: type[MissionBot], act: type, option: Word | OneCard | OneSeat
) -> None:
    bot = kind(FIVE, 0, b"odd")
    assert option.refusal(bot.choose(Prompt(1, Question("odd", act=act.__name__), option))) is None


@pytest.mark.parametrize("kind", ALL)
def test_two_deals_that_a_seat_cannot_tell_apart_get_the_same_answers(kind: type[MissionBot]) -> None:
    """Seat 0 is loyal in all of these, and the others do the same in each: it sees the same events."""
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

        # every mission succeeds here, so what is seen does not depend on who the spies are
        players = [bot(FIVE, seat, b"same") for seat, bot in enumerate([Watched, *[Approving] * 4])]
        play_game(FIVE, msgspec.structs.replace(deals[number], first=0), players, Random(1))
        return given

    assert all(answers(number) == answers(0) for number in range(1, 6))


@pytest.mark.parametrize("kind", ALL)
def test_loyal_seats_never_sabotage_and_traitors_do(kind: type[MissionBot]) -> None:
    fails = 0
    for number in range(8):
        game = play_numbered(FIVE, lambda deal: [kind] * 5, "fails", number)
        for result in game.board.results:
            spies = sum(game.deal.roles[seat] == "spy" for seat in range(5) if result.team >> seat & 1)
            assert result.cards.count("fail") <= spies
            fails += not result.success
    assert fails


# What is at stake


def test_the_last_mission_decides_all_and_the_first_a_little() -> None:
    assert [chance_to_win(*score, 3) for score in ((0, 0), (2, 2), (3, 1), (1, 3))] == [0.5, 0.5, 1.0, 0.0]
    assert (
        stake(FIRST) < stake(Situation(5, 3, successes=1, failures=1)) < stake(Situation(5, 5, successes=2, failures=2))
    )
    assert stake(Situation(5, 7, successes=3, failures=3, wins=4)) == 1.0


def test_with_each_rejection_there_is_less_to_hope_for() -> None:
    for failures in range(3):
        hopes = [hope(Situation(5, 3, attempt, failures=failures)) for attempt in range(1, 6)]
        assert all(later < earlier for earlier, later in pairwise(hopes) if earlier)
    assert hope(Situation(5, 5, failures=2)) > hope(Situation(5, 5, failures=1)), "one more failure would be the last"


# What others are expected to do


def record_after(*acts: TeamAct) -> PublicRecord:
    record = PublicRecord(5, SETS, WORTH_SABOTAGING)
    for act in acts:
        record.see(act)
    return record


FAILED = MissionRun(0, 0b00011, FIRST, 0b11111, 1, 0, False)
SECOND = Situation(5, 2, failures=1, failed=0b00011)


@pytest.mark.parametrize("name", POLICIES)
@pytest.mark.parametrize("before", [(), (FAILED,)])
@pytest.mark.parametrize("now", [FIRST, SECOND, Situation(5, 5, 5, True, successes=2, failures=2)])
def test_a_policy_gives_chances(name: str, before: Sequence[TeamAct], now: Situation) -> None:
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
def test_where_a_failure_would_win_traitors_are_for_it(name: str) -> None:
    now = Situation(5, 4, successes=1, failures=2, succeeded=0b11100, failed=0b00111)
    ballots = POLICIES[name].ballots(record_after(FAILED), TeamNamed(0, 0b00111, now))
    assert all(ballot.failing > ballot.clean for ballot in ballots[1:])  # a leader is for any team of its own


def test_cards_that_decide_the_game_are_played() -> None:
    last = Situation(5, 5, successes=2, failures=2)
    assert fails_as_agreed(last, 3)[2] == [0.0, 1.0, 0.0], "just as many Fails as it takes"
    assert fails_of_patient(last, 3)[1] == [0.0, 1.0]
    assert fails_of_patient(SECOND, 3)[2][0] > fails_of_patient(SECOND, 3)[1][0], "two who succeed together look clean"
    assert fails_of_people(0, FIRST, 2)[1][1] < fails_of_people(1, SECOND, 2)[1][1]
    eight = Situation(7, 4, fails_needed=2)
    assert fails_as_agreed(eight, 4)[1] == [1.0, 0.0], "one Fail would be in vain"


def test_how_clean_teams_are() -> None:
    even = clean_teams(SETS, [1.0] * len(SETS), 5, 2, 1)
    assert even == pytest.approx([0.3] * 10)
    assert clean_teams(SETS, [1.0] * len(SETS), 5, 3, 2) == pytest.approx([0.7] * 10)
    record = PublicRecord(5, SETS, WORTH_SABOTAGING)
    assert record.clean(0b00011, 1)[4] == pytest.approx((1 / 6, 1 / 2)), "two others, or itself and another"
    assert record.clean_teams(0, 2, 1)[teams_of(5, 2).index(0b00011)] == pytest.approx(0.5)


@pytest.mark.parametrize("name", POLICIES)
def test_what_was_worked_out_is_forgotten_when_something_happens(name: str) -> None:
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


def test_what_is_not_yet_worked_out_whole_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots share it, and think in threads: one asks while another is at work."""
    record, meanwhile = record_after(FAILED), list[object]()
    by_seat = record.by_seat

    def asks_again(team: int, needed: int) -> tuple[float, list[float]]:
        monkeypatch.undo()
        meanwhile.extend(record.clean(0b00111, 1))
        return by_seat(team, needed)

    monkeypatch.setattr(record, "by_seat", asks_again)
    assert record.clean(0b00111, 1) == meanwhile == record_after(FAILED).clean(0b00111, 1)


# The mixture


def mixture_after(*acts: TeamAct) -> Mixture:
    mixture = Mixture(5, SETS, WORTH_SABOTAGING)
    for act in acts:
        mixture.see(act)
        mixture.believe([0.0] * len(SETS))
    return mixture


def test_a_copy_goes_its_own_way() -> None:
    mixture = mixture_after(TeamNamed(0, 0b00011, FIRST))
    before = mixture.weights([0.0] * len(SETS), SPECTATOR)
    twin = mixture.copy()
    twin.see(FAILED)
    assert twin.weights([0.0] * len(SETS), SPECTATOR) != before
    assert mixture.weights([0.0] * len(SETS), SPECTATOR) == before
    assert mixture.record.track.missions == 0


@pytest.mark.parametrize("level", LEVELS)
def test_bots_of_a_table_share_what_they_make_of_what_all_have_seen(level: type[Level]) -> None:
    """One that sees the game alone and begins anew makes the same of it: nobody has changed what they share."""
    game = play_numbered(FIVE, seating(FIVE, (level.name,)), "shared", 0)
    together = []
    for seat in range(5):
        bot = level(FIVE, seat, b"shared")
        bot.see(game.view(seat).events)
        bot._public_beliefs()
        together.append(bot._mixed)
    assert all(one is together[0] for one in together)
    after.cache_clear()
    alone = level(FIVE, 0, b"alone")
    alone.see(game.view(0).events)
    alone._public_beliefs()
    assert alone._mixed is not together[0]
    for name in ("_traitors", "_loyal"):
        assert getattr(alone._mixed, name) == getattr(together[0], name)
    assert alone._mixed.record.weights == together[0].record.weights
    assert beginning(5, SETS, WORTH_SABOTAGING).record.weights == [1.0] * len(SETS)


def test_where_the_games_own_bot_plays_alone_nothing_is_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Ruleset] = []
    monkeypatch.setattr("turncoat.bots.levels.first_mixture", begun.append)
    rulesets = [Ruleset.of(game, 5) for game in rulebooks.BOOKS]
    for ruleset in rulesets:
        Hard(ruleset, 0, b"alone")
    assert begun == [one for one in rulesets if not bots.default_bot(one.game).plays_whole_game]
    assert FIVE in begun != rulesets


@pytest.mark.parametrize(("kind", "name"), MASKED.items())
def test_behind_a_mask_neither_votes_nor_teams_tell_anything(kind: str, name: str) -> None:
    mixture = mixture_after(TeamNamed(0, 0b00011, FIRST), TeamVoted(0, 0b00011, FIRST, 0b00111, 0b11000))
    whole = [
        hidden + sum(shown for seat, shown in enumerate(mixture._loyal[name]) if not traitors >> seat & 1)
        for traitors, hidden in zip(SETS, mixture._traitors[kind], strict=True)
    ]
    assert whole == pytest.approx([whole[0]] * len(SETS))
    assert whole[0] < 0


SUCCEEDED = msgspec.structs.replace(FAILED, fails=0, success=True)
NAMED = TeamNamed(0, 0b00011, FIRST), TeamVoted(0, 0b00011, FIRST, 0b00111, 0b11000)


def test_a_success_where_best_play_sabotages_nothing_tells_nothing_of_its_traitors() -> None:
    for mission, tells in ((1, False), (2, True)):
        mixture = mixture_after().copy()
        mixture.see(msgspec.structs.replace(SUCCEEDED, situation=Situation(5, mission, successes=mission - 1)))
        numbers = mixture._traitors[BEST_PLAY]
        assert (max(numbers) - min(numbers) > 0.1) == tells


def suspicion(*acts: TeamAct) -> list[float]:
    """What a spectator believes of each seat after these acts, who knows no deal to be impossible."""
    weights = mixture_after(*acts).weights([0.0] * len(SETS), SPECTATOR)
    shares = [weight / sum(weights) for weight in weights]
    return Odds(5, list(zip(SETS, shares, strict=True))).suspicion


def test_whoever_was_on_a_mission_that_succeeded_is_less_suspect_and_the_others_are_more() -> None:
    before, now = suspicion(*NAMED), suspicion(*NAMED, SUCCEEDED)
    assert all(now[seat] < before[seat] for seat in range(2))
    assert all(now[seat] > before[seat] for seat in range(2, 5))


def test_whoever_votes_for_a_team_that_would_win_for_the_traitors_is_suspect() -> None:
    """Two missions have failed: a loyal seat that is not on the team has every reason to reject it."""
    now = Situation(5, 4, successes=1, failures=2, succeeded=0b11100, failed=0b00111)
    named = TeamNamed(0, 0b00111, now)
    votes = [TeamVoted(0, 0b00111, now, approvals, 0b11111 & ~approvals) for approvals in (0b01111, 0b10111)]
    approved, rejected = (suspicion(named, vote) for vote in votes)
    assert approved[3] > rejected[3]
    assert approved[4] < rejected[4]


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_bot_did_itself_tells_it_nothing(level: type[Level]) -> None:
    """Whatever seat 2 voted, it believes the same; seat 1 does not."""
    deal = Deal(("resistance", "resistance", "resistance", "spy", "spy"), 0)
    believed = []
    for ballot in ("approve", "reject"):
        game = play_script(
            FIVE,
            deal,
            f"""
            0 name-team team=0,1
            0,1,3,4 cast-ballot approve
            2 cast-ballot {ballot}
            """,
        )
        for seat in (1, 2):
            bot = level(FIVE, seat, b"own")
            bot.see(game.view(seat).events)
            assessment = bot._look()
            assert assessment is not None
            believed.append(assessment.odds.suspicion)
    assert believed[1] == pytest.approx(believed[3])
    assert believed[0] != pytest.approx(believed[2])


def test_what_a_seat_did_itself_tells_it_nothing() -> None:
    """Whatever it voted, it believes the same; the others may not."""
    beliefs = []
    for approvals in (0b11111, 0b11011):
        mixture = mixture_after(
            TeamNamed(0, 0b00011, FIRST), TeamVoted(0, 0b00011, FIRST, approvals, 0b11111 & ~approvals)
        )
        facts = [0.0 if not traitors & 0b00100 else float("-inf") for traitors in SETS]
        beliefs.append((mixture.weights(facts, 2), mixture.weights(facts, 3)))
    assert beliefs[0][0] == pytest.approx(beliefs[1][0])
    assert beliefs[0][1] != pytest.approx(beliefs[1][1])


@pytest.mark.parametrize("policy", ["people", "cunning"])
def test_it_learns_by_which_policy_a_table_plays(policy: str) -> None:
    """Games of bots that play about as a policy says: it is believed more than before."""
    bot = {"people": "baseline:people", "cunning": "baseline:deducer"}[policy]
    explained: Counter[str] = Counter()
    for number in range(8):
        game = play_numbered(FIVE, seating(FIVE, (bot,)), f"policy {policy}", number)
        onlooker = Hard(FIVE, 0, b"")
        onlooker.see(game.view(0).events)
        onlooker._look()
        traitors = sum(1 << seat for seat, role in enumerate(game.deal.roles) if role == "spy")
        explained.update(onlooker._mixed.loyal_policies(traitors))
    assert explained[policy] / 8 > 1.5 * OF_LOYAL[policy]


def hard_traitor(others: str) -> tuple[Hard, Assessment]:
    """A bot on seat 0 that knows it is a traitor with seat 1, at a table that plays by habit or carefully."""
    bot = Hard(FIVE, 0, b"mask")
    bot.see(play_numbered(FIVE, lambda deal: [Hard] * 5, "mask", 0).view(0).events[:1])
    bot._look()
    bot._others = lambda assessment: dict.fromkeys(POLICIES, 0.0) | {others: 1.0}  # type: ignore[method-assign]
    return bot, Assessment(0, Situation(5, 1), Odds(5, [(0b00011, 1.0)]), is_traitor=True)


def test_a_traitor_hides_as_far_as_the_others_may_notice() -> None:
    """Among careful players it would vote as a loyal seat; among people who play by habit, openly."""
    for others, share in (("careful", 1.0), ("people", 0.0)):
        bot, assessment = hard_traitor(others)
        assert bot._mask(assessment) == share
    bot, assessment = hard_traitor("people")
    dirty = TeamNamed(1, 0b00010, Situation(5, 3, failures=2))
    assert bot._ballot_score(assessment, dirty) > 0 > bot._guarded_score(assessment, dirty)


def test_a_traitor_votes_as_a_loyal_seat_that_lets_no_doubtful_team_go(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, assessment = hard_traitor("careful")
    bot._cover = lambda assessment: Odds(5, [(0b00110, 0.9), (0b11000, 0.1)])  # type: ignore[method-assign]
    approved = {
        team: bot._guarded_score(assessment, TeamNamed(1, team, Situation(5, 1))) > 0
        for team in (0b00011, 0b01001, 0b11000, 0b00110)
    }
    assert approved == {0b00011: False, 0b01001: True, 0b11000: True, 0b00110: False}
    for now, leader in ((Situation(5, 1, 5, True), 1), (Situation(5, 1), 0)):
        assert bot._guarded_score(assessment, TeamNamed(leader, 0b00110, now)) > 0, "all do that"
    monkeypatch.setattr(Hard, "rounds", 0)  # it votes before it thinks
    for team, is_approved in approved.items():
        often = sum(bot._approves(assessment, TeamNamed(1, team, Situation(5, 1))) for _ in range(100))
        assert often > 80 if is_approved else often < 20


def test_a_traitor_counts_on_others_who_suspect_votes(monkeypatch: pytest.MonkeyPatch) -> None:
    bot, _ = hard_traitor("careful")
    vote = TeamVoted(4, 0b00001, FIRST, 0b00010, 0b11101)
    expected = dict(bot._believed_after(vote).believed.sets)
    monkeypatch.setattr(Hard, "suspicion", 0.0)
    trusting = dict(bot._believed_after(vote).believed.sets)
    monkeypatch.undo()
    assert expected == pytest.approx(
        {traitors: weight * suspected(traitors, vote, Hard.suspicion) for traitors, weight in trusting.items()}
    )
    assert expected != pytest.approx(trusting)


def test_who_suspects_votes_for_traitors_believes_less_in_whoever_casts_none() -> None:
    votes = [TeamVoted(4, 0b00001, FIRST, approvals, 0b11111 & ~approvals) for approvals in (0b00010, 0b00000)]
    approved, rejected = ([suspected(traitors, vote, 0.5) for traitors in SETS] for vote in votes)
    for traitors, more, less in zip(SETS, approved, rejected, strict=True):
        if not traitors & 0b00010:
            assert more == less, "seat 1 is none of them"
        elif traitors & 0b00001:
            assert more == 3 * less, "seat 1 votes for its own side"
        else:
            assert more == less / 3
    assert [suspected(traitors, votes[0], 0.0) for traitors in SETS] == [1.0] * len(SETS)


def test_answers_drawn_by_one_score_or_another() -> None:
    first, second = {"a": 0.0, "b": 0.0}, {"a": 2.0, "b": 0.0}
    assert combined(1.0, first, {}) == first
    assert combined(0.0, {}, second) == second
    found = combined(0.25, first, second)
    chances = {answer: exp(score) for answer, score in found.items()}
    assert sum(chances.values()) == pytest.approx(1)
    assert chances["a"] == pytest.approx(0.25 * 0.5 + 0.75 * exp(2) / (1 + exp(2)))


def test_every_policy_is_tried_with_every_other() -> None:
    assert {of_loyal for of_loyal, _ in HYPOTHESES} == set(POLICIES)
    assert {of_traitors for _, of_traitors in HYPOTHESES} == {*POLICIES, *map(masked, POLICIES), BEST_PLAY}
    assert sum(mixture_after().policies(SETS[0]).values()) == pytest.approx(1)
    assert sum(mixture_after().loyal_policies(SETS[0]).values()) == pytest.approx(1)


# Playouts


def playouts(seed: int = 1, exposure: float = 1.0, others: dict[str, float] | None = None) -> Playouts:
    return Playouts(PLAN, 3, 5, others or {"people": 0.2, "careful": 0.5, "cunning": 0.3}, Random(seed), exposure)


def public(*sets: int) -> Public:
    """What everybody has seen before the first mission, with these sets equally likely."""
    return Public(Believed([(traitors, 1 / len(sets)) for traitors in sets], 5), Track(5))


def test_a_mission_of_loyal_seats_never_fails() -> None:
    begins = Position(5, 2, 2, 0, team=0b11100, is_approved=True)
    assert not any(playouts(seed).traitors_win(begins, 0b00011, public(*SETS)) for seed in range(20))
    begins = Position(5, 2, 2, 0, team=0b00111, is_approved=True)
    assert all(playouts(seed).traitors_win(begins, 0b00011, public(*SETS)) for seed in range(20))


def test_what_is_kept_in_playouts_is_what_was_asked() -> None:
    """Questions that differ in one thing each get answers of their own."""
    kept, changes = public(*SETS).believed, ((1.0, 0.5, 0.2, 0.1), (0.0, 0.5, 0.2, 0.1))
    for asked in product((0b00111, 0b01110), changes, SETS, (1.0, 3.0)):
        assert kept.after(*asked).sets == public(*SETS).believed.after(*asked).sets
    for team, needed in product(range(1, 1 << 5), (1, 2)):
        assert kept.by_seat(team, needed) == public(*SETS).believed.by_seat(team, needed)


def test_nobody_but_traitors_lets_a_team_of_known_traitors_go() -> None:
    known = Believed([(0b00011, 1.0)], 5)
    now = Situation(5, 2)
    assert not playouts().approved(0b00111, 0, 0b00011, known, now, 0.0)
    assert playouts().approved(0b11100, 2, 0b00011, known, now, 0.0)


def wins_of_traitors(seen: Public, **how: Any) -> int:
    """In how many of 200 playouts from the start the first two seats win as traitors."""
    begins = Position(1, 0, 0, 2)
    return sum(playouts(seed, **how).traitors_win(begins, 0b00011, seen) for seed in range(200))


def test_known_traitors_lose() -> None:
    assert wins_of_traitors(public(0b00011)) < wins_of_traitors(public(*SETS)) - 60


def test_traitors_who_are_found_out_sooner_win_less() -> None:
    careful = {"people": 0.0, "careful": 1.0, "cunning": 0.0}
    hidden, exposed = (wins_of_traitors(public(*SETS), others=careful, exposure=one) for one in (1.0, 10.0))
    assert exposed < hidden - 20


def test_who_plays_by_habit_concludes_nothing() -> None:
    """What could be known does not keep people from approving; only failed missions that they saw do."""
    by_habit = {"people": 1.0, "careful": 0.0, "cunning": 0.0}
    assert wins_of_traitors(public(0b00011), others=by_habit) > 150
    seen = public(*SETS)
    for traitors in (0b00011, 0b00111):
        seen.track.see(MissionRun(0, traitors, Situation(5, 1), 0, 1, 0, False))
    now, tries = Situation(5, 3, successes=0, failures=2), range(100)
    doubted, unknown = (
        sum(playouts(seed, others=by_habit).approved_by_habit(0b00011, 0, 0b11000, now, seen.track) for seed in tries)
        for seen in (seen, public(*SETS))
    )
    assert doubted < unknown


def test_those_who_play_by_habit_remember_every_mission_and_the_last_team(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = public(*SETS)
    monkeypatch.setattr(Track, "copy", lambda self: self)
    playouts(others={"people": 1.0, "careful": 0.0, "cunning": 0.0}).traitors_win(Position(1, 0, 0, 2), 0b00011, seen)
    assert 3 <= seen.track.missions <= 5
    assert seen.track.named_before


def test_a_leader_by_habit_is_mostly_on_its_team_with_those_who_succeeded() -> None:
    seen = public(*SETS)
    seen.track.see(MissionRun(3, 0b11000, Situation(5, 1), 0b11000, 0, 0, True))
    teams = [playouts(seed).names_by_habit(0, 3, Situation(5, 2), seen.track) for seed in range(100)]
    assert all(team.bit_count() == 3 for team in teams)
    assert sum(team & 1 for team in teams) > 80
    assert sum(team >> 3 & 1 for team in teams) > sum(team >> 1 & 1 for team in teams) + 10


def test_positions() -> None:
    begins = Position(2, 1, 0, 4, 3, 0b11, True)
    assert begins.after_mission(False, 5) == Position(3, 1, 1, 0)
    assert begins.after_rejection(5) == Position(2, 1, 0, 0, 4)


# What they choose


def ballots(level: type[Level], odds: Sequence[tuple[int, float]], named: TeamNamed) -> float:
    """How often a loyal seat approves the team, in 300 ballots."""
    bot = level(FIVE, 0, b"ballots")
    assessment = Assessment(0, named.situation, Odds(5, odds), False)
    return sum(bot._approves(assessment, named) for _ in range(300)) / 300


def test_the_stronger_a_level_the_more_it_goes_by_what_it_believes() -> None:
    named = TeamNamed(3, 0b01100, Situation(5, 3, successes=1, failures=1))
    clean, suspect = [(0b10010, 1.0)], [(0b00100 | 0b10000, 1.0)]
    differences = [ballots(level, clean, named) - ballots(level, suspect, named) for level in LEVELS]
    assert differences == sorted(differences)
    assert differences[0] < 0.5
    assert differences[2] > 0.95


def test_traitors_of_hard_sabotage_as_best_play_does_and_what_decides_the_game() -> None:
    planned = decisive = 0
    for number in range(12):
        game = play_numbered(FIVE, lambda deal: [Hard] * 5, "decides", number)
        spies = sum(1 << seat for seat, role in enumerate(game.deal.roles) if role == "spy")
        successes = failures = 0
        for mission, result in enumerate(game.board.results, 1):
            assert result.cards.count("fail") <= 1  # one of two traitors leaves it to the other
            if result.team & spies:
                is_planned, decides = mission in (2, 4, 5), 2 in (successes, failures)
                planned, decisive = planned + is_planned, decisive + decides
                if is_planned or decides or mission == 1:
                    assert result.success == (mission == 1)
            successes, failures = successes + result.success, failures + (not result.success)
    assert planned > 10
    assert decisive > 10


def test_traitors_of_best_play_are_found_by_the_missions_that_they_sabotage() -> None:
    """A success of the first or third mission says nothing of them, one of the others that none of them was aboard."""
    for mission, sabotaged in ((1, False), (2, True), (3, False), (4, True)):
        now = Situation(5, mission, successes=mission == 2, failures=mission > 2)
        table = fails_of_best_play(WORTH_SABOTAGING, now, 2)
        assert table == ([[1.0], [0.0, 1.0], [0.0, 1.0, 0.0]] if sabotaged else [[1.0], [1.0, 0.0], [1.0, 0.0, 0.0]])
    two_needed = Situation(7, 4, successes=1, failures=2, fails_needed=2)
    assert fails_of_best_play(frozenset(), two_needed, 2) == [[1.0], [1.0, 0.0], [0.0, 0.0, 1.0]]


def test_a_traitor_of_hard_sabotages_sooner_where_the_others_play_by_habit(monkeypatch: pytest.MonkeyPatch) -> None:
    bot = at_the_start(Hard)
    assessment = Assessment(0, Situation(5, 3, successes=1, failures=1), Odds(5, [(0b00011, 1.0)]), True)
    for of_people, mission, expected in ((0.0, 2, True), (0.0, 3, False), (1.0, 3, True), (1.0, 1, False)):
        monkeypatch.setattr(Hard, "_others", lambda self, assessment, share=of_people: {"people": share})
        named = TeamNamed(3, 0b00101, Situation(5, mission, successes=mission > 1, failures=mission > 2))
        assert bot._sabotages(assessment, named) == expected


def test_a_traitor_of_hard_that_knows_no_fellow_tries_its_card_in_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[TeamNamed] = []

    def tries(bot: Level, assessment: Assessment, named: TeamNamed) -> bool:
        tried.append(named)
        return True

    monkeypatch.setattr(Level, "_sabotages", tries)
    bot, now = at_the_start(Hard), Situation(7, 4, successes=1, failures=1, fails_needed=2)
    named = TeamNamed(3, 0b0001111, now)
    for fellows in ([(0b00111, 1.0)], [(0b00011, 0.5), (0b01001, 0.5)]):
        bot._sabotages(Assessment(0, now, Odds(5, fellows), True), named)
    assert tried == [named]


def at_the_start(kind: type[Hard]) -> Hard:
    """A bot on the first seat that has seen its card."""
    bot = kind(FIVE, 0, b"aboard")
    bot.see(Game(FIVE, FIVE.deal(b"aboard")).view(0).events)
    bot._look()
    return bot


def test_after_a_fail_everybody_knows_that_a_traitor_was_aboard() -> None:
    bot = at_the_start(Hard)
    failed, succeeded = (bot._believed_after(msgspec.structs.replace(run, team=0b00110)) for run in (FAILED, SUCCEEDED))
    assert all(traitors & 0b00110 for traitors, _ in failed.believed.sets)
    assert failed.track.failed == 0b00110
    assert len(succeeded.believed.sets) == len(SETS)


@pytest.mark.parametrize("level", LEVELS)
def test_a_loyal_seat_lets_the_last_team_go(level: type[Level]) -> None:
    named = TeamNamed(3, 0b01100, Situation(5, 3, 5, True, successes=1, failures=1))
    assert ballots(level, [(0b01010, 0.5), (0b10010, 0.5)], named) > 0.85


def test_a_hard_leader_names_the_cleanest_team() -> None:
    bot = Hard(FIVE, 0, b"team")
    assessment = Assessment(0, SECOND, Odds(5, [(0b00110, 0.9), (0b01010, 0.1)]), False)
    teams = {bot._team(assessment, Seats(3, 3, 0b11111, 0b11111)) for _ in range(30)}
    assert teams == {0b11001}
