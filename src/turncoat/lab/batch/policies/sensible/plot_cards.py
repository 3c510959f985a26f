"""How `sensible` uses plot cards, as `turncoat.bots.games.resistance.plot_cards` does."""

from typing import Any, Final

import numpy as np

from turncoat.bots.games.resistance.plot_cards import (
    BEST_TO_TAKE,
    MOST_FEARED,
    SUSPECT,
    TOO_RISKY,
    TOO_RISKY_AT_LAST,
    WORTH_A_LIGHT,
    WORTH_A_LOOK,
)
from turncoat.games.resistance.tables import WINS
from turncoat.lab.batch.chance import signed
from turncoat.lab.batch.compiler import compiled
from turncoat.lab.batch.events import (
    ASK_GIVE,
    ASK_NO_CONFIDENCE,
    ASK_OVERHEAR,
    ASK_PLOT_CARD,
    ASK_SHOW,
    ASK_SPOTLIGHT,
    ASK_TAKE_FROM,
)
from turncoat.lab.batch.policies.sensible.spy_sets import chance_of, most, own_weights, public_weights, suspicion_of
from turncoat.lab.batch.rules import PLOT_THICKENS, has
from turncoat.lab.batch.seats import NO_SEAT, lowest
from turncoat.lab.batch.state import hides
from turncoat.lab.batch.words import (
    CLOSE_EYE,
    FIRST_PLOT_CARD,
    NO_CONFIDENCE,
    OPEN_UP,
    OPINION_MAKER,
    PLOT_CARDS,
    STRONG_LEADER,
    WORDS,
)

LEAST_TO_TAKE: Final = len(BEST_TO_TAKE)
RANKS: Final = np.array(
    [
        BEST_TO_TAKE.index(card) if card in BEST_TO_TAKE else LEAST_TO_TAKE
        for card in WORDS[FIRST_PLOT_CARD : FIRST_PLOT_CARD + PLOT_CARDS]
    ]
)
"""How good it is to take each kind of card, 0 the best; the last rank for those that nobody holds."""


# Whom a seat trusts


@compiled
def surest_ally(seen: Any, own: Any, chance: Any, suspicion: Any, seats: int) -> int:
    """The seat that a resistance seat trusts most; for a spy the fellow spy who seems most innocent."""
    if hides(own):
        return most(chance, 2.0 * suspicion - suspicion_of(seen, public_weights(seen)), seats, 1e6)
    return most(chance, -suspicion, seats, 1e6)


@compiled
def least_certain(chance: Any, suspicion: Any, seats: int) -> int:
    """The seat of which it would be best to know more."""
    return most(chance, suspicion * (1.0 - suspicion), seats, 1e6)


# Questions


@compiled
def seat(seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int) -> int:
    """Whom to name."""
    suspicion, is_spy = suspicion_of(seen, own_weights(seen, own)), hides(own)
    if question == ASK_GIVE:
        return receiver(seen, own, chance, suspicion, allowed)
    if question == ASK_SHOW:
        return surest_ally(seen, own, chance, suspicion, allowed)
    if question == ASK_OVERHEAR:
        return least_certain(chance, suspicion, allowed)
    if question == ASK_TAKE_FROM:
        return most(chance, worth_taking_from(seen, suspicion, is_spy), allowed, 1e6)
    if question == ASK_SPOTLIGHT:
        if is_spy:
            return NO_SEAT
        suspect = most(chance, suspicion, allowed & ~(1 << me), 1e6)
        return suspect if suspect != NO_SEAT and suspicion[suspect] >= WORTH_A_LIGHT else NO_SEAT
    return watched(seen, chance, me, suspicion, is_spy, allowed)


@compiled
def receiver(seen: Any, own: Any, chance: Any, suspicion: Any, allowed: int) -> int:
    """Who gets a card from the leader."""
    card, is_spy = seen.plot.giving, hides(own)
    if card == OPEN_UP and not is_spy:
        return least_certain(chance, suspicion, allowed)
    if card == OPINION_MAKER and is_spy:
        return most(chance, -suspicion, allowed, 1e6)
    return surest_ally(seen, own, chance, suspicion, allowed)


@compiled
def worth_taking_from(seen: Any, suspicion: Any, is_spy: bool) -> Any:
    """Who loses a card: a likely enemy, rather one with a good card."""
    values = -suspicion if is_spy else 1.0 * suspicion
    for holder in range(seen.rules.players):
        best = LEAST_TO_TAKE
        for kind in range(PLOT_CARDS):
            if seen.plot.face_up[kind, holder]:
                best = min(best, RANKS[kind])
        values[holder] -= best / 10
    return values


@compiled
def watched(seen: Any, chance: Any, me: int, suspicion: Any, is_spy: bool, allowed: int) -> int:
    """Whose card to look at: that of the least certain seat. A spy looks at a spy's, so that nobody else does."""
    if is_spy:
        fellow, others = most(chance, suspicion, allowed, 1e6), False
        for holder in range(seen.rules.players):
            if holder != me and seen.plot.face_up[CLOSE_EYE - FIRST_PLOT_CARD, holder]:
                others = True
        return fellow if fellow != NO_SEAT and suspicion[fellow] > 0.9 and others else NO_SEAT
    uncertain = least_certain(chance, suspicion, allowed)
    if uncertain == NO_SEAT or suspicion[uncertain] * (1.0 - suspicion[uncertain]) < WORTH_A_LOOK:
        return NO_SEAT
    return uncertain


@compiled
def word(seen: Any, question: int, allowed: int) -> int:
    """Which card is next, cards that tell something before cards that are given on trust; or which card to take."""
    if question == ASK_PLOT_CARD:
        hand = seen.plot.hand
        for is_given in range(2):
            for place in range(len(hand)):
                card = signed(hand[place])
                if card and allowed >> card & 1 and (RANKS[card - FIRST_PLOT_CARD] != LEAST_TO_TAKE) == is_given:
                    return card
    best, mask = lowest(allowed), allowed
    while mask:
        card = lowest(mask)
        mask &= mask - 1
        if RANKS[card - FIRST_PLOT_CARD] < RANKS[best - FIRST_PLOT_CARD]:
            best = card
    return best


@compiled
def is_played(seen: Any, own: Any, me: int, question: int) -> bool:
    """Whether Strong Leader or No Confidence is played. A rejection can be the fifth, which only the spies want."""
    board, rules, is_spy = seen.board, seen.rules, hides(own)
    weights = own_weights(seen, own)
    if question == ASK_NO_CONFIDENCE:
        fails = chance_of(seen, weights, board.team, rules.fails[board.mission])
        if is_spy:
            return board.track == rules.rejections - 1 or (fails < 0.5 and (board.missions_run > 0 or board.track > 0))
        if board.track >= rules.rejections - 2:
            return False
        return fails >= (TOO_RISKY_AT_LAST if board.failures == WINS - 1 else TOO_RISKY)
    suspicion, rival = suspicion_of(seen, weights), board.leader
    if rival == me:
        rival = NO_SEAT
        for holder in range(rules.players):
            if holder != me and seen.plot.face_up[STRONG_LEADER - FIRST_PLOT_CARD, holder]:
                rival = holder
        if rival == NO_SEAT:
            return False
    if is_spy:
        return suspicion[rival] < 0.5
    return suspicion[rival] > rules.hiding / (rules.players - 1) or board.failures == WINS - 1


# What cards mean for votes and missions


@compiled
def is_last_vote(seen: Any, me: int, suspicion: Any) -> bool:
    """Whether a team must be approved now: one more rejection, or one and a No Confidence, wins for the spies."""
    spare = seen.rules.rejections - 1 - seen.board.track
    if has(seen.rules, PLOT_THICKENS):
        feared = 0
        for holder in range(seen.rules.players):
            if holder != me and suspicion[holder] > SUSPECT:
                feared += seen.plot.face_up[NO_CONFIDENCE - FIRST_PLOT_CARD, holder]
        spare -= min(MOST_FEARED, feared)
    return spare <= 0


@compiled
def is_exposed(seen: Any, me: int) -> bool:
    """Whether the seat has to play its mission card face up."""
    return has(seen.rules, PLOT_THICKENS) and seen.plot.spotlit == me
