"""Characters of Round Table and their sides as dealt, and who does the Assassin's work."""

from typing import ClassVar, Final

from turncoat.characters import Cast, characters_of
from turncoat.characters import CharacterChapter as BaseChapter
from turncoat.characters import Signs as BaseSigns
from turncoat.games.resistance.tables import PLAYERS
from turncoat.games.round_table.tables import EVIL, GOOD, cards_of
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import titles_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed, listed

ASSASSIN: Final = "assassin"
ASSASSIN_OPTION: Final = "assassin"
CARRIERS: Final = ("mordred", "morgana")
"""Characters who do the Assassin's work as well where no minion's place is left, the first in play (RT-SETUP-3)."""
ROLE_WORDS = {
    "good": N_("Good"),
    "evil": N_("Evil"),
    "merlin": N_("Merlin"),
    "knight": N_("Knight"),
    "assassin": N_("Assassin"),
    "minion": N_("Minion"),
}
_NO_CARDS: Final = N_("{chosen} do not fit: with {players} players evil has {room} cards; remove one of them")
_NO_CARDS_HERE: Final = N_(
    "{chosen} do not fit: with {players} players evil has {room} cards; remove one of them, or play with {more} or more"
)
_NO_ASSASSIN: Final = N_(
    "{chosen} leave no card for the Assassin: with {players} players evil has {count}; remove one of them, or put "
    "Mordred or Morgana in place of one"
)


class RoundTableCast(Cast):
    """The cast of Round Table, in which the Assassin's card can make room for another."""

    def room(self, ruleset: Ruleset, side: str) -> int:
        """Return the room for optional characters: one more for evil where another may be the Assassin (RT-SETUP-3)."""
        return super().room(ruleset, side) + may_double(ruleset, side)

    def no_room(self, ruleset: Ruleset, side: str) -> tuple[str, str]:
        return (_NO_CARDS, _NO_CARDS_HERE) if may_double(ruleset, side) else super().no_room(ruleset, side)

    def place(self, cards: tuple[str, ...], role: str) -> tuple[str, ...]:
        """Return the cards with a character in a minion's or knight's place, or else in the Assassin's."""
        if self.sides[role] == EVIL and self.general[EVIL] not in cards:
            return tuple(role if card == ASSASSIN else card for card in cards)
        return super().place(cards, role)


def may_double(ruleset: Ruleset, side: str) -> bool:
    """Return whether characters of a side may take the Assassin's card as well (RT-SETUP-3)."""
    return side == EVIL and ruleset.option(ASSASSIN_OPTION) == "doubled"


CAST = RoundTableCast(
    PLAYERS,
    cards_of,
    sides={"merlin": GOOD, "knight": GOOD, "assassin": EVIL, "minion": EVIL},
    words=ROLE_WORDS,
    basic={GOOD: ("merlin",), EVIL: (ASSASSIN,)},
    general={GOOD: "knight", EVIL: "minion"},
)
SIDES = CAST.sides
"""Side of each character as dealt. Chapters add their own. A board knows the sides as they are (`Board.side_of`)."""


class Signs(BaseSigns, frozen=True):
    """A character's actions while eyes are closed at the reveal."""

    looks_with_evil: bool = False
    """True if the character opens eyes when evil is called, and so learns who is evil."""
    shown_to_evil: bool = False
    """True if those who look then see the character: with open eyes, or with a thumb up."""
    shown_to_merlin: bool = False
    """True if the character has a thumb up while Merlin looks."""
    shown_to_percival: bool = False
    """True if the character has a thumb up while Percival looks."""


class CharacterChapter(BaseChapter):
    """Optional character in the place of a knight or a minion. Chapter and role share a name."""

    cast: ClassVar[Cast] = CAST

    def signs(self, ruleset: Ruleset) -> Signs:
        """Return the character's actions at the reveal."""
        return Signs()


def special_cards(ruleset: Ruleset, side: str) -> list[str]:
    """Return the optional characters in play of a side."""
    return [role for chapter in characters_of(ruleset) for role, other in chapter.characters.items() if other == side]


def is_doubled(ruleset: Ruleset) -> bool:
    """Return whether another character takes the Assassin's card, and so the Assassin's work (RT-SETUP-3)."""
    return len(special_cards(ruleset, EVIL)) >= cards_of(ruleset.players, EVIL)


def assassin_of(ruleset: Ruleset) -> str:
    """Return the character who does the Assassin's work, which is public (RT-SETUP-3)."""
    if not is_doubled(ruleset):
        return ASSASSIN
    return next((role for role in CARRIERS if ruleset.has(role)), "")


def check_assassin(ruleset: Ruleset) -> None:
    """Raise RulesetError if nobody could be the Assassin (RT-SETUP-3)."""
    chosen, count = special_cards(ruleset, EVIL), cards_of(ruleset.players, EVIL)
    if len(chosen) != count or ruleset.option(ASSASSIN_OPTION) == "card" or assassin_of(ruleset):
        return
    modules = [chapter.name for chapter in characters_of(ruleset) if EVIL in chapter.characters.values()]
    names = listed(titles_of(ruleset.game, modules))
    raise RulesetError(
        "no-assassin", composed(_NO_ASSASSIN, chosen=names, players=str(ruleset.players), count=str(count))
    )
