"""Characters of Winter Soldier and their sides. The optional ones are chapters that add their card to the others."""

from collections.abc import Sequence
from functools import lru_cache
from typing import ClassVar

import msgspec

from turncoat.games.resistance.tables import MISSION_CARDS
from turncoat.games.winter_soldier.tables import PLAYERS, SHIELD_CARDS, hydra_cards
from turncoat.kernel.chapters import Chapter, RulesetError
from turncoat.kernel.rulebooks import rulebook, titles_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet, seat_set
from turncoat.kernel.words import N_, Message, composed, listed

SHIELD = "shield"
HYDRA = "hydra"

SIDES: dict[str, str] = {
    "captain-america": SHIELD,
    "nick-fury": SHIELD,
    "shield-agent": SHIELD,
    "bucky-barnes": SHIELD,
    "winter-soldier": HYDRA,
    "hydra-agent": HYDRA,
}
"""Side of each character. Chapters add their own."""
CARDS_OF_SIDE = {SHIELD: ("success",), HYDRA: MISSION_CARDS}
"""Mission cards that each side may play. Both cards lie before everybody."""
CARDS: dict[str, tuple[str, ...]] = {
    role: ("fail",) if role == "winter-soldier" else CARDS_OF_SIDE[side] for role, side in SIDES.items()
}
"""Mission cards that each character may play (WIN-MISSION-1). Chapters add their own."""
ROLE_WORDS = {
    "shield": N_("S.H.I.E.L.D."),
    "hydra": N_("HYDRA"),
    "captain-america": N_("Captain America"),
    "nick-fury": N_("Nick Fury"),
    "shield-agent": N_("S.H.I.E.L.D. agent"),
    "bucky-barnes": N_("Bucky Barnes"),
    "winter-soldier": N_("Winter Soldier"),
    "hydra-agent": N_("HYDRA agent"),
}
BASIC: dict[str, tuple[str, ...]] = {SHIELD: ("captain-america", "nick-fury"), HYDRA: ("winter-soldier",)}
"""Characters that are always in play (WIN-SETUP-2)."""
GENERAL: dict[str, str] = {SHIELD: "shield-agent", HYDRA: "hydra-agent"}
"""General agents, who fill the remaining cards of each side."""


_NO_ROOM = N_("{chosen} do not fit: with {players} players there is room for {room} beside {basic}; remove one of them")
_NO_ROOM_HERE = N_(
    "{chosen} do not fit: with {players} players there is room for {room} beside {basic}; remove one of "
    "them, or play with {more} or more"
)


class Signs(msgspec.Struct, frozen=True):
    """A character's actions while eyes are closed at the reveal."""

    opens_with_hydra: bool = False
    """True if the character opens eyes with HYDRA, thumb up. They all know one another and pass for HYDRA."""
    shown_to_fury: bool = False
    """True if the character keeps a thumb up while Nick Fury looks."""


class CharacterChapter(Chapter):
    """Optional character whose card replaces a general agent of its side. Chapter and role share a name."""

    side: ClassVar[str] = ""
    cards: ClassVar[tuple[str, ...]] = ()
    """Mission cards that the character may play. If empty, those of its side."""

    def __init_subclass__(cls) -> None:
        SIDES[cls.name] = cls.side
        CARDS[cls.name] = cls.cards or CARDS_OF_SIDE[cls.side]
        cls.words = {cls.name: cls.title, **cls.words}

    def signs(self, ruleset: Ruleset) -> Signs:
        """Return the character's actions at the reveal."""
        return Signs()

    def role_cards(self, ruleset: Ruleset, cards: tuple[str, ...]) -> tuple[str, ...]:
        """Replace the first general agent of the character's side by its card."""
        at = cards.index(GENERAL[self.side])
        return (*cards[:at], self.name, *cards[at + 1 :])

    def check(self, ruleset: Ruleset) -> None:
        """Raise RulesetError if its side has fewer cards than special characters (WIN-SETUP-2)."""
        side = self.side
        chosen = optional_of(ruleset, side)
        room = cards_of(ruleset.players, side) - len(BASIC[side])
        if len(chosen) <= room:
            return
        more = [n for n in PLAYERS if cards_of(n, side) - len(BASIC[side]) >= len(chosen)]
        raise RulesetError(
            "no-room-for-character",
            composed(
                _NO_ROOM_HERE if more else _NO_ROOM,
                chosen=listed(titles_of(ruleset.game, chosen)),
                players=str(ruleset.players),
                room=str(room),
                basic=listed([Message.named(role, ROLE_WORDS[role]) for role in BASIC[side]]),
                more=str(more[0] if more else ""),
            ),
        )


def side_of(role: str | None) -> str | None:
    """Return the side of a character, or None if the character is not known."""
    return None if role is None else SIDES[role]


def agents_among(roles: Sequence[str]) -> SeatSet:
    """Return the seats of HYDRA's agents in a deal."""
    return seat_set(seat for seat, role in enumerate(roles) if SIDES[role] == HYDRA)


def cards_of(players: int, side: str) -> int:
    """Return the number of character cards of a side (WIN-SETUP-1)."""
    return SHIELD_CARDS[players] if side == SHIELD else hydra_cards(players)


def optional_of(ruleset: Ruleset, side: str) -> list[str]:
    """Return the names of a side's optional characters in play."""
    return [character.name for character in characters_of(ruleset) if character.side == side]


def characters_of(ruleset: Ruleset) -> list[CharacterChapter]:
    """Return the chapters of the optional characters in play."""
    chapters = rulebook(ruleset.game).chapters
    return [chapter for name in ruleset.modules if isinstance(chapter := chapters[name], CharacterChapter)]


def plain_cards(players: int) -> tuple[str, ...]:
    """Return the character cards of the basic game."""
    cards: tuple[str, ...] = ()
    for side, basic in BASIC.items():
        cards += (*basic, *[GENERAL[side]] * (cards_of(players, side) - len(basic)))
    return cards


@lru_cache(maxsize=1024)
def character_cards(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the character cards in play, in the order before the shuffle."""
    cards = plain_cards(ruleset.players)
    for character in characters_of(ruleset):
        cards = character.role_cards(ruleset, cards)
    return cards
