"""Signs: where one could have noticed the traitors of a game that is over.

They are found in what everybody saw and heard, now that everybody knows who the traitors were: missions that failed,
what a traitor said about them, votes by which one gave themselves away. A game without teams and missions has none.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Final

import msgspec

from turncoat.bots.remarks import OPINIONS
from turncoat.kernel.seats import SEATS_IN, Seat, SeatSet, everyone
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.missions import MissionRun, TeamVoted, team_acts
from turncoat.telling import Teller

MOST: Final = 4
"""So many signs are told at most."""
WEAK: Final = 3
"""From this rank on a sign says little."""
ENOUGH: Final = 2
"""Where there are so many, none of the weak ones is told."""
DENIALS: Final = frozenset({"rather", "deny", "not-me", "in-return", "beside-fail", "not-my-fail"})
"""The phrases by which somebody says that it was not them, or gives an accusation back."""
_FAILED: Final = N_("Mission {mission} failed")
_SUCCEEDED: Final = N_("Mission {mission} succeeded")
_ONE: Final = N_("Team: {team:seats}. One of them was a traitor: {traitors:seats}.")
_ALL: Final = N_("Team: {team:seats}. These were traitors, and each of them sabotaged it: {traitors:seats}.")
_SOME: Final = N_("Team: {team:seats}. These were traitors, though not each of them sabotaged it: {traitors:seats}.")
_LED: Final = N_("A traitor had named this team: {leader:seat}.")
_OUTSIDE: Final = N_(
    "A traitor who was not on it voted for it: {outside:seats}.",
    "{count} traitors who were not on it voted for it: {outside:seats}.",
)
_AFTERWARDS: Final = N_("What was said after mission {mission}")
_SAID: Final = N_("{seat:seat}, a traitor, said: “{text}”")
_OWN: Final = N_("In truth they had sabotaged it themselves.")
_OWN_AND_LOYAL: Final = N_("In truth they had sabotaged it themselves, and {about:seat} was loyal.")
_LOYAL: Final = N_("In truth {about:seat} was loyal.")
_TRAITOR: Final = N_("In truth {about:seat} was a traitor, too.")
_VOTE: Final = N_("The vote on {leader:seat}'s team for mission {mission}")
_KNEW: Final = N_(
    "{seat:seat}, a traitor, voted for it. After mission {failed} somebody loyal in their place would have been sure "
    "that a traitor was on this team: {others:seats} had been on that mission."
)
_AGAINST: Final = N_(
    "A traitor voted against this team, and nobody on it was a traitor: {seats:seats}.",
    "{count} traitors voted against this team, and nobody on it was a traitor: {seats:seats}.",
)
_LAY_LOW: Final = N_(
    "A traitor was on it and lay low: {seats:seats}. A success clears nobody.",
    "{count} traitors were on it and lay low: {seats:seats}. A success clears nobody.",
)


class Spoken(msgspec.Struct, frozen=True):
    """What somebody said to everybody during the game, by its phrase."""

    seat: Seat
    phrase: str
    about: Seat | None
    """Whom it spoke of."""
    mission: int
    """The mission that it spoke of; 0 for none."""
    after: int
    """How many events everybody had seen by then."""
    text: str = ""
    """How it reads."""


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """A moment at which one could have noticed something. Abstract; the kinds below are all there are."""

    rank: ClassVar[int]
    """Which kinds are told where there are many: the lowest."""
    most: ClassVar[int] = 1
    """How many of the kind are told at most."""
    event: int
    """To which of the events that everybody saw it belongs, counted from 0."""

    @property
    def is_doubtful(self) -> bool:
        """Whether others of its kind tell more."""
        return False

    def heading(self, teller: Teller) -> str:
        """Name the moment in a few words."""
        raise NotImplementedError

    def sentences(self, teller: Teller) -> Iterator[str]:
        """Say what there was to notice."""
        raise NotImplementedError


class FailedMission(Sign, frozen=True, kw_only=True):
    """A mission failed: who was on it, and which traitors wanted that team."""

    rank = 0
    most = 2
    run: MissionRun
    traitors: SeatSet
    """The traitors who were on it."""
    outside: SeatSet
    """The traitors who voted for the team without being on it."""
    is_led_by_traitor: bool

    def heading(self, teller: Teller) -> str:
        return teller.fill(_FAILED, mission=self.run.situation.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        count = self.traitors.bit_count()
        message = _ONE if count == 1 else _ALL if count == self.run.fails else _SOME
        yield teller.fill(message, team=self.run.team, traitors=self.traitors)
        if self.is_led_by_traitor:
            yield teller.fill(_LED, leader=self.run.leader)
        if self.outside:
            yield teller.fill(_OUTSIDE, count=self.outside.bit_count(), outside=self.outside)


class Lie(Sign, frozen=True, kw_only=True):
    """A traitor said something about a mission that had failed, and it was not true."""

    rank = 1
    most = 2
    spoken: Spoken
    mission: int
    is_own_sabotage: bool
    """Whether they denied what they had done."""
    is_about_loyal: bool | None
    """Whether whom they spoke of was loyal, if they said the opposite; None where it was no lie about anybody."""

    @property
    def is_doubtful(self) -> bool:
        return not self.is_own_sabotage

    def heading(self, teller: Teller) -> str:
        return teller.fill(_AFTERWARDS, mission=self.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        yield teller.fill(_SAID, seat=self.spoken.seat, text=self.spoken.text)
        if self.is_own_sabotage:
            yield teller.fill(_OWN_AND_LOYAL if self.is_about_loyal else _OWN, about=self.spoken.about)
        else:
            yield teller.fill(_LOYAL if self.is_about_loyal else _TRAITOR, about=self.spoken.about)


class KnowingVote(Sign, frozen=True, kw_only=True):
    """A traitor voted for a team of which somebody loyal in their place would have known that a traitor was on it."""

    rank = 2
    seat: Seat
    vote: TeamVoted
    failed: int
    """The mission by which that was known."""
    others: SeatSet
    """The others who had been on that mission, and were on the team again."""

    def heading(self, teller: Teller) -> str:
        return teller.fill(_VOTE, leader=self.vote.leader, mission=self.vote.situation.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        yield teller.fill(_KNEW, seat=self.seat, failed=self.failed, others=self.others)


class CleanTeam(Sign, frozen=True, kw_only=True):
    """Traitors voted against a team of loyal seats, whose mission succeeded."""

    rank = 3
    seats: SeatSet
    run: MissionRun

    def heading(self, teller: Teller) -> str:
        return teller.fill(_SUCCEEDED, mission=self.run.situation.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        yield teller.fill(_AGAINST, count=self.seats.bit_count(), seats=self.seats)


class LayLow(Sign, frozen=True, kw_only=True):
    """A mission succeeded with traitors on it."""

    rank = 4
    seats: SeatSet
    run: MissionRun

    def heading(self, teller: Teller) -> str:
        return teller.fill(_SUCCEEDED, mission=self.run.situation.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        yield teller.fill(_LAY_LOW, count=self.seats.bit_count(), seats=self.seats)


def signs_of(view: View[Any], traitors: SeatSet, said: Sequence[Spoken] = ()) -> tuple[Sign, ...]:
    """Return the most telling signs of a game in the order in which they happened, four at most.

    The view is a spectator's.
    """
    kinds: dict[type[Sign], list[Sign]] = {}
    for sign in sorted(all_signs(view, traitors, said), key=lambda sign: (sign.is_doubtful, sign.event)):
        kinds.setdefault(type(sign), []).append(sign)
    # The best of each kind come before the second best of any.
    places = [(at, sign) for signs in kinds.values() for at, sign in enumerate(signs[: type(signs[0]).most])]
    chosen: list[Sign] = []
    for _, sign in sorted(places, key=lambda place: (place[1].rank >= WEAK, place[0], place[1].rank)):
        if len(chosen) < (ENOUGH if sign.rank >= WEAK else MOST):
            chosen.append(sign)
    return tuple(sorted(chosen, key=lambda sign: (sign.event, sign.rank)))


def all_signs(view: View[Any], traitors: SeatSet, said: Iterable[Spoken] = ()) -> Iterator[Sign]:
    """Find every sign."""
    runs: list[tuple[int, MissionRun]] = []
    for number, (board, event) in enumerate(view.history()):
        for act in team_acts(event, view.ruleset, board):
            if isinstance(act, TeamVoted):
                yield from _of_vote(number, act, traitors, [run for _, run in runs])
            elif isinstance(act, MissionRun):
                runs.append((number, act))
                yield from _of_mission(number, act, traitors)
    yield from _lies(runs, traitors, said)


def _of_mission(event: int, run: MissionRun, traitors: SeatSet) -> Iterator[Sign]:
    aboard = run.team & traitors
    if not run.success and aboard:
        outside = run.approvals & traitors & ~run.team
        is_led = bool(traitors >> run.leader & 1)
        yield FailedMission(event=event, run=run, traitors=aboard, outside=outside, is_led_by_traitor=is_led)
    elif run.success and aboard and not run.fails:
        yield LayLow(event=event, seats=aboard, run=run)
    elif run.success and not aboard and run.approvals:  # where ballots are known
        against = traitors & everyone(run.situation.players) & ~run.approvals
        if against:
            yield CleanTeam(event=event, seats=against, run=run)


def _of_vote(event: int, vote: TeamVoted, traitors: SeatSet, runs: Sequence[MissionRun]) -> Iterator[Sign]:
    if vote.situation.is_last_attempt:  # whoever rejects that one loses the round
        return
    for seat in SEATS_IN[vote.approvals & traitors]:
        for run in reversed(runs):
            suspects = run.team & ~(1 << seat)
            others = suspects & vote.team
            # At least one traitor for each Fail; no more of them can have stayed away than stay away.
            is_known = run.fails > (suspects & ~vote.team).bit_count()
            if not run.success and is_known and others:
                yield KnowingVote(event=event, seat=seat, vote=vote, failed=run.situation.mission, others=others)
                return


def _lies(runs: Sequence[tuple[int, MissionRun]], traitors: SeatSet, said: Iterable[Spoken]) -> Iterator[Sign]:
    """Yield what traitors said about a failed mission: of each of them the first lie about each mission."""
    told: set[tuple[Seat, int]] = set()
    for spoken in said:
        before = [run for number, run in runs if number < spoken.after]
        by_number = {run.situation.mission: run for run in before}
        run = by_number.get(spoken.mission) if spoken.mission else before[-1] if before else None
        if (
            run is None
            or run.success
            or not traitors >> spoken.seat & 1
            or (spoken.seat, run.situation.mission) in told
        ):
            continue
        aboard = run.team & traitors
        did_it = bool(aboard >> spoken.seat & 1) and aboard.bit_count() == run.fails
        is_own = spoken.phrase in DENIALS and did_it
        is_about_loyal = _is_about_loyal(spoken, traitors)
        if is_own or is_about_loyal is not None:
            told.add((spoken.seat, run.situation.mission))
            yield Lie(
                event=max(0, spoken.after - 1),
                spoken=spoken,
                mission=run.situation.mission,
                is_own_sabotage=is_own,
                is_about_loyal=is_about_loyal,
            )


def _is_about_loyal(spoken: Spoken, traitors: SeatSet) -> bool | None:
    """Say whether the seat that it speaks of was loyal; None unless it says the opposite."""
    claim, about = OPINIONS.get(spoken.phrase), spoken.about
    if claim is None or about is None or about == spoken.seat:
        return None
    is_loyal = not traitors >> about & 1
    return is_loyal if is_loyal == (claim.opinion == "suspect") else None
