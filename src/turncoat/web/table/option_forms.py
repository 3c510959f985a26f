"""From the kernel's options to the page's forms and back: a prompt becomes a form, a sent form becomes an answer.

Written once for each kind of option. A form shows what the option *shows*. Only the game says what is allowed, so that
a page never tells by its looks what a seat may not do.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal

import msgspec

from turncoat.kernel.options import (
    PASS,
    Answer,
    AnyOption,
    Apart,
    Cards,
    Form,
    OneCard,
    OneSeat,
    Seats,
    SizeBy,
    Word,
    YesNo,
    parse_seat,
)
from turncoat.kernel.seats import Seat, seat_set, seats_in
from turncoat.telling import Teller
from turncoat.web.board.model import CardFront
from turncoat.web.board.presenter import GamePresenter


class SeatBox(msgspec.Struct, frozen=True):
    """A seat that may be ticked."""

    seat: int
    name: str
    note: str = ""
    allowed: bool = True
    chosen: bool = False


class SeatsPart(msgspec.Struct, frozen=True):
    """Some seats, `least` to `most` of them. `sizes` has the number for each value of the part named in `sized_by`."""

    name: str
    legend: str
    seats: tuple[SeatBox, ...]
    least: int
    most: int
    sized_by: str = ""
    sizes: tuple[tuple[str, int], ...] = ()
    not_in: str = ""
    """The name of a part whose chosen seats may not be chosen here."""
    primary: bool = True
    """Whether seats for this part are picked on the picture of the table; true of at most one part of a page."""
    kind: Literal["seats"] = "seats"


class CardBox(msgspec.Struct, frozen=True):
    """A card to play."""

    value: str
    front: CardFront
    chosen: bool = False


class CardsPart(msgspec.Struct, frozen=True):
    """One card, or some of a hand."""

    name: str
    legend: str
    cards: tuple[CardBox, ...]
    least: int = 1
    most: int = 1
    several: bool = False
    """Cards are ticked one by one, even when a single one is asked for."""
    kind: Literal["cards"] = "cards"


class WordBox(msgspec.Struct, frozen=True):
    """A word to choose, with its sign."""

    value: str
    word: str
    icon: str = ""
    about: str = ""
    allowed: bool = True
    chosen: bool = False


class WordPart(msgspec.Struct, frozen=True):
    """One of some words: a ballot (drawn as two tokens), yes or no, a mission."""

    name: str
    legend: str
    words: tuple[WordBox, ...]
    look: Literal["ballot", "plain"] = "plain"
    kind: Literal["word"] = "word"


Part = SeatsPart | CardsPart | WordPart


class OptionForm(msgspec.Struct, frozen=True):
    """A form that answers one prompt; its parts are confirmed together."""

    id: str
    """Unique on the page; the prefix of the inputs' ids."""
    post_to: str
    parts: tuple[Part, ...]
    confirm: str
    prompt: str
    """The number of the prompt, so that a late choice is known as stale."""
    command: str
    """An id of the command, so that sending it twice does no harm."""
    warns: str = ""
    """A warning about what can happen: shown above the button, with a box to tick before it is sent."""
    only: tuple[tuple[str, str], ...] = ()
    """The fields of the only possible answer: then there is nothing to pick, and the button says it."""
    holds: str = ""
    """How long it holds that the seat passes, where the large button passes on more than this question."""
    until: str = ""
    """What stands on the button for a standing answer, where one may be given: it is the same for every seat."""
    draft_to: str = ""
    """The address for the draft of a choice that is made openly. No other form has one."""

    @property
    def has_steps(self) -> bool:
        """Whether seats are picked more than once: then one thing is asked after another."""
        return sum(isinstance(part, SeatsPart) for part in self.parts) > 1


WHOLE: Final = "answer"
"""The field of an option that is no form of parts."""
ICONS: Final[Mapping[str, str]] = {"approve": "approve", "reject": "reject", "yes": "approve", "no": "reject"}
PRESET: Final = frozenset({"nothing", "go-on"})
"""Words that are ticked from the start when they come first; the other, rarer word is a single tap away."""
BALLOT: Final = frozenset({"approve", "reject"})


class NotAnAnswer(ValueError):
    """The sent fields are no answer to this kind of option."""


def form_of(
    option: AnyOption,
    presenter: GamePresenter,
    teller: Teller,
    *,
    id: str,
    post_to: str,
    prompt: str,
    command: str,
    confirm: str,
    legend: str,
    chosen: Answer = None,
    me: str = "",
    seat: Seat | None = None,
    picks: bool = True,
    warns: str = "",
) -> OptionForm:
    """The form for an option. `chosen` is the current answer; `me` is put after the name of `seat`.

    With `picks`, seats for the first part with seats are picked on the picture of the table; not for a standing offer.
    """
    if sole := sole_word(option):
        return OptionForm(id, post_to, (), confirm, prompt, command, warns, only=((WHOLE, sole),))
    named = option.parts if isinstance(option, Form) else ((WHOLE, option),)
    answers = chosen if isinstance(option, Form) and chosen is not None else (chosen,) * len(named)
    ties = option.ties if isinstance(option, Form) else ()
    sizes = {tie.part: tie for tie in ties if isinstance(tie, SizeBy)}
    apart = {tie.part: tie.other for tie in ties if isinstance(tie, Apart)}
    seat_parts = [name for name, part in named if isinstance(part, Seats | OneSeat)]
    primary = seat_parts[0] if picks and seat_parts else ""
    parts = tuple(
        _part(
            part,
            name,
            legend if name == WHOLE else teller.word(name),
            presenter,
            teller,
            answer,
            me=me,
            seat=seat,
            size_by=sizes.get(name),
            not_in=apart.get(name, ""),
            primary=name == primary,
        )
        for (name, part), answer in zip(named, answers, strict=True)
    )
    return OptionForm(id=id, post_to=post_to, parts=parts, confirm=confirm, prompt=prompt, command=command, warns=warns)


def sole_word(option: AnyOption) -> str:
    """The word of an option that shows only one; empty when there is something to choose."""
    return option.shown[0] if isinstance(option, Word) and len(option.shown) == 1 else ""


def answer_of(option: AnyOption, fields: Mapping[str, Sequence[str]]) -> Answer:
    """The answer in the fields of a sent form, allowed or not. Raises NotAnAnswer."""
    try:
        if isinstance(option, Form):
            return tuple(_value(part, fields.get(name, ())) for name, part in option.parts)
        return _value(option, fields.get(WHOLE, ()))
    except ValueError as wrong:
        raise NotAnAnswer(str(wrong)) from wrong


def _part(
    option: AnyOption,
    name: str,
    legend: str,
    presenter: GamePresenter,
    teller: Teller,
    chosen: Answer,
    *,
    me: str,
    seat: Seat | None,
    size_by: SizeBy | None,
    not_in: str,
    primary: bool,
) -> Part:
    match option:
        case Seats() | OneSeat():
            picked = chosen if isinstance(option, Seats) else 1 << chosen if chosen is not None else 0
            boxes = [
                SeatBox(k, f"{teller.seat(k)} {me}".rstrip() if k == seat else teller.seat(k), chosen=_has(picked, k))
                for k in seats_in(option.shown)
            ]
            low, high = (option.low, option.high) if isinstance(option, Seats) else (not option.may_pass, 1)
            return SeatsPart(
                name,
                legend,
                tuple(boxes),
                int(low),
                int(high),
                sized_by=size_by.by if size_by else "",
                sizes=size_by.sizes if size_by else (),
                not_in=not_in,
                primary=primary,
            )
        case OneCard():
            cards = [CardBox(card, presenter.card_front(card, teller), card == chosen) for card in option.shown]
            if option.may_pass:
                cards.append(CardBox(PASS, CardFront(teller.word("pass"))))
            return CardsPart(name, legend, tuple(cards))
        case Cards():
            held = list(chosen or ())
            boxes_of = []
            for card in option.hand:
                is_chosen = card in held
                if is_chosen:
                    held.remove(card)
                boxes_of.append(CardBox(card, presenter.card_front(card, teller), is_chosen))
            return CardsPart(name, legend, tuple(boxes_of), option.low, option.high, several=True)
        case YesNo():
            words = tuple(
                WordBox(word, teller.word(word), ICONS[word], chosen=chosen is (word == "yes"))
                for word in ("yes", "no")
            )
            return WordPart(name, legend, words)
        case Word():
            usual = option.shown[0] if option.shown[0] in PRESET else None
            words = tuple(
                WordBox(word, teller.word(word), ICONS.get(word, ""), chosen=word == (chosen or usual))
                for word in option.shown
            )
            return WordPart(name, legend, words, "ballot" if frozenset(option.shown) == BALLOT else "plain")
        case _:
            raise TypeError(f"no person is asked for {type(option).__name__}")


def _has(picked: Answer, seat: Seat) -> bool:
    return type(picked) is int and bool(picked >> seat & 1)


def _value(option: AnyOption, values: Sequence[str]) -> Answer:
    match option:
        case Seats():
            return seat_set(map(parse_seat, values))
        case Cards():
            return tuple(sorted(values))
        case OneSeat() | OneCard() if not values:
            return None
        case _ if len(values) == 1:
            return option.parse(values[0])
        case _:
            raise ValueError(f"expected one value, not {len(values)}")
