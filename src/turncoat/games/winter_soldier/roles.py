"""Characters of Winter Soldier and their sides; the optional ones are chapters that put their card among the others."""

from functools import lru_cache

from turncoat.games.winter_soldier.tables import PLAYERS, SHIELD_CARDS, hydra_cards
from turncoat.kernel.chapters import Chapter, RulesetError
from turncoat.kernel.rulesets import Ruleset, rulebook, titles_of
from turncoat.kernel.words import N_, Message, composed, listed

SHIELD = "shield"
HYDRA = "hydra"

SIDES: dict[str, str] = {
    "captain-america": SHIELD,
    "nick-fury": SHIELD,
    "black-widow": SHIELD,
    "maria-hill": SHIELD,  # for accusations and loyalty too (WIN-HILL-4)
    "shield-agent": SHIELD,
    "bucky-barnes": SHIELD,
    "winter-soldier": HYDRA,
    "alexander-pierce": HYDRA,
    "arnim-zola": HYDRA,
    "baron-zemo": HYDRA,
    "hydra-agent": HYDRA,
}
"""The side of each character."""
ROLE_WORDS = {
    "shield": N_("S.H.I.E.L.D."),
    "hydra": N_("HYDRA"),
    "captain-america": N_("Captain America"),
    "nick-fury": N_("Nick Fury"),
    "black-widow": N_("Black Widow"),
    "maria-hill": N_("Maria Hill"),
    "shield-agent": N_("S.H.I.E.L.D. agent"),
    "bucky-barnes": N_("Bucky Barnes"),
    "winter-soldier": N_("Winter Soldier"),
    "alexander-pierce": N_("Alexander Pierce"),
    "arnim-zola": N_("Arnim Zola"),
    "baron-zemo": N_("Baron Zemo"),
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


class Character(Chapter):
    """An optional character: one card of its side, in the place of a general agent. Chapter and role share a name."""

    def check(self, ruleset: Ruleset) -> None:
        """Raise RulesetError when its side has fewer cards than special characters (WIN-SETUP-2)."""
        side = SIDES[self.name]
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


def cards_of(players: int, side: str) -> int:
    """How many character cards the side has (WIN-SETUP-1)."""
    return SHIELD_CARDS[players] if side == SHIELD else hydra_cards(players)


def optional_of(ruleset: Ruleset, side: str) -> list[str]:
    """The optional characters of a side that are in play."""
    chapters = rulebook(ruleset.game).chapters
    return [name for name in ruleset.modules if isinstance(chapters[name], Character) and SIDES[name] == side]


@lru_cache(maxsize=1024)
def character_cards(ruleset: Ruleset) -> tuple[str, ...]:
    """The character cards in play: what everybody at the table knows of the deal."""
    cards: list[str] = []
    for side, basic in BASIC.items():
        special = [*basic, *optional_of(ruleset, side)]
        cards += special + [GENERAL[side]] * (cards_of(ruleset.players, side) - len(special))
    return tuple(cards)
