"""Seven people at a table of Winter Soldier, in a game that a test has written."""

from pathlib import Path

from tests.support.games.winter_soldier import SEVEN, table, won
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.testing.walks import play

PEOPLE = tuple(f"person-{seat}" for seat in range(7))


async def open_table(data: Path) -> tuple[RoomRegistry, Room]:
    """Seven people at a table of Winter Soldier, whose game has begun."""
    registry = RoomRegistry(ServerSettings(data, bot_pause=60))
    room = await registry.open(PEOPLE[0], "Name 0", c.GameSetup("winter-soldier", 7))
    for person in PEOPLE[1:]:
        await room.submit(person, c.Sit(f"Name {person[-1]}"))
    await room.submit(PEOPLE[0], c.Start())
    return registry, room


def script(room: Room, *, come_out: bool = False, text: str = "") -> None:
    """The game of the table is this one from now on: HYDRA are the seats 4, 5 and 6."""
    game = table(SEVEN)
    if come_out:
        won(game)
        play(game, "0 last-guess 5")
    play(game, text)
    assert room.table.session is not None
    room.table.session._game = game
    room.table.session._views = {}
