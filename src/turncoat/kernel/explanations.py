"""Explanations of everything that a ruleset can bring into play: its roles, cards and tokens, in a sentence each."""

from functools import lru_cache

import msgspec

from turncoat.kernel.card_texts import card_text, components_of
from turncoat.kernel.compiled import compiled
from turncoat.kernel.components import TOKENS, Deck
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset


class Thing(msgspec.Struct, frozen=True):
    """A role, card or token of a ruleset. It depends on the ruleset alone, never on a deal."""

    deck: Deck
    word: str
    copies: int
    """The number of copies that the ruleset has, or 0 for a mark that is not in the box."""
    is_dealt: bool = False
    """True for a role of every deal."""
    explanation: tuple[str, ...] = ()
    """Sentences for everybody (message ids). Empty if its deck is explained as a whole."""
    when: str = ""
    """The moment at which it applies (message id)."""


@lru_cache(maxsize=256)
def things_in_play(ruleset: Ruleset) -> tuple[Thing, ...]:
    """Return everything that the ruleset can bring into play, by deck: role cards first, tokens and marks last.

    >>> import turncoat.games
    >>> [thing.word for thing in things_in_play(Ruleset.of("resistance", 5))][:4]
    ['resistance', 'spy', 'approve', 'reject']
    """
    book, roles = compiled(ruleset).book, frozenset(role_cards(ruleset))
    copies: dict[tuple[Deck, str], int] = {}
    for one in components_of(ruleset):
        if one.deck.shape != "board":
            copies[one.deck, one.word] = copies.get((one.deck, one.word), 0) + one.copies
    titles = {card_text(ruleset, word).title for _, word in copies}
    for source in (book, *compiled(ruleset).chapters):
        for word in source.icons:  # marks before a seat, which need not be in the box
            if card_text(ruleset, word).title not in titles:
                copies[TOKENS, word] = 0
    decks = list(dict.fromkeys(deck for deck, _ in copies))
    ordered = sorted(copies.items(), key=lambda one: (one[0][0].shape == "token", decks.index(one[0][0])))
    return tuple(
        Thing(deck, word, number, deck == book.role_deck and word in roles, *_explained(ruleset, deck, word))
        for (deck, word), number in ordered
    )


def explanation_of(ruleset: Ruleset, word: str) -> tuple[str, ...]:
    """Return the explanation of a role, card or token, in sentences for everybody (message ids)."""
    play = compiled(ruleset)
    return tuple(said for source in (play.book, *play.chapters) for said in source.explanation_of(ruleset, word))


@lru_cache(maxsize=256)
def explained_words(ruleset: Ruleset) -> frozenset[str]:
    """Return the words of roles, cards and tokens that have an explanation of their own."""
    return frozenset(thing.word for thing in things_in_play(ruleset) if thing.explanation)


@lru_cache(maxsize=256)
def characters(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the explained roles that one player has in every deal. Sentences may call them by their names."""
    return tuple(
        thing.word for thing in things_in_play(ruleset) if thing.is_dealt and thing.copies == 1 and thing.explanation
    )


def unexplained(ruleset: Ruleset) -> list[str]:
    """Return the roles, cards and tokens of a ruleset that have no explanation, nor has their deck."""
    return [thing.word for thing in things_in_play(ruleset) if not thing.explanation and not thing.deck.about]


def _explained(ruleset: Ruleset, deck: Deck, word: str) -> tuple[tuple[str, ...], str]:
    if deck.about:
        return (), ""
    card = card_text(ruleset, word)
    return explanation_of(ruleset, word) or ((card.text,) if card.text else ()), card.when
