"""Commands to send messages and to react to them."""

from turncoat.bots.intents import Intent
from turncoat.bots.remarks import Remark
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.table.commands.command import Command
from turncoat.table.values.channels import Channel
from turncoat.table.values.masking import Span


class Say(Command, frozen=True):
    """Send a message to everybody at the table, to the private channel of the rules, or to the spectators.

    A quick phrase is stored by its key and the seat that it is about. Spectators give a name. For bots, the server
    speaks, with the bot's seat and its reason.
    """

    text: str
    channel: Channel = "table"
    phrase: str = ""
    about: Seat | None = None
    name: str = ""
    seat: Seat | None = None
    """Seat of the bot that speaks."""
    reason: str = ""
    """Key of the reason that a bot gives, or empty for none."""
    mission: int = 0
    """Mission that a bot speaks of."""
    count: int = 0
    """Number in the reason."""
    others: SeatSet = NOBODY
    """The other seats in the reason."""
    wording: int = 0
    """Index of the phrase's wording by a bot. The server fills it in, like the next field."""
    reason_wording: int = 0
    """Index of the reason's wording."""
    leader: Seat | None = None
    """Seat that proposed the team that a bot speaks of."""
    answers: int = 0
    """Number of the message that the bot answers, or 0 for none."""
    after_events: int | None = None
    """Number of public events of the table's game. The server fills it in."""
    opinions: tuple[Remark, ...] = ()
    """Opinions that bots hear in a person's message. The server fills them in."""
    intent: Intent | None = None
    """Intent of the message, as understood by the bots that have to answer. The server fills it in."""
    asked: tuple[Seat, ...] = ()
    """Bots that have to answer. The server fills it in."""
    number: int = 0
    """Number of the message in its channel. The server fills it in."""
    voice: int = 0
    """Voice of the speaker. The server fills it in."""


class React(Command, frozen=True):
    """React to a message of the table's chat. A person has one reaction per message, which a repetition withdraws."""

    message: int
    reaction: str
    voice: int = 0
    """Voice of the person. The server fills it in."""


class HideWords(Command, frozen=True):
    """Mask these parts of that game's messages, by number (server). Stored with new settings."""

    game: int
    hidden: dict[Channel, dict[int, tuple[Span, ...]]]
