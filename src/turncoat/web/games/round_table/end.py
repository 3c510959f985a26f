"""End of a game of Round Table: the course of the assassination, and who deceived whom."""

from typing import Final

from turncoat.games.round_table import events as happened
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.seats import seat_set
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.games.resistance.end import trust_in

_FOUND: Final = N_("{merlin:seat} was Merlin, found by {assassin:seat}.")
_MISSED: Final = N_("{merlin:seat} was Merlin; {assassin:seat} named {named:seat}.")
_PERCIVAL: Final = N_("{merlin:seat} was Merlin; {assassin:seat} named {named:seat}, who was Percival.")


def closing_scene(view: View[Board], teller: Teller) -> tuple[str, ...]:
    """Return the course of the finale."""
    closing = (happened.AssassinCameOut, happened.MerlinNamed)
    return tuple(teller.event(event) for event in view.events if isinstance(event, closing))


def who_deceived_whom(view: View[Board], teller: Teller) -> str:
    """Say whether Merlin was found, or else who was fooled most or saw through evil best."""
    board = view.board
    if board.result is None or not all(board.roles):
        return ""
    naming = next((event for event in view.events if isinstance(event, happened.MerlinNamed)), None)
    if naming is not None:
        told = _PERCIVAL if board.roles[naming.named] == "percival" else _MISSED
        merlin = board.roles.index("merlin")
        return teller.fill(
            _FOUND if naming.right else told, merlin=merlin, assassin=naming.assassin, named=naming.named
        )
    evil = seat_set(seat for seat, role in enumerate(board.roles) if role and board.side_of(role) == EVIL)
    return trust_in(view, evil, spies_won=board.result.winner == EVIL, teller=teller)
