"""Scenes of Round Table: evil in the open, and the Assassin's finger on whoever may be Merlin."""

from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.games.resistance import events as base
from turncoat.games.round_table import events as happened
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.events import Event
from turncoat.kernel.seats import seat_set
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import FaceUpCard, SceneFigure, ScenePart, Stage
from turncoat.web.games.resistance.end import trust_in

_FOUND: Final = N_("{merlin:seat} was Merlin, found by {assassin:seat}.")
_MISSED: Final = N_("{merlin:seat} was Merlin; {assassin:seat} named {named:seat}.")
_PERCIVAL: Final = N_("{merlin:seat} was Merlin; {assassin:seat} named {named:seat}, who was Percival.")
_WHO: Final = N_("Who is Merlin?")
_ONCE: Final = N_("The Assassin, {seat:seat}, names one player, once.")
_IS_MERLIN: Final = N_("Is {named:seat} Merlin?")

_CLOSING: Final = (happened.AssassinCameOut, happened.MerlinNamed)
"""Events that the end page repeats if they followed the last mission."""


def with_scenes(stage: Stage, view: View[Board], teller: Teller, fresh: Sequence[Event]) -> Stage:
    """Return the stage, or the assassination from the moment at which the Assassin is known."""
    board = view.board
    if board.result is not None or board.assassin is None:
        return stage
    came_out = next(event for event in reversed(view.events) if isinstance(event, happened.AssassinCameOut))
    card = FaceUpCard("card-crowned", teller.word("assassin"))
    line = teller.fill(_ONCE, seat=board.assassin)
    return Stage(teller.text(_WHO), line, cards=(card,), fresh=came_out in fresh)


def scene_of(part: ScenePart, view: View[Board], events: Sequence[Event], teller: Teller) -> ScenePart:
    """Put the Assassin and the named player first, then that player's card, which is public by then, and the answer."""
    naming = next((event for event in events if isinstance(event, happened.MerlinNamed)), None)
    if naming is None:
        return part
    roles = view.board.roles
    assassin = SceneFigure(naming.assassin, roles[naming.assassin] or "", caption=teller.word("assassin"))
    named = SceneFigure(naming.named, becomes=roles[naming.named] or "")
    return msgspec.structs.replace(
        part, intro=teller.fill(_IS_MERLIN, named=naming.named), figures=(assassin, named)
    )


def closing_scene(view: View[Board], teller: Teller) -> tuple[str, ...]:
    """Return the course of the finale."""
    return tuple(teller.event(event) for event in view.events if isinstance(event, _CLOSING))


def who_deceived_whom(view: View[Board], teller: Teller) -> str:
    """Say whether Merlin was found, or else who was fooled most or saw through evil best."""
    board = view.board
    if board.result is None or not all(board.roles):
        return ""
    for event in reversed(view.events):
        if isinstance(event, happened.MerlinNamed):
            percival = board.roles[event.named] == "percival"
            told = _FOUND if event.right else _PERCIVAL if percival else _MISSED
            merlin = board.roles.index("merlin")
            return teller.fill(told, merlin=merlin, assassin=event.assassin, named=event.named)
    evil = seat_set(seat for seat, role in enumerate(board.roles) if role and board.side_of(role) == EVIL)
    return trust_in(view, evil, spies_won=board.result.winner == EVIL, teller=teller)
