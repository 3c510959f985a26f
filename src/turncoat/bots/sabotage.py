"""The worth of a mission's failure to traitors who otherwise act as loyal players.

Best play is to fail the missions whose teams shut the traitors out most rarely (lab/docs/value.md). So a mission is
worth the loss of that plan without it: the share of deals in which the traitors would be shut out of a later mission
instead.
"""

from collections.abc import Collection
from functools import cache
from itertools import combinations

from turncoat.kernel.opening import hiding_side, role_cards
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, clockwise, everyone, seat_set
from turncoat.missions import MissionPlan, Situation


@cache
def sets_of_traitors(ruleset: Ruleset) -> tuple[SeatSet, ...]:
    """Return every set of seats that may be the traitors."""
    side_of, hiding = rulebook(ruleset.game).side_of, hiding_side(ruleset)
    number = sum(side_of(role) == hiding for role in role_cards(ruleset))
    return tuple(seat_set(seats) for seats in combinations(range(ruleset.players), number))


@cache
def share_with(sets: tuple[SeatSet, ...], size: int, traitors: int) -> float:
    """Return the share of the sets with at least that many members on a team of the given size. All teams are alike.

    >>> share_with((0b011, 0b101, 0b110), 2, 2)
    0.3333333333333333
    """
    team = everyone(size)
    return sum((one & team).bit_count() >= traitors for one in sets) / len(sets)


def shut_out(sets: tuple[SeatSet, ...], plan: MissionPlan, mission: int) -> float:
    """Return the share of the sets shut out by a team for this mission, counted from 1."""
    size, needed = plan.missions[mission - 1]
    return 1 - share_with(sets, size, needed)


def worth_of_failure(sets: tuple[SeatSet, ...], plan: MissionPlan, now: Situation, over: Collection[int] = ()) -> float:
    """Return the worth to the traitors, as a chance to win, of a failure of the current mission.

    `over` are the missions that were run. A mission that can decide the game is worth the game. For any other, the
    traitors lose by best play the share of deals in which its team shuts them out. Without it they lose as much at the
    dearest of the later missions that they need in its place.

    >>> from turncoat.kernel.seats import seat_set
    >>> from itertools import combinations
    >>> pairs = tuple(seat_set(pair) for pair in combinations(range(5), 2))
    >>> five = MissionPlan(((2, 1), (3, 1), (2, 1), (3, 1), (3, 1)), 5)
    >>> round(worth_of_failure(pairs, five, Situation(5, 1)), 3)
    -0.2
    >>> round(worth_of_failure(pairs, five, Situation(5, 2, successes=1), (1,)), 3)
    0.2
    """
    if now.is_decisive:
        return 1.0
    later = [mission for mission in range(1, len(plan.missions) + 1) if mission not in over and mission != now.mission]
    shares = sorted([shut_out(sets, plan, mission) for mission in later])
    missing = now.wins - now.failures
    return shares[missing - 1] - shut_out(sets, plan, now.mission) if missing <= len(shares) else 1.0


def exposure(sets: tuple[SeatSet, ...], size: int, fails: int) -> float:
    """Return the share of sets that one Fail more than `fails` rules out.

    >>> from itertools import combinations
    >>> pairs = tuple(seat_set(pair) for pair in combinations(range(5), 2))
    >>> round(exposure(pairs, 3, 0), 3), round(exposure(pairs, 3, 1), 3)
    (0.1, 0.6)
    """
    return share_with(sets, size, fails) - share_with(sets, size, fails + 1)


def goes_first(traitors: SeatSet, seat: Seat, leader: Seat, players: int, shows_more: SeatSet = NOBODY) -> SeatSet:
    """Return which of these traitors by convention sabotage before the seat.

    They go clockwise from the leader. Those who reveal more by it than others come last.

    >>> goes_first(0b01101, 2, 3, 5), goes_first(0b01101, 2, 3, 5, 0b01000)
    (9, 1)
    """
    same = shows_more if shows_more >> seat & 1 else ~shows_more
    between = seat_set(list(clockwise(leader, players))[: (seat - leader) % players])
    before = traitors & same & between
    return before if same != shows_more else before | traitors & ~shows_more
