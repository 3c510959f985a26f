"""Between the kernel's options and the page's forms: a prompt becomes a form, a sent form becomes an answer.

Written once for each kind of option. A form shows what the option *shows*; whether it is allowed is for the game alone
to say, so that a page never tells by its looks what a seat may not do.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from turncoat.kernel.options import (
    PASS,
    Answer,
    AnyOption,
    Apart,
    Cards,
    OneCard,
    OneSeat,
    Seats,
    SizeBy,
    Word,
    YesNo,
    parse_seat,
)
from turncoat.kernel.options import Form as FormOption
from turncoat.kernel.seats import Seat, seat_set, seats_in
from turncoat.telling import Teller
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.table.pages_options import CardBox, CardsPart, Form, Part, SeatBox, SeatsPart, WordBox, WordPart

WHOLE: Final = "answer"
"""The field of an option that is no form of parts."""
ICONS: Final[Mapping[str, str]] = {"approve": "approve", "reject": "reject", "yes": "approve", "no": "reject"}
PRESET: Final = frozenset({"nothing", "go-on"})
"""Words that are ticked from the start where they come first: what one says less often is a single tap away."""
BALLOT: Final = frozenset({"approve", "reject"})


class NotAnAnswer(ValueError):
    """The fields that were sent are no answer to this kind of option."""


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
) -> Form:
    """The form for an option. `chosen` is the answer that stands; `me` is put after the name of `seat`.

    `picks` lets the picture of the table pick for the first part that asks for seats; not for a standing offer.
    """
    if sole := sole_word(option):
        return Form(id, post_to, (), confirm, prompt, command, warns, only=((WHOLE, sole),))
    named = option.parts if isinstance(option, FormOption) else ((WHOLE, option),)
    answers = chosen if isinstance(option, FormOption) and chosen is not None else (chosen,) * len(named)
    ties = option.ties if isinstance(option, FormOption) else ()
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
    return Form(id=id, post_to=post_to, parts=parts, confirm=confirm, prompt=prompt, command=command, warns=warns)


def sole_word(option: AnyOption) -> str:
    """The word of an option that shows no other; empty when there is something to choose."""
    return option.shown[0] if isinstance(option, Word) and len(option.shown) == 1 else ""


def answer_of(option: AnyOption, fields: Mapping[str, Sequence[str]]) -> Answer:
    """The answer that the fields of a sent form stand for. Raises NotAnAnswer; says nothing of what is allowed."""
    try:
        if isinstance(option, FormOption):
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
            cards = [_card_box(card, presenter, teller, is_chosen=card == chosen) for card in option.shown]
            if option.may_pass:
                cards.append(CardBox(PASS, teller.word("pass"), ""))
            return CardsPart(name, legend, tuple(cards))
        case Cards():
            held = list(chosen or ())
            boxes_of = []
            for card in option.hand:
                is_chosen = card in held
                if is_chosen:
                    held.remove(card)
                boxes_of.append(_card_box(card, presenter, teller, is_chosen=is_chosen))
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


def _card_box(card: str, presenter: GamePresenter, teller: Teller, *, is_chosen: bool) -> CardBox:
    """A card to choose, as its game draws it."""
    face = presenter.card_face(card, teller)
    return CardBox(
        card,
        face.word,
        face.art,
        face.about,
        face.sprite,
        is_chosen,
        when=face.when,
        edge=face.edge,
        spoken=face.spoken,
    )


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
