"""Characters of Winter Soldier, their sides, and the mission cards that they may play."""

from collections.abc import Sequence
from typing import ClassVar

from turncoat.characters import Cast
from turncoat.characters import CharacterChapter as BaseChapter
from turncoat.characters import Signs as BaseSigns
from turncoat.games.resistance.tables import MISSION_CARDS
from turncoat.games.winter_soldier.tables import PLAYERS, SHIELD_CARDS, hydra_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet, seat_set
from turncoat.kernel.words import N_

SHIELD = "shield"
HYDRA = "hydra"

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
CAST = Cast(
    PLAYERS,
    lambda players, side: SHIELD_CARDS[players] if side == SHIELD else hydra_cards(players),  # WIN-SETUP-1
    sides={
        "captain-america": SHIELD,
        "nick-fury": SHIELD,
        "shield-agent": SHIELD,
        "bucky-barnes": SHIELD,
        "winter-soldier": HYDRA,
        "hydra-agent": HYDRA,
    },
    words=ROLE_WORDS,
    basic={SHIELD: ("captain-america", "nick-fury"), HYDRA: ("winter-soldier",)},  # WIN-SETUP-2
    general={SHIELD: "shield-agent", HYDRA: "hydra-agent"},
)
SIDES = CAST.sides
"""Side of each character. Chapters add their own."""
character_cards = CAST.cards
CARDS_OF_SIDE = {SHIELD: ("success",), HYDRA: MISSION_CARDS}
"""Mission cards that each side may play. Both cards lie before everybody."""
CARDS: dict[str, tuple[str, ...]] = {
    role: ("fail",) if role == "winter-soldier" else CARDS_OF_SIDE[side] for role, side in SIDES.items()
}
"""Mission cards that each character may play (WIN-MISSION-1). Chapters add their own."""


class Signs(BaseSigns, frozen=True):
    """A character's actions while eyes are closed at the reveal."""

    opens_with_hydra: bool = False
    """True if the character opens eyes with HYDRA, thumb up. They all know one another and pass for HYDRA."""
    shown_to_fury: bool = False
    """True if the character keeps a thumb up while Nick Fury looks."""


class CharacterChapter(BaseChapter):
    """Optional character whose card replaces a general agent of its side. Chapter and role share a name."""

    cast: ClassVar[Cast] = CAST
    cards: ClassVar[tuple[str, ...]] = ()
    """Mission cards that the character may play. If empty, those of its side."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        CARDS[cls.name] = cls.cards or CARDS_OF_SIDE[cls.side]

    def signs(self, ruleset: Ruleset) -> Signs:
        """Return the character's actions at the reveal."""
        return Signs()


def side_of(role: str | None) -> str | None:
    """Return the side of a character, or None if the character is not known."""
    return None if role is None else SIDES[role]


def agents_among(roles: Sequence[str]) -> SeatSet:
    """Return the seats of HYDRA's agents in a deal."""
    return seat_set(seat for seat, role in enumerate(roles) if SIDES[role] == HYDRA)
