"""Signs by which the traitors of a finished game could have been noticed.

They are found in public events and messages, knowing who the traitors were: failed missions, what a traitor said about
them, and votes that gave somebody away. A game without teams and missions has none.
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
"""Maximum number of signs."""
WEAK: Final = 3
"""Lowest rank of weak signs, which say little."""
ENOUGH: Final = 2
"""Number of signs from which weak ones are left out."""
DENIALS: Final = frozenset({"rather", "deny", "not-me", "in-return", "beside-fail", "not-my-fail"})
"""Phrases by which somebody denies an accusation or returns it."""
_FAILED: Final = N_("Mission {mission} failed")
_SUCCEEDED: Final = N_("Mission {mission} succeeded")
_ONE: Final = N_("Team: {team:seats}. {side:word} on it: {traitors:seats}.")
_ALL: Final = N_("Team: {team:seats}. {side:word} on it, each of whom sabotaged it: {traitors:seats}.")
_SOME: Final = N_("Team: {team:seats}. {side:word} on it, though not all of them sabotaged it: {traitors:seats}.")
_LED: Final = N_("{leader:seat} ({side:word}) named this team.")
_OUTSIDE: Final = N_("{side:word} who were not on it and voted for it: {outside:seats}.")
_AFTERWARDS: Final = N_("What was said after mission {mission}")
_SAID: Final = N_("{seat:seat} ({side:word}) said: “{text}”")
_OWN: Final = N_("In fact, they had sabotaged it themselves.")
_OWN_AND_LOYAL: Final = N_("In fact, they had sabotaged it themselves, and {about:seat} was innocent.")
_LOYAL: Final = N_("In fact, {about:seat} was innocent.")
_TRAITOR: Final = N_("In fact, {about:seat} was one of them, too.")
_VOTE: Final = N_("The vote on {leader:seat}'s team for mission {mission}")
_KNEW: Final = N_(
    "{seat:seat} ({side:word}) voted for it. After mission {failed}, anybody innocent in that seat would have been "
    "sure that the enemy was on this team, too. On both teams: {others:seats}."
)
_AGAINST: Final = N_("Everybody on this team was innocent. {side:word} who voted against it: {seats:seats}.")
_LAY_LOW: Final = N_("{side:word} who were on it and lay low: {seats:seats}. A success clears nobody.")


class Spoken(msgspec.Struct, frozen=True):
    """A public message during the game, by its phrase."""

    seat: Seat
    phrase: str
    about: Seat | None
    """Seat that it was about."""
    mission: int
    """Mission that it was about, or 0 for none."""
    after: int
    """Number of public events at the time."""
    text: str = ""
    """Text of the message."""


class Sign(msgspec.Struct, frozen=True, kw_only=True):
    """A moment at which something could have been noticed. Abstract, with the kinds below as its only subclasses."""

    rank: ClassVar[int]
    """Priority of the kind. The lowest comes first."""
    most: ClassVar[int] = 1
    """Maximum number of signs of this kind."""
    event: int
    """Number of its public event, counted from 0."""

    @property
    def is_doubtful(self) -> bool:
        """True if other signs of its kind say more."""
        return False

    def heading(self, teller: Teller) -> str:
        """Return a name of the moment in a few words."""
        raise NotImplementedError

    def sentences(self, teller: Teller) -> Iterator[str]:
        """Yield sentences that tell what could be noticed."""
        raise NotImplementedError


class FailedMission(Sign, frozen=True, kw_only=True):
    """A failed mission, with the traitors on it and those who wanted the team."""

    rank = 0
    most = 2
    run: MissionRun
    traitors: SeatSet
    """Traitors on the team."""
    outside: SeatSet
    """Traitors who voted for the team without being on it."""
    is_led_by_traitor: bool

    def heading(self, teller: Teller) -> str:
        return teller.fill(_FAILED, mission=self.run.situation.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        count = self.traitors.bit_count()
        message = _ONE if count == 1 else _ALL if count == self.run.fails else _SOME
        yield teller.fill(message, side=teller.hiding_side, team=self.run.team, traitors=self.traitors)
        if self.is_led_by_traitor:
            yield teller.fill(_LED, side=teller.hiding_side, leader=self.run.leader)
        if self.outside:
            yield teller.fill(_OUTSIDE, side=teller.hiding_side, outside=self.outside)


class Lie(Sign, frozen=True, kw_only=True):
    """A traitor's untrue statement about a failed mission."""

    rank = 1
    most = 2
    spoken: Spoken
    mission: int
    is_own_sabotage: bool
    """True if they denied their own sabotage."""
    is_about_loyal: bool | None
    """True if they accused somebody loyal, False if they defended a traitor, None if it was no lie about anybody."""

    @property
    def is_doubtful(self) -> bool:
        return not self.is_own_sabotage

    def heading(self, teller: Teller) -> str:
        return teller.fill(_AFTERWARDS, mission=self.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        yield teller.fill(_SAID, side=teller.hiding_side, seat=self.spoken.seat, text=self.spoken.text)
        if self.is_own_sabotage:
            yield teller.fill(_OWN_AND_LOYAL if self.is_about_loyal else _OWN, about=self.spoken.about)
        else:
            yield teller.fill(_LOYAL if self.is_about_loyal else _TRAITOR, about=self.spoken.about)


class KnowingVote(Sign, frozen=True, kw_only=True):
    """A traitor's vote for a team on which somebody loyal in their place would have known a traitor."""

    rank = 2
    seat: Seat
    vote: TeamVoted
    failed: int
    """Number of the mission that proved it."""
    others: SeatSet
    """Other members of that mission who were on the team again."""

    def heading(self, teller: Teller) -> str:
        return teller.fill(_VOTE, leader=self.vote.leader, mission=self.vote.situation.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        yield teller.fill(_KNEW, side=teller.hiding_side, seat=self.seat, failed=self.failed, others=self.others)


class CleanTeam(Sign, frozen=True, kw_only=True):
    """Votes of traitors against a team of loyal seats whose mission succeeded."""

    rank = 3
    seats: SeatSet
    run: MissionRun

    def heading(self, teller: Teller) -> str:
        return teller.fill(_SUCCEEDED, mission=self.run.situation.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        yield teller.fill(_AGAINST, side=teller.hiding_side, seats=self.seats)


class LayLow(Sign, frozen=True, kw_only=True):
    """A successful mission with traitors on it."""

    rank = 4
    seats: SeatSet
    run: MissionRun

    def heading(self, teller: Teller) -> str:
        return teller.fill(_SUCCEEDED, mission=self.run.situation.mission)

    def sentences(self, teller: Teller) -> Iterator[str]:
        yield teller.fill(_LAY_LOW, side=teller.hiding_side, seats=self.seats)


def signs_of(view: View[Any], traitors: SeatSet, said: Sequence[Spoken] = ()) -> tuple[Sign, ...]:
    """Return the most telling signs of a game in chronological order, four at most.

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
    """Yield every sign."""
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
    if vote.situation.is_last_attempt:  # rejecting that one loses the round
        return
    for seat in SEATS_IN[vote.approvals & traitors]:
        for run in reversed(runs):
            suspects = run.team & ~(1 << seat)
            others = suspects & vote.team
            # At least one suspect per Fail is a traitor. If fewer suspects are off this team, a traitor is on it.
            is_known = run.fails > (suspects & ~vote.team).bit_count()
            if not run.success and is_known and others:
                yield KnowingVote(event=event, seat=seat, vote=vote, failed=run.situation.mission, others=others)
                return


def _lies(runs: Sequence[tuple[int, MissionRun]], traitors: SeatSet, said: Iterable[Spoken]) -> Iterator[Sign]:
    """Yield each traitor's first lie about each failed mission."""
    reported: set[tuple[Seat, int]] = set()
    for spoken in said:
        before = [run for number, run in runs if number < spoken.after]
        by_number = {run.situation.mission: run for run in before}
        run = by_number.get(spoken.mission) if spoken.mission else before[-1] if before else None
        if (
            run is None
            or run.success
            or not traitors >> spoken.seat & 1
            or (spoken.seat, run.situation.mission) in reported
        ):
            continue
        aboard = run.team & traitors
        did_it = bool(aboard >> spoken.seat & 1) and aboard.bit_count() == run.fails
        is_own = spoken.phrase in DENIALS and did_it
        is_about_loyal = _is_about_loyal(spoken, traitors)
        if is_own or is_about_loyal is not None:
            reported.add((spoken.seat, run.situation.mission))
            yield Lie(
                event=max(0, spoken.after - 1),
                spoken=spoken,
                mission=run.situation.mission,
                is_own_sabotage=is_own,
                is_about_loyal=is_about_loyal,
            )


def _is_about_loyal(spoken: Spoken, traitors: SeatSet) -> bool | None:
    """Return whether the seat in the message was loyal, if the message says the opposite, or else None."""
    claim, about = OPINIONS.get(spoken.phrase), spoken.about
    if claim is None or about is None or about == spoken.seat:
        return None
    is_loyal = not traitors >> about & 1
    return is_loyal if is_loyal == (claim.opinion == "suspect") else None
