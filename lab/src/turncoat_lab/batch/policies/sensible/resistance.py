"""How `sensible` plays The Resistance, as `turncoat.bots.games.resistance.bot` does; its chapters have files."""

from typing import Any

import numpy as np

from turncoat.bots.games.resistance import bot
from turncoat.bots.games.resistance.bot import BALLOTS
from turncoat.games.resistance.tables import MISSIONS, WINS
from turncoat_lab.batch.compiler import compiled
from turncoat_lab.batch.events import (
    ASK_ACCUSE,
    ASK_BALLOT,
    ASK_CARD,
    ASK_EARLY,
    ASK_EXAMINE,
    ASK_HAND,
    ASK_INVESTIGATE,
    ASK_NO_CONFIDENCE,
    ASK_PLOT_CARD,
    ASK_STRONG_LEADER,
    ASK_TAKE,
    FIRST_OFFER,
)
from turncoat_lab.batch.policies.sensible import hostile_intent, plot_cards
from turncoat_lab.batch.policies.sensible.hostile_intent import NO_USE
from turncoat_lab.batch.policies.sensible.spy_sets import (
    NOBODY,
    best,
    chance_of,
    cover_weights,
    draw,
    is_decisive,
    least,
    own_weights,
    public_weights,
    suspicion_of,
)
from turncoat_lab.batch.seats import NO_SEAT, size_of
from turncoat_lab.batch.state import hides, sabotage_among
from turncoat_lab.batch.words import FAIL, SUCCESS

ballot_chance = compiled(bot.ballot_chance)
sabotage_chance = compiled(bot.sabotage_chance)


# Naming a team


@compiled
def proposal(seen: Any, own: Any, chance: Any, me: int, missions: int, size: int, allowed: int, tokens: int) -> Any:
    """A mission where it is to be chosen, a team, and who gets the token."""
    weights = own_weights(seen, own)
    suspicion, rules = suspicion_of(seen, weights), seen.rules
    if not missions:
        target = seen.board.mission
        team = team_for(seen, own, chance, me, suspicion, target, size, allowed)
    else:
        target, team, most_worth = 0, 0, 0.0
        for mission in range(1, MISSIONS + 1):
            if missions >> mission & 1:
                other = team_for(seen, own, chance, me, suspicion, mission, rules.sizes[mission], allowed)
                fails = chance_of(seen, weights, other, rules.fails[mission])
                worth = (fails if hides(own) else 1.0 - fails) - mission / 1000
                if target == 0 or worth > most_worth:
                    target, team, most_worth = mission, other, worth
    return target, team, hostile_intent.token_holder(seen, own, chance, suspicion, tokens, team)


@compiled
def team_for(seen: Any, own: Any, chance: Any, me: int, suspicion: Any, mission: int, size: int, allowed: int) -> int:
    """The team that suits the seat best for this mission."""
    alone, others = 1 << me & allowed, allowed & ~(1 << me)
    if not hides(own):
        return least(chance, suspicion, others, size, alone)
    public, friends = suspicion_of(seen, public_weights(seen)), NOBODY
    for seat in range(seen.rules.players):
        if others >> seat & 1 and suspicion[seat] > 0.99:
            friends |= 1 << seat
    team = least(chance, public, friends, min(seen.rules.fails[mission], size), alone)
    rest = others & ~friends
    return least(chance, public, rest if size_of(rest) >= size else others, size, team)


# Voting


@compiled
def approves(seen: Any, own: Any, chance: Any, me: int) -> bool:
    """Whether the seat approves the team."""
    board, rules = seen.board, seen.rules
    weights = own_weights(seen, own)
    if not hides(own):
        suspicion = suspicion_of(seen, weights)
        if plot_cards.is_last_vote(seen, me, suspicion) or board.leader == me:
            return True
        return trusts(seen, chance, me, weights, suspicion)
    fails = chance_of(seen, weights, board.team, rules.fails[board.mission]) > 0.5
    if board.successes == WINS - 1 and not fails:
        return False
    if board.failures == WINS - 1 and fails:
        return True
    if board.track == rules.rejections - 1 or board.leader == me:
        return True
    cover = cover_weights(seen, me)
    return trusts(seen, chance, me, cover, suspicion_of(seen, cover))


@compiled
def trusts(seen: Any, chance: Any, me: int, weights: Any, suspicion: Any) -> bool:
    """Whether the seat approves: likelier when the team is nearly as good as the best one with it, or without."""
    board, team = seen.board, seen.board.team
    needed, is_member = seen.rules.fails[board.mission], team >> me & 1 != 0
    other = least(chance, suspicion, seen.rules.everyone & ~(1 << me), size_of(team), 1 << me if is_member else NOBODY)
    hoped = max(1.0 - chance_of(seen, weights, other, needed), 1e-9)
    as_good = (1.0 - chance_of(seen, weights, team, needed)) / hoped
    return draw(chance) < ballot_chance(BALLOTS, board.missions_run, board.track, as_good, is_member)


# On a mission


@compiled
def card(seen: Any, own: Any, chance: Any, me: int, allowed: int) -> int:
    """A card for the mission, where there is a choice."""
    weights = own_weights(seen, own)
    other = sabotage_among(allowed)
    if other != FAIL or plot_cards.is_exposed(seen, me):
        values = np.zeros(other + 1)
        values[other] = hostile_intent.worth_of_card(seen, own, me, weights, other)
        answers = 1 << SUCCESS | 1 << other
        return best(chance, values, answers if values[other] != NO_USE else 1 << SUCCESS)
    return other if hides(own) and is_sabotaging(seen, own, chance, me, weights) else SUCCESS


@compiled
def is_sabotaging(seen: Any, own: Any, chance: Any, me: int, weights: Any) -> bool:
    """Whether a spy sabotages the mission."""
    board, needed = seen.board, seen.rules.fails[seen.board.mission]
    fellows = hostile_intent.fellows_aboard(seen, weights)
    likely = sabotage_chance(
        is_decisive(seen),
        chance_of(seen, weights, board.team, needed),
        hostile_intent.go_first(seen, own, me, fellows) >= needed,
        board.missions_run == 0,
    )
    return likely >= 1.0 or (likely > 0.0 and draw(chance) < likely)


# All questions


@compiled
def chosen(seen: Any, own: Any, chance: Any, me: int, question: int, allowed: int) -> int:
    """The answer to a question but that for a team."""
    if question == ASK_BALLOT:
        return 1 if approves(seen, own, chance, me) else 0
    if question == ASK_CARD:
        return card(seen, own, chance, me, allowed)
    if question in (ASK_ACCUSE, ASK_INVESTIGATE, ASK_EXAMINE):
        return hostile_intent.seat(seen, own, chance, me, question, allowed)
    if question == ASK_EARLY:
        return 1 if hostile_intent.accuses_early(seen, own, chance, me) else 0
    if question == ASK_HAND:
        return hostile_intent.handed_over(seen, chance, allowed)
    if question in (ASK_STRONG_LEADER, ASK_NO_CONFIDENCE):
        return 1 if plot_cards.is_played(seen, own, chance, me, question) else 0
    if question in (ASK_PLOT_CARD, ASK_TAKE):
        return plot_cards.word(seen, chance, question, allowed)
    if question < FIRST_OFFER:
        return plot_cards.seat(seen, own, chance, me, question, allowed)
    return NO_SEAT  # no standing offer is taken
