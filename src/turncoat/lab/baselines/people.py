"""`baseline:people`: plays the missions of The Resistance as people do (`turncoat.bots.people`); all else it draws.

It is the policy `people` of the batch core as a bot: from equal draws it makes equal choices.
"""

from collections.abc import Iterable
from math import exp
from typing import ClassVar

from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.people import SIDES, Track, score, weights
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.roles import SPIES_WIN, side_of
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Form, OneCard, Seats
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Prompt
from turncoat.missions import MissionRun, TeamNamed, team_acts


class People(GameBot[Board]):
    """Names teams, votes and sabotages as people do."""

    name: ClassVar[str] = "baseline:people"
    game: ClassVar[str] = "resistance"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._track = Track(ruleset.players)
        self._named: TeamNamed | None = None

    def see(self, events: Iterable[Event]) -> None:
        for event in events:
            if self.view is not None:
                for act in team_acts(event, self.ruleset, self.view.board):
                    if isinstance(act, MissionRun):
                        self._track.see(act)
                    elif isinstance(act, TeamNamed):
                        self._named = act
                        self._track.named_before = act.team
            super().see((event,))

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        option = prompt.option
        match prompt.question.name:
            case "name-team" if isinstance(option, Form) and option.names == ["team"]:
                return (self._team(board, option),)
            case "cast-ballot" if self._named is not None:
                known = self._known(board)
                features = self._track.ballot_features(self.seat, self._named, known)
                return "approve" if self._happens("ballot", known, features) else "reject"
            case "play-card" if isinstance(option, OneCard) and len(option.allowed) == 1:
                return option.allowed[0]
            case "play-card" if "fail" in option.answers():
                return "fail" if self._sabotages(board) else "success"
            case _:
                return pick(option, self.rng)

    def _known(self, board: Board) -> SeatSet:
        """Those whom a spy knows to be spies, itself too; nobody for somebody loyal."""
        return board.spies_seen | 1 << self.seat if side_of(board.roles[self.seat]) == SPIES_WIN else 0

    def _happens(self, decision: str, known: SeatSet, features: tuple[float, ...]) -> bool:
        chance = 1 / (1 + exp(-score(weights(decision, SIDES[known != 0]), features)))
        return self.rng.random() < chance

    def _sabotages(self, board: Board) -> bool:
        known = self._known(board)
        return self._happens("card", known, self._track.card_features(board.now, board.team, known))

    def _team(self, board: Board, option: Form) -> SeatSet:
        """A team, drawn with the odds that the model gives to each."""
        seats, known, now = dict(option.parts)["team"], self._known(board), board.now
        assert isinstance(seats, Seats)
        wanted = weights("team", SIDES[known != 0])
        teams = [
            team for team in range(1 << board.players) if team.bit_count() == seats.low and not team & ~seats.allowed
        ]
        odds = [exp(score(wanted, self._track.team_features(self.seat, team, now, known))) for team in teams]
        left = self.rng.random() * sum(odds)
        for team, weight in zip(teams, odds, strict=True):
            left -= weight
            if left < 0:
                return team
        return teams[-1]
