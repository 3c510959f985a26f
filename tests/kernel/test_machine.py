"""State machine over legal play: the invariants hold for any choices in any order."""

from typing import Any

import msgspec
import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    Bundle,
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import MissionRevealed
from turncoat.games.resistance.tables import REJECTIONS, SPIES, WINS, team_size
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.records import parse_record, print_record, record_of, replay
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, everyone
from turncoat.kernel.steps import Choice
from turncoat.kernel.views import View, fold
from turncoat.testing import contract

RULESETS = [
    (players, modules) for players in (5, 7, 10) for modules in ((), ("targeting",), ("blind-spies", "targeting"))
]


class Play(RuleBasedStateMachine):
    """One game, with incrementally updated views and an abandoned clone."""

    numbers = Bundle("numbers")

    @initialize(ruleset=st.sampled_from(RULESETS), seed=st.binary(max_size=4))
    def begin(self, ruleset: tuple[int, tuple[str, ...]], seed: bytes) -> None:
        self.start(Ruleset.of("resistance", *ruleset), seed)

    def start(self, ruleset: Ruleset, seed: bytes) -> None:
        self.game: Game[Board] = Game(ruleset, ruleset.deal(seed))
        self.viewers = (SPECTATOR, *range(ruleset.players))
        self.views: dict[int, View[Board]] = {viewer: View(ruleset, viewer) for viewer in self.viewers}
        self.brought = 0
        self.left: tuple[Game[Board], Any] | None = None

    def waited(self, data: st.DataObject) -> int:
        return data.draw(st.sampled_from(sorted(self.game.prompts())), label="seat")

    @precondition(lambda self: self.game.result is None)
    @rule(data=st.data())
    def choose(self, data: st.DataObject) -> None:
        seat = self.waited(data)
        prompt = self.game.prompts()[seat]
        answers = list(prompt.option.answers())
        self.game.play(seat, Choice(prompt.number, data.draw(st.sampled_from(answers), label="answer")))

    @precondition(lambda self: self.game.result is None)
    @rule(answer=st.sampled_from(["approve", "reject"]), stop=st.integers(1, 10))
    def many_vote(self, answer: str, stop: int) -> None:
        for seat, prompt in list(self.game.prompts().items())[:stop]:
            if prompt.question.name == "cast-ballot":
                self.game.play(seat, Choice(prompt.number, answer))

    @precondition(lambda self: self.game.result is None)
    @rule(data=st.data())
    def the_clock_chooses(self, data: st.DataObject) -> None:
        seat = self.waited(data)
        self.game.play(seat, self.game.default(seat))

    @precondition(lambda self: self.game.result is None and self.game.waiting != everyone(self.game.ruleset.players))
    @rule(data=st.data())
    def change(self, data: st.DataObject) -> None:
        chosen = [s for s in range(self.game.ruleset.players) if s not in self.game.prompts() and self.game.prompt(s)]
        if not chosen:
            return
        seat = data.draw(st.sampled_from(chosen), label="who changes")
        prompt = self.game.prompt(seat)
        assert prompt is not None
        others = [viewer for viewer in self.viewers if viewer != seat]
        before = [msgspec.json.encode(self.game.view(viewer).events) for viewer in others]
        waiting = self.game.waiting
        self.game.play(seat, Choice(prompt.number, data.draw(st.sampled_from(list(prompt.option.answers())))))
        assert [msgspec.json.encode(self.game.view(viewer).events) for viewer in others] == before
        assert self.game.waiting == waiting

    @rule(
        seat=st.integers(-3, 11),
        to=st.integers(-1, 60) | st.sampled_from(["accuse", ""]),
        answer=st.none() | st.integers(-1, 1100) | st.sampled_from(["approve", "fail"]) | st.tuples(st.integers(0, 31)),
    )
    def try_anything(self, seat: int, to: int | str, answer: Any) -> None:
        before = contract.state_of(self.game)
        refusal = self.game.refusal(seat, Choice(to, answer))
        if refusal is None:
            assert self.game.prompt(seat) is not None
            return
        with pytest.raises(Refused) as refused:
            self.game.play(seat, Choice(to, answer))
        assert refused.value.refusal == refusal
        assert contract.state_of(self.game) == before

    @rule()
    def leave_a_clone(self) -> None:
        self.left = (self.game.clone(), contract.state_of(self.game))

    @invariant()
    def the_board_is_the_fold_of_the_events(self) -> None:
        assert fold(self.game.ruleset, self.game.events) == self.game.board

    @invariant()
    def views_know_what_they_may(self) -> None:
        game = self.game
        new_events = game.events[self.brought :]
        self.brought = len(game.events)
        for viewer, view in self.views.items():
            view.see(all_seen_by(new_events, viewer))
            board = view.board
            if game.result is None:
                assert [s for s, role in enumerate(board.roles) if role is not None] == [viewer] * (viewer >= 0)
                sees = viewer >= 0 and game.deal.roles[viewer] == "spy" and not game.ruleset.has("blind-spies")
                assert board.spies_seen == (
                    sum(1 << s for s, r in enumerate(game.deal.roles) if r == "spy") if sees else 0
                )
                assert set(board.cards) <= {viewer}
            assert board.results == game.board.results
            assert board.proposals == game.board.proposals

    @invariant()
    def the_tables_are_kept(self) -> None:
        board, players = self.game.board, self.game.ruleset.players
        assert board.roles.count("spy") == SPIES[players]
        assert 0 <= board.track <= REJECTIONS
        assert board.successes <= WINS
        assert board.failures <= WINS
        assert max(board.successes, board.failures) < WINS or self.game.result is not None
        assert len({result.mission for result in board.results}) == len(board.results)
        for event in self.game.events:
            if isinstance(event, MissionRevealed):
                assert len(event.cards) == team_size(players, event.mission), "exactly one card each"
        for result in board.results:
            fails = result.cards.count("fail")
            assert result.success == (fails < (2 if players >= 7 and result.mission == 4 else 1))
            spies = sum(1 for s, r in enumerate(self.game.deal.roles) if r == "spy" and result.team >> s & 1)
            assert fails <= spies

    @invariant()
    def somebody_is_asked_until_the_end(self) -> None:
        assert (self.game.result is None) == bool(self.game.prompts()) == bool(self.game.waiting)

    @invariant()
    def a_clone_left_behind_stays_behind(self) -> None:
        if self.left is not None:
            assert contract.state_of(self.left[0]) == self.left[1]

    def teardown(self) -> None:
        if hasattr(self, "game"):
            text = print_record(record_of(self.game))
            assert replay(parse_record(text)).events == self.game.events


TestPlay = Play.TestCase
TestPlay.settings = settings(max_examples=25, stateful_step_count=60)


@pytest.mark.sweep
@pytest.mark.parametrize(("players", "modules"), RULESETS)
def test_random_plays_of_every_ruleset_keep_the_invariants(players: int, modules: tuple[str, ...]) -> None:
    """Run one case per ruleset, since a single one would exceed the time limit of a test on a busy machine."""

    class PlayOfOne(Play):
        @initialize(seed=st.binary(max_size=4))
        def begin(self, seed: bytes) -> None:
            self.start(Ruleset.of("resistance", players, modules), seed)

    run_state_machine_as_test(PlayOfOne, settings=settings(max_examples=170, stateful_step_count=100))
