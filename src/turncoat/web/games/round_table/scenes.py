"""Scenes of Round Table: Excalibur, allegiance cards, and the Assassin's finger on whoever may be Merlin."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from turncoat.games.resistance import events as base
from turncoat.games.round_table import events as happened
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.excalibur import ExcaliburGiven, ExcaliburLeft, ExcaliburUsed
from turncoat.games.round_table.lady_of_the_lake import LoyaltyExamined
from turncoat.games.round_table.lancelots import SWITCH, AllegianceTurned
from turncoat.kernel.events import Event
from turncoat.kernel.seats import SeatSet
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import SceneFigure, ScenePart, Stage
from turncoat.web.games.round_table.drawings import face_up

_WHO: Final = N_("Who is Merlin?")
_ONCE: Final = N_("The Assassin, {seat:seat}, names one player, once.")
_IS_MERLIN: Final = N_("Is {named:seat} Merlin?")
_GIVES: Final = N_("{leader:seat} gives Excalibur to somebody on the team")
_ALL_IN: Final = N_("All cards are in")
_MAY_USE: Final = N_("{holder:seat} decides about Excalibur.")
_SWITCHED: Final = N_("The Lancelots exchange sides.")
_UNCHANGED: Final = N_("The Lancelots stay on their sides.")
_NAMES_TEAM: Final = N_("{leader:seat} names a team.")

_COURSE: Final = (base.TeamProposed, base.TeamApproved, base.TeamRejected, base.MissionRevealed)
"""Events of a round's normal course on the stage. A later scene is displayed above it."""
_SCENES: Final = (
    LoyaltyExamined,
    ExcaliburGiven,
    ExcaliburUsed,
    ExcaliburLeft,
    AllegianceTurned,
    happened.AssassinCameOut,
)


def with_scenes(stage: Stage, view: View[Board], teller: Teller, asked: SeatSet, fresh: Sequence[Event]) -> Stage:
    """Return the stage with what tokens, allegiance cards or the Assassin have added to the course of a round."""
    board, events = view.board, view.events
    if board.result is not None:
        return stage
    turn = max((at for at, event in enumerate(events) if isinstance(event, _COURSE)), default=-1)
    course = events[turn] if turn >= 0 else None
    scenes = [event for event in events[turn + 1 :] if isinstance(event, _SCENES)]
    match scenes[-1] if scenes else None:
        case happened.AssassinCameOut(assassin=seat) as came_out:
            card = face_up("assassin", teller)
            line = teller.fill(_ONCE, seat=seat)
            return Stage(teller.text(_WHO), line, cards=(card,), fresh=came_out in fresh)
        case AllegianceTurned(card=card) as turned:
            line = f"{told_of(card, teller)} {teller.fill(_NAMES_TEAM, leader=board.leader)}"
            return Stage(teller.event(turned), line, cards=(face_up(card, teller),), fresh=turned in fresh)
        case ExcaliburGiven() as given:
            return replace(stage, line=f"{teller.event(given)} {stage.line}")
        case LoyaltyExamined() as examined:
            return replace(stage, headline=teller.event(examined))
        case _:
            return _deciding(stage, course, view, teller, asked)


def _deciding(stage: Stage, course: Event | None, view: View[Board], teller: Teller, asked: SeatSet) -> Stage:
    """Return the stage while one seat decides about Excalibur, or the fifth team goes without a vote."""
    one = asked.bit_length() - 1 if asked.bit_count() == 1 else None
    match course:
        case base.TeamProposed(leader=leader) if one == leader:
            return replace(stage, headline=teller.fill(_GIVES, leader=leader), line=teller.waiting(view.waiting))
        case happened.TeamGoes() if stage.stamp:
            return replace(stage, line=teller.event(course))
        case base.TeamApproved() if one is not None:
            line = teller.fill(_MAY_USE, holder=one)
            return Stage(teller.text(_ALL_IN), line, hidden_cards=view.board.team.bit_count())
        case base.MissionRevealed():
            used = excalibur_before(view.events, course)
            return replace(stage, line=f"{teller.event(used)} {stage.line}") if used is not None else stage
        case _:
            return stage


def excalibur_before(events: Sequence[Event], revealed: base.MissionRevealed) -> ExcaliburUsed | None:
    """Return the use of Excalibur on the cards of a mission, or None."""
    for event in reversed(events[: events.index(revealed)]):
        if isinstance(event, ExcaliburUsed):
            return event
        if isinstance(event, base.TeamProposed):
            break
    return None


def told_of(card: str, teller: Teller) -> str:
    """Return the effect of an allegiance card."""
    return teller.text(_SWITCHED if card == SWITCH else _UNCHANGED)


def scene_of(part: ScenePart, view: View[Board], events: Sequence[Event], teller: Teller) -> ScenePart:
    """Put first who names or exchanges whose card; turn over an allegiance card, or the card of the player named."""
    for event in events:
        match event:
            case happened.MerlinNamed(assassin=assassin, named=named):
                # The game is over by then, so the card is public.
                roles = view.board.roles
                figures = (
                    SceneFigure(assassin, roles[assassin] or "", caption=teller.word("assassin")),
                    SceneFigure(named, becomes=roles[named] or ""),
                )
                return replace(part, intro=teller.fill(_IS_MERLIN, named=named), figures=figures)
            case AllegianceTurned(card=card):
                return replace(part, cards=(face_up(card, teller),), lines=(told_of(card, teller),))
            case base.MissionRevealed():
                used = excalibur_before(view.events, event)
                return replace(part, intro=teller.event(used)) if used is not None else part
            case _:
                continue
    return part
