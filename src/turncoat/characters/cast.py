"""The characters of a game and their sides. The optional ones are chapters that add their cards to the others."""

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import ClassVar

import msgspec

from turncoat.kernel.chapters import Chapter, RulesetError
from turncoat.kernel.rulebooks import rulebook, titles_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, Message, composed, listed


class Signs(msgspec.Struct, frozen=True):
    """A character's actions while eyes are closed at the reveal, each true or false. A game defines its own."""


_NO_ROOM = N_("{chosen} do not fit: with {players} players there is room for {room} beside {basic}; remove one of them")
_NO_ROOM_HERE = N_(
    "{chosen} do not fit: with {players} players there is room for {room} beside {basic}; remove one of "
    "them, or play with {more} or more"
)


class Cast:
    """The characters of a game: their sides, those always in play, and the general ones who fill each side."""

    def __init__(
        self,
        players: range,
        cards_of: Callable[[int, str], int],
        sides: Mapping[str, str],
        words: Mapping[str, str],
        basic: Mapping[str, tuple[str, ...]],
        general: Mapping[str, str],
    ) -> None:
        self.players = players
        self.cards_of = cards_of
        """The number of cards of a side, by player count and side."""
        self.sides = dict(sides)
        """Side of each character. Chapters add their own."""
        self.words = words
        self.basic = basic
        """Characters that are always in play, by side."""
        self.general = general
        """The general character of each side, who fills its remaining cards."""

    def room(self, ruleset: Ruleset, side: str) -> int:
        """Return the number of optional characters that a side has cards for."""
        return self.cards_of(ruleset.players, side) - len(self.basic[side])

    def check(self, ruleset: Ruleset, side: str) -> None:
        """Raise RulesetError if a side has fewer cards than optional characters."""
        chosen = [one.name for one in characters_of(ruleset) for other in one.characters.values() if other == side]
        room = self.room(ruleset, side)
        if len(chosen) <= room:
            return
        draft = msgspec.structs.replace
        more = [n for n in self.players if self.room(draft(ruleset, players=n), side) >= len(chosen)]
        raise RulesetError(
            "no-room-for-character",
            composed(
                self.no_room(ruleset, side)[bool(more)],
                chosen=listed(titles_of(ruleset.game, chosen)),
                players=str(ruleset.players),
                room=str(room),
                basic=listed([Message.named(role, self.words[role]) for role in self.basic[side]]),
                more=str(more[0] if more else ""),
            ),
        )

    def no_room(self, ruleset: Ruleset, side: str) -> tuple[str, str]:
        """Return the objection to too many characters, without and with a number of players who would do."""
        return _NO_ROOM, _NO_ROOM_HERE

    def place(self, cards: tuple[str, ...], role: str) -> tuple[str, ...]:
        """Return the cards with a character in the place of the first general one of its side."""
        at = cards.index(self.general[self.sides[role]])
        return (*cards[:at], role, *cards[at + 1 :])

    def plain_cards(self, players: int) -> tuple[str, ...]:
        """Return the character cards of the basic game."""
        cards: tuple[str, ...] = ()
        for side, basic in self.basic.items():
            cards += (*basic, *[self.general[side]] * (self.cards_of(players, side) - len(basic)))
        return cards

    def cards(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the character cards in play, in the order before the shuffle."""
        return _cards(self, ruleset)


class CharacterChapter(Chapter):
    """Optional character whose card replaces a general one of its side. Chapter and role share a name."""

    cast: ClassVar[Cast]
    side: ClassVar[str] = ""
    characters: ClassVar[Mapping[str, str]] = {}
    """Side of each character that the chapter adds. If empty, it adds the one of its own name."""

    def __init_subclass__(cls) -> None:
        if not cls.name:
            return  # the base class of a game's own characters
        if not cls.characters:
            cls.characters = {cls.name: cls.side}
            cls.words = {cls.name: cls.title, **cls.words}
        cls.cast.sides.update(cls.characters)

    def role_cards(self, ruleset: Ruleset, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Put the chapter's characters in the places of general ones."""
        for role in self.characters:
            cards = self.cast.place(cards, role)
        return cards

    def check(self, ruleset: Ruleset) -> None:
        for side in self.characters.values():
            self.cast.check(ruleset, side)

    def signs(self, ruleset: Ruleset) -> Signs:
        """Return the character's actions at the reveal."""
        raise NotImplementedError

    def signs_of(self, ruleset: Ruleset, role: str) -> Signs:
        """Return the actions at the reveal of one of the chapter's characters, if it adds several."""
        return self.signs(ruleset)


def characters_of(ruleset: Ruleset) -> list[CharacterChapter]:
    """Return the chapters of the optional characters in play."""
    chapters = rulebook(ruleset.game).chapters
    return [chapter for name in ruleset.modules if isinstance(chapter := chapters[name], CharacterChapter)]


@lru_cache(maxsize=1024)
def _cards(cast: Cast, ruleset: Ruleset) -> tuple[str, ...]:
    cards = cast.plain_cards(ruleset.players)
    for character in characters_of(ruleset):
        cards = character.role_cards(ruleset, cards)
    return cards
