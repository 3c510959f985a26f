"""Games played to the end with default choices."""

import asyncio

import turncoat.games  # noqa: F401
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room

FAST = 0


SLOW = 60
"""A bot pause in seconds that outlasts the test."""


async def until_over(room: Room) -> None:
    """Wait until the table's game is over."""
    changed = asyncio.Event()
    room.watchers.add(changed.set)
    while room.table.running:
        changed.clear()
        await asyncio.wait_for(changed.wait(), 20)


async def play_default(room: Room, person: str) -> None:
    """Make a person's default choices until the game is over."""
    changed = asyncio.Event()
    room.watchers.add(changed.set)
    table = room.table
    while table.running:
        session, seat = table.session, table.seat_of(person)
        assert session is not None
        assert seat is not None
        if session.waiting >> seat & 1:
            choice = session.default(seat)
            await room.submit(person, c.Choose(session.number, seat, choice.to, choice.answer))
        else:
            changed.clear()
            await asyncio.wait_for(changed.wait(), 20)
