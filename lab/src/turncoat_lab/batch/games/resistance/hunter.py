"""The Hunter module: the token, the investigation, the accusations (HUN-INVESTIGATOR-1 to HUN-EARLY-6)."""

from typing import Any

from turncoat.games.resistance.hunter.tables import CHIEF_FAILS
from turncoat.games.resistance.tables import MISSIONS, WINS
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import (
    ACCUSED,
    ASK_ACCUSE,
    ASK_EARLY,
    ASK_HAND,
    ASK_INVESTIGATE,
    HUNTER_REVEALED,
    INVESTIGATED,
    LOYALTY_CARD_HANDED,
    MISSION_REVERSED,
    log_row,
)
from turncoat_lab.batch.games.resistance.blame import show_role
from turncoat_lab.batch.games.resistance.ending import end
from turncoat_lab.batch.games.resistance.reveal import seat_of
from turncoat_lab.batch.games.resistance.reverser import succeeds
from turncoat_lab.batch.policies.decide import begin_question, choose_seat, choose_word, says_yes
from turncoat_lab.batch.seats import NO_SEAT
from turncoat_lab.batch.state import is_over
from turncoat_lab.batch.words import (
    CHIEF,
    CHIEF_FAIL,
    COORDINATOR,
    COORDINATOR_FOUND,
    DUMMY_AGENT,
    FAIL,
    NOT_A_CHIEF,
    RESISTANCE,
    RESISTANCE_CHIEF,
    RESISTANCE_CHIEF_FOUND,
    RESISTANCE_HUNTER,
    SPIES,
    SPY_CHIEF,
    SPY_CHIEF_FOUND,
    SPY_HUNTER,
    SUCCESS,
)

OF_RESISTANCE, OF_SPIES = 0, 1
"""Indices of the sides in the module's record."""


@compiled
def begin(game: Any) -> None:
    """Reset the module: nobody has the token, and nobody has come out."""
    hunt = game.seen.hunt
    hunt.investigator, hunt.early_spent, hunt.blamed = NO_SEAT, 0, 0
    hunt.revealed[0] = hunt.revealed[1] = NO_SEAT
    hunt.accused[0] = hunt.accused[1] = 0


@compiled
def token_seats(game: Any) -> int:
    """Return the seats that may get the Investigator token: not the leader, and nobody on the fifth mission."""
    if game.seen.board.missions_run + 1 == MISSIONS:  # HUN-INVESTIGATOR-2
        return 0
    return game.seen.rules.everyone & ~(1 << game.seen.board.leader)


# Accusations


@compiled
def accusations(game: Any, log: Any) -> None:
    """Run the accusations after a mission is revealed, until none is due (HUN-ACCUSE-1 to -6)."""
    board, is_first_look = game.seen.board, True
    while True:
        if board.successes == WINS:
            accuse(game, log, OF_RESISTANCE, False)
        elif board.failures == WINS:
            accuse(game, log, OF_SPIES, False)  # HUN-EARLY-5: the early accusation stays unspent
        elif is_first_look and early_is_asked(game):
            if ask_early(game, log):
                accuse(game, log, OF_SPIES, True)
        else:
            return
        if is_over(game):
            return
        is_first_look = False


@compiled
def early_is_asked(game: Any) -> bool:
    """Return whether to ask for the early accusation, which must not depend on secrets (HUN-EARLY-6)."""
    board = game.seen.board
    last = board.missions_run - 1
    if board.success[last] or game.seen.hunt.early_spent:
        return False
    return game.seen.rules.players < CHIEF_FAILS or board.cards[last] >> 8 & 15 > 0


@compiled
def ask_early(game: Any, log: Any) -> bool:
    """Ask everybody. Only the spy Hunter may say yes, if the spy Chief failed the mission (HUN-EARLY-1, -6)."""
    board, roles = game.seen.board, game.hidden.roles
    chief_failed = game.seen.rules.players >= CHIEF_FAILS
    if not chief_failed:
        for seat in range(game.seen.rules.players):
            if roles[seat] == SPY_CHIEF and board.team >> seat & 1 and game.hidden.cards[seat] == FAIL:
                chief_failed = True
    said = False
    begin_question(game, log)
    for seat in range(game.seen.rules.players):
        if says_yes(game, log, seat, ASK_EARLY, chief_failed and roles[seat] == SPY_HUNTER):
            said = True
    return said


@compiled
def accuse(game: Any, log: Any, side: int, early: bool) -> None:
    """Reveal the Hunter, who accuses another player of being a Chief of the other side."""
    hunt, word = game.seen.hunt, SPIES if side == OF_SPIES else RESISTANCE
    role = SPY_HUNTER if side == OF_SPIES else RESISTANCE_HUNTER
    hunter = seat_of(game, role)
    if hunt.revealed[side] == NO_SEAT:
        log_row(log, HUNTER_REVEALED, hunter, role, word)
        hunt.revealed[side] = hunter
        show_role(game, hunter)
    allowed = game.seen.rules.everyone & ~(1 << hunter) & ~hunt.accused[side]  # HUN-ACCUSE-5
    if hunt.revealed[1 - side] != NO_SEAT:
        allowed &= ~(1 << hunt.revealed[1 - side])
    begin_question(game, log)
    accused = choose_seat(game, log, hunter, ASK_ACCUSE, allowed, False)
    reason = found(game.hidden.roles[accused], side)
    log_row(log, ACCUSED, hunter, accused, word, early, reason != 0)
    hunt.accused[side] |= 1 << accused
    if early:
        hunt.early_spent = 1
    if reason:
        end(game, log, word, reason)
    else:
        reverse_mission(game, log)


@compiled
def found(role: int, side: int) -> int:
    """Return the reason of the victory if somebody with this role is accused, else 0 (HUN-ACCUSE-1, -2,
    HUN-COORD-1)."""
    if side == OF_RESISTANCE:
        return SPY_CHIEF_FOUND if role == SPY_CHIEF else 0
    if role == RESISTANCE_CHIEF:
        return RESISTANCE_CHIEF_FOUND
    return COORDINATOR_FOUND if role == COORDINATOR else 0


@compiled
def reverse_mission(game: Any, log: Any) -> None:
    """Turn over the result of the latest mission after a wrong accusation."""
    board = game.seen.board
    last = board.missions_run - 1
    board.success[last] = 1 - board.success[last]
    change = 1 if board.success[last] else -1
    board.successes += change
    board.failures -= change
    log_row(log, MISSION_REVERSED, board.run[last], board.success[last])


# The investigation


@compiled
def investigation(game: Any, log: Any) -> None:
    """Let the leader investigate after a success, the token's holder after a failure (HUN-INVESTIGATE-1, -3)."""
    board, hunt = game.seen.board, game.seen.hunt
    last = board.missions_run - 1
    success = board.success[last] == 1
    if game.seen.rules.delayed_investigation_by:  # by the cards, before any accusation
        success = succeeds(game, board.cards[last], board.run[last])
    investigator = board.leader if success else hunt.investigator
    begin_question(game, log)
    investigated = choose_seat(
        game, log, investigator, ASK_INVESTIGATE, game.seen.rules.everyone & ~(1 << investigator), False
    )
    log_row(log, INVESTIGATED, investigator, investigated)
    hunt.investigator = NO_SEAT
    begin_question(game, log)
    card = choose_word(
        game, log, investigated, ASK_HAND, fitting_cards(game.seen.rules.players, game.hidden.roles[investigated])
    )
    both = 1 << investigator | 1 << investigated
    log_row(log, LOYALTY_CARD_HANDED, investigator, investigated, both, card)


@compiled
def fitting_cards(players: int, role: int) -> int:
    """Return the loyalty cards that a role may hand over, as a set (HUN-LOYALTY-1, HUN-DUMMY-1)."""
    if role in (RESISTANCE_CHIEF, SPY_CHIEF):
        return 1 << CHIEF if players < CHIEF_FAILS else 1 << role
    if role == DUMMY_AGENT:
        return 1 << (CHIEF if players < CHIEF_FAILS else RESISTANCE_CHIEF) | 1 << NOT_A_CHIEF
    return 1 << NOT_A_CHIEF


@compiled
def chiefs_cards() -> int:
    """Return a spy Chief's mission cards from 7 players up, with Chief Fail as the Fail (HUN-MISSION-1, -3)."""
    return 1 << SUCCESS | 1 << CHIEF_FAIL
