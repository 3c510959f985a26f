"""Toy chapter in which the captain may accuse a player at any time, once. The accused is out of the game."""

from collections.abc import Mapping
from typing import ClassVar

from tests.support.toys import SeatNoted, ToyChapter, more_than_half, notes
from turncoat.games.resistance.hooks import BALLOTS_IN, NEXT_LEADER, PROPOSAL, TEAM_APPROVED, VOTERS
from turncoat.games.resistance.steps import CastBallots, Game, RevealBallots, team_form
from turncoat.kernel.chapters import Offer
from turncoat.kernel.hooks import PolicyHandler, WindowHandler
from turncoat.kernel.options import OneSeat
from turncoat.kernel.seats import left_of
from turncoat.kernel.steps import Step

CAPTAIN = 4


class CaptainAccused(SeatNoted, frozen=True):
    note = ("captain", "accused")


class PlayerOut(SeatNoted, frozen=True):
    note = ("captain", "out")


class PutOut(Step, frozen=True):
    def run(self, game: Game) -> None:
        accused = notes(game.board, "captain")["accused"]
        game.emit(PlayerOut(accused.bit_length() - 1))
        if game.board.team & accused and any(isinstance(step, RevealBallots) for step in game.stack):
            game.cut(RevealBallots)  # the team is void: no rejection is counted, and the same leader names again
            game.flow("proposal")


class Captain(ToyChapter):
    name, notes, events = "captain", ("accused", "out"), (CaptainAccused, PlayerOut)
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {"accuse": ()}

    def offers(self, game: Game, seat: int) -> tuple[Offer, ...]:
        others = left(game, "accused") & ~(1 << CAPTAIN | 1 << game.board.leader)  # a simplification of this toy
        unused = left(game, "accused") == game.board.everyone
        return (Offer("accuse", OneSeat(others, others)),) if seat == CAPTAIN and unused else ()

    def take(self, game: Game, seat: int, offer: str, answer: int) -> None:
        game.emit(CaptainAccused(answer))
        collecting = game.open_ask()
        if collecting is None or not isinstance(collecting.step, CastBallots):  # otherwise when the last ballot is in
            game.follow(PutOut())

    def windows(self) -> tuple[WindowHandler, ...]:
        return (BALLOTS_IN.handled_by(lambda game, _: PutOut() if left(game, "accused") != left(game) else None),)

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (
            PROPOSAL.handled_by(lambda game, _: team_form(game.board.team_size, left(game))),
            VOTERS.handled_by(lambda game, voters: voters & left(game)),
            TEAM_APPROVED.handled_by(lambda game, _: more_than_half(game.board.approvals, left(game))),
            NEXT_LEADER.handled_by(
                lambda game, seat: seat if left(game) >> seat & 1 else left_of(seat, game.board.players)
            ),
        )


def left(game: Game, but: str = "out") -> int:
    return game.board.everyone & ~notes(game.board, "captain")[but]
