"""Tables of every kind of game, and everything that changes part of their pages."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import cast

from tests.support.offline_room import StillTime, choose, room
from tests.support.taking import check, take
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.table import commands as c
from turncoat.table.runtime.metrics import Metrics
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.chat import ChatMessage
from turncoat.table.values.settings import TableSettings
from turncoat.testing.walks import next_choice

GAMES = {
    "resistance": ("hunter", "plot-thickens", "inquisitor"),
    "winter-soldier": ("black-widow", "maria-hill", "scarlet-witch"),
    "hail-hydra": (),
    "round-table": ("percival", "morgana", "lancelots", "lady-of-the-lake", "excalibur"),
}


class Offline:
    """A server that stores nothing."""

    settings = ServerSettings(Path())

    def __init__(self) -> None:
        self.time = StillTime()
        self.metrics = Metrics()


def some_room(game: str, players: int = 7) -> Room:
    options = {"out-players-talk": True} if game == "winter-soldier" else {}
    ruleset = Ruleset.of(game, players, GAMES[game], options)
    names = tuple(f"\U0001f9d9 Person {seat}" for seat in range(players))
    at = Room(room(ruleset, ruleset.deal(b"parts"), names).table, cast(RoomRegistry, Offline()))
    at.table.settings = TableSettings(spectators_talk=True)
    at.presence.listed = frozenset(f"person-{seat}" for seat in range(players))
    return at


def do(at: Room, by: str, command: c.Command) -> None:
    """Apply a person's command if they may give it."""
    try:
        check(at.table, by, command)
    except Refused:
        return
    take(at.table, c.Entry("", by, command))


def things_that_happen(at: Room, rng: Random) -> list[Callable[[], None]]:
    """Return an action for everything that changes part of the page."""
    table, players = at.table, len(at.table.seats)

    def somebody() -> str:
        return f"person-{rng.randrange(players)}"

    def move() -> None:
        session = table.session
        if session is not None and session.result is None:
            choose(at, *next_choice(session._game, rng))

    def come_and_go() -> None:
        at.presence.listed = frozenset(f"person-{seat}" for seat in range(players) if rng.random() < 0.7)

    def draft() -> None:
        session = table.session
        if session is not None and session.result is None:
            for seat in seats_in(session.waiting):
                prompt = session.view(seat).prompt
                if prompt is not None and prompt.question.shows_draft:
                    at.team_draft.update(
                        table, f"person-{seat}", str(prompt.number), {"answer": [str(rng.randrange(5))]}
                    )

    def dealing() -> None:
        for game in (table.games - 1, table.games):  # as if it were beginning now
            table.games = game
            at.scenes.note(table, 1.0, {"person-0", "person-1"}, set())

    def get_ready() -> None:
        at.scenes.get_ready("person-0")

    commands: list[Callable[[], c.Command]] = [
        lambda: c.Say(f"I say {rng.randrange(1000)}"),
        lambda: c.Say(f"psst {rng.randrange(1000)}", "channel"),
        lambda: c.Mute(rng.randrange(1, 5), rng.random() < 0.6),
        lambda: c.WriteNotes({rng.randrange(players): c.Note("trust", f"note {rng.randrange(9)}")}),
        lambda: c.Guide(on=rng.random() < 0.7),
        lambda: c.Rename(f"Name {rng.randrange(1000)}"),
        lambda: c.RequestPause(),
        lambda: c.WantToGiveUp(rng.random() < 0.5),
        lambda: c.ChangeSettings(TableSettings(spectators_talk=rng.random() < 0.7, locked=rng.random() < 0.3)),
        lambda: c.StandIn(rng.randrange(players)),
        lambda: c.ReturnFromAway(rng.randrange(players)),
    ]

    def command() -> None:
        do(at, somebody(), rng.choice(commands)())

    def spectator_speaks() -> None:
        table.chat.say("person-30", "spectators", ChatMessage(0, "Zoe", f"Watching {rng.randrange(1000)}"))

    def type_or_stop() -> None:
        seat = rng.randrange(players)
        (at.typing.stop if seat in at.typing.seats else at.typing.start)(seat)

    def told(happens: Callable[[], None]) -> Callable[[], None]:
        def happen_and_tell() -> None:
            happens()
            at.tell()

        return happen_and_tell

    others = [come_and_go, draft, spectator_speaks, type_or_stop, type_or_stop]
    return [told(one) for one in (move, move, move, move, command, command, *others, dealing, get_ready)]
