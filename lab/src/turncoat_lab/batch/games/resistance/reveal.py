"""Set-up and reveal (RES-SETUP-2 to -4, RES-REVEAL-1), with Blind Spies, Hunter and Reverser.

Events are logged in the order of the kernel: the base game first, then each module.
"""

from typing import Any

from turncoat.games.resistance.hunter.tables import CHIEFS_MEET
from turncoat_lab.batch.chance import below, shuffle
from turncoat_lab.batch.compiler import compiled, inlined
from turncoat_lab.batch.events import (
    CHIEFS_SEEN,
    COORDINATOR_SEEN,
    DEEP_AGENT_SEEN,
    INQUISITOR_CHOSEN,
    LEADER_CHOSEN,
    PLOT_DECK_SHUFFLED,
    RESISTANCE_CHIEFS_MET,
    ROLE_DEALT,
    SPIES_SEEN,
    TWO_AGENTS_SEEN,
    log_row,
)
from turncoat_lab.batch.rules import (
    BLIND_SPIES,
    COORDINATORS,
    DEEP_AGENTS,
    HUNTER,
    INQUISITOR,
    PLOT_THICKENS,
    PRETENDERS,
    has,
)
from turncoat_lab.batch.words import (
    COORDINATOR,
    DEEP_AGENT,
    HIDING_ROLES,
    PRETENDER,
    RESISTANCE_CHIEF,
    SPY_CHIEF,
    SPY_REVERSER,
)


@inlined
def deal(game: Any) -> None:
    """Deal the character cards, choose the first leader (RES-SETUP-3, -4), shuffle the plot deck (PLT-DECK-2)."""
    rules, hidden, board = game.seen.rules, game.hidden, game.seen.board
    roles = hidden.roles
    for seat in range(rules.players):
        roles[seat] = rules.roles[seat]
    shuffle(game.dealt, roles, rules.players)
    board.leader = below(game.dealt, rules.players)
    hidden.spies = 0
    for seat in range(rules.players):
        hidden.spies |= (HIDING_ROLES >> roles[seat] & 1) << seat
    hidden.played_by_spies = hidden.spies
    if has(rules, PLOT_THICKENS):
        for place in range(rules.plot_cards):
            hidden.deck[place] = rules.plot_deck[place]
        shuffle(game.dealt, hidden.deck, rules.plot_cards)


@compiled
def holders(game: Any, role: int) -> int:
    """Return the seats that have this role at the moment."""
    found = 0
    for seat in range(game.seen.rules.players):
        if game.hidden.roles[seat] == role:
            found |= 1 << seat
    return found


@compiled
def lookers_of(game: Any) -> int:
    """Return the seats that look when the spies open their eyes."""
    if has(game.seen.rules, BLIND_SPIES):  # BLD-1
        return 0
    lookers = game.hidden.spies & ~holders(game, DEEP_AGENT)  # HUN-DEEP-1
    return lookers & ~hidden_reverser(game)


@compiled
def seen_at_the_reveal(game: Any) -> int:
    """Return the seats seen at the reveal, with the Deep Agent unless Pretenders are in play (HUN-PRETENDER-1)."""
    seen = game.hidden.spies
    if has(game.seen.rules, PRETENDERS):
        seen &= ~holders(game, DEEP_AGENT)
    return seen & ~hidden_reverser(game)


@compiled
def hidden_reverser(game: Any) -> int:
    """Return the seat of a hidden spy Reverser (REV-HIDDEN-1)."""
    return holders(game, SPY_REVERSER) if game.seen.rules.hidden_reverser else 0


@compiled
def log_deal(game: Any, log: Any) -> None:
    """Log the events of the deal, in the order of the kernel."""
    rules, roles, log = game.seen.rules, game.hidden.roles, log
    log_row(log, LEADER_CHOSEN, game.seen.board.leader)
    for seat in range(rules.players):
        log_row(log, ROLE_DEALT, seat, roles[seat])
    lookers = lookers_of(game)
    if lookers:
        log_row(log, SPIES_SEEN, lookers, seen_at_the_reveal(game))
    if has(rules, PLOT_THICKENS):
        log_row(log, PLOT_DECK_SHUFFLED, rules.plot_cards)
    if has(rules, HUNTER):
        if lookers:
            log_row(log, CHIEFS_SEEN, lookers, holders(game, SPY_CHIEF))
        if rules.players >= CHIEFS_MEET:
            log_row(log, RESISTANCE_CHIEFS_MET, holders(game, RESISTANCE_CHIEF))
    if has(rules, COORDINATORS):
        log_row(log, COORDINATOR_SEEN, holders(game, RESISTANCE_CHIEF), seat_of(game, COORDINATOR))
    if has(rules, DEEP_AGENTS) and not has(rules, PRETENDERS):
        log_row(log, DEEP_AGENT_SEEN, lookers, seat_of(game, DEEP_AGENT))
    if has(rules, PRETENDERS):
        log_row(log, TWO_AGENTS_SEEN, lookers, holders(game, DEEP_AGENT) | holders(game, PRETENDER))
    if has(rules, INQUISITOR):
        log_row(log, INQUISITOR_CHOSEN, game.seen.token.holder)


@compiled
def seat_of(game: Any, role: int) -> int:
    """Return the only seat that has this role at the moment."""
    seat = 0
    while game.hidden.roles[seat] != role:
        seat += 1
    return seat


@compiled
def remember_deal(game: Any) -> None:
    """Store each seat's knowledge of the deal for policies."""
    lookers, seen = lookers_of(game), seen_at_the_reveal(game)
    for seat in range(game.seen.rules.players):
        own = game.seats[seat]
        own.role = game.hidden.roles[seat]
        own.spies_seen = seen if lookers >> seat & 1 else 0
