"""The server's log and metrics hold no role, card, choice or player, over whole games of every kind."""

import re
from collections.abc import Callable
from random import Random

import pytest

from tests.support.worlds import SameBot, World, active, name, person
from turncoat.kernel.options import Answer
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.settings import TableSettings
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import next_choice

DEAL = Ruleset.deal
EVERY = [max((one for one in rulesets(book)), key=lambda one: len(one.modules)) for book in BOOKS]

LONGEST = 10_000.0
"""Moment by which every game is over."""
EVENTS = {"table opened", "game started", "game over", "a bot failed", "a bot had no answer", "a bot was replaced"}
"""Log events of whole games in which nothing fails but bots."""
PUBLIC = {*(("game", book) for book in BOOKS), ("kind", "RuntimeError"), ("bot", "sensible")}
"""Public facts in the log, even where a role has the same name as a game."""


def play(world: World, people: int) -> None:
    """Play a whole game in which people choose at random or let the clock run out, and bots choose."""
    rng = Random("log")
    world.open(people, TableSettings(decision_time=30, stand_in_after=1))
    world.submit(person(0), c.Start())
    world.add("program", 0, "program")
    world.add("page", 1, "page")
    world.add("page", SPECTATOR, "spectator")
    world.pass_by(1.0)
    while world.session.result is None and world.loop.time() < LONGEST:
        if world.session.is_held or rng.random() < 0.1 or not world.session.waiting:
            world.pass_by(10.0)
            continue
        seat, choice = next_choice(world.session._game, rng)
        if seat < people and not world.room.table.seats[seat].is_played_by_bot:
            world.submit(person(seat), c.Choose(1, seat, choice.to, choice.answer))
        world.pass_by(1.0)


WORD = re.compile(r"[A-Za-z][A-Za-z-]+|[+-][0-9]")


def words_of(text: str) -> set[str]:
    """Return the words of a text that could be a role, a card, a choice or a name."""
    return set(WORD.findall(text))


def secrets_of(world: World) -> set[str]:
    """Return every word of the game that is secret from somebody or identifies a person."""
    deal, signer = world.deal, world.context.signer
    words = {*deal.roles, *(str(card) for cards in deal.decks.values() for card in cards)}
    for _, choice in world.session._game.choices:
        words |= words_of(str(choice.answer))
    for seat in range(world.ruleset.players):
        words |= words_of(f"{name(seat)} {person(seat)} {signer.seat_token(world.room.table.code, person(seat))}")
    return words


def told_by(world: World) -> set[str]:
    """Return the words in the log and in the metrics, except for those of every game."""
    told: set[str] = set()
    for _, _, event, facts in world.log:
        assert event in EVENTS, f"the log tells something new: {event}"
        told |= {word for fact in facts.items() if fact not in PUBLIC for word in words_of(str(fact[1]))}
    for line in world.get("/metrics", SPECTATOR):
        told |= {word for word in words_of(line) if not word.startswith("turncoat")}
    return told - {world.room.table.code}


@pytest.mark.parametrize("ruleset", EVERY, ids=label)
def test_a_whole_game_leaves_no_secret_in_log_and_metrics(worlds: Callable[..., World], ruleset: Ruleset) -> None:
    world = worlds(ruleset, DEAL(ruleset, b"log"))
    play(world, ruleset.players - 2)
    assert {"table opened", "game started", "game over"} <= {event for _, _, event, _ in world.log}
    assert len(secrets_of(world)) > 10
    assert not told_by(world) & secrets_of(world)


def test_a_bots_error_leaves_no_secret_in_the_log(
    worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(bot: SameBot, prompt: Prompt) -> Answer:
        raise RuntimeError(f"{active().deal.roles[bot.seat]} has {prompt.option}")

    monkeypatch.setattr(SameBot, "choose", fail)
    ruleset = EVERY[0]
    world = worlds(ruleset, DEAL(ruleset, b"log"))
    play(world, ruleset.players - 2)
    assert "a bot failed" in {event for _, _, event, _ in world.log}
    assert not told_by(world) & secrets_of(world)


def test_a_server_that_logs_choices_is_noticed(worlds: Callable[..., World], monkeypatch: pytest.MonkeyPatch) -> None:
    real = GameSession.take

    def take(session: GameSession, seat: Seat, choice: Choice) -> bool:
        server_log.info("game over", answer=str(choice.answer))
        return real(session, seat, choice)

    monkeypatch.setattr(GameSession, "take", take)
    ruleset = Ruleset.of("resistance", 5)
    world = worlds(ruleset, DEAL(ruleset, b"log"))
    play(world, 3)
    assert told_by(world) & secrets_of(world)
