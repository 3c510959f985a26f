"""The policy `random`: every legal answer is equally likely."""

from typing import Any

from turncoat.bots.bot import OFFER_CHANCE
from turncoat_lab.batch.chance import below, bits, fraction
from turncoat_lab.batch.compiler import compiled, inlined
from turncoat_lab.batch.rules import TARGETING, has
from turncoat_lab.batch.seats import BINOMIALS, NO_SEAT, drawn_seat, drawn_set, size_of


@compiled
def seat(chance: Any, allowed: int, may_pass: bool) -> int:
    """Draw one of the seats, or NO_SEAT where passing is allowed."""
    if may_pass:
        count = size_of(allowed)
        if below(chance, count + 1) == count:
            return NO_SEAT
    return drawn_seat(chance, allowed)


@inlined
def word(chance: Any, allowed: int) -> int:
    """Draw one of a set of words."""
    return drawn_seat(chance, allowed)


@compiled
def is_true(chance: Any) -> bool:
    """Toss a fair coin."""
    return bits(chance, 1) == 1


@compiled
def takes_offer(chance: Any) -> bool:
    """Return whether a standing offer is taken."""
    return fraction(chance) < OFFER_CHANCE


@inlined
def team(rules: Any, chance: Any, allowed: int, size: int) -> int:
    """Draw a team of that size."""
    if allowed == rules.everyone:
        return rules.teams[size, below(chance, rules.team_counts[size])]
    return drawn_set(chance, allowed, size)


@inlined
def proposal(rules: Any, chance: Any, missions: int, mission: int, size: int, allowed: int, tokens: int) -> Any:
    """Draw a mission, a team and the receiver of the token, with every legal form equally likely.

    `missions` is the set to choose from if the leader chooses, else 0. `tokens` are the seats that may get the token
    unless they are on the team. Forms in which the receiver is on the team are drawn again. The receiver is NO_SEAT
    without a token.
    """
    while True:
        if has(rules, TARGETING):
            mission = drawn_mission(rules, chance, missions, size_of(allowed))
            size = rules.sizes[mission]
        chosen = team(rules, chance, allowed, size)
        if not tokens:
            return mission, chosen, NO_SEAT
        token = drawn_seat(chance, tokens)
        if not chosen >> token & 1:
            return mission, chosen, token


@compiled
def drawn_mission(rules: Any, chance: Any, missions: int, seats: int) -> int:
    """Draw one of the missions, weighted by the number of teams for it."""
    ways = 0
    for mission in range(1, 6):
        if missions >> mission & 1:
            ways += BINOMIALS[seats, rules.sizes[mission]]
    left = below(chance, ways)
    for mission in range(1, 6):
        if missions >> mission & 1:
            left -= BINOMIALS[seats, rules.sizes[mission]]
            if left < 0:
                return mission
    return 0


@inlined
def ballots(chance: Any, voters: int) -> int:
    """Draw the voters who approve."""
    return bits(chance, 12) & voters
