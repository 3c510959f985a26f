"""The last two stages after three successes: Captain America's last guess, then the assassination of Nick Fury."""

from typing import Any, ClassVar

from msgspec.structs import replace

from turncoat.characters import NameOne
from turncoat.games.winter_soldier import events as happened
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.leaving import is_fury_out
from turncoat.games.winter_soldier.roles import HYDRA, SHIELD, agents_among
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, AnyOption, OneSeat
from turncoat.kernel.refusals import describe
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.steps import Ask, Prompt, Question, Step
from turncoat.kernel.words import N_

describe({"cannot-be-nick-fury": N_("Choose another player: everybody knows that this one is not Nick Fury.")})


class LastGuess(Ask, frozen=True):
    """Captain America's last guess of the Winter Soldier, if he is still in (WIN-END-2).

    A right guess wins, and a wrong one has no effect.
    """

    question: ClassVar[Question] = Question(
        "last-guess",
        N_("Your last guess: who is the Winter Soldier?"),
        "WIN-END-2",
        button=N_("Make the guess"),
        warns=N_("A right guess wins the game. After a wrong one, or none, HYDRA can still win by naming Nick Fury."),
    )
    safe: ClassVar[Question] = replace(question, warns="")
    """The question when nobody can name Nick Fury any more."""

    def prompts(self, game: Game[Any], number: int) -> dict[Seat, Prompt]:
        prompts = super().prompts(game, number)
        if not _is_fury_out_of_reach(game):
            return prompts
        return {seat: replace(prompt, question=self.safe) for seat, prompt in prompts.items()}

    def asked(self, game: Game[Any]) -> SeatSet:
        board: Board = game.board
        return 1 << board.captain & board.left

    def option(self, game: Game[Any], seat: Seat) -> AnyOption:
        others = game.board.left & ~(1 << seat)
        return OneSeat(others, others, may_pass=True)

    def default(self, game: Game[Any], seat: Seat) -> Answer:
        return None

    def done(self, game: Game[Any], answers: dict[Seat, Answer]) -> None:
        for captain, guessed in answers.items():
            if guessed is None:
                game.emit(happened.LastGuessForgone(captain))
                continue
            right = game.deal.roles[guessed] == "winter-soldier"
            game.emit(happened.LastGuessMade(captain, guessed, right))
            if right:
                game.end(SHIELD, "last-guess-right")


def _is_fury_out_of_reach(game: Game[Any]) -> bool:
    return is_fury_out(game) and game.ruleset.option("fury-lost") == "play-on"


class ComeOut(Step, frozen=True):
    """HYDRA's coming out, after which they may talk, unless Nick Fury is out and cannot be named (WIN-ACCUSE-5)."""

    def run(self, game: Game[Board]) -> None:
        if _is_fury_out_of_reach(game):
            game.end(SHIELD, "fury-out-of-reach")
            return
        roles = game.deal.roles
        game.emit(happened.HydraCameOut(agents_among(roles), roles.index("winter-soldier")))


class NameFury(NameOne, frozen=True):
    """The naming of Nick Fury by the Winter Soldier, once, after talk with HYDRA (WIN-END-3)."""

    question: ClassVar[Question] = Question(
        "name-fury", N_("Who is Nick Fury? You have one guess."), "WIN-END-3", button=N_("Name Nick Fury")
    )
    why_not: ClassVar[str] = "cannot-be-nick-fury"

    only_fury: ClassVar[Question] = replace(
        question, hint=N_("Name Nick Fury: his card is face up, so nobody else can be named.")
    )

    def prompts(self, game: Game[Any], number: int) -> dict[Seat, Prompt]:
        prompts = super().prompts(game, number)
        board: Board = game.board
        (named, *others) = seats_in(suspects(game))
        if others or not board.face_up >> named & 1:
            return prompts
        return {seat: replace(prompt, question=self.only_fury) for seat, prompt in prompts.items()}

    def namer(self, game: Game[Any]) -> Seat:
        return game.deal.roles.index("winter-soldier")

    def suspects(self, game: Game[Any]) -> SeatSet:
        return suspects(game)

    def named(self, game: Game[Any], namer: Seat, named: Seat) -> None:
        right = game.deal.roles[named] == "nick-fury"
        game.emit(happened.FuryNamed(namer, named, right))
        if right:
            game.end(HYDRA, "fury-assassinated")
        else:
            game.end(SHIELD, "fury-missed")


def suspects(game: Game[Board]) -> SeatSet:
    """Return the players who may still be Nick Fury by public knowledge, in or out (WIN-ACCUSE-5).

    If his card is face up, they are Nick Fury alone.
    """
    board = game.board
    cleared = board.hydra
    for seat in seats_in(board.face_up):
        if board.roles[seat] != "nick-fury":
            cleared |= 1 << seat
        else:
            return 1 << seat
    return board.everyone & ~cleared
