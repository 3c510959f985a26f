"""Who may hide, as `turncoat.bots.games.resistance.spy_sets` weighs it: every set of seats has a weight.

What everybody has seen is weighed once, as it happens, and is the same for all seats (`game.seen.sets`). What a seat
knows besides is weighed when it decides: sets that the deal rules out for it weigh nothing, sets that clash with what
it was shown weigh next to nothing.
"""

from math import floor
from typing import Any, Final

import numpy as np
from msgspec.structs import replace

from turncoat.bots.games.resistance import spy_sets, worths
from turncoat.bots.games.resistance.spy_sets import DIGITS, MISCOUNT
from turncoat.bots.stakes import hope, stake
from turncoat.games.resistance.tables import PLAYERS, REJECTIONS, WINS
from turncoat.missions import Situation
from turncoat_lab.batch.chance import fraction
from turncoat_lab.batch.compiler import compiled, inlined, numbers
from turncoat_lab.batch.rules import LARGEST_TEAM, PLOT_THICKENS, has
from turncoat_lab.batch.seats import MOST_SEATS, NO_SEAT, lowest, size_of
from turncoat_lab.batch.state import fails_among, reverses_among
from turncoat_lab.batch.words import RESISTANCE_CHIEF, SPY_CHIEF, SUCCESS

NOBODY, ONE, TWO = numbers(0, 3)
EXACT: Final = 10.0**DIGITS

ballots_factor = compiled(spy_sets.ballots_factor)
mission_factor = compiled(spy_sets.mission_factor)
in_millionths = compiled(worths.in_millionths)

SITUATIONS: Final = [
    [Situation(PLAYERS[0], 1, successes=successes, failures=failures) for failures in range(WINS + 1)]
    for successes in range(WINS + 1)
]
STAKES: Final = np.array([[stake(now) for now in row] for row in SITUATIONS])
"""What a mission is worth, by the successes and failures before it."""
HOPES: Final = np.array(
    [
        [hope(replace(SITUATIONS[0][failures], attempt=track + 1)) for track in range(REJECTIONS)]
        for failures in range(WINS + 1)
    ]
)
"""How clean the next team will be, by the failures and the rejected teams."""


@inlined
def group_at(seen: Any, place: int) -> Any:
    """The set of seats at this place of the list."""
    return np.int64(seen.rules.teams[seen.rules.hiding, place])


# What everybody sees


@compiled
def begin(seen: Any) -> None:
    """All sets are equally likely, and the sum is exact as long as nothing is known."""
    public_weights(seen)[:] = 1.0


@compiled
def level(weights: Any) -> None:
    """Bring the weights to a sum of 1: in a long game they would all shrink to nothing."""
    total = 0.0
    for place in range(len(weights)):
        total += weights[place]
    if total > 0.0:
        for place in range(len(weights)):
            weights[place] /= total


@compiled
def weigh_ballots(seen: Any) -> None:
    """The ballots on a team are known."""
    board, hiding, weights = seen.board, seen.rules.hiding, public_weights(seen)
    is_last = board.track == REJECTIONS - 1  # Winter Soldier has no such vote
    factors = np.empty((2, LARGEST_TEAM + 1))
    for dirty in range(2):
        for approving in range(hiding + 1):
            factors[dirty, approving] = ballots_factor(approving, hiding - approving, dirty == 1, is_last)
    for place in range(len(weights)):
        group = group_at(seen, place)
        weights[place] *= factors[1 if group & board.team else 0, size_of(group & board.approvals)]
    level(weights)


@compiled
def weigh_mission(seen: Any, weights: Any, sabotage: float) -> None:
    """A mission was run: its cards, and those of them that lay face up. `sabotage`: see `mission_factor`."""
    board, hiding = seen.board, seen.rules.hiding
    last = board.missions_run - 1
    team, cards = board.teams[last], board.cards[last]
    factors = np.empty(LARGEST_TEAM + 1)
    for spies in range(hiding + 1):
        factors[spies] = mission_factor(spies, fails_among(cards), sabotage)
    for place in range(len(weights)):
        weights[place] *= factors[size_of(group_at(seen, place) & team)]
    level(weights)
    if has(seen.rules, PLOT_THICKENS):
        for seat in range(seen.rules.players):
            weigh_card(seen, weights, last, seat, seen.plot.turned_up[last, seat])
        level(weights)


@compiled
def weigh_side(seen: Any, weights: Any, seat: int, is_spy: bool) -> None:
    """Everybody has learned the side of a seat."""
    rule_out_side(seen, weights, seat, is_spy)
    level(weights)


@compiled
def rule_out_side(seen: Any, weights: Any, seat: int, is_spy: bool) -> None:
    """The sets that have the seat on the other side cannot explain what was seen."""
    hiding = seen.rules.hiding
    for place in range(len(weights)):
        if (seen.rules.teams[hiding, place] >> seat & 1 != 0) != is_spy:
            weights[place] *= MISCOUNT


@compiled
def weigh_card(seen: Any, weights: Any, run: int, seat: int, card: int) -> None:
    """The mission card that a seat played was seen, with the other cards of that mission (by its place in order)."""
    cards, others = seen.board.cards[run], seen.board.teams[run] & ~(1 << seat)
    if card == 0 or reverses_among(cards):
        return
    if card == SUCCESS:  # the Fails came from other spies of the team
        for place in range(len(weights)):
            if size_of(group_at(seen, place) & others) < fails_among(cards):
                weights[place] *= MISCOUNT
    else:
        rule_out_side(seen, weights, seat, True)


# What a seat knows


@compiled
def public_weights(seen: Any) -> Any:
    """The sets as somebody weighs them who has no secrets."""
    return seen.sets.weights[: seen.rules.team_counts[seen.rules.hiding]]


@compiled
def cover_weights(seen: Any, seat: int) -> Any:
    """The sets as a loyal player on this seat would weigh them: what a spy pretends to think."""
    return fitting(seen, public_weights(seen), NOBODY, 1 << seat)


@compiled
def own_weights(seen: Any, own: Any) -> Any:
    """The sets as a seat weighs them, with all that it knows."""
    weights = fitting(seen, public_weights(seen), own.sure_spies, own.sure_loyal)
    weigh_looks(seen, own, weights)
    for seat in range(seen.rules.players):
        for run in range(seen.board.missions_run):
            weigh_card(seen, weights, run, seat, own.watched[run, seat])
    for place in range(own.investigations):
        if own.handed[place] in (SPY_CHIEF, RESISTANCE_CHIEF):
            rule_out_side(seen, weights, own.handed_by[place], own.handed[place] == SPY_CHIEF)
    if own.two_agents:
        for place in range(len(weights)):
            if size_of(group_at(seen, place) & own.two_agents) != 1:
                weights[place] *= MISCOUNT
    return weights


@compiled
def weigh_looks(seen: Any, own: Any, weights: Any) -> None:
    """The cards that were shown to the seat, each time."""
    for seat in range(seen.rules.players):
        for look in range(own.looked_spy[seat] + own.looked_loyal[seat]):
            rule_out_side(seen, weights, seat, look < own.looked_spy[seat])


@compiled
def fitting(seen: Any, weighed: Any, known: int, cleared: int) -> Any:
    """The weights of the sets with these seats and without those; of all sets, where none fits."""
    total = 0.0
    weights = weighed.copy()
    for place in range(len(weights)):
        group = group_at(seen, place)
        if known & ~group or cleared & group:
            weights[place] = 0.0
        total += weights[place]
    return weights if total > 0.0 else weighed.copy()


@compiled
def suspicion_of(seen: Any, weights: Any) -> Any:
    """How likely each seat is to hide."""
    total = 0.0
    chances = np.zeros(MOST_SEATS)
    for place in range(len(weights)):
        weight = weights[place]
        if weight > 0.0:
            total += weight
            group = group_at(seen, place)
            while group:
                chances[lowest(group)] += weight
                group &= group - 1
    for seat in range(seen.rules.players):
        chances[seat] = rounded(chances[seat] / total, EXACT) / EXACT
    return chances


@compiled
def chance_of(seen: Any, weights: Any, team: int, spies: int) -> float:
    """How likely at least so many of those who hide are on the team."""
    total = hit = 0.0
    for place in range(len(weights)):
        weight = weights[place]
        total += weight
        if size_of(group_at(seen, place) & team) >= spies:
            hit += weight
    return rounded(hit / total, EXACT) / EXACT


# Choosing by what is likely


@compiled
def draw(chance: Any) -> float:
    """The same as `fraction`, which would be copied to each of the many places that draw."""
    return fraction(chance)


@inlined
def rounded(value: float, scale: float) -> float:
    """The value in units of the last digit that counts: so many make 1."""
    return floor(value * scale + 0.5)


@compiled
def least(chance: Any, values: Any, seats: int, size: int, team: int) -> int:
    """The team filled up to its size with those of the seats whose value is least, ties at random."""
    draws, left = np.empty(MOST_SEATS), seats
    while left:
        draws[lowest(left)] = draw(chance)
        left &= left - 1
    left = seats
    while left and size_of(team) < size:
        best, rest = lowest(left), left & (left - 1)
        while rest:
            seat = lowest(rest)
            rest &= rest - 1
            value, least_value = rounded(values[seat], 1e6), rounded(values[best], 1e6)
            if value < least_value or (value == least_value and draws[seat] < draws[best]):
                best = seat
        team |= 1 << best
        left &= ~(1 << best)
    return team


@compiled
def most(chance: Any, values: Any, seats: int, scale: float) -> int:
    """The seat with the greatest value, ties at random; NO_SEAT where there is none."""
    best, best_value, best_draw = NO_SEAT, 0.0, 0.0
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        value, drawn = rounded(values[seat], scale), draw(chance)
        if best == NO_SEAT or value > best_value or (value == best_value and drawn > best_draw):
            best, best_value, best_draw = seat, value, drawn
    return best


@compiled
def best(chance: Any, worths: Any, answers: int) -> int:
    """Return which of these answers is worth most, ties at random; -1 where there is none."""
    most_worth, ties, left = 0, NOBODY, answers
    while left:
        answer = lowest(left)
        left &= left - 1
        worth = in_millionths(worths[answer])
        if ties == NOBODY or worth > most_worth:
            most_worth, ties = worth, 1 << answer
        elif worth == most_worth:
            ties |= 1 << answer
    count = size_of(ties)
    if count == 0:
        return -1
    if count > 1:
        for _ in range(int(draw(chance) * count)):
            ties &= ties - 1
    return lowest(ties)


@compiled
def best_or_none(chance: Any, worths: Any, seats: int, of_none: float) -> int:
    """The seat that is worth most, or nobody (NO_SEAT), where that is worth as much as `of_none`."""
    values = np.zeros(MOST_SEATS + 1)
    values[:MOST_SEATS] = worths
    values[MOST_SEATS] = of_none
    answer = best(chance, values, seats | 1 << MOST_SEATS)
    return NO_SEAT if answer == MOST_SEATS else answer


@compiled
def stake_of(seen: Any) -> float:
    """The stake of the mission in question."""
    return STAKES[seen.board.successes, seen.board.failures]


@compiled
def is_decisive(seen: Any) -> bool:
    """Return whether one more mission can decide the game."""
    return seen.board.failures == WINS - 1 or seen.board.successes == WINS - 1


@compiled
def failure_worth_of(seen: Any) -> float:
    """Return what it is worth to those who hide that the mission fails."""
    return 1.0 if is_decisive(seen) else stake_of(seen)
