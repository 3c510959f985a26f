"""`sensible-1`: plays both sides of The Resistance plausibly from its view alone.

A resistance seat weighs who the spies may be (`worlds`), names the team it trusts most and approves what is nearly as
good. A spy takes part, votes as a resistance seat would until a vote decides, and sabotages mostly. What it has no idea
about (questions of other chapters, other games) it answers uniformly.
"""

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final

from turncoat.bots import hunting, plot_cards
from turncoat.bots.bot import Bot
from turncoat.bots.draws import pick
from turncoat.bots.hunting import Revealed
from turncoat.bots.plot_cards import Evidence
from turncoat.bots.worlds import Worlds
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.roles import side_of
from turncoat.games.resistance.tables import REJECTIONS, SPIES, WINS, fails_needed
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Form, OneCard, OneSeat, Seats, SizeBy, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.views import View

NEARLY_AS_GOOD: Final = 0.7
"""A team is approved when its chance is at least this part of what the bot's own best team would have; less is asked of
each further proposal of a round."""
EASED: Final = 0.08
SABOTAGE: Final = 0.9
"""How often a spy plays a Fail when it can decide a mission and nothing forces its hand."""
SABOTAGE_EARLY: Final = 0.35
"""The same on the first mission, where two are quickly told apart."""
SABOTAGE_CROWDED: Final = 0.6
"""The same when other spies are there to do it: too many Fails tell on all of them."""


class Sensible1(Bot):
    """Sensible play of The Resistance; anything else is drawn uniformly."""

    name: ClassVar[str] = "sensible-1"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._view: View[Board] | None = View(ruleset, seat) if ruleset.game == "resistance" else None
        self._worlds: Worlds | None = None
        """Who the spies may be, for all that this seat knows."""
        self._talk: Worlds | None = None
        """Who the spies may be, for somebody who has no secret: how a spy looks to the others."""
        self._pose: Worlds | None = None
        self._evidence = (Evidence(), Evidence(everybody=True), Evidence(everybody=True))
        """What plot cards and tokens showed: to this seat, and to everybody."""
        self._revealed = (Revealed(), Revealed(everybody=True), Revealed(everybody=True))
        """The same of character cards turned over and the Hunter module's loyalty cards."""

    def see(self, events: Iterable[Event]) -> None:
        if self._view is not None:
            self._view.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        view, option = self._view, prompt.option
        if view is None or view.board.roles[self.seat] is None:
            return pick(option, self.rng)
        board = view.board
        match prompt.question.name:
            case "name-team" if isinstance(option, Form) and "team" in option.names:
                return self._name_team(board, option)
            case "cast-ballot" if isinstance(option, Word):
                return "approve" if self._approves(board) else "reject"
            case "play-card" if isinstance(option, OneCard):
                return self._card(board, option)
            case _ if plot_cards.knows(prompt):
                return plot_cards.answer(self._mind(board), prompt)
            case _ if hunting.knows(prompt) and not hunting.is_forced(option):
                return hunting.answer(self._mind(board), prompt)
            case _:
                return pick(option, self.rng)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Blame is left alone: the Deep Agent knows nobody, and a spy gains nothing by becoming another."""
        return super().consider([offer for offer in offers if offer.name != "blame"])

    # What the seat knows and thinks

    def _is_spy(self, board: Board) -> bool:
        return side_of(board.roles[self.seat]) == "spies"

    def _thinks(self, board: Board) -> Worlds:
        """The possible sets of spies as this seat weighs them now."""
        worlds = self._worlds
        if worlds is None:
            known, cleared = board.spies_seen, 0
            for seat, role in enumerate(board.roles):
                if role is not None and side_of(role) == "spies":
                    known |= 1 << seat
                elif role is not None:
                    cleared |= 1 << seat
            worlds = self._worlds = Worlds(board.players, SPIES[board.players], known, cleared)
        worlds.follow(board)
        self._evidence[0].weigh(worlds, board)
        self._revealed[0].weigh(worlds, board, self.seat)
        return worlds

    def _looks(self, board: Board) -> list[float]:
        """How suspect each seat is to somebody without secrets."""
        if self._talk is None:
            self._talk = Worlds(board.players, SPIES[board.players])
        self._talk.follow(board)
        self._evidence[1].weigh(self._talk, board)
        self._revealed[1].weigh(self._talk, board, self.seat)
        return self._talk.suspicion()

    def _cover(self, board: Board) -> Worlds:
        """What a resistance seat in this place would think: a spy that votes like one is not told by its votes."""
        if self._pose is None:
            self._pose = Worlds(board.players, SPIES[board.players], cleared=1 << self.seat)
        self._pose.follow(board)
        self._evidence[2].weigh(self._pose, board)
        self._revealed[2].weigh(self._pose, board, self.seat)
        return self._pose

    def _mind(self, board: Board) -> hunting.HunterMind:
        looks, modules = self._looks(board), self.ruleset.modules
        return hunting.HunterMind(board, self.seat, self._is_spy(board), self._thinks(board), looks, self.rng, modules)

    # Naming a team

    def _name_team(self, board: Board, form: Form) -> Answer:
        """A mission (where it is to be chosen) and a team for it; other parts are drawn."""
        parts = dict(form.parts)
        missions = parts.get("mission")
        named = {int(word[-1]): word for word in missions.allowed} if isinstance(missions, Word) else {}
        teams = {mission: self._team(board, form, mission) for mission in named or (board.mission,)}
        is_spy, worlds = self._is_spy(board), self._thinks(board)

        def worth(mission: int) -> float:
            fails = worlds.chance_of(teams[mission], fails_needed(board.players, mission))
            return (fails if is_spy else 1 - fails) - mission / 1000

        best = max(teams, key=worth)
        chosen: dict[str, Answer] = {"team": teams[best]}
        if named:
            chosen["mission"] = named[best]
        if isinstance(token := parts.get("token"), OneSeat):
            chosen["token"] = hunting.token(self._mind(board), token, teams[best])
        for _ in range(50):
            answer = tuple(
                chosen[name] if chosen.get(name) is not None else pick(option, self.rng) for name, option in form.parts
            )
            if form.refusal(answer) is None:
                return answer
        return pick(form, self.rng)

    def _team(self, board: Board, form: Form, mission: int) -> SeatSet:
        """The team that suits the seat best for this mission."""
        option = dict(form.parts)["team"]
        assert isinstance(option, Seats)
        size = option.low
        for tie in form.ties:
            if isinstance(tie, SizeBy) and tie.part == "team":
                size = dict(tie.sizes).get(f"mission-{mission}", size)
        private = self._thinks(board).suspicion()
        me = 1 << self.seat & option.allowed
        others = [seat for seat in seats_in(option.allowed) if seat != self.seat]
        if not self._is_spy(board):
            return self._least(private, others, size, me)
        looks = self._looks(board)
        needed = fails_needed(board.players, mission)
        friends = [seat for seat in others if private[seat] > 0.99]
        team = self._least(looks, friends, min(needed, size), me)
        rest = [seat for seat in others if seat not in friends]
        return self._least(looks, rest if len(rest) >= size else others, size, team)

    def _least(self, suspicion: list[float], seats: list[Seat], size: int, team: SeatSet) -> SeatSet:
        """The team filled up to its size with the least suspect of these seats, equals in random order."""
        order = sorted(seats, key=lambda seat: (round(suspicion[seat], 6), self.rng.random()))
        for seat in order:
            if team.bit_count() >= size:
                break
            team |= 1 << seat
        return team

    # Voting

    def _approves(self, board: Board) -> bool:
        last = board.track == REJECTIONS - 1
        if not self._is_spy(board):
            last = plot_cards.is_last_vote(board, self.seat, self._thinks(board).suspicion)
            return last or board.leader == self.seat or self._trusts(board, self._thinks(board))
        fails = self._thinks(board).chance_of(board.team, fails_needed(board.players, board.mission)) > 0.5
        if board.successes == WINS - 1 and not fails:
            return False
        if board.failures == WINS - 1 and fails:
            return True
        if last or board.leader == self.seat:
            return True
        return self._trusts(board, self._cover(board))

    def _trusts(self, board: Board, worlds: Worlds) -> bool:
        """Whether the team proposed is nearly as good as the best one that includes this seat."""
        needed = fails_needed(board.players, board.mission)
        others = [seat for seat in seats_in(board.everyone) if seat != self.seat]
        best = self._least(worlds.suspicion(), others, board.team.bit_count(), 1 << self.seat)
        hoped = 1 - worlds.chance_of(best, needed)
        return 1 - worlds.chance_of(board.team, needed) >= hoped * (NEARLY_AS_GOOD - EASED * board.track)

    # On a mission

    def _card(self, board: Board, option: OneCard) -> Answer:
        others = [card for card in option.allowed if card != "success"]
        if "success" not in option.allowed or not others:
            return pick(option, self.rng)
        sabotages = self._is_spy(board) and self._sabotages(board)
        if hunting.has_a_say(option):
            advised = hunting.card(self._mind(board), option, sabotages)
            if advised is not None:
                return advised
        if sabotages:
            return "fail" if "fail" in others else others[0]
        return "success"

    def _sabotages(self, board: Board) -> bool:
        needed = fails_needed(board.players, board.mission)
        enough = self._thinks(board).chance_of(board.team, needed)
        if board.failures == WINS - 1 or board.successes == WINS - 1:
            return True
        if enough < 0.3 or plot_cards.is_exposed(board, self.seat):
            return False
        crowded = self._thinks(board).chance_of(board.team, needed + 1)
        if crowded > 0.5:
            return self.rng.random() < SABOTAGE_CROWDED
        return self.rng.random() < (SABOTAGE_EARLY if not board.results else SABOTAGE)
