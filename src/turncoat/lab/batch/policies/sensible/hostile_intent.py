"""How `sensible` plays Hostile Intent, as `turncoat.bots.games.resistance.hostile_intent` does."""

from typing import Any

from turncoat.bots.games.resistance.hostile_intent import CHIEF_IN_COMPANY, EARLY, FAILS, OTHER_CHIEF, SURE
from turncoat.lab.batch.compiler import compiled
from turncoat.lab.batch.events import ASK_ACCUSE, ASK_EXAMINE
from turncoat.lab.batch.policies.sensible.plot_cards import least_certain, surest_ally
from turncoat.lab.batch.policies.sensible.spy_sets import chance_of, draw, most, own_weights, suspicion_of
from turncoat.lab.batch.rules import COORDINATORS, DUMMY_AGENTS, has
from turncoat.lab.batch.seats import NO_SEAT, lowest
from turncoat.lab.batch.state import hides
from turncoat.lab.batch.words import (
    CHIEF,
    CHIEF_FAIL,
    COORDINATOR,
    NO_WORD,
    NOT_A_CHIEF,
    RESISTANCE_CHIEF,
    REVERSE,
    SPY_CHIEF,
    SUCCESS,
)

# Whom to hunt


@compiled
def chances(seen: Any, own: Any, me: int) -> Any:
    """How likely each seat is what the Hunter of this side seeks, as weights: their sum means nothing."""
    suspicion = suspicion_of(seen, own_weights(seen, own))
    weights = chances_of_a_chief(seen, own, suspicion) if hides(own) else chances_of_a_spy_chief(seen, own, suspicion)
    weights[me] = 0.0
    return weights


@compiled
def chances_of_a_spy_chief(seen: Any, own: Any, suspicion: Any) -> Any:
    """The same for a resistance seat."""
    board, players, weights = seen.board, seen.rules.players, 1.0 * suspicion
    for seat in range(players):
        if own.known[seat] not in (NO_WORD, SPY_CHIEF):
            weights[seat] = 0.0
    for run in range(board.missions_run):
        played = board.cards[run] >> 8 & 15
        if played:
            for seat in range(players):
                if not board.teams[run] >> seat & 1:
                    weights[seat] *= OTHER_CHIEF if played < seen.rules.spy_chiefs else 0.001
    for place in range(own.investigations):
        card, owner = own.handed[place], own.handed_by[place]
        if card == SPY_CHIEF:
            weights[owner] = SURE
        elif card != CHIEF:
            weights[owner] = 0.0
        else:
            weights[owner] *= 2.0  # half of the spies are Chiefs, and fewer of the others
    return weights


@compiled
def chances_of_a_chief(seen: Any, own: Any, suspicion: Any) -> Any:
    """The same for a spy."""
    weights = 1.0 - suspicion
    for seat in range(seen.rules.players):
        if own.known[seat] not in (NO_WORD, RESISTANCE_CHIEF, COORDINATOR):
            weights[seat] = 0.0
    for place in range(own.investigations):
        owner = own.handed_by[place]
        if own.handed[place] == NOT_A_CHIEF:
            weights[owner] *= 0.3 if has(seen.rules, COORDINATORS) else 0.001
        elif suspicion[owner] < 0.5:
            weights[owner] = SURE
    return weights


# Questions


@compiled
def seat(seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int) -> int:
    """Whom to accuse, to investigate (the likeliest Chief whose card it has not seen) or to examine."""
    if question == ASK_EXAMINE:
        suspicion = suspicion_of(seen, own_weights(seen, own))
        if hides(own):
            return surest_ally(seen, own, chance, suspicion, allowed)
        return least_certain(chance, suspicion, allowed)
    weights = chances(seen, own, me)
    if question != ASK_ACCUSE:
        for place in range(own.investigations):
            weights[own.handed_by[place]] = -1.0
    return most(chance, weights, allowed, 1e6)


@compiled
def accuses_early(seen: Any, own: Any, me: int) -> bool:
    """Yes when the guess is good enough: a wrong accusation gives a failed mission away."""
    weights, chiefs = chances(seen, own, me), 0
    for seat in range(seen.rules.players):
        if seen.rules.roles[seat] == RESISTANCE_CHIEF:
            chiefs += 1
    best = total = 0.0
    for seat in range(seen.rules.players):
        best = max(best, weights[seat])
        total += weights[seat]
    right = best / (total if total > 0.0 else 1.0) * (chiefs + (1 if has(seen.rules, COORDINATORS) else 0))
    if has(seen.rules, DUMMY_AGENTS) and best == SURE:
        right *= chiefs / (chiefs + 1)
    return right >= EARLY


@compiled
def handed_over(allowed: int) -> int:
    """A seat that has a choice poses as a Chief: an accusation that falls on it is a wrong one."""
    others = allowed & ~(1 << NOT_A_CHIEF)
    return lowest(others if others else allowed)


# On a mission, and before it


@compiled
def token_holder(seen: Any, own: Any, chance: Any, suspicion: Any, tokens: int, team: int) -> int:
    """Who gets the Investigator token with this team: the surest ally who is not on it."""
    return surest_ally(seen, own, chance, suspicion, tokens & ~team) if tokens else NO_SEAT


@compiled
def special_card(seen: Any, own: Any, chance: Any, me: int, weights: Any, allowed: int, sabotages: bool) -> int:
    """Which card a Chief or a Reverser plays; NO_WORD where the modules make no difference."""
    board = seen.board
    others, needed = board.team & ~(1 << me), seen.rules.fails[board.mission]
    if allowed >> REVERSE & 1:
        fails = FAILS * chance_of(seen, weights, others, needed)
        if hides(own):  # a Reverse beside a Fail would save the mission
            return REVERSE if sabotages and fails < 0.3 else SUCCESS
        return REVERSE if fails > 0.5 else SUCCESS
    if allowed >> CHIEF_FAIL & 1:
        in_company = chance_of(seen, weights, others, needed) > 0.9
        if sabotages and in_company and draw(chance) >= CHIEF_IN_COMPANY:
            return SUCCESS
    return NO_WORD
