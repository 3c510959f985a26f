"""`winter-2`: plays Winter Soldier by what ballots tell, and by what its own would tell.

S.H.I.E.L.D. knows how agents have to vote. Nick Fury mostly votes like somebody who knows nothing. The Winter Soldier
looks for a seat whose ballots such a player would not have cast, and lets the other agents go on missions.
`winter-3` never lets Nick Fury show what he knows.
"""

from collections.abc import Sequence
from typing import ClassVar

import msgspec

from turncoat.bots.draws import pick
from turncoat.bots.games.winter_soldier.bot import Winter1
from turncoat.bots.games.winter_soldier.onlookers import (
    Onlookers,
    SharpOnlookers,
    as_good,
    asked,
    knows,
    passes,
    with_secrets,
)
from turncoat.bots.games.winter_soldier.votes import soldier_chances
from turncoat.bots.odds import Odds
from turncoat.bots.registry import register
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.characters import seen_by_widow
from turncoat.games.winter_soldier.tables import WINS
from turncoat.kernel.chapters import Offer
from turncoat.kernel.options import Answer, Form, OneCard, OneSeat, Seats, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seats_in
from turncoat.kernel.steps import Choice, Prompt


class Play(msgspec.Struct, frozen=True):
    """The numbers by which it decides; chosen by play against `winter-1` (docs/bots.md)."""

    sure: float = 0.7
    """How likely somebody must be the Winter Soldier to be accused."""
    desperate: float = 0.4
    """The same when one more failure loses the game."""
    hides: float = 0.8
    """How often Nick Fury votes like somebody who knows nothing."""
    leads_openly: bool = True
    """Whether Nick Fury names teams by what he knows when he leads."""
    exposes: float = 0.7
    """An agent does not help the Winter Soldier onto a mission whose failure would make him so likely an agent."""
    matters: float = 0.4
    """How much likelier the team has to pass with the agent's own ballot than without it for that."""


@register
class Winter2(Winter1):
    """Plays Winter Soldier by what ballots tell."""

    name: ClassVar[str] = "winter-2"
    plays_for: ClassVar[tuple[str, ...]] = ("deducer",)
    play: ClassVar[Play] = Play()

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._sharp: SharpOnlookers | None = None
        self._mild: Onlookers | None = None

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        option, name = prompt.option, prompt.question.name
        if isinstance(option, Word) and len(option.allowed) == 1:
            return option.allowed[0]  # the rules may know of an agent whom the Winter Soldier does not know
        if board.roles[self.seat] is not None and isinstance(option, OneSeat):
            if name == "name-fury":
                return self._most(knows(self._onlookers(board), board.hydra), option.allowed)
            if not self._is_hydra(board):
                if name == "last-guess":
                    return self._most(soldier_chances(board, self._odds(board).sets), option.allowed)
                if name == "examine":
                    return self._most(self._odds(board).suspicion, option.allowed)
        return super().answer(board, prompt)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Captain America accuses when sure enough, and whomever he can before a mission that would lose the game."""
        board = self.view.board if self.view is not None else None
        for offer in offers:
            if board is not None and offer.name == "accuse" and isinstance(offer.option, OneSeat):
                chances = soldier_chances(board, self._odds(board).sets)
                accused = self._most(chances, offer.option.allowed)
                return Choice(offer.name, accused) if chances[accused] >= self._sure_enough(board) else None
        return super().consider(offers)

    def _sure_enough(self, board: Board) -> float:
        if board.failures < WINS - 1:
            return self.play.sure
        going = board.proposals and board.proposals[-1].approved and board.proposals[-1].round == board.round
        return self._odds(board).clean(board.team, board.fails_needed) if going else self.play.desperate

    # What the seat believes

    def _odds(self, board: Board) -> Odds:
        """What a loyal seat believes, with all that it knows."""
        known, cleared = NOBODY, 1 << self.seat
        if board.roles[self.seat] == "maria-hill":
            known = board.with_hydra & ~cleared
        elif not (self.ruleset.has("maria-hill") and self.ruleset.option("fury-sees-hill")):
            known = board.seen_by_fury
        if not self.ruleset.has("alexander-pierce"):
            cleared |= seen_by_widow(board)
        return with_secrets(self._cover(board), board, known, cleared)

    def _cover(self, board: Board) -> Odds:
        """What somebody believes who knows nothing but that this seat is loyal."""
        if self._sharp is None:
            self._sharp = SharpOnlookers(board)
        self._sharp.follow(board)
        return self._sharp.odds.where_loyal(1 << self.seat)

    def _onlookers(self, board: Board) -> Onlookers:
        """What loyal seats make of the game, as HYDRA expects them to."""
        if self._mild is None:
            self._mild = Onlookers(board)
        self._mild.follow(board)
        return self._mild

    # Teams and ballots

    def _team(self, board: Board, form: Form) -> Answer:
        option = dict(form.parts)["team"]
        if not isinstance(option, Seats) or len(form.parts) > 1:
            return pick(form, self.rng)
        if not self._is_hydra(board):
            hides = board.roles[self.seat] == "nick-fury" and not self.play.leads_openly
            suspicion = (self._cover(board) if hides else self._odds(board)).suspicion
            team = 1 << self.seat & option.allowed
            return (self._filled(suspicion, option.allowed & ~team, option.low, team),)
        agents = self._friends(board) & option.allowed & ~(1 << self.seat)
        if board.roles[self.seat] != "winter-soldier" or agents.bit_count() < board.fails_needed:
            return super()._team(board, form)
        suspicion = self._public_evidence(board).suspicion
        team = self._filled(suspicion, agents, board.fails_needed, NOBODY)
        for seats in (option.allowed & ~self._friends(board), agents, option.allowed):
            team = self._filled(suspicion, seats & ~team, option.low, team)
        return (team,)

    def _approves(self, board: Board) -> bool:
        is_last = board.track == board.rejections - 1
        if is_last or board.leader == self.seat:
            return True  # all loyal seats approve the last team, so an agent who rejected it would give itself away
        if not self._is_hydra(board):
            hides = board.roles[self.seat] == "nick-fury" and self.rng.random() < self.play.hides
            odds = self._cover(board) if hides else self._odds(board)
            _, part = as_good(odds, board.team, self.seat, board.left, board.fails_needed)
            return part >= asked(board.track)
        friends = self._friends(board)
        if board.team & friends:
            return not self._keeps_away(board, friends)
        return board.successes < WINS - 1 and self._trusts(board, self._public_evidence(board))

    def _keeps_away(self, board: Board, friends: SeatSet) -> bool:
        """Whether an agent who knows the Winter Soldier rejects a team that would give him away.

        He must approve teams with agents. Who of them rejects one is not him, so the others mostly approve, too.
        """
        soldier = friends & ~(1 << self.seat)
        if board.roles[self.seat] == "winter-soldier" or soldier.bit_count() != 1 or self.ruleset.has("maria-hill"):
            return False
        if board.team & friends != soldier:
            return False
        onlookers = self._onlookers(board)
        suspected, fails = (1 - onlookers.odds.clean(seats, 1) for seats in (soldier, board.team))
        _, approves = onlookers.forecast(board, board.team, board.leader, board.mission, board.track)
        loyal, voters = [approves[seat] for seat in seats_in(board.left & ~friends)], board.left.bit_count()
        matters = passes(loyal, 2, voters) - passes(loyal, 1, voters)
        return suspected >= self.play.exposes * fails and matters > self.play.matters

    # On a mission

    def _card(self, board: Board, option: OneCard) -> Answer:
        if not self._is_hydra(board) or len(option.allowed) == 1:
            return super()._card(board, option)
        friends = self._friends(board)
        if board.fails_needed == 1 and friends & ~board.team == NOBODY and friends.bit_count() > 1:
            return "success"  # the Winter Soldier is one of the others, and has to play Failure
        return "fail"


@register
class Winter3(Winter2):
    """The same with a Nick Fury of whom no ballot and no team tells anything."""

    name: ClassVar[str] = "winter-3"
    is_sensible: ClassVar[bool] = True
    plays_for: ClassVar[tuple[str, ...]] = ("strategist",)
    play: ClassVar[Play] = Play(hides=1.0, leads_openly=False)
