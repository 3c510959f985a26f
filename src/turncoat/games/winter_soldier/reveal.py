"""The reveal: the table of who sees whom, and the script that Captain America reads (WIN-REVEAL-1 to -3)."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from turncoat.characters import Reveal
from turncoat.games.winter_soldier.roles import HYDRA, SIDES, Signs
from turncoat.kernel.card_texts import card_text
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed, listed

_, X = False, True
#                             opens eyes   thumb up
#                             with HYDRA   for Fury
REVEAL = Reveal({
    "captain-america": Signs(_,            _),
    "nick-fury":       Signs(_,            _),
    "shield-agent":    Signs(_,            _),
    "winter-soldier":  Signs(X,            X),
    "hydra-agent":     Signs(X,            X),
})  # fmt: skip
"""Signs of each character in the basic game. Optional characters add their own (`CharacterChapter.signs`)."""


@lru_cache(maxsize=1024)
def unknown_to_hydra(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the characters in play whom HYDRA mistakes: agents who stay apart, and loyal ones seen with HYDRA."""
    seen = opening_with_hydra(ruleset)
    return tuple(name for name in REVEAL.signs_of(ruleset) if (name in seen) != (SIDES[name] == HYDRA))


def is_literal(ruleset: Ruleset) -> bool:
    """Return whether every agent binds the Winter Soldier, known to him or not, where that differs (WIN-VOTE-2)."""
    return bool(ruleset.option("winter-soldier-literal") and unknown_to_hydra(ruleset))


@lru_cache(maxsize=1024)
def binding_roles(ruleset: Ruleset) -> frozenset[str]:
    """Return the characters who keep the Winter Soldier from rejecting their team (WIN-VOTE-2)."""
    if is_literal(ruleset):
        return frozenset(role for role in REVEAL.signs_of(ruleset) if SIDES[role] == HYDRA)
    return opening_with_hydra(ruleset)


def opening_with_hydra(ruleset: Ruleset) -> frozenset[str]:
    """Return the characters who open their eyes with HYDRA."""
    return REVEAL.showing(ruleset, "opens_with_hydra")


def shown_to_fury(ruleset: Ruleset) -> frozenset[str]:
    """Return the characters who keep a thumb up while Nick Fury looks."""
    return REVEAL.showing(ruleset, "shown_to_fury")


_KNOWS: Final[Mapping[str, str]] = {
    HYDRA: N_("Knows the other agents of HYDRA."),
    "nick-fury": N_("Sees in the reveal who is HYDRA."),
}
_KNOWS_BUT: Final[Mapping[str, str]] = {
    HYDRA: N_("Knows the other agents of HYDRA, but not: {roles}."),
    "nick-fury": N_("Sees in the reveal who is HYDRA, but not: {roles}."),
}


def knowledge_of(ruleset: Ruleset, role: str) -> Iterator[str]:
    """Yield what Nick Fury or an agent who looks with HYDRA sees in the reveal, in a sentence for everybody."""
    signs = REVEAL.signs_of(ruleset)
    looks = HYDRA if role in opening_with_hydra(ruleset) and SIDES[role] == HYDRA else role
    if looks not in _KNOWS:
        return
    seen = shown_to_fury(ruleset) if looks == "nick-fury" else opening_with_hydra(ruleset)
    unseen = [card_text(ruleset, other).title for other in signs if SIDES[other] == HYDRA and other not in seen]
    yield composed(_KNOWS_BUT[looks], roles=listed(unseen)) if unseen else _KNOWS[looks]


# The script. Chapters insert their own lines next to these, so each line has a name.

FISTS = ScriptLine(N_("Everybody, close your eyes and hold out a fist."))
HYDRA_LOOKS = ScriptLine(
    N_("HYDRA, open your eyes, put your thumbs up and find one another."), eyes="hydra", thumbs="hydra", pause=6.0
)
HYDRA_CLOSES = ScriptLine(N_("Everybody, close your eyes. HYDRA, keep your thumbs up."), thumbs="hydra")
FURY_LOOKS = ScriptLine(
    N_("Nick Fury, open your eyes and see who has a thumb up."), eyes="nick-fury", thumbs="hydra", pause=6.0
)
THUMBS_DOWN = ScriptLine(N_("Everybody, close your eyes. All thumbs down, fists only."))
OPEN = ScriptLine(N_("Everybody, open your eyes, and let's begin."), eyes="everyone", pause=0.0)

SCRIPT = (FISTS, HYDRA_LOOKS, HYDRA_CLOSES, FURY_LOOKS, THUMBS_DOWN, OPEN)
"""The script of the basic game."""


def hydra_as(lines: tuple[ScriptLine, ...], ending: str, *known: ScriptLine) -> tuple[ScriptLine, ...]:
    """Append an ending to the word for HYDRA in the known lines, so that it names other characters."""

    def called(who: str) -> str:
        return who + ending if who.startswith(HYDRA) else who

    texts = [line.text for line in known]
    return tuple(
        replace(line, eyes=called(line.eyes), thumbs=called(line.thumbs)) if line.text in texts else line
        for line in lines
    )
