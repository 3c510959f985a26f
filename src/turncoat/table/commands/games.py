"""Commands that begin, play and end a game."""

from turncoat.kernel.options import Answer
from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command, SeatingCommand
from turncoat.table.values.deal_opening import FixedDeal


class Start(SeatingCommand, frozen=True):
    """Begin a game (host, or the server when a deal has begun). `Deal` is stored with it."""

    teaches: bool = False
    """True if its bots play a teaching game (`turncoat.bots.guided`), which everybody is told."""
    meets: bool = False
    """True if people were invited to it, so that the invitation is over. The server fills it in."""


class DrawSeed(Command, frozen=True):
    """Commit to the seed of the next deal, and clear the entropy of the last (server)."""

    game: int
    """Number of the game that is dealt from it."""
    seed: str = ""


class BeginDeal(Command, frozen=True):
    """Begin a deal for which people have made commitments (host). Their contributions are fixed from now on.

    The host says `Start`. The server fills in the fixed part of the deal, and whether to wait for all reveals.
    """

    deal: FixedDeal
    waits: bool = False


class RevealEntropy(Command, frozen=True):
    """Reveal one's commitment after a deal has begun."""

    nonce: str
    entropy: str = ""


class CallOffDeal(Command, frozen=True):
    """Give up a deal for which somebody has not revealed their commitment (server)."""


class GameCommand(Command, frozen=True):
    """A command that the rules of that game have to accept. If they no longer do, the game cannot continue."""

    game: int


class Deal(GameCommand, frozen=True):
    """Deal the cards of the game that has begun (server). Without this entry nothing is known of that game."""

    rules: str = ""
    """Version of the rules that the game is bound to."""
    teaches: bool = False
    holds: bool = False
    """True if the table stays open for a moment before a reveal that nobody triggers."""
    bots: tuple[str, ...] = ()
    """Seed of each seat's bot."""


class Choose(GameCommand, frozen=True):
    """A choice in the game. A person chooses for their own seat."""

    seat: Seat
    to: int | str
    answer: Answer


class StandingAnswer(GameCommand, frozen=True):
    """Pass at this question, and at every other that only asks who wants to say something.

    It lasts until something concerns the person's seat. With `on` False, they are asked again.
    """

    question: int = 0
    """Number of the question at which this was said, or 0 on withdrawal."""
    on: bool = True
    for_round: bool = False
    """True if it lasts only until the next round, and whatever happens to the seat in this one."""


class GiveStandingAnswers(GameCommand, frozen=True):
    """Give standing answers to the open question when the moment to speak up is over (server)."""

    question: int


class TimeUp(GameCommand, frozen=True):
    """Choose the rules' default for everybody who has not answered the open question in time (server)."""

    question: int


class Reveal(GameCommand, frozen=True):
    """Let the held last answer take effect, after the table was open long enough (server)."""

    question: int


class Reopen(Command, frozen=True):
    """Return to the setup with the same people after a game (host)."""


class AbortGame(Command, frozen=True):
    """End a game that cannot continue, with a notice (server)."""

    reason: str
