"""Seats whose decisions come from outside: answers are read from a list, and the game stops where the list ends.

A stopped game leaves its question in `ASKED`. Whoever drives the games appends an answer and plays the round again.
"""

from typing import Any, Final

from turncoat_lab.batch.compiler import compiled, inlined, numbers
from turncoat_lab.batch.events import ASK_BALLOT, ASK_CARD, ASK_TEAM
from turncoat_lab.batch.seats import NO_SEAT
from turncoat_lab.batch.words import SUCCESS

ASK_MISSION, ASK_TOKEN = numbers(180, 2)
"""The other parts of a proposal, which are asked before and after the team."""
TEAM, BALLOT, WORD, SEAT, YES_OR_NO, MISSION = numbers(0, 6)
"""Kinds of answers: a set of seats, APPROVE or REJECT, a card, a seat or NO_SEAT, 1 or 0, the number of a mission."""
KINDS: Final = 6


class Unanswered(Exception):
    """There is no answer yet."""


@inlined
def is_asked(game: Any, seat: int) -> bool:
    """Return whether the decisions of this seat come from outside."""
    return game.asked.seats >> seat & 1 != 0


@compiled
def answer_to(game: Any, seat: int, question: int, kind: int, allowed: int, size: int, may_pass: bool) -> int:
    """Return the next answer. Raises Unanswered, after the question is noted, if there is none.

    `size` is that of the team.
    """
    asked = game.asked
    if asked.read < asked.count:
        asked.read += 1
        return asked.answers[asked.read - 1]
    asked.seat, asked.question, asked.kind = seat, question, kind
    asked.allowed, asked.team_size, asked.may_pass = allowed, size, may_pass
    raise Unanswered


@compiled
def proposal(game: Any, seat: int, missions: int, size: int, allowed: int, tokens: int) -> Any:
    """Return the mission, the team and the receiver of the token, each asked for by itself."""
    asked = game.asked
    asked.mission, asked.team = game.seen.board.mission, 0
    if missions:
        asked.mission = answer_to(game, seat, ASK_MISSION, MISSION, missions, 0, False)
        size = game.seen.rules.sizes[asked.mission]
    team = answer_to(game, seat, ASK_TEAM, TEAM, allowed, size, False)
    if not tokens:
        return asked.mission, team, NO_SEAT
    asked.team = team
    return asked.mission, team, answer_to(game, seat, ASK_TOKEN, SEAT, tokens & ~team, 0, False)


@compiled
def approves(game: Any, seat: int, allowed: int) -> bool:
    """Return whether the seat approves the team. `allowed` are the ballots it may cast."""
    return answer_to(game, seat, ASK_BALLOT, BALLOT, allowed, 0, False) == 1


@compiled
def card(game: Any, seat: int, allowed: int) -> int:
    """Return the seat's mission card, and note on which missions it played no Success."""
    played = answer_to(game, seat, ASK_CARD, WORD, allowed, 0, False)
    if played != SUCCESS:
        game.asked.sabotaged[seat] |= 1 << game.seen.board.missions_run
    return played
