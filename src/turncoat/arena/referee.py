"""A referee for bots: it records errors, overlong thinking and illegal answers, and lets `sensible` take over."""

import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import ClassVar, Literal, TypeAlias, TypeVar

import msgspec

from turncoat import bots
from turncoat.arena.time_limit import TookTooLong, time_limit
from turncoat.bots.bot import Bot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.simulation.playing import BotMaker

T = TypeVar("T")
Kind: TypeAlias = Literal["error", "time", "illegal"]


class Fault(msgspec.Struct, frozen=True):
    """A bot's fault: an error, too much time, or an illegal answer."""

    seat: Seat
    kind: Kind
    message: str


class IllegalAnswerError(Exception):
    """A bot gave an illegal answer. The message has the question, the answer and the refusal."""


class RefereedBot(Bot):
    """A bot under a referee. After its first fault, `sensible` plays the rest of the game with the same knowledge."""

    name: ClassVar[str] = "refereed"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes, make: BotMaker, seconds: float = 0.0) -> None:
        super().__init__(ruleset, seat, seed)
        self.fault: Fault | None = None
        self._seconds = seconds
        self._seed = seed
        self._seen: list[Event] = []
        made = self._watched(lambda: make(ruleset, seat, seed))
        self._first = made[0] if made is not None else None
        self._bot = self._first if self._first is not None else self._replacement()

    def share(self, seed: str) -> None:
        super().share(seed)
        self._watched(lambda: self._bot.share(seed))
        self._replace()

    def see(self, events: Iterable[Event]) -> None:
        events = tuple(events)
        self._seen += events
        self._watched(lambda: self._bot.see(events))
        self._replace()

    def choose(self, prompt: Prompt) -> Answer:
        answer = self._watched(lambda: self._answer(self._bot, prompt))
        if answer is not None:
            return answer[0]
        self._replace()
        return self._bot.choose(prompt)

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        choice = self._watched(lambda: self._offer(self._bot, offers))
        if choice is not None:
            return choice[0]
        self._replace()
        return self._bot.consider(offers)

    def close(self) -> None:
        first = self._first
        if first is not None:
            self._watched(first.close)

    def _answer(self, bot: Bot, prompt: Prompt) -> Answer:
        """Return the bot's answer. Raises IllegalAnswerError."""
        answer = bot.choose(prompt)
        if bot is self._first and bot.illegal_answers:
            raise IllegalAnswerError(bot.first_illegal_answer)
        refusal = prompt.option.refusal(answer)
        if refusal is not None:
            raise IllegalAnswerError(f"{prompt.question.name}: {answer!r} ({refusal.code})")
        return answer

    def _offer(self, bot: Bot, offers: Sequence[Offer]) -> Choice | None:
        """Return the offer that the bot takes, or None. Raises IllegalAnswerError."""
        choice = bot.consider(offers)
        if choice is None:
            return None
        offer = next((offer for offer in offers if offer.name == choice.to), None)
        code = "no-such-offer"
        if offer is not None:
            refusal = offer.option.refusal(choice.answer)
            if refusal is None:
                return choice
            code = refusal.code
        raise IllegalAnswerError(f"{choice.to}: {choice.answer!r} ({code})")

    def _watched(self, work: Callable[[], T]) -> tuple[T] | None:
        """Run `work` and return its result in a tuple, or None on a fault.

        After the first fault the bot is our own, so its errors are not caught.
        """
        if self.fault is not None:
            return (work(),)
        try:
            with time_limit(self._seconds):
                return (work(),)
        except TookTooLong:
            self.fault = Fault(self.seat, "time", f"{self._seconds:g} s")
        except IllegalAnswerError as error:
            self.fault = Fault(self.seat, "illegal", str(error))
        except Exception as error:
            self.fault = Fault(self.seat, "error", _error_text(error))
        return None

    def _replace(self) -> None:
        """Let `sensible` take over after a fault."""
        if self.fault is not None and self._bot is self._first:
            self._bot = self._replacement()

    def _replacement(self) -> Bot:
        bot = bots.find("sensible")(self.ruleset, self.seat, self._seed)
        bot.share(self.shared_seed)
        bot.see(self._seen)
        return bot


def _error_text(error: Exception) -> str:
    """Return the error's text and the line that raised it."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" ({frames[-1].filename}, line {frames[-1].lineno})" if frames else ""
    return f"{type(error).__name__}: {error}{at}"
