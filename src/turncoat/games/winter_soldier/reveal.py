"""The reveal: who sees whom, as a table, and the script that Captain America reads (WIN-REVEAL-1 to -3)."""

from functools import lru_cache

import msgspec

from turncoat.games.winter_soldier.roles import SIDES
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SeatSet
from turncoat.kernel.words import N_


class Signs(msgspec.Struct, frozen=True):
    """What a character does while eyes are closed."""

    opens_with_hydra: bool = False
    """Opens eyes with HYDRA, thumb up: knows them all, and they take this character for one of theirs."""
    shown_to_fury: bool = False
    """Keeps a thumb up while Nick Fury looks."""
    shown_to_widow: bool = False
    """Shows a thumb while Black Widow looks."""


_, X = False, True
#                             opens eyes   thumb up     thumb up for
#                             with HYDRA   for Fury     Black Widow
REVEAL: dict[str, Signs] = {
    "captain-america": Signs(_,            _,           _),
    "nick-fury":       Signs(_,            _,           X),  # WIN-WIDOW-1
    "black-widow":     Signs(_,            _,           _),
    "maria-hill":      Signs(X,            _,           _),  # WIN-HILL-1
    "shield-agent":    Signs(_,            _,           _),
    "winter-soldier":  Signs(X,            X,           _),
    "alexander-pierce": Signs(X,           X,           X),  # WIN-PIERCE-1
    "arnim-zola":      Signs(X,            _,           _),  # WIN-ZOLA-1
    "baron-zemo":      Signs(_,            X,           _),  # WIN-ZEMO-1
    "hydra-agent":     Signs(X,            X,           _),
}  # fmt: skip
"""Who sees whom. Nick Fury and Black Widow look alone, each at one of the columns."""


class Seen(msgspec.Struct, frozen=True):
    """The reveal of one deal, as seat sets."""

    with_hydra: SeatSet
    by_fury: SeatSet
    by_widow: SeatSet


@lru_cache(maxsize=1024)
def signs_of(ruleset: Ruleset) -> dict[str, Signs]:
    """The table, as the options change it."""
    if ruleset.has("maria-hill") and ruleset.option("fury-sees-hill"):
        return REVEAL | {"maria-hill": Signs(opens_with_hydra=True, shown_to_fury=True)}
    return REVEAL


def reveal(ruleset: Ruleset, roles: tuple[str, ...]) -> Seen:
    """Who is seen by whom in a deal."""
    with_hydra = by_fury = by_widow = NOBODY
    signs = signs_of(ruleset)
    seat = 1
    for role in roles:
        sign = signs[role]
        if sign.opens_with_hydra:
            with_hydra |= seat
        if sign.shown_to_fury:
            by_fury |= seat
        if sign.shown_to_widow:
            by_widow |= seat
        seat <<= 1
    return Seen(with_hydra, by_fury, by_widow)


# The script. Each line stands for itself, so that a chapter can put its own beside it.

FISTS = ScriptLine(N_("Everybody, close your eyes and hold out a fist."))
HYDRA_LOOKS = ScriptLine(
    N_("HYDRA, open your eyes, put your thumbs up and find one another."), eyes="hydra", thumbs="hydra", pause=6.0
)
HYDRA_CLOSES = ScriptLine(N_("Everybody, close your eyes. HYDRA, keep your thumbs up."), thumbs="hydra")
FURY_LOOKS = ScriptLine(
    N_("Nick Fury, open your eyes and see who has a thumb up."), eyes="nick-fury", thumbs="hydra", pause=6.0
)
THUMBS_DOWN = ScriptLine(N_("Everybody, close your eyes. All thumbs down, fists only."))
OPEN = ScriptLine(N_("Everybody, open your eyes, and let us begin."), eyes="everyone", pause=0.0)

WORDS = {
    "hydra-and-hill": N_("HYDRA and Maria Hill"),
    "hydra-but-zemo": N_("HYDRA but Baron Zemo"),
    "hydra-but-zola": N_("HYDRA but Arnim Zola"),
    "hydra-and-hill-but-zemo": N_("HYDRA but Baron Zemo, and Maria Hill"),
    "hydra-and-hill-but-zola": N_("HYDRA but Arnim Zola, and Maria Hill"),
    "fury-and-pierce": N_("Nick Fury and Alexander Pierce"),
    "everyone": N_("Everybody"),
}
"""Labels of who has eyes open or a thumb up, where it is not the name of a side or a character."""


def script(ruleset: Ruleset) -> tuple[ScriptLine, ...]:
    """The lines of the basic game, with eyes and thumbs as the characters in play show them; chapters add theirs."""
    return (
        FISTS,
        msgspec.structs.replace(HYDRA_LOOKS, eyes=_hydra(ruleset, "look"), thumbs=_hydra(ruleset, "look")),
        msgspec.structs.replace(HYDRA_CLOSES, thumbs=_hydra(ruleset, "look")),
        msgspec.structs.replace(FURY_LOOKS, thumbs=_hydra(ruleset, "fury")),
        THUMBS_DOWN,
        OPEN,
    )


def _hydra(ruleset: Ruleset, moment: str) -> str:
    """The word for HYDRA's eyes or thumbs at its own look and at Nick Fury's."""
    signs, in_play = signs_of(ruleset), ruleset.modules
    up = {
        role
        for role in SIDES
        if role in signs and (signs[role].opens_with_hydra if moment == "look" else signs[role].shown_to_fury)
    }
    word = "hydra-and-hill" if "maria-hill" in up and "maria-hill" in in_play else "hydra"
    missing = [role for role in ("baron-zemo", "arnim-zola") if role in in_play and role not in up]
    return f"{word}-but-{missing[0].rpartition('-')[2]}" if missing else word


def beside(
    lines: tuple[ScriptLine, ...],
    known: ScriptLine,
    before: tuple[ScriptLine, ...] = (),
    after: tuple[ScriptLine, ...] = (),
) -> tuple[ScriptLine, ...]:
    """The script with lines put in before and after a known one, which is found by what it says."""
    at = next(index for index, line in enumerate(lines) if line.text == known.text)
    return (*lines[:at], *before, lines[at], *after, *lines[at + 1 :])
