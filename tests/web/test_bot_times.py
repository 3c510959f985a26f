"""The times of bots' answers reveal neither their roles nor how long they thought."""

from collections.abc import Callable
from typing import Final

import msgspec
import pytest

from tests.support.worlds import REAL_BOTS, SameBot, World, person
from turncoat import bots
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, SeatSet, is_in, seat_set
from turncoat.table import commands as c
from turncoat.table.runtime.bots import ONE_BY_ONE, TOGETHER
from turncoat.table.runtime.server_settings import BOT_BUDGET, ServerSettings
from turncoat.table.state.table import FALLBACK_BOT
from turncoat.table.values.settings import TableSettings

Log = list[tuple[float, int]]
RULESET = Ruleset.of("resistance", 5)
HEROES = Ruleset.of("hail-hydra", 5)
DEALS = (
    Deal(("resistance", "spy", "spy", "resistance", "resistance"), 1),
    Deal(("resistance", "resistance", "resistance", "spy", "spy"), 1),
)
DEALT: Final = HEROES.deal(b"heroes")
DEALS_OF_HEROES = (
    msgspec.structs.replace(DEALT, roles=("shield", "hydra", "hydra", "shield", "shield")),
    msgspec.structs.replace(DEALT, roles=("shield", "shield", "shield", "hydra", "hydra")),
)


def times(world: World, thinking: dict[str, float], seconds: float, bot: str = FALLBACK_BOT) -> Log:
    """Play a table of bots and an idle host for a while, and return the moments and sizes of a spectator's messages.

    The host's choices are left to the clock. Bots that are too slow are replaced by `FALLBACK_BOT`, which itself is
    never replaced.
    """
    roles = world.deal.roles
    world.thinking = lambda seat: thinking[roles[seat]]
    world.open(1, TableSettings(decision_time=30))
    world.add("program", 0, "host")
    world.submit(person(0), c.SetUp(world.room.table.game_setup, bot))
    world.submit(person(0), c.Start())
    world.add("program", SPECTATOR, "spectator")
    world.pass_by(seconds)
    return [(moment, len(message["text"])) for moment, message in world.clients["spectator"].heard if "text" in message]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ({"spy": 0.0, "resistance": 0.0}, {"spy": 0.8, "resistance": 0.0}),
        ({"spy": 0.1, "resistance": 0.7}, {"spy": 0.7, "resistance": 0.1}),
        ({"spy": 2.5, "resistance": 3.0}, {"spy": 4.5, "resistance": 2.5}),
    ],
    ids=["some think", "others think longer", "all think longer than they pause"],
)
def test_a_bots_thinking_time_is_hidden(
    worlds: Callable[..., World], one: dict[str, float], other: dict[str, float]
) -> None:
    logs = [times(worlds(RULESET, deal), thinking, 90) for deal, thinking in zip(DEALS, (one, other), strict=True)]
    assert len(logs[0]) > 20
    assert logs[0] == logs[1]


def test_a_slow_bot_answers_when_its_time_is_up(worlds: Callable[..., World]) -> None:
    fast = times(worlds(RULESET, DEALS[0]), {"spy": 0.0, "resistance": 0.0}, 20)
    slow = times(worlds(RULESET, DEALS[0]), {"spy": 60.0, "resistance": 60.0}, 20)
    first = next(number for number, (one, other) in enumerate(zip(fast, slow, strict=False)) if one != other)
    assert slow[first][0] == pytest.approx(fast[first][0] + ServerSettings.bot_limit)


@pytest.mark.parametrize("bot", ["sensible", "normal"])
def test_real_bots_answer_at_the_same_moments_for_any_role(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch, bot: str
) -> None:
    monkeypatch.setattr(bots, "find", REAL_BOTS)
    monkeypatch.setattr(SameBot, "thought", 0.0)  # otherwise a value left by another test would count
    # The host's ballot is missing for half a minute, during which nothing but the bots' choices happens.
    logs = [times(worlds(RULESET, deal), {"spy": 0.0, "resistance": 0.0}, 25, bot) for deal in DEALS]
    assert len(logs[0]) >= 7, "a team and four ballots"
    assert [moment for moment, _ in logs[0]] == [moment for moment, _ in logs[1]]


def test_bots_wait_for_scenes_for_any_role(worlds: Callable[..., World]) -> None:
    logs: list[list[float]] = []
    for deal in DEALS:
        world = worlds(RULESET, deal)
        world.open(1, TableSettings())
        world.add("page", 0, "page")
        world.pass_by(1)
        world.submit(person(0), c.Start())
        world.get_ready(person(0))
        choices: list[float] = []
        for _ in range(600):
            before, staged = world.session.acts[:], world.staged_until()
            world.pass_by(0.1)
            if is_in(0, world.session.waiting):
                choice = world.session.default(0)
                world.submit(person(0), c.Choose(1, 0, choice.to, choice.answer))
            acts = [seat for seat in range(1, 5) if world.session.acts[seat] != before[seat]]
            choices += [world.loop.time()] * len(acts)
            assert not acts or staged <= world.loop.time(), "a bot has chosen during a scene"
        logs.append(choices)
    assert len(logs[0]) > 12
    assert logs[0] == logs[1]


def test_bots_answer_together_where_nobody_is_in_suspense_for_any_role(worlds: Callable[..., World]) -> None:
    logs: list[list[tuple[float, SeatSet]]] = []
    for deal in DEALS_OF_HEROES:
        world = worlds(HEROES, deal)
        world.open(1, TableSettings())
        world.add("page", 0, "page")
        world.pass_by(1)
        world.submit(person(0), c.Start())
        log: list[tuple[float, SeatSet]] = []
        opened = asked = 0.0
        for _ in range(1200):
            world.get_ready(person(0))
            session = world.session
            before, waited, pause = session.acts[:], session.waiting & ~1, session.pause
            if asked != session.question:
                asked, opened = session.question, max(world.loop.time(), world.staged_until())
            world.pass_by(0.05)
            if session.acts != before:
                world.pass_by(5 * ONE_BY_ONE)
            acted = seat_set(seat for seat in range(1, 5) if session.acts[seat] != before[seat])
            if acted and not pause:
                assert acted == waited, "they answer together"
                assert world.loop.time() - opened == pytest.approx(TOGETHER * BOT_BUDGET, abs=0.2), "after the offers"
                log.append((round(world.loop.time(), 2), acted))
            if is_in(0, world.session.waiting):
                choice = world.session.default(0)
                world.submit(person(0), c.Choose(1, 0, choice.to, choice.answer))
        logs.append(log)
    assert len(logs[0]) > 4
    assert logs[0] == logs[1]
