"""`deducer-1`: `sensible-2` that thinks by the deduction's beliefs instead of by hand-set numbers.

A resistance seat trusts by what it believes itself. A spy reckons what the others believe: what everybody has seen, and
the same for somebody who knows that this seat is loyal, as which it votes. Of several spies on a mission the first from
the leader on sabotages, and the others leave it to them: one Fail is enough, and two tell more. Beliefs
tell teams apart better, so ballots ask for more than those of `sensible-2`, at the same pace.
"""

from collections.abc import Iterable, Mapping
from typing import ClassVar, Final

from turncoat.bots.games.resistance import plot_cards
from turncoat.bots.games.resistance.sensible_2 import Ballots, Sensible2
from turncoat.bots.games.resistance.worlds import Worlds
from turncoat.bots.registry import register
from turncoat.deduction.beliefs import Beliefs
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.tables import WINS, fails_needed
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, is_in

SABOTAGE: Final = 0.95
"""How often the spy whose part it is plays a Fail when nothing forces their hand."""
SABOTAGE_EARLY: Final = 0.7
"""The same on the first mission."""
UNLIKELY: Final = 0.3
"""A spy who is not the only one needed keeps quiet when it is less likely than this that there are enough."""
CERTAIN: Final = 0.99


class Believed(Worlds):
    """The possible sets of spies with the chances that beliefs give them."""

    def __init__(self, players: int, sets: Mapping[SeatSet, float]) -> None:
        self.players = players
        self.weights = dict(sets)


@register
class Deducer1(Sensible2):
    """Plays The Resistance by beliefs."""

    name: ClassVar[str] = "deducer-1"
    is_sensible: ClassVar[bool] = False
    is_deducer: ClassVar[bool] = True
    ballots: ClassVar[Ballots] = Ballots(
        nearly_as_good=(0.72, 0.76, 0.77, 0.84, 0.84),
        breadth=0.05,
        eased=0.05,
        member=(0.9, 0.97, 0.97, 0.97, 0.85),
        other=(0.6, 0.6, 0.55, 0.42, 0.1),
    )

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._beliefs: Beliefs | None = None
        """What this seat believes; None at another game."""
        self._shared: Beliefs | None = None
        """What somebody without secrets believes."""
        if ruleset.game == self.game:
            self._beliefs, self._shared = Beliefs(ruleset, seat), Beliefs(ruleset, SPECTATOR)
        self._asked: dict[str, Worlds] = {}
        """What was asked of the beliefs since the last event."""

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        super().see(events)
        if self._beliefs is not None and self._shared is not None:
            self._asked.clear()
            self._beliefs.see(events)
            self._shared.see([public for event in events if (public := seen_by(event, SPECTATOR)) is not None])

    def _own_worlds(self, board: Board) -> Worlds:
        if "own" not in self._asked:
            self._asked["own"] = self._believed(self._beliefs)
        return self._asked["own"]

    def _public_worlds(self, board: Board) -> Worlds:
        if "public" not in self._asked:
            self._asked["public"] = self._believed(self._shared)
        return self._asked["public"]

    def _cover_worlds(self, board: Board) -> Worlds:
        if "cover" not in self._asked:
            public = self._public_worlds(board).weights
            innocent = {spies: chance for spies, chance in public.items() if not is_in(self.seat, spies)}
            self._asked["cover"] = Believed(board.players, innocent or public)
        return self._asked["cover"]

    def _believed(self, beliefs: Beliefs | None) -> Worlds:
        assert beliefs is not None  # asked at its own game only
        sets: dict[SeatSet, float] = {}
        for spies, chance in beliefs.traitor_sets():
            sets[spies] = sets.get(spies, 0.0) + chance
        return Believed(self.ruleset.players, sets)

    def _sabotages(self, board: Board) -> bool:
        if board.failures == WINS - 1 or board.successes == WINS - 1:
            return True
        needed, own = fails_needed(board.players, board.mission), self._own_worlds(board)
        if own.chance_of(board.team, needed) < UNLIKELY or plot_cards.is_exposed(board, self.seat):
            return False
        suspicion = own.suspicion()
        from_leader = [(board.leader + place) % board.players for place in range(board.players)]
        spies = [seat for seat in from_leader if is_in(seat, board.team) and suspicion[seat] > CERTAIN]
        if self.seat in spies[needed:]:
            return False
        return self.rng.random() < (SABOTAGE if board.results else SABOTAGE_EARLY)
