"""Every command that might reveal something about a table to the person who submits it."""

import turncoat.games  # noqa: F401
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room

ASKED: tuple[c.Command, ...] = (
    c.Sit("Zoe"),
    c.Sit("Zoe", 3),
    c.RequestSeat("Zoe", 3),
    c.RequestSeat("Zoe", 0),
    c.WithdrawSeatRequest(),
    c.Choose(1, 0, 1, "approve"),
    c.Choose(2, 0, 1, "approve"),
    c.Start(),
    c.Reopen(),
    c.SetUp(c.GameSetup("resistance", 6)),
    c.AddBot(3, ""),
    c.Swap(0, 1),
    c.Leave(),
    c.Rename("Zoe"),
    c.ChangeSeat(3),
    c.AddEntropy("clover"),
    c.ShareGame(1, "token"),
    c.WantToGiveUp(),
    c.GiveUp(),
    c.Pause(),
    c.RequestPause(),
    c.StartDiscussion(60),
    c.TakeOverHosting(),
    c.StandIn(0),
    c.Say("Hello", name="Zoe"),
    c.Say("Hello", channel="spectators", name="Zoe"),
)


async def answers_to(room: Room, person: str) -> list[str]:
    """Submit all of these commands as a person, and return the replies."""
    told = []
    for command in ASKED:
        try:
            await room.submit(person, command)
        except Refused as refused:
            told.append(f"{type(command).__name__}: {refused.refusal}")
        else:
            told.append(f"{type(command).__name__}: taken")
    return told
