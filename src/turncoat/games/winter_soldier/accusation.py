"""Captain America's accusation of any player still in, at any point (WIN-ACCUSE-1 to WIN-ACCUSE-5)."""

from functools import cache
from typing import Final

from turncoat.games.winter_soldier import events as happened
from turncoat.games.winter_soldier.board import ACCUSATION, Board
from turncoat.games.winter_soldier.leaving import go_out
from turncoat.games.winter_soldier.roles import HYDRA, SHIELD, SIDES
from turncoat.kernel.chapters import Offer
from turncoat.kernel.game import Game
from turncoat.kernel.options import OneSeat
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.words import N_

ACCUSE: Final = "accuse"
SENTENCE: Final = N_("Accuse a player of being the Winter Soldier.")
WARNS: Final = N_(
    "The accused shows their character card at once. The Winter Soldier is saved, and S.H.I.E.L.D. wins; any other "
    "HYDRA agent is out and takes you along; a loyal agent is out of the game."
)


def accusations(board: Board, seat: Seat) -> tuple[Offer, ...]:
    """Return Captain America's standing offer, open without limit until the third success or the end."""
    if seat != board.captain or not board.may_accuse:
        return ()
    others = open_to = board.left & ~(1 << seat)
    for offer in board.pending:
        if offer.kind == ACCUSATION:
            open_to &= ~(1 << offer.seat)
    return accusation_offers(others, open_to) if open_to else ()


@cache
def accusation_offers(shown: SeatSet, allowed: SeatSet) -> tuple[Offer, ...]:
    """Return the offer to accuse one of these players."""
    return (Offer(ACCUSE, OneSeat(shown, allowed), SENTENCE, "WIN-ACCUSE-1", WARNS, is_public=True),)


def answer_accusation(game: Game[Board], accused: Seat) -> None:
    """Turn up the accused's character card, which decides who is out."""
    board = game.board
    if board.out >> board.captain & 1:
        game.emit(happened.AccusationLapsed(accused))
        return
    role = game.deal.roles[accused]
    game.emit(happened.AccusationAnswered(accused, role))
    if role == "winter-soldier":  # WIN-ACCUSE-4
        game.emit(happened.BuckySaved(accused))
        game.end(SHIELD, "winter-soldier-found")
    elif SIDES[role] == HYDRA:  # WIN-ACCUSE-3
        go_out(game, 1 << accused | 1 << board.captain)
    else:  # WIN-ACCUSE-2
        go_out(game, 1 << accused)
