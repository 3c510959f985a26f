"""An agent of another library on a seat: one numbered action at a time."""

import json
import pickle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.support.commands import turncoat
from tests.support.covering import few_rulesets
from turncoat.envs.agent_bot import AgentBot, AgentTurn
from turncoat.envs.positions import Position
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE
from turncoat.kernel.steps import Choice
from turncoat.simulation.playing import play_game
from turncoat.testing.rulesets import label

FILE = """
from turncoat.envs.agent_bot import AgentBot

class Drawing(AgentBot):
    name = "drawing"

    def action(self, turn):
        assert turn.mask.count(1) == len(turn.legal)
        assert len(turn.tensor()) == turn.layout.size
        return self.rng.choice(turn.legal)
"""


class Anything(AgentBot):
    """Draws an action, and keeps what it saw."""

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.turns: list[tuple[bytes, str, bytes]] = []

    def action(self, turn: AgentTurn) -> int:
        self.turns.append((bytes(turn.tensor()), turn.view.text(), turn.mask))
        assert turn.mask[turn.legal[0]] == 1
        return self.rng.choice(turn.legal)


class Positioned(AgentBot):
    """Keeps the positions that it would search."""

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.positions: list[Position] = []

    def action(self, turn: AgentTurn) -> int:
        self.positions.append(turn.position(self.rng))
        return turn.legal[0]


@pytest.mark.parametrize("ruleset", few_rulesets()[::3], ids=label)
def test_an_agent_plays_every_game_and_takes_offers_on_its_turn(ruleset: Ruleset) -> None:
    bots = [Anything(ruleset, seat, bytes([seat])) for seat in range(ruleset.players)]
    game = play_game(ruleset, ruleset.deal(b"an evening"), bots, Random(1))
    assert game.result is not None
    assert all(bot.turns or not any(seat == bot.seat for seat, _ in game.choices) for bot in bots)
    for bot in bots:
        assert bot.view.events == game.view(bot.seat).events
        assert bot.view.choices == game.view(bot.seat).choices
    offered = any(type(choice.to) is str for _, choice in game.choices)
    assert offered or not game.compiled.offering


def test_what_an_agent_sees_in_a_simulation_is_what_its_seat_knows() -> None:
    ruleset = Ruleset.of("winter-soldier", 8, ["maria-hill"])
    bots = [Anything(ruleset, seat, bytes([seat])) for seat in range(8)]
    game = play_game(ruleset, ruleset.deal(b"an evening"), bots, Random(1))
    again: Game[Any] = Game(ruleset, game.deal)
    seen: dict[int, list[tuple[bytes, str]]] = {seat: [] for seat in range(8)}
    for seat, choice in game.choices:
        if seat != CHANCE:
            view = again.view(seat)
            seen[seat].append((bytes(bots[seat].layout.tensor(view)), view.text()))
        again.play(seat, choice)
    for bot in bots:
        told = [turn[:2] for turn in bot.turns]
        assert all(one in told for one in seen[bot.seat])


def test_an_illegal_action_says_what_would_be_right() -> None:
    class Wrong(AgentBot):
        def action(self, turn: AgentTurn) -> int:
            return 99

    ruleset = Ruleset.of("resistance", 5)
    game: Game[Any] = Game(ruleset, ruleset.deal(b"an evening"))
    (prompt,) = game.prompts().values()
    with pytest.raises(ValueError, match="99 is no legal action; possible: 4, 5, 6, 7"):
        Wrong(ruleset, game.deal.first, b"").choose(prompt)


def test_an_agent_answers_where_nobody_keeps_its_view_up_to_date() -> None:
    """As at a table: it gets events and prompts alone."""
    ruleset = Ruleset.of("resistance", 5)
    game: Game[Any] = Game(ruleset, ruleset.deal(b"an evening"))
    ((seat, prompt),) = game.prompts().items()
    bot = Anything(ruleset, seat, b"")
    bot.see(game.view(seat).events)
    answer = bot.choose(prompt)
    assert prompt.option.refusal(answer) is None
    assert bot.turns[0][1] == game.view(seat).text()
    assert bot.consider(()) is None


def test_an_agent_that_is_asked_before_others_searches_from_its_own_turn() -> None:
    ruleset = Ruleset.of("resistance", 5)
    game: Game[Any] = Game(ruleset, ruleset.deal(b"an evening"))
    bot = Positioned(ruleset, 3, b"")
    leader, prompt = next(iter(game.prompts().items()))
    game.play(leader, Choice(prompt.number, next(iter(prompt.option.answers()))))
    bot.see(game.view(3).events)
    game.refresh(bot.view)
    bot.act(game.prompts()[3])
    (position,) = bot.positions
    assert (position.seat, position.view(3).text()) == (3, game.view(3).text())
    again = pickle.loads(pickle.dumps(position)).resampled(3, Random(1))
    assert again.seat == 3
    again.act(again.legal[0])
    assert (again.seat, again.view(0).waiting) == (0, 0b10111)


def test_an_agent_in_a_file_is_simulated(tmp_path: Path) -> None:
    (tmp_path / "mybot.py").write_text(FILE, encoding="utf-8")
    words = ("simulate", "hail-hydra", "--players", 5, "--bots", "./mybot.py:Drawing", "--games", 2, "--json")
    report = json.loads(turncoat(*words, cwd=tmp_path).stdout)
    assert report["games"] == 2
    assert report["illegal_answers"] == {}
