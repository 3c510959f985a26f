"""How `sensible-1` uses plot cards: who gets which, whom to watch, when to play No Confidence; and what cards tell.

A resistance seat gives cards to the seats that it trusts, looks at the cards of those of whom it is least certain, and
spends a card where it may save a mission. A spy gives them to spies, shows its own card to spies, and rejects teams
that cannot fail.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

import msgspec

from turncoat.bots.games.resistance.spy_sets import SpySets
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
from turncoat.games.resistance.tables import REJECTIONS, SPIES, WINS, fails_needed
from turncoat.kernel.options import Answer, AnyOption, OneCard, OneSeat
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.steps import Prompt

BEST_TO_TAKE: Final = (NO_CONFIDENCE, STRONG_LEADER, SPOTLIGHT, CLOSE_EYE, OPINION_MAKER, RESPONSIBILITY)
"""Which card Take Responsibility takes, the best first."""
TOO_RISKY: Final = 0.5
"""A resistance seat plays No Confidence on a team that fails at least this likely."""
TOO_RISKY_AT_LAST: Final = 0.35
"""The same when one more failure loses the game."""
SUSPECT: Final = 0.2
"""A seat that is at least this suspect is feared to play a No Confidence as the fifth rejection."""
MOST_FEARED: Final = 1
"""How many No Confidence cards the bot takes into account at once."""
WORTH_A_LIGHT: Final = 0.3
"""How suspect a team member must be to be worth the spotlight."""
WORTH_A_LOOK: Final = 0.05
"""How uncertain a team member must be (p times 1 - p) for a look at their mission card."""


class SeatKnowledge(msgspec.Struct):
    """What a seat knows and thinks when it is asked about a plot card."""

    board: Board
    seat: Seat
    is_spy: bool
    spy_sets: SpySets
    """The possible sets of spies as it weighs them."""
    public: list[float]
    """How suspect each seat is to somebody without secrets."""
    rng: Random

    @property
    def suspicion(self) -> list[float]:
        """How likely each seat is a spy, for this seat."""
        return self.spy_sets.suspicion()

    def may_fail(self) -> float:
        """How likely enough spies are on the team for the mission to fail."""
        return self.spy_sets.chance_of(self.board.team, fails_needed(self.board.players, self.board.mission))

    def most(self, seats: SeatSet, worth: Callable[[Seat], float]) -> Seat | None:
        """The seat that is worth most, ties at random; None when there is none."""
        return max(seats_in(seats), key=lambda seat: (round(worth(seat), 6), self.rng.random()), default=None)

    def surest_ally(self, seats: SeatSet) -> Seat | None:
        """The seat that a resistance seat trusts most; for a spy the fellow spy who seems most innocent."""
        suspicion = self.suspicion
        if self.is_spy:
            return self.most(seats, lambda seat: 2 * suspicion[seat] - self.public[seat])
        return self.most(seats, lambda seat: -suspicion[seat])

    def least_certain(self, seats: SeatSet) -> Seat | None:
        """The seat of which it would be best to know more."""
        suspicion = self.suspicion
        return self.most(seats, lambda seat: suspicion[seat] * (1 - suspicion[seat]))


def answer(known: SeatKnowledge, prompt: Prompt) -> Answer:
    """What to answer to a question about plot cards; the option may still refuse it."""
    return ANSWERS[prompt.question.name](known, prompt.option, dict(prompt.params))


def knows(prompt: Prompt) -> bool:
    """Whether the question is one about plot cards."""
    return prompt.question.name in ANSWERS


# Giving and taking


def give(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Who gets a card from the leader."""
    assert isinstance(option, OneSeat)
    if params["card"] == OPEN_UP and not known.is_spy:
        return known.least_certain(option.allowed)
    if params["card"] == OPINION_MAKER and known.is_spy:
        suspicion = known.suspicion
        return known.most(option.allowed, lambda seat: -suspicion[seat])
    return known.surest_ally(option.allowed)


def show(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Who may see one's own loyalty card: where trust does most good, or where it tells nothing new."""
    assert isinstance(option, OneSeat)
    return known.surest_ally(option.allowed)


def overhear(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """At which neighbour's card to look."""
    assert isinstance(option, OneSeat)
    return known.least_certain(option.allowed)


def take_from(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Who loses a card: a likely enemy, rather one with a good card."""
    assert isinstance(option, OneSeat)
    part, suspicion = plot(known.board), known.suspicion
    foe = 1 if not known.is_spy else -1

    def worth(seat: Seat) -> float:
        best = min(map(BEST_TO_TAKE.index, part.cards_of(seat)), default=len(BEST_TO_TAKE))
        return foe * suspicion[seat] - best / 10

    return known.most(option.allowed, worth)


def take_card(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Which card to take."""
    assert isinstance(option, OneCard)
    return min(option.allowed, key=BEST_TO_TAKE.index)


def choose(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Which card is next: cards that tell something come before cards that are given on trust."""
    assert isinstance(option, OneCard)
    return max(option.allowed, key=lambda card: card not in BEST_TO_TAKE)


# Playing in a window


def strong_leader(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Whether to lead in place of the leader: when the leader is likelier than others not to name a good team.

    Leaders ask themselves the same of whoever could take the lead from them with the other copy.
    """
    board, suspicion, rival = known.board, known.suspicion, known.board.leader
    if rival == known.seat:
        others = plot(board).holders(STRONG_LEADER) & ~(1 << known.seat)
        if not others:
            return False
        rival = seats_in(others)[0]
    if known.is_spy:
        return suspicion[rival] < 0.5
    return suspicion[rival] > SPIES[board.players] / (board.players - 1) or board.failures == WINS - 1


def no_confidence(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Whether to reject the approved team. It can be the fifth rejection, which only the spies want."""
    board, fails = known.board, known.may_fail()
    if known.is_spy:
        return board.track == REJECTIONS - 1 or (fails < 0.5 and (bool(board.results) or board.track > 0))
    if board.track >= REJECTIONS - 2:
        return False
    return fails >= (TOO_RISKY_AT_LAST if board.failures == WINS - 1 else TOO_RISKY)


def spotlight(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Who has to play face up: the most suspect seat, so that a Fail costs the spies one of theirs. Spies pass."""
    assert isinstance(option, OneSeat)
    if known.is_spy:
        return None
    suspicion = known.suspicion
    suspect = known.most(option.allowed & ~(1 << known.seat), lambda seat: suspicion[seat])
    return suspect if suspect is not None and suspicion[suspect] >= WORTH_A_LIGHT else None


def close_eye(known: SeatKnowledge, option: AnyOption, params: Mapping[str, object]) -> Answer:
    """Whose card to look at: that of the least certain seat. A spy looks at a spy's, so that nobody else does."""
    assert isinstance(option, OneSeat)
    suspicion = known.suspicion
    if known.is_spy:
        fellow = known.most(option.allowed, lambda seat: suspicion[seat])
        others = plot(known.board).holders(CLOSE_EYE) & ~(1 << known.seat)
        return fellow if fellow is not None and suspicion[fellow] > 0.9 and others else None
    uncertain = known.least_certain(option.allowed)
    if uncertain is None or suspicion[uncertain] * (1 - suspicion[uncertain]) < WORTH_A_LOOK:
        return None
    return uncertain


ANSWERS: Final[Mapping[str, Callable[[SeatKnowledge, AnyOption, Mapping[str, object]], Answer]]] = {
    "choose-plot-card": choose,
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
"""What to answer, by the name of the question."""


# What cards mean for votes and missions


def is_last_vote(board: Board, seat: Seat, suspicion: Callable[[], list[float]]) -> bool:
    """Whether a team must be approved now: one more rejection, or one and a No Confidence, wins for the spies."""
    part = board.parts.get(CHAPTER)
    spare = REJECTIONS - 1 - board.track
    if spare and isinstance(part, PlotCards) and (holders := part.face_up.get(NO_CONFIDENCE)):
        suspects = suspicion()
        spare -= min(MOST_FEARED, sum(holder != seat and suspects[holder] > SUSPECT for holder in holders))
    return spare <= 0


# What cards tell


def is_exposed(board: Board, seat: Seat) -> bool:
    """Whether the seat has to play its mission card face up."""
    part = board.parts.get(CHAPTER)
    return isinstance(part, PlotCards) and part.spotlit == seat


class Evidence:
    """What the holder of a board was shown: loyalty cards, and mission cards before the shuffle. Each counts once."""

    def __init__(self, *, everybody: bool = False) -> None:
        """`everybody`: only what everybody has seen."""
        self._everybody = everybody
        self._looks = 0
        self._cards = 0

    def weigh(self, spy_sets: SpySets, board: Board) -> None:
        """Bring to the weights what is new."""
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
            spy_sets.rule_out(lambda group: bool(group & shower) != (look.side == "spies"))

    def _weigh_card(self, spy_sets: SpySets, result: MissionResult, seat: Seat, card: str) -> None:
        member = 1 << seat
        if card == "success":  # the Fails came from other spies of the team
            fails, others = len(result.cards) - result.cards.count("success"), result.team & ~member
            spy_sets.rule_out(lambda group: (group & others).bit_count() < fails)
        elif card in ("fail", "chief-fail"):
            spy_sets.rule_out(lambda group: not group & member)
