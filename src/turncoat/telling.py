"""Rendering of a game as sentences in one language: seen events, prompts, answers and refusals.

The kernel and the games hold English message ids with named values. A `Teller` fills in players' names and labels of
words. It receives only what its viewer may see, and it never raises: an unknown value is rendered verbatim.

    {leader:seat}  a person's name        {cards:tally}  "Success 2, Fail 1"
    {team:seats}   "Ola, Jan and Ewa"     {card:word}    the label of a word
    {track}        the value as it is     {role:role}    the label of a role
    {side:victory} "The spies win"
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from turncoat.kernel.actions import Action
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
"""Function that translates a message id into one language."""

WORDS: Final[Mapping[str, str]] = {
    "yes": N_("Yes"),
    "no": N_("No"),
    "go-on": N_("Continue"),
    "nobody": N_("nobody"),
    "somebody": N_("somebody"),
    "nothing": N_("nothing"),
    "pass": N_("Pass"),
    "done": N_("Done"),
    "chance": N_("Chance"),
    "hidden": N_("hidden"),
}
"""Words shared by all games. A game's own labels take precedence."""
AND: Final = N_("{names} and {last}")
PLAYERS: Final = N_("{count} player", "{count} players")
_OF_SIDE: Final = N_("{side}: {count}")
WAITING: Final = N_("Waiting for {seats:seats}.")
SEAT: Final = N_("Seat {number}")

_VALUE = re.compile(r"\{(\w+)(?::(\w+))?\}")
_HYPHEN = re.compile(r"(?<=\w)-(?=\w)")
_NUMBER = re.compile(r"[+-]?\d+")


def in_number(message: str, value_of: Callable[[str], Any]) -> str:
    """Return the message in the plural form for the first plain number among its values.

    A message without plural forms is returned unchanged.
    """
    if not isinstance(message, Message) or not message.many:
        return message
    values = (value_of(match[1]) for match in _VALUE.finditer(message.many) if not match[2])
    return message.for_(next((value for value in values if isinstance(value, int) and not isinstance(value, bool)), 2))


def filled(translate: Translate, message: str, **values: object) -> str:
    """Return a translated message with plain values filled in, for texts outside a game.

    >>> filled(str, N_("{count} player", "{count} players"), count=5)
    '5 players'
    """
    return translate(in_number(message, values.get)).format_map(values)


def company(ruleset: Ruleset, translate: Translate) -> str:
    """Return the number of players and of those who hide among the others. Both are public.

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
    """Join names into a list in the translator's language, for texts outside a game.

    >>> names_of(str, ["Ola", "Jan", "Ewa"])
    'Ola, Jan and Ewa'
    """
    *others, last = names
    return translate(AND).format(names=", ".join(others), last=last) if others else last


def signed(number: int | str) -> str:
    """Format a number with a real minus sign. A hyphen looks narrow, and many screen readers skip it.

    >>> signed(-2), signed("+3")
    ('−2', '+3')
    """
    return str(number).replace("-", "−")


class Sentence(NamedTuple):
    """A sentence about the events from index `first` to `last`, inclusive."""

    first: int
    last: int
    text: str


def named_in(event: Event) -> SeatSet:
    """Return the seats named in the sentence about a seen event."""
    return _seats_in(sentence_of(event), event)


def seats_concerned(events: Iterable[Event], everybody: SeatSet, for_round: SeatSet = NOBODY) -> SeatSet:
    """Return the seats that the events concern, judging by their public part. These stop skipping ahead.

    Seats in `for_round` skip until the next round begins or something happens that nobody may miss. Other seats skip
    until they are named.
    """
    found = NOBODY
    for event in events:
        kind = type(event)
        if kind.is_heading or kind.interrupts:
            return everybody
        if kind.asks_again:
            found |= for_round
        if not kind.redacted_together:  # similar acts by several seats in a row are routine
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
    """Renders a game in one language, given players' names in seat order.

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

    @property
    def hiding_side(self) -> str:
        """Name of the game's hiding side, empty if it has none."""
        return rulebook(self._ruleset.game).hiding_side

    # Events, prompts and offers

    def event(self, event: Event) -> str:
        """Render a seen event as a sentence. Empty if it has none."""
        return self._fill(sentence_of(event), lambda name: getattr(event, name, None))

    def summary(self, event: Event) -> str:
        """Render a public event as a part of the line that sums up its part of the game. Empty if it is a detail."""
        return self._fill(type(event).summary, lambda name: getattr(event, name, None))

    def private_mark(self, event: Event, role: str) -> tuple[SeatSet, str]:
        """Return the seats that a viewer may mark, and the text of the mark.

        The viewer has the given role and sees every field of the event.
        """
        seats, message = type(event).private_mark[0], event.mark(self._ruleset, role)
        return _seats_in(seats, event), self._fill(message, lambda name: getattr(event, name, None))

    def events(self, events: Sequence[Event]) -> "list[Sentence]":
        """Render seen events in order. What several seats in a row did alike becomes one sentence."""
        sentences: list[Sentence] = []
        at = 0
        while at < len(events):
            end = self._end_of_run(events, at)
            text = self.event(events[at]) if end == at + 1 else self._joint_sentence(events[at:end])
            if text:
                sentences.append(Sentence(at, end - 1, text))
            at = end
        return sentences

    def _joint_sentence(self, events: Sequence[Event]) -> str:
        first, values = events[0], {"seats": seat_set(getattr(event, "seat", SPECTATOR) for event in events)}
        return self._fill(type(first).redacted_together, lambda name: values.get(name, getattr(first, name, None)))

    def _end_of_run(self, events: Sequence[Event], at: int) -> int:
        """Return the end index of the run of events that share a sentence with this one."""
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
        """Render the question as one sentence."""
        params = dict(prompt.params)
        return self._fill(prompt.question.sentence, params.get) or self.word(prompt.question.name)

    def event_with_words(self, event: Event) -> list[tuple[str, str]]:
        """Render a seen event as `event` does, in pieces: a text, and the word that it is the label of, if any."""
        return self._pieces(sentence_of(event), lambda name: getattr(event, name, None))

    def prompt_with_words(self, prompt: Prompt) -> list[tuple[str, str]]:
        """Render the question as `prompt` does, in pieces: a text, and the word that it is the label of, if any."""
        return self._pieces(prompt.question.sentence, dict(prompt.params).get) or [(self.prompt(prompt), "")]

    def offer(self, offer: Offer) -> str:
        """Render a standing offer as one sentence."""
        return self.text(offer.sentence) or self.word(offer.name)

    def action(self, action: Action) -> str:
        """Render an action of an answer that is put together: a name, a label of a word, or what it does."""
        if action.what == "seat":
            return self.seat(action.seat)
        if action.what == "word":
            return self.word(action.word)
        return self.word(action.word or action.what)

    def refusal(self, refusal: Refusal) -> str:
        """Explain why a choice is refused, and what would be right."""
        params = dict(refusal.params)

        def value(name: str) -> Any:
            given = params.get(name)
            if name == "allowed" and isinstance(given, str):
                return ", ".join(map(self.word, given.split(", ")))
            return self.text(given) if isinstance(given, str) else given

        return self._fill(message_of(refusal), value)

    def result(self, result: Result) -> str:
        """Render the outcome of the game."""
        return self.event(GameEnded(result.winner, result.reason))

    def victory(self, side: str) -> str:
        """Announce the winning side."""
        return self.text(rulebook(self._ruleset.game).victories.get(side, "")) or self.word(side)

    def waiting(self, mask: SeatSet) -> str:
        """Name the players being waited for. Empty if there are none."""
        if mask != self._waited_for:  # cached, because each viewer needs it more than once
            self._waited_for, self._waiting = mask, self._fill(WAITING, {"seats": mask}.get) if mask else ""
        return self._waiting

    # Names and words

    def fill(self, message: str, **values: Any) -> str:
        """Fill in a message, rendering each value as its placeholder declares."""
        return self._fill(message, values.get)

    @property
    def company(self) -> str:
        """The number of players and of those who hide among the others."""
        return company(self._ruleset, self._translate)

    def text(self, message: str) -> str:
        """Translate a message id. An empty one stays empty."""
        return self._translate(message) if message else ""

    def seat(self, seat: Seat | None) -> str:
        """Return the name of the player on the seat."""
        if type(seat) is not int:
            return self.word("somebody")
        if 0 <= seat < len(self._names):
            return self._names[seat]
        return self.word("chance") if seat == CHANCE else self._fill(SEAT, {"number": seat}.get)

    def seats(self, mask: SeatSet | None) -> str:
        """Name the players in a seat set, in seat order: "Ola, Jan and Ewa", or "nobody"."""
        if type(mask) is not int or mask < 0:
            return self.word("somebody")
        return self._list(map(self.seat, seats_in(mask)))

    def word(self, word: object) -> str:
        """Return the label of a role, card, ballot, side or reason.

        An unknown word is rendered with spaces in place of hyphens.
        """
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
        """Return the label of one person's role. Some languages distinguish it from the side of the same name."""
        return self.word(f"role:{role}" if f"role:{role}" in self._words else role)

    def card(self, word: str) -> CardText:
        """Return the translated text on a card or token."""
        card = card_text(self._ruleset, word)
        advice = {side: self.text(advised) for side, advised in card.advice.items()}
        back = tuple(map(self.text, card.back))
        return CardText(self.text(card.title), self.text(card.text), self.text(card.when), advice, back)

    def title(self, word: str) -> str:
        """Return the name of a card or token."""
        titled = self.card(word).title
        return self.word(word) if titled == word else titled

    def about(self, word: str) -> str:
        """Return what a card or token does, in one line. Empty if unknown."""
        return self.text(about_word(self._ruleset, word))

    def tally(self, cards: Iterable[str] | None) -> str:
        """Count the cards of each kind, in the order given: "Success 2, Fail 1", or for numbers "+3 ×2, −1"."""
        if not isinstance(cards, tuple | list):
            return self.word(cards)
        return ", ".join(self._count(card, count) for card, count in Counter(cards).items()) or self.word("nothing")

    def _count(self, card: str, count: int) -> str:
        if not _NUMBER.fullmatch(card):
            return f"{self.word(card)} {count}"
        return f"{signed(card)} ×{count}" if count > 1 else signed(card)

    def answer(self, option: AnyOption, answer: Answer) -> str:
        """Render an answer in natural language."""
        if isinstance(option, Form):
            values: tuple[Answer, ...] = answer if isinstance(answer, tuple) else ()
            named = [
                (name, self.answer(part, value)) for (name, part), value in zip(option.parts, values, strict=False)
            ]
            return named[0][1] if len(named) == 1 else "; ".join(f"{self.word(name)}: {value}" for name, value in named)
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
        """Translate a message and fill it in, rendering each value as its placeholder declares."""

        def say(match: re.Match[str]) -> str:
            said = self._value(value_of(match[1]), match[2])
            # a label that ends in a full stop also ends the sentence
            return said.removesuffix(".") if match.string.startswith(".", match.end()) else said

        return _VALUE.sub(say, self.text(in_number(message, value_of)))

    def _pieces(self, message: str, value_of: Callable[[str], Any]) -> list[tuple[str, str]]:
        """Fill in a message like `_fill`, in pieces. The label of a card with a text on it is its title."""
        template, pieces, at = self.text(in_number(message, value_of)), list[tuple[str, str]](), 0
        for match in _VALUE.finditer(template):
            pieces.append((template[at : match.start()], ""))
            value, at = value_of(match[1]), match.end()
            words = value if isinstance(value, tuple) else (value,)
            if match[2] not in ("word", "role") or not words or not all(isinstance(word, str) for word in words):
                said, words = self._value(value, match[2]), ()
                pieces.append((said.removesuffix(".") if template.startswith(".", at) else said, ""))
            for number, word in enumerate(words, 1):
                said, title = self._value(word, match[2]), self.title(word)
                said = said.removesuffix(".") if number == len(words) and template.startswith(".", at) else said
                named = title if said.startswith(title) else said
                pieces += [(", " if number > 1 else "", ""), (named, word), (said.removeprefix(named), "")]
        return [piece for piece in (*pieces, (template[at:], "")) if piece[0]]

    def _value(self, value: Any, how: str | None) -> str:
        """Render a value as its placeholder declares."""
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
