"""Worths of answers in Hostile Intent: investigations, examinations, accusations, and special mission cards.

The Chief is inferred from the cards that the seat was shown, the missions with a Chief Fail, and the suspicion of being
a spy at all. Bots do not share private knowledge: a seat only acts on it.
"""

from collections.abc import Callable, Mapping
from typing import Final

from turncoat.bots.assessment import NEGLIGIBLE
from turncoat.bots.games.resistance.plot_cards import AskedSeat, Worths, is_exposed
from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.bots.games.resistance.worths import (
    RARE,
    how_often,
    of_a_chiefs_card,
    of_accusing,
    of_reversing,
    of_sabotage,
)
from turncoat.bots.sabotage import goes_first
from turncoat.bots.stakes import chance_to_win
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hunter.blame import BlamePart
from turncoat.games.resistance.hunter.events import HunterPart
from turncoat.games.resistance.hunter.tables import CHIEF_FAILS, COPIES, NOT_A_CHIEF
from turncoat.games.resistance.roles import SIDES
from turncoat.games.resistance.tables import SPIES
from turncoat.kernel.options import AnyOption, OneCard, OneSeat, YesNo
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, is_in, seat_set, seats_in

# Targets of the hunt


def chances(asked: AskedSeat) -> list[float]:
    """Return each seat's chance of being the target of the seat's side's Hunter."""
    board, part = asked.board, hunter_part(asked.board)
    if part is None:
        return [0.0] * board.players
    weigh = _weigh_as_chiefs if asked.is_traitor else _weigh_as_spy_chiefs
    weights, sure, wanted = weigh(asked, part)
    for seat in (asked.seat, *seats_in(revealed(part, board))):
        weights[seat] = sure[seat] = 0.0
    left, total = max(0.0, wanted - sum(sure)), sum(weights)
    return [
        known if known else min(1.0, left * weight / total) if total > 0 else 0.0
        for known, weight in zip(sure, weights, strict=True)
    ]


def _weigh_as_spy_chiefs(asked: AskedSeat, part: HunterPart) -> tuple[list[float], list[float], float]:
    """Return relative chances to be a spy Chief, certain ones, and the number of spy Chiefs."""
    board, suspicion = asked.board, asked.suspicion
    chiefs, spies, players = COPIES[board.players]["spy-chief"], SPIES[board.players], board.players
    weights, sure = list(suspicion), [0.0] * players
    for result in board.results:
        played = result.cards.count("chief-fail")
        for seat in seats_in(board.everyone & ~result.team):
            weights[seat] *= (chiefs - min(played, chiefs)) / chiefs
    for seat, card in cards_seen(asked, part):
        if card == "chief":  # from one Chief of either side
            weights[seat] = spies * of_a_chiefs_card(suspicion[seat], spies, players)
        else:
            weights[seat], sure[seat] = 0.0, float(card == "spy-chief")
    return weights, sure, chiefs


def _weigh_as_chiefs(asked: AskedSeat, part: HunterPart) -> tuple[list[float], list[float], float]:
    """Return relative chances to be a resistance Chief or the Coordinator, certain ones, and their number."""
    board, modules = asked.board, asked.ruleset.modules
    chiefs, coordinators = COPIES[board.players]["resistance-chief"], int("coordinator" in modules)
    others = board.players - SPIES[board.players] - chiefs
    weights, sure = [1 - chance for chance in asked.suspicion], [0.0] * board.players
    for seat, card in cards_seen(asked, part):
        if card == NOT_A_CHIEF:
            weights[seat] *= coordinators / others
        else:
            sure[seat] = weights[seat] * chiefs / (chiefs + int("dummy-agent" in modules))
            weights[seat] = 0.0
    return weights, sure, chiefs + coordinators


def revealed(part: HunterPart, board: Board) -> SeatSet:
    """Return the seats whose character cards are public. None of them is a Chief."""
    blame = board.parts.get("blame")
    return seat_set(part.revealed.values()) | (blame.turned if isinstance(blame, BlamePart) else NOBODY)


def cards_seen(asked: AskedSeat, part: HunterPart) -> list[tuple[Seat, str]]:
    """Return the loyalty cards handed to this seat, each with its owner."""
    return [
        (handed.investigated, handed.card)
        for handed in part.handed
        if handed.investigator == asked.seat and handed.card is not None
    ]


def hunter_part(board: Board) -> HunterPart | None:
    """Return the Hunter module's part of the board, if in play."""
    part = board.parts.get("hunter")
    return part if isinstance(part, HunterPart) else None


# Questions


def accuse(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of accusing each seat, since a correct accusation wins the game."""
    assert isinstance(option, OneSeat)
    likely = chances(asked)
    return {seat: likely[seat] for seat in seats_in(option.allowed)}


def early(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of an early accusation. A wrong one turns the failed mission into a success."""
    assert isinstance(option, YesNo)
    now = asked.assessment.now
    failed, saved = (1 - chance_to_win(now.successes + turned, now.failures - turned, now.wins) for turned in (0, 1))
    gained = of_accusing(max(chances(asked)), failed, saved)
    return {answer: gained if answer else 0.0 for answer in option.allowed}


def investigate(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of investigating each seat, highest for the likeliest Chief whose card is still unknown."""
    assert isinstance(option, OneSeat)
    likely, part = chances(asked), hunter_part(asked.board)
    seen = {seat for seat, _ in cards_seen(asked, part)} if part is not None else set()
    return asked.each(option.allowed, lambda seat: 0.0 if seat in seen else likely[seat])


def hand_over(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of handing over each card.

    Given a choice, a player poses as a Chief, since an accusation that then falls on them is wrong.
    """
    assert isinstance(option, OneCard)
    return {card: 0.0 if card == NOT_A_CHIEF else asked.stake for card in option.allowed}


def examine(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of examining each seat, which then gets the Inquisitor token. A spy keeps it among the spies."""
    assert isinstance(option, OneSeat)
    return asked.allies(option.allowed) if asked.is_traitor else asked.unknown(option.allowed)


WORTHS: Final[Mapping[str, Callable[[AskedSeat, AnyOption], Worths]]] = {
    "accuse": accuse,
    "early-accusation": early,
    "investigate": investigate,
    "hand-loyalty-card": hand_over,
    "examine": examine,
}
"""Worth functions by the name of the question."""


# Before and on a mission


def token(asked: AskedSeat, option: AnyOption, team: SeatSet) -> Worths:
    """Return the worth of giving each seat the Investigator token with this team."""
    assert isinstance(option, OneSeat)
    return asked.allies(option.allowed & ~team)


def shows_more(board: Board, fellows: SeatSet) -> SeatSet:
    """Return which of these spies reveal more than others by sabotage.

    These are players who play face up, and Chiefs who have a Fail card of their own.
    """
    own_card = board.players >= CHIEF_FAILS
    return seat_set(
        seat for seat in seats_in(fellows) if is_exposed(board, seat) or (own_card and board.roles[seat] == "spy-chief")
    )


def card(asked: AskedSeat, option: OneCard) -> Worths | None:
    """Return the worths of mission cards that reveal more than a Fail, or None for an ordinary choice.

    Such cards are those of Chiefs, Reversers, and spies who play face up. Useless cards are left out.
    """
    others = [one for one in option.allowed if one != "success"]
    face_up = is_exposed(asked.board, asked.seat)
    if len(others) != 1 or len(option.allowed) == 1 or (others == ["fail"] and not face_up):
        return None
    (other,) = others
    worth = _worth_of_sabotage(asked, other, face_up) if asked.is_traitor else _worth_of_loyal_reverse(asked)
    return {"success": 0.0} if worth is None else {"success": 0.0, other: worth}


def _worth_of_loyal_reverse(asked: AskedSeat) -> float | None:
    """Return the worth of a loyal Reverse, or None unless the mission fails so surely that harm is rare."""
    board, assessment = asked.board, asked.assessment
    dirty = 1 - assessment.odds.clean(board.team & ~(1 << asked.seat), board.fails_needed)
    fails = dirty * how_often(assessment.failure_worth)
    return of_reversing(fails, asked.stake) if fails > 1 - RARE else None


def _worth_of_sabotage(asked: AskedSeat, other: str, face_up: bool) -> float | None:
    """Return the worth of a revealing card to a spy, or None if enough fellow spies can do it or it cannot work.

    A Reverse beside a Fail saves the mission.
    """
    board, assessment = asked.board, asked.assessment
    team, needed, fellows = board.team, board.fails_needed, assessment.known_traitors
    before = goes_first(fellows & team, asked.seat, board.leader, board.players, shows_more(board, fellows & team))
    if before.bit_count() >= needed:
        return None
    if other == "reverse":
        unknown = 1 - assessment.odds.clean(team & ~fellows, needed)
        works = 1 - 2 * unknown * how_often(assessment.failure_worth)
    else:
        works = 1 - assessment.odds.clean(team, needed)
    if works < NEGLIGIBLE:
        return None
    if assessment.now.is_decisive:
        price = 0.0
    else:
        price = asked.stake * (1 - asked.public[asked.seat] if face_up else 1 / team.bit_count())
    return of_sabotage(works, assessment.failure_worth, price)


# Revealed cards


class Revealed:
    """Evidence from character and loyalty cards, each counted once."""

    def __init__(self, *, everybody: bool = False) -> None:
        """Start without evidence. With `everybody`, use only public cards."""
        self._everybody = everybody
        self._known: set[Seat] = set()
        self._handed = 0
        self._blamed = False
        self._two_agents = False

    def weigh(self, spy_sets: SpySets, board: Board, seat: Seat) -> None:
        """Weigh new evidence."""
        part = hunter_part(board)
        if part is None:
            return
        self._weigh_blame(spy_sets, board)
        for side, hunter in part.revealed.items():
            if hunter not in self._known:
                self._known.add(hunter)
                _side_known(spy_sets, hunter, side)
        if self._everybody:
            return
        if part.two_agents and not self._two_agents:
            self._two_agents = True
            spy_sets.rule_out(lambda group: (group & part.two_agents).bit_count() != 1)
        for handed in part.handed[self._handed :]:
            if handed.investigator == seat and handed.card in ("spy-chief", "resistance-chief"):
                _side_known(spy_sets, handed.investigated, SIDES[handed.card])
        self._handed = len(part.handed)

    def _weigh_blame(self, spy_sets: SpySets, board: Board) -> None:
        """Weigh a Blame, which exposes the Deep Agent. After a true one the two players have exchanged sides."""
        part = board.parts.get("blame")
        if self._blamed or not isinstance(part, BlamePart) or not part.spent:
            return
        self._blamed = True
        turned = part.turned
        spies = sum(1 << seat for seat in seats_in(turned) if board.roles[seat] == "deep-agent")
        if turned == spies:
            spy_sets.rule_out(lambda group: not group & spies)
        else:
            spy_sets.rule_out(lambda group: group & turned != turned & ~spies)
            spy_sets.weights = {group ^ turned: weight for group, weight in spy_sets.weights.items()}


def _side_known(spy_sets: SpySets, seat: Seat, side: str) -> None:
    spy_sets.rule_out(lambda group: is_in(seat, group) != (side == "spies"))
