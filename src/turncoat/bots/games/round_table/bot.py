"""The bot of Round Table: it reads who knows evil, and hides what its own seat knows.

Levels play teams, ballots and cards by beliefs that this bot changes (`advised`). Everybody takes into account that
Merlin acts with knowledge. Percival follows whoever of the two seems to be Merlin. Merlin acts on beliefs in between
those of a knight and the truth, nearer to the truth the more is at stake, so each ballot and team is one that a knight
could have chosen. Evil acts as the levels' traitors do, like knights, and the Assassin names whoever acted most as if
they knew evil.
"""

from collections.abc import Callable, Iterable, Mapping
from math import comb
from typing import Any, ClassVar, Final

from turncoat.bots.assessment import Assessment
from turncoat.bots.games.resistance.bot import ResistanceBot
from turncoat.bots.games.resistance.plot_cards import Evidence
from turncoat.bots.games.resistance.spy_sets import SpySets
from turncoat.bots.games.round_table.merlin import Traces, merlin_chances
from turncoat.bots.games.round_table.talk import RoundTableReasons
from turncoat.bots.odds import Odds
from turncoat.bots.reasons import Reasons
from turncoat.bots.registry import register
from turncoat.bots.stakes import danger, stake
from turncoat.games.resistance.board import Board as BaseBoard
from turncoat.games.resistance.tables import PLAYERS, SPIES
from turncoat.games.round_table.characters import seen_by_percival
from turncoat.games.round_table.roles import assassin_of
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet, everyone
from turncoat.kernel.steps import Prompt
from turncoat.missions import Situation, team_acts

OPENNESS: Final = 0.5
"""Weight of the truth in the beliefs on which Merlin acts, where nothing has failed yet."""
OPENNESS_PER_FAILURE: Final = 0.2
"""Increase of that weight with every failed mission."""
OPENNESS_PER_SEAT: Final = 0.1
"""Increase of that weight with every player more than at the smallest table: among many, Merlin has to be clearer."""
HIDDEN_BEHIND: Final = 0.1
"""Decrease of that weight with Percival in play, who reads Merlin better than others and looks like Merlin to them."""
KEENNESS: Final = 4.0
"""Factor on the worth of teams at the smallest table: who has to read Merlin goes less by habit than others."""
KEENNESS_PER_SEAT: Final = 1.5
"""Increase of that factor with every player more: people reject more teams there, since few of them are clean."""
NAMING: Final = 0.16
"""Worth of naming a seat that is certainly Merlin, as a chance to win. It is less than the game, since people err."""
HEED: Final = 0.5
"""Exponent with which good seats weigh what Merlin's play would show, since it is fitted to people."""


@register
class RoundTableBot(ResistanceBot):
    """Heuristic play of Round Table, with random answers to any other question."""

    game: ClassVar[str] = "round-table"
    is_default: ClassVar[bool] = True
    reasons: ClassVar[type[Reasons]] = RoundTableReasons
    own_interest: ClassVar[frozenset[str]] = frozenset(("name-merlin", "use-excalibur"))
    """Nobody else is asked, and all know by then who the Assassin is. A card is exchanged after the last vote."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._traces = Traces(ruleset.players)
        self._evidence = (
            Evidence(hiding=EVIL),
            Evidence(everybody=True, hiding=EVIL),
            Evidence(everybody=True, hiding=EVIL),
        )
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
        self._is_open = self.rng.random() < openness(self.ruleset, board.now)
        return super().answer(board, prompt)

    @property
    def keenness(self) -> float:
        return KEENNESS + KEENNESS_PER_SEAT * (self.ruleset.players - min(PLAYERS))

    # Knowledge and beliefs

    def known_traitors(self) -> SeatSet:
        """Return the evil seats that an evil seat knows now. All do the same work for it."""
        if self.view is None:
            return NOBODY
        board: Any = self.view.board
        known = int(board.evil) | 1 << self.seat
        for seat in range(board.players):
            bit = 1 << seat
            known |= bit & int(board.seen_by_evil if board.roles[seat] is None else bit * self._is_evil(board, seat))
        return known if self._is_spy(board) else NOBODY

    def _is_spy(self, board: Any) -> bool:
        return self._is_evil(board, self.seat)

    def _is_evil(self, board: Any, seat: Seat) -> bool:
        """Return whether the seat is known to be evil now, by its character."""
        role = board.roles[seat]
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

    def _unseen(self, evil: SeatSet) -> SeatSet:
        """Return the players of whom one was not seen by Merlin, as far as everybody knows, if these are evil."""
        if self.view is None or not self.ruleset.has("mordred"):
            return NOBODY
        board: Any = self.view.board
        assassin: Seat | None = board.assassin
        if assassin is None:
            return evil
        return 1 << assassin if assassin_of(self.ruleset) == "mordred" else evil & ~(1 << assassin)

    def advised(self, assessment: Assessment) -> Assessment:
        """Return the assessment on which a level acts. Everybody computes the same, so that time reveals nothing."""
        view = self.view
        if view is None:
            return assessment
        board: Any = view.board
        role, others = board.roles[self.seat], everyone(board.players) & ~(1 << self.seat)
        shown = Heed(self._traces, assessment.public, self._unseen)
        cover, public = shown.weighed(assessment.cover, others), shown.weighed(assessment.public)
        as_percival = shown.weighed(assessment.odds, seen_by_percival(board) or others)
        as_merlin = between(cover, assessment.odds, openness(self.ruleset, assessment.now))
        as_others = shown.weighed(assessment.odds, others)
        odds = as_merlin if role == "merlin" else as_percival if role == "percival" else as_others
        return Assessment(
            assessment.seat, assessment.now, odds, cover, public, assessment.seen, assessment.failure_worth
        )

    # Worths of answers

    def worths(self, assessment: Assessment, prompt: Prompt) -> Mapping[Answer, float] | None:
        if self.view is None:
            return None
        option, name = prompt.option, prompt.question.name
        if isinstance(option, OneSeat) and name == "name-merlin":
            chances = merlin_chances(self._traces, assessment.odds.sets, self._unseen)
            return {seat: NAMING * chances[seat] for seat in SEATS_IN[option.allowed]}
        if isinstance(option, OneSeat) and name == "give-excalibur":
            return {seat: worth_of_gift(assessment, seat) for seat in SEATS_IN[option.allowed]}
        if isinstance(option, OneSeat) and name == "use-excalibur":
            board = self.view.board
            own = board.cards.get(self.seat)
            return {
                seat: worth_of_exchange(assessment, board.team, own, seat) for seat in (None, *SEATS_IN[option.allowed])
            }
        return super().worths(assessment, prompt)


class Heed:
    """The effect on the odds of evil that Merlin acts with knowledge, computed once for all sets of evil players."""

    def __init__(self, traces: Traces, odds: Odds, unseen: Callable[[SeatSet], SeatSet]) -> None:
        self._likelihoods = {evil: traces.likelihoods(evil, unseen(evil)) for evil, _ in odds.sets}

    def weighed(self, odds: Odds, could: SeatSet = NOBODY) -> Odds:
        """Return the odds for a player who heeds that. Merlin is one of `could`, or else any good player."""
        found = []
        for evil, chance in odds.sets:
            likelihoods = self._likelihoods.get(evil)
            if likelihoods is None:
                return odds  # what the seat knows seemed impossible to a spectator
            seats = SEATS_IN[(could or everyone(odds.players)) & ~evil]
            mean = sum([likelihoods[seat] for seat in seats]) / max(1, len(seats))
            found.append((evil, chance * mean**HEED))
        total = sum([chance for _, chance in found])
        return Odds(odds.players, [(evil, chance / total) for evil, chance in found]) if total else odds


def worth_of_gift(assessment: Assessment, seat: Seat) -> float:
    """Return the worth of giving Excalibur to a member of the team."""
    good = 1 - assessment.odds.suspicion[seat]
    return stake(assessment.now) * (1 - good if assessment.is_traitor else good)


def worth_of_exchange(assessment: Assessment, team: SeatSet, own: str | None, seat: Seat | None) -> float:
    """Return the worth of having the seat's card exchanged, or nobody's, with this mission card of one's own."""
    now, needed = assessment.now, assessment.now.fails_needed
    fails, often = own == "fail", danger(now)
    others = team & ~(1 << assessment.seat)
    if seat is None:
        return 0.0
    gain = 0.0
    for evil, chance in assessment.odds.sets:
        rest = evil & others & ~(1 << seat)
        target = often if evil >> seat & 1 else 0.0
        at_least = [chance_of_fails(rest.bit_count(), often, needed - fails - extra) for extra in (0, 1)]
        without = target * at_least[1] + (1 - target) * at_least[0]
        exchanged = target * at_least[0] + (1 - target) * at_least[1]
        gain += chance * (without - exchanged)
    return stake(now) * (-gain if assessment.is_traitor else gain)


def chance_of_fails(many: int, often: float, least: int) -> float:
    """Return the chance of at least so many Fails from evil players who each fail so often.

    >>> chance_of_fails(2, 0.5, 1), chance_of_fails(0, 0.5, 1), chance_of_fails(0, 0.5, 0)
    (0.75, 0, 1.0)
    """
    return sum(
        comb(many, fails) * often**fails * (1 - often) ** (many - fails) for fails in range(max(0, least), many + 1)
    )


def openness(ruleset: Ruleset, now: Situation) -> float:
    """Return the weight of the truth in Merlin's beliefs."""
    among = OPENNESS + OPENNESS_PER_SEAT * (now.players - min(PLAYERS))
    return min(1.0, among - HIDDEN_BEHIND * ruleset.has("percival") + OPENNESS_PER_FAILURE * now.failures)


def between(one: Odds, other: Odds, weight: float) -> Odds:
    """Return the mean of two odds, in which the second has the given weight.

    >>> between(Odds(2, [(0b01, 0.5), (0b10, 0.5)]), Odds(2, [(0b01, 1.0)]), 0.5).suspicion
    [0.75, 0.25]
    """
    chances = {evil: (1 - weight) * chance for evil, chance in one.sets}
    for evil, chance in other.sets:
        chances[evil] = chances.get(evil, 0.0) + weight * chance
    return Odds(one.players, chances.items())
