"""Seeds in simulations and arenas reveal nothing about the deal to a bot."""

from collections.abc import Iterable
from itertools import pairwise
from typing import ClassVar

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.arena import arena
from turncoat.bots.bot import Bot
from turncoat.bots.draws import pick
from turncoat.games.resistance.board import Board
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, Form, OneCard, Seats, Word
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, is_in, seats_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, TeamVoted
from turncoat.simulation.intervals import wilson
from turncoat.simulation.playing import BotMaker, play_numbered, seating
from turncoat.simulation.seeds import bot_seed
from turncoat.simulation.simulate import simulate

RULESET = Ruleset.of("resistance", 5)
GAMES = 200


class Cheating(Bot):
    """Derives the deal from its seed, as if that were the text of the deal's seed with the seat in place of `deal`."""

    name: ClassVar[str] = "cheating"
    thought: ClassVar[list[tuple[Seat, bytes, tuple[str, ...]]]] = []

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.view: View[Board] = View(ruleset, seat)
        self.roles = self.deal_of(ruleset, seed).roles
        self.thought.append((seat, seed, self.roles))
        self.traitors = {one for one, role in enumerate(self.roles) if rulebook(ruleset.game).side_of(role) == "spies"}

    def deal_of(self, ruleset: Ruleset, seed: bytes) -> Deal:
        return ruleset.deal(seed.rpartition(b"/")[0] + b"/deal")

    def see(self, events: Iterable[Event]) -> None:
        self.view.see(events)

    def decide(self, prompt: Prompt) -> Answer:
        option = prompt.option
        if isinstance(option, Form) and isinstance(team := option.parts[0][1], Seats):
            wanted = sorted(seats_in(team.allowed), key=lambda seat: (seat in self.traitors, seat != self.seat))
            return (sum(1 << seat for seat in wanted[: team.low]),)
        if prompt.question.act == TeamVoted.__name__ and isinstance(option, Word):
            clean = not any(is_in(seat, self.view.board.team) for seat in self.traitors)
            return option.shown[0 if clean else 1]
        assert prompt.question.act != MissionRun.__name__ or isinstance(option, OneCard)
        return pick(option, self.rng)


class CheatingInArena(Cheating):
    """The same attack in the arena, whose seeds would also name the game of the block."""

    def deal_of(self, ruleset: Ruleset, seed: bytes) -> Deal:
        return super().deal_of(ruleset, seed.rpartition(b"/")[0])


class Guessing(Cheating):
    """Control without knowledge: it always assumes the same deal."""

    name: ClassVar[str] = "guessing"

    def deal_of(self, ruleset: Ruleset, seed: bytes) -> Deal:
        return ruleset.deal(b"any")


@pytest.fixture(autouse=True)
def cheats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bots.BOTS, "cheating", Cheating)
    monkeypatch.setitem(bots.BOTS, "guessing", Guessing)
    monkeypatch.setattr(Cheating, "thought", [])


def test_a_bot_that_reads_its_seed_wins_no_more_than_one_that_guesses() -> None:
    cheating, guessing = (
        simulate(RULESET, {"resistance": name, "spies": "sensible"}, GAMES).wins["resistance"]
        for name in ("cheating", "guessing")
    )
    assert cheating.low < guessing.high


def test_guessing_the_deal_from_a_seed_is_no_better_than_chance() -> None:
    """Compare the hit rate with chance: one in ten deals of a five-player game has the spies on given seats."""
    right = 0
    for number in range(GAMES):
        Cheating.thought.clear()
        game = play_numbered(RULESET, seating(RULESET, ["cheating"]), "0", number)
        right += Cheating.thought[0][2] == game.deal.roles
    low, high = wilson(right, GAMES)
    assert low < 0.1 < high


def find(name: str) -> BotMaker:
    return CheatingInArena if name == "cheating" else bots.find(name)


def test_in_the_arena_a_bot_that_reads_its_seed_gains_nothing() -> None:
    contest = arena.contest(RULESET, ["cheating", "guessing"], GAMES)
    wins = arena.report(contest, arena.play(contest, find)).bots
    cheating, guessing = (wins[name]["resistance"] for name in ("cheating", "guessing"))
    assert cheating.low < guessing.high


def test_one_arena_deal_reveals_nothing_about_the_next() -> None:
    """Guard against a bot that remembers the cards of a finished game.

    By chance, one deal in ten has its spies on the same seats as the deal before.
    """
    games = arena.play(arena.contest(RULESET, ["random", "sensible"], GAMES), find)
    alike = sum(one.sides == other.sides for one, other in pairwise(games))
    low, high = wilson(alike, GAMES - 1)
    assert low < 0.1 < high


def test_seeds_are_unique_and_do_not_contain_their_source() -> None:
    seeds = [bot_seed(text, game, seat) for text in ("0", "1") for game in range(20) for seat in range(10)]
    seeds += [bot_seed("a telling seed", 1, 11), bot_seed("a telling seed", 11, 1)]
    assert len(set(seeds)) == len(seeds)
    assert {len(seed) for seed in seeds} == {32}
    simulate(RULESET, ["cheating"], 2, "a telling seed")
    arena.play(arena.contest(RULESET, ["cheating"], 2, "a telling seed"), find)
    given = [seed for _, seed, _ in Cheating.thought]
    assert len(set(given)) == len(given) == 4 * RULESET.players
    assert not any(b"telling" in seed for seed in given)
