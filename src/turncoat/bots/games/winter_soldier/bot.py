"""`winter-1`: plays both sides of Winter Soldier plausibly, from its view alone.

S.H.I.E.L.D. keeps to the seats that it trusts, and Captain America accuses when they are sure enough. HYDRA's agents
play as the Winter Soldier has to, so that nobody can tell them apart; the Winter Soldier looks for somebody who votes
as if they knew.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.games.winter_soldier.votes import VoteEvidence, insight
from turncoat.bots.registry import register
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.characters import seen_by_widow
from turncoat.games.winter_soldier.events import HydraOnTeamTold
from turncoat.games.winter_soldier.reveal import is_literal
from turncoat.games.winter_soldier.roles import HYDRA, side_of
from turncoat.games.winter_soldier.tables import WINS
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Form, OneCard, OneSeat, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seats_in
from turncoat.kernel.steps import Choice, Prompt

SURE: Final = 0.7
"""How likely somebody must be the Winter Soldier to be accused."""
DESPERATE: Final = 0.4
"""The same when one more failure loses the game."""
NEARLY_AS_GOOD: Final = 0.75
"""A team is approved when its chance of success is at least this part of the chance of the bot's own best team."""
SABOTAGE: Final = 0.95
"""How often an agent with a choice plays Failure: nearly always, for a Success is not the Winter Soldier's."""
DISGUISE: Final = 0.35
"""How often Nick Fury votes like somebody who knows nothing."""


@register
class Winter1(GameBot[Board]):
    """Sensible play of Winter Soldier."""

    name: ClassVar[str] = "winter-1"
    game: ClassVar[str] = "winter-soldier"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._own: VoteEvidence | None = None
        """Who HYDRA may be, for all that this seat knows."""
        self._public: VoteEvidence | None = None
        """Who HYDRA may be for somebody who knows nothing but that this seat is loyal."""
        self._loyal: SeatSet = NOBODY
        """Who is on teams of which the rules have told the Winter Soldier that they hold no agent."""

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        super().see(events)
        if self.view is not None and is_literal(self.ruleset):
            for event in events:
                if isinstance(event, HydraOnTeamTold) and not event.holds:
                    self._loyal |= event.team

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        option = prompt.option
        if board.roles[self.seat] is None:
            return pick(option, self.rng)
        match prompt.question.name:
            case "name-team" if isinstance(option, Form):
                return self._team(board, option)
            case "cast-ballot":
                return "approve" if self._approves(board) else "reject"
            case "play-card" if isinstance(option, OneCard):
                return self._card(board, option)
            case "last-guess" if isinstance(option, OneSeat):
                return self._most(self._own_evidence(board).soldier_chances(board), option.allowed)
            case "name-fury" if isinstance(option, OneSeat):
                return self._most(insight(board, board.hydra), option.allowed)
            case "examine" if isinstance(option, OneSeat):
                return self._most(self._own_evidence(board).suspicion, option.allowed)
            case _:
                return pick(option, self.rng)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Captain America accuses when sure enough. HYDRA names Maria Hill when S.H.I.E.L.D. is about to win."""
        view = self.view
        if view is None:
            return super().consider(offers)
        board = view.board
        for offer in offers:
            if not isinstance(offer.option, OneSeat):
                continue
            if offer.name == "accuse":
                chances = self._own_evidence(board).soldier_chances(board)
                accused = self._most(chances, offer.option.allowed)
                if chances[accused] >= (DESPERATE if board.failures == WINS - 1 else SURE):
                    return Choice(offer.name, accused)
            elif offer.name == "assassinate-hill":
                certain = self._hill(board) & offer.option.allowed
                if certain:
                    return Choice(offer.name, seats_in(certain)[0])
                if self._is_lost(board):
                    loyalty = self._public_evidence(board).suspicion
                    return Choice(offer.name, self._most(loyalty, offer.option.allowed, -1))
        return None

    # What the seat knows

    def _is_hydra(self, board: Board) -> bool:
        return side_of(board.roles[self.seat]) == HYDRA

    def _friends(self, board: Board) -> SeatSet:
        """The seats that an agent takes for agents; Maria Hill may be among them."""
        return board.with_hydra | 1 << self.seat

    def _hill(self, board: Board) -> SeatSet:
        """Who is Maria Hill for certain, as the Winter Soldier knows: seen alone, or on a team without an agent."""
        others = board.with_hydra & ~(1 << self.seat)
        return others if others.bit_count() == 1 else others & self._loyal

    def _own_evidence(self, board: Board) -> VoteEvidence:
        """What the votes and missions tell this seat, with all that it knows."""
        evidence = self._own
        if evidence is None:
            me, known, cleared = 1 << self.seat, 0, 1 << self.seat
            if self._is_hydra(board):
                known, cleared = (0 if self.ruleset.has("maria-hill") else self._friends(board)), 0
            elif board.roles[self.seat] == "maria-hill":
                known = board.with_hydra & ~me
            elif not (self.ruleset.has("maria-hill") and self.ruleset.option("fury-sees-hill")):
                known = board.seen_by_fury
            if not self.ruleset.has("alexander-pierce"):
                cleared |= seen_by_widow(board)
            evidence = self._own = VoteEvidence(board, known, cleared)
        evidence.follow(board, private=True)
        return evidence

    def _public_evidence(self, board: Board) -> VoteEvidence:
        """What they tell somebody who knows nothing but that this seat is loyal."""
        evidence = self._public
        if evidence is None:
            evidence = self._public = VoteEvidence(board, cleared=1 << self.seat)
        evidence.follow(board, private=False)
        return evidence

    def _most(self, values: Sequence[float], seats: SeatSet, sign: int = 1) -> Seat:
        """The seat with the highest value (the lowest with sign -1), equals at random."""
        return max(seats_in(seats), key=lambda seat: (round(sign * values[seat], 9), self.rng.random()))

    def _is_lost(self, board: Board) -> bool:
        """Whether the team on its way will bring the third success, as far as an agent can tell."""
        going = board.successes == WINS - 1 and board.proposals and board.proposals[-1].approved
        return bool(going and not board.team & self._friends(board) and board.round == board.proposals[-1].round)

    # Teams and ballots

    def _team(self, board: Board, form: Form) -> Answer:
        option = dict(form.parts)["team"]
        if not isinstance(option, Seats) or len(form.parts) > 1:
            return pick(form, self.rng)
        team = 1 << self.seat & option.allowed
        if self._is_hydra(board):
            friends = self._friends(board) & option.allowed
            team = self._filled(self._public_evidence(board).suspicion, friends & ~team, board.fails_needed, team)
            others = option.allowed & ~friends
            team = self._filled(self._public_evidence(board).suspicion, others, option.low, team)
        return (self._filled(self._own_evidence(board).suspicion, option.allowed & ~team, option.low, team),)

    def _filled(self, suspicion: Sequence[float], seats: SeatSet, size: int, team: SeatSet) -> SeatSet:
        """The team filled up with the least suspect of these seats."""
        for seat in sorted(seats_in(seats), key=lambda seat: (round(suspicion[seat], 6), self.rng.random())):
            if team.bit_count() >= size:
                break
            team |= 1 << seat
        return team

    def _approves(self, board: Board) -> bool:
        if not self._is_hydra(board):
            if board.track == board.rejections - 1 or board.leader == self.seat:
                return True  # one more rejection fails the mission for certain
            hides = board.roles[self.seat] == "nick-fury" and self.rng.random() < DISGUISE
            return self._trusts(board, self._public_evidence(board) if hides else self._own_evidence(board))
        if board.team & self._friends(board):
            return True  # as the Winter Soldier must; a seat that rejects it is clearly somebody else
        if board.successes == WINS - 1 or board.track == board.rejections - 1:
            return False
        return self._trusts(board, self._public_evidence(board))

    def _trusts(self, board: Board, evidence: VoteEvidence) -> bool:
        """Whether the team is nearly as good as the best one with this seat."""
        needed = board.fails_needed
        others = board.left & ~(1 << self.seat)
        best = self._filled(evidence.suspicion, others, board.team.bit_count(), 1 << self.seat)
        hoped = 1 - evidence.worlds.chance_of(best, needed)
        return 1 - evidence.worlds.chance_of(board.team, needed) >= hoped * (NEARLY_AS_GOOD - 0.1 * board.track)

    # On a mission

    def _card(self, board: Board, option: OneCard) -> Answer:
        if not self._is_hydra(board) or len(option.allowed) == 1:
            return "success" if "success" in option.allowed else option.allowed[0]
        return "fail" if self.rng.random() < SABOTAGE else "success"
