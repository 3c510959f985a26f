"""Commands that begin a game, play it and end it."""

from turncoat.kernel.options import Answer
from turncoat.kernel.seats import Seat
from turncoat.table.commands.command import Command, SeatingCommand
from turncoat.table.values.deal_opening import FixedDeal


class Start(SeatingCommand, frozen=True):
    """Begin a game (host, or the server when a deal has begun). `Deal` is stored with it."""

    teaches: bool = False
    """Whether its bots show what the game is about (`turncoat.bots.guided`), and everybody is told so."""


class DrawSeed(Command, frozen=True):
    """Commit to the seed of the next deal, which uses up whatever was added to the last (server)."""

    game: int
    """The number of the game that is dealt from it."""
    seed: str = ""


class BeginDeal(Command, frozen=True):
    """Begin a deal for which people have committed to something (host): what they have added is fixed from now on.

    The host says `Start`; the server fills in what is fixed of the deal, and whether to wait for all that is not
    revealed.
    """

    deal: FixedDeal
    waits: bool = False


class RevealEntropy(Command, frozen=True):
    """Reveal what one has committed to, now that a deal has begun."""

    nonce: str
    entropy: str = ""


class CallOffDeal(Command, frozen=True):
    """Give up a deal for which somebody did not reveal what they had committed to (server)."""


class GameCommand(Command, frozen=True):
    """What the rules of the game of that number have to take: when they no longer do, that game cannot continue."""

    game: int


class Deal(GameCommand, frozen=True):
    """Deal the cards of the game that has begun (server). Without this entry nothing is known of that game."""

    rules: str = ""
    """The version of the rules that the game is bound to."""
    teaches: bool = False
    holds: bool = False
    """Whether the table is held open before a reveal that nobody triggers."""
    bots: tuple[str, ...] = ()
    """The seed of each seat's bot."""


class Choose(GameCommand, frozen=True):
    """A choice in the game; the seat is the person's own."""

    seat: Seat
    to: int | str
    answer: Answer


class StandingAnswer(GameCommand, frozen=True):
    """Go on at this question, and at every other that only asks who wants to say something, until something concerns
    the person's seat; or be asked again from now on."""

    question: int = 0
    """The number of the question at which this was said; 0 when it is taken back."""
    on: bool = True
    for_round: bool = False
    """Whether it holds only until the next round, and whatever happens to the seat in this one."""


class GiveStandingAnswers(GameCommand, frozen=True):
    """The moment that everybody has to speak up is over: standing answers are given to the open question (server)."""

    question: int


class TimeUp(GameCommand, frozen=True):
    """The time for the open question is up: for those who have not chosen the rules' default is (server)."""

    question: int


class Reveal(GameCommand, frozen=True):
    """The table was held open long enough after the last answer: the answer takes effect now (server)."""

    question: int


class Reopen(Command, frozen=True):
    """Go back to the set-up with the same people, after a game (host)."""


class AbortGame(Command, frozen=True):
    """End a game that cannot continue, with a notice (server)."""

    reason: str
