"""Set-up and reveal with the optional characters (WIN-SETUP-1 to -4, WIN-REVEAL-1 to -3)."""

from typing import Any

from turncoat_lab.batch.chance import shuffle
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import (
    CAPTAIN_KNOWN,
    FURY_SAW,
    HYDRA_SEEN,
    ROLE_DEALT,
    WIDOW_SAW,
    WITCH_CHOSEN,
    log_row,
)
from turncoat_lab.batch.games.resistance.reveal import holders, seat_of
from turncoat_lab.batch.rules import HILL, PIERCE, WIDOW, WITCH, ZEMO, has
from turncoat_lab.batch.words import (
    ALEXANDER_PIERCE,
    ARNIM_ZOLA,
    BARON_ZEMO,
    BLACK_WIDOW,
    CAPTAIN_AMERICA,
    HIDING_ROLES,
    HYDRA_AGENT,
    MARIA_HILL,
    NICK_FURY,
    WINTER_SOLDIER,
)

OPENING = 1 << WINTER_SOLDIER | 1 << HYDRA_AGENT | 1 << ALEXANDER_PIERCE | 1 << ARNIM_ZOLA | 1 << MARIA_HILL
"""The characters who open their eyes with HYDRA (WIN-REVEAL-1, WIN-HILL-1, WIN-ZEMO-1)."""
SHOWN_TO_FURY = 1 << WINTER_SOLDIER | 1 << HYDRA_AGENT | 1 << ALEXANDER_PIERCE | 1 << BARON_ZEMO
"""The characters who keep a thumb up for Nick Fury (WIN-REVEAL-2, WIN-ZOLA-1). Maria Hill is one by an option."""


@compiled
def seats_with(game: Any, roles: int) -> int:
    """Return the seats to whom one of these characters was dealt."""
    found = 0
    for seat in range(game.seen.rules.players):
        found |= (roles >> game.hidden.dealt[seat] & 1) << seat
    return found


@compiled
def deal(game: Any) -> None:
    """Deal the character cards (RES-SETUP-3). Captain America leads first (WIN-SETUP-3)."""
    rules, hidden, secret = game.seen.rules, game.hidden, game.winter_hidden
    for seat in range(rules.players):
        hidden.dealt[seat] = rules.roles[seat]
    shuffle(game.dealt, hidden.dealt, rules.players)
    for seat in range(rules.players):
        hidden.roles[seat] = hidden.dealt[seat]
    hidden.spies = seats_with(game, HIDING_ROLES)
    hidden.played_by_spies = hidden.spies
    game.seen.winter.captain = seat_of(game, CAPTAIN_AMERICA)
    game.seen.board.leader = game.seen.winter.captain
    secret.soldier, secret.fury = seat_of(game, WINTER_SOLDIER), seat_of(game, NICK_FURY)
    secret.hill = seat_of(game, MARIA_HILL) if has(rules, HILL) else -1
    secret.with_hydra = seats_with(game, OPENING)


@compiled
def seen_by_fury(game: Any) -> int:
    """Return the seats with a thumb up when Nick Fury looks."""
    shown = SHOWN_TO_FURY
    if game.seen.rules.fury_sees_hill:
        shown |= 1 << MARIA_HILL
    return seats_with(game, shown)


@compiled
def thumbs_for_widow(game: Any) -> int:
    """Return the seats that show Black Widow a thumb: Nick Fury, and whoever poses as him (WIN-WIDOW-1,
    WIN-PIERCE-1)."""
    thumbs = holders(game, NICK_FURY)
    if has(game.seen.rules, PIERCE):
        thumbs |= holders(game, ALEXANDER_PIERCE)
    return thumbs


@compiled
def log_deal(game: Any, log: Any) -> None:
    """Log the events of the deal, in the order of the kernel."""
    rules = game.seen.rules
    for seat in range(rules.players):
        log_row(log, ROLE_DEALT, seat, game.hidden.dealt[seat])
    log_row(log, CAPTAIN_KNOWN, game.seen.winter.captain)
    log_row(log, HYDRA_SEEN, game.winter_hidden.with_hydra)
    log_row(log, FURY_SAW, game.winter_hidden.fury, seen_by_fury(game))
    if has(rules, WIDOW):
        log_row(log, WIDOW_SAW, seat_of(game, BLACK_WIDOW), thumbs_for_widow(game))
    if has(rules, WITCH):
        log_row(log, WITCH_CHOSEN, game.seen.token.holder)


@compiled
def remember_deal(game: Any) -> None:
    """Store each seat's knowledge of the deal for policies."""
    for seat in range(game.seen.rules.players):
        own, role = game.seats[seat], game.hidden.dealt[seat]
        own.role, own.spies_seen = role, 0
        if OPENING >> role & 1:
            own.spies_seen = game.winter_hidden.with_hydra
        elif role == NICK_FURY:
            own.spies_seen = seen_by_fury(game)


@compiled
def is_literal(game: Any) -> bool:
    """Return whether every agent binds the Winter Soldier, even where he does not know them all (WIN-VOTE-2)."""
    return game.seen.rules.winter_soldier_literal != 0 and (has(game.seen.rules, HILL) or has(game.seen.rules, ZEMO))
