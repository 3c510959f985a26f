"""Players who go out: consequences for the leader, the token and the game (WIN-OUT-1, WIN-OUT-2, WIN-ACCUSE-5)."""

from turncoat.games.resistance.events import LeaderPassed
from turncoat.games.winter_soldier import events as happened
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.hooks import PLAYERS_OUT
from turncoat.games.winter_soldier.roles import HYDRA
from turncoat.kernel.game import Game
from turncoat.kernel.seats import Seat, SeatSet


def go_out(game: Game[Board], seats: SeatSet) -> None:
    """Put players out, pass leadership to the right if needed, and end the game if Nick Fury's loss decides it."""
    board = game.board
    game.emit(happened.WentOut(seats))
    if is_fury_lost(game):
        game.end(HYDRA, "fury-lost")
        return
    if board.out >> board.leader & 1:
        game.emit(LeaderPassed(next_on_the_right(board, board.leader)))
    game.notify(PLAYERS_OUT)


def is_fury_lost(game: Game[Board]) -> bool:
    """Return whether Nick Fury is out and that loses the game (WIN-ACCUSE-5)."""
    board, rule = game.board, game.ruleset.option("fury-lost")
    if not is_fury_out(game) or rule == "play-on":
        return False
    return rule == "hydra-wins" or bool(board.out >> board.captain & 1)


def is_fury_out(game: Game[Board]) -> bool:
    """Return whether Nick Fury is out of the game."""
    return bool(game.board.out >> game.deal.roles.index("nick-fury") & 1)


def next_on_the_right(board: Board, seat: Seat) -> Seat:
    """Return the next player counter-clockwise who is still in."""
    left, players = board.left, board.players
    for step in range(1, players + 1):
        other = (seat - step) % players
        if left >> other & 1:
            return other
    raise AssertionError("the Winter Soldier never goes out, so somebody is left")
