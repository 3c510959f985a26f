"""The reveal: the table of who shows what to whom, and the script that the leader reads (RT-REVEAL-1 to -7)."""

from collections.abc import Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from turncoat.characters import Reveal
from turncoat.games.round_table.roles import SIDES, Signs
from turncoat.games.round_table.tables import EVIL
from turncoat.kernel.card_texts import card_text
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed, listed

_, X = False, True
#                   looks with  shown to  shown to  shown to
#                   evil        evil      Merlin    Percival
REVEAL = Reveal({
    "merlin":   Signs(_,        _,        _,        X),
    "knight":   Signs(_,        _,        _,        _),
    "assassin": Signs(X,        X,        X,        _),
    "minion":   Signs(X,        X,        X,        _),
})  # fmt: skip
"""Signs of the characters always in play. Optional ones have their own (`CharacterChapter.signs`)."""

_KNOWS: Final[Mapping[str, tuple[str, str]]] = {
    EVIL: (N_("Knows the other evil players."), N_("Knows the other evil players, but not: {roles}.")),
    "merlin": (N_("Sees in the reveal who is evil."), N_("Sees in the reveal who is evil, but not: {roles}.")),
}
"""Knowledge in a sentence for everybody, and in one that names those who are not seen."""


def knowledge_of(ruleset: Ruleset, role: str) -> Iterator[str]:
    """Yield what Merlin, or a character who looks with evil, sees in the reveal (RT-REVEAL-2, -4)."""
    looks = EVIL if role in REVEAL.showing(ruleset, "looks_with_evil") else role
    if looks not in _KNOWS:
        return
    seen = REVEAL.showing(ruleset, "shown_to_merlin" if looks == "merlin" else "shown_to_evil")
    all_seen, all_but = _KNOWS[looks]
    unseen = unseen_evil(ruleset, seen)
    yield composed(all_but, roles=listed([card_text(ruleset, one).title for one in unseen])) if unseen else all_seen


def unseen_evil(ruleset: Ruleset, seen: frozenset[str]) -> list[str]:
    """Return the evil characters in play who are not among those seen."""
    return [role for role in REVEAL.signs_of(ruleset) if SIDES[role] == EVIL and role not in seen]


# The script. Chapters insert their own lines next to these, so each line has a name.

FISTS = ScriptLine(N_("Everybody, close your eyes and hold out a fist."))
EVIL_LOOKS = ScriptLine(N_("Evil, open your eyes and find one another."), eyes=EVIL, pause=6.0)
EVIL_CLOSES = ScriptLine(N_("Everybody, close your eyes. Fists only."))
EVIL_SHOWS = ScriptLine(N_("Evil, put your thumbs up."), thumbs=EVIL)
MERLIN_LOOKS = ScriptLine(
    N_("Merlin, open your eyes and see who has a thumb up."), eyes="merlin", thumbs=EVIL, pause=6.0
)
THUMBS_DOWN = ScriptLine(N_("Everybody, close your eyes. All thumbs down, fists only."))
OPEN = ScriptLine(N_("Everybody, open your eyes, and let's begin."), eyes="everyone", pause=0.0)

SCRIPT = (FISTS, EVIL_LOOKS, EVIL_CLOSES, EVIL_SHOWS, MERLIN_LOOKS, THUMBS_DOWN, OPEN)
"""The script of the basic game."""


def called(
    lines: tuple[ScriptLine, ...], known: ScriptLine, *, eyes: str = "", thumbs: str = ""
) -> tuple[ScriptLine, ...]:
    """Return the script with other players called in a known line: those whose eyes are open, or thumbs up."""
    return tuple(
        replace(line, eyes=eyes or line.eyes, thumbs=thumbs or line.thumbs) if line.text == known.text else line
        for line in lines
    )
