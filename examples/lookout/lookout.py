"""The Lookout: a role that knows something when the game begins. `docs/chapters.md` walks through it."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

from turncoat.chapters import N_, Audience, Event, Ruleset, ScriptLine, Seat, SeenBy, left_of
from turncoat.games.resistance import Board, RoleChapter, before_the_end


class LeftSeen(Event, frozen=True):
    """The Lookout looked at the character card of the player on the left; nobody else notices."""

    message: ClassVar[str] = N_("You look at {left:seat}'s character card: {role:role}.")
    clause: ClassVar[str] = "LOO-SEE-1"
    reveals: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenBy("lookout")
    private_mark: ClassVar[tuple[str, str]] = ("{left:seat}", "{role:role}")
    lookout: Annotated[Seat, SeenBy("lookout")]
    left: Annotated[Seat, SeenBy("lookout")]
    role: Annotated[str, SeenBy("lookout")]

    def apply(self, board: Board) -> None:
        board.roles[self.left] = self.role


class Lookout(RoleChapter):
    """The chapter: one resistance player has seen a neighbour's card."""

    game: ClassVar[str] = "resistance"
    name: ClassVar[str] = "lookout"
    title: ClassVar[str] = N_("Lookout")
    summary: ClassVar[str] = N_("One resistance player has seen the card of the player on the left.")
    clauses: ClassVar[Mapping[str, str]] = {
        "LOO-ROLE-1": N_("One player of the resistance is the Lookout."),
        "LOO-SEE-1": N_("In the reveal the Lookout looks at the character card of the player on the left."),
    }
    roles: ClassVar[Mapping[str, str]] = {"lookout": "resistance"}
    words: ClassVar[Mapping[str, str]] = {"lookout": N_("Lookout")}
    abilities: ClassVar[Mapping[str, str]] = {"lookout": N_("You have seen the card of the player on your left.")}
    explanations: ClassVar[Mapping[str, str]] = {"lookout": N_("Has seen the card of the player on the left.")}
    events: ClassVar[tuple[type[Event], ...]] = (LeftSeen,)

    def special_cards(self, ruleset: Ruleset) -> Mapping[str, int]:
        return {"lookout": 1}

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        lookout = roles.index("lookout")
        left = left_of(lookout, len(roles))
        yield LeftSeen(lookout, left, roles[left])

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        show = ScriptLine(N_("Everybody, hold your character card so that only the player on your right could see it."))
        look = ScriptLine(N_("Lookout, open your eyes and look at the card on your left."), eyes="lookout", pause=4.0)
        close = ScriptLine(N_("Lookout, close your eyes. Everybody, put your card away."))
        return before_the_end(lines, show, look, close)
