"""A table with a device that is passed round, while the server runs."""

from pathlib import Path

from tests.support.running import RESISTANCE, RunningRoom
from turncoat.table import commands as c
from turncoat.table.runtime.presence import LISTED_FOR
from turncoat.table.values.settings import TableSettings


def nothing() -> None: ...


async def together(tmp_path: Path, *own: str, companions: int = 2, starts: bool = True) -> RunningRoom:
    """Begin a game of Ola with companions on her device, and of people with devices of their own."""
    running = RunningRoom(tmp_path)
    running.room = await running.registry.open("ola", "Ola", RESISTANCE)
    running.room.connect("ola", nothing, with_page=True)
    for number in range(companions):
        await running.do("ola", c.SeatCompanion(f"Companion {number}"))
    for person in own:
        await running.do(person, c.Sit(person.title()))
        running.room.connect(person, nothing, with_page=True)
    await running.do("ola", c.ChangeSettings(TableSettings(stand_in_after=1, talk_breaks=True)))
    await running.wait(LISTED_FOR)
    if starts:
        await running.do("ola", c.Start())
    return running
