"""The optional characters whose power lies in the reveal: Percival, Morgana, Mordred and Oberon."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, cast

from turncoat.characters import beside
from turncoat.games.round_table import reveal
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.roles import CharacterChapter, Signs
from turncoat.games.round_table.tables import EVIL, GOOD
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.events import Audience, Event, SeenBy
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.words import N_

MERLIN_SHOWS = ScriptLine(N_("Merlin, put your thumb up."), thumbs="merlin")
BOTH_SHOW = ScriptLine(N_("Merlin and Morgana, put your thumbs up."), thumbs="merlin-and-morgana")
_SURE = N_("Merlin is {thumbs:seats}.")
PERCIVAL_LOOKS = N_("Percival, open your eyes and see who has a thumb up.")


class PercivalPart(Part):
    """The thumbs that Percival saw, if Percival is the holder of the board."""

    __slots__ = ("thumbs",)

    def __init__(self) -> None:
        self.thumbs: SeatSet = NOBODY
        """Seats of which one is Merlin."""


def seen_by_percival(board: Board) -> SeatSet:
    """Return the thumbs that Percival saw, if the holder of the board knows. Empty if Percival is not in play."""
    part = board.parts.get("percival")
    return cast(PercivalPart, part).thumbs if part is not None else NOBODY


class PercivalSaw(Event, frozen=True):
    """Percival looked, and saw one or two thumbs, of which one is Merlin's."""

    message: ClassVar[str] = N_("One of these is Merlin: {thumbs:seats}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-REVEAL-3"
    audience: ClassVar[Audience] = SeenBy("percival")
    private_mark: ClassVar[tuple[str, str]] = ("{thumbs:seats}", N_("Merlin"))
    percival: Annotated[Seat, SeenBy("percival")]
    thumbs: Annotated[SeatSet, SeenBy("percival")]

    @property
    def sentence(self) -> str:
        return _SURE if self.thumbs.bit_count() == 1 else type(self).message

    def mark(self, ruleset: Ruleset, role: str) -> str:
        """Return the mark of Merlin, which is doubtful with Morgana in play and only then (RT-REVEAL-3)."""
        return N_("Merlin?") if ruleset.has("morgana") else type(self).private_mark[1]

    def apply(self, board: Board) -> None:
        cast(PercivalPart, board.parts["percival"]).thumbs = self.thumbs


class Percival(CharacterChapter):
    """Percival, who sees Merlin (RT-REVEAL-3)."""

    name: ClassVar[str] = "percival"
    side: ClassVar[str] = GOOD
    title: ClassVar[str] = N_("Percival")
    summary: ClassVar[str] = N_("Good, in a knight's place: sees who Merlin is.")
    events: ClassVar[tuple[type[Event], ...]] = (PercivalSaw,)

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        if role != self.name:
            return
        if ruleset.has("morgana"):
            yield N_("You saw Merlin and Morgana, and cannot tell which is which.")
        else:
            yield N_("You know who Merlin is. Help Merlin stay hidden.")

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        if word != self.name:
            return
        if ruleset.has("morgana"):
            yield N_("Sees Merlin and Morgana in the reveal, and cannot tell which is which.")
        else:
            yield N_("Sees in the reveal who Merlin is.")
        yield N_("On a quest plays Success.")

    def part(self, ruleset: Ruleset) -> Part:
        return PercivalPart()

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        """Yield the thumbs of Merlin, and of Morgana if in play, as Percival sees them (RT-REVEAL-3)."""
        thumbs = reveal.REVEAL.seats(ruleset, "shown_to_percival", roles)
        yield PercivalSaw(roles.index(self.name), thumbs)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        show = BOTH_SHOW if ruleset.has("morgana") else MERLIN_SHOWS
        look = ScriptLine(PERCIVAL_LOOKS, eyes="percival", thumbs=show.thumbs, pause=6.0)
        return beside(lines, reveal.OPEN, before=(show, look, reveal.THUMBS_DOWN))

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return that good is favored at 5 players if nobody deceives Percival or Merlin (RT-SETUP-5)."""
        if ruleset.players > 5 or ruleset.has("mordred") or ruleset.has("morgana"):
            return ()
        return (N_("With 5 players, Percival favors good: add Morgana or Mordred."),)


class Morgana(CharacterChapter):
    """Morgana, who appears as Merlin to Percival (RT-REVEAL-3)."""

    name: ClassVar[str] = "morgana"
    side: ClassVar[str] = EVIL
    title: ClassVar[str] = N_("Morgana")
    summary: ClassVar[str] = N_("Evil, in a minion's place: Percival cannot tell Morgana from Merlin.")
    words: ClassVar[Mapping[str, str]] = {"merlin-and-morgana": N_("Merlin and Morgana")}

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        if role != self.name:
            return
        if ruleset.has("percival"):
            yield N_("Percival saw you and Merlin, and cannot tell which is which.")
        else:
            yield N_("Percival is not in play: you are an ordinary minion.")

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        if word != self.name:
            return
        if ruleset.has("percival"):
            yield N_("To Percival, Morgana looks like Merlin.")
        else:
            yield N_("An ordinary minion, since Percival is not in play.")

    def signs(self, ruleset: Ruleset) -> Signs:
        return Signs(looks_with_evil=True, shown_to_evil=True, shown_to_merlin=True, shown_to_percival=True)

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return that Morgana does nothing without Percival (RT-SETUP-5)."""
        return () if ruleset.has("percival") else (N_("Morgana is an ordinary minion without Percival."),)


class Mordred(CharacterChapter):
    """Mordred, whom Merlin does not see (RT-REVEAL-2)."""

    name: ClassVar[str] = "mordred"
    side: ClassVar[str] = EVIL
    title: ClassVar[str] = N_("Mordred")
    summary: ClassVar[str] = N_("Evil, in a minion's place: Merlin does not see Mordred.")
    abilities: ClassVar[Mapping[str, str]] = {"mordred": N_("Merlin did not see you.")}
    explanations: ClassVar[Mapping[str, str]] = {"mordred": N_("Merlin does not see Mordred.")}
    words: ClassVar[Mapping[str, str]] = {"evil-but-mordred": N_("Evil except Mordred")}

    def signs(self, ruleset: Ruleset) -> Signs:
        return Signs(looks_with_evil=True, shown_to_evil=True)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        hides = ScriptLine(N_("When thumbs go up, Mordred keeps a closed fist."))
        for line in (reveal.EVIL_SHOWS, reveal.MERLIN_LOOKS):
            lines = reveal.called(lines, line, thumbs="evil-but-mordred")
        return beside(lines, reveal.EVIL_SHOWS, before=(hides,))


class Oberon(CharacterChapter):
    """Oberon, who sees nobody at the reveal and whom evil does not see (RT-REVEAL-4)."""

    name: ClassVar[str] = "oberon"
    side: ClassVar[str] = EVIL
    title: ClassVar[str] = N_("Oberon")
    summary: ClassVar[str] = N_("Evil, in a minion's place: Oberon and the others do not know each other.")
    abilities: ClassVar[Mapping[str, str]] = {"oberon": N_("The other evil players do not know you. Merlin saw you.")}
    explanations: ClassVar[Mapping[str, str]] = {
        "oberon": N_("Oberon and the other evil players do not know each other. Merlin sees Oberon.")
    }
    words: ClassVar[Mapping[str, str]] = {"evil-but-oberon": N_("Evil except Oberon")}

    def signs(self, ruleset: Ruleset) -> Signs:
        return Signs(shown_to_merlin=True)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        waits = ScriptLine(N_("When evil is called to look, Oberon's eyes stay closed."))
        lines = reveal.called(lines, reveal.EVIL_LOOKS, eyes="evil-but-oberon")
        return beside(lines, reveal.EVIL_LOOKS, before=(waits,))
