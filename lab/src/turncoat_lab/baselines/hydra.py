"""Former bots of Hail Hydra: one that spares no cards, and one whose agents announce HAIL HYDRA in mission 4."""

from collections.abc import Mapping
from typing import ClassVar, Final

from turncoat.bots.games.hail_hydra.bot import HailHydraBot, ranked
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import LEVELS, PLAYERS, SKULL, VALUES
from turncoat.kernel.options import Cards

TRUST: Final = 0.7
"""How much of an attack's evidence the first version believes."""
SURE: Final = 0.5
"""Its heroes vote for a seat when it is at least this suspect."""
BOLD: Final = (0.6, 0.75, 0.85, 1.0, 1.0)
"""How often its agents lay red where they could lay blue, by mission."""


class Hydra3(HailHydraBot):
    """Announces HAIL HYDRA from mission 4 on."""

    name: ClassVar[str] = "baseline:hydra-3"
    is_default: ClassVar[bool] = False
    call_from: ClassVar[Mapping[int, int]] = dict.fromkeys(PLAYERS, len(LEVELS) - 1)


class Hydra1(HailHydraBot):
    """Lays all the blue cards that it may, and red ones among others."""

    name: ClassVar[str] = "baseline:hydra-1"
    is_default: ClassVar[bool] = False
    trust: ClassVar[float] = TRUST

    def _share(self, board: Board) -> float:
        return float("inf")

    def _agent_lays(self, board: Board, option: Cards) -> tuple[str, ...]:
        by_worth = ranked(option.hand, best_last=True)
        red = [card for card in by_worth if VALUES[card] < 0]
        blue = [card for card in reversed(by_worth) if VALUES[card] > 0]
        if board.revealed >> self.seat & 1 or board.gave_defense:
            return tuple(sorted((red or blue[-1:])[: option.high]))
        villain = board.villain
        last = villain is not None and villain.level == SKULL
        bold = self.rng.random() < BOLD[board.mission - 1]
        if not red or (blue and not bold):
            return tuple(sorted(blue[-1:] if not red else blue[:2][: option.high]))
        count = 2 if last or self.rng.random() < 0.3 else 1
        cards = red[:count] + (blue[-1:] if not last else [])
        return tuple(sorted(cards[: option.high]))

    def _sure(self, board: Board) -> float:
        return SURE

    def _hails(self, board: Board) -> bool:
        if self._can_finish_the_city(board):
            return True
        return bool(board.out >> self.seat & 1) and board.mission == len(LEVELS) and board.city > 3
