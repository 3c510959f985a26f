"""The flow of Round Table where it differs from that of The Resistance: the fifth team, and the third success."""

from typing import Any, Final, TypeAlias

from turncoat.games.resistance import steps as base
from turncoat.games.resistance.hooks import MISSION_REVEALED, MISSION_SETTLED, TEAM_NAMED
from turncoat.games.round_table import events as happened
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.ending import ComeOut, NameMerlin
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.steps import Step

Game: TypeAlias = KernelGame[Board]


class Vote(Step, frozen=True):
    """The vote on a team, which the fifth of a round does not need if the table has chosen so (RT-VOTE-1)."""

    def run(self, game: KernelGame[Any]) -> None:
        board: Board = game.board
        if board.track == board.most_rejected:
            game.emit(happened.TeamGoes(board.team))
            game.flow("mission")
        else:
            base.CAST_BALLOTS.run(game)


class Score(Step, frozen=True):
    """Check of the score: evil wins on the third failure, and the third success leads to the assassination."""

    def run(self, game: KernelGame[Any]) -> None:
        board: Board = game.board
        if board.failures == board.wins:  # RT-END-1
            game.end(EVIL, "three-failures")
        elif board.successes == board.wins:  # RT-END-2
            game.flow("last-stages")
        else:
            game.after(MISSION_SETTLED, base.END_ROUND)


FLOWS: Final[dict[str, tuple[Step, ...]]] = {
    **base.FLOWS,
    "vote": (TEAM_NAMED, Vote()),
    "score": (MISSION_REVEALED, Score()),
    "last-stages": (ComeOut(), NameMerlin()),
}
