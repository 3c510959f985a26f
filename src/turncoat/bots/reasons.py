"""Public arguments for and against each seat, and topics of conversation.

A game adds its own in `bots/games/GAME/talk.py`, with a subclass named by its default bot (`GameBot.reasons`). Nothing
here is secret, since the events are those of spectators.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Final, Literal, TypeAlias

import msgspec

from turncoat.bots.intents import IntentKind
from turncoat.bots.odds import Odds
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, SPECTATOR, Seat, SeatSet, everyone
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, TeamNamed, TeamVoted, team_acts

Opinion: TypeAlias = Literal["suspect", "trust"]
TopicKind: TypeAlias = Literal["team", "vote", "mission", "accusation"]
"""Kinds of topics: a named team, a revealed vote, a mission that was run, an accusation under the rules."""

ALIKE: Final = (4, 7, 10)
"""Numbers of votes at which voting always the same way becomes an argument."""


class Reason(msgspec.Struct, frozen=True):
    """A public act or result that speaks for or against a seat."""

    key: str
    """One of `wordings.reason_keys`."""
    about: Seat
    opinion: Opinion
    mission: int = 0
    count: int = 0
    others: SeatSet = NOBODY


class Stance(msgspec.Struct, frozen=True):
    """A seat's part in an event: its vote, the team it named, or the mission it was on."""

    ways: tuple[tuple[str, SeatSet], ...] = ()
    """Phrases that may explain it, the best first, each with the seats it may be said about.

    A reason for the opinion in the phrase may follow.
    """
    otherwise: str = "guess"
    """Phrase to use if none of these fits."""
    volunteers: bool = False
    """True if that phrase may also be said unasked."""
    leader: Seat | None = None
    """Leader of the team. Remarks name it, because the next team may be up by the time they are read."""
    mission: int = 0
    """Mission that it belongs to."""
    known: int | None = None
    """Number of reasons known at the time, since later ones explain nothing. None for no limit."""


class Topic(msgspec.Struct, frozen=True):
    """An event that has just happened and may be discussed."""

    kind: TopicKind
    stances: Mapping[Seat, Stance] = {}
    is_late: bool = False
    """True if the next mission can decide the game."""
    concerned: SeatSet = NOBODY
    """Seats that it concerns more than the others."""


class Reasons:
    """Collector of arguments for and against each seat, in chronological order.

    Without missions there are none, unless a subclass knows more.
    """

    traitor_words: ClassVar[tuple[str, ...]] = ()
    """Prefixes of the game's words for traitors in all languages, in lowercase and without accents."""
    phrase_intents: ClassVar[Mapping[str, IntentKind]] = {}
    """Intents of the game's own quick phrases, by key."""
    has_teams: ClassVar[bool] = False
    """True if players pick teams."""
    solid: ClassVar[frozenset[str]] = frozenset()
    """Keys of the reasons that justify certainty. All others are thin."""

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.ruleset = ruleset
        self.seat = seat
        self.view: View[Any] = View(ruleset, SPECTATOR)
        self.found: list[Reason] = []
        self.topic: Topic | None = None
        """Latest event, if it is worth discussing."""
        self.first_new_reason = 0
        """Index in `found` of the first reason that came with the topic."""
        self.last_votes: dict[Seat, Stance] = {}
        self.last_teams: dict[Seat, Stance] = {}
        self.doubted: SeatSet = NOBODY
        """Seats that this seat has accused without retracting since."""

    def see(self, event: Event) -> None:
        """Process an event as spectators see it."""
        self.view.see((event,))

    def odds(self) -> Odds | None:
        """Return the beliefs of a loyal player on the seat from these events alone, or None.

        Only games that know better than `Beliefs` return any.
        """
        return None

    def for_seat(self, seat: Seat, opinion: Opinion, known: int | None = None) -> Iterator[Reason]:
        """Return the reasons for an opinion of a seat, newest first. Only the first `known` count, if given."""
        return (one for one in reversed(self.found[:known]) if one.about == seat and one.opinion == opinion)

    def behind(self, stance: Stance) -> Callable[[Seat, Opinion], Iterator[Reason]]:
        """Return a lookup of the reasons that were known when the stance was taken."""
        return partial(self.for_seat, known=stance.known)

    def own(self) -> Iterator[Reason]:
        """Return the seat's arguments in its own defense, newest first."""
        return iter(())

    @classmethod
    def leader_of(cls, view: View[Any]) -> Seat | None:
        """Return the leader of the last team, or whoever else has to answer for it."""
        leader: Seat | None = None
        for board, event in view.history():
            for act in team_acts(event, view.ruleset, board):
                if isinstance(act, TeamNamed):
                    leader = act.leader
        return leader

    def _begin(self, topic: Topic) -> None:
        self.topic, self.first_new_reason = topic, len(self.found)

    def _add(self, reasons: Sequence[Reason]) -> None:
        self.found += reasons


class MissionReasons(Reasons):
    """Arguments in a game with missions."""

    has_teams: ClassVar[bool] = True
    solid: ClassVar[frozenset[str]] = frozenset(
        {"on-failed", "on-two-failed", "only-new", "fails-among", "on-clean", "on-two-clean", "would-have-sabotaged"}
    )

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        super().__init__(ruleset, seat)
        self.votes: list[TeamVoted] = []
        self.missions: list[MissionRun] = []

    def see(self, event: Event) -> None:
        if event.scene == "mission":
            self.topic = None  # its result was reversed, or another follows
            number, success = getattr(event, "mission", 0), getattr(event, "success", None)
            if any(run.situation.mission == number and run.success is not success for run in self.missions):
                self.found = [one for one in self.found if one.mission != number]
                self.missions = [run for run in self.missions if run.situation.mission != number]
        for act in team_acts(event, self.ruleset, self.view.board):
            match act:
                case TeamNamed():
                    self._named(act)
                case TeamVoted():
                    self._voted(act)
                case MissionRun():
                    self._run(act)
        super().see(event)

    def own(self) -> Iterator[Reason]:
        me = 1 << self.seat
        for run in reversed(self.missions):
            number = run.situation.mission
            if run.success and run.team & me:
                yield Reason("my-clean", self.seat, "trust", number)
            elif not run.success and not run.team & me:
                if run.approvals and not run.approvals & me:
                    yield Reason("my-warning", self.seat, "trust", number)
                yield Reason("not-there", self.seat, "trust", number)

    def _named(self, act: TeamNamed) -> None:
        leader, number, known = act.leader, act.situation.mission, len(self.found)
        bit, rest = 1 << leader, act.team & ~(1 << leader)
        ways = (("fears-team", rest), ("fears-leader", bit), ("likes-team", rest))
        stances = {
            seat: Stance(ways, "with-me" if act.team >> seat & 1 else "without-me", True, leader, number, known)
            for seat in range(act.situation.players)
        }
        stances[leader] = Stance((("on-team", rest),), "my-team", True, leader, number, known)
        self.last_teams[leader] = msgspec.structs.replace(stances[leader], otherwise="guess")
        self._begin(Topic("team", stances, act.situation.is_decisive, act.team | bit))

    def _voted(self, act: TeamVoted) -> None:
        before = self.votes[-1] if self.votes else None
        is_rest = before is not None and (before.situation, before.team) == (act.situation, act.team)
        if before is not None and is_rest:  # the rest of a vote whose first ballots were revealed early
            act = msgspec.structs.replace(
                act, approvals=before.approvals | act.approvals, rejections=before.rejections | act.rejections
            )
            self.votes.pop()
        self.votes.append(act)
        stances = self._stances(act)
        fewer = min(act.approvals, act.rejections, key=SeatSet.bit_count)
        self._begin(Topic("vote", stances, act.situation.is_decisive, fewer))
        self.last_votes |= stances
        self._add([one for one in self._reasons_of_vote(act) if not is_rest or one not in self.found])

    def _stances(self, act: TeamVoted) -> dict[Seat, Stance]:
        found: dict[Seat, Stance] = {}
        leader, number, known = act.leader, act.situation.mission, len(self.found)
        bit, rest = 1 << leader, act.team & ~(1 << leader)
        for seat in SEATS_IN[act.approvals]:
            otherwise = "last-team" if act.situation.is_last_attempt else "no-doubts"
            found[seat] = Stance((("for-team", rest),), otherwise, False, leader, number, known)
        for seat in SEATS_IN[act.rejections]:
            otherwise = "other-team" if act.team >> seat & 1 else "not-on-it"
            ways = (("against-team", rest), ("against-leader", bit))
            found[seat] = Stance(ways, otherwise, False, leader, number, known)
        if leader in found:
            otherwise = "own-team" if act.approvals & bit else "own-no"
            found[leader] = Stance((), otherwise, False, leader, number)
        return found

    def _reasons_of_vote(self, act: TeamVoted) -> Iterator[Reason]:
        if len(self.votes) in ALIKE:
            for key, votes in (
                ("approves-all", [vote.approvals for vote in self.votes]),
                ("rejects-all", [vote.rejections for vote in self.votes]),
            ):
                always = everyone(act.situation.players)
                for seats in votes:
                    always &= seats
                yield from (Reason(key, seat, "suspect", count=len(votes)) for seat in SEATS_IN[always])
        if self.missions and not self.missions[-1].success:
            failed = self.missions[-1]
            others = failed.team & ~(1 << act.leader)
            number = failed.situation.mission
            if act.team & others:
                yield Reason("picked-failed", act.leader, "suspect", number, others=act.team & others)
            elif others:
                yield Reason("left-out-failed", act.leader, "trust", number)
        doubted = act.team & self.doubted
        me = 1 << self.seat
        if doubted and act.rejections & me:  # whoever wanted the team has not warned of it
            for seat in SEATS_IN[act.rejections & ~me & ~doubted]:
                yield Reason("followed-me", seat, "trust", others=doubted)

    def _run(self, act: MissionRun) -> None:
        now = act.situation
        is_late = now.wins - 1 in (now.successes + act.success, now.failures + (not act.success))
        beside = Stance((("beside-fail", act.team),), "not-my-fail", True, mission=now.mission)
        stances = {} if act.success else dict.fromkeys(SEATS_IN[act.team], beside)
        self._begin(Topic("mission", stances, is_late, act.team if act.fails else NOBODY))
        self._add(list(self.reasons_of(act)))
        self.missions.append(act)

    def reasons_of(self, run: MissionRun) -> Iterator[Reason]:
        """Yield a mission's arguments for and against each seat, the most telling of each seat last."""
        now = run.situation
        number, team = now.mission, run.team
        others = everyone(now.players) & ~team
        rejected = self.votes[-1].rejections if self.votes and self.votes[-1].team == team else NOBODY

        def of(seats: SeatSet, key: str, opinion: Opinion, count: int = 0, about: SeatSet = NOBODY) -> Iterator[Reason]:
            return (Reason(key, seat, opinion, number, count, about) for seat in SEATS_IN[seats])

        if run.success:
            yield from of(others & run.approvals, "approved-clean", "trust")
            yield from of(rejected, "against-clean", "suspect")
            yield from of(1 << run.leader, "led-clean", "trust")
            yield from of(team, "on-clean", "trust")
            yield from of(team & now.succeeded, "on-two-clean", "trust")
            if now.failure_decides and now.fails_needed == 1 and not run.fails:
                yield from of(team, "would-have-sabotaged", "trust")
            return
        yield from of(others & run.approvals, "approved-failed", "suspect")
        if run.approvals:  # secret ballots have none
            yield from of(others & ~run.approvals, "against-failed", "trust")
        yield from of(1 << run.leader, "led-failed", "suspect")
        yield from of(team, "on-failed", "suspect")
        if run.fails > 1:
            yield from of(team, "fails-among", "suspect", run.fails, team)
        yield from of(team & now.failed & ~now.succeeded, "on-two-failed", "suspect")
        new = team & ~now.succeeded
        if new.bit_count() == 1 and team.bit_count() > 1:
            yield from of(new, "only-new", "suspect")
