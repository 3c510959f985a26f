"""Play by habit, like people who count what anybody can count but draw no conclusions (`people`)."""

from math import exp
from random import Random

from turncoat.bots.draws import teams_out_of
from turncoat.bots.odds import logistic
from turncoat.bots.people import SIDES, Track, score, weights
from turncoat.kernel.options import Seats
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.missions import MissionRun, Situation, TeamAct, TeamNamed


class Habit:
    """Decisions of a seat that plays a game with missions by habit. Each decision takes one draw.

    `known` are the traitors known to the seat, itself included, or nobody if it plays as if it were loyal.
    """

    def __init__(self, players: int, seat: Seat) -> None:
        self.seat = seat
        self._track = Track(players)
        self.named: TeamNamed | None = None
        """The most recently named team."""

    def see(self, act: TeamAct) -> None:
        """Process an act."""
        if isinstance(act, MissionRun):
            self._track.see(act)
        elif isinstance(act, TeamNamed):
            self.named = act
            self._track.named_before = act.team

    def team(self, rng: Random, option: Seats, now: Situation, known: SeatSet = NOBODY) -> SeatSet:
        """Return a team, drawn with the model's odds."""
        wanted, teams = weights("team", SIDES[known != NOBODY]), sorted(teams_out_of(option.allowed, option.low))
        odds = [exp(score(wanted, self._track.team_features(self.seat, team, now, known))) for team in teams]
        left = rng.random() * sum(odds)
        for team, weight in zip(teams, odds, strict=True):
            left -= weight
            if left < 0:
                return team
        return teams[-1]

    def approves(self, rng: Random, known: SeatSet = NOBODY) -> bool:
        """Return whether to approve the most recently named team. There must be one."""
        assert self.named is not None
        return self._happens(rng, "ballot", known, self._track.ballot_features(self.seat, self.named, known))

    def sabotages(self, rng: Random, team: SeatSet, now: Situation, known: SeatSet) -> bool:
        """Return whether to sabotage the current mission."""
        return self._happens(rng, "card", known, self._track.card_features(now, team, known))

    def _happens(self, rng: Random, decision: str, known: SeatSet, features: tuple[float, ...]) -> bool:
        return rng.random() < logistic(score(weights(decision, SIDES[known != NOBODY]), features))
