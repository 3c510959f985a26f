"""Commands to say something, and to react to what was said."""

from turncoat.bots.intents import Intent
from turncoat.bots.remarks import Remark
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.table.commands.command import Command
from turncoat.table.values.channels import Channel
from turncoat.table.values.masking import Span


class Say(Command, frozen=True):
    """Say something to everybody at the table, or in the channel that the rules give to the seat and some others.

    Of a quick phrase only its key is kept, and the seat that it speaks of. Spectators say under which name they speak.
    The server says what a bot says, with the bot's seat and its reason.
    """

    text: str
    channel: Channel = "table"
    phrase: str = ""
    about: Seat | None = None
    name: str = ""
    seat: Seat | None = None
    """The seat of the bot that says it."""
    reason: str = ""
    """The key of the reason that a bot gives; empty for none."""
    mission: int = 0
    """The mission that a bot speaks of."""
    count: int = 0
    """The number that the reason speaks of."""
    others: SeatSet = NOBODY
    """The other seats that the reason speaks of."""
    wording: int = 0
    """Which of the wordings of a bot's phrase. The server fills it in, and the next."""
    reason_wording: int = 0
    """Which of the wordings of its reason."""
    leader: Seat | None = None
    """Who named the team that a bot speaks of."""
    answers: int = 0
    """The number of the message that the bot answers; 0 for none."""
    after_events: int | None = None
    """At the table of a game: how many of its events everybody had seen by then. The server fills it in."""
    opinions: tuple[Remark, ...] = ()
    """The opinions that bots hear in what a person says. The server fills them in."""
    intent: Intent | None = None
    """The intent of whoever says it, as the bots that are to answer understand it. The server fills it in."""
    asked: tuple[Seat, ...] = ()
    """The bots that are to answer. The server fills it in."""
    number: int = 0
    """The number of the message in its place. The server fills it in."""
    voice: int = 0
    """The voice of whoever says it. The server fills it in."""


class React(Command, frozen=True):
    """React to a message of the table's chat. A person has one reaction to a message; the same again takes it back."""

    message: int
    reaction: str
    voice: int = 0
    """The voice of whoever reacts. The server fills it in."""


class HideWords(Command, frozen=True):
    """Hide these parts of what was said in that game, by message number. Stored with new settings (server)."""

    game: int
    hidden: dict[Channel, dict[int, tuple[Span, ...]]]
