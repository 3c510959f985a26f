"""Optional characters whose power lies in the reveal: Black Widow, Alexander Pierce, Arnim Zola and Baron Zemo."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, cast

from turncoat.characters import beside
from turncoat.games.winter_soldier import reveal
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.roles import HYDRA, SHIELD, CharacterChapter, Signs
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.events import Audience, Event, SeenBy
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet
from turncoat.kernel.words import N_

FURY_SHOWS = ScriptLine(N_("Nick Fury, put your thumb up."), thumbs="nick-fury")
PIERCE_SHOWS = ScriptLine(N_("Alexander Pierce, put your thumb up."), thumbs="fury-and-pierce")
WIDOW_LOOKS = N_("Black Widow, open your eyes and see who shows a thumb.")


class BlackWidowPart(Part):
    """The thumbs that Black Widow saw, if she is the holder of the board."""

    __slots__ = ("thumbs",)

    def __init__(self) -> None:
        self.thumbs: SeatSet = NOBODY
        """Seats of which one is Nick Fury."""


def seen_by_widow(board: Board) -> SeatSet:
    """Return the thumbs that Black Widow saw, as far as the holder of the board knows.

    The set is empty if she is not in play.
    """
    part = board.parts.get("black-widow")
    return cast(BlackWidowPart, part).thumbs if part is not None else NOBODY


class WidowSaw(Event, frozen=True):
    """Black Widow looked, and saw one or two thumbs, of which one is Nick Fury's."""

    message: ClassVar[str] = N_("Thumbs up as Nick Fury: {thumbs:seats}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-WIDOW-1"
    audience: ClassVar[Audience] = SeenBy("widow")
    private_mark: ClassVar[tuple[str, str]] = ("{thumbs:seats}", N_("Nick Fury?"))
    widow: Annotated[Seat, SeenBy("widow")]
    thumbs: Annotated[SeatSet, SeenBy("widow")]

    def apply(self, board: Board) -> None:
        cast(BlackWidowPart, board.parts["black-widow"]).thumbs = self.thumbs


class BlackWidow(CharacterChapter):
    """Black Widow, who knows Nick Fury (WIN-WIDOW-1)."""

    name: ClassVar[str] = "black-widow"
    side: ClassVar[str] = SHIELD
    title: ClassVar[str] = N_("Black Widow")
    summary: ClassVar[str] = N_("S.H.I.E.L.D.: knows who Nick Fury is.")
    events: ClassVar[tuple[type[Event], ...]] = (WidowSaw,)

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        if role != self.name:
            return
        if ruleset.has("alexander-pierce"):
            yield N_("You saw Nick Fury and Alexander Pierce of HYDRA, and cannot tell which is which.")
        else:
            yield N_("You know who Nick Fury is. Help him stay hidden.")

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        if word != self.name:
            return
        if ruleset.has("alexander-pierce"):
            yield N_("Sees Nick Fury and Alexander Pierce in the reveal, and cannot tell which is which.")
        else:
            yield N_("Knows who Nick Fury is.")

    def part(self, ruleset: Ruleset) -> Part:
        return BlackWidowPart()

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        """Yield the thumbs of Nick Fury and of Alexander Pierce, if in play, as Black Widow sees them.

        See WIN-WIDOW-1 and WIN-PIERCE-1.
        """
        thumbs = 1 << roles.index("nick-fury")
        if ruleset.has("alexander-pierce"):
            thumbs |= 1 << roles.index("alexander-pierce")
        yield WidowSaw(roles.index("black-widow"), thumbs)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        thumbs = "fury-and-pierce" if ruleset.has("alexander-pierce") else "nick-fury"
        looks = ScriptLine(WIDOW_LOOKS, eyes="black-widow", thumbs=thumbs, pause=6.0)
        return beside(lines, reveal.OPEN, before=(FURY_SHOWS, looks, reveal.THUMBS_DOWN))


class AlexanderPierce(CharacterChapter):
    """Alexander Pierce, who appears as Nick Fury to Black Widow (WIN-PIERCE-1)."""

    name: ClassVar[str] = "alexander-pierce"
    side: ClassVar[str] = HYDRA
    title: ClassVar[str] = N_("Alexander Pierce")
    summary: ClassVar[str] = N_("HYDRA: Black Widow cannot tell him from Nick Fury.")
    words: ClassVar[Mapping[str, str]] = {"fury-and-pierce": N_("Nick Fury and Alexander Pierce")}

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        if role != self.name:
            return
        if ruleset.has("black-widow"):
            yield N_("Black Widow saw you and Nick Fury, and cannot tell which of you is Nick Fury.")
        else:
            yield N_("Black Widow is not in play: you are an ordinary HYDRA agent.")

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        if word != self.name:
            return
        if ruleset.has("black-widow"):
            yield N_("To Black Widow he looks like Nick Fury.")
        else:
            yield N_("An ordinary HYDRA agent, since Black Widow is not in play.")

    def signs(self, ruleset: Ruleset) -> Signs:
        return Signs(opens_with_hydra=True, shown_to_fury=True)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        return beside(lines, FURY_SHOWS, after=(PIERCE_SHOWS,)) if ruleset.has("black-widow") else lines

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        return () if ruleset.has("black-widow") else (N_("Alexander Pierce does nothing without Black Widow."),)


class ArnimZola(CharacterChapter):
    """Arnim Zola, whom Nick Fury does not see (WIN-ZOLA-1)."""

    name: ClassVar[str] = "arnim-zola"
    side: ClassVar[str] = HYDRA
    title: ClassVar[str] = N_("Arnim Zola")
    summary: ClassVar[str] = N_("HYDRA: Nick Fury does not see him.")
    abilities: ClassVar[Mapping[str, str]] = {"arnim-zola": N_("Nick Fury did not see you.")}
    explanations: ClassVar[Mapping[str, str]] = {"arnim-zola": N_("Nick Fury does not see him.")}
    words: ClassVar[Mapping[str, str]] = {
        "hydra-but-zola": N_("HYDRA except Arnim Zola"),
        "hydra-and-hill-but-zola": N_("HYDRA except Arnim Zola, and Maria Hill"),
    }

    def signs(self, ruleset: Ruleset) -> Signs:
        return Signs(opens_with_hydra=True)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        down = ScriptLine(N_("Arnim Zola, put your thumb down."))
        lines = reveal.hydra_as(lines, "-but-zola", reveal.FURY_LOOKS)
        return beside(lines, reveal.HYDRA_CLOSES, after=(down,))


class BaronZemo(CharacterChapter):
    """Baron Zemo, who sees nobody at the reveal and whom HYDRA does not see (WIN-ZEMO-1)."""

    name: ClassVar[str] = "baron-zemo"
    side: ClassVar[str] = HYDRA
    title: ClassVar[str] = N_("Baron Zemo")
    summary: ClassVar[str] = N_("HYDRA: he and the others do not know each other.")
    abilities: ClassVar[Mapping[str, str]] = {
        "baron-zemo": N_("You and the rest of HYDRA do not know each other. Nick Fury saw you.")
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "baron-zemo": N_("He and the other agents of HYDRA do not know each other. Nick Fury sees him.")
    }
    words: ClassVar[Mapping[str, str]] = {
        "hydra-but-zemo": N_("HYDRA except Baron Zemo"),
        "hydra-and-hill-but-zemo": N_("HYDRA except Baron Zemo, and Maria Hill"),
    }

    def signs(self, ruleset: Ruleset) -> Signs:
        return Signs(shown_to_fury=True)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        waits = ScriptLine(N_("When HYDRA is called, Baron Zemo keeps his eyes closed and his thumb down."))
        up = ScriptLine(N_("Baron Zemo, put your thumb up."))
        lines = reveal.hydra_as(lines, "-but-zemo", reveal.HYDRA_LOOKS, reveal.HYDRA_CLOSES)
        lines = beside(lines, reveal.HYDRA_LOOKS, before=(waits,))
        return beside(lines, reveal.HYDRA_CLOSES, after=(up,))
