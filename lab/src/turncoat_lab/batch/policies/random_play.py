"""The policy `random`: every legal answer is equally likely."""

from typing import Any

from turncoat.bots.bot import OFFER_CHANCE
from turncoat_lab.batch.chance import below, bits, fraction
from turncoat_lab.batch.compiler import compiled, inlined
from turncoat_lab.batch.rules import TARGETING, has
from turncoat_lab.batch.seats import BINOMIALS, NO_SEAT, drawn_seat, drawn_set, size_of


@compiled
def seat(chance: Any, allowed: int, may_pass: bool) -> int:
    """One of the seats, or NO_SEAT where one may pass."""
    if may_pass:
        count = size_of(allowed)
        if below(chance, count + 1) == count:
            return NO_SEAT
    return drawn_seat(chance, allowed)


@inlined
def word(chance: Any, allowed: int) -> int:
    """One of a set of words."""
    return drawn_seat(chance, allowed)


@compiled
def is_true(chance: Any) -> bool:
    """A fair coin."""
    return bits(chance, 1) == 1


@compiled
def takes_offer(chance: Any) -> bool:
    """Whether a standing offer is taken."""
    return fraction(chance) < OFFER_CHANCE


@inlined
def team(rules: Any, chance: Any, allowed: int, size: int) -> int:
    """A team of that size."""
    if allowed == rules.everyone:
        return rules.teams[size, below(chance, rules.team_counts[size])]
    return drawn_set(chance, allowed, size)


@inlined
def proposal(rules: Any, chance: Any, missions: int, mission: int, size: int, allowed: int, tokens: int) -> Any:
    """A mission, a team and who gets the token (NO_SEAT where nobody does), every legal form equally likely.

    `missions` is the set to choose from where the leader chooses, else 0; `tokens` are the seats that the token may go
    to where they are not on the team. A form in which it does is drawn again.
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
    """One of the missions, as likely as there are teams for it."""
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
    """Who of the voters approves."""
    return bits(chance, 12) & voters
