"""The end after three successes: evil comes out, and the Assassin names Merlin (RT-END-2 to -6)."""

from typing import Any, ClassVar

from turncoat.characters import NameOne
from turncoat.games.round_table import events as happened
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.roles import assassin_of
from turncoat.games.round_table.tables import EVIL, GOOD
from turncoat.kernel.game import Game
from turncoat.kernel.refusals import describe
from turncoat.kernel.seats import Seat, SeatSet, seat_set
from turncoat.kernel.steps import Question, Step
from turncoat.kernel.words import N_

describe({"cannot-be-merlin": N_("Choose another player: you know that this one is not Merlin.")})


class ComeOut(Step, frozen=True):
    """Evil's coming out, or the Assassin's alone if the table has chosen so (RT-END-3)."""

    def run(self, game: Game[Any]) -> None:
        role, board = assassin_of(game.ruleset), game.board
        seat = game.deal.roles.index(role)
        if game.ruleset.option("evil-comes-out"):
            evil = seat_set(at for at, one in enumerate(game.deal.roles) if board.side_of(one) == EVIL)
            game.emit(happened.EvilCameOut(seat, role, evil))
        else:
            game.emit(happened.AssassinCameOut(seat, role))


class NameMerlin(NameOne, frozen=True):
    """The assassination: the Assassin names one player as Merlin, once, after talk (RT-END-4)."""

    question: ClassVar[Question] = Question(
        "name-merlin",
        N_("Who is Merlin? You have one guess."),
        "RT-END-4",
        button=N_("Name Merlin"),
        warns=N_("Your guess decides the game, and nobody can take it back."),
    )
    why_not: ClassVar[str] = "cannot-be-merlin"

    def namer(self, game: Game[Any]) -> Seat:
        return game.deal.roles.index(assassin_of(game.ruleset))

    def suspects(self, game: Game[Any]) -> SeatSet:
        """Return all but those seen in the reveal or public as evil, the Assassin among them (RT-END-5)."""
        board: Board = game.board
        return board.everyone & ~board.seen_by_evil & ~board.evil

    def named(self, game: Game[Any], namer: Seat, named: Seat) -> None:
        right = game.deal.roles[named] == "merlin"
        game.emit(happened.MerlinNamed(namer, named, right))
        if right:
            game.end(EVIL, "merlin-named")
        else:
            game.end(GOOD, "merlin-missed")
