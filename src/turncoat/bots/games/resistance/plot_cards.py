"""Worths of answers about plot cards, and the evidence that they reveal.

A card is worth the part of a mission's stake by which its holder is more likely to help the seat's side than to harm
it. A look is worth the remaining uncertainty.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

import msgspec

from turncoat.bots.assessment import NEGLIGIBLE, Assessment
from turncoat.bots.games.resistance.spy_sets import SpySets, least
from turncoat.bots.games.resistance.worths import (
    of_ally,
    of_average,
    of_enemy,
    of_knowing,
    of_showing,
)
from turncoat.bots.stakes import hope, stake
from turncoat.games.resistance.board import Board, MissionResult
from turncoat.games.resistance.loyalty import Look, looks
from turncoat.games.resistance.plot_thickens.deck import (
    CHAPTER,
    CLOSE_EYE,
    NO_CONFIDENCE,
    OPEN_UP,
    OPINION_MAKER,
    RESPONSIBILITY,
    SPOTLIGHT,
    STRONG_LEADER,
    PlotCards,
    plot,
)
from turncoat.games.resistance.tables import REJECTIONS, SPIES, WINS
from turncoat.kernel.options import Answer, AnyOption, OneCard, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, is_in, seats_in

Worths = Mapping[Answer, float]

BEST_TO_TAKE: Final = (NO_CONFIDENCE, STRONG_LEADER, SPOTLIGHT, CLOSE_EYE, OPINION_MAKER, RESPONSIBILITY)
"""Preference of Take Responsibility among cards, the best first."""
SUSPECT: Final = 0.2
"""Suspicion from which a seat is feared to play a No Confidence as the fifth rejection."""
MOST_FEARED: Final = 1
"""Largest number of No Confidence cards to fear at once."""


class AskedSeat(msgspec.Struct):
    """A seat with a question to answer: its board and its beliefs."""

    board: Board
    assessment: Assessment
    ruleset: Ruleset
    rng: Random

    @property
    def seat(self) -> Seat:
        return self.assessment.seat

    @property
    def is_traitor(self) -> bool:
        """True if the seat answers as a traitor."""
        return self.assessment.is_traitor

    @property
    def suspicion(self) -> list[float]:
        """Chance of each seat to be a spy, as this seat believes."""
        return self.assessment.odds.suspicion

    @property
    def public(self) -> list[float]:
        """Chance of each seat to be a spy, as a spectator believes."""
        return self.assessment.public.suspicion

    @property
    def stake(self) -> float:
        """Stake of the current mission."""
        return stake(self.assessment.now)

    def each(self, seats: SeatSet, worth: Callable[[Seat], float]) -> dict[Answer, float]:
        """Return the worth of each of these seats, given as a function that is scaled by the stake."""
        return {seat: self.stake * worth(seat) for seat in seats_in(seats)}

    def allies(self, seats: SeatSet) -> dict[Answer, float]:
        """Return the worth of each of these seats as an ally."""
        suspicion, public, is_traitor = self.suspicion, self.public, self.is_traitor
        return self.each(seats, lambda seat: of_ally(suspicion[seat], public[seat], is_traitor))

    def unknown(self, seats: SeatSet) -> dict[Answer, float]:
        """Return the worth of learning more about each of these seats."""
        suspicion = self.suspicion
        return self.each(seats, lambda seat: of_knowing(suspicion[seat]))

    def value_of_saving(self) -> float:
        """Return the worth of saving a card for an average opponent, or nothing if one more failure loses the game."""
        board = self.board
        if board.failures == WINS - 1:
            return 0.0
        return of_average(SPIES[board.players], board.players, self.is_traitor)


# Giving and taking cards


def give(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of giving each seat the card.

    Open Up reveals its holder, and no spy is glad of Opinion Maker.
    """
    assert isinstance(option, OneSeat)
    if params["card"] == OPEN_UP and not asked.is_traitor:
        return asked.unknown(option.allowed)
    worths = asked.allies(option.allowed)
    if params["card"] == OPINION_MAKER and asked.is_traitor:
        return {seat: -worth for seat, worth in worths.items()}
    return worths


def show(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of showing the seat's own loyalty card to each seat."""
    assert isinstance(option, OneSeat)
    suspicion, own, is_traitor = asked.suspicion, asked.public[asked.seat], asked.is_traitor
    return asked.each(option.allowed, lambda seat: of_showing(suspicion[seat], own, is_traitor))


def overhear(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of looking at each neighbour's card."""
    assert isinstance(option, OneSeat)
    return asked.unknown(option.allowed)


def goodness(card: str) -> float:
    """Return the value of holding the card, relative to the others that can be taken."""
    return 1 - BEST_TO_TAKE.index(card) / len(BEST_TO_TAKE)


def take_from(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of taking a card from each seat, which helps this seat and may disarm the other side."""
    assert isinstance(option, OneSeat)
    part, suspicion, is_traitor = plot(asked.board), asked.suspicion, asked.is_traitor

    def worth(seat: Seat) -> float:
        return max(map(goodness, part.cards_of(seat)), default=0.0) * of_enemy(suspicion[seat], is_traitor)

    return asked.each(option.allowed, worth)


def take_card(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of taking each card."""
    assert isinstance(option, OneCard)
    return {card: asked.stake * goodness(card) for card in option.allowed}


# Playing a card in a window


def strong_leader(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of replacing the leader, who may be on the other side.

    A leader rates whoever else could take the lead with the other copy.
    """
    board, rival, against = asked.board, asked.board.leader, 0.0
    if rival == asked.seat:
        rival = next(iter(seats_in(plot(board).holders(STRONG_LEADER) & ~(1 << asked.seat))), asked.seat)
    if rival != asked.seat:
        against = of_enemy(asked.suspicion[rival], asked.is_traitor)
    return {False: 0.0, True: asked.stake * (against - asked.value_of_saving())}


def no_confidence(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of rejecting the approved team.

    It may be the fifth rejection, which only the spies want. No loyal player rejects a team that they have just
    approved.
    """
    board, assessment, me = asked.board, asked.assessment, 1 << asked.seat
    side = -1.0 if asked.is_traitor else 1.0
    if assessment.now.is_last_attempt:
        return {False: 0.0, True: -side}
    if not asked.is_traitor and is_in(asked.seat, board.approvals):
        return {False: 0.0, True: -asked.stake}
    odds, others = assessment.odds, seats_in(board.everyone & ~me)
    seen = assessment.public if asked.is_traitor else odds
    best = least(asked.rng, seen.suspicion, others, board.team.bit_count(), board.team & me)
    hoped = hope(assessment.now) * odds.clean(best, board.fails_needed)
    gained = side * (hoped - odds.clean(board.team, board.fails_needed))
    return {False: 0.0, True: asked.stake * (gained - NEGLIGIBLE)}


def spotlight(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of making each seat play face up.

    A spy who must not show a Fail is one fewer on the team.
    """
    assert isinstance(option, OneSeat)
    board, odds = asked.board, asked.assessment.odds
    side, needed = -1.0 if asked.is_traitor else 1.0, board.fails_needed
    clean = odds.clean(board.team, needed)
    worths = asked.each(
        option.allowed,
        lambda seat: side * (odds.clean(board.team & ~(1 << seat), needed) - clean) - asked.value_of_saving(),
    )
    return worths | {None: 0.0}


def close_eye(asked: AskedSeat, option: AnyOption, params: Mapping[str, object]) -> Worths:
    """Return the worth of looking at each seat's card. A spy looks at a spy's, so that nobody else can."""
    assert isinstance(option, OneSeat)
    suspicion, worths = asked.suspicion, asked.unknown(option.allowed)
    if asked.is_traitor:
        others = plot(asked.board).holders(CLOSE_EYE) & ~(1 << asked.seat)
        worths = asked.each(option.allowed, lambda seat: suspicion[seat] if others else 0.0)
    return worths | {None: asked.stake * NEGLIGIBLE}


WORTHS: Final[Mapping[str, Callable[[AskedSeat, AnyOption, Mapping[str, object]], Worths]]] = {
    "give-plot-card": give,
    "show-loyalty": show,
    "overhear": overhear,
    "take-from": take_from,
    "take-plot-card": take_card,
    "strong-leader": strong_leader,
    "no-confidence": no_confidence,
    "in-the-spotlight": spotlight,
    "keeping-a-close-eye": close_eye,
}
"""Worth functions by the name of the question."""


# Consequences for votes and missions


def is_last_vote(board: Board, seat: Seat, suspicion: Callable[[], list[float]]) -> bool:
    """Return whether the team must be approved now, because rejections may win the game for the spies.

    One more rejection does, or one and a feared No Confidence.
    """
    part = board.parts.get(CHAPTER)
    spare = REJECTIONS - 1 - board.track
    if spare and isinstance(part, PlotCards) and (holders := part.face_up.get(NO_CONFIDENCE)):
        suspects = suspicion()
        spare -= min(MOST_FEARED, sum(holder != seat and suspects[holder] > SUSPECT for holder in holders))
    return spare <= 0


# Evidence


def is_exposed(board: Board, seat: Seat) -> bool:
    """Return whether the seat has to play its mission card face up."""
    part = board.parts.get(CHAPTER)
    return isinstance(part, PlotCards) and part.spotlit == seat


class Evidence:
    """Evidence from loyalty cards, and from mission cards seen before the shuffle, each counted once."""

    def __init__(self, *, everybody: bool = False, hiding: str = "spies") -> None:
        """Start without evidence. With `everybody`, use only public cards. `hiding` is the spies' side."""
        self._everybody = everybody
        self._hiding = hiding
        self._looks = 0
        self._cards = 0

    def weigh(self, spy_sets: SpySets, board: Board) -> None:
        """Weigh new evidence."""
        if not self._everybody:
            seen = looks(board)
            for look in seen[self._looks :]:
                self._weigh_look(spy_sets, look)
            self._looks = len(seen)
        part = board.parts.get(CHAPTER)
        if not isinstance(part, PlotCards):
            return
        run = {result.mission: result for result in board.results}
        for card_seen in part.cards_seen[self._cards :]:
            result = run.get(card_seen.mission)
            if result is None:
                break
            self._cards += 1
            if card_seen.card is None or (self._everybody and card_seen.by is not None) or "reverse" in result.cards:
                continue
            self._weigh_card(spy_sets, result, card_seen.seat, card_seen.card)

    def _weigh_look(self, spy_sets: SpySets, look: Look) -> None:
        shower = 1 << look.shower
        if look.side is not None:
            spy_sets.rule_out(lambda group: bool(group & shower) != (look.side == self._hiding))

    def _weigh_card(self, spy_sets: SpySets, result: MissionResult, seat: Seat, card: str) -> None:
        member = 1 << seat
        if card == "success":  # the Fails came from other members
            fails, others = len(result.cards) - result.cards.count("success"), result.team & ~member
            spy_sets.rule_out(lambda group: (group & others).bit_count() < fails)
        elif card in ("fail", "chief-fail"):
            spy_sets.rule_out(lambda group: not group & member)
