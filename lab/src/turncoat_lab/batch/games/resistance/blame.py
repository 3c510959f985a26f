"""Blame: once a game, the Deep Agent may come out and say who they think the Pretender is (HUN-BLAME-1, -2)."""

from typing import Any

from turncoat_lab.batch.compiler import compiled, inlined
from turncoat_lab.batch.events import BLAMED, OFFER_BLAME, log_row
from turncoat_lab.batch.games.resistance.reveal import seat_of
from turncoat_lab.batch.policies.decide import begin_question, log_open_offer, take_offer
from turncoat_lab.batch.rules import BLAME, has
from turncoat_lab.batch.seats import NO_SEAT
from turncoat_lab.batch.words import DEEP_AGENT, PRETENDER


@inlined
def team_building(game: Any, log: Any) -> None:
    """Begin a question of team building, up to the first ballot. The Deep Agent may blame somebody before the
    answer."""
    begin_question(game, log)
    if not has(game.seen.rules, BLAME) or game.seen.hunt.blamed:
        return
    agent = seat_of(game, DEEP_AGENT)
    others = game.seen.rules.everyone & ~(1 << agent)
    log_open_offer(log, OFFER_BLAME, agent, others)
    blamed = take_offer(game, log, agent, OFFER_BLAME, others)
    if blamed == NO_SEAT:
        return
    hidden, right = game.hidden, game.hidden.roles[blamed] == PRETENDER
    log_row(log, BLAMED, agent, blamed, right)
    game.seen.hunt.blamed = 1
    if right:  # they swap character cards, and with them sides
        hidden.roles[agent], hidden.roles[blamed] = PRETENDER, DEEP_AGENT
        hidden.spies ^= 1 << agent | 1 << blamed
    show_role(game, agent)
    if right:
        show_role(game, blamed)


@compiled
def show_role(game: Any, seat: int) -> None:
    """Reveal the seat's role to everybody."""
    game.seen.board.shown[seat] = game.hidden.roles[seat]
    game.seats[seat].role = game.hidden.roles[seat]
