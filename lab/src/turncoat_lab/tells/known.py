"""Acts that are known to give traitors away, with their rates among traitors and loyal seats.

There are too few games of people to search for people's tells, but enough to compare the rates of these acts: a bot
that does one more often than people gives away more than people do.
"""

from collections.abc import Iterator
from typing import Any, Final, NamedTuple

import msgspec

from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR, SeatSet
from turncoat.missions import TeamAct, TeamNamed, TeamVoted, team_acts
from turncoat_lab.fellows import fellows_by_chance

AGAINST_OWN_TEAM: Final = "a leader rejects their own team"
FELLOWS_ON_THE_FIRST: Final = "a leader names fellows for mission 1"
"""At least two traitors, if the leader is one. With a traitor's fellows replaced by random seats, it would happen by
chance. That chance is counted for loyal leaders, and is the rate expected of traitors who act as if they knew nobody.
"""
KNOWN: Final = (AGAINST_OWN_TEAM, FELLOWS_ON_THE_FIRST)


class Share(msgspec.Struct):
    """The times that an act was done, out of its occasions."""

    did: float = 0
    of: int = 0

    def add(self, other: "Share") -> None:
        """Add other counts."""
        self.did += other.did
        self.of += other.of


class BySide(msgspec.Struct):
    """An act by both sides."""

    traitors: Share = msgspec.field(default_factory=Share)
    loyal: Share = msgspec.field(default_factory=Share)

    def add(self, other: "BySide") -> None:
        """Add other counts."""
        self.traitors.add(other.traitors)
        self.loyal.add(other.loyal)


class Chance(NamedTuple):
    """An occasion for the act, with 1 if it was done and 0 if not, or else its chance."""

    name: str
    is_traitor: bool
    did: float


def count(found: dict[str, BySide], game: Game[Any], traitors: SeatSet) -> None:
    """Count the known acts of a game that is over, in which these were the traitors."""
    for board, event in game.view(SPECTATOR).history():
        for act in team_acts(event, game.ruleset, board):
            for name, is_traitor, did in _of_act(act, traitors):
                by_side = found.setdefault(name, BySide())
                (by_side.traitors if is_traitor else by_side.loyal).add(Share(did, 1))


def _of_act(act: TeamAct, traitors: SeatSet) -> Iterator[Chance]:
    leader = 1 << act.leader
    is_traitor = bool(traitors & leader)
    if isinstance(act, TeamVoted) and leader & (act.approvals | act.rejections):
        yield Chance(AGAINST_OWN_TEAM, is_traitor, bool(act.rejections & leader))
    elif isinstance(act, TeamNamed) and act.situation.mission == 1:
        if is_traitor:
            yield Chance(FELLOWS_ON_THE_FIRST, True, (act.team & traitors).bit_count() >= 2)
        else:
            yield Chance(FELLOWS_ON_THE_FIRST, False, fellows_by_chance(act, traitors.bit_count() - 1))
