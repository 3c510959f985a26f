"""The bot of Winter Soldier: it infers from ballots, and minds what its own ballots reveal.

S.H.I.E.L.D. knows how agents have to vote, and Captain America accuses when sure enough. Nick Fury votes and names
teams like a player who knows nothing. HYDRA's agents play as the Winter Soldier has to, so that they cannot be told
apart. The Winter Soldier looks for a seat whose ballots an ignorant player would not have cast, and lets the other
agents go on missions.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import ClassVar, Final

from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.games.winter_soldier.onlookers import (
    NOISE,
    Onlookers,
    SharpOnlookers,
    VoteMoment,
    as_good,
    asked,
    is_good_enough,
    knows,
    passes,
    with_secrets,
)
from turncoat.bots.games.winter_soldier.talk import WinterSoldierReasons
from turncoat.bots.games.winter_soldier.votes import VoteEvidence, soldier_chances
from turncoat.bots.habit import Habit
from turncoat.bots.odds import Odds
from turncoat.bots.reasons import Reasons
from turncoat.bots.registry import register
from turncoat.games.winter_soldier.board import ACCUSATION, Board
from turncoat.games.winter_soldier.characters import seen_by_widow
from turncoat.games.winter_soldier.events import HydraOnTeamTold
from turncoat.games.winter_soldier.reveal import is_literal
from turncoat.games.winter_soldier.roles import HYDRA, side_of
from turncoat.games.winter_soldier.tables import WINS
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Form, OneCard, OneSeat, Seats, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import team_acts

SURE: Final = 0.7
"""Chance of being the Winter Soldier from which a seat is accused."""
DESPERATE: Final = 0.4
"""Chance from which a seat is accused when one more failure loses the game."""
EXPOSES: Final = 0.7
"""Suspicion at which an agent keeps the Winter Soldier off a mission, as his share of the chance that it fails."""
MATTERS: Final = 0.4
"""Smallest increase in the team's chance to pass for which the agent's own ballot matters in this."""
NEARLY_AS_GOOD: Final = 0.75
"""Chance of success, relative to the best team with its seat, from which an agent approves a team without agents.

A loyal player votes likewise.
"""
EASED: Final = 0.1
"""Reduction of that threshold per rejection in a round."""


@register
class WinterSoldierBot(GameBot[Board]):
    """Heuristic play of Winter Soldier, with random answers to any other question."""

    game: ClassVar[str] = "winter-soldier"
    is_default: ClassVar[bool] = True
    plays_whole_game: ClassVar[bool] = True
    reasons: ClassVar[type[Reasons]] = WinterSoldierReasons

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._public: VoteEvidence | None = None
        """Evidence for a player who knows only that this seat is loyal."""
        self._sharp: SharpOnlookers | None = None
        self._mild: Onlookers | None = None
        self._loyal: SeatSet = NOBODY
        """Members of teams that, as the rules have told the Winter Soldier, have no agent."""
        self._moments: list[VoteMoment] = []
        """State of the table at each proposal's vote."""
        self._habit = Habit(ruleset.players, seat)
        self._spare = Random(seed)
        """Generator for ties in computations that are not used."""

    def see(self, events: Iterable[Event]) -> None:
        if self.view is None:
            return
        board = self.view.board
        for event in events:
            for act in team_acts(event, self.ruleset, board):
                self._habit.see(act)
            self.view.see((event,))
            if len(board.proposals) > len(self._moments):
                self._moments.append(VoteMoment(board.left, board.face_up))
            if isinstance(event, HydraOnTeamTold) and not event.holds and is_literal(self.ruleset):
                self._loyal |= event.team

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        """Return the answer. Everybody computes what either side needs, so that thinking time reveals nothing."""
        option = prompt.option
        is_forced = isinstance(option, Word) and len(option.allowed) == 1
        self._odds(board), self._onlookers(board), self._public_evidence(board)
        approves = self._approves(board, is_forced) if prompt.question.name == "cast-ballot" else None
        if isinstance(option, Word) and is_forced:
            return option.allowed[0]  # the rules may know of an agent whom the Winter Soldier does not know
        if board.roles[self.seat] is None:
            return pick(option, self.rng)
        match prompt.question.name:
            case "name-team" if isinstance(option, Form):
                return self._team(board, option)
            case "cast-ballot":
                return "approve" if approves else "reject"
            case "play-card" if isinstance(option, OneCard):
                return self._card(board, option)
            case "last-guess" if isinstance(option, OneSeat):
                return self._most(soldier_chances(board, self._odds(board).sets), option.allowed)
            case "name-fury" if isinstance(option, OneSeat):
                return self._most(knows(self._onlookers(board), board.hydra), option.allowed)
            case "examine" if isinstance(option, OneSeat):
                return self._examines(board, option)
            case _:
                return pick(option, self.rng)

    def careless_answer(self, prompt: Prompt) -> Answer | None:
        """Return a team, a ballot or a mission card as people choose them by habit.

        Teams and ballots reveal nothing about the side: a careless agent forgets what the Winter Soldier has to do.
        """
        option, view = prompt.option, self.view
        if view is None:
            return None
        match prompt.question.name:
            case "name-team" if isinstance(option, Form) and len(option.parts) == 1:
                team = option.parts[0][1]
                assert isinstance(team, Seats)
                return (self._habit.team(self.rng, team, view.board.now),)
            case "cast-ballot" if isinstance(option, Word) and self._habit.named is not None:
                ballot = "approve" if self._habit.approves(self.rng) else "reject"
                return ballot if ballot in option.allowed else None
            case "play-card" if isinstance(option, OneCard):
                board = view.board
                sabotages = self._habit.sabotages(self.rng, board.team, board.now, self._friends(board))
                card = "fail" if sabotages else "success"
                return card if card in option.allowed else None
            case _:
                return None

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Return a choice that takes an offer, or None.

        Captain America accuses when sure enough, and accuses whomever he can before a mission that would lose the game.
        HYDRA names Maria Hill when it knows her, or when S.H.I.E.L.D. is about to win.
        """
        view = self.view
        if view is None:
            return super().consider(offers)
        for offer in offers:
            if isinstance(offer.option, OneSeat):
                seat = self._aims(view.board, offer.name, offer.option)
                if seat is not None:
                    return Choice(offer.name, seat)
        return None

    def _aims(self, board: Board, offer: str, option: OneSeat) -> Seat | None:
        """Return the seat to accuse or to strike at, or None to leave the offer."""
        if offer == "accuse":
            if any(one.kind == ACCUSATION for one in board.pending):
                return None  # wait for the outcome of the first accusation
            chances = soldier_chances(board, self._odds(board).sets)
            accused = self._most(chances, option.allowed)
            return accused if chances[accused] >= self._sure_enough(board) - NOISE else None
        if offer == "assassinate-hill":
            if certain := self._hill(board) & option.allowed:
                return seats_in(certain)[0]
            if self._is_lost(board):
                return self._most(self._public_evidence(board).suspicion, option.allowed, -1)
        return None

    def _sure_enough(self, board: Board) -> float:
        if board.failures < WINS - 1:
            return SURE
        going = board.proposals and board.proposals[-1].approved and board.proposals[-1].round == board.round
        return self._odds(board).clean(board.team, board.fails_needed) if going else DESPERATE

    # Knowledge and beliefs

    def known_traitors(self) -> SeatSet:
        return NOBODY if self.view is None or not self._is_hydra(self.view.board) else self._friends(self.view.board)

    def _is_hydra(self, board: Board) -> bool:
        return side_of(board.roles[self.seat]) == HYDRA

    def _friends(self, board: Board) -> SeatSet:
        """Return the seats that an agent takes for agents. Maria Hill may be among them."""
        return board.with_hydra | 1 << self.seat

    def _hill(self, board: Board) -> SeatSet:
        """Return Maria Hill if the Winter Soldier is certain: seen alone, or on a team without an agent."""
        others = board.with_hydra & ~(1 << self.seat)
        return others if others.bit_count() == 1 else others & self._loyal

    def _hides(self, board: Board, *, leads: bool = False) -> bool:
        """Return whether the seat acts like a player who knows nothing, so that nothing gives Nick Fury away."""
        return board.roles[self.seat] == "nick-fury"

    def _secrets(self, board: Board) -> tuple[SeatSet, SeatSet]:
        """Return the seats that the seat knows to be agents, and those that it knows to be loyal."""
        has_hill = self.ruleset.has("maria-hill")
        if self._is_hydra(board):
            return NOBODY if has_hill else self._friends(board), NOBODY
        known, cleared = NOBODY, 1 << self.seat
        if board.roles[self.seat] == "maria-hill":
            known = board.with_hydra & ~cleared
        elif not (has_hill and self.ruleset.option("fury-sees-hill")):
            known = board.seen_by_fury
        if not self.ruleset.has("alexander-pierce"):
            cleared |= seen_by_widow(board)
        return known, cleared

    def _odds(self, board: Board) -> Odds:
        """Return the odds of a loyal seat with everything that it knows."""
        return with_secrets(self._cover(board), board, *self._secrets(board))

    def _cover(self, board: Board) -> Odds:
        """Return the odds of a player who knows only that this seat is loyal."""
        if self._sharp is None:
            self._sharp = SharpOnlookers(board)
        self._sharp.follow(board, self._moments)
        return self._sharp.odds.where_loyal(1 << self.seat)

    def _onlookers(self, board: Board) -> Onlookers:
        """Return the model by which HYDRA predicts loyal seats."""
        if self._mild is None:
            self._mild = Onlookers(board)
        self._mild.follow(board, self._moments)
        return self._mild

    def _public_evidence(self, board: Board) -> VoteEvidence:
        """Return the evidence from votes and missions for a player who knows only that this seat is loyal."""
        evidence = self._public
        if evidence is None:
            evidence = self._public = VoteEvidence(board, cleared=1 << self.seat)
        evidence.follow(board, private=False)
        return evidence

    def _most(self, values: Sequence[float], seats: SeatSet, sign: int = 1) -> Seat:
        """Return the seat with the highest value (the lowest with sign -1), ties at random."""
        return max(seats_in(seats), key=lambda seat: (round(sign * values[seat], 9), self.rng.random()))

    def _is_lost(self, board: Board) -> bool:
        """Return whether the current team will bring the third success, as far as an agent can tell."""
        going = board.successes == WINS - 1 and board.proposals and board.proposals[-1].approved
        return bool(going and not board.team & self._friends(board) and board.round == board.proposals[-1].round)

    def _examines(self, board: Board, option: OneSeat) -> Seat:
        """Return the most suspect seat. An agent looks at an agent's card, so that nobody else can."""
        if not self._is_hydra(board):
            return self._most(self._odds(board).suspicion, option.allowed)
        evidence = VoteEvidence(board, *self._secrets(board))
        evidence.follow(board, private=True)
        return self._most(evidence.suspicion, option.allowed)

    # Teams and ballots

    def _team(self, board: Board, form: Form) -> Answer:
        option = dict(form.parts)["team"]
        if not isinstance(option, Seats) or len(form.parts) > 1:
            return pick(form, self.rng)
        me, size = 1 << self.seat & option.allowed, option.low
        if not self._is_hydra(board):
            odds = self._cover(board) if self._hides(board, leads=True) else self._odds(board)
            return (self._filled(odds.suspicion, option.allowed & ~me, size, me),)
        suspicion, friends = self._public_evidence(board).suspicion, self._friends(board) & option.allowed
        agents, loyal = friends & ~me, option.allowed & ~friends
        if board.roles[self.seat] == "winter-soldier" and agents.bit_count() >= board.fails_needed:
            begun, next_best = NOBODY, [loyal, agents, option.allowed]  # the other agents can do it
        else:
            begun, next_best = me, [loyal, option.allowed]
        team = self._filled(suspicion, agents, board.fails_needed, begun)
        for seats in next_best:
            team = self._filled(suspicion, seats & ~team, size, team)
        return (team,)

    def _filled(
        self, suspicion: Sequence[float], seats: SeatSet, size: int, team: SeatSet, rng: Random | None = None
    ) -> SeatSet:
        """Return the team filled up with the least suspect of these seats."""
        draw = (rng or self.rng).random
        for seat in sorted(seats_in(seats), key=lambda seat: (round(suspicion[seat], 6), draw())):
            if team.bit_count() >= size:
                break
            team |= 1 << seat
        return team

    def _approves(self, board: Board, is_forced: bool = False) -> bool:
        """Return whether the seat approves the team. Everybody computes the votes of both sides."""
        is_last = board.track == board.rejections - 1
        is_settled = is_last or is_forced or board.leader == self.seat
        is_hydra, friends = self._is_hydra(board), self._friends(board)
        is_clean = not board.team & friends and board.successes < WINS - 1
        odds = self._cover(board) if self._hides(board) else self._odds(board)
        _, part = as_good(odds, board.team, self.seat, board.left, board.fails_needed)
        keeps_away = self._keeps_away(board, friends)
        rng = self.rng if is_hydra and is_clean and not is_settled else self._spare
        trusts = self._trusts(board, self._public_evidence(board), rng)
        if is_settled:
            return True  # all loyal seats approve the last team, so an agent who rejected it would give itself away
        if not is_hydra:
            return is_good_enough(part, asked(board.track))
        if board.team & friends:
            return not keeps_away
        return is_clean and trusts

    def _trusts(self, board: Board, evidence: VoteEvidence, rng: Random | None = None) -> bool:
        """Return whether the team is nearly as good as the best one with this seat."""
        needed = board.fails_needed
        others = board.left & ~(1 << self.seat)
        best = self._filled(evidence.suspicion, others, board.team.bit_count(), 1 << self.seat, rng)
        hoped = 1 - evidence.agent_sets.chance_of(best, needed)
        asked_for = hoped * (NEARLY_AS_GOOD - EASED * board.track)
        return 1 - evidence.agent_sets.chance_of(board.team, needed) >= asked_for - NOISE

    def _keeps_away(self, board: Board, friends: SeatSet) -> bool:
        """Return whether an agent who knows the Winter Soldier rejects a team that would give him away.

        He must approve teams with agents. Whoever rejects one cannot be him, so the others mostly approve as well.
        """
        soldier = friends & ~(1 << self.seat)
        onlookers = self._onlookers(board)
        suspected, fails = (1 - onlookers.odds.clean(seats, 1) for seats in (soldier, board.team))
        _, approves = onlookers.forecast(board, board.team, board.leader, board.mission, board.track, board.left)
        loyal, voters = [approves[seat] for seat in seats_in(board.left & ~friends)], board.left.bit_count()
        matters = passes(loyal, 2, voters) - passes(loyal, 1, voters)
        if board.roles[self.seat] == "winter-soldier" or soldier.bit_count() != 1 or self.ruleset.has("maria-hill"):
            return False
        return board.team & friends == soldier and suspected >= EXPOSES * fails and matters > MATTERS

    # On a mission

    def _card(self, board: Board, option: OneCard) -> Answer:
        if not self._is_hydra(board) or len(option.allowed) == 1:
            return "success" if "success" in option.allowed else option.allowed[0]
        friends = self._friends(board)
        if board.fails_needed == 1 and friends & ~board.team == NOBODY and friends.bit_count() > 1:
            return "success"  # the Winter Soldier is one of the others, and has to play Failure
        return "fail"
