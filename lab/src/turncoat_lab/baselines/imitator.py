"""`baseline:imitator`: as a spy, it names teams and votes exactly as a loyal `hard` would on its seat.

It asks a `hard` that is dealt a loyal role and sees the public events. It makes those missions fail that best play
sabotages, and those that can decide the game. Once everybody knows it for a spy, it plays as `hard` does. So does its
loyal side, and so do both sides with modules that change the roles.
"""

from collections.abc import Iterable
from typing import ClassVar

from turncoat.bots.levels import Hard
from turncoat.deduction.worlds import NoWorldFits
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import RoleDealt
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.options import Answer, OneCard
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.missions import MissionRun
from turncoat_lab.baselines.planner import best_play, is_worth, saboteurs

SPY, LOYAL = "spy", "resistance"


class Imitator(Hard):
    """A spy with the votes and teams of a loyal seat."""

    name: ClassVar[str] = "baseline:imitator"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._table: View[Board] | None = View(ruleset, seat) if ruleset.game == "resistance" else None
        self._seed = seed
        self._as_loyal: Hard | None = None
        """The loyal bot that a spy imitates. None for a loyal seat, and for a spy whom everybody knows."""

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        super().see(events)
        if self._table is None:
            return
        for event in events:
            self._table.see((event,))
            if isinstance(event, RoleDealt) and event.role == SPY:
                self._as_loyal = Hard(self.ruleset, self.seat, self._seed)
                self._as_loyal.share(self.shared_seed)
                self._as_loyal.see((RoleDealt(self.seat, LOYAL),))
        if self._as_loyal is not None:
            self._as_loyal.see(all_seen_by(events, SPECTATOR))

    def decide(self, prompt: Prompt) -> Answer:
        option = prompt.option
        if self._as_loyal is None or self._table is None or not prompt.question.act:
            return super().decide(prompt)
        if prompt.question.act != MissionRun.__name__:
            try:
                return self._as_loyal.decide(prompt)
            except NoWorldFits:
                self._as_loyal = None
                return super().decide(prompt)
        board, best = self._table.board, best_play(self.ruleset)
        if best is None or not isinstance(option, OneCard) or len(option.allowed) != 2:
            return super().decide(prompt)
        return option.shown[bool(is_worth(best, board.now) and saboteurs(board, self.seat) >> self.seat & 1)]
