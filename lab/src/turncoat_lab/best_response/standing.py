"""A seat's summary of a game with missions: the score, the members of failed missions, the traitors it knows."""

from collections.abc import Iterable
from math import inf

from turncoat.deduction import Beliefs
from turncoat.kernel.boards import Board
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, clockwise, seat_set, seats_in
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, Situation, TeamNamed, situation_of, team_acts


class Standing:
    """A game with missions as one seat follows it."""

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.seat = seat
        self.named: TeamNamed | None = None
        """The team named last."""
        self.fails = [0] * ruleset.players
        """Number of failed missions that each seat was on."""
        self._view: View[Board] = View(ruleset, seat)
        self._traitors: SeatSet | None = None

    def see(self, events: Iterable[Event]) -> None:
        """Follow the events as the seat saw them."""
        view = self._view
        for event in events:
            for act in team_acts(event, view.ruleset, view.board):
                if isinstance(act, TeamNamed):
                    self.named = act
                elif isinstance(act, MissionRun) and not act.success:
                    for seat in seats_in(act.team):
                        self.fails[seat] += 1
            view.see((event,))

    @property
    def now(self) -> Situation:
        """The situation of the team that is being named or voted on."""
        now = situation_of(self._view.board)
        assert now is not None  # these responses are trained only on games with missions
        return now

    @property
    def traitors(self) -> SeatSet:
        """The traitors whom the seat knew when first asked for a decision, itself included."""
        if self._traitors is None:
            beliefs = Beliefs.of(self._view)
            players = self._view.ruleset.players
            self._traitors = seat_set(seat for seat in range(players) if beliefs.log_odds(seat) == inf)
        return self._traitors

    @property
    def is_traitor(self) -> bool:
        """True if the seat is a traitor."""
        return bool(self.traitors >> self.seat & 1)

    @property
    def score(self) -> str:
        """The missions that succeeded and failed so far, as in `1-0`."""
        return f"{self.now.successes}-{self.now.failures}"

    def saboteurs(self, team: TeamNamed) -> SeatSet:
        """Return the traitors who sabotage a mission, if any does: those next to the leader, as many as it takes.

        Nobody does, if they are too few.
        """
        seats = clockwise(team.leader, team.situation.players)
        ours = [seat for seat in seats if self.traitors & team.team & 1 << seat]
        needed = team.situation.fails_needed
        return seat_set(ours[:needed]) if len(ours) >= needed else NOBODY
