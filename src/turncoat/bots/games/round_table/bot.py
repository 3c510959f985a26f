"""The bot of Round Table: it reads who knows evil, and hides what its own seat knows.

Levels play teams, ballots and cards by beliefs that this bot changes (`advised`). Everybody takes into account that
Merlin acts with knowledge. Percival follows whoever of the two seems to be Merlin. Merlin acts on beliefs in between
those of a knight and the truth, nearer to the truth the more is at stake, so each ballot and team is one that a knight
could have chosen. Evil acts as the levels' traitors do, like knights, and the Assassin names whoever acted most as if
they knew evil.
"""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, Final

from turncoat.bots.assessment import Assessment
from turncoat.bots.games.resistance.bot import ResistanceBot
from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.bots.games.round_table.merlin import Traces, merlin_chances
from turncoat.bots.games.round_table.talk import RoundTableReasons
from turncoat.bots.odds import Odds
from turncoat.bots.reasons import Reasons
from turncoat.bots.registry import register
from turncoat.games.resistance.board import Board as BaseBoard
from turncoat.games.resistance.tables import SPIES
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.characters import seen_by_percival
from turncoat.games.round_table.roles import assassin_of
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet, everyone
from turncoat.kernel.steps import Prompt
from turncoat.missions import Situation, team_acts

OPENNESS: Final = 0.6
"""Weight of the truth in the beliefs on which Merlin acts, where nothing is decided yet."""
OPENNESS_PER_FAILURE: Final = 0.2
"""Increase of that weight with every failed mission."""
KEENNESS: Final = 4.0
"""Factor on the worth of teams: a table that has to read Merlin goes less by habit than others."""
NAMING: Final = 0.2
"""Worth of naming a seat that is certainly Merlin, as a chance to win. People often name somebody else."""
HEED: Final = 0.5
"""Exponent with which good seats weigh what Merlin's play would show, since it is fitted to people and not certain."""


@register
class RoundTableBot(ResistanceBot):
    """Heuristic play of Round Table, with random answers to any other question."""

    game: ClassVar[str] = "round-table"
    is_default: ClassVar[bool] = True
    reasons: ClassVar[type[Reasons]] = RoundTableReasons
    keenness: ClassVar[float] = KEENNESS
    own_interest: ClassVar[frozenset[str]] = frozenset(("name-merlin",))

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._traces = Traces(ruleset.players)
        self._is_open = False
        """True if Merlin answers the current question by what it knows."""

    def see(self, events: Iterable[Event]) -> None:
        if self.view is None:
            return
        for event in events:
            for act in team_acts(event, self.ruleset, self.view.board):
                self._traces.see(act)
            self.view.see((event,))

    def answer(self, board: BaseBoard, prompt: Prompt) -> Answer:
        self._is_open = self.rng.random() < openness(board.now)
        return super().answer(board, prompt)

    # Knowledge and beliefs

    def known_traitors(self) -> SeatSet:
        if self.view is None or not self._is_spy(self.view.board):
            return NOBODY
        board: Any = self.view.board
        return SeatSet(board.seen_by_evil | board.evil | 1 << self.seat)

    def _is_spy(self, board: Any) -> bool:
        role = board.roles[self.seat]
        return role is not None and board.side_of(role) == EVIL

    def _own_spy_sets(self, board: Any) -> SpySets:
        """Return the possible evil players: for Merlin by what it knows, or by what a knight would know."""
        if board.roles[self.seat] == "merlin" and not self._is_open:
            return self._cover_spy_sets(board)
        if self._own is None:
            me = 1 << self.seat
            known, cleared = (self.known_traitors(), NOBODY) if self._is_spy(board) else (board.seen_by_merlin, me)
            self._own = SpySets(board.players, SPIES[board.players], known, cleared)
        return self._up_to_date(self._own, 0, board)

    def _unseen(self, evil: SeatSet, board: Board | None = None) -> SeatSet:
        """Return the players of whom one was not seen by Merlin, if these are evil. A board tells who the Assassin is."""
        if not self.ruleset.has("mordred"):
            return NOBODY
        assassin = board.assassin if board is not None else None
        if assassin is None:
            return evil
        return 1 << assassin if assassin_of(self.ruleset) == "mordred" else evil & ~(1 << assassin)

    def heeding(self, odds: Odds, thumbs: SeatSet = NOBODY) -> Odds:
        """Return the odds of evil for a player who takes into account that Merlin acts with knowledge.

        Merlin is one of `thumbs`, or any good player.
        """
        found = []
        for evil, chance in odds.sets:
            likelihoods = self._traces.likelihoods(evil, self._unseen(evil))
            could = SEATS_IN[(thumbs or everyone(odds.players)) & ~evil]
            mean = sum([likelihoods[seat] for seat in could]) / max(1, len(could))
            found.append((evil, chance * mean**HEED))
        total = sum([chance for _, chance in found])
        return Odds(odds.players, [(evil, chance / total) for evil, chance in found]) if total else odds

    def advised(self, assessment: Assessment) -> Assessment:
        """Return the assessment on which a level acts. Everybody computes the same, so that time reveals nothing."""
        view = self.view
        if view is None:
            return assessment
        board: Any = view.board
        role = board.roles[self.seat]
        own, cover, public = (self.heeding(odds) for odds in (assessment.odds, assessment.cover, assessment.public))
        followed = self.heeding(assessment.odds, seen_by_percival(board) or everyone(board.players))
        hidden = between(cover, assessment.odds, openness(assessment.now))
        odds = hidden if role == "merlin" else followed if role == "percival" else own
        if assessment.is_traitor:
            odds = assessment.odds
        return Assessment(
            assessment.seat, assessment.now, odds, cover, public, assessment.seen, assessment.failure_worth
        )

    # Worths of answers

    def worths(self, assessment: Assessment, prompt: Prompt) -> Mapping[Answer, float] | None:
        if self.view is None:
            return None
        if prompt.question.name == "name-merlin" and isinstance(prompt.option, OneSeat):
            board: Any = self.view.board
            chances = self.merlin_chances(assessment.odds, board)
            return {seat: NAMING * chances[seat] for seat in SEATS_IN[prompt.option.allowed]}
        return super().worths(assessment, prompt)

    def merlin_chances(self, odds: Odds, board: Board) -> list[float]:
        """Return the chance of each seat to be Merlin, given the odds of evil."""
        found = [0.0] * odds.players
        for evil, chance in odds.sets:
            one = merlin_chances(self._traces, [(evil, 1.0)], self._unseen(evil, board))
            found = [total + chance * part for total, part in zip(found, one, strict=True)]
        return found


def openness(now: Situation) -> float:
    """Return the weight of the truth in Merlin's beliefs."""
    return min(1.0, OPENNESS + OPENNESS_PER_FAILURE * now.failures)


def between(one: Odds, other: Odds, weight: float) -> Odds:
    """Return the mean of two odds, in which the second has the given weight.

    >>> between(Odds(2, [(0b01, 0.5), (0b10, 0.5)]), Odds(2, [(0b01, 1.0)]), 0.5).suspicion
    [0.75, 0.25]
    """
    chances = {evil: (1 - weight) * chance for evil, chance in one.sets}
    for evil, chance in other.sets:
        chances[evil] = chances.get(evil, 0.0) + weight * chance
    return Odds(one.players, chances.items())
