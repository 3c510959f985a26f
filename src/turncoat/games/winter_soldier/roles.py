"""Characters of Winter Soldier and their sides; the optional ones are chapters that put their card among the others."""

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
"""The side of each character; chapters add theirs."""
CARDS_OF_SIDE = {SHIELD: ("success",), HYDRA: MISSION_CARDS}
"""The mission cards that each side may play; both lie before everybody."""
CARDS: dict[str, tuple[str, ...]] = {
    role: ("fail",) if role == "winter-soldier" else CARDS_OF_SIDE[side] for role, side in SIDES.items()
}
"""The mission cards that each character may play (WIN-MISSION-1); chapters add theirs."""
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
"""The characters that are always in play (WIN-SETUP-2)."""
GENERAL: dict[str, str] = {SHIELD: "shield-agent", HYDRA: "hydra-agent"}
"""The general agents, who make up the rest."""


_NO_ROOM = N_(
    "{chosen} do not fit: with {players} players there is room for {room} beside {basic}: leave out one of them"
)
_NO_ROOM_HERE = N_(
    "{chosen} do not fit: with {players} players there is room for {room} beside {basic}: leave out one of them, or "
    "play with {more} or more"
)


class Signs(msgspec.Struct, frozen=True):
    """What a character does while eyes are closed in the reveal."""

    opens_with_hydra: bool = False
    """Opens eyes with HYDRA, thumb up: knows them all, and they take this character for one of theirs."""
    shown_to_fury: bool = False
    """Keeps a thumb up while Nick Fury looks."""


class CharacterChapter(Chapter):
    """An optional character: one card of its side, in the place of a general agent. Chapter and role share a name."""

    side: ClassVar[str] = ""
    cards: ClassVar[tuple[str, ...]] = ()
    """The mission cards that the character may play; those of its side when there are none here."""

    def __init_subclass__(cls) -> None:
        SIDES[cls.name] = cls.side
        CARDS[cls.name] = cls.cards or CARDS_OF_SIDE[cls.side]
        cls.words = {cls.name: cls.title, **cls.words}

    def signs(self, ruleset: Ruleset) -> Signs:
        """What the character does in the reveal."""
        return Signs()

    def role_cards(self, ruleset: Ruleset, cards: tuple[str, ...]) -> tuple[str, ...]:
        """The card takes the place of the first general agent of its side."""
        at = cards.index(GENERAL[self.side])
        return (*cards[:at], self.name, *cards[at + 1 :])

    def check(self, ruleset: Ruleset) -> None:
        """Raise RulesetError when its side has fewer cards than special characters (WIN-SETUP-2)."""
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
    """The side of a character, None when it is not known."""
    return None if role is None else SIDES[role]


def agents_among(roles: Sequence[str]) -> SeatSet:
    """The seats of HYDRA's agents in a deal."""
    return seat_set(seat for seat, role in enumerate(roles) if SIDES[role] == HYDRA)


def cards_of(players: int, side: str) -> int:
    """How many character cards the side has (WIN-SETUP-1)."""
    return SHIELD_CARDS[players] if side == SHIELD else hydra_cards(players)


def optional_of(ruleset: Ruleset, side: str) -> list[str]:
    """The optional characters of a side that are in play."""
    return [character.name for character in characters_of(ruleset) if character.side == side]


def characters_of(ruleset: Ruleset) -> list[CharacterChapter]:
    """The optional characters that are in play."""
    chapters = rulebook(ruleset.game).chapters
    return [chapter for name in ruleset.modules if isinstance(chapter := chapters[name], CharacterChapter)]


def plain_cards(players: int) -> tuple[str, ...]:
    """The character cards of the basic game."""
    cards: tuple[str, ...] = ()
    for side, basic in BASIC.items():
        cards += (*basic, *[GENERAL[side]] * (cards_of(players, side) - len(basic)))
    return cards


@lru_cache(maxsize=1024)
def character_cards(ruleset: Ruleset) -> tuple[str, ...]:
    """The character cards in play, in the order in which they are shuffled."""
    cards = plain_cards(ruleset.players)
    for character in characters_of(ruleset):
        cards = character.role_cards(ruleset, cards)
    return cards
