"""`baseline:winter-plan`: plays S.H.I.E.L.D. by a fixed plan that everybody may know.

Until everybody knows who HYDRA is, all of S.H.I.E.L.D. reject every team. The Winter Soldier has to approve a team with
a HYDRA agent on it, and whoever approves is HYDRA. After that, S.H.I.E.L.D. send teams without HYDRA. Nick Fury plays
as the others do. lab/docs/value.md proves what the plan guarantees. On HYDRA's side the bot plays as `sensible` does.
"""

from typing import ClassVar, NamedTuple

from turncoat.bots.games.winter_soldier.bot import WinterSoldierBot
from turncoat.games.winter_soldier.board import ACCUSATION, Board
from turncoat.games.winter_soldier.tables import WINS, hydra_cards
from turncoat.kernel.options import Answer, Form, OneSeat, Seats
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seats_in
from turncoat.kernel.steps import Prompt


class PublicKnowledge(NamedTuple):
    """Conclusions that everybody can draw if S.H.I.E.L.D. keep to the plan."""

    agents: SeatSet
    """Seats known to be HYDRA."""
    loyal: SeatSet
    """Seats known not to be HYDRA: Captain America, and the members of each team that nobody approved."""
    soldiers: SeatSet
    """Seats that may be the Winter Soldier."""
    hydra_known: bool
    """True if all of HYDRA are known. From then on teams are approved."""


def public_knowledge(board: Board) -> PublicKnowledge:
    """Return the conclusions from all votes so far, given that S.H.I.E.L.D. kept to the plan (WIN-VOTE-2)."""
    hydra_size = hydra_cards(board.players)
    agents, loyal = NOBODY, 1 << board.captain
    for proposal in board.proposals:
        if agents.bit_count() < hydra_size:
            agents |= proposal.approvals
            loyal |= NOBODY if proposal.approvals else proposal.team
        if (board.everyone & ~loyal).bit_count() == hydra_size:
            agents = board.everyone & ~loyal
    hydra_known = agents.bit_count() == hydra_size
    soldiers = agents if hydra_known else board.everyone & ~loyal
    for proposal in board.proposals:
        others = board.everyone & ~loyal & ~proposal.team
        if proposal.team & agents or others.bit_count() < hydra_size:  # then HYDRA is on the team for certain
            soldiers &= proposal.approvals
    return PublicKnowledge(agents, loyal, soldiers, hydra_known)


class WinterPlan(WinterSoldierBot):
    """Bot that follows the plan as S.H.I.E.L.D."""

    name: ClassVar[str] = "baseline:winter-plan"
    is_default: ClassVar[bool] = False

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        option = prompt.option
        if prompt.question.name == "last-guess" and isinstance(option, OneSeat):
            return self._one_of(public_knowledge(board).soldiers, option.allowed)
        return super().answer(board, prompt)

    def _one_of(self, seats: SeatSet, allowed: SeatSet) -> Seat:
        return self.rng.choice(seats_in(seats & allowed or allowed))

    def _aims(self, board: Board, offer: str, option: OneSeat) -> Seat | None:
        """Return the seat that Captain America accuses, or None to wait.

        The Winter Soldier is accused once known for certain. If the game is about to be lost, one of those who may be
        the Winter Soldier is drawn.
        """
        if offer != "accuse":
            return super()._aims(board, offer, option)
        known = public_knowledge(board)
        is_certain = known.soldiers.bit_count() == 1 and not known.soldiers & ~known.agents
        if any(one.kind == ACCUSATION for one in board.pending) or not (is_certain or self._is_losing(board, known)):
            return None
        return self._one_of(known.soldiers, option.allowed)

    def _is_losing(self, board: Board, known: PublicKnowledge) -> bool:
        """Return whether the next rejection brings the third failure, and the plan will reject."""
        if board.failures < WINS - 1 or board.track < board.rejections - 1:
            return False
        return not known.hydra_known or bool((board.team or 1 << board.leader) & known.agents)

    def _team(self, board: Board, form: Form) -> Answer:
        option = dict(form.parts)["team"]
        if self._is_hydra(board) or not isinstance(option, Seats):
            return super()._team(board, form)
        known, me, team = public_knowledge(board), 1 << self.seat, NOBODY
        wanted = [known.agents, board.everyone & ~known.loyal & ~me, board.everyone]
        if known.hydra_known:
            wanted = [me, board.everyone & ~known.agents, board.everyone]
        for seats in wanted:  # in each group, the lowest seats first
            team = self._filled(range(board.players), seats & option.allowed & ~team, option.low, team)
        return (team,)

    def _approves(self, board: Board, is_forced: bool = False) -> bool:
        if self._is_hydra(board):
            return super()._approves(board, is_forced)
        known = public_knowledge(board)
        return known.hydra_known and not board.team & known.agents
