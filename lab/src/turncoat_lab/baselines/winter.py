"""Former bots of Winter Soldier: one that makes less of ballots, and one whose Nick Fury shows what he knows."""

from collections.abc import Sequence
from typing import ClassVar, Final

from turncoat.bots.draws import pick
from turncoat.bots.games.winter_soldier.bot import DESPERATE, SURE, WinterSoldierBot
from turncoat.bots.games.winter_soldier.votes import VoteEvidence, soldier_chances
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.tables import WINS
from turncoat.kernel.options import Answer, Form, OneCard, OneSeat, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Prompt

HIDES: Final = 0.8
"""How often Nick Fury of the second version votes like somebody who knows nothing."""
DISGUISE: Final = 0.35
"""The same for the first version."""
SABOTAGE: Final = 0.95
"""How often an agent of the first version with a choice plays Failure."""


class Winter2(WinterSoldierBot):
    """Nick Fury names teams by what he knows, and sometimes votes by it."""

    name: ClassVar[str] = "baseline:winter-2"
    is_default: ClassVar[bool] = False

    def _hides(self, board: Board, *, leads: bool = False) -> bool:
        return super()._hides(board) and not leads and self.rng.random() < HIDES


class Winter1(WinterSoldierBot):
    """Weighs ballots by the sides that they suit alone, and plays every agent alike."""

    name: ClassVar[str] = "baseline:winter-1"
    is_default: ClassVar[bool] = False

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._own: VoteEvidence | None = None
        """Who HYDRA may be, for all that this seat knows."""

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        option, name = prompt.option, prompt.question.name
        if board.roles[self.seat] is not None and name == "cast-ballot":
            return "approve" if self._approves(board) else "reject"
        if board.roles[self.seat] is not None and isinstance(option, OneSeat):
            if name == "name-fury":
                return self._most(insight(board, board.hydra), option.allowed)
            if name == "last-guess":
                return self._most(soldier_chances(board, self._own_sets(board)), option.allowed)
            if name == "examine":
                return self._most(self._own_evidence(board).suspicion, option.allowed)
        return super().answer(board, prompt)

    def _aims(self, board: Board, offer: str, option: OneSeat) -> Seat | None:
        if offer != "accuse":
            return super()._aims(board, offer, option)
        chances = soldier_chances(board, self._own_sets(board))
        accused = self._most(chances, option.allowed)
        return accused if chances[accused] >= (DESPERATE if board.failures == WINS - 1 else SURE) else None

    def _own_evidence(self, board: Board) -> VoteEvidence:
        """What the votes and missions tell this seat, with all that it knows."""
        evidence = self._own
        if evidence is None:
            evidence = self._own = VoteEvidence(board, *self._secrets(board))
        evidence.follow(board, private=True)
        return evidence

    def _own_sets(self, board: Board) -> Sequence[tuple[SeatSet, float]]:
        return tuple(self._own_evidence(board).agent_sets.weights.items())

    def _team(self, board: Board, form: Form) -> Answer:
        option = dict(form.parts)["team"]
        if not isinstance(option, Seats) or len(form.parts) > 1:
            return pick(form, self.rng)
        team = 1 << self.seat & option.allowed
        if self._is_hydra(board):
            friends, suspicion = self._friends(board) & option.allowed, self._public_evidence(board).suspicion
            team = self._filled(suspicion, friends & ~team, board.fails_needed, team)
            team = self._filled(suspicion, option.allowed & ~friends, option.low, team)
        return (self._filled(self._own_evidence(board).suspicion, option.allowed & ~team, option.low, team),)

    def _approves(self, board: Board, is_forced: bool = False) -> bool:
        is_last = board.track == board.rejections - 1
        if not self._is_hydra(board):
            if is_last or board.leader == self.seat:
                return True  # one more rejection fails the mission for certain
            hides = self._hides(board) and self.rng.random() < DISGUISE
            return self._trusts(board, self._public_evidence(board) if hides else self._own_evidence(board))
        if board.team & self._friends(board):
            return True  # as the Winter Soldier must; a seat that rejects it is clearly somebody else
        if board.successes == WINS - 1 or is_last:
            return False
        return self._trusts(board, self._public_evidence(board))

    def _card(self, board: Board, option: OneCard) -> Answer:
        if not self._is_hydra(board) or len(option.allowed) == 1:
            return "success" if "success" in option.allowed else option.allowed[0]
        return "fail" if self.rng.random() < SABOTAGE else "success"


def insight(board: Board, agents: SeatSet) -> list[float]:
    """How well each seat's ballots fit who the agents are: Nick Fury knows, and it shows."""
    fit = [0.0] * board.players
    for proposal in board.proposals:
        clean = not proposal.team & agents
        for seat in range(board.players):
            if (proposal.approvals >> seat & 1 == 1) == clean:
                fit[seat] += 1.0
    return fit
