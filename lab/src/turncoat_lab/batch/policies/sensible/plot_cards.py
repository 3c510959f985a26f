"""How `sensible` uses plot cards, as `turncoat.bots.games.resistance.plot_cards` does."""

from typing import Any, Final

import numpy as np

from turncoat.bots.assessment import NEGLIGIBLE
from turncoat.bots.games.resistance import worths
from turncoat.bots.games.resistance.plot_cards import BEST_TO_TAKE, MOST_FEARED, SUSPECT, goodness
from turncoat.games.resistance.tables import WINS
from turncoat_lab.batch.chance import signed
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import (
    ASK_GIVE,
    ASK_NO_CONFIDENCE,
    ASK_OVERHEAR,
    ASK_PLOT_CARD,
    ASK_SHOW,
    ASK_SPOTLIGHT,
    ASK_TAKE_FROM,
)
from turncoat_lab.batch.policies.sensible.spy_sets import (
    HOPES,
    best,
    best_or_none,
    chance_of,
    draw,
    least,
    own_weights,
    public_weights,
    stake_of,
    suspicion_of,
)
from turncoat_lab.batch.rules import PLOT_THICKENS, has
from turncoat_lab.batch.seats import MOST_SEATS, lowest, size_of
from turncoat_lab.batch.state import hides
from turncoat_lab.batch.words import (
    CLOSE_EYE,
    FIRST_PLOT_CARD,
    NO_CONFIDENCE,
    OPEN_UP,
    OPINION_MAKER,
    PLOT_CARDS,
    STRONG_LEADER,
    WORDS,
)

GOODNESS: Final = np.array(
    [goodness(card) if card in BEST_TO_TAKE else 0.0 for card in WORDS[FIRST_PLOT_CARD : FIRST_PLOT_CARD + PLOT_CARDS]]
)
"""How good it is to hold each kind of card; nothing for those that nobody holds."""

of_ally = compiled(worths.of_ally)
of_average = compiled(worths.of_average)
of_enemy = compiled(worths.of_enemy)
of_knowing = compiled(worths.of_knowing)
of_showing = compiled(worths.of_showing)


# What seats are worth


@compiled
def allies(seen: Any, own: Any, suspicion: Any) -> Any:
    """Return what each seat is worth as an ally."""
    values, public = np.zeros(MOST_SEATS), suspicion_of(seen, public_weights(seen))
    for seat in range(seen.rules.players):
        values[seat] = stake_of(seen) * of_ally(suspicion[seat], public[seat], hides(own))
    return values


@compiled
def unknown(seen: Any, suspicion: Any) -> Any:
    """Return what it is worth to know more of each seat."""
    values = np.zeros(MOST_SEATS)
    for seat in range(seen.rules.players):
        values[seat] = stake_of(seen) * of_knowing(suspicion[seat])
    return values


@compiled
def kept(seen: Any, own: Any) -> float:
    """Return what a card is worth that is kept."""
    if seen.board.failures == WINS - 1:
        return 0.0
    return of_average(seen.rules.hiding, seen.rules.players, hides(own))


# Questions


@compiled
def seat(seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int) -> int:
    """Whom to name."""
    weights = own_weights(seen, own)
    suspicion, is_spy = suspicion_of(seen, weights), hides(own)
    if question == ASK_GIVE:
        return best(chance, worths_of_giving(seen, own, suspicion), allowed)
    if question == ASK_SHOW:
        return best(chance, worths_of_showing(seen, me, suspicion, is_spy), allowed)
    if question == ASK_OVERHEAR:
        return best(chance, unknown(seen, suspicion), allowed)
    if question == ASK_TAKE_FROM:
        return best(chance, worths_of_taking(seen, suspicion, is_spy), allowed)
    if question == ASK_SPOTLIGHT:
        return best_or_none(chance, worths_of_a_light(seen, own, weights, allowed), allowed, 0.0)
    return best_or_none(chance, worths_of_watching(seen, me, suspicion, is_spy), allowed, stake_of(seen) * NEGLIGIBLE)


@compiled
def worths_of_giving(seen: Any, own: Any, suspicion: Any) -> Any:
    """Return what it is worth that each seat gets a card from the leader."""
    card, is_spy = seen.plot.giving, hides(own)
    if card == OPEN_UP and not is_spy:
        return unknown(seen, suspicion)
    values = allies(seen, own, suspicion)
    return -values if card == OPINION_MAKER and is_spy else values


@compiled
def worths_of_showing(seen: Any, me: int, suspicion: Any, is_spy: bool) -> Any:
    """Return what it is worth to show each seat one's own card."""
    values, mine = np.zeros(MOST_SEATS), suspicion_of(seen, public_weights(seen))[me]
    for viewer in range(seen.rules.players):
        values[viewer] = stake_of(seen) * of_showing(suspicion[viewer], mine, is_spy)
    return values


@compiled
def worths_of_taking(seen: Any, suspicion: Any, is_spy: bool) -> Any:
    """Return what it is worth to take a card from each seat."""
    values = np.zeros(MOST_SEATS)
    for holder in range(seen.rules.players):
        good = 0.0
        for kind in range(PLOT_CARDS):
            if seen.plot.face_up[kind, holder]:
                good = max(good, GOODNESS[kind])
        values[holder] = stake_of(seen) * (good * of_enemy(suspicion[holder], is_spy))
    return values


@compiled
def worths_of_a_light(seen: Any, own: Any, weights: Any, allowed: int) -> Any:
    """Return what it is worth that each seat plays face up."""
    board, needed, values = seen.board, seen.rules.fails[seen.board.mission], np.zeros(MOST_SEATS)
    side, fails = (-1.0 if hides(own) else 1.0), chance_of(seen, weights, board.team, needed)
    for member in range(seen.rules.players):
        if allowed >> member & 1:
            saved = fails - chance_of(seen, weights, board.team & ~(1 << member), needed)
            values[member] = stake_of(seen) * (side * saved - kept(seen, own))
    return values


@compiled
def worths_of_watching(seen: Any, me: int, suspicion: Any, is_spy: bool) -> Any:
    """Return what it is worth to look at each seat's mission card."""
    if not is_spy:
        return unknown(seen, suspicion)
    values = np.zeros(MOST_SEATS)
    for holder in range(seen.rules.players):
        if holder != me and seen.plot.face_up[CLOSE_EYE - FIRST_PLOT_CARD, holder]:
            values[:] = stake_of(seen) * suspicion
    return values


@compiled
def word(seen: Any, chance: Any, question: int, allowed: int) -> int:
    """Return which card is next, any; or which card to take."""
    if question == ASK_PLOT_CARD:
        return any_of_the_hand(seen.plot.hand, chance, allowed)
    values = np.zeros(FIRST_PLOT_CARD + PLOT_CARDS)
    values[FIRST_PLOT_CARD:] = stake_of(seen) * GOODNESS
    return best(chance, values, allowed)


@compiled
def any_of_the_hand(hand: Any, chance: Any, allowed: int) -> int:
    """One of the kinds of cards that the leader has to give, in the order in which they were drawn."""
    left, skipped = allowed, int(draw(chance) * size_of(allowed))
    for place in range(len(hand)):
        card = signed(hand[place])
        if card and left >> card & 1:
            if skipped == 0:
                return card
            skipped -= 1
            left &= ~(1 << card)
    return lowest(allowed)


@compiled
def is_played(seen: Any, own: Any, chance: Any, me: int, question: int) -> bool:
    """Return whether Strong Leader or No Confidence is played."""
    weights, values = own_weights(seen, own), np.zeros(2)
    if question == ASK_NO_CONFIDENCE:
        values[1] = worth_of_no_confidence(seen, own, chance, me, weights)
    else:
        against = against_the_leader(seen, me, suspicion_of(seen, weights), hides(own))
        values[1] = stake_of(seen) * (against - kept(seen, own))
    return best(chance, values, 3) == 1


@compiled
def worth_of_no_confidence(seen: Any, own: Any, chance: Any, me: int, weights: Any) -> float:
    """Return what it is worth to reject the approved team."""
    board, rules, is_spy, alone = seen.board, seen.rules, hides(own), 1 << me
    side, needed = (-1.0 if is_spy else 1.0), rules.fails[board.mission]
    if board.track == rules.rejections - 1:
        return -side
    if not is_spy and board.approvals & alone:
        return -stake_of(seen)
    trusted = suspicion_of(seen, public_weights(seen) if is_spy else weights)
    team = least(chance, trusted, rules.everyone & ~alone, size_of(board.team), board.team & alone)
    hoped = HOPES[board.failures, board.track] * (1.0 - chance_of(seen, weights, team, needed))
    gained = side * (hoped - (1.0 - chance_of(seen, weights, board.team, needed)))
    return stake_of(seen) * (gained - NEGLIGIBLE)


@compiled
def against_the_leader(seen: Any, me: int, suspicion: Any, is_spy: bool) -> float:
    """Return how likely the leader, or who could take the lead from this one, is of the other side."""
    rival = seen.board.leader
    if rival == me:
        for holder in range(seen.rules.players - 1, -1, -1):
            if holder != me and seen.plot.face_up[STRONG_LEADER - FIRST_PLOT_CARD, holder]:
                rival = holder
    return of_enemy(suspicion[rival], is_spy) if rival != me else 0.0


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
