"""A referee beside a bot: errors, overlong thought and illegal answers are noted, and `sensible` goes on."""

import contextlib
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import ClassVar, Literal, TypeAlias, TypeVar

import msgspec

from turncoat import bots
from turncoat.bots.bot import Bot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.lab.time_limit import TookTooLong, time_limit

T = TypeVar("T")
BotMaker: TypeAlias = Callable[[Ruleset, Seat, bytes], Bot]
"""What makes a bot for a seat of a game: a class of bots is one."""
Kind: TypeAlias = Literal["error", "time", "illegal"]


class Fault(msgspec.Struct, frozen=True):
    """What a bot did wrong: it raised an error, took too long, or gave an answer that is not legal."""

    seat: Seat
    kind: Kind
    message: str


class IllegalAnswerError(Exception):
    """A program has answered what is not legal; the message has the question, the answer and the refusal."""


class RefereedBot(Bot):
    """A bot with a referee. After its first fault `sensible` plays the rest of the game, knowing what it knew."""

    name: ClassVar[str] = "refereed"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes, make: BotMaker, seconds: float = 0.0) -> None:
        super().__init__(ruleset, seat, seed)
        self.fault: Fault | None = None
        self._seconds = seconds
        self._seed = seed
        self._seen: list[Event] = []
        self._first: Bot | None = None
        with self._watched():
            self._first = make(ruleset, seat, seed)
        self._bot = self._first if self._first is not None and self.fault is None else self._replacement()

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self._seen += events
        with self._watched():
            self._bot.see(events)
        self._replace()

    def choose(self, prompt: Prompt) -> Answer:
        with self._watched():
            answer = self._bot.choose(prompt)
            if self._bot is self._first and self._bot.illegal_answers:
                raise IllegalAnswerError(self._bot.first_illegal_answer)
            refusal = prompt.option.refusal(answer)
            if refusal is None:
                return answer
            raise IllegalAnswerError(f"{prompt.question.name}: {answer!r} ({refusal.code})")
        self._replace()
        return self._bot.choose(prompt)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        with self._watched():
            choice = self._bot.consider(offers)
            if choice is None:
                return None
            taken = next((offer for offer in offers if offer.name == choice.to), None)
            refusal = taken.option.refusal(choice.answer) if taken is not None else None
            if taken is not None and refusal is None:
                return choice
            raise IllegalAnswerError(f"{choice.to}: {choice.answer!r} ({refusal.code if refusal else 'no-such-offer'})")
        self._replace()
        return self._bot.consider(offers)

    def close(self) -> None:
        if self._first is not None:
            with self._watched():
                self._first.close()

    @contextmanager
    def _watched(self) -> Iterator[None]:
        """Note the first fault; of the replacement none is expected, and its errors are ours."""
        if self.fault is not None:
            yield
            return
        try:
            with time_limit(self._seconds):
                yield
        except TookTooLong:
            self.fault = Fault(self.seat, "time", f"{self._seconds:g} s")
        except IllegalAnswerError as error:
            self.fault = Fault(self.seat, "illegal", str(error))
        except Exception as error:
            self.fault = Fault(self.seat, "error", _told(error))

    def _replace(self) -> None:
        """Let `sensible` play on when there was a fault."""
        if self.fault is not None and self._bot is self._first:
            self._bot = self._replacement()

    def _replacement(self) -> Bot:
        bot = bots.find("sensible")(self.ruleset, self.seat, self._seed)
        bot.see(self._seen)
        return bot


def _told(error: Exception) -> str:
    """The error and where it arose."""
    frames = traceback.extract_tb(error.__traceback__)
    with contextlib.suppress(IndexError):
        return f"{type(error).__name__}: {error} ({frames[-1].filename}, line {frames[-1].lineno})"
    return f"{type(error).__name__}: {error}"
