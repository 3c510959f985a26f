"""`baseline:people`: plays the missions of The Resistance as people do (`turncoat.bots.people`), all else at random.

It is the policy `people` of the batch core as a bot: equal draws lead to equal choices.
"""

from collections.abc import Iterable
from typing import ClassVar

from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.habit import Habit
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.roles import SPIES_WIN, side_of
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Form, OneCard, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Prompt
from turncoat.missions import team_acts


class People(GameBot[Board]):
    """Names teams, votes and sabotages as people do."""

    name: ClassVar[str] = "baseline:people"
    game: ClassVar[str] = "resistance"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._habit = Habit(ruleset.players, seat)

    def see(self, events: Iterable[Event]) -> None:
        for event in events:
            if self.view is not None:
                for act in team_acts(event, self.ruleset, self.view.board):
                    self._habit.see(act)
            super().see((event,))

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        option, known = prompt.option, self._known(board)
        match prompt.question.name:
            case "name-team" if isinstance(option, Form) and option.names == ["team"]:
                team = dict(option.parts)["team"]
                assert isinstance(team, Seats)
                return (self._habit.team(self.rng, team, board.now, known),)
            case "cast-ballot" if self._habit.named is not None:
                return "approve" if self._habit.approves(self.rng, known) else "reject"
            case "play-card" if isinstance(option, OneCard) and len(option.allowed) == 1:
                return option.allowed[0]
            case "play-card" if "fail" in option.answers():
                return "fail" if self._habit.sabotages(self.rng, board.team, board.now, known) else "success"
            case _:
                return pick(option, self.rng)

    def _known(self, board: Board) -> SeatSet:
        """Return the spies whom a spy knows, itself included. A loyal seat knows none."""
        return board.spies_seen | 1 << self.seat if side_of(board.roles[self.seat]) == SPIES_WIN else 0
