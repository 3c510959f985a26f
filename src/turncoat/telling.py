"""Sentences about a game: seen events, prompts, answers and refusals in one language.

The kernel and the games hold English message ids with named values; a `Teller` puts in people's names and the labels of
the words. It is given only what its viewer may see, and it never raises: an unknown value is shown as it is.

    {leader:seat}  a person's name        {cards:tally}  "Success 2, Fail 1"
    {team:seats}   "Ola, Jan and Ewa"     {card:word}    the label of a word
    {track}        the value as it is     {role:role}    the label of a role
    {side:victory} "The spies win"
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from turncoat.kernel.boards import Result
from turncoat.kernel.card_texts import about_word, card_text
from turncoat.kernel.chapters import CardText, Offer
from turncoat.kernel.events import Event, GameEnded, sentence_of
from turncoat.kernel.opening import hiding_count
from turncoat.kernel.options import Answer, AnyOption, Form, OneCard, OneSeat, Seats
from turncoat.kernel.refusals import Refusal, message_of
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, NOBODY, SPECTATOR, Seat, SeatSet, seat_set, seats_in
from turncoat.kernel.steps import Prompt
from turncoat.kernel.words import N_, Message

Translate: TypeAlias = Callable[[str], str]
"""Turns a message id into a text of one language."""

WORDS: Final[Mapping[str, str]] = {
    "yes": N_("Yes"),
    "no": N_("No"),
    "go-on": N_("Go on"),
    "nobody": N_("nobody"),
    "somebody": N_("somebody"),
    "nothing": N_("nothing"),
    "pass": N_("Pass"),
    "chance": N_("Chance"),
    "hidden": N_("hidden"),
}
"""Words that every game may use; a game's own labels come first."""
AND: Final = N_("{names} and {last}")
PLAYERS: Final = N_("{count} player", "{count} players")
_OF_SIDE: Final = N_("{side}: {count}")
WAITING: Final = N_("Waiting for {seats:seats}.")
SEAT: Final = N_("Seat {number}")

_VALUE = re.compile(r"\{(\w+)(?::(\w+))?\}")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
_NUMBER = re.compile(r"[+-]?\d+")


def in_number(message: str, value_of: Callable[[str], Any]) -> str:
    """The message in the plural form for the first plain number among its values; one without plurals as it is."""
    if not isinstance(message, Message) or not message.many:
        return message
    values = (value_of(match[1]) for match in _VALUE.finditer(message.many) if not match[2])
    return message.for_(next((value for value in values if isinstance(value, int) and not isinstance(value, bool)), 2))


def filled(translate: Translate, message: str, **values: object) -> str:
    """A message in the translator's language with plain values put in; for texts outside a game.

    >>> filled(str, N_("{count} player", "{count} players"), count=5)
    '5 players'
    """
    return translate(in_number(message, values.get)).format_map(values)


def company(ruleset: Ruleset, translate: Translate) -> str:
    """How many play, and how many of them hide among the others: everybody knows both.

    >>> import turncoat.games
    >>> company(Ruleset.of("resistance", 7), str)
    '7 players, 3 spies'
    """
    players, book = filled(translate, PLAYERS, count=ruleset.players), rulebook(ruleset.game)
    if not book.hiding_side:
        return players
    if book.hiders:
        return f"{players}, {filled(translate, book.hiders, count=hiding_count(ruleset))}"
    side = translate(book.words.get(book.hiding_side, book.hiding_side))
    return f"{players}, {filled(translate, _OF_SIDE, side=side, count=hiding_count(ruleset))}"


def names_of(translate: Translate, names: Iterable[str]) -> str:
    """Names as a list in the translator's language; for texts outside a game.

    >>> names_of(str, ["Ola", "Jan", "Ewa"])
    'Ola, Jan and Ewa'
    """
    *others, last = names
    return translate(AND).format(names=", ".join(others), last=last) if others else last


def signed(number: int | str) -> str:
    """A number with a real minus: a hyphen looks narrow, and many screen readers leave it out.

    >>> signed(-2), signed("+3")
    ('−2', '+3')
    """
    return str(number).replace("-", "−")


class Sentence(NamedTuple):
    """A sentence about events: it is about those from the first to the last number."""

    first: int
    last: int
    text: str


def named_in(event: Event) -> SeatSet:
    """The seats that the sentence about a seen event names."""
    return _seats_in(sentence_of(event), event)


def concerned(events: Iterable[Event], everybody: SeatSet, for_round: SeatSet = NOBODY) -> SeatSet:
    """Return whom events concern, by what everybody sees of them: they no longer go on without being asked.

    Those in `for_round` go on until the next round begins or nobody may miss what happens; others until they are named.
    """
    found = NOBODY
    for event in events:
        kind = type(event)
        if kind.is_heading or kind.interrupts:
            return everybody
        if kind.asks_anew:
            found |= for_round
        if not kind.redacted_together:  # what several do alike, one after another, is the course of the game
            found |= named_in(event) & ~for_round
    return found


def _seats_in(template: str, event: Event) -> SeatSet:
    named = NOBODY
    for name, how in _VALUE.findall(template):
        value = getattr(event, name, None)
        if how == "seat" and value is not None and value >= 0:
            named |= 1 << value
        elif how == "seats":
            named |= value or NOBODY
    return named


class Teller:
    """Says things in one language, with the people's names in seat order.

    >>> import turncoat.games
    >>> teller = Teller(Ruleset.of("resistance", 5), ["Ola", "Jan", "Ewa", "Kai", "Mia"])
    >>> teller.seats(0b10011)
    'Ola, Jan and Mia'
    >>> teller.word("mission-succeeded")
    'The mission succeeds'
    """

    def __init__(self, ruleset: Ruleset, names: Sequence[str], translate: Translate = str) -> None:
        self._names = tuple(names)
        self._translate = translate
        self._ruleset = ruleset
        self._waited_for, self._waiting = NOBODY, ""
        book = rulebook(ruleset.game)
        self._words = dict(WORDS)
        for name, chapter in book.chapters.items():
            if not ruleset.has(name):
                self._words.update(chapter.words)
        self._words.update(book.words_of(ruleset))
        for name in ruleset.modules:
            self._words.update(book.chapters[name].words)

    # Events, prompts and offers

    def event(self, event: Event) -> str:
        """A seen event as a sentence; empty when there is nothing to say about it."""
        return self._fill(sentence_of(event), lambda name: getattr(event, name, None))

    def private_mark(self, event: Event, role: str) -> tuple[SeatSet, str]:
        """What a viewer of that role who sees every field of the event may mark which seats with."""
        seats, message = type(event).private_mark[0], event.mark(self._ruleset, role)
        return _seats_in(seats, event), self._fill(message, lambda name: getattr(event, name, None))

    def events(self, events: Sequence[Event]) -> "list[Sentence]":
        """Seen events in their order, each as a sentence; what several seats in a row did alike is said once."""
        told: list[Sentence] = []
        at = 0
        while at < len(events):
            end = self._end_of_likes(events, at)
            text = self.event(events[at]) if end == at + 1 else self._together(events[at:end])
            if text:
                told.append(Sentence(at, end - 1, text))
            at = end
        return told

    def _together(self, events: Sequence[Event]) -> str:
        first, values = events[0], {"seats": seat_set(getattr(event, "seat", SPECTATOR) for event in events)}
        return self._fill(type(first).redacted_together, lambda name: values.get(name, getattr(first, name, None)))

    def _end_of_likes(self, events: Sequence[Event], at: int) -> int:
        """Where the events end that are said together with this one."""
        first = events[at]
        template = type(first).redacted_together
        if not template or sentence_of(first) != type(first).redacted_message:
            return at + 1
        names = [name for name, _ in _VALUE.findall(template) if name != "seats"]
        seats, end = {getattr(first, "seat", None)}, at + 1
        while end < len(events):
            event = events[end]
            alike = type(event) is type(first) and sentence_of(event) == sentence_of(first)
            if not alike or any(getattr(event, name) != getattr(first, name) for name in names):
                break
            if getattr(event, "seat", None) in seats:
                break
            seats.add(getattr(event, "seat", None))
            end += 1
        return end

    def prompt(self, prompt: Prompt) -> str:
        """The question, as one sentence."""
        params = dict(prompt.params)
        return self._fill(prompt.question.sentence, params.get) or self.word(prompt.question.name)

    def offer(self, offer: Offer) -> str:
        """A standing offer, as one sentence."""
        return self.text(offer.sentence) or self.word(offer.name)

    def refusal(self, refusal: Refusal) -> str:
        """Why a choice is refused, and what would be right."""
        params = dict(refusal.params)

        def value(name: str) -> Any:
            given = params.get(name)
            if name == "allowed" and isinstance(given, str):
                return ", ".join(map(self.word, given.split(", ")))
            return self.text(given) if isinstance(given, str) else given

        return self._fill(message_of(refusal), value)

    def result(self, result: Result) -> str:
        """How the game ended."""
        return self.event(GameEnded(result.winner, result.reason))

    def victory(self, side: str) -> str:
        """The announcement of the winner."""
        return self.text(rulebook(self._ruleset.game).victories.get(side, "")) or self.word(side)

    def waiting(self, mask: SeatSet) -> str:
        """The people who are waited for; empty when there are none."""
        if mask != self._waited_for:  # each viewer is told it, and more than once
            self._waited_for, self._waiting = mask, self._fill(WAITING, {"seats": mask}.get) if mask else ""
        return self._waiting

    # Names and words

    def fill(self, message: str, **values: Any) -> str:
        """A message with its values told in the ways that the template names."""
        return self._fill(message, values.get)

    @property
    def company(self) -> str:
        """How many play, and how many of them hide among the others."""
        return company(self._ruleset, self._translate)

    def text(self, message: str) -> str:
        """A message id in the teller's language; the empty one gives the empty text."""
        return self._translate(message) if message else ""

    def seat(self, seat: Seat | None) -> str:
        """The name of the person on the seat."""
        if type(seat) is not int:
            return self.word("somebody")
        if 0 <= seat < len(self._names):
            return self._names[seat]
        return self.word("chance") if seat == CHANCE else self._fill(SEAT, {"number": seat}.get)

    def seats(self, mask: SeatSet | None) -> str:
        """The names of a seat set in seat order: "Ola, Jan and Ewa", or "nobody"."""
        if type(mask) is not int or mask < 0:
            return self.word("somebody")
        return self._list(map(self.seat, seats_in(mask)))

    def word(self, word: object) -> str:
        """The label of a role, card, ballot, side or reason; an unknown word is shown with spaces for its hyphens."""
        if word is None:
            return self.word("hidden")
        if isinstance(word, bool):
            return self.word("yes" if word else "no")
        if isinstance(word, tuple | list):
            return ", ".join(map(self.word, word)) or self.word("nothing")
        label = self._words.get(str(word))
        if label is None and _NUMBER.fullmatch(str(word)):
            return signed(str(word))
        return self.text(label) if label is not None else _HYPHEN.sub(" ", str(word))

    def role(self, role: str | None) -> str:
        """The label of one person's role; other languages distinguish it from the side with the same name."""
        return self.word(f"role:{role}" if f"role:{role}" in self._words else role)

    def card(self, word: str) -> CardText:
        """The text on a card or token."""
        card = card_text(self._ruleset, word)
        advice = {side: self.text(advised) for side, advised in card.advice.items()}
        back = tuple(map(self.text, card.back))
        return CardText(self.text(card.title), self.text(card.text), self.text(card.when), advice, back)

    def title(self, word: str) -> str:
        """What a card or token is called."""
        titled = self.card(word).title
        return self.word(word) if titled == word else titled

    def about(self, word: str) -> str:
        """What a card or token does, in one line; empty when nobody says."""
        return self.text(about_word(self._ruleset, word))

    def tally(self, cards: Iterable[str] | None) -> str:
        """How many of each card, in the order given: "Success 2, Fail 1"; of cards that are numbers, "+3 ×2, −1"."""
        if not isinstance(cards, tuple | list):
            return self.word(cards)
        return ", ".join(self._count(card, count) for card, count in Counter(cards).items()) or self.word("nothing")

    def _count(self, card: str, count: int) -> str:
        if not _NUMBER.fullmatch(card):
            return f"{self.word(card)} {count}"
        return f"{signed(card)} ×{count}" if count > 1 else signed(card)

    def answer(self, option: AnyOption, answer: Answer) -> str:
        """An answer as a person would say it."""
        if isinstance(option, Form):
            values: tuple[Answer, ...] = answer if isinstance(answer, tuple) else ()
            told = [(name, self.answer(part, value)) for (name, part), value in zip(option.parts, values, strict=False)]
            return told[0][1] if len(told) == 1 else "; ".join(f"{self.word(name)}: {value}" for name, value in told)
        if isinstance(option, Seats):
            return self.seats(answer)
        if answer is None:
            return self.word("pass" if isinstance(option, OneCard | OneSeat) else "nothing")
        return self.seat(answer) if isinstance(option, OneSeat) else self.word(answer)

    # Sentences

    def _list(self, names: Iterable[str]) -> str:
        *others, last = tuple(names) or (self.word("nobody"),)
        return self._fill(AND, {"names": ", ".join(others), "last": last}.get) if others else last

    def _fill(self, message: str, value_of: Callable[[str], Any]) -> str:
        """The message in the teller's language with its values told in the ways that the template names."""

        def say(match: re.Match[str]) -> str:
            said = self._value(value_of(match[1]), match[2])
            # A label that ends in a full stop ends the sentence with it.
            return said.removesuffix(".") if match.string.startswith(".", match.end()) else said

        return _VALUE.sub(say, self.text(in_number(message, value_of)))

    def _value(self, value: Any, how: str | None) -> str:
        """A value, told in the way that the template names."""
        match how:
            case "seat":
                return self.seat(value)
            case "seats":
                return self.seats(value)
            case "tally":
                return self.tally(value)
            case "role":
                return self.role(value)
            case "victory":
                return self.victory(value)
            case None if isinstance(value, int) and not isinstance(value, bool):
                return signed(value)
            case None if isinstance(value, str):
                return value
            case _:
                return self.word(value)
