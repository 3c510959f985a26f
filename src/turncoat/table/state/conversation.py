"""What bots hear in the game under way, and which of them is to answer whom.

All of it follows from the table's log, so after a restart the same bots still have the same questions to answer. Which
bot answers depends on what everybody knows: who is named or accused, who spoke last, when each has answered, and a draw
from the table's code and the message's number.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final

import msgspec

from turncoat.bots.intents import Intent
from turncoat.bots.remarks import ChatQuestion, Remark
from turncoat.kernel.seats import Seat

REST: Final = 20.0
"""Seconds between two answers of a bot to people, at least."""
SHORTEST_TYPING: Final = 2.0
LONGEST_TYPING: Final = 6.0
"""For how many seconds a bot types an answer."""
PATIENCE: Final = 60.0
"""Seconds after which nobody expects an answer any more."""
MOST_ANSWERS: Final = 3
"""So many bots answer one message at most."""


class HeardRemark(msgspec.Struct, frozen=True):
    """Whom somebody trusts or doubts, or what a bot has said."""

    events: int
    """How much had happened by then that everybody has seen."""
    seat: Seat
    remark: Remark


class OpenQuestion(msgspec.Struct, frozen=True):
    """What a bot is to answer, and when it was said."""

    question: ChatQuestion
    at: float
    of_person: bool


class Conversation:
    """What was said in one game, as far as bots go by it."""

    def __init__(self) -> None:
        self.game = 0
        """The game in which it was said."""
        self.remarks: list[HeardRemark] = []
        """What every bot hears, in order."""
        self.last: Seat | None = None
        """The bot that spoke last."""
        self._questions: dict[Seat, OpenQuestion] = {}
        self._answered: dict[Seat, float] = {}
        """When each bot has answered a person."""

    def question(self, seat: Seat, now: float) -> ChatQuestion | None:
        """What the bot on that seat is to answer now."""
        there = self._questions.get(seat)
        return there.question if there is not None and now - there.at <= PATIENCE else None

    def hear(self, events: int, seat: Seat, remark: Remark) -> None:
        """Somebody has said whom they trust or doubt, or a bot something."""
        self.remarks.append(HeardRemark(events, seat, remark))

    def answer(self, seat: Seat, at: float) -> None:
        """The bot has answered its question."""
        there = self._questions.pop(seat, None)
        if there is not None and there.of_person:
            self._answered[seat] = at

    def ask(self, question: ChatQuestion, at: float, seats: Sequence[Seat], *, of_person: bool) -> None:
        """Somebody has spoken to these bots."""
        for seat in seats:
            self._questions[seat] = OpenQuestion(question, at, of_person)

    def is_free(self, seat: Seat, at: float) -> bool:
        """Return whether the bot may answer a person now: it has no other person to answer, and its last answer is
        long ago by the time that it has typed another. Another bot has to wait for people."""
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
    """The bots that answer somebody: those who are named, or at most one where the text is for all.

    `bots` are those that may answer, with how talkative each is; `leader` picked the last team; `is_alone` says whether
    there is nobody else to whom the text could be said; `draw` is what a draw among them is made from.
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
