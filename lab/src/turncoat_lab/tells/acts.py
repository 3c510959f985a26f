"""Public acts of seats in their situations, with their evidence by the rules alone.

An *occasion* is a seat that votes, names a team, is on a mission or may say something. It is described several times,
coarsely and finely: each description is a *situation*, with an *act* for what the seat did in it. Every situation
includes the suspicion on the seat by the rules alone (`logic ×2`: its odds of being a traitor had doubled since the
deal), so that evidence by logic is not taken for a tell.

Seats may also give themselves away by joint acts, as when a traitor takes a fellow along. So each set of seats that may
be all the traitors has occasions, too: the number of them that their leader takes, and their votes. The true set is
compared with the others, which chance might have made the traitors instead.

Left out are seats whose side logic reveals, before the act or by it, and the act that ends the game. So is, as if it
were logic, what follows from everybody playing to win: a traitor whose one Fail wins the game plays it, so whoever is
on a mission that succeeds then is cleared.
"""

from collections.abc import Iterator, Sequence
from math import log, log2
from typing import Any, NamedTuple

from turncoat.deduction import Beliefs
from turncoat.deduction.model import Model
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side, roles_of_side
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, SPECTATOR, Seat, SeatSet
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed, TeamVoted, team_acts
from turncoat.simulation.playing import BotRemark


class Occasion(NamedTuple):
    """An act of a seat in a situation, or the joint act of a set of seats that may be the traitors."""

    seats: SeatSet
    situation: str
    act: str
    logic: float
    """Logarithm of the factor by which the rules alone changed the seat's odds of being a traitor with this act."""
    weight: float = 1.0
    """Chance of the set to be the traitors by the rules alone, relative to others."""


class Logic:
    """Chances of the seats to be traitors by the rules alone, for an observer without a seat."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._beliefs = Beliefs(ruleset, SPECTATOR, Model({}))
        self.worlds = self._beliefs.worlds
        self._traitors = roles_of_side(ruleset, hiding_side(ruleset))
        self._blocks: object = None
        self._chances: list[float] = []
        self._first = self.chances()[0]
        self.cleared: SeatSet = NOBODY
        """Seats cleared because they did not win a game that a traitor would have won."""

    def see(self, event: Event) -> None:
        """Follow an event as everybody sees it."""
        self._beliefs.see((event,))

    def sets(self) -> list[tuple[SeatSet, float]]:
        """Return the sets that may be the traitors, each with its chance."""
        return [(seats, chance) for seats, chance in self._beliefs.traitor_sets() if chance > 0]

    def chances(self) -> list[float]:
        """Return each seat's chance to be a traitor."""
        worlds = self.worlds
        if worlds.blocks is not self._blocks:
            self._blocks, count = worlds.blocks, worlds.count
            players = range(worlds.ruleset.players)
            self._chances = [worlds.count_with(seat, self._traitors) / count for seat in players]
        return self._chances

    def is_open(self, seat: Seat) -> bool:
        """Return whether the seat may be on either side."""
        return 0 < self.chances()[seat] < 1 and not self.cleared >> seat & 1

    def odds(self, seat: Seat) -> float:
        """Return the factor by which an open seat's odds of being a traitor have changed since the deal."""
        chance, first = self.chances()[seat], self._first
        return chance / (1 - chance) / (first / (1 - first))

    def words(self, seat: Seat) -> str:
        """Describe that factor, rounded to a power of two."""
        chance = self.chances()[seat]
        if chance in (0, 1) or self.cleared >> seat & 1:
            return "unmasked" if chance == 1 else "cleared"
        power = round(log2(self.odds(seat)))
        return f"logic ×{2**power}" if power >= 0 else f"logic ÷{2**-power}"

    @property
    def unmasked(self) -> SeatSet:
        """Seats that everybody knows to be traitors."""
        return sum(1 << seat for seat, chance in enumerate(self.chances()) if chance == 1)


class Past:
    """Earlier acts that situations refer to."""

    def __init__(self) -> None:
        self.votes: list[TeamVoted] = []
        self.last: TeamAct | None = None
        self.success: SeatSet = NOBODY
        """The team of the last mission that succeeded."""

    def see(self, act: TeamAct) -> None:
        """Follow an act."""
        if isinstance(act, TeamVoted):
            self.votes.append(act)
        if isinstance(act, MissionRun) and act.success:
            self.success = act.team
        self.last = act


def occasions_of(game: Game[Any], said: Sequence[BotRemark]) -> Iterator[Occasion]:
    """Yield every occasion of a game that is over, remarks included, in order."""
    ruleset = game.ruleset
    logic, past, left = Logic(ruleset), Past(), list(reversed(said))
    final = max((number for number, _ in _acts(game)), default=0)
    for number, happened in enumerate(game.events[:final]):
        while left and left[-1].after <= number:
            yield from _of_remark(left.pop(), logic, past)
        event = seen_by(happened, SPECTATOR)
        if event is None:
            continue
        done = list(team_acts(event, ruleset, logic.worlds.view.board))
        if done:
            yield from _of_acts(event, done, logic, past)
        else:
            logic.see(event)


def _of_acts(event: Event, done: Sequence[TeamAct], logic: Logic, past: Past) -> Iterator[Occasion]:
    """Yield the occasions of an event, and follow it."""
    players = range(logic.worlds.ruleset.players)
    before = {seat: (logic.odds(seat), logic.words(seat)) for seat in players if logic.is_open(seat)}
    described = [one for act in done for one in _described(act, logic, past, before)]
    together = [one for act in done for one in _of_sets(act, logic)]
    logic.see(event)
    yield from together
    for act in done:
        if isinstance(act, MissionRun) and _would_have_won(act):
            logic.cleared |= act.team
        past.see(act)
    for seat, situation, what in described:
        if logic.is_open(seat):
            yield Occasion(1 << seat, situation, what, log(logic.odds(seat) / before[seat][0]))


def _acts(game: Game[Any]) -> Iterator[tuple[int, TeamAct]]:
    """Yield the public acts about teams, each with the index of its event."""
    numbers = (number for number, happened in enumerate(game.events) if seen_by(happened, SPECTATOR) is not None)
    for number, (board, event) in zip(numbers, game.view(SPECTATOR).history(), strict=True):
        yield from ((number, act) for act in team_acts(event, game.ruleset, board))


def _would_have_won(run: MissionRun) -> bool:
    """Return whether a traitor on this mission could have won the game, and did not."""
    now = run.situation
    return run.success and not run.fails and now.fails_needed == 1 and now.failure_decides


def _described(
    act: TeamAct, logic: Logic, past: Past, before: dict[Seat, tuple[float, str]]
) -> Iterator[tuple[Seat, str, str]]:
    """Yield seats with situations and acts."""
    match act:
        case TeamNamed() if act.leader in before:
            for situation, what in _team(act, before[act.leader][1], logic, past):
                yield act.leader, situation, what
        case TeamVoted():
            for seat in SEATS_IN[act.approvals | act.rejections]:
                if seat in before:
                    for situation, what in _ballot(act, seat, before[seat][1], logic, past):
                        yield seat, situation, what
        case MissionRun():
            for seat in SEATS_IN[act.team]:
                if seat in before:
                    for situation, what in _card(act, seat, before[seat][1]):
                        yield seat, situation, what


def _of_sets(act: TeamAct, logic: Logic) -> Iterator[Occasion]:
    """Yield the occasions of every set that may be the traitors. Logic says nothing about joint acts."""
    if isinstance(act, MissionRun):
        return
    now = act.situation
    for seats, chance in logic.sets():
        aboard, leads = (seats & act.team).bit_count(), bool(seats >> act.leader & 1)
        if isinstance(act, TeamVoted):
            voters = (seats & (act.approvals | act.rejections)).bit_count()
            situation = f"a side votes, {aboard} of it aboard{', one leads' if leads else ''}"
            what = f"{(seats & act.approvals).bit_count()} of {voters} approve"
        elif leads:
            situation, what = "a side's leader names a team", f"takes {aboard} of the side"
        else:
            continue
        for context in (f"mission {now.mission}", "any mission"):
            yield Occasion(seats, f"{situation}, {context}", what, 0.0, chance)


def _when(now: Situation) -> str:
    return f"mission {now.mission}, team {now.attempt}"


def _score(now: Situation) -> str:
    return f"score {now.successes}–{now.failures}"


def _seats(number: int) -> str:
    return "1 seat" if number == 1 else f"{number} seats"


def _doubts(team: SeatSet, now: Situation, logic: Logic) -> str:
    """Describe the evidence about a team."""
    if team & logic.unmasked:
        return "with somebody unmasked"
    if team & now.failed:
        return "with suspects"
    return "of the proven" if team and not team & ~now.succeeded else "of others"


def _team(act: TeamNamed, words: str, logic: Logic, past: Past) -> Iterator[tuple[str, str]]:
    now, team, leader = act.situation, act.team, act.leader
    others, last = team & ~(1 << leader), past.last
    found = {
        "itself": "takes itself along" if team >> leader & 1 else "leaves itself out",
        "doubts": f"a team {_doubts(others, now, logic)}",
    }
    if now.failed & ~(1 << leader):
        found["suspects"] = f"takes {_seats((others & now.failed).bit_count())} of a failed mission"
    if past.success:
        found["last success"] = f"takes {_seats((team & past.success).bit_count())} of the last success"
    if last is not None:
        found["team before"] = f"changes {_seats((team & ~last.team).bit_count())}"
    expected = sum(logic.chances()[seat] for seat in SEATS_IN[others])
    found["logic"] = f"takes about {round(2 * expected) / 2:g} traitors by logic"
    beside = 1 << (leader + 1) % now.players | 1 << (leader - 1) % now.players
    found["neighbours"] = f"takes {_seats((others & beside).bit_count())} beside it"
    for question, what in found.items():
        for context in (_when(now), _score(now), "any mission"):
            yield f"names a team, {context}, {words} ({question})", what


def _ballot(act: TeamVoted, seat: Seat, words: str, logic: Logic, past: Past) -> Iterator[tuple[str, str]]:
    now, team, me = act.situation, act.team, 1 << seat
    approves = bool(act.approvals & me)
    place = "own team" if seat == act.leader else "aboard" if team & me else "outside"
    attempt = "last team" if now.is_last_attempt else "not the last team"
    doubts = _doubts(team & ~me, now, logic)
    contexts = [
        f"{_when(now)}, {place}",
        f"{_score(now)}, {attempt}, {place}",
        f"{_score(now)}, {attempt}, {place}, {doubts}",
        f"any mission, {attempt}, {place}, {doubts}",
        f"any mission, {place}",
    ]
    before = next((vote for vote in reversed(past.votes) if vote.team == team), None)
    if before is not None and (before.approvals | before.rejections) & me:
        contexts.append(f"the same team again, {'approved' if before.approvals & me else 'rejected'} before")
    ballot = "approves" if approves else "rejects"
    same, all_ = (act.approvals if approves else act.rejections).bit_count(), now.players
    company = "alone" if same == 1 else "with all" if same == all_ else "with most" if 2 * same > all_ else "with few"
    for context in contexts:
        yield f"votes, {context}, {words}", ballot
        yield f"votes, {context}, {words} (company)", f"{ballot} {company}"


def _card(act: MissionRun, seat: Seat, words: str) -> Iterator[tuple[str, str]]:
    now, size = act.situation, act.team.bit_count()
    place = "led it" if seat == act.leader else "was taken along"
    what = f"{act.fails} of {size} cards are Fails" if act.fails else "no card is a Fail"
    for context in (
        f"mission {now.mission}",
        f"mission {now.mission}, {place}",
        f"mission {now.mission}, {_score(now)}",
        f"{_score(now)}",
        f"team of {size}, {now.fails_needed} needed",
    ):
        yield f"on a mission, {context}, {words}", what


def _of_remark(said: BotRemark, logic: Logic, past: Past) -> Iterator[Occasion]:
    last, remark = past.last, said.remark
    if last is None or not logic.is_open(said.seat):
        return
    now, words = last.situation, logic.words(said.seat)
    if isinstance(last, MissionRun):
        topic = "after a success" if last.success else "after a failure"
    else:
        topic = "after a vote" if isinstance(last, TeamVoted) else "after a team was named"
    does = "answers an accusation" if said.is_answer else "may speak"
    found = {"phrase": "says nothing", "reason": "says nothing", "wording": "says nothing", "about": "says nothing"}
    if remark is not None:
        found["phrase"] = f"says “{remark.phrase}”"
        found["reason"] = f"says “{remark.phrase}: {remark.reason or 'no reason'}”"
        found["wording"] = f"says “{remark.phrase}: {remark.reason or 'no reason'}” in wording {remark.wording}"
        about = remark.about
        if about is not None:
            where = "on the team" if last.team >> about & 1 else "not on the team"
            failed = ", once on a failed mission" if now.failed >> about & 1 else ""
            found["about"] = f"says “{remark.phrase}” of somebody {where}{failed}, {logic.words(about)}"
        else:
            found["about"] = f"says “{remark.phrase}” of nobody"
    for question, what in found.items():
        for context in (f"mission {now.mission}", "any mission"):
            yield Occasion(1 << said.seat, f"{does}, {topic}, {context}, {words} ({question})", what, 0.0)
