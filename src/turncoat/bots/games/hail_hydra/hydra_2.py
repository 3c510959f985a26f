"""`hydra-2`: plays Hail Hydra as `hydra-1` does, but for what wins games.

S.H.I.E.L.D. heroes spare their cards: damage beyond a villain's health is lost, so each lays their share of what is
needed and keeps the rest for the next villain. They trust what the attacks tell more, and vote for whom they suspect
most unless that seat is less suspect than any was at the start. HYDRA agents lay red cards alone from the second
villain on. No knock-out phase comes after the last villain is revealed: from then on they have nothing to hide, and
call. Those of `hydra-3` call one mission earlier.
"""

from itertools import combinations
from typing import ClassVar, Final

from turncoat.bots.games.hail_hydra.bot import Hydra1, ranked, worth
from turncoat.bots.registry import register
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.tables import LEVELS, VALUES
from turncoat.kernel.options import Cards
from turncoat.kernel.seats import SEATS_IN

RED_FROM: Final = 2
"""The mission from which on agents lay red cards alone."""
CALL_FROM: Final = len(LEVELS)
"""The mission from which on agents announce HAIL HYDRA at once."""
TRUST: Final = 1.4
"""How much of an attack's evidence is believed: more than all, since agents lay more red than they are taken to lay."""
MARGIN: Final = 2.0
"""How much an agent who has not laid yet is expected to take from the attack."""
HONEST_CARD, AGENT_CARD = 2.8, -1.0
"""What a hidden card is expected to be worth, by who has laid it."""


@register
class Hydra2(Hydra1):
    """Sparing heroes, bold agents."""

    name: ClassVar[str] = "hydra-2"
    plays_for: ClassVar[tuple[str, ...]] = ("deducer",)
    trust: ClassVar[float] = TRUST
    call_from: ClassVar[int] = CALL_FROM

    def _lays(self, board: Board, option: Cards) -> tuple[str, ...]:
        """The fewest points in blue cards that are the hero's share of what is needed. At Red Skull, and where the hero
        has too little, as `hydra-1` does."""
        villain = board.villain
        assert villain is not None
        if villain.cube is None:
            share = self._share(board)
            blue = [card for card in option.hand if VALUES[card] > 0]
            handfuls = [cards for size in range(1, option.high + 1) for cards in combinations(blue, size)]
            enough = [cards for cards in handfuls if worth(cards) >= share]
            if enough:
                _, _, fewest = min((worth(cards), -len(cards), cards) for cards in enough)
                return tuple(sorted(fewest))
        return super()._lays(board, option)

    def _share(self, board: Board) -> float:
        """What each honest hero who has not laid yet has to add."""
        suspicion = self._suspects(board).suspicion
        wanted = float(board.health + board.defense - board.total)
        honest_to_come = 1.0  # this hero
        for seat in SEATS_IN[board.on_mission & ~(1 << self.seat)]:
            agent = suspicion[seat]
            if board.open >> seat & 1:
                wanted -= worth(board.laid[seat])
            elif seat in board.laid_counts:
                wanted -= (agent * AGENT_CARD + (1 - agent) * HONEST_CARD) * board.laid_counts[seat]
            else:
                wanted += agent * MARGIN
                honest_to_come += 1 - agent
        return wanted / honest_to_come

    def _agent_lays(self, board: Board, option: Cards) -> tuple[str, ...]:
        if board.mission < RED_FROM:
            return super()._agent_lays(board, option)
        by_worth = ranked(option.hand, best_last=True)
        red = [card for card in by_worth if VALUES[card] < 0]
        return tuple(sorted(red[: option.high] or by_worth[:1]))

    def _hails(self, board: Board) -> bool:
        return board.mission >= self.call_from or super()._hails(board)

    def _sure(self, board: Board) -> float:
        return self._suspects(board).prior


@register
class Hydra3(Hydra2):
    """The same with agents who announce HAIL HYDRA one mission earlier."""

    name: ClassVar[str] = "hydra-3"
    is_sensible: ClassVar[bool] = True
    plays_for: ClassVar[tuple[str, ...]] = ("strategist",)
    call_from: ClassVar[int] = CALL_FROM - 1
