"""`sensible-1`: plays both sides of The Resistance plausibly, from its view alone.

A resistance seat weighs who the spies may be (`worlds`), names the team that it trusts most, and approves a team that
is nearly as good. A spy joins the team, votes as a resistance seat would until a vote decides the game, and mostly
sabotages. Questions that the bot has no idea about (of other chapters or games) it answers with a uniform draw.
"""

from collections.abc import Sequence
from typing import ClassVar, Final

from turncoat.bots.bot import GameBot
from turncoat.bots.draws import pick
from turncoat.bots.games.resistance import hostile_intent, plot_cards
from turncoat.bots.games.resistance.hostile_intent import Revealed
from turncoat.bots.games.resistance.plot_cards import Evidence
from turncoat.bots.games.resistance.worlds import Worlds
from turncoat.bots.registry import register
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.roles import side_of
from turncoat.games.resistance.tables import REJECTIONS, SPIES, WINS, fails_needed
from turncoat.kernel.chapters import Offer
from turncoat.kernel.options import Answer, Form, OneCard, OneSeat, Seats, SizeBy, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.steps import Choice, Prompt

NEARLY_AS_GOOD: Final = 0.7
"""A team is approved when its chance of success is at least this part of the chance of the bot's own best team."""
EASED: Final = 0.08
"""How much less of that is asked for with each rejection in a round."""
SABOTAGE: Final = 0.9
"""How often a spy plays a Fail when it can decide a mission and nothing forces its hand."""
SABOTAGE_EARLY: Final = 0.35
"""The same on the first mission, where the team is small and a Fail tells most."""
SABOTAGE_CROWDED: Final = 0.6
"""The same when other spies are on the team: more Fails than needed give all of them away."""


@register
class Sensible1(GameBot[Board]):
    """Sensible play of The Resistance; anything else is drawn uniformly."""

    name: ClassVar[str] = "sensible-1"
    game: ClassVar[str] = "resistance"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self._own: Worlds | None = None
        """Who the spies may be, for all that this seat knows."""
        self._public: Worlds | None = None
        """Who the spies may be for somebody without secrets: how a spy appears to the others."""
        self._cover: Worlds | None = None
        """Who the spies may be for a resistance player on this seat: what a spy pretends to think."""
        self._evidence = (Evidence(), Evidence(everybody=True), Evidence(everybody=True))
        """What plot cards and tokens showed: to this seat, and to everybody (for each of the two others)."""
        self._revealed = (Revealed(), Revealed(everybody=True), Revealed(everybody=True))
        """The same for character cards that were turned over and for the Hunter module's loyalty cards."""

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
            case _ if plot_cards.knows(prompt):
                return plot_cards.answer(self._mind(board), prompt)
            case _ if hostile_intent.knows(prompt) and not hostile_intent.is_forced(option):
                return hostile_intent.answer(self._mind(board), prompt)
            case _:
                return pick(option, self.rng)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Blame is left alone: the Deep Agent knows nobody, and a spy gains nothing by becoming another."""
        return super().consider([offer for offer in offers if offer.name != "blame"])

    # What the seat knows and thinks

    def _is_spy(self, board: Board) -> bool:
        return side_of(board.roles[self.seat]) == "spies"

    def _own_worlds(self, board: Board) -> Worlds:
        """The possible sets of spies as this seat weighs them now."""
        worlds = self._own
        if worlds is None:
            known, cleared = board.spies_seen, 0
            for seat, role in enumerate(board.roles):
                if role is not None and side_of(role) == "spies":
                    known |= 1 << seat
                elif role is not None:
                    cleared |= 1 << seat
            worlds = self._own = Worlds(board.players, SPIES[board.players], known, cleared)
        return self._up_to_date(worlds, 0, board)

    def _public_worlds(self, board: Board) -> Worlds:
        """The same for somebody without secrets."""
        if self._public is None:
            self._public = Worlds(board.players, SPIES[board.players])
        return self._up_to_date(self._public, 1, board)

    def _cover_worlds(self, board: Board) -> Worlds:
        """The same for a resistance player on this seat. A spy that votes by them is not betrayed by its votes."""
        if self._cover is None:
            self._cover = Worlds(board.players, SPIES[board.players], cleared=1 << self.seat)
        return self._up_to_date(self._cover, 2, board)

    def _up_to_date(self, worlds: Worlds, which: int, board: Board) -> Worlds:
        worlds.follow(board)
        self._evidence[which].weigh(worlds, board)
        self._revealed[which].weigh(worlds, board, self.seat)
        return worlds

    def _mind(self, board: Board) -> hostile_intent.HunterMind:
        public, own = self._public_worlds(board).suspicion(), self._own_worlds(board)
        modules = self.ruleset.modules
        return hostile_intent.HunterMind(board, self.seat, self._is_spy(board), own, public, self.rng, modules)

    # Naming a team

    def _name_team(self, board: Board, form: Form) -> Answer:
        """A team, and its mission where that is to be chosen too; other parts of the form are drawn."""
        parts = dict(form.parts)
        missions = parts.get("mission")
        named = {int(word[-1]): word for word in missions.allowed} if isinstance(missions, Word) else {}
        teams = {mission: self._team(board, form, mission) for mission in named or (board.mission,)}
        is_spy, worlds = self._is_spy(board), self._own_worlds(board)

        def worth(mission: int) -> float:
            fails = worlds.chance_of(teams[mission], fails_needed(board.players, mission))
            return (fails if is_spy else 1 - fails) - mission / 1000

        best = max(teams, key=worth)
        chosen: dict[str, Answer] = {"team": teams[best]}
        if named:
            chosen["mission"] = named[best]
        if isinstance(token := parts.get("token"), OneSeat):
            chosen["token"] = hostile_intent.token(self._mind(board), token, teams[best])
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
        own = self._own_worlds(board).suspicion()
        me = 1 << self.seat & option.allowed
        others = [seat for seat in seats_in(option.allowed) if seat != self.seat]
        if not self._is_spy(board):
            return self._least(own, others, size, me)
        public = self._public_worlds(board).suspicion()
        needed = fails_needed(board.players, mission)
        friends = [seat for seat in others if own[seat] > 0.99]
        team = self._least(public, friends, min(needed, size), me)
        rest = [seat for seat in others if seat not in friends]
        return self._least(public, rest if len(rest) >= size else others, size, team)

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
            last = plot_cards.is_last_vote(board, self.seat, self._own_worlds(board).suspicion)
            return last or board.leader == self.seat or self._trusts(board, self._own_worlds(board))
        fails = self._own_worlds(board).chance_of(board.team, fails_needed(board.players, board.mission)) > 0.5
        if board.successes == WINS - 1 and not fails:
            return False
        if board.failures == WINS - 1 and fails:
            return True
        if last or board.leader == self.seat:
            return True
        return self._trusts(board, self._cover_worlds(board))

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
        if hostile_intent.has_special_card(option):
            advised = hostile_intent.card(self._mind(board), option, sabotages)
            if advised is not None:
                return advised
        if sabotages:
            return "fail" if "fail" in others else others[0]
        return "success"

    def _sabotages(self, board: Board) -> bool:
        needed = fails_needed(board.players, board.mission)
        enough = self._own_worlds(board).chance_of(board.team, needed)
        if board.failures == WINS - 1 or board.successes == WINS - 1:
            return True
        if enough < 0.3 or plot_cards.is_exposed(board, self.seat):
            return False
        crowded = self._own_worlds(board).chance_of(board.team, needed + 1)
        if crowded > 0.5:
            return self.rng.random() < SABOTAGE_CROWDED
        return self.rng.random() < (SABOTAGE_EARLY if not board.results else SABOTAGE)
