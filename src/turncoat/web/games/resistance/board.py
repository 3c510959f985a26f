"""Board of The Resistance on the page: the stage, the missions, and all proposals with their ballots."""

from collections.abc import Mapping
from itertools import pairwise
from typing import Final, Literal

import msgspec

from turncoat.games.resistance import events as happened
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hunter.events import Accused, HunterRevealed, Investigated, LoyaltyCardHanded
from turncoat.games.resistance.inquisitor import InquisitorPassed
from turncoat.games.resistance.targeting import FIFTH_MISSION_AFTER, Targeting, open_missions
from turncoat.kernel.events import Event
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, is_in, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Ballot, FaceUpCard, MissionSlot, Naming, ProposalRow, Stage

PLACES: Final = ("mast", "bridge", "train", "dam", "tower")
"""Drawings on the mission spaces, in order."""
CARD_ART: Final[Mapping[str, str]] = {
    "success": "card-success",
    "fail": "card-fail",
    "chief-fail": "card-crowned",
    "reverse": "card-turned",
}
"""Drawings of the mission cards."""
FAILS: Final = ("fail", "chief-fail")
_NAMES_TEAM: Final = N_("{leader:seat} names a team")
_NAME_TEAM: Final = N_("Your turn: name a team")
_CHOOSES_MISSION: Final = N_("{leader:seat} chooses a mission and names a team")
_CHOOSE_MISSION: Final = N_("Your turn: choose a mission and name a team")
_OPEN_LINE: Final = N_("Missions to choose from: {missions}.")
_SIZE_LINE: Final = N_("Team of {size} for mission {mission}.")
_VOTE: Final = N_("Vote: {leader:seat}'s team")
_VOTE_LINE: Final = N_("Vote on the team for mission {mission}. Ballots in: {chosen} of {all}.")
_GOES: Final = N_("The team goes on the mission")
COUNT: Final = N_("For: {approvals}. Against: {rejections}.")
_REJECTED_LINE: Final = N_("The team is rejected.")
_UNDER_WAY: Final = N_("Mission {mission} is under way")
_IN_SECRET: Final = N_("{team:seats} are playing their cards.")
SUCCEEDED: Final = N_("Mission {mission} succeeded")
FAILED: Final = N_("Mission {mission} failed")
_TURNED_OVER: Final = N_("A Reverse has reversed the result.")
_CANCEL_OUT: Final = N_("The two Reverses cancel out.")
_SPACE: Final = N_("Mission {mission}: team of {size}.")
_SPACE_FAILS: Final = N_("It takes {fails} Fails to fail.")
_ROW: Final = N_("Mission {mission}, attempt {attempt}: {leader:seat} named {team:seats}.")
_NOBODY_WENT: Final = N_("Nobody went")
_FAILS: Final = N_("{count} fail played", "{count} fails played")
TIE: Final = N_("A tie rejects the team.")
APPROVED_STAMP: Final = N_("Approved")
REJECTED_STAMP: Final = N_("Rejected")
_OUTCOMES: Final[Mapping[str, str]] = {
    "approved": N_("The team is approved."),
    "rejected": _REJECTED_LINE,
    "success": N_("The mission succeeds."),
    "fail": N_("The mission fails."),
}

_STAGES: Final = (
    happened.TeamProposed,
    happened.TeamApproved,
    happened.TeamRejected,
    happened.MissionRevealed,
)
"""Events displayed on the stage, each until the next of them."""
_AFTER_A_MISSION: Final = (
    HunterRevealed,
    Accused,
    happened.MissionReversed,
    Investigated,
    LoyaltyCardHanded,
    InquisitorPassed,
)
"""Events of modules that may follow a mission and are displayed above its result."""
_RESULTS: Final = (happened.MissionRevealed, happened.MissionReversed)

Outcome = Literal["", "approved", "rejected", "success", "fail"]


def ballots_of(view: View[Board], first_new_event: int) -> tuple[dict[Seat, Ballot], SeatSet]:
    """Return the face-up ballots on the last team, and the seats whose ballots are new since that event."""
    ballots: dict[Seat, Ballot] = {}
    new = NOBODY
    for index, event in enumerate(view.events):
        if isinstance(event, happened.TeamProposed):
            ballots, new = {}, NOBODY
        elif isinstance(event, happened.BallotsRevealed):
            ballots.update(dict.fromkeys(seats_in(event.approvals), "approve"))
            ballots.update(dict.fromkeys(seats_in(event.rejections), "reject"))
            if index >= first_new_event:
                new |= event.approvals | event.rejections
    return ballots, new


def stage_of(view: View[Board], teller: Teller, asked: SeatSet, fresh: list[Event], last_chance: str = "") -> Stage:
    """Return the stage.

    `asked` are the seats to which the open question was put, `fresh` the events just happened, and `last_chance` says
    what one more rejection brings, if that is not just another team.
    """
    fill, board = teller.fill, view.board
    told = [event for event in view.events if isinstance(event, _STAGES)]
    last = told[-1] if told else None
    chosen = asked & ~view.waiting
    match last:
        case happened.TeamProposed():
            line = fill(_VOTE_LINE, mission=board.mission, chosen=chosen.bit_count(), all=asked.bit_count())
            if board.tie_is_possible:
                line = f"{line} {fill(TIE)}"
            slots = tuple(map(teller.seat, seats_in(last.team)))
            return Stage(fill(_VOTE, leader=last.leader), line, slots)
        case happened.TeamApproved() if not chosen:
            slots = tuple(map(teller.seat, seats_in(last.team)))
            line = _counted(board, teller)
            return Stage(
                fill(_GOES), line, slots, fresh=last in fresh, stamp="approved", stamp_word=teller.text(APPROVED_STAMP)
            )
        case happened.TeamApproved():
            line = fill(_IN_SECRET, team=last.team)
            return Stage(fill(_UNDER_WAY, mission=board.mission), line, hidden_cards=board.team.bit_count())
        case happened.TeamRejected():
            refused = next(event for event in reversed(told) if isinstance(event, happened.TeamProposed))
            slots = tuple(map(teller.seat, seats_in(refused.team)))
            count = _counted(board, teller)
            verdict = fill(TIE) if board.is_tie else count if last_chance else f"{fill(_REJECTED_LINE)} {count}"
            line = " ".join(filter(None, (verdict, last_chance, _team_line(view, teller))))
            word = teller.text(REJECTED_STAMP)
            return _naming(Stage("", line, slots, fresh=last in fresh, stamp="rejected", stamp_word=word), view, teller)
        case happened.MissionRevealed():
            return _after_mission(view, teller, last, fresh)
        case _:
            slots = () if leader_chooses_mission(view) else ("",) * board.team_size
            return _naming(Stage("", _team_line(view, teller), slots), view, teller)


def leader_chooses_mission(view: View[Board]) -> bool:
    """Return whether the mission is still open because the leader chooses it with the team (TGT-1)."""
    return view.ruleset.has(Targeting.name) and not view.board.team


def _naming(stage: Stage, view: View[Board], teller: Teller) -> Stage:
    """Return the stage while the leader names a team, with everything but its line and what lies on it."""
    board, chooses = view.board, leader_chooses_mission(view)
    places = max(map(board.size_of, _missions_to_choose(view))) if chooses else board.team_size
    return msgspec.structs.replace(
        stage,
        headline=teller.fill(_CHOOSES_MISSION if chooses else _NAMES_TEAM, leader=board.leader),
        headline_for_me=teller.text(_CHOOSE_MISSION if chooses else _NAME_TEAM),
        naming=Naming(places, _team_line(view, teller), is_open=chooses),
    )


def _missions_to_choose(view: View[Board]) -> tuple[int, ...]:
    return tuple(open_missions(view.board, view.ruleset.option(FIFTH_MISSION_AFTER)))


def _team_line(view: View[Board], teller: Teller) -> str:
    """Return the size of the team that is being named, or the missions that it may be for."""
    if leader_chooses_mission(view):
        return teller.fill(_OPEN_LINE, missions=", ".join(map(str, _missions_to_choose(view))))
    return teller.fill(_SIZE_LINE, size=view.board.team_size, mission=view.board.mission)


def _after_mission(view: View[Board], teller: Teller, revealed: happened.MissionRevealed, fresh: list[Event]) -> Stage:
    """Return the mission's cards and result, below the module events that follow it, or the team that is next."""
    since = view.events[view.events.index(revealed) + 1 :]
    success, headline, is_next = revealed.success, "", False
    for event in since:
        if isinstance(event, happened.MissionReversed):
            success = event.success
        if isinstance(event, _AFTER_A_MISSION):
            headline = teller.event(event)
    outcome = teller.fill(SUCCEEDED if success else FAILED, mission=revealed.mission)
    if view.board.result is not None:
        line = teller.result(view.board.result)
    elif is_next := any(isinstance(event, happened.RoundBegan) for event in since):
        line = f"{outcome}. {_team_line(view, teller)}"
    else:
        line = teller.waiting(view.waiting)
    if success == revealed.success:
        line = f"{_of_reverses(view.board, teller, revealed)} {line}".strip()
    stage = Stage(
        headline or outcome,
        line,
        cards=tuple(FaceUpCard(CARD_ART.get(card, ""), teller.word(card)) for card in revealed.cards),
        fresh=any(event is revealed or isinstance(event, happened.MissionReversed) for event in fresh),
        stamp="success" if success else "fail",
        stamp_word=teller.word("success" if success else "fail"),
    )
    return _naming(stage, view, teller) if is_next else stage


def _of_reverses(board: Board, teller: Teller, revealed: happened.MissionRevealed) -> str:
    """Describe the effect of Reverse cards on the result, if any (REV-MISSION-2, REV-MISSION-3)."""
    reverses, fails = revealed.cards.count("reverse"), sum(card in FAILS for card in revealed.cards)
    if reverses == 1 and revealed.success != (fails < board.fails_for(revealed.mission)):
        return teller.text(_TURNED_OVER)
    return teller.text(_CANCEL_OUT) if reverses == 2 else ""


def _counted(board: Board, teller: Teller) -> str:
    approvals, rejections = board.approvals, board.voted & ~board.approvals
    if not board.voted:
        return ""
    return teller.fill(COUNT, approvals=approvals.bit_count(), rejections=rejections.bit_count())


def slot_of(view: View[Board], teller: Teller, mission: int, fresh: list[Event]) -> MissionSlot:
    """Return a mission's space on the track."""
    board = view.board
    size, needs = board.size_of(mission), board.fails_for(mission)
    result = next((result for result in board.results if result.mission == mission), None)
    label = teller.fill(_SPACE, mission=mission, size=size)
    if needs > 1:
        label += " " + teller.fill(_SPACE_FAILS, fails=needs)
    art = PLACES[mission - 1]
    if result is None:
        now = mission == board.mission and board.result is None and not leader_chooses_mission(view)
        return MissionSlot(mission, size, needs, "now" if now else "next", art=art, label=label)
    word = teller.word("success" if result.success else "fail")
    fails = sum(card in FAILS for card in result.cards)
    counts = teller.fill(_FAILS, count=fails) if result.cards else teller.text(_NOBODY_WENT)
    new = any(isinstance(event, _RESULTS) and event.mission == mission for event in fresh)
    return MissionSlot(
        mission,
        size,
        needs,
        "done",
        "success" if result.success else "fail",
        word,
        counts,
        fails,
        result.cards.count("reverse"),
        art,
        f"{label} {word}: {teller.tally(result.cards) if result.cards else counts}.",
        new,
    )


def _ballot(seat: Seat, approvals: SeatSet) -> Ballot:
    return "approve" if is_in(seat, approvals) else "reject"


def rows_of(board: Board, teller: Teller) -> tuple[ProposalRow, ...]:
    """Return all proposals so far."""
    rows: list[ProposalRow] = []
    results = {result.mission: result for result in board.results}
    attempt = 0
    rounds = [0, *(proposal.round for proposal in board.proposals)]
    for proposal, (before, round_) in zip(board.proposals, pairwise(rounds), strict=True):
        attempt = attempt + 1 if before == round_ else 1
        outcome: Outcome = "rejected"
        if proposal.approved:
            result = results.get(proposal.mission)
            outcome = "approved" if result is None else "success" if result.success else "fail"
        ballots: tuple[Ballot, ...] = tuple(_ballot(seat, proposal.approvals) for seat in range(board.players))
        word = teller.text(_OUTCOMES[outcome])
        about = teller.fill(_ROW, mission=proposal.mission, attempt=attempt, leader=proposal.leader, team=proposal.team)
        rows.append(
            ProposalRow(
                proposal.mission,
                attempt,
                proposal.leader,
                seats_in(proposal.team),
                ballots,
                outcome,
                f"{about} {word}",
            )
        )
    return tuple(rows)
