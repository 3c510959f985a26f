"""How `sensible-1` plays Hostile Intent: whom to investigate, examine and accuse, and when to reverse a mission.

It guesses who the Chief is from what its seat was shown, from the missions with a Chief Fail, and from who may be a spy
at all. Bots do not talk: what a seat learns it keeps for itself and acts on.
"""

from collections.abc import Callable, Mapping
from typing import Final

from turncoat.bots.games.resistance.plot_cards import SeatKnowledge
from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hunter.blame import BlamePart
from turncoat.games.resistance.hunter.events import HunterPart
from turncoat.games.resistance.hunter.tables import COPIES, NOT_A_CHIEF
from turncoat.games.resistance.roles import SIDES
from turncoat.kernel.options import Answer, AnyOption, OneCard, OneSeat, YesNo
from turncoat.kernel.seats import Seat, SeatSet, is_in, seats_in
from turncoat.kernel.steps import Prompt

SURE: Final = 1000.0
"""The weight of a seat whose card said that it is what the Hunter seeks."""
EARLY: Final = 0.6
"""How likely the best guess must be to be right before the Hunter accuses early."""
OTHER_CHIEF: Final = 0.4
"""What is left of a seat's weight when it was not on a team with one Chief Fail, and there are two spy Chiefs."""
CHIEF_IN_COMPANY: Final = 0.25
"""How often a spy Chief plays Chief Fail when another spy is there, who can fail the mission without such a hint."""
FAILS: Final = 0.65
"""How often a spy on a mission is expected to fail it."""


class HunterKnowledge(SeatKnowledge):
    """The same with the modules in play, which say which roles there are."""

    modules: tuple[str, ...] = ()


def answer(known: HunterKnowledge, prompt: Prompt) -> Answer:
    """What to answer to a question of these modules; the option may still refuse it."""
    return ANSWERS[prompt.question.name](known, prompt.option)


def knows(prompt: Prompt) -> bool:
    """Whether the question is one of these modules'."""
    return prompt.question.name in ANSWERS


def is_forced(option: AnyOption) -> bool:
    """Whether there is one answer only. Most seats are asked just so that nobody can tell who has a choice."""
    return isinstance(option, OneCard | YesNo) and len(option.allowed) == 1


def has_special_card(option: OneCard) -> bool:
    """Whether a card of these modules may be played."""
    return "reverse" in option.allowed or "chief-fail" in option.allowed


# Whom to hunt


def chances(known: HunterKnowledge) -> list[float]:
    """How likely each seat is what the Hunter of this side seeks, as weights: their sum means nothing."""
    board, suspicion = known.board, known.suspicion
    part = hunter_part(board)
    if part is None:
        return suspicion if not known.is_spy else [1 - chance for chance in suspicion]
    weights = _of_a_chief(known, suspicion, part) if known.is_spy else _of_a_spy_chief(known, suspicion, part)
    weights[known.seat] = 0.0
    return weights


def _of_a_spy_chief(known: HunterKnowledge, suspicion: list[float], part: HunterPart) -> list[float]:
    board = known.board
    weights = [0.0 if board.roles[seat] not in (None, "spy-chief") else chance for seat, chance in enumerate(suspicion)]
    chiefs = COPIES[board.players]["spy-chief"]
    for result in board.results:
        played = result.cards.count("chief-fail")
        for seat in seats_in(board.everyone & ~result.team):
            if played:
                weights[seat] *= OTHER_CHIEF if played < chiefs else 0.001
    for seat, card in cards_seen(known, part):
        if card == "spy-chief":
            weights[seat] = SURE
        elif card != "chief":
            weights[seat] = 0.0
        else:
            weights[seat] *= 2  # half of the spies are Chiefs, and fewer of the others
    return weights


def _of_a_chief(known: HunterKnowledge, suspicion: list[float], part: HunterPart) -> list[float]:
    board = known.board
    weights = [1 - chance for chance in suspicion]
    for seat, role in enumerate(board.roles):
        if role is not None and role not in ("resistance-chief", "coordinator"):
            weights[seat] = 0.0
    for seat, card in cards_seen(known, part):
        if card == NOT_A_CHIEF:
            weights[seat] *= 0.3 if "coordinator" in known.modules else 0.001
        elif suspicion[seat] < 0.5:
            weights[seat] = SURE
    return weights


def cards_seen(known: HunterKnowledge, part: HunterPart) -> list[tuple[Seat, str]]:
    """The loyalty cards that were handed to this seat, each with its owner."""
    return [
        (handed.investigated, handed.card)
        for handed in part.handed
        if handed.investigator == known.seat and handed.card is not None
    ]


def hunter_part(board: Board) -> HunterPart | None:
    """The Hunter module's part of the board, if it is in play."""
    part = board.parts.get("hunter")
    return part if isinstance(part, HunterPart) else None


# Questions


def accuse(known: HunterKnowledge, option: AnyOption) -> Answer:
    """The likeliest of the seats that may be accused."""
    assert isinstance(option, OneSeat)
    weights = chances(known)
    return known.most(option.allowed, lambda seat: weights[seat])


def early(known: HunterKnowledge, option: AnyOption) -> Answer:
    """Yes when the guess is good enough: a wrong accusation gives a failed mission away."""
    assert isinstance(option, YesNo)
    weights = chances(known)
    chiefs = COPIES[known.board.players]["resistance-chief"]
    right = max(weights) / (sum(weights) or 1) * (chiefs + ("coordinator" in known.modules))
    if "dummy-agent" in known.modules and max(weights) == SURE:
        right *= chiefs / (chiefs + 1)
    return True in option.allowed and right >= EARLY


def investigate(known: HunterKnowledge, option: AnyOption) -> Answer:
    """The likeliest Chief whose card this seat has not seen yet."""
    assert isinstance(option, OneSeat)
    weights = chances(known)
    part = hunter_part(known.board)
    seen = {seat for seat, _ in cards_seen(known, part)} if part is not None else set()
    return known.most(option.allowed, lambda seat: weights[seat] if seat not in seen else -1.0)


def hand_over(known: HunterKnowledge, option: AnyOption) -> Answer:
    """A seat that has a choice poses as a Chief: an accusation that falls on it is a wrong one."""
    assert isinstance(option, OneCard)
    return next((card for card in option.allowed if card != NOT_A_CHIEF), option.allowed[0])


def examine(known: HunterKnowledge, option: AnyOption) -> Answer:
    """Whom to examine, and with it who gets the Inquisitor token: a spy keeps the token among the spies."""
    assert isinstance(option, OneSeat)
    return known.surest_ally(option.allowed) if known.is_spy else known.least_certain(option.allowed)


ANSWERS: Final[Mapping[str, Callable[[HunterKnowledge, AnyOption], Answer]]] = {
    "accuse": accuse,
    "early-accusation": early,
    "investigate": investigate,
    "hand-loyalty-card": hand_over,
    "examine": examine,
}
"""What to answer, by the name of the question."""


# On a mission, and before it


def token(known: HunterKnowledge, option: AnyOption, team: SeatSet) -> Answer:
    """Who gets the Investigator token with this team: the surest ally who is not on it."""
    assert isinstance(option, OneSeat)
    return known.surest_ally(option.allowed & ~team)


def card(known: HunterKnowledge, option: OneCard, sabotages: bool) -> Answer:
    """Which card a Chief or a Reverser plays; None where the modules make no difference."""
    board = known.board
    others = board.team & ~(1 << known.seat)
    if "reverse" in option.allowed:
        fails = FAILS * known.spy_sets.chance_of(others, board.fails_needed)
        if known.is_spy:  # a Reverse beside a Fail would save the mission
            return "reverse" if sabotages and fails < 0.3 else "success"
        return "reverse" if fails > 0.5 else "success"
    if "chief-fail" in option.allowed:
        in_company = known.spy_sets.chance_of(others, board.fails_needed) > 0.9
        if sabotages and in_company and known.rng.random() >= CHIEF_IN_COMPANY:
            return "success"
    return None


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
