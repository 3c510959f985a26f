"""What bots say: whom they trust or doubt, and why, in words that everybody can check.

A bot speaks after a mission, or when the votes are shown. It goes by what everybody has seen, and by its word that it
is itself loyal. So whether it speaks, and when, is the same whatever its role is, and no secret of a loyal seat is in
what it says. Of seats of whom that is about as true it draws one. A traitor draws among those that suit it: it doubts
no fellow, and trusts one. So each of its lies is one that loyal bots often tell in good faith.
"""

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any, Final, Literal, TypeAlias

import msgspec

from turncoat.bots.missions import is_decisive
from turncoat.bots.odds import Odds
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, SPECTATOR, Seat, SeatSet, everyone
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, TeamVoted, team_acts

Opinion: TypeAlias = Literal["suspect", "trust"]
Reasons: TypeAlias = Mapping[tuple[Seat, Opinion], tuple[str, int]]
"""What speaks for or against a seat, and at which mission it happened."""

OPINIONS: Final[Mapping[str, Opinion]] = {
    "suspect": "suspect",
    "sure": "suspect",
    "against-team": "suspect",
    "trust": "trust",
    "on-team": "trust",
}
"""Which opinion each quick phrase about somebody expresses, by its key."""

DOUBTS: Final = 0.55
"""From here on a bot says that it doubts a seat."""
SURE: Final = 0.9
"""From here on it says that it is sure."""
TRUSTS: Final = 0.4
"""Up to here a bot says that it trusts a seat."""
ABOUT_AS_TRUE: Final = 0.1
"""It may speak of any seat whose chance of being wrongly judged is at most this much above that of the best one."""
OF_MISSION: Final = 0.8
"""What its talkativeness is multiplied by after a mission."""
OF_VOTE: Final = 0.3
"""The same after a vote: there are more of them, and seldom anything new to say."""
LATE: Final = 1.5
"""The same once a mission can decide the game."""
FEW: Final = 7
"""With more players than this each speaks less, so that no more is said in all."""


class Remark(msgspec.Struct, frozen=True):
    """What somebody says of a seat by a quick phrase. A bot says why, too: what the seat did for all to see."""

    phrase: str
    """The key of the phrase, one of OPINIONS."""
    about: Seat
    reason: str = ""
    """The key of the reason: on-failed, approved-failed, against-failed, on-clean; empty for none."""
    mission: int = 0
    """The mission that the reason speaks of."""

    @property
    def opinion(self) -> Opinion:
        """Whether it speaks for or against the seat."""
        return OPINIONS[self.phrase]


class Speaker:
    """Finds what a bot says. It does not change how the bot plays: it draws from a stream of its own."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        self._ruleset = ruleset
        self._seat = seat
        self._rng = Random(seed + b" remarks")
        self._view: View[Any] = View(ruleset, SPECTATOR)
        self._act: MissionRun | TeamVoted | None = None
        """What there is to speak of."""
        self._order: list[Seat] = []
        """The order in which it looks for somebody to speak of."""
        self._reasons: dict[tuple[Seat, Opinion], tuple[str, int]] = {}
        """The latest reasons that missions gave."""
        self._said = 0
        """How often it has spoken since the last mission."""
        self.heard: set[Remark] = set()
        """What it and others have said: nobody wants to hear that again."""

    def see(self, events: Iterable[Event]) -> None:
        """Take in what everybody has seen."""
        for event in events:
            if event.scene == "mission":
                self._act = None  # its result was turned over, or another came
            for act in team_acts(event, self._ruleset, self._view.board):
                if isinstance(act, MissionRun):
                    self._act, self._said = act, 0
                    self._reasons |= reasons_of(act)
                elif isinstance(act, TeamVoted):
                    self._act = act
            self._view.see((event,))

    def hear(self, remark: Remark) -> None:
        """Take in what somebody else has said."""
        self.heard.add(remark)

    def wants_to_speak(self, talkative: float) -> bool:
        """Whether it speaks of what happened last, if it finds something to say. It does so at most once."""
        act = self._act
        if act is None:
            return False
        # As many draws for each, whatever comes of them.
        drawn = self._rng.random()
        self._order = self._rng.sample(range(self._ruleset.players), self._ruleset.players)
        is_late = _is_late(act)
        often = talkative * (OF_MISSION if isinstance(act, MissionRun) else OF_VOTE) * (LATE if is_late else 1.0)
        often *= min(1.0, FEW / self._ruleset.players)
        may_talk = not self._view.board.silent >> self._seat & 1
        if (
            drawn >= often or self._said > is_late or not may_talk
        ):  # once of a mission, twice where one can decide the game
            self._act = None
        return self._act is not None

    def remark(self, odds: Odds, fellows: SeatSet) -> Remark | None:
        """What it says when it wants to. The odds are those of a loyal player on this seat who knows no other secret;
        `fellows` as far as a traitor knows them."""
        act, self._act = self._act, None
        others = ~(1 << self._seat | self._view.board.silent)  # a seat that is out of the game no longer matters
        for phrase, seats, reasons in self._thoughts(act):
            remark = self._finds(phrase, seats & others, reasons, odds.suspicion, fellows)
            if remark is not None:
                self._said += 1
                self.heard.add(remark)
                return remark
        return None

    def _thoughts(self, act: MissionRun | TeamVoted | None) -> Iterator[tuple[str, SeatSet, Reasons]]:
        """What it might say, by its phrase: about which seats, and why."""
        if isinstance(act, MissionRun):
            reasons = reasons_of(act)
            yield "suspect", everyone(act.situation.players), reasons
            yield "trust", everyone(act.situation.players), reasons
        elif act is not None and act.leader == self._seat:
            yield "on-team", act.team, self._reasons
        elif act is not None and act.rejections >> self._seat & 1:
            yield "against-team", act.team, self._reasons
        elif act is not None and act.approvals >> self._seat & 1:
            yield "trust", act.team, self._reasons

    def _finds(
        self, phrase: str, among: SeatSet, reasons: Reasons, suspicion: list[float], fellows: SeatSet
    ) -> Remark | None:
        """The remark with this phrase, if there is somebody to make it of."""
        opinion = OPINIONS[phrase]
        said = {(one.opinion, one.about, one.reason, one.mission) for one in self.heard}
        remarks = {
            seat: Remark(phrase, seat, *reasons[seat, opinion])
            for seat in self._order
            if among >> seat & 1 and (seat, opinion) in reasons and (opinion, seat, *reasons[seat, opinion]) not in said
        }
        wrong = {seat: 1 - suspicion[seat] if opinion == "suspect" else suspicion[seat] for seat in remarks}
        least, most = min(wrong.values(), default=1.0), 1 - DOUBTS if opinion == "suspect" else TRUSTS
        alike = [seat for seat in remarks if wrong[seat] <= min(most, least + ABOUT_AS_TRUE)]
        if not alike:
            return None
        suits = [seat for seat in alike if fellows and (fellows >> seat & 1) == (opinion == "trust")]
        remark = remarks[(suits or alike)[0]]  # they are in the order that was drawn
        if phrase == "suspect" and max(wrong[seat] for seat in alike) <= 1 - SURE:  # of whichever it is
            return msgspec.structs.replace(remark, phrase="sure")
        return remark


def _is_late(act: MissionRun | TeamVoted) -> bool:
    """Whether the next mission can decide the game."""
    now = act.situation
    if isinstance(act, MissionRun):
        return now.wins - 1 in (now.successes + act.success, now.failures + (not act.success))
    return is_decisive(now)


def reasons_of(mission: MissionRun) -> Reasons:
    """What a mission says for or against each seat."""
    found: dict[tuple[Seat, Opinion], tuple[str, int]] = {}
    number = mission.situation.mission
    if mission.success:
        return {(seat, "trust"): ("on-clean", number) for seat in SEATS_IN[mission.team]}
    others = everyone(mission.situation.players) & ~mission.team
    for seat in SEATS_IN[others]:
        if mission.approvals >> seat & 1:
            found[seat, "suspect"] = "approved-failed", number
        elif mission.approvals:  # none are known where the ballots stay secret
            found[seat, "trust"] = "against-failed", number
    for seat in SEATS_IN[mission.team]:
        found[seat, "suspect"] = "on-failed", number
    return found
