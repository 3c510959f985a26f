"""What answers are worth in Hostile Intent: whom to investigate, examine and accuse; which card a Chief and a Reverser
play; and what cards told.

It guesses who the Chief is from what its seat was shown, from the missions with a Chief Fail, and from who may be a spy
at all. Bots do not talk: what a seat learns it keeps for itself and acts on.
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

# Whom to hunt


def chances(asked: AskedSeat) -> list[float]:
    """Return how likely each seat is what the Hunter of this side seeks."""
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
    """Return how likely each seat is a spy Chief, compared with others; who is one for certain; how many there are."""
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
    """The same for a Chief of the resistance or the Coordinator."""
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
    """Return whose character cards everybody has seen: none of them is a Chief."""
    blame = board.parts.get("blame")
    return seat_set(part.revealed.values()) | (blame.turned if isinstance(blame, BlamePart) else NOBODY)


def cards_seen(asked: AskedSeat, part: HunterPart) -> list[tuple[Seat, str]]:
    """The loyalty cards that were handed to this seat, each with its owner."""
    return [
        (handed.investigated, handed.card)
        for handed in part.handed
        if handed.investigator == asked.seat and handed.card is not None
    ]


def hunter_part(board: Board) -> HunterPart | None:
    """The Hunter module's part of the board, if it is in play."""
    part = board.parts.get("hunter")
    return part if isinstance(part, HunterPart) else None


# Questions


def accuse(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of accusing each seat: it wins the game where it is right."""
    assert isinstance(option, OneSeat)
    likely = chances(asked)
    return {seat: likely[seat] for seat in seats_in(option.allowed)}


def early(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of an early accusation: a wrong one makes a success of the failed mission."""
    assert isinstance(option, YesNo)
    now = asked.assessment.now
    failed, saved = (1 - chance_to_win(now.successes + turned, now.failures - turned, now.wins) for turned in (0, 1))
    gained = of_accusing(max(chances(asked)), failed, saved)
    return {answer: gained if answer else 0.0 for answer in option.allowed}


def investigate(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of investigating each seat: most for the likeliest Chief whose card is not known yet."""
    assert isinstance(option, OneSeat)
    likely, part = chances(asked), hunter_part(asked.board)
    seen = {seat for seat, _ in cards_seen(asked, part)} if part is not None else set()
    return asked.each(option.allowed, lambda seat: 0.0 if seat in seen else likely[seat])


def hand_over(asked: AskedSeat, option: AnyOption) -> Worths:
    """Return the worth of handing over each card: who can choose poses as a Chief; an accusation that falls on them is
    wrong."""
    assert isinstance(option, OneCard)
    return {card: 0.0 if card == NOT_A_CHIEF else asked.stake for card in option.allowed}


def examine(asked: AskedSeat, option: AnyOption) -> Worths:
    """Whom to examine, and with it who gets the Inquisitor token: a spy keeps the token among the spies."""
    assert isinstance(option, OneSeat)
    return asked.allies(option.allowed) if asked.is_traitor else asked.unknown(option.allowed)


WORTHS: Final[Mapping[str, Callable[[AskedSeat, AnyOption], Worths]]] = {
    "accuse": accuse,
    "early-accusation": early,
    "investigate": investigate,
    "hand-loyalty-card": hand_over,
    "examine": examine,
}
"""What the answers are worth, by the name of the question."""


# On a mission, and before it


def token(asked: AskedSeat, option: AnyOption, team: SeatSet) -> Worths:
    """Return what it is worth that a seat gets the Investigator token with this team."""
    assert isinstance(option, OneSeat)
    return asked.allies(option.allowed & ~team)


def shows_more(board: Board, fellows: SeatSet) -> SeatSet:
    """Return which of these spies show more than others by sabotage: Chiefs, where they have a card of their own, and
    whoever plays face up."""
    own_card = board.players >= CHIEF_FAILS
    return seat_set(
        seat for seat in seats_in(fellows) if is_exposed(board, seat) or (own_card and board.roles[seat] == "spy-chief")
    )


def card(asked: AskedSeat, option: OneCard) -> Worths | None:
    """Return the worth of the cards to those who may play another than Success and show more by it than a Fail: Chiefs,
    Reversers, and spies who play face up. None for all others.

    What can do no good is left out.
    """
    others = [one for one in option.allowed if one != "success"]
    face_up = is_exposed(asked.board, asked.seat)
    if len(others) != 1 or len(option.allowed) == 1 or (others == ["fail"] and not face_up):
        return None
    (other,) = others
    worth = _of_a_sabotage(asked, other, face_up) if asked.is_traitor else _of_a_loyal_reverse(asked)
    return {"success": 0.0} if worth is None else {"success": 0.0, other: worth}


def _of_a_loyal_reverse(asked: AskedSeat) -> float | None:
    """A loyal Reverser reverses where the mission fails so likely that harm is rare."""
    board, assessment = asked.board, asked.assessment
    dirty = 1 - assessment.odds.clean(board.team & ~(1 << asked.seat), board.fails_needed)
    fails = dirty * how_often(assessment.failure_worth)
    return of_reversing(fails, asked.stake) if fails > 1 - RARE else None


def _of_a_sabotage(asked: AskedSeat, other: str, face_up: bool) -> float | None:
    """Return the worth to a spy who shows more: they leave it to fellows who are enough. A Reverse beside a Fail saves
    the mission."""
    board, assessment = asked.board, asked.assessment
    team, needed, fellows = board.team, board.fails_needed, assessment.fellows
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


# What is known


class Revealed:
    """What character and loyalty cards told. Each counts once."""

    def __init__(self, *, everybody: bool = False) -> None:
        """`everybody`: only what everybody has seen."""
        self._everybody = everybody
        self._known: set[Seat] = set()
        self._handed = 0
        self._blamed = False
        self._two_agents = False

    def weigh(self, spy_sets: SpySets, board: Board, seat: Seat) -> None:
        """Bring to the weights what is new."""
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
        """The Deep Agent is known. After a true Blame they are no spy any more, and the other player is one."""
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
