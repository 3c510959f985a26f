"""Decisions of a batch game: each is made by the seat's policy and logged.

The rules determine what is allowed. A policy gets that, the public record, its seat's knowledge, and random draws.
"""

from typing import Any, Final

from turncoat_lab.batch.compiler import compiled, inlined
from turncoat_lab.batch.events import ASK_BALLOT, ASK_CARD, ASK_TEAM, ASKING, OPEN, log_row
from turncoat_lab.batch.policies import asked, people, random_play
from turncoat_lab.batch.rules import PEOPLE
from turncoat_lab.batch.seats import NO_SEAT, lowest, size_of

APPROVE: Final = 1
REJECT: Final = 2
"""The ballots, as a bit set of what is allowed."""


@inlined
def policy_of(game: Any, seat: int) -> int:
    """Return the number of the policy that plays this seat."""
    return game.seen.rules.policies[game.hidden.played_by_spies >> seat & 1]


@compiled
def choose_seat(game: Any, log: Any, seat: int, question: int, allowed: int, may_pass: bool) -> int:
    """Let the seat name one of these seats, or NO_SEAT if it may pass."""
    if asked.is_asked(game, seat):
        answer = asked.answer_to(game, seat, question, asked.SEAT, allowed, 0, may_pass)
    else:
        answer = random_play.seat(game.chance, allowed, may_pass)
    game.seen.board.choices += 1
    log_row(log, question, seat, answer, allowed, may_pass)
    return answer


@compiled
def choose_word(game: Any, log: Any, seat: int, question: int, allowed: int) -> int:
    """Let the seat choose one of a set of words."""
    if asked.is_asked(game, seat):
        answer = asked.answer_to(game, seat, question, asked.WORD, allowed, 0, False)
    else:
        answer = random_play.word(game.chance, allowed)
    game.seen.board.choices += 1
    log_row(log, question, seat, answer, allowed)
    return answer


@compiled
def says_yes(game: Any, log: Any, seat: int, question: int, may: bool) -> bool:
    """Return whether the seat says yes, which it can only if `may` is true."""
    if asked.is_asked(game, seat):
        answer = asked.answer_to(game, seat, question, asked.YES_OR_NO, may, 0, False) == 1
    else:
        answer = may and random_play.is_true(game.chance)
    game.seen.board.choices += 1
    log_row(log, question, seat, answer, may)
    return answer


@inlined
def choose_team(game: Any, log: Any, missions: int, size: int, allowed: int, tokens: int) -> Any:
    """Let the leader name a mission (out of a set, if any), a team and the receiver of the token.

    The team is of that size, or of that of the mission where one is named.
    """
    seen, chance = game.seen, game.chance
    seat = seen.board.leader
    if asked.is_asked(game, seat):
        answer = asked.proposal(game, seat, missions, size, allowed, tokens)
    elif policy_of(game, seat) == PEOPLE:
        answer = people.proposal(seen, game.seats[seat], chance, seat, missions, size, allowed, tokens)
    else:
        answer = random_play.proposal(seen.rules, chance, missions, seen.board.mission, size, allowed, tokens)
    seen.board.choices += 1
    log_row(log, ASK_TEAM, seat, answer[0], answer[1], answer[2], allowed, missions, tokens)
    return answer


@inlined
def cast_ballots(game: Any, log: Any, voters: int, bound: int) -> int:
    """Return the voters who approve the team. Those who are bound may not reject it."""
    rules = game.seen.rules
    game.seen.board.choices += size_of(voters)
    approvals = random_play.ballots(game.chance, voters) | bound
    if not rules.all_random:
        for seat in range(rules.players):
            if voters >> seat & 1 and asked.is_asked(game, seat):
                approves = asked.approves(game, seat, APPROVE if bound >> seat & 1 else APPROVE | REJECT)
                approvals = approvals | 1 << seat if approves else approvals & ~(1 << seat)
            elif (voters & ~bound) >> seat & 1 and policy_of(game, seat) == PEOPLE:
                approves = people.approves(game.seen, game.seats[seat], game.chance, seat)
                approvals = approvals | 1 << seat if approves else approvals & ~(1 << seat)
    if log is not None:
        log_ballots(log, rules.players, voters, bound, approvals)
    return approvals


@compiled
def log_ballots(log: Any, players: int, voters: int, bound: int, approvals: int) -> None:
    """Log a row for each ballot."""
    for seat in range(players):
        if voters >> seat & 1:
            allowed = APPROVE if bound >> seat & 1 else APPROVE | REJECT
            log_row(log, ASK_BALLOT, seat, APPROVE if approvals >> seat & 1 else REJECT, allowed)


@inlined
def play_card(game: Any, log: Any, seat: int, allowed: int) -> int:
    """Let the team member play one of these mission cards."""
    answer = lowest(allowed)
    if asked.is_asked(game, seat):
        answer = asked.card(game, seat, allowed)
    elif allowed & (allowed - 1):
        if policy_of(game, seat) == PEOPLE:
            answer = people.card(game.seen, game.seats[seat], game.chance, seat, allowed)
        else:
            answer = random_play.word(game.chance, allowed)
    game.seen.board.choices += 1
    log_row(log, ASK_CARD, seat, answer, allowed)
    return answer


@compiled
def take_offer(game: Any, log: Any, seat: int, offer: int, allowed: int) -> int:
    """Return the seat named by an open standing offer, or NO_SEAT if the seat does not take it."""
    if not allowed:
        return NO_SEAT
    if asked.is_asked(game, seat):
        answer = asked.answer_to(game, seat, offer, asked.SEAT, allowed, 0, True)
        if answer == NO_SEAT:
            return NO_SEAT
    elif not random_play.takes_offer(game.chance):
        return NO_SEAT
    else:
        answer = random_play.seat(game.chance, allowed, False)
    game.seen.board.choices += 1
    log_row(log, offer, seat, answer, allowed)
    return answer


@compiled
def log_open_offer(log: Any, offer: int, seat: int, allowed: int) -> None:
    """Log a standing offer that is open as a question is asked."""
    log_row(log, OPEN, offer, seat, allowed)


@inlined
def begin_question(game: Any, log: Any) -> None:
    """Log that a question is about to be asked."""
    log_row(log, ASKING)
