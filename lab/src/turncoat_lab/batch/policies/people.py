"""The policy `people`: teams, ballots and mission cards as people choose them, and any legal answer otherwise.

The model is that of `turncoat.bots.people`. The bot `baseline:people` is the same policy. A decision takes one draw.
"""

from math import exp
from typing import Any, Final

import numpy as np

from turncoat.bots import people
from turncoat.games.resistance.tables import WINS
from turncoat_lab.batch.chance import fraction
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.rules import TARGETING, has
from turncoat_lab.batch.seats import NO_SEAT, drawn_seat, size_of
from turncoat_lab.batch.state import hides, sabotage_among
from turncoat_lab.batch.words import SUCCESS

BALLOT_LOYAL: Final = people.weights("ballot", "loyal")
BALLOT_HIDING: Final = people.weights("ballot", "hiding")
TEAM_LOYAL: Final = people.weights("team", "loyal")
TEAM_HIDING: Final = people.weights("team", "hiding")
CARD_HIDING: Final = people.weights("card", "hiding")

ballot_features = compiled(people.ballot_features)
team_features = compiled(people.team_features)
card_features = compiled(people.card_features)
score = compiled(people.score)


@compiled
def known_to_hide(own: Any, seat: int) -> int:
    """Return the seats that a hiding seat knows to hide, itself included."""
    return own.spies_seen | 1 << seat


@compiled
def doubt_of(board: Any, seats: int) -> float:
    """Return the mean doubt of these seats: the sum of 1 / team size over the failed missions that each was on."""
    total = 0.0
    for place in range(board.missions_run):
        team = board.teams[place]
        if team and not board.success[place]:
            total += size_of(team & seats) / size_of(team)
    return total / max(1, size_of(seats))


@compiled
def proven_among(board: Any, team: int) -> float:
    """Return the share of members who were on a success and on no failure."""
    succeeded = failed = 0
    for place in range(board.missions_run):
        if board.success[place]:
            succeeded |= board.teams[place]
        else:
            failed |= board.teams[place]
    return size_of(team & succeeded & ~failed) / size_of(team)


@compiled
def approves(seen: Any, own: Any, chance: Any, seat: int) -> bool:
    """Return whether the seat approves the team."""
    board, rules = seen.board, seen.rules
    team, me, is_hiding = board.team, 1 << seat, hides(own)
    aboard = size_of(team & known_to_hide(own, seat)) if is_hiding else 0
    features = ballot_features(
        1.0 if board.proposer == seat else 0.0,
        1.0 if team & me else 0.0,
        board.track,
        1.0 if board.track == rules.rejections - 1 else 0.0,
        board.missions_run,
        doubt_of(board, team & ~me),
        proven_among(board, team),
        1.0 if is_hiding else 0.0,
        1.0 if is_hiding and aboard >= rules.fails[board.mission] else 0.0,
        1.0 if board.successes == WINS - 1 else 0.0,
        1.0 if board.failures == WINS - 1 else 0.0,
    )
    total = score(BALLOT_HIDING, features) if is_hiding else score(BALLOT_LOYAL, features)
    return fraction(chance) < 1.0 / (1.0 + exp(-total))


@compiled
def proposal(seen: Any, own: Any, chance: Any, seat: int, missions: int, size: int, allowed: int, tokens: int) -> Any:
    """Return a random mission if one is to be chosen, a team, and a random receiver of the token."""
    rules, mission = seen.rules, seen.board.mission
    if has(rules, TARGETING):
        mission = drawn_seat(chance, missions)
        size = rules.sizes[mission]
    team = drawn_team(seen, own, chance, seat, mission, size, allowed)
    if not tokens:
        return mission, team, NO_SEAT
    return mission, team, drawn_seat(chance, tokens & ~team)


@compiled
def drawn_team(seen: Any, own: Any, chance: Any, seat: int, mission: int, size: int, allowed: int) -> int:
    """Draw a team with the odds that the model gives to each."""
    rules, count = seen.rules, seen.rules.team_counts[size]
    odds, total = np.zeros(count), 0.0
    for place in range(count):
        team = rules.teams[size, place]
        if not team & ~allowed:
            odds[place] = odds_of_team(seen, own, seat, mission, team, rules.neighbours[size, place])
            total += odds[place]
    left, last = fraction(chance) * total, 0
    for place in range(count):
        if odds[place] > 0.0:
            last = rules.teams[size, place]
            left -= odds[place]
            if left < 0.0:
                break
    return last


@compiled
def odds_of_team(seen: Any, own: Any, seat: int, mission: int, team: int, neighbours: float) -> float:
    """Return the leader's odds of naming the team, relative to the others."""
    board, is_hiding = seen.board, hides(own)
    aboard = size_of(team & known_to_hide(own, seat)) if is_hiding else 0
    needed, size = seen.rules.fails[mission], size_of(team)
    features = team_features(
        1.0 if team >> seat & 1 else 0.0,
        doubt_of(board, team & ~(1 << seat)),
        proven_among(board, team),
        size_of(team & board.named_before) / size,
        neighbours,
        1.0 if is_hiding else 0.0,
        1.0 if is_hiding and aboard >= needed else 0.0,
        1.0 if is_hiding and aboard > needed else 0.0,
    )
    return exp(score(TEAM_HIDING, features) if is_hiding else score(TEAM_LOYAL, features))


@compiled
def card(seen: Any, own: Any, chance: Any, seat: int, allowed: int) -> int:
    """Return a card for the mission. A hiding seat sabotages at the model's rate."""
    if not hides(own):
        return SUCCESS
    board, needed = seen.board, seen.rules.fails[seen.board.mission]
    aboard = size_of(board.team & known_to_hide(own, seat))
    last_success = 1.0 if board.successes == WINS - 1 else 0.0
    last_failure = 1.0 if board.failures == WINS - 1 else 0.0
    features = card_features(board.missions_run, last_success, last_failure, aboard, needed)
    sabotages = fraction(chance) < 1.0 / (1.0 + exp(-score(CARD_HIDING, features)))
    return sabotage_among(allowed) if sabotages else SUCCESS
