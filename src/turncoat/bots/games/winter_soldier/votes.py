"""Evidence from votes and missions about who is HYDRA, and which of them is the Winter Soldier."""

from collections.abc import Iterable

from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.games.resistance.loyalty import looks
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.roles import HYDRA, SHIELD, side_of
from turncoat.games.winter_soldier.tables import hydra_cards
from turncoat.kernel.seats import SeatSet, seats_in


class VoteEvidence:
    """Possible sets of HYDRA agents, for a player who knows some agents and some loyal seats."""

    def __init__(self, board: Board, known: SeatSet = 0, cleared: SeatSet = 0) -> None:
        agents = hydra_cards(board.players)
        if known.bit_count() > agents or known & cleared:
            known = 0
        self.agent_sets = SpySets(board.players, agents, known, cleared | 1 << board.captain)
        self._cards: SeatSet = 0
        self._looks = 0
        self._suspicion: list[float] = []
        self._as_of = (-1, -1, 0, -1)

    def follow(self, board: Board, private: bool) -> None:
        """Weigh new ballots, missions and turned cards, and with `private` the loyalties shown to the seat."""
        seen = looks(board) if private else ()
        now = (len(board.proposals), len(board.results), board.face_up, len(seen))
        if now == self._as_of:
            return
        self._as_of = now
        self.agent_sets.follow(board)
        for seat in seats_in(board.face_up & ~self._cards):
            self._settle(1 << seat, side_of(board.roles[seat]))
        for look in seen[self._looks :]:
            self._settle(1 << look.shower, look.side)
        self._cards, self._looks = board.face_up, len(seen)
        self._suspicion = self.agent_sets.suspicion()

    def _settle(self, seat: SeatSet, side: str | None) -> None:
        if side == HYDRA:
            self.agent_sets.rule_out(lambda group: not group & seat)
        elif side == SHIELD:
            self.agent_sets.rule_out(lambda group: bool(group & seat))

    @property
    def suspicion(self) -> list[float]:
        """Chance of each seat to be HYDRA."""
        return self._suspicion or self.agent_sets.suspicion()


def soldier_chances(board: Board, sets: Iterable[tuple[SeatSet, float]]) -> list[float]:
    """Return the chance of each seat to be the Winter Soldier.

    He is an agent who rejected no team with agents and always failed. Baron Zemo and Maria Hill blur this, since the
    Winter Soldier is wrong about them. That effect is ignored.
    """
    rejected = [0] * board.players
    for proposal in board.proposals:
        for seat in range(board.players):
            if not proposal.approvals >> seat & 1:
                rejected[seat] |= proposal.team
    honest: SeatSet = 0
    for result in board.results:
        if "fail" not in result.cards:
            honest |= result.team
    chances = [0.0] * board.players
    total = 0.0
    for group, weight in sets:
        able = [seat for seat in seats_in(group & ~honest & ~board.out) if not rejected[seat] & group]
        for seat in able:
            chances[seat] += weight / len(able)
        total += weight if able else 0.0
    return [chance / total for chance in chances] if total else chances
