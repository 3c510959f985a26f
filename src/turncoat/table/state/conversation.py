"""The conversation as bots follow it in the current game, and which of them reply to whom.

It is derived from the table's log, so after a restart the same bots owe the same replies. The choice of a bot depends
on public facts: who is named or accused, who spoke last, when each has answered, and a draw from the table's code and
the message's number.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import msgspec

from turncoat.bots.intents import Intent
from turncoat.bots.remarks import ChatQuestion, Remark
from turncoat.kernel.seats import Seat

REST: Final = 20.0
"""Minimum seconds between two answers of a bot to people."""
SHORTEST_TYPING: Final = 2.0
LONGEST_TYPING: Final = 6.0
"""Bounds of the time for which a bot types an answer, in seconds."""
PATIENCE: Final = 60.0
"""Seconds after which an answer is no longer expected."""
MOST_ANSWERS: Final = 3
"""Maximum number of bots that answer one message."""


class HeardRemark(msgspec.Struct, frozen=True):
    """An opinion on somebody, or a bot's remark."""

    events: int
    """Number of public events at the time."""
    seat: Seat
    remark: Remark


class OpenQuestion(msgspec.Struct, frozen=True):
    """A message that a bot has to answer, with its time."""

    question: ChatQuestion
    at: float
    of_person: bool


class Conversation:
    """The part of one game's conversation that bots react to."""

    def __init__(self) -> None:
        self.game = 0
        """The game that the conversation belongs to."""
        self.remarks: list[HeardRemark] = []
        """Remarks that every bot hears, in order."""
        self.last: Seat | None = None
        """Seat of the bot that spoke last."""
        self._questions: dict[Seat, OpenQuestion] = {}
        self._answered: dict[Seat, float] = {}
        """Time of each bot's latest answer to a person."""

    def question(self, seat: Seat, now: float) -> ChatQuestion | None:
        """Return the message that the bot on that seat has to answer, unless it has expired."""
        pending = self._questions.get(seat)
        return pending.question if pending is not None and now - pending.at <= PATIENCE else None

    def hear(self, events: int, seat: Seat, remark: Remark) -> None:
        """Record an opinion or a bot's remark for all bots."""
        self.remarks.append(HeardRemark(events, seat, remark))

    def answer(self, seat: Seat, at: float) -> None:
        """Settle the bot's question."""
        settled = self._questions.pop(seat, None)
        if settled is not None and settled.of_person:
            self._answered[seat] = at

    def ask(self, question: ChatQuestion, at: float, seats: Sequence[Seat], *, of_person: bool) -> None:
        """Give these bots a message to answer."""
        for seat in seats:
            self._questions[seat] = OpenQuestion(question, at, of_person)

    def is_free(self, seat: Seat, at: float) -> bool:
        """Return whether the bot may answer a person: it owes no other person an answer, and its last one is long ago.

        The time of typing counts as a part of that break. A bot's question gives way to a person's.
        """
        has_other = self.question(seat, at) is not None and self._questions[seat].of_person
        return not has_other and at + SHORTEST_TYPING - self._answered.get(seat, -REST) >= REST


def spoken_to(
    intent: Intent,
    bots: Mapping[Seat, float],
    *,
    last: Seat | None,
    leader: Seat | None,
    is_alone: bool,
    draw: str,
) -> tuple[Seat, ...]:
    """Return the bots that answer a message: those named in it, or at most one if it is for everybody.

    `bots` are the candidates, with their talkativeness; `leader` picked the last team; `is_alone` is true if nobody
    else could be meant; `draw` seeds the draw among them.
    """
    named = (*intent.about, *intent.to) if intent.kind in ("accused", "defended") else intent.to
    if named:
        return tuple(seat for seat in dict.fromkeys(named) if seat in bots)[:MOST_ANSWERS]
    if intent.kind == "asked-team":
        return (leader,) if leader is not None and leader in bots else ()
    if intent.to_last or intent.kind in ("thanks", "asked-why"):
        if last is not None and last in bots:
            return (last,)
        if intent.kind in ("thanks", "accused", "defended"):
            return ()
    if intent.kind == "unknown" and not (intent.is_question and is_alone):
        return ()
    others = [seat for seat in bots if seat not in intent.about] or list(bots)
    if not others:
        return ()
    return tuple(Random(draw).choices(others, [bots[seat] + 0.05 for seat in others]))
