"""Scenes of The Resistance: all ballots at once, and the cards of a mission one by one."""

from collections.abc import Sequence

import msgspec

from turncoat.games.resistance import events as happened
from turncoat.games.resistance.board import Board
from turncoat.kernel.events import Event
from turncoat.kernel.seats import is_in
from turncoat.telling import Teller
from turncoat.web.board.model import SceneBallot, ScenePart
from turncoat.web.games.resistance.board import APPROVED_STAMP, COUNT, FAILED, REJECTED_STAMP, SUCCEEDED, TIE


def scene_of(
    part: ScenePart, board: Board, events: Sequence[Event], teller: Teller, last_chance: str = ""
) -> ScenePart:
    """Add ballots or a stamp to a scene of a vote or a mission. Other scenes are returned unchanged.

    `last_chance` says what one more rejection brings, if the vote was the last but one.
    """
    for event in reversed(events):
        match event:
            case happened.TeamApproved() | happened.TeamRejected() | happened.BallotsRevealed() if part.kind == "vote":
                return _vote(part, board, events, teller, last_chance)
            case happened.MissionRevealed() | happened.MissionReversed() if part.kind == "mission":
                headline = teller.fill(SUCCEEDED if event.success else FAILED, mission=event.mission)
                word = "success" if event.success else "fail"
                told = tuple(teller.event(one) for one in events if isinstance(one, happened.MissionReversed))
                stamp_word = teller.word(word)
                return msgspec.structs.replace(part, headline=headline, lines=told, stamp=word, stamp_word=stamp_word)
    return part


def _vote(part: ScenePart, board: Board, events: Sequence[Event], teller: Teller, last_chance: str) -> ScenePart:
    approvals = rejections = 0
    for event in events:
        if isinstance(event, happened.BallotsRevealed):
            approvals, rejections = approvals | event.approvals, rejections | event.rejections
    ballots = tuple(
        SceneBallot(teller.seat(seat), "approve" if is_in(seat, approvals) else "reject")
        for seat in range(board.players)
        if is_in(seat, approvals | rejections)
    )
    count = teller.fill(COUNT, approvals=approvals.bit_count(), rejections=rejections.bit_count()) if ballots else ""
    settled = next((e for e in events if isinstance(e, happened.TeamApproved | happened.TeamRejected)), None)
    if settled is None:  # ballots revealed ahead of the others
        return msgspec.structs.replace(part, headline=count, lines=(), ballots=ballots)
    approved = isinstance(settled, happened.TeamApproved)
    is_tie = not approved and approvals.bit_count() == rejections.bit_count() > 0
    told = (f"{count} {teller.text(TIE)}" if is_tie else count, last_chance)
    return ScenePart(
        part.kind,
        teller.event(settled),
        tuple(filter(None, told)),
        ballots=ballots,
        stamp="approved" if approved else "rejected",
        stamp_word=teller.text(APPROVED_STAMP if approved else REJECTED_STAMP),
    )
