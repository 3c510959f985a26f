"""Conversion between the kernel's options and HTML forms: from prompts to forms, and from sent forms to answers.

There is one conversion per kind of option. A form displays the option's `shown` values. Only the game decides which are
allowed, so a page's appearance never reveals what a seat may not do.
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
    """Seat that may be ticked."""

    seat: int
    name: str
    note: str = ""
    allowed: bool = True
    chosen: bool = False


class SeatsPart(msgspec.Struct, frozen=True):
    """Choice of `least` to `most` seats. `sizes` gives the number for each value of the part named in `sized_by`."""

    name: str
    legend: str
    seats: tuple[SeatBox, ...]
    least: int
    most: int
    sized_by: str = ""
    sizes: tuple[tuple[str, int], ...] = ()
    not_in: str = ""
    """Name of a part whose chosen seats may not be chosen here."""
    primary: bool = True
    """True if seats are picked on the picture of the table, which holds for at most one part of a page."""
    kind: Literal["seats"] = "seats"


class CardBox(msgspec.Struct, frozen=True):
    """Card to play."""

    value: str
    front: CardFront
    chosen: bool = False


class CardsPart(msgspec.Struct, frozen=True):
    """Choice of one card, or of several from a hand."""

    name: str
    legend: str
    cards: tuple[CardBox, ...]
    least: int = 1
    most: int = 1
    several: bool = False
    """True if cards are ticked individually, even when only one is asked for."""
    kind: Literal["cards"] = "cards"


class WordBox(msgspec.Struct, frozen=True):
    """Word to choose, with its icon."""

    value: str
    word: str
    icon: str = ""
    about: str = ""
    allowed: bool = True
    chosen: bool = False


class WordPart(msgspec.Struct, frozen=True):
    """Choice of one word: a ballot (displayed as two tokens), yes or no, a mission."""

    name: str
    legend: str
    words: tuple[WordBox, ...]
    look: Literal["ballot", "plain"] = "plain"
    kind: Literal["word"] = "word"


Part = SeatsPart | CardsPart | WordPart


class OptionForm(msgspec.Struct, frozen=True):
    """Form that answers one prompt. Its parts are submitted together."""

    id: str
    """Unique id on the page, and prefix of the inputs' ids."""
    post_to: str
    parts: tuple[Part, ...]
    confirm: str
    prompt: str
    """Number of the prompt, by which a late answer is recognized as stale."""
    command: str
    """Id of the command, which makes sending it twice harmless."""
    warns: str = ""
    """Warning about possible consequences, displayed above the button with a box to tick before sending."""
    only: tuple[tuple[str, str], ...] = ()
    """Fields of the only possible answer. Then there is nothing to pick, and the button submits it."""
    pass_scope: str = ""
    """Duration of the seat's pass, if the large button passes on more than this question."""
    until: str = ""
    """Label of the button for a standing answer, if one may be given. It is the same for every seat."""
    draft_to: str = ""
    """Address for the draft of a public choice. Other forms have none."""

    @property
    def may_pass(self) -> bool:
        """True if it asks for one seat or nobody, and for nothing else. Nobody then has a button of its own."""
        parts = self.parts
        return len(parts) == 1 and isinstance(parts[0], SeatsPart) and (parts[0].least, parts[0].most) == (0, 1)

    @property
    def has_steps(self) -> bool:
        """True if seats are picked more than once, which is done in steps."""
        return sum(isinstance(part, SeatsPart) for part in self.parts) > 1


WHOLE: Final = "answer"
"""Field name of an option that is not divided into parts."""
ICONS: Final[Mapping[str, str]] = {"approve": "approve", "reject": "reject", "yes": "approve", "no": "reject"}
PRESET: Final = frozenset({"nothing", "go-on"})
"""Words that are preselected if they come first. The other, rarer word is a single tap away."""
BALLOT: Final = frozenset({"approve", "reject"})


class NotAnAnswer(ValueError):
    """The fields are no answer to this kind of option."""


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
    """Return the form for an option. `chosen` is the current answer, and `me` is appended to the name of `seat`.

    With `picks`, seats for the first part with seats are picked on the picture of the table. Standing offers go
    without.
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
    """Return the word of an option that offers only one, or an empty string if there is a choice."""
    return option.shown[0] if isinstance(option, Word) and len(option.shown) == 1 else ""


def answer_of(option: AnyOption, fields: Mapping[str, Sequence[str]]) -> Answer:
    """Parse the answer in the fields of a sent form, whether it is allowed or not. Raises NotAnAnswer."""
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
            raise TypeError(f"people are never asked for {type(option).__name__}")


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
