"""How `sensible` plays Winter Soldier, as `turncoat.bots.games.winter_soldier.bot` does."""

from typing import Any

import numpy as np

from turncoat.bots.games.winter_soldier import onlookers
from turncoat.bots.games.winter_soldier.bot import DESPERATE, EASED, EXPOSES, MATTERS, NEARLY_AS_GOOD, SURE
from turncoat.bots.games.winter_soldier.onlookers import NOISE
from turncoat.games.resistance.tables import WINS
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import (
    ASK_BALLOT,
    ASK_CARD,
    ASK_FURY,
    ASK_LAST_GUESS,
    FIRST_OFFER,
    OFFER_ACCUSE,
)
from turncoat_lab.batch.policies.sensible.onlookers import (
    MILD,
    as_good,
    asked,
    forecast,
    knows,
    passing,
    sharp_weights,
    soldier_chances,
)
from turncoat_lab.batch.policies.sensible.spy_sets import (
    NOBODY,
    ONE,
    TWO,
    chance_of,
    cover_weights,
    fitting,
    least,
    most,
    public_weights,
    suspicion_of,
    weigh_looks,
)
from turncoat_lab.batch.rules import HILL, PIERCE, has
from turncoat_lab.batch.seats import MOST_SEATS, NO_SEAT, lowest, size_of
from turncoat_lab.batch.state import hides, players_left
from turncoat_lab.batch.words import FAIL, MARIA_HILL, NICK_FURY, SUCCESS, WINTER_SOLDIER

is_good_enough = compiled(onlookers.is_good_enough)


# What the seat knows and believes


@compiled
def friends_of(own: Any, me: int) -> int:
    """The seats that an agent takes for agents; Maria Hill may be among them."""
    return own.spies_seen | 1 << me


@compiled
def hill_for_certain(own: Any, me: int) -> int:
    """Who is Maria Hill for certain, as the Winter Soldier knows: seen alone, or on a team without an agent."""
    others = own.spies_seen & ~(1 << me)
    return others if size_of(others) == 1 else others & own.told_loyal


@compiled
def cover_odds(seen: Any, me: int) -> Any:
    """What somebody believes who knows nothing but that this seat is loyal."""
    return fitting(seen, sharp_weights(seen), NOBODY, 1 << me)


@compiled
def own_odds(seen: Any, own: Any, me: int) -> Any:
    """What a loyal seat believes, with all that it knows and was shown."""
    known, cleared = NOBODY, 1 << me
    if own.role == MARIA_HILL:
        known = own.spies_seen & ~cleared
    elif own.role == NICK_FURY and not (has(seen.rules, HILL) and seen.rules.fury_sees_hill):
        known = own.spies_seen
    if not has(seen.rules, PIERCE):
        cleared |= own.thumbs
    for seat in range(seen.rules.players):
        if own.looked_spy[seat]:
            known |= 1 << seat
        elif own.looked_loyal[seat]:
            cleared |= 1 << seat
    return fitting(seen, cover_odds(seen, me), known, cleared)


@compiled
def is_under_way(seen: Any) -> bool:
    """Whether the team of this round has been approved."""
    board = seen.board
    has_passed = board.team != NOBODY and size_of(board.approvals) * 2 > size_of(players_left(seen))
    return has_passed and board.mission == board.missions_run + 1


# Standing offers


@compiled
def offer(seen: Any, own: Any, chance: Any, me: int, which: int, allowed: int) -> int:
    """Whom Captain America accuses, or the Winter Soldier takes for Maria Hill; NO_SEAT to leave it."""
    if which == OFFER_ACCUSE:
        if seen.winter.accusations:
            return NO_SEAT
        weights = own_odds(seen, own, me)
        chances = soldier_chances(seen, weights)
        accused = most(chance, chances, allowed, 1e9)
        return accused if chances[accused] >= sure_enough(seen, weights) - NOISE else NO_SEAT
    certain = hill_for_certain(own, me) & allowed
    if certain:
        return lowest(certain)
    if seen.board.successes == WINS - 1 and is_under_way(seen) and not seen.board.team & friends_of(own, me):
        return most(chance, -suspicion_of(seen, cover_weights(seen, me)), allowed, 1e9)
    return NO_SEAT


@compiled
def sure_enough(seen: Any, weights: Any) -> float:
    """How likely somebody must be the Winter Soldier to be accused."""
    if seen.board.failures < WINS - 1:
        return SURE
    if not is_under_way(seen):
        return DESPERATE
    return 1.0 - chance_of(seen, weights, seen.board.team, seen.rules.fails[seen.board.mission])


# Questions


@compiled
def seat(seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int) -> int:
    """Whom it takes for the Winter Soldier or for Nick Fury, or examines."""
    if question == ASK_LAST_GUESS:
        return most(chance, soldier_chances(seen, own_odds(seen, own, me)), allowed, 1e9)
    if question == ASK_FURY:
        return most(chance, knows(seen, seen.winter.hydra), allowed, 1e9)
    if not hides(own):
        return most(chance, suspicion_of(seen, own_odds(seen, own, me)), allowed, 1e9)
    known = NOBODY if has(seen.rules, HILL) else friends_of(own, me)
    if size_of(known) > seen.rules.hiding:
        known = NOBODY
    weights = fitting(seen, public_weights(seen), known, 1 << seen.winter.captain)
    weigh_looks(seen, own, weights)
    return most(chance, suspicion_of(seen, weights), allowed, 1e9)


# Teams and ballots


@compiled
def team(seen: Any, own: Any, chance: Any, me: int, size: int, allowed: int) -> int:
    """The team that it names."""
    alone = 1 << me & allowed
    if not hides(own):
        weights = cover_odds(seen, me) if own.role == NICK_FURY else own_odds(seen, own, me)
        return least(chance, suspicion_of(seen, weights), allowed & ~alone, size, alone)
    suspicion, friends = suspicion_of(seen, cover_weights(seen, me)), friends_of(own, me) & allowed
    agents, loyal, needed = friends & ~alone, allowed & ~friends, seen.rules.fails[seen.board.mission]
    if own.role == WINTER_SOLDIER and size_of(agents) >= needed:  # the other agents can do it
        named = least(chance, suspicion, agents, needed, NOBODY)
        named = least(chance, suspicion, loyal & ~named, size, named)
        named = least(chance, suspicion, agents & ~named, size, named)
    else:
        named = least(chance, suspicion, agents, needed, alone)
        named = least(chance, suspicion, loyal & ~named, size, named)
    return least(chance, suspicion, allowed & ~named, size, named)


@compiled
def approves(seen: Any, own: Any, chance: Any, me: int) -> bool:
    """Whether the seat approves the team."""
    board, needed = seen.board, seen.rules.fails[seen.board.mission]
    if board.track == seen.rules.rejections - 1 or board.leader == me:
        return True  # all loyal seats approve the last team, so an agent who rejected it would give itself away
    if not hides(own):
        weights = cover_odds(seen, me) if own.role == NICK_FURY else own_odds(seen, own, me)
        ratio = as_good(seen, weights, board.team, me, players_left(seen), needed)
        return is_good_enough(ratio, asked(board.track))
    friends = friends_of(own, me)
    if board.team & friends:
        return not keeps_away(seen, own, me, friends)
    return board.successes < WINS - 1 and trusts(seen, chance, me, needed)


@compiled
def trusts(seen: Any, chance: Any, me: int, needed: int) -> bool:
    """Whether the team is nearly as good as the best one with this seat."""
    board, weights = seen.board, cover_weights(seen, me)
    others = players_left(seen) & ~(1 << me)
    best = least(chance, suspicion_of(seen, weights), others, size_of(board.team), 1 << me)
    hoped = 1.0 - chance_of(seen, weights, best, needed)
    wanted = hoped * (NEARLY_AS_GOOD - EASED * board.track)
    return 1.0 - chance_of(seen, weights, board.team, needed) >= wanted - NOISE


@compiled
def keeps_away(seen: Any, own: Any, me: int, friends: int) -> bool:
    """Whether an agent who knows the Winter Soldier rejects a team that would give him away."""
    board, soldier, left = seen.board, friends & ~(1 << me), players_left(seen)
    if own.role == WINTER_SOLDIER or size_of(soldier) != 1 or has(seen.rules, HILL):
        return False
    if board.team & friends != soldier:
        return False
    weights = public_weights(seen)
    suspected, fails = chance_of(seen, weights, soldier, ONE), chance_of(seen, weights, board.team, ONE)
    good, likely = np.empty(MOST_SEATS), np.empty(MOST_SEATS)
    forecast(seen, weights, board.leader, left, MILD, good, likely)
    loyal, voters = left & ~friends, size_of(left)
    matters = passing(likely, loyal, TWO, voters) - passing(likely, loyal, ONE, voters)
    return suspected >= EXPOSES * fails and matters > MATTERS


# On a mission


@compiled
def card(seen: Any, own: Any, me: int) -> int:
    """A card for the mission, where there is a choice."""
    board, friends = seen.board, friends_of(own, me)
    if not hides(own):
        return SUCCESS
    if seen.rules.fails[board.mission] == 1 and not friends & ~board.team and size_of(friends) > 1:
        return SUCCESS  # the Winter Soldier is one of the others, and has to play Failure
    return FAIL


# All questions


@compiled
def chosen(seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int) -> int:
    """The answer to a question but that for a team, or to a standing offer."""
    if question == ASK_BALLOT:
        return 1 if approves(seen, own, chance, me) else 0
    if question == ASK_CARD:
        return card(seen, own, me)
    if question < FIRST_OFFER:
        return seat(seen, own, chance, me, question, allowed)
    return offer(seen, own, chance, me, question, allowed)
