"""Bots finish thinking before their pause is over, so the time of an answer reveals nothing."""

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from turncoat import bots
from turncoat.bots import Bot
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.table.runtime import bot_process
from turncoat.table.runtime.bot_process import BotProcess, BotUpdate
from turncoat.table.runtime.bots import SPEAKING
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import BOT_BUDGET, ServerSettings, settings
from turncoat.table.values.settings import TableSettings

pytestmark = pytest.mark.anyio
RULESET = Ruleset.of("resistance", 10)


@pytest.mark.parametrize("longest", [settings()["bot-pause"].least, settings()["bot-pause"].default])
def test_no_bot_pause_is_shorter_than_the_thinking_time(tmp_path: Path, longest: float) -> None:
    timing = RoomRegistry(ServerSettings(tmp_path, bot_pause=longest)).bot_runner._timing
    pauses = [
        timing.pause("ABCD", 1, version, seat, share) * TableSettings().bots_patience
        for version in range(200)
        for seat in range(10)
        for share in (1.0, *SPEAKING.values())
    ]
    assert min(pauses) >= timing.budget == BOT_BUDGET
    assert max(pauses) <= max(SPEAKING.values()) * longest


@pytest.mark.parametrize("asked", [1, 2, 10, 60])
async def test_bots_asked_together_stay_within_the_budget(monkeypatch: pytest.MonkeyPatch, asked: int) -> None:
    """Each bot uses up its time limit and then some overhead, here a hundredth of the budget."""
    now, needs = 1000.0, BOT_BUDGET / 100
    took: list[float] = []

    class Slow(Bot):
        name = "slow"
        milliseconds = 1e6

        def decide(self, prompt: Prompt) -> Answer:
            nonlocal now
            assert self.deadline is not None
            took.append(self.deadline - now)
            now = max(now + needs, self.deadline)
            return next(iter(prompt.option.answers()))

    monkeypatch.setitem(bots.BOTS, "slow", Slow)
    for clock in ("monotonic", "perf_counter"):
        monkeypatch.setattr(bot_process, clock, lambda: now)
    process = BotProcess(BOT_BUDGET, 60.0)
    await asyncio.wrap_future(process.begin())
    all_asked = threading.Event()
    process._thread.submit(all_asked.wait, 60)
    game: Game[Any] = Game(RULESET, RULESET.deal(b"any"))
    ((_, prompt),) = game.prompts().items()
    thoughts = [
        asyncio.wrap_future(
            process.think(("ABCD", number, 0, "slow"), RULESET, b"", "", "", lambda is_new: BotUpdate(()), prompt)
        )
        for number in range(asked)
    ]
    all_asked.set()
    await asyncio.gather(*thoughts)
    assert now - 1000.0 <= BOT_BUDGET + 1e-6
    assert max(took) <= 2 * min(took) + needs, "all take about equally long"
    process.close()
