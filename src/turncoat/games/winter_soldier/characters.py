"""The optional characters whose power lies in the reveal: Black Widow, Alexander Pierce, Arnim Zola and Baron Zemo.

Whom they see and who sees them stands in the table of `reveal`; here are their lines of the script.
"""

from typing import ClassVar

from turncoat.games.winter_soldier import reveal
from turncoat.games.winter_soldier.roles import Character
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_

FURY_SHOWS = ScriptLine(N_("Nick Fury, put your thumb up."), thumbs="nick-fury")
PIERCE_SHOWS = ScriptLine(N_("Alexander Pierce, put your thumb up."), thumbs="fury-and-pierce")
WIDOW_LOOKS = N_("Black Widow, open your eyes and see who shows a thumb.")


class BlackWidow(Character):
    """Black Widow knows who Nick Fury is (WIN-WIDOW-1)."""

    name: ClassVar[str] = "black-widow"
    title: ClassVar[str] = N_("Black Widow")
    summary: ClassVar[str] = N_("S.H.I.E.L.D.: knows who Nick Fury is.")

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        thumbs = "fury-and-pierce" if ruleset.has("alexander-pierce") else "nick-fury"
        looks = ScriptLine(WIDOW_LOOKS, eyes="black-widow", thumbs=thumbs, pause=6.0)
        return reveal.beside(lines, reveal.OPEN, before=(FURY_SHOWS, looks, reveal.THUMBS_DOWN))


class AlexanderPierce(Character):
    """Alexander Pierce seems to be Nick Fury to Black Widow (WIN-PIERCE-1)."""

    name: ClassVar[str] = "alexander-pierce"
    title: ClassVar[str] = N_("Alexander Pierce")
    summary: ClassVar[str] = N_("HYDRA: Black Widow cannot tell him from Nick Fury.")

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        return reveal.beside(lines, FURY_SHOWS, after=(PIERCE_SHOWS,)) if ruleset.has("black-widow") else lines

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        return () if ruleset.has("black-widow") else (N_("Alexander Pierce does nothing without Black Widow."),)


class ArnimZola(Character):
    """Arnim Zola is hidden from Nick Fury (WIN-ZOLA-1)."""

    name: ClassVar[str] = "arnim-zola"
    title: ClassVar[str] = N_("Arnim Zola")
    summary: ClassVar[str] = N_("HYDRA: Nick Fury does not see him.")

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        down = ScriptLine(N_("Arnim Zola, put your thumb down."))
        return reveal.beside(lines, reveal.HYDRA_CLOSES, after=(down,))


class BaronZemo(Character):
    """Baron Zemo works apart: he sees nobody in the reveal, and HYDRA does not see him (WIN-ZEMO-1)."""

    name: ClassVar[str] = "baron-zemo"
    title: ClassVar[str] = N_("Baron Zemo")
    summary: ClassVar[str] = N_("HYDRA: does not know the others, nor they him.")

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        waits = ScriptLine(N_("When HYDRA is called, Baron Zemo keeps his eyes closed and his thumb down."))
        up = ScriptLine(N_("Baron Zemo, put your thumb up."))
        lines = reveal.beside(lines, reveal.HYDRA_LOOKS, before=(waits,))
        return reveal.beside(lines, reveal.HYDRA_CLOSES, after=(up,))
