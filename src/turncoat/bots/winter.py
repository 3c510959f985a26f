"""`winter-1`: plays both sides of Winter Soldier plausibly from its view alone.

S.H.I.E.L.D. keeps to those whom it trusts, and Captain America accuses when he is sure enough. HYDRA's agents do as the
Winter Soldier must, so that he cannot be told from them; he looks for who votes as if he knew.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from turncoat.bots.bot import Bot
from turncoat.bots.draws import pick
from turncoat.bots.winter_ledger import Ledger, insight
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.roles import HYDRA, side_of
from turncoat.games.winter_soldier.tables import WINS
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Form, OneCard, OneSeat, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.views import View

SURE: Final = 0.7
"""How likely an accused must be the Winter Soldier."""
DESPERATE: Final = 0.4
"""The same when one more failure loses."""
NEARLY_AS_GOOD: Final = 0.75
"""A team is approved when its chance is at least this part of what the bot's own best team would have."""
SABOTAGE: Final = 0.95
"""How often an agent with a choice plays Failure: nearly always, since who plays Success is not the Winter Soldier."""
DISGUISE: Final = 0.35
"""How often Nick Fury votes as somebody would who does not know."""


class Winter1(Bot):
    """Sensible play of Winter Soldier."""

    name: ClassVar[str] = "winter-1"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._view: View[Board] | None = View(ruleset, seat) if ruleset.game == "winter-soldier" else None
        self._mine: Ledger | None = None
        self._public: Ledger | None = None

    def see(self, events: Iterable[Event]) -> None:
        if self._view is not None:
            self._view.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        view, option = self._view, prompt.option
        if view is None or view.board.roles[self.seat] is None:
            return pick(option, self.rng)
        board = view.board
        match prompt.question.name:
            case "name-team" if isinstance(option, Form):
                return self._team(board, option)
            case "cast-ballot":
                return "approve" if self._approves(board) else "reject"
            case "play-card" if isinstance(option, OneCard):
                return self._card(board, option)
            case "last-guess" if isinstance(option, OneSeat):
                return self._most(self._knows(board).soldier_chances(board), option.allowed)
            case "name-fury" if isinstance(option, OneSeat):
                return self._most(insight(board, board.hydra), option.allowed)
            case "examine" if isinstance(option, OneSeat):
                return self._most(self._knows(board).suspicion, option.allowed)
            case _:
                return pick(option, self.rng)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Captain America accuses whom he is sure of; Maria Hill is sought when her side is about to win."""
        view = self._view
        if view is None:
            return super().consider(offers)
        board = view.board
        for offer in offers:
            if not isinstance(offer.option, OneSeat):
                continue
            if offer.name == "accuse":
                chances = self._knows(board).soldier_chances(board)
                accused = self._most(chances, offer.option.allowed)
                if chances[accused] >= (DESPERATE if board.failures == WINS - 1 else SURE):
                    return Choice(offer.name, accused)
            elif offer.name == "assassinate-hill" and self._is_lost(board):
                return Choice(offer.name, self._most(self._cover(board).suspicion, offer.option.allowed, -1))
        return None

    # What the seat knows

    def _is_hydra(self, board: Board) -> bool:
        return side_of(board.roles[self.seat]) == HYDRA

    def _friends(self, board: Board) -> SeatSet:
        """Whom an agent takes for agents; Maria Hill may be among them."""
        return board.with_hydra | 1 << self.seat

    def _knows(self, board: Board) -> Ledger:
        """What this seat makes of it all."""
        ledger = self._mine
        if ledger is None:
            me, known, cleared = 1 << self.seat, 0, 1 << self.seat
            if self._is_hydra(board):
                known, cleared = (0 if self.ruleset.has("maria-hill") else self._friends(board)), 0
            elif board.roles[self.seat] == "maria-hill":
                known = board.with_hydra & ~me
            elif not (self.ruleset.has("maria-hill") and self.ruleset.option("fury-sees-hill")):
                known = board.seen_by_fury
            if not self.ruleset.has("alexander-pierce"):
                cleared |= board.seen_by_widow
            ledger = self._mine = Ledger(board, known, cleared)
        ledger.follow(board, private=True)
        return ledger

    def _cover(self, board: Board) -> Ledger:
        """What somebody without secrets would make of it."""
        ledger = self._public
        if ledger is None:
            ledger = self._public = Ledger(board, cleared=1 << self.seat)
        ledger.follow(board, private=False)
        return ledger

    def _most(self, values: Sequence[float], seats: SeatSet, sign: int = 1) -> Seat:
        """The seat with the highest value (the lowest with sign -1), equals at random."""
        return max(seats_in(seats), key=lambda seat: (round(sign * values[seat], 9), self.rng.random()))

    def _is_lost(self, board: Board) -> bool:
        """Whether the team on its way will bring the third success, for all that an agent can tell."""
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
            team = self._filled(self._cover(board).suspicion, friends & ~team, board.fails_needed, team)
            others = option.allowed & ~friends
            team = self._filled(self._cover(board).suspicion, others, option.low, team)
        return (self._filled(self._knows(board).suspicion, option.allowed & ~team, option.low, team),)

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
            return self._trusts(board, self._cover(board) if hides else self._knows(board))
        if board.team & self._friends(board):
            return True  # as the Winter Soldier must: who votes otherwise shows that he is not the one
        if board.successes == WINS - 1 or board.track == board.rejections - 1:
            return False
        return self._trusts(board, self._cover(board))

    def _trusts(self, board: Board, ledger: Ledger) -> bool:
        """Whether the team is nearly as good as the best one with this seat."""
        needed = board.fails_needed
        others = board.left & ~(1 << self.seat)
        best = self._filled(ledger.suspicion, others, board.team.bit_count(), 1 << self.seat)
        hoped = 1 - ledger.worlds.chance_of(best, needed)
        return 1 - ledger.worlds.chance_of(board.team, needed) >= hoped * (NEARLY_AS_GOOD - 0.1 * board.track)

    # On a mission

    def _card(self, board: Board, option: OneCard) -> Answer:
        if not self._is_hydra(board) or len(option.allowed) == 1:
            return "success" if "success" in option.allowed else option.allowed[0]
        return "fail" if self.rng.random() < SABOTAGE else "success"
