"""The bot of The Resistance: plays both sides plausibly, from its view alone and at a human pace.

A resistance seat infers the spies (`spy_sets`) and names the team that it trusts most. Its ballots resemble those of
people: those who know little let doubtful teams pass early in a game, members more readily than others, and become
stricter later. A spy joins the team, votes as a resistance seat would until a vote decides the game, and mostly
sabotages. For all other questions it computes worths, also for the levels, and takes the best answer itself.
"""

from collections.abc import Mapping, Sequence
from math import exp
from typing import ClassVar, Final, NamedTuple

from turncoat.bots.assessment import NEGLIGIBLE, Assessment
from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.games.resistance import hostile_intent, plot_cards
from turncoat.bots.games.resistance.hostile_intent import Revealed
from turncoat.bots.games.resistance.plot_cards import AskedSeat, Evidence
from turncoat.bots.games.resistance.spy_sets import SpySets, least
from turncoat.bots.games.resistance.talk import ResistanceReasons
from turncoat.bots.games.resistance.worths import best
from turncoat.bots.reasons import Reasons
from turncoat.bots.registry import register
from turncoat.bots.sabotage import goes_first
from turncoat.bots.stakes import stake
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.roles import side_of
from turncoat.games.resistance.tables import REJECTIONS, SPIES, WINS, fails_needed
from turncoat.kernel.chapters import Offer
from turncoat.kernel.options import Answer, AnyOption, Form, OneCard, OneSeat, Seats, SizeBy, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.missions import Situation

SABOTAGE: Final = 0.9
"""Chance that a spy plays a Fail if it can decide a mission and nothing forces its hand."""
SABOTAGE_EARLY: Final = 0.35
"""Chance on the first mission, where the team is small and a Fail reveals most."""
LIKELY: Final = 0.3
"""Smallest chance of enough spies on the team for a Fail that does not decide the game."""


FAR: Final = 50.0
"""Distance at which a logistic function is flat."""


class BallotPolicy(NamedTuple):
    """Voting behavior as long as no ballot decides the game. Tuples are indexed by the number of missions so far."""

    nearly_as_good: tuple[float, ...]
    """Relative chance of success at which a team gets half as many approvals as the best comparable one."""
    breadth: float
    """Width of the range around that value in which ballots differ."""
    eased: float
    """Reduction of the threshold per rejection in a round."""
    member: tuple[float, ...]
    """Chance that a member approves one of the best teams."""
    other: tuple[float, ...]
    """Chance that a player off the team approves one of the best teams."""


def ballot_chance(policy: BallotPolicy, missions: int, rejections: int, as_good: float, is_member: bool) -> float:
    """Return the chance that a ballot approves a team.

    `as_good` is its chance of success relative to the best comparable team. At the policy's threshold, which depends on
    the missions so far and the rejections in the round, approval is half as likely as for a team as good as any.
    """
    last = min(missions, len(policy.nearly_as_good) - 1)
    asked = policy.nearly_as_good[last] - policy.eased * rejections
    willing = policy.member[last] if is_member else policy.other[last]
    return willing / (1 + exp(min((asked - as_good) / policy.breadth, FAR)))


def sabotage_chance(decides: bool, may_fail: float, is_left: bool, is_first: bool) -> float:
    """Return the chance that a spy plays a Fail.

    `may_fail` is the chance of enough spies on the team. `is_left` is true if enough of them go first, `decides` if the
    mission can end the game.
    """
    if is_left or may_fail < (NEGLIGIBLE if decides else LIKELY):
        return 0.0
    if decides:
        return 1.0
    return SABOTAGE_EARLY if is_first else SABOTAGE


BALLOTS: Final = BallotPolicy(
    nearly_as_good=(0.62, 0.62, 0.62, 0.7, 0.72),
    breadth=0.1,
    eased=0.05,
    member=(0.9, 0.95, 0.95, 0.87, 0.8),
    other=(0.6, 0.6, 0.6, 0.35, 0.1),
)
"""Fitted to recorded games of people (bench/notes/bots.md)."""


@register
class ResistanceBot(GameBot[Board]):
    """Heuristic play of The Resistance, with random answers to any other question."""

    game: ClassVar[str] = "resistance"
    is_default: ClassVar[bool] = True
    reasons: ClassVar[type[Reasons]] = ResistanceReasons

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._own: SpySets | None = None
        """Possible spies, by everything that this seat knows."""
        self._public: SpySets | None = None
        """Possible spies for a spectator, which is how a spy appears to the others."""
        self._cover: SpySets | None = None
        """Possible spies for a resistance player on this seat, whose beliefs a spy pretends to have."""
        self._evidence = (Evidence(), Evidence(everybody=True), Evidence(everybody=True))
        """Evidence from plot cards and tokens: private for the first, public for the two others."""
        self._revealed = (Revealed(), Revealed(everybody=True), Revealed(everybody=True))
        """Evidence from turned character cards and the Hunter module's loyalty cards, in the same order."""

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        option = prompt.option
        if board.roles[self.seat] is None:
            return pick(option, self.rng)
        match prompt.question.name:
            case "name-team" if isinstance(option, Form) and "team" in option.names:
                return self._name_team(board, option)
            case "cast-ballot" if isinstance(option, Word):
                return "approve" if self._approves(board) else "reject"
            case "play-card" if isinstance(option, OneCard):
                return self._card(board, option)
            case _:
                worths = self.worths(self._assessed(board), prompt)
                return best(worths, self.rng) if worths else pick(option, self.rng)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Consider offers other than Blame.

        The Deep Agent knows nobody, and a spy gains nothing by becoming another.
        """
        return super().consider([offer for offer in offers if offer.name != "blame"])

    # Knowledge and beliefs

    def known_traitors(self) -> SeatSet:
        if self.view is None or not self._is_spy(self.view.board):
            return NOBODY
        return self.view.board.spies_seen | 1 << self.seat

    def _is_spy(self, board: Board) -> bool:
        return side_of(board.roles[self.seat]) == "spies"

    def _own_spy_sets(self, board: Board) -> SpySets:
        """Return the possible spies, by everything that this seat knows."""
        spy_sets = self._own
        if spy_sets is None:
            known, cleared = board.spies_seen, 0
            for seat, role in enumerate(board.roles):
                if role is not None and side_of(role) == "spies":
                    known |= 1 << seat
                elif role is not None:
                    cleared |= 1 << seat
            spy_sets = self._own = SpySets(board.players, SPIES[board.players], known, cleared)
        return self._up_to_date(spy_sets, 0, board)

    def _public_spy_sets(self, board: Board) -> SpySets:
        """Return the possible spies for a spectator."""
        if self._public is None:
            self._public = SpySets(board.players, SPIES[board.players])
        return self._up_to_date(self._public, 1, board)

    def _cover_spy_sets(self, board: Board) -> SpySets:
        """Return the possible spies for a resistance player on this seat.

        A spy that votes by them does not betray itself.
        """
        if self._cover is None:
            self._cover = SpySets(board.players, SPIES[board.players], cleared=1 << self.seat)
        return self._up_to_date(self._cover, 2, board)

    def _up_to_date(self, spy_sets: SpySets, which: int, board: Board) -> SpySets:
        spy_sets.follow(board)
        self._evidence[which].weigh(spy_sets, board)
        self._revealed[which].weigh(spy_sets, board, self.seat)
        return spy_sets

    def _assessed(self, board: Board) -> Assessment:
        """Return the assessment of the seat.

        A mission is worth its stake to the spies, or the game if it may end it.
        """
        now = board.now
        own, cover, public = (
            spy_sets(board).odds() for spy_sets in (self._own_spy_sets, self._cover_spy_sets, self._public_spy_sets)
        )
        failure_worth = 1.0 if now.is_decisive else stake(now)
        return Assessment(self.seat, now, own, cover, public, failure_worth=failure_worth)

    # Worths of answers

    own_interest: ClassVar[frozenset[str]] = frozenset(
        ("accuse", "early-accusation", "hand-loyalty-card", "show-loyalty")
    )
    """Accusations decide the game, and only two players learn which card was shown."""
    plain_draws: ClassVar[frozenset[str]] = frozenset(("choose-plot-card",))
    """Questions in which no answer is better. The order in which cards are given changes nothing."""

    def worths(self, assessment: Assessment, prompt: Prompt) -> Mapping[Answer, float] | None:
        if self.view is None:
            return None
        name, option = prompt.question.name, prompt.option
        asked = AskedSeat(self.view.board, assessment, self.ruleset, self.rng)
        if name == "play-card" and isinstance(option, OneCard):
            return hostile_intent.card(asked, option)
        if (of_plot_cards := plot_cards.WORTHS.get(name)) is not None:
            return of_plot_cards(asked, option, dict(prompt.params))
        of_modules = hostile_intent.WORTHS.get(name)
        return None if of_modules is None else of_modules(asked, option)

    def shows_more(self, fellows: SeatSet) -> SeatSet:
        return NOBODY if self.view is None else hostile_intent.shows_more(self.view.board, fellows)

    def situation(self, assessment: Assessment, word: str) -> Situation | None:
        if self.view is None or not word.startswith("mission-"):
            return None
        return self.view.board.situation(int(word.removeprefix("mission-")))

    def part_worths(
        self, assessment: Assessment, part: str, option: AnyOption, team: SeatSet
    ) -> Mapping[Answer, float] | None:
        if self.view is None or part != "token":
            return None
        return hostile_intent.token(AskedSeat(self.view.board, assessment, self.ruleset, self.rng), option, team)

    # Naming a team

    def _name_team(self, board: Board, form: Form) -> Answer:
        """Return a team, and its mission if that is to be chosen too. Other parts of the form are drawn."""
        parts = dict(form.parts)
        missions = parts.get("mission")
        named = {int(word[-1]): word for word in missions.allowed} if isinstance(missions, Word) else {}
        teams = {mission: self._team(board, form, mission) for mission in named or (board.mission,)}
        is_spy, spy_sets = self._is_spy(board), self._own_spy_sets(board)

        def worth(mission: int) -> float:
            fails = spy_sets.chance_of(teams[mission], fails_needed(board.players, mission))
            return (fails if is_spy else 1 - fails) - mission / 1000

        mission = max(teams, key=worth)
        chosen: dict[str, Answer] = {"team": teams[mission]}
        if named:
            chosen["mission"] = named[mission]
        if isinstance(token := parts.get("token"), OneSeat):
            worths = self.part_worths(self._assessed(board), "token", token, teams[mission])
            chosen["token"] = best(worths, self.rng) if worths else None
        for _ in range(50):
            answer = tuple(
                chosen[name] if chosen.get(name) is not None else pick(option, self.rng) for name, option in form.parts
            )
            if form.refusal(answer) is None:
                return answer
        return pick(form, self.rng)

    def _team(self, board: Board, form: Form, mission: int) -> SeatSet:
        """Return the seat's best team for this mission."""
        option = dict(form.parts)["team"]
        assert isinstance(option, Seats)
        size = option.low
        for tie in form.ties:
            if isinstance(tie, SizeBy) and tie.part == "team":
                size = dict(tie.sizes).get(f"mission-{mission}", size)
        own = self._own_spy_sets(board).suspicion()
        me = 1 << self.seat & option.allowed
        others = [seat for seat in seats_in(option.allowed) if seat != self.seat]
        if not self._is_spy(board):
            return self._least(own, others, size, me)
        public = self._public_spy_sets(board).suspicion()
        needed = fails_needed(board.players, mission)
        friends = [seat for seat in others if own[seat] > 0.99]
        team = self._least(public, friends, min(needed, size), me)
        rest = [seat for seat in others if seat not in friends]
        return self._least(public, rest if len(rest) >= size else others, size, team)

    def _least(self, suspicion: list[float], seats: list[Seat], size: int, team: SeatSet) -> SeatSet:
        """Return the team filled up to its size with the least suspect of these seats, ties at random."""
        return least(self.rng, suspicion, seats, size, team)

    # Voting

    def _approves(self, board: Board) -> bool:
        last = board.track == REJECTIONS - 1
        if not self._is_spy(board):
            last = plot_cards.is_last_vote(board, self.seat, self._own_spy_sets(board).suspicion)
            return last or board.leader == self.seat or self._trusts(board, self._own_spy_sets(board))
        fails = self._own_spy_sets(board).chance_of(board.team, fails_needed(board.players, board.mission)) > 0.5
        if board.successes == WINS - 1 and not fails:
            return False
        if board.failures == WINS - 1 and fails:
            return True
        if last or board.leader == self.seat:
            return True
        return self._trusts(board, self._cover_spy_sets(board))

    def _trusts(self, board: Board, spy_sets: SpySets) -> bool:
        """Return whether the seat approves.

        Approval is more likely the closer the team is to the best one with the seat, or without it.
        """
        needed, me = fails_needed(board.players, board.mission), 1 << self.seat
        member = bool(board.team & me)
        others = [seat for seat in seats_in(board.everyone) if seat != self.seat]
        best = self._least(spy_sets.suspicion(), others, board.team.bit_count(), me if member else 0)
        hoped = max(1 - spy_sets.chance_of(best, needed), 1e-9)
        as_good = (1 - spy_sets.chance_of(board.team, needed)) / hoped
        return self.rng.random() < ballot_chance(BALLOTS, len(board.results), board.track, as_good, member)

    # On a mission

    def _card(self, board: Board, option: OneCard) -> Answer:
        others = [card for card in option.allowed if card != "success"]
        if "success" not in option.allowed or not others:
            return pick(option, self.rng)
        assessment = self._assessed(board)
        worths = hostile_intent.card(AskedSeat(board, assessment, self.ruleset, self.rng), option)
        if worths:
            return best(worths, self.rng)
        return others[0] if assessment.is_traitor and self._sabotages(board, assessment) else "success"

    def _sabotages(self, board: Board, assessment: Assessment) -> bool:
        fellows, needed = assessment.known_traitors & board.team, board.fails_needed
        before = goes_first(fellows, self.seat, board.leader, board.players, self.shows_more(fellows))
        chance = sabotage_chance(
            assessment.now.is_decisive,
            1 - assessment.odds.clean(board.team, needed),
            before.bit_count() >= needed,
            not board.results,
        )
        return chance >= 1 or (chance > 0 and self.rng.random() < chance)
