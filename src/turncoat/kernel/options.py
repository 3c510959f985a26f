"""Options: the few kinds of choices. Every client (form, terminal, bot) implements each kind once.

An option separates what is *shown* from what is *allowed*: everyone sees the same cards, and a card that a role may not
play is refused in private. The legality of an answer is decided here alone: `refusal` gives the reason, `answers` lists
the legal ones, and the two agree.

| option  | answer                                  | in a record      |
| ------- | --------------------------------------- | ---------------- |
| Seats   | seat set (bit mask)                     | `0,2` or `none`  |
| OneSeat | seat, or None to pass                   | `3` or `-`       |
| OneCard | card, or None to pass                   | `fail` or `-`    |
| Cards   | sorted tuple of cards                   | `+1,+1,-3`       |
| YesNo   | bool                                    | `yes`, `no`      |
| Word    | word                                    | `approve`        |
| Order   | tuple of cards, all of them             | `b,a,c`          |
| Form    | tuple, one answer a part                | `team=0,2 token=3` |
"""

from collections.abc import Iterator
from itertools import combinations, permutations, product
from typing import Any, TypeAlias

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import Seat, SeatSet, seat_set, seats_in
from turncoat.kernel.words import N_, composed, kebab_case, listed

Answer: TypeAlias = Any
"""An int, str, bool, None or a tuple of these, by kind of option as listed above."""

PASS = "-"
_WORDS = frozenset({str})
"""Exact type of words and cards. Subclasses of str are excluded, since a record stores only the characters."""


class Option(msgspec.Struct, frozen=True, tag_field="kind", tag=kebab_case, gc=False, cache_hash=True):
    """A choice offered to a seat. Abstract: only the subclasses below exist.

    >>> from turncoat import Word, YesNo
    >>> ballot = Word(shown=("approve", "reject"), allowed=("approve", "reject"))
    >>> [list(option.answers()) for option in (ballot, YesNo())]
    [['approve', 'reject'], [False, True]]
    """

    def refusal(self, answer: Answer) -> Refusal | None:
        """Return the reason why the answer is illegal, or None if it is legal."""
        raise NotImplementedError

    def answers(self) -> Iterator[Answer]:
        """Yield every legal answer once, in a fixed order.

        May be long: bots draw with `turncoat.bots.draws` instead.
        """
        raise NotImplementedError

    def text(self, answer: Answer) -> str:
        """Return the answer as written in a record, without spaces except between the parts of a form."""
        return PASS if answer is None else str(answer)

    def parse(self, text: str) -> Answer:
        """Parse the output of `text`. Raises ValueError for text that is no answer of this kind."""
        raise NotImplementedError

    def to_json(self) -> str:
        """Return the option as JSON, as programs get it (docs/protocol.md)."""
        return msgspec.json.encode(self).decode()

    @staticmethod
    def from_json(text: str | bytes) -> "AnyOption":
        """Return the option that `to_json` wrote. Raises ValueError for any other text."""
        option: AnyOption = msgspec.json.decode(text, type=AnyOption)
        return option


def _not_allowed(why: str, allowed: tuple[Any, ...]) -> Refusal:
    return Refusal(why, (("allowed", ", ".join(map(str, allowed))),))


class Word(Option, frozen=True):
    """One word of several: approve or reject, mission-3, go-on.

    >>> card = Word(shown=("success", "fail"), allowed=("success",))
    >>> card.refusal("success")
    >>> card.refusal("fail").code
    'not-allowed'
    """

    shown: tuple[str, ...]
    allowed: tuple[str, ...]
    why: str = "not-allowed"

    def refusal(self, answer: Answer) -> Refusal | None:
        if type(answer) is not str:
            return _not_allowed("not-allowed", self.allowed)
        if answer in self.allowed:
            return None
        return _not_allowed(self.why if answer in self.shown else "not-allowed", self.allowed)

    def answers(self) -> Iterator[Answer]:
        return iter(self.allowed)

    def parse(self, text: str) -> Answer:
        return text


class OneCard(Option, frozen=True):
    """One of the cards in front of the seat. `allowed` may be fewer, which only the seat itself learns.

    >>> card = OneCard(shown=("success", "fail"), allowed=("success",), may_pass=True)
    >>> list(card.answers())
    ['success', None]
    """

    shown: tuple[str, ...]
    allowed: tuple[str, ...]
    may_pass: bool = False
    why: str = "not-allowed"

    def refusal(self, answer: Answer) -> Refusal | None:
        if type(answer) is str:
            if answer in self.allowed:
                return None
            return _not_allowed(self.why if answer in self.shown else "not-allowed", self.allowed)
        if answer is None:
            return None if self.may_pass else Refusal("may-not-pass")
        return _not_allowed("not-allowed", self.allowed)

    def answers(self) -> Iterator[Answer]:
        yield from dict.fromkeys(self.allowed)
        if self.may_pass:
            yield None

    def parse(self, text: str) -> Answer:
        return None if text == PASS else text


class Cards(Option, frozen=True):
    """From `low` to `high` cards of a hand. Equal cards are interchangeable.

    >>> list(Cards(low=0, high=2, hand=("+1", "+1", "-3")).answers())
    [(), ('+1',), ('-3',), ('+1', '+1'), ('+1', '-3')]
    """

    low: int
    high: int
    hand: tuple[str, ...]

    def refusal(self, answer: Answer) -> Refusal | None:
        if type(answer) is not tuple:
            return Refusal("wrong-kind", (("expected", N_("cards")),))
        if self.low <= len(answer) <= self.high:
            last, rest = "", iter(self.hand)  # both are sorted, so each card must come after the previous match
            for card in answer:
                if type(card) is not str or card not in rest or card < last:
                    break
                last = card
            else:
                return None
        return self._why_not(answer)

    def _why_not(self, answer: tuple[Answer, ...]) -> Refusal | None:
        if not _WORDS.issuperset(map(type, answer)):
            return Refusal("wrong-kind", (("expected", N_("cards")),))
        hand = self.hand
        last, is_sorted = "", True
        for card in answer:
            if card not in hand or (card == last and answer.count(card) > hand.count(card)):
                return _not_allowed("not-allowed", hand)
            if card < last:
                is_sorted = False
            last = card
        if not self.low <= len(answer) <= self.high:
            return Refusal("wrong-count", (("low", self.low), ("high", self.high)))
        return None if is_sorted else Refusal("wrong-kind", (("expected", N_("cards in sorted order")),))

    def answers(self) -> Iterator[Answer]:
        hand = sorted(self.hand)
        for size in range(self.low, self.high + 1):
            yield from dict.fromkeys(combinations(hand, size))

    def text(self, answer: Answer) -> str:
        return ",".join(answer) or "none"

    def parse(self, text: str) -> Answer:
        return () if text == "none" else tuple(sorted(text.split(",")))


class Order(Option, frozen=True):
    """All of these cards in some order, as chance chooses in a shuffle.

    >>> list(Order(("a", "b")).answers())
    [('a', 'b'), ('b', 'a')]
    """

    cards: tuple[str, ...]

    def refusal(self, answer: Answer) -> Refusal | None:
        if type(answer) is tuple and _WORDS.issuperset(map(type, answer)) and sorted(answer) == sorted(self.cards):
            return None
        return Refusal("wrong-kind", (("expected", N_("all of the cards in some order")),))

    def answers(self) -> Iterator[Answer]:
        yield from dict.fromkeys(permutations(self.cards))

    def text(self, answer: Answer) -> str:
        return ",".join(answer) or "none"

    def parse(self, text: str) -> Answer:
        return () if text == "none" else tuple(text.split(","))


class YesNo(Option, frozen=True):
    """Yes or no. Sometimes only one of them is allowed, which only the seat itself learns.

    >>> YesNo(allowed=(False,)).refusal(True).code
    'not-allowed'
    """

    allowed: tuple[bool, ...] = (False, True)
    why: str = "not-allowed"

    def refusal(self, answer: Answer) -> Refusal | None:
        if not isinstance(answer, bool):
            return Refusal("wrong-kind", (("expected", N_("yes or no")),))
        if answer in self.allowed:
            return None
        return _not_allowed(self.why, tuple("yes" if yes else "no" for yes in self.allowed))

    def answers(self) -> Iterator[Answer]:
        return iter(self.allowed)

    def text(self, answer: Answer) -> str:
        return "yes" if answer else "no"

    def parse(self, text: str) -> Answer:
        if text not in ("yes", "no"):
            raise ValueError(composed(N_("expected yes or no, not {given}"), given=repr(text)))
        return text == "yes"


class OneSeat(Option, frozen=True):
    """One seat of several.

    >>> from turncoat import seat_set
    >>> list(OneSeat(shown=seat_set([0, 2, 3]), allowed=seat_set([2, 3]), may_pass=True).answers())
    [2, 3, None]
    """

    shown: SeatSet
    allowed: SeatSet
    may_pass: bool = False
    why: str = "seat-not-allowed"

    def refusal(self, answer: Answer) -> Refusal | None:
        if answer is None:
            return None if self.may_pass else Refusal("may-not-pass")
        if type(answer) is not int or answer < 0:
            return Refusal("wrong-kind", (("expected", N_("a seat")),))
        if self.allowed >> answer & 1:
            return None
        return Refusal(self.why if self.shown >> answer & 1 else "seat-not-allowed")

    def answers(self) -> Iterator[Answer]:
        yield from seats_in(self.allowed)
        if self.may_pass:
            yield None

    def parse(self, text: str) -> Answer:
        return None if text == PASS else parse_seat(text)


class Seats(Option, frozen=True):
    """From `low` to `high` different seats.

    >>> from turncoat import seat_set, seats_in
    >>> team = Seats(low=2, high=2, shown=seat_set([0, 1, 2]), allowed=seat_set([0, 1, 2]))
    >>> [seats_in(answer) for answer in team.answers()]
    [(0, 1), (0, 2), (1, 2)]
    """

    low: int
    high: int
    shown: SeatSet
    allowed: SeatSet
    why: str = "seat-not-allowed"

    def refusal(self, answer: Answer) -> Refusal | None:
        if type(answer) is not int or answer < 0:
            return Refusal("wrong-kind", (("expected", N_("a set of seats")),))
        if answer & ~self.allowed:
            return Refusal(self.why if not answer & ~self.shown else "seat-not-allowed")
        if not self.low <= answer.bit_count() <= self.high:
            return Refusal("wrong-count", (("low", self.low), ("high", self.high)))
        return None

    def answers(self) -> Iterator[Answer]:
        bits = [1 << seat for seat in seats_in(self.allowed)]
        for size in range(self.low, self.high + 1):
            yield from map(sum, combinations(bits, size))

    def text(self, answer: Answer) -> str:
        return ",".join(map(str, seats_in(answer))) or "none"

    def parse(self, text: str) -> Answer:
        return 0 if text == "none" else seat_set(parse_seat(part) for part in text.split(","))


class SizeBy(msgspec.Struct, frozen=True, tag_field="tie", tag=kebab_case):
    """Tie: the number of seats in one part depends on the word of another, as a team's size on its mission."""

    part: str
    by: str
    sizes: tuple[tuple[str, int], ...]


class Apart(msgspec.Struct, frozen=True, tag_field="tie", tag=kebab_case):
    """Tie: the seat of one part is not in the seat set of the other, as a token never goes to a team member."""

    part: str
    other: str


Tie: TypeAlias = SizeBy | Apart


class Form(Option, frozen=True, cache_hash=True):
    """Several parts confirmed together, with ties between them.

    >>> form = Form((("card", Word(shown=("a", "b"), allowed=("a", "b"))), ("aloud", YesNo())))
    >>> form.refusal(("a", True))
    >>> form.text(("a", True))
    'card=a aloud=yes'
    """

    parts: tuple[tuple[str, "AnyOption"], ...]
    ties: tuple[Tie, ...] = ()

    @property
    def names(self) -> list[str]:
        """Part names, in the order of the answer."""
        return [name for name, _ in self.parts]

    def refusal(self, answer: Answer) -> Refusal | None:
        parts = self.parts
        if type(answer) is not tuple or len(answer) != len(parts):
            message = N_("a tuple (in JSON a list) with one answer each for {parts}")
            return Refusal("wrong-kind", (("expected", composed(message, parts=listed(self.names))),))
        for index, part in enumerate(parts):
            refusal = part[1].refusal(answer[index])
            if refusal is not None:
                return refusal
        return self._tie_refusal(answer) if self.ties else None

    def values(self, answer: tuple[Answer, ...]) -> dict[str, Answer]:
        """Return the answers by part name."""
        return {part[0]: answer[index] for index, part in enumerate(self.parts)}

    def _tie_refusal(self, answer: tuple[Answer, ...]) -> Refusal | None:
        values = self.values(answer)
        for tie in self.ties:
            if isinstance(tie, SizeBy):
                size = dict(tie.sizes)[values[tie.by]]
                if values[tie.part].bit_count() != size:
                    return Refusal("wrong-count", (("low", size), ("high", size)))
            elif values[tie.part] is not None and values[tie.other] >> values[tie.part] & 1:
                return Refusal("must-differ")
        return None

    def answers(self) -> Iterator[Answer]:
        for answer in product(*(tuple(option.answers()) for _, option in self.parts)):
            if not self.ties or self._tie_refusal(answer) is None:
                yield answer

    def text(self, answer: Answer) -> str:
        return " ".join(
            f"{name}={option.text(value)}" for (name, option), value in zip(self.parts, answer, strict=True)
        )

    def parse(self, text: str) -> Answer:
        pairs = [part.partition("=") for part in text.split()]
        given = {name: value for name, _, value in pairs}
        if sorted(name for name, _, _ in pairs) != sorted(self.names):
            wanted = " ".join(f"{name}=…" for name in self.names)
            raise ValueError(composed(N_("expected {wanted}, not {given}"), wanted=wanted, given=repr(text)))
        return tuple(option.parse(given[name]) for name, option in self.parts)


AnyOption: TypeAlias = Word | OneCard | Cards | Order | YesNo | OneSeat | Seats | Form


def parse_seat(text: str) -> Seat:
    """Parse a seat number as written in a record. Raises ValueError."""
    if not text.isascii() or not text.isdigit() or len(text) > 2:
        raise ValueError(composed(N_("expected a seat number, not {given}"), given=repr(text)))
    return int(text)
