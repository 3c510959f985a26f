"""The reveal with the Hunter module: the knowledge of each role, and the narrated script (HUN-REVEAL-4, HUN-DEEP-2).

Chapters that change the script replace a line, found by the eyes that are open or the thumbs that are up during it, or
insert their steps before the last line. The pauses are the same for every deal.
"""

from collections.abc import Iterator

from turncoat.games.resistance import reveal
from turncoat.games.resistance.hunter.events import ChiefsSeen, ResistanceChiefsMet
from turncoat.games.resistance.hunter.tables import CHIEFS_MEET
from turncoat.games.resistance.reveal import EYES_OPEN, role_holders, spies_reveal
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_

FISTS_OUT = ScriptLine(N_("Everybody, close your eyes and hold out a fist."))
CHIEFS_THUMBS = ScriptLine(N_("Spy Chiefs, put up your thumbs."), thumbs="spy-chief")
SPIES_LOOK = ScriptLine(
    N_("Spies, open your eyes: find one another, and see which of you have a thumb up."),
    eyes="spies",
    thumbs="spy-chief",
    pause=6.0,
)
SPIES_CLOSE = ScriptLine(N_("Spies, close your eyes. All thumbs down. Now all eyes are closed."))
CHIEFS_LOOK = ScriptLine(
    N_("Resistance Chiefs, open your eyes and find each other."), eyes="resistance-chief", pause=4.0
)
CHIEFS_CLOSE = ScriptLine(N_("Resistance Chiefs, close your eyes."))


def chiefs_seen(ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
    """Yield what the Chiefs' steps reveal (HUN-REVEAL-1, HUN-REVEAL-2)."""
    lookers, _ = spies_reveal(ruleset, roles)
    if lookers:
        yield ChiefsSeen(lookers, role_holders(roles, "spy-chief"))
    if ruleset.players >= CHIEFS_MEET:
        yield ResistanceChiefsMet(role_holders(roles, "resistance-chief"))


def script(ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
    """Return the script with the Chiefs' steps, or with the resistance Chiefs' only if no spy looks (BLD-2)."""
    if any(line.eyes == "spies" for line in lines):
        lines = (FISTS_OUT, CHIEFS_THUMBS, SPIES_LOOK, SPIES_CLOSE, EYES_OPEN)
    return before_the_end(lines, CHIEFS_LOOK, CHIEFS_CLOSE) if ruleset.players >= CHIEFS_MEET else lines


def before_the_end(lines: tuple[ScriptLine, ...], *steps: ScriptLine) -> tuple[ScriptLine, ...]:
    """Insert steps before all open their eyes, starting a new script if there was none."""
    return reveal.before_the_end(lines, *steps, begin=FISTS_OUT)


def with_line(lines: tuple[ScriptLine, ...], new: ScriptLine) -> tuple[ScriptLine, ...]:
    """Replace the line during which the same eyes are open."""
    return tuple(new if line.eyes == new.eyes else line for line in lines)


def with_thumbs(lines: tuple[ScriptLine, ...], new: ScriptLine) -> tuple[ScriptLine, ...]:
    """Replace the line that calls for the spies' thumbs, during which all eyes are closed."""
    return tuple(new if line.thumbs and not line.eyes else line for line in lines)
