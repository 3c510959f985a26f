"""Winter Soldier tables with seven people and a scripted game."""

from pathlib import Path

from tests.support.games.winter_soldier import SEVEN, table, won
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.testing.walks import play

PEOPLE = tuple(f"person-{seat}" for seat in range(7))


async def open_table(data: Path) -> tuple[RoomRegistry, Room]:
    """Open a Winter Soldier table with seven people and a game under way."""
    registry = RoomRegistry(ServerSettings(data, bot_pause=60))
    room = await registry.open(PEOPLE[0], "Name 0", c.GameSetup("winter-soldier", 7))
    for person in PEOPLE[1:]:
        await room.submit(person, c.Sit(f"Name {person[-1]}"))
    await room.submit(PEOPLE[0], c.Start())
    return registry, room


def script(room: Room, *, come_out: bool = False, text: str = "") -> None:
    """Replace the table's game with a scripted one in which HYDRA has seats 4, 5 and 6."""
    game = table(SEVEN)
    if come_out:
        won(game)
        play(game, "0 last-guess 5")
    play(game, text)
    assert room.table.session is not None
    room.table.session._game = game
    room.table.session._views = {}
    room.tell()
