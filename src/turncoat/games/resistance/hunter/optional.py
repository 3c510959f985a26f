"""The optional roles of the Hunter module: Dummy Agent, Coordinator, Deep Agent and Pretender."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from turncoat.games.resistance.blind_spies import without_meaning
from turncoat.games.resistance.hooks import SPIES_REVEAL
from turncoat.games.resistance.hunter import reveal
from turncoat.games.resistance.hunter.events import CoordinatorSeen, DeepAgentSeen, TwoAgentsSeen
from turncoat.games.resistance.hunter.tables import CHIEFS_MEET
from turncoat.games.resistance.reveal import role_holders, spies_reveal
from turncoat.games.resistance.roles import RoleChapter
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import PolicyHandler
from turncoat.kernel.rulebooks import titles_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet
from turncoat.kernel.words import N_

_COORDINATOR_TOO: Final = N_("Accusing the Coordinator also wins.")


class OptionalRole(RoleChapter):
    """Chapter of one extra character card, which replaces a plain one of its side (HUN-SETUP-4)."""

    needs: ClassVar[tuple[str, ...]] = ("hunter",)

    def special_cards(self, ruleset: Ruleset) -> Mapping[str, int]:
        return dict.fromkeys(self.roles, 1)


class DummyAgent(OptionalRole):
    """The resistance Dummy Agent, who may show the Chief's loyalty card (HUN-DUMMY-1)."""

    name: ClassVar[str] = "dummy-agent"
    title: ClassVar[str] = N_("Dummy Agent")
    summary: ClassVar[str] = N_("One of the resistance may pose as its Chief when investigated.")
    roles: ClassVar[Mapping[str, str]] = {"dummy-agent": "resistance"}
    abilities: ClassVar[Mapping[str, str]] = {
        "dummy-agent": N_("When investigated, you may pass for a resistance Chief. Accusing you is always wrong.")
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "dummy-agent": N_("When investigated, may pass for a resistance Chief. Accusing this player is always wrong.")
    }
    words: ClassVar[Mapping[str, str]] = {"dummy-agent": N_("Dummy Agent")}


class Coordinator(OptionalRole):
    """The Coordinator, whom the resistance Chiefs know and whom the spy Hunter may also find (HUN-COORD-1)."""

    name: ClassVar[str] = "coordinator"
    title: ClassVar[str] = N_("Coordinator")
    summary: ClassVar[str] = N_("The resistance Chief knows one ally; the spies win by finding either of them.")
    roles: ClassVar[Mapping[str, str]] = {"coordinator": "resistance"}
    abilities: ClassVar[Mapping[str, str]] = {
        "coordinator": N_("Do not give yourself away: the spies also win if their Hunter accuses you."),
        "spy-hunter": _COORDINATOR_TOO,
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "coordinator": N_("The resistance Chiefs know who it is. The spies also win if their Hunter finds them."),
        "spy-hunter": _COORDINATOR_TOO,
    }
    goals: ClassVar[Mapping[str, str]] = {
        "spies": N_(
            "Make three missions fail without being caught; then your Hunter must find a resistance Chief or the "
            "Coordinator."
        )
    }
    words: ClassVar[Mapping[str, str]] = {"coordinator": N_("Coordinator")}
    events: ClassVar[tuple[type[Event], ...]] = (CoordinatorSeen,)

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        if role == "coordinator":
            met = ruleset.players >= CHIEFS_MEET
            yield N_("The resistance Chiefs know you.") if met else N_("The resistance Chief knows you.")
        yield from super().abilities_of(ruleset, role)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        yield CoordinatorSeen(role_holders(roles, "resistance-chief"), roles.index("coordinator"))

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        return reveal.before_the_end(
            lines,
            ScriptLine(
                N_("Resistance Chiefs, open your eyes. Coordinator, put up your thumb."),
                eyes="resistance-chief",
                thumbs="coordinator",
                pause=4.0,
            ),
            ScriptLine(N_("Resistance Chiefs, close your eyes. Coordinator, thumb down.")),
        )


class DeepAgent(OptionalRole):
    """The Deep Agent, whom the other spies know but who knows none of them (HUN-DEEP-1)."""

    name: ClassVar[str] = "deep-agent"
    title: ClassVar[str] = N_("Deep Agent")
    summary: ClassVar[str] = N_("One spy does not know the others, but they know the Deep Agent.")
    roles: ClassVar[Mapping[str, str]] = {"deep-agent": "spies"}
    words: ClassVar[Mapping[str, str]] = {"deep-agent": N_("Deep Agent")}
    events: ClassVar[tuple[type[Event], ...]] = (DeepAgentSeen,)

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        if role == "deep-agent":
            yield N_("You do not know the other spies.")
            if not ruleset.has("pretender"):
                yield N_("They know you.")

    def check(self, ruleset: Ruleset) -> None:
        super().check(ruleset)
        check_sight(ruleset, self.name)

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (SPIES_REVEAL.handled_by(eyes_closed),)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        if not ruleset.has("pretender"):
            lookers, _ = spies_reveal(ruleset, roles)
            yield DeepAgentSeen(lookers, roles.index("deep-agent"))

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        """Add the Deep Agent to the lines for the spies' thumbs and eyes (HUN-DEEP-2)."""
        lines = reveal.with_thumbs(
            lines,
            ScriptLine(N_("Spy Chiefs and Deep Agent, put up your thumbs."), thumbs="spy-chief,deep-agent"),
        )
        look = N_(
            "All spies except the Deep Agent, open your eyes. A thumb with open eyes is a Chief; a thumb with "
            "closed eyes is the Deep Agent."
        )
        return reveal.with_line(lines, ScriptLine(look, eyes="spies", thumbs="spy-chief,deep-agent", pause=6.0))


class Pretender(OptionalRole):
    """The Pretender, who looks like the Deep Agent to the spies and learns nothing (HUN-PRETENDER-1)."""

    name: ClassVar[str] = "pretender"
    title: ClassVar[str] = N_("Pretender")
    summary: ClassVar[str] = N_("To the spies, one of the resistance looks like their Deep Agent.")
    needs: ClassVar[tuple[str, ...]] = ("hunter", "deep-agent")
    roles: ClassVar[Mapping[str, str]] = {"pretender": "resistance"}
    abilities: ClassVar[Mapping[str, str]] = {
        "deep-agent": N_("They saw you and the Pretender, and cannot tell which of you is one of theirs."),
        "pretender": N_("The spies saw you and their Deep Agent, and cannot tell which of you is one of theirs."),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "deep-agent": N_("They see this player and the Pretender, and cannot tell which of the two is one of theirs."),
        "pretender": N_("The spies see this player and their Deep Agent, and cannot tell which is one of theirs."),
    }
    words: ClassVar[Mapping[str, str]] = {"pretender": N_("Pretender")}
    events: ClassVar[tuple[type[Event], ...]] = (TwoAgentsSeen,)

    def check(self, ruleset: Ruleset) -> None:
        super().check(ruleset)
        check_sight(ruleset, self.name)

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (SPIES_REVEAL.handled_by(only_open_eyes, after=("deep-agent",)),)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        lookers, _ = spies_reveal(ruleset, roles)
        yield TwoAgentsSeen(lookers, role_holders(roles, "deep-agent", "pretender"))

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        """Add the Pretender to the lines for the spies' thumbs and eyes (HUN-DEEP-2)."""
        thumbs = "spy-chief,deep-agent,pretender"
        call = N_("Spy Chiefs, Deep Agent and Pretender, put up your thumbs.")
        lines = reveal.with_thumbs(lines, ScriptLine(call, thumbs=thumbs))
        look = N_(
            "All spies except the Deep Agent, open your eyes. A thumb with open eyes is a Chief; a thumb with "
            "closed eyes is the Deep Agent or the Pretender."
        )
        return reveal.with_line(lines, ScriptLine(look, eyes="spies", thumbs=thumbs, pause=6.0))


def check_sight(ruleset: Ruleset, name: str) -> None:
    """Raise RulesetError if nobody looks, since the role has no meaning then (BLD-2)."""
    if ruleset.has("blind-spies"):
        raise without_meaning(ruleset, *titles_of(ruleset.game, (name,)))


def eyes_closed(ruleset: Ruleset, reveal: tuple[SeatSet, SeatSet], roles: tuple[str, ...]) -> tuple[SeatSet, SeatSet]:
    """Remove the Deep Agent from those who look, but not from those who are seen (HUN-DEEP-1)."""
    lookers, seen = reveal
    return lookers & ~(1 << roles.index("deep-agent")), seen


def only_open_eyes(
    ruleset: Ruleset, reveal: tuple[SeatSet, SeatSet], roles: tuple[str, ...]
) -> tuple[SeatSet, SeatSet]:
    """Remove the Deep Agent from the known spies (HUN-PRETENDER-1).

    The spies see two thumbs with closed eyes, and cannot tell whose is the spy's.
    """
    lookers, seen = reveal
    return lookers, seen & ~(1 << roles.index("deep-agent"))
