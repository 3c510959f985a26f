"""What of a game's board is drawn on the page: tracks, ballots, roles.

A game without an entry here is playable all the same: its events are told, its options are forms; it just has no
tracks.
"""

from collections.abc import Mapping
from itertools import pairwise
from typing import Any, Final, Literal

import msgspec

from turncoat.games.hail_hydra.board import Board as HydraBoard
from turncoat.games.resistance import events as happened
from turncoat.games.resistance.board import Board as ResistanceBoard
from turncoat.games.resistance.hunter.events import Accused, HunterRevealed, Investigated, LoyaltyCardHanded
from turncoat.games.resistance.inquisitor import InquisitorPassed
from turncoat.games.resistance.tables import MISSIONS
from turncoat.games.winter_soldier.board import Board as WinterBoard
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat, SeatSet, is_in, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Ballot, CardShown, Row, Side, Space, Stage
from turncoat.web.games.hail_hydra_model import HydraPart
from turncoat.web.games.hydra_board import hydra_facts, hydra_stage
from turncoat.web.games.hydra_table import hydra_table
from turncoat.web.games.winter_board import winter_goals, with_scenes

ART: Final = ("mast", "bridge", "train", "dam", "tower")
SHAPES: Final[Mapping[str, Side]] = {"resistance": "shield", "shield": "shield", "heroes": "shield", "good": "shield"}
"""Which outline a side wears; the sides that are not named here wear the jagged one."""

GOALS: Final[Mapping[tuple[str, str], str]] = {
    ("resistance", "resistance"): N_("Make three missions succeed."),
    ("resistance", "spies"): N_("Make three missions fail, unseen."),
    ("hunter", "resistance"): N_("Make three missions succeed; then your Hunter must find the Chief of the spies."),
    ("hunter", "spies"): N_("Make three missions fail, unseen; then your Hunter must find a Chief of the resistance."),
    ("winter-soldier", "shield"): N_("Make three missions succeed, and keep Nick Fury safe."),
    ("winter-soldier", "hydra"): N_("Make three missions fail, or find Nick Fury in the end."),
    ("hail-hydra", "shield"): N_("Defeat the villains with the city still standing."),
    ("hail-hydra", "hydra"): N_("Have the city destroyed, unseen as long as it helps."),
}
"""What a side is after, by game (or a module that changes it) and side."""
WINS: Final[Mapping[str, str]] = {
    "resistance": N_("The Resistance wins"),
    "spies": N_("The spies win"),
    "shield": N_("S.H.I.E.L.D. wins"),
    "hydra": N_("HYDRA wins"),
}
_GOAL_LINE: Final = N_("three successes or three failures decide")
_GOAL_LINE_HUNTERS: Final = N_("three successes or three failures bring an accusation")
_NAMES_TEAM: Final = N_("{leader:seat} names a team")
_SIZE_LINE: Final = N_("Team of {size} for mission {mission}.")
_VOTE: Final = N_("The vote on the team of {leader:seat}")
_VOTE_LINE: Final = N_("Shall they go on mission {mission}? Ballots in: {chosen} of {all}.")
_GOES: Final = N_("The team goes")
_COUNT: Final = N_("For: {approvals}. Against: {rejections}.")
_REJECTED: Final = N_("The team is rejected")
_UNDER_WAY: Final = N_("Mission {mission} is under way")
_IN_SECRET: Final = N_("In secret, a card each: {team:seats}.")
_SUCCEEDED: Final = N_("Mission {mission} succeeded")
_FAILED: Final = N_("Mission {mission} failed")
_SPACE: Final = N_("Mission {mission}: team of {size}.")
_SPACE_FAILS: Final = N_("It takes {fails} Fails to fail.")
_REJECTED_LABEL: Final = N_("Rejected teams in this round: {track} of {limit}. At {limit} the spies win.")
_LOST_LABEL: Final = N_("Rejected teams in this round: {track} of {limit}. At {limit} the mission fails.")
_ROW: Final = N_("Mission {mission}, attempt {attempt}: {leader:seat} named {team:seats}.")
_NOBODY_WENT: Final = N_("Nobody went")
_FAILS: Final = N_("Fails: {fails}")
_ON_TEAMS: Final = N_("Missions: {count}")
_APPROVED_STAMP: Final = N_("Approved")
_REJECTED_STAMP: Final = N_("Rejected")
_OUTCOMES: Final[Mapping[str, str]] = {
    "approved": N_("The team is approved."),
    "rejected": N_("The team is rejected."),
    "success": N_("The mission succeeds."),
    "fail": N_("The mission fails."),
}

Outcome = Literal["", "approved", "rejected", "success", "fail"]


class BoardModel(msgspec.Struct, frozen=True):
    """What a board gives to the public part of a page."""

    stage: Stage
    spaces: tuple[Space, ...] = ()
    rejected: int = 0
    rejected_limit: int = 0
    rejected_label: str = ""
    goals: tuple[str, ...] = ()
    hydra: HydraPart | None = None
    rows: tuple[Row, ...] = ()
    leader: Seat | None = None
    team: SeatSet = 0
    ballots: Mapping[Seat, Literal["approve", "reject"]] = {}
    new_ballots: SeatSet = 0
    out: SeatSet = 0
    come_out: Mapping[Seat, str] = {}
    """Seats whose side has become public (a word), whether or not their character has."""


def draw(view: View[Any], teller: Teller, waiting: SeatSet, asked: SeatSet, news: int) -> BoardModel:
    """The public part of a spectator's view.

    `asked` were waited for when the step opened; events from `news` on are new.
    """
    if isinstance(view.board, ResistanceBoard):
        return _resistance(view, view.board, teller, waiting, asked, news)
    if isinstance(view.board, HydraBoard):
        board = view.board
        stage = hydra_stage(view, board, teller, waiting, view.events[news:])
        middle = hydra_table(view, board, teller, view.events[news:])
        team = board.on_mission if board.mission else 0
        return BoardModel(stage, goals=hydra_facts(board, teller), team=team, hydra=middle)
    said = [text for event in view.events if (text := teller.event(event))]
    return BoardModel(Stage(said[-1] if said else "", teller.waiting(waiting)))


def role_of(view: View[Any], seat: Seat) -> str:
    """The role of a seat as far as the holder of the view knows it; empty when he does not."""
    roles = getattr(view.board, "roles", None)
    return (roles[seat] or "") if roles else ""


def missions_of(view: View[Any], seat: Seat, teller: Teller) -> str:
    """How often a seat was on a mission, for the end of the game."""
    results = getattr(view.board, "results", ())
    count = sum(is_in(seat, getattr(result, "team", 0)) for result in results)
    return teller.fill(_ON_TEAMS, count=count) if results else ""


def _resistance(
    view: View[Any], board: ResistanceBoard, teller: Teller, waiting: SeatSet, asked: SeatSet, news: int
) -> BoardModel:
    ballots: dict[Seat, Literal["approve", "reject"]] = {}
    new_ballots = 0
    for index, event in enumerate(view.events):
        if isinstance(event, happened.TeamProposed):
            ballots, new_ballots = {}, 0
        elif isinstance(event, happened.BallotsRevealed):
            ballots.update(dict.fromkeys(seats_in(event.approvals), "approve"))
            ballots.update(dict.fromkeys(seats_in(event.rejections), "reject"))
            if index >= news:
                new_ballots |= event.approvals | event.rejections
    fresh = view.events[news:]
    winter = board if isinstance(board, WinterBoard) else None
    label = _LOST_LABEL if winter is not None else _REJECTED_LABEL
    stage = _stage(view, board, teller, waiting, asked, fresh)
    return BoardModel(
        stage=stage if winter is None else with_scenes(stage, view, winter, teller, waiting, fresh),
        spaces=tuple(_space(board, teller, mission, fresh) for mission in range(1, MISSIONS + 1)),
        rejected=board.track,
        rejected_limit=board.rejections,
        rejected_label=teller.fill(label, track=board.track, limit=board.rejections),
        goals=(teller.text(_GOAL_LINE_HUNTERS if view.ruleset.has("hunter") else _GOAL_LINE),)
        if winter is None
        else winter_goals(teller),
        rows=_rows(board, teller),
        leader=board.leader,
        team=board.team,
        ballots=ballots,
        new_ballots=new_ballots,
        out=winter.out if winter is not None else 0,
        come_out=dict.fromkeys(seats_in(winter.hydra), "hydra") if winter is not None else {},
    )


def _stage(
    view: View[Any], board: ResistanceBoard, teller: Teller, waiting: SeatSet, asked: SeatSet, fresh: list[Event]
) -> Stage:
    fill = teller.fill
    told = [event for event in view.events if isinstance(event, _STAGES)]
    last = told[-1] if told else None
    chosen = asked & ~waiting
    match last:
        case happened.TeamProposed():
            line = fill(_VOTE_LINE, mission=board.mission, chosen=chosen.bit_count(), all=asked.bit_count())
            slots = tuple(map(teller.seat, seats_in(last.team)))
            return Stage(fill(_VOTE, leader=last.leader), line, slots)
        case happened.TeamApproved() if not chosen:
            slots = tuple(map(teller.seat, seats_in(last.team)))
            line = _counted(view, teller)
            return Stage(
                fill(_GOES), line, slots, fresh=last in fresh, stamp="approved", stamp_word=teller.text(_APPROVED_STAMP)
            )
        case happened.TeamApproved():
            line = fill(_IN_SECRET, team=last.team)
            return Stage(fill(_UNDER_WAY, mission=board.mission), line, hidden_cards=board.team.bit_count())
        case happened.TeamRejected():
            refused = next(event for event in reversed(told) if isinstance(event, happened.TeamProposed))
            slots = tuple(map(teller.seat, seats_in(refused.team)))
            line = f"{_counted(view, teller)} {fill(_NAMES_TEAM, leader=board.leader)}."
            word = teller.text(_REJECTED_STAMP)
            return Stage(fill(_REJECTED), line, slots, fresh=last in fresh, stamp="rejected", stamp_word=word)
        case happened.MissionRevealed():
            return _after_mission(view, board, teller, waiting, last, fresh)
        case _:
            size = board.team_size
            line = fill(_SIZE_LINE, size=size, mission=board.mission)
            return Stage(fill(_NAMES_TEAM, leader=board.leader), line, ("",) * size)


def _after_mission(
    view: View[Any],
    board: ResistanceBoard,
    teller: Teller,
    waiting: SeatSet,
    revealed: happened.MissionRevealed,
    fresh: list[Event],
) -> Stage:
    """The mission's cards and result; over them what has come of it: who was revealed, accused, investigated."""
    since = view.events[view.events.index(revealed) + 1 :]
    success, drama = revealed.success, ""
    for event in since:
        if isinstance(event, happened.MissionReversed):
            success = event.success
        if isinstance(event, _DRAMA):
            drama = teller.event(event)
    if board.result is not None:
        line = teller.result(board.result)
    elif any(isinstance(event, happened.RoundBegan) for event in since):
        line, drama = teller.fill(_NAMES_TEAM, leader=board.leader) + ".", ""
    else:
        line = teller.waiting(waiting)
    return Stage(
        drama or teller.fill(_SUCCEEDED if success else _FAILED, mission=revealed.mission),
        line,
        cards=tuple(
            CardShown("success" if card == "success" else "fail", teller.word(card)) for card in revealed.cards
        ),
        fresh=any(event is revealed or isinstance(event, happened.MissionReversed) for event in fresh),
        stamp="success" if success else "fail",
        stamp_word=teller.word("success" if success else "fail"),
    )


_DRAMA: Final = (
    HunterRevealed,
    Accused,
    happened.MissionReversed,
    Investigated,
    LoyaltyCardHanded,
    InquisitorPassed,
)
"""What follows a mission in the modules, worth the middle of the table."""
_STAGES: Final = (
    happened.TeamProposed,
    happened.TeamApproved,
    happened.TeamRejected,
    happened.MissionRevealed,
)


_RESULTS: Final = (happened.MissionRevealed, happened.MissionReversed)


def _counted(view: View[Any], teller: Teller) -> str:
    for event in reversed(view.events):
        if isinstance(event, happened.BallotsRevealed):
            votes = {"approvals": event.approvals.bit_count(), "rejections": event.rejections.bit_count()}
            return teller.fill(_COUNT, **votes)
    return ""


def _space(board: ResistanceBoard, teller: Teller, mission: int, fresh: list[Event]) -> Space:
    size, needs = board.size_of(mission), board.fails_for(mission)
    result = next((result for result in board.results if result.mission == mission), None)
    label = teller.fill(_SPACE, mission=mission, size=size)
    if needs > 1:
        label += " " + teller.fill(_SPACE_FAILS, fails=needs)
    art = ART[mission - 1]
    if result is None:
        now = mission == board.mission and board.result is None
        return Space(mission, size, needs, "now" if now else "next", art=art, label=label)
    word = teller.word("success" if result.success else "fail")
    fails = sum(card in ("fail", "chief-fail") for card in result.cards)
    counts = teller.fill(_FAILS, fails=fails) if result.cards else teller.text(_NOBODY_WENT)
    new = any(isinstance(event, _RESULTS) and event.mission == mission for event in fresh)
    return Space(
        mission,
        size,
        needs,
        "done",
        "success" if result.success else "fail",
        word,
        counts,
        fails,
        art,
        f"{label} {word}: {teller.tally(result.cards) if result.cards else counts}.",
        new,
    )


def _ballot(seat: Seat, approvals: SeatSet) -> Ballot:
    return "approve" if is_in(seat, approvals) else "reject"


def _rows(board: ResistanceBoard, teller: Teller) -> tuple[Row, ...]:
    rows: list[Row] = []
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
            Row(
                proposal.mission,
                attempt,
                proposal.leader,
                seats_in(proposal.team),
                ballots,
                outcome,
                word,
                f"{about} {word}",
            )
        )
    return tuple(rows)
