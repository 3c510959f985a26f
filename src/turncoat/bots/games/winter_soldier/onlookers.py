"""Beliefs of loyal players without secrets: how each of them rates a team, and would vote on it.

A ballot that such a player is unlikely to cast is evidence of an agent, or of a player who knows the agents.
"""

from collections.abc import Iterable, Sequence
from math import exp, log
from typing import ClassVar, Final, NamedTuple

import msgspec

from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.bots.odds import Odds
from turncoat.games.resistance.board import MissionResult, Proposal
from turncoat.games.resistance.loyalty import looks
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.roles import HYDRA, side_of
from turncoat.games.winter_soldier.tables import WINS, hydra_cards
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet, seats_in

NEARLY_AS_GOOD: Final = 0.75
"""Chance of success, relative to its own best team, from which a loyal seat approves a team."""
EASED: Final = 0.1
"""Reduction of that threshold per rejection."""
NOISE: Final = 1e-9
"""Tolerance below the threshold, for sums of equal chances."""


class Habits(NamedTuple):
    """Expected voting and play of people, tuned in games (bench/notes/bots.md)."""

    breadth: float = 0.06
    """Width of the range around the threshold in which ballots vary."""
    stray: float = 0.05
    """Chance that a loyal seat rejects a team that it should approve."""
    lenient: float = 0.05
    """Chance that a loyal seat approves a team that it should reject, as many people do."""
    obeys: float = 0.97
    """Chance that an agent approves a team with an agent, as the Winter Soldier must."""
    shows: float = 0.6
    """Chance that an agent rejects a team without one where that may decide the game."""
    sabotage: float = 0.9
    """Chance that an agent on a mission plays Failure."""
    hides: float = 0.4
    """Chance that Nick Fury votes like a player who knows nothing."""
    leads: float = 0.95
    """Chance that a team named by Nick Fury is one that will succeed."""


class Forecast(msgspec.Struct, frozen=True):
    """A proposal before the vote, as rated by loyal players without secrets on each seat."""

    proposal: Proposal
    voters: SeatSet
    """Seats still in the game."""
    needed: int
    """Number of Failures that would have made the mission fail."""
    is_last: bool
    """True if one more rejection would have failed the mission."""
    may_win: bool
    """True if a success would have been the third."""
    good: tuple[float, ...]
    """Chance that the team succeeds, by seat."""
    approves: tuple[float, ...]
    """Chance that such a player approves, by seat."""


class VoteMoment(NamedTuple):
    """State of the table when a vote was counted."""

    left: SeatSet
    """Seats still in the game."""
    face_up: SeatSet
    """Seats whose character cards were public."""


def as_good(odds: Odds, team: SeatSet, seat: Seat, left: SeatSet, needed: int) -> tuple[float, float]:
    """Return the team's chance of success, and its ratio to that of the best team with this seat."""
    suspicion = odds.suspicion
    others = sorted(SEATS_IN[left & ~(1 << seat)], key=lambda other: round(suspicion[other], 9))
    best = sum([1 << other for other in others[: team.bit_count() - 1]], 1 << seat)
    chance = odds.clean(team, needed)
    return chance, chance / max(odds.clean(best, needed), 1e-9)


def asked(track: int) -> float:
    """Return the ratio that a loyal seat requires at this point of the vote track."""
    return NEARLY_AS_GOOD - EASED * track


def is_good_enough(ratio: float, wanted: float) -> bool:
    """Return whether a loyal seat approves a team with this ratio to its own best one."""
    return ratio >= wanted - NOISE


def forecast_ballot(habits: Habits, ratio: float, wanted: float) -> float:
    """Return the chance that a loyal seat approves a team with this ratio to its own best one."""
    far = max(-30.0, min(30.0, (wanted - ratio) / habits.breadth))
    return habits.lenient + (1 - habits.stray - habits.lenient) / (1 + exp(far))


def ballot_of_agent(habits: Habits, approved: bool, loyal: float, is_dirty: bool, decides: bool) -> float:
    """Return the likelihood ratio of this ballot for an agent against a loyal seat that approves with chance `loyal`.

    `is_dirty` is true if there is an agent on the team, `decides` if the ballots may decide the game.
    """
    approves = habits.obeys if is_dirty else (1 - habits.shows) * loyal if decides else loyal
    return approves / loyal if approved else (1 - approves) / (1 - loyal)


def evidence(happened: bool, informed: float, ignorant: float) -> float:
    """Return the log odds in favor of knowing the agents.

    They follow from the event's chances for informed and ignorant players.
    """
    return log(informed / ignorant) if happened else log((1 - informed) / (1 - ignorant))


def informed_ballot(habits: Habits, will_succeed: bool, ignorant: float) -> float:
    """Return the chance that Nick Fury approves a team that will succeed, or one that will not."""
    informed = 1 - habits.stray if will_succeed else habits.stray
    return (1 - habits.hides) * informed + habits.hides * ignorant


class Onlookers:
    """Common beliefs of loyal players without secrets: the public events, and that each knows their own loyalty."""

    habits: ClassVar[Habits] = Habits()

    def __init__(self, board: Board) -> None:
        self.agent_sets = SpySets(board.players, hydra_cards(board.players), cleared=1 << board.captain)
        self.forecasts: list[Forecast] = []
        self._results = 0
        self._cards: SeatSet = 0
        self._odds: Odds | None = None

    def follow(self, board: Board, moments: Sequence[VoteMoment] = ()) -> None:
        """Process what is new on the board.

        `moments` are those of its proposals. The current state stands in for missing ones.
        """
        if len(board.proposals) > len(self.forecasts):
            track = 0
            for index, proposal in enumerate(board.proposals):
                same_round = index > 0 and board.proposals[index - 1].round == proposal.round
                track = track + 1 if same_round else 0
                if index >= len(self.forecasts):
                    moment = moments[index] if index < len(moments) else VoteMoment(board.left, NOBODY)
                    self._missions(board, proposal.round - 1)
                    self._cards_shown(board, moment.face_up)
                    forecast = self._forecast(board, proposal, track, moment.left)
                    self.forecasts.append(forecast)
                    self.weigh_ballots(forecast)
                    self._odds = None
        self._missions(board, len(board.results))
        self._cards_shown(board, board.face_up)

    def _cards_shown(self, board: Board, face_up: SeatSet) -> None:
        for seat in seats_in(face_up & ~self._cards):
            self._settle(1 << seat, is_agent=side_of(board.roles[seat]) == HYDRA)
        self._cards |= face_up

    def _settle(self, seat: SeatSet, *, is_agent: bool) -> None:
        self.agent_sets.rule_out(lambda agents: bool(agents & seat) != is_agent)
        self._odds = None

    def _missions(self, board: Board, until: int) -> None:
        for result in board.results[self._results : until]:
            self.weigh_mission(result)
            self._odds = None
        self._results = max(self._results, until)

    @property
    def odds(self) -> Odds:
        """Beliefs of a spectator."""
        if self._odds is None:
            weights = self.agent_sets.weights
            total = sum(weights.values())
            self._odds = Odds(self.agent_sets.players, [(agents, weight / total) for agents, weight in weights.items()])
        return self._odds

    def forecast(
        self, board: Board, team: SeatSet, leader: Seat, mission: int, track: int, left: SeatSet
    ) -> tuple[list[float], list[float]]:
        """Return for each seat, supposing it loyal, its chances that the team succeeds and that it approves.

        `left` are the seats still in the game.
        """
        habits, needed, is_last = self.habits, board.fails_for(mission), track == board.rejections - 1
        good, approves = [], []
        for seat in range(board.players):
            chance, ratio = as_good(self.odds.where_loyal(1 << seat), team, seat, left, needed)
            good.append(chance)
            willing = is_last or seat == leader
            ballot = forecast_ballot(habits, ratio, asked(track))
            approves.append(1 - habits.stray if willing else ballot)
        return good, approves

    def _forecast(self, board: Board, proposal: Proposal, track: int, left: SeatSet) -> Forecast:
        needed, successes = board.fails_for(proposal.mission), 0
        for result in board.results[: proposal.round - 1]:
            successes += result.success
        good, approves = self.forecast(board, proposal.team, proposal.leader, proposal.mission, track, left)
        is_last, may_win = track == board.rejections - 1, successes == WINS - 1
        return Forecast(proposal, left, needed, is_last, may_win, tuple(good), tuple(approves))

    def weigh_ballots(self, forecast: Forecast) -> None:
        """Weigh the sets of agents by a vote."""
        self.agent_sets.weigh_ballots(forecast.proposal, last=False)

    def weigh_mission(self, result: MissionResult) -> None:
        """Weigh the sets of agents by a mission's cards."""
        self.agent_sets.weigh_mission(result)


class SharpOnlookers(Onlookers):
    """Onlookers who know how agents have to vote: as the Winter Soldier must."""

    habits: ClassVar[Habits] = Habits(lenient=0.35, obeys=0.95)

    def weigh_ballots(self, forecast: Forecast) -> None:
        habits, proposal = self.habits, forecast.proposal
        for_dirty, for_clean = [1.0] * self.agent_sets.players, [1.0] * self.agent_sets.players
        decides = forecast.may_win or forecast.is_last
        for seat in seats_in(forecast.voters):
            loyal, approved = forecast.approves[seat], bool(proposal.approvals >> seat & 1)
            for_dirty[seat] = ballot_of_agent(habits, approved, loyal, True, decides)
            for_clean[seat] = ballot_of_agent(habits, approved, loyal, False, decides)
        weights = self.agent_sets.weights
        for agents in weights:
            telling = for_dirty if agents & proposal.team else for_clean
            for seat in SEATS_IN[agents]:
                weights[agents] *= telling[seat]
        self.agent_sets.level()

    def weigh_mission(self, result: MissionResult) -> None:
        self.agent_sets.weigh_mission(result, self.habits.sabotage)


def passes(chances: Iterable[float], certain: int, voters: int) -> float:
    """Return the chance that more than half approve, given `certain` approvals and the others' chances."""
    counts = [1.0]
    for chance in chances:
        counts = [
            (counts[n] * (1 - chance) if n < len(counts) else 0.0) + (counts[n - 1] * chance if n else 0.0)
            for n in range(len(counts) + 1)
        ]
    return sum(share for number, share in enumerate(counts) if (number + certain) * 2 > voters)


def knows(onlookers: Onlookers, agents: SeatSet) -> list[float]:
    """Return the log odds that each seat knows the agents, from its ballots and teams."""
    habits = onlookers.habits
    found = [0.0] * onlookers.agent_sets.players
    for forecast in onlookers.forecasts:
        proposal = forecast.proposal
        will_succeed = (agents & proposal.team).bit_count() < forecast.needed
        leader = proposal.leader
        found[leader] += evidence(will_succeed, habits.leads, min(max(forecast.good[leader], 0.05), 0.95))
        if forecast.is_last:
            continue
        for seat in seats_in(forecast.voters & ~(1 << leader)):
            ignorant = forecast.approves[seat]
            informed = informed_ballot(habits, will_succeed, ignorant)
            found[seat] += evidence(bool(proposal.approvals >> seat & 1), informed, ignorant)
    return found


def with_secrets(odds: Odds, board: Board, known: SeatSet, cleared: SeatSet) -> Odds:
    """Return the odds for a player who knows some agents and some loyal seats, and was shown cards.

    If no set is consistent with that, the odds are unchanged.
    """
    for look in looks(board):
        if look.side == HYDRA:
            known |= 1 << look.shower
        elif look.side is not None:
            cleared |= 1 << look.shower
    left = [(agents, chance) for agents, chance in odds.sets if agents & known == known and not agents & cleared]
    total = sum([chance for _, chance in left])
    return Odds(odds.players, [(agents, chance / total) for agents, chance in left]) if total else odds
