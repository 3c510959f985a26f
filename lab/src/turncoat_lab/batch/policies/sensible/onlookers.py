"""What loyal players of Winter Soldier believe, as `turncoat.bots.games.winter_soldier.onlookers` says.

It follows from what everybody has seen, so it is weighed once for all seats. Onlookers of two kinds weigh the sets of
agents: those of `seen.sets` go by what suits whom, those of `seen.onlookers` know how agents have to vote.
"""

from typing import Any, Final

import numpy as np

from turncoat.bots.games.resistance.spy_sets import SABOTAGE
from turncoat.bots.games.winter_soldier import onlookers
from turncoat.bots.games.winter_soldier.onlookers import Onlookers, SharpOnlookers
from turncoat.games.resistance.tables import WINS
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.policies.sensible.spy_sets import (
    NOBODY,
    chance_of,
    fitting,
    group_at,
    level,
    public_weights,
    rounded,
    suspicion_of,
    weigh_side,
)
from turncoat_lab.batch.policies.sensible.spy_sets import weigh_ballots as weigh_mild_ballots
from turncoat_lab.batch.policies.sensible.spy_sets import weigh_mission as weigh_cards
from turncoat_lab.batch.seats import MOST_SEATS, lowest, size_of
from turncoat_lab.batch.state import fails_among
from turncoat_lab.batch.words import HIDING_ROLES

MILD: Final = Onlookers.habits
SHARP: Final = SharpOnlookers.habits

asked = compiled(onlookers.asked)
forecast_ballot = compiled(onlookers.forecast_ballot)
ballot_of_agent = compiled(onlookers.ballot_of_agent)
evidence = compiled(onlookers.evidence)
informed_ballot = compiled(onlookers.informed_ballot)


@compiled
def sharp_weights(seen: Any) -> Any:
    """The sets of agents as they are weighed by who knows how agents have to vote."""
    return seen.onlookers.weights[: seen.rules.team_counts[seen.rules.hiding]]


@compiled
def begin(seen: Any) -> None:
    """All sets without Captain America are equally likely."""
    mild, sharp, hiding = public_weights(seen), sharp_weights(seen), seen.rules.hiding
    for place in range(len(mild)):
        mild[place] = 0.0 if seen.rules.teams[hiding, place] >> seen.winter.captain & 1 else 1.0
        sharp[place] = mild[place]
    seen.onlookers.votes = 0
    seen.onlookers.honest = 0
    seen.onlookers.rejected[:] = 0


# What happens


@compiled
def weigh_vote(seen: Any, left: int) -> None:
    """A vote was counted: how the team looked before to loyal players is kept, and the ballots are weighed."""
    board, kept = seen.board, seen.onlookers
    place, needed = kept.votes, seen.rules.fails[board.mission]
    is_last = board.track == seen.rules.rejections - 1
    good, approves = np.empty(MOST_SEATS), np.empty(MOST_SEATS)
    forecast(seen, sharp_weights(seen), board.proposer, left, SHARP, good, approves)
    weigh_sharp_ballots(seen, left, approves, board.successes == WINS - 1 or is_last)
    forecast(seen, public_weights(seen), board.proposer, left, MILD, good, approves)
    weigh_mild_ballots(seen)
    for seat in range(seen.rules.players):
        kept.good[place, seat], kept.approves[place, seat] = good[seat], approves[seat]
        if not board.approvals >> seat & 1:
            kept.rejected[seat] |= board.team
    kept.leader[place], kept.team[place] = board.proposer, board.team
    kept.approvals[place], kept.voters[place] = board.approvals, left
    kept.needed[place], kept.is_last[place] = needed, is_last
    kept.votes += 1


@compiled
def weigh_mission(seen: Any) -> None:
    """A mission was run."""
    last = seen.board.missions_run - 1
    weigh_cards(seen, public_weights(seen), SABOTAGE)
    weigh_cards(seen, sharp_weights(seen), SHARP.sabotage)
    if not fails_among(seen.board.cards[last]):
        seen.onlookers.honest |= seen.board.teams[last]


@compiled
def weigh_character(seen: Any, seat: int, role: int) -> None:
    """A character card lies face up."""
    is_agent = HIDING_ROLES >> role & 1 != 0
    weigh_side(seen, public_weights(seen), seat, is_agent)
    weigh_side(seen, sharp_weights(seen), seat, is_agent)


@compiled
def weigh_sharp_ballots(seen: Any, left: int, approves: Any, decides: bool) -> None:
    """Weigh the ballots by how agents have to vote."""
    board, weights = seen.board, sharp_weights(seen)
    telling = np.ones((2, MOST_SEATS))
    for seat in range(seen.rules.players):
        if left >> seat & 1:
            approved, loyal = board.approvals >> seat & 1 != 0, approves[seat]
            for dirty in range(2):
                telling[dirty, seat] = ballot_of_agent(SHARP, approved, loyal, dirty == 1, decides)
    for place in range(len(weights)):
        group = group_at(seen, place)
        telling_all = telling[1 if group & board.team else 0]
        while group:
            weights[place] *= telling_all[lowest(group)]
            group &= group - 1
    level(weights)


# How a team looks


@compiled
def forecast(seen: Any, weights: Any, leader: int, left: int, habits: Any, good: Any, approves: Any) -> None:
    """For each seat, how likely the team succeeds as a loyal seat there sees it, and that such a seat approves it."""
    board = seen.board
    needed, is_last = seen.rules.fails[board.mission], board.track == seen.rules.rejections - 1
    for seat in range(seen.rules.players):
        believed = fitting(seen, weights, NOBODY, 1 << seat)
        good[seat] = 1.0 - chance_of(seen, believed, board.team, needed)
        if is_last or seat == leader:
            approves[seat] = 1.0 - habits.stray
        else:
            ratio = as_good(seen, believed, board.team, seat, left, needed)
            approves[seat] = forecast_ballot(habits, ratio, asked(board.track))


@compiled
def as_good(seen: Any, weights: Any, team: int, seat: int, left: int, needed: int) -> float:
    """The ratio of the chance of a team to that of the best team with this seat."""
    suspicion, best, others = suspicion_of(seen, weights), 1 << seat, left & ~(1 << seat)
    for _ in range(size_of(team) - 1):
        if others:
            other = least_suspect(suspicion, others)
            best |= 1 << other
            others &= ~(1 << other)
    hoped = 1.0 - chance_of(seen, weights, best, needed)
    return (1.0 - chance_of(seen, weights, team, needed)) / max(hoped, 1e-9)


@compiled
def least_suspect(suspicion: Any, seats: int) -> int:
    """The least suspect of these seats, the first of equal ones."""
    best, seats = lowest(seats), seats & (seats - 1)
    while seats:
        seat = lowest(seats)
        seats &= seats - 1
        if rounded(suspicion[seat], 1e9) < rounded(suspicion[best], 1e9):
            best = seat
    return best


# What ballots told


@compiled
def knows(seen: Any, agents: int) -> Any:
    """By seat, the log odds that it knows the agents, by its ballots and teams."""
    kept, found = seen.onlookers, np.zeros(MOST_SEATS)
    for place in range(kept.votes):
        leader = kept.leader[place]
        will_succeed = size_of(agents & kept.team[place]) < kept.needed[place]
        found[leader] += evidence(will_succeed, MILD.leads, min(max(kept.good[place, leader], 0.05), 0.95))
        if kept.is_last[place]:
            continue
        for seat in range(seen.rules.players):
            if (kept.voters[place] & ~(1 << leader)) >> seat & 1:
                ignorant = kept.approves[place, seat]
                informed = informed_ballot(MILD, will_succeed, ignorant)
                found[seat] += evidence(kept.approvals[place] >> seat & 1 != 0, informed, ignorant)
    return found


@compiled
def soldier_chances(seen: Any, weights: Any) -> Any:
    """How likely each seat is the Winter Soldier: an agent who rejected no team with agents and always failed."""
    kept, chances, total = seen.onlookers, np.zeros(MOST_SEATS), 0.0
    for place in range(len(weights)):
        group, able = group_at(seen, place), 0
        for seat in range(seen.rules.players):
            if (group & ~kept.honest & ~seen.winter.out) >> seat & 1 and not kept.rejected[seat] & group:
                able |= 1 << seat
        if able:
            total += weights[place]
            for seat in range(seen.rules.players):
                if able >> seat & 1:
                    chances[seat] += weights[place] / size_of(able)
    return chances / total if total > 0.0 else chances


@compiled
def passing(chances: Any, unsure: int, certain: int, voters: int) -> float:
    """How likely more than half approve, where `certain` surely do and each of the unsure does with its chance."""
    counts, most = np.zeros(MOST_SEATS + 1), 0
    counts[0] = 1.0
    while unsure:
        chance = chances[lowest(unsure)]
        unsure &= unsure - 1
        most += 1
        for number in range(most, 0, -1):
            counts[number] = counts[number] * (1.0 - chance) + counts[number - 1] * chance
        counts[0] *= 1.0 - chance
    total = 0.0
    for number in range(most + 1):
        if (number + certain) * 2 > voters:
            total += counts[number]
    return total
