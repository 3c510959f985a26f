"""Contents of a kit in one language: cards with their texts, boards, rules, and the script of the reveal."""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from turncoat.kernel.card_texts import abilities_of, components_of, goal_of, icon_of, reveal_script, touch_script
from turncoat.kernel.components import Component, Deck
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.kit.words import FAIR_TABLE, LEAFLET
from turncoat.telling import Teller, Translate, in_words_of

KEY: Final = 2
"""Length in cells of the key that is embossed on a card in two places."""
_SIDE: Final = N_("Side: {side:word}.")


class Card(msgspec.Struct, frozen=True):
    """A card, token or board, with its number of copies."""

    word: str
    title: str
    copies: int
    key: str = ""
    """Unique letters of the card in its deck, since Braille has room for only two cells."""
    texts: tuple[str, ...] = ()
    """Effects of the card, in sentences."""
    mark: str = ""
    """Text in brackets after the title."""
    side: str = ""
    """Side of a role card, as a word."""
    icon: str = ""
    """Name of its drawing. Empty if it has none."""
    spaces: tuple[tuple[str, str], ...] = ()
    """Labels and texts of a board's spaces."""
    holds_cards: bool = False
    """True if a space of the board is large enough for a card."""
    advice: tuple[tuple[str, str], ...] = ()
    """Advice on its back to each side."""
    back: tuple[str, ...] = ()
    """Other texts on its back, the same on every card of the deck."""

    @property
    def text(self) -> str:
        """Effects of the card in one text."""
        return " ".join(self.texts)


class CardDeck(msgspec.Struct, frozen=True):
    """Cards with the same back."""

    deck: Deck
    title: str
    cards: tuple[Card, ...]


class Section(msgspec.Struct, frozen=True):
    """A heading with its paragraphs."""

    title: str
    paragraphs: tuple[str, ...]


class Kit(msgspec.Struct, frozen=True):
    """Everything to print and emboss."""

    ruleset: Ruleset
    language: str
    title: str
    subtitle: str
    """Number of players, and modules."""
    decks: tuple[CardDeck, ...]
    rules: tuple[Section, ...]
    reader: str
    """Reader of the script."""
    script: tuple[str, ...]
    """Lines of the reveal by sight. Empty if the game has no reveal."""
    touch_script: tuple[str, ...]
    """Lines of the reveal by touch. Empty if the game has no reveal by touch."""
    hiding_side: str
    """The hidden side, as a word."""
    leaflet: Section
    """Advice for tables of sighted and blind players."""


def kit_of(ruleset: Ruleset, language: str, say: Translate, subtitle: str, rules: Iterable[Section] = ()) -> Kit:
    """Return the kit of a ruleset. `say` translates into its language, which `rules` are already in."""
    book, say = rulebook(ruleset.game), in_words_of(ruleset.game, say)
    teller = Teller(ruleset, (), say)
    decks: dict[Deck, list[Component]] = {}
    for component in components_of(ruleset):
        decks.setdefault(component.deck, []).append(component)
    return Kit(
        ruleset,
        language,
        say(book.title),
        subtitle,
        tuple(CardDeck(deck, say(deck.title), _cards(ruleset, teller, deck, found)) for deck, found in decks.items()),
        tuple(rules),
        say(book.script_reader) if book.script_reader else "",
        tuple(say(line.text) for line in reveal_script(ruleset)),
        tuple(say(line.text) for line in touch_script(ruleset)),
        book.hiding_side,
        Section(say(FAIR_TABLE), tuple(map(say, LEAFLET))),
    )


def _cards(ruleset: Ruleset, teller: Teller, deck: Deck, components: Sequence[Component]) -> tuple[Card, ...]:
    book = rulebook(ruleset.game)
    is_role = deck == book.role_deck
    cards = []
    for component in components:
        word = component.word
        told = teller.card(word)
        side = book.side_of(word) if is_role else ""
        title = teller.role(word) if is_role else teller.title(word)
        text = f"{told.when[0].upper()}{told.when[1:]}: {told.text}" if told.when else told.text
        texts: tuple[str, ...] = (text,) if text else ()
        if is_role:
            said = (goal_of(ruleset, side), *abilities_of(ruleset, word))
            texts = (teller.fill(_SIDE, side=side), *map(teller.text, filter(None, said)))
        spaces = tuple((teller.text(space.label), teller.text(space.text)) for space in component.spaces)
        icon = icon_of(ruleset, word)
        mark, holds_cards = teller.text(component.mark), component.holds_cards
        made = Card(word, title, component.copies, "", texts, mark, side, icon, spaces, holds_cards)
        if not deck.is_secret:  # all backs of a secret deck are alike
            advice = tuple((teller.word(advised), text) for advised, text in told.advice.items())
            made = msgspec.structs.replace(made, advice=advice, back=told.back)
        cards.append(made)
    keys = keys_of([card.title for card in cards])
    return tuple(msgspec.structs.replace(card, key=key) for card, key in zip(cards, keys, strict=True))


def keys_of(titles: Sequence[str]) -> list[str]:
    """Return two letters for each title, equal if and only if the titles are.

    Preferred are the initials of the first two words, or else the first letter with the next free letter of the title.

    >>> keys_of(["Success", "Fail", "Spy Chief", "Spy Hunter", "+4", "-4"])
    ['su', 'fa', 'sc', 'sh', '+4', '-4']
    """
    keys: dict[str, str] = {}
    for title in titles:
        if title not in keys:
            taken = set(keys.values())
            keys[title] = next(key for key in _possible_keys(title) if key not in taken)
    return [keys[title] for title in titles]


def _possible_keys(title: str) -> Iterable[str]:
    number = title.replace("−", "-").strip()
    if number[:1] in "+-" and number[1:].isdigit():
        yield number
    words = ["".join(letter for letter in word.lower() if letter.isalpha()) for word in title.split()]
    words = [word for word in words if word]
    if len(words) > 1:
        yield words[0][0] + words[1][0]
    letters = "".join(words) or "x"
    for second in (*letters[1:], *"abcdefghijklmnopqrstuvwxyz"):
        yield letters[0] + second
    for first in "abcdefghijklmnopqrstuvwxyz":
        for second in "abcdefghijklmnopqrstuvwxyz":
            yield first + second
