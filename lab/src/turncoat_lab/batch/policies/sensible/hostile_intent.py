"""How `sensible` plays Hostile Intent, as `turncoat.bots.games.resistance.hostile_intent` does."""

from typing import Any, Final

import numpy as np

from turncoat.bots.assessment import NEGLIGIBLE, SURE
from turncoat.bots.games.resistance import worths
from turncoat.bots.games.resistance.worths import RARE
from turncoat.bots.stakes import chance_to_win
from turncoat.games.resistance.hunter.tables import CHIEF_FAILS
from turncoat.games.resistance.tables import WINS
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import ASK_ACCUSE, ASK_EXAMINE
from turncoat_lab.batch.policies.sensible.plot_cards import allies, is_exposed, unknown
from turncoat_lab.batch.policies.sensible.spy_sets import (
    NOBODY,
    best,
    chance_of,
    failure_worth_of,
    is_decisive,
    own_weights,
    public_weights,
    stake_of,
    suspicion_of,
)
from turncoat_lab.batch.rules import COORDINATORS, DUMMY_AGENTS, HUNTER, has
from turncoat_lab.batch.seats import MOST_SEATS, NO_SEAT, lowest, size_of
from turncoat_lab.batch.state import hides
from turncoat_lab.batch.words import CHIEF, NOT_A_CHIEF, RESISTANCE_CHIEF, REVERSE, SPY_CHIEF

how_often = compiled(worths.how_often)
of_a_chiefs_card = compiled(worths.of_a_chiefs_card)
of_accusing = compiled(worths.of_accusing)
of_reversing = compiled(worths.of_reversing)
of_sabotage = compiled(worths.of_sabotage)

CHANCES: Final = np.array(
    [[chance_to_win(successes, failures, WINS) for failures in range(WINS + 1)] for successes in range(WINS)]
    + [[1.0] * (WINS + 1)]
)
"""The loyal side's chance to win, by successes and failures."""
NO_USE: Final = -1e9
"""The worth of a card that can do no good, and is left out."""

# Whom to hunt


@compiled
def chances(seen: Any, own: Any, me: int) -> Any:
    """Return how likely each seat is what the Hunter of this side seeks."""
    likely, sure = 1.0 * suspicion_of(seen, own_weights(seen, own)), np.zeros(MOST_SEATS)
    if hides(own):
        wanted = weigh_as_chiefs(seen, own, likely, sure)
    else:
        wanted = weigh_as_spy_chiefs(seen, own, likely, sure)
    likely[me] = sure[me] = 0.0
    for side in range(2):
        if seen.hunt.revealed[side] != NO_SEAT:
            likely[seen.hunt.revealed[side]] = sure[seen.hunt.revealed[side]] = 0.0
    total = known = 0.0
    for seat in range(seen.rules.players):
        total += likely[seat]
        known += sure[seat]
    left = max(0.0, wanted - known)
    for seat in range(seen.rules.players):
        if sure[seat] > 0.0:
            likely[seat] = sure[seat]
        else:
            likely[seat] = min(1.0, left * likely[seat] / total) if total > 0.0 else 0.0
    return likely


@compiled
def weigh_as_spy_chiefs(seen: Any, own: Any, weights: Any, sure: Any) -> int:
    """Return how likely each seat is a spy Chief, compared with others, not how suspect it is; who is one for certain;
    the number of them."""
    board, players, chiefs, spies = seen.board, seen.rules.players, seen.rules.spy_chiefs, seen.rules.hiding
    suspicion = 1.0 * weights
    for run in range(board.missions_run):
        played = board.cards[run] >> 8 & 15
        for seat in range(players):
            if not board.teams[run] >> seat & 1:
                weights[seat] *= (chiefs - min(played, chiefs)) / chiefs
    for place in range(own.investigations):
        card, owner = own.handed[place], own.handed_by[place]
        if card == CHIEF:  # from one Chief of either side
            weights[owner] = spies * of_a_chiefs_card(suspicion[owner], spies, players)
        else:
            weights[owner], sure[owner] = 0.0, 1.0 if card == SPY_CHIEF else 0.0
    return chiefs


@compiled
def weigh_as_chiefs(seen: Any, own: Any, weights: Any, sure: Any) -> int:
    """The same for a Chief of the resistance or the Coordinator."""
    chiefs, coordinators = 0, 1 if has(seen.rules, COORDINATORS) else 0
    for seat in range(seen.rules.players):
        weights[seat] = 1.0 - weights[seat]
        if seen.rules.roles[seat] == RESISTANCE_CHIEF:
            chiefs += 1
    others = seen.rules.players - seen.rules.hiding - chiefs
    for place in range(own.investigations):
        owner = own.handed_by[place]
        if own.handed[place] == NOT_A_CHIEF:
            weights[owner] *= coordinators / others
        else:
            sure[owner] = weights[owner] * chiefs / (chiefs + (1 if has(seen.rules, DUMMY_AGENTS) else 0))
            weights[owner] = 0.0
    return chiefs + coordinators


# Questions


@compiled
def seat(seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int) -> int:
    """Whom to accuse, to investigate (the likeliest Chief whose card it has not seen) or to examine."""
    if question == ASK_EXAMINE:
        suspicion = suspicion_of(seen, own_weights(seen, own))
        return best(chance, allies(seen, own, suspicion) if hides(own) else unknown(seen, suspicion), allowed)
    values = chances(seen, own, me)
    if question != ASK_ACCUSE:
        values *= stake_of(seen)
        for place in range(own.investigations):
            values[own.handed_by[place]] = 0.0
    return best(chance, values, allowed)


@compiled
def accuses_early(seen: Any, own: Any, chance: Any, me: int) -> bool:
    """Yes when the guess is good enough: a wrong accusation gives a failed mission away."""
    board, values, likely, right = seen.board, np.zeros(2), chances(seen, own, me), 0.0
    for seat in range(seen.rules.players):
        right = max(right, likely[seat])
    failed = 1.0 - CHANCES[board.successes, board.failures]
    values[1] = of_accusing(right, failed, 1.0 - CHANCES[board.successes + 1, board.failures - 1])
    return best(chance, values, 3) == 1


@compiled
def handed_over(seen: Any, chance: Any, allowed: int) -> int:
    """A seat that has a choice poses as a Chief: an accusation that falls on it is a wrong one."""
    others = allowed & ~(1 << NOT_A_CHIEF)
    return lowest(others if others else allowed)


# On a mission, and before it


@compiled
def token_holder(seen: Any, own: Any, chance: Any, suspicion: Any, tokens: int, team: int) -> int:
    """Who gets the Investigator token with this team: the surest ally who is not on it."""
    return best(chance, allies(seen, own, suspicion), tokens & ~team) if tokens else NO_SEAT


@compiled
def fellows_aboard(seen: Any, weights: Any) -> int:
    """The spies on the team whom a spy knows, itself too."""
    suspicion, fellows = suspicion_of(seen, weights), NOBODY
    for seat in range(seen.rules.players):
        if suspicion[seat] >= SURE:
            fellows |= 1 << seat
    return fellows & seen.board.team


@compiled
def shows_more(seen: Any, own: Any, seat: int) -> bool:
    """Return whether a spy shows more than others when it sabotages."""
    is_chief = has(seen.rules, HUNTER) and own.known[seat] == SPY_CHIEF
    return is_exposed(seen, seat) or (is_chief and seen.rules.players >= CHIEF_FAILS)


@compiled
def go_first(seen: Any, own: Any, me: int, fellows: int) -> int:
    """Return how many of these spies sabotage before the seat does, by custom."""
    players, leader, count = seen.rules.players, seen.board.leader, 0
    mine = shows_more(seen, own, me)
    for seat in range(players):
        if seat != me and fellows >> seat & 1:
            if shows_more(seen, own, seat) == mine:
                count += 1 if (seat - leader) % players < (me - leader) % players else 0
            elif mine:
                count += 1
    return count


@compiled
def worth_of_card(seen: Any, own: Any, me: int, weights: Any, other: int) -> float:
    """Return what a card against the mission, or a Reverse, is worth; NO_USE where it can do no good."""
    board, needed, often = seen.board, seen.rules.fails[seen.board.mission], how_often(failure_worth_of(seen))
    if not hides(own):
        fails = chance_of(seen, weights, board.team & ~(1 << me), needed) * often
        return of_reversing(fails, stake_of(seen)) if fails > 1.0 - RARE else NO_USE
    fellows = fellows_aboard(seen, weights)
    if go_first(seen, own, me, fellows) >= needed:
        return NO_USE
    if other == REVERSE:
        works = 1.0 - 2.0 * chance_of(seen, weights, board.team & ~fellows, needed) * often
    else:
        works = chance_of(seen, weights, board.team, needed)
    if works < NEGLIGIBLE:
        return NO_USE
    price = 0.0
    if not is_decisive(seen):
        known = (
            1.0 - suspicion_of(seen, public_weights(seen))[me] if is_exposed(seen, me) else 1.0 / size_of(board.team)
        )
        price = stake_of(seen) * known
    return of_sabotage(works, failure_worth_of(seen), price)
