"""The events of the Hunter module, who may see them, and the module's part of the board."""

from collections.abc import Iterator, Sequence
from typing import Annotated, ClassVar, cast

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import MissionRevealed, MissionReversed
from turncoat.games.resistance.hunter.tables import CHIEF_FAILS, NOT_A_CHIEF, TARGETS, fitting_cards
from turncoat.games.resistance.legality import mission_occasion
from turncoat.games.resistance.tables import WINS
from turncoat.kernel.boards import Part
from turncoat.kernel.events import Audience, Event, Public, SeenByAll
from turncoat.kernel.facts import Answered, Fact, HasRole
from turncoat.kernel.opening import role_cards, roles_but
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, seats_in
from turncoat.kernel.words import N_


class HunterPart(Part):
    """The Investigator token, the investigations and all that is public about the Hunters."""

    __slots__ = ("accused", "early_spent", "handed", "investigator", "revealed", "two_agents")

    def __init__(self) -> None:
        self.investigator: Seat | None = None
        """Holder of the Investigator token."""
        self.early_spent = False
        """True if the early accusation was made, which is possible once per game (HUN-EARLY-3)."""
        self.revealed: dict[str, Seat] = {}
        """Revealed Hunters, by side."""
        self.accused: dict[str, SeatSet] = {"resistance": NOBODY, "spies": NOBODY}
        """Players accused by each side's Hunter."""
        self.handed: list[LoyaltyCardHanded] = []
        """Investigations in order. A view knows the cards that its seat handed over or received."""
        self.two_agents: SeatSet = NOBODY
        """Deep Agent and Pretender together, if the holder of the board saw their thumbs."""


def part_of(board: Board) -> HunterPart:
    """Return the module's part of the board."""
    return cast(HunterPart, board.parts["hunter"])


class ChiefsSeen(Event, frozen=True):
    """The reveal: the spies learn which of them are Chiefs."""

    message: ClassVar[str] = N_("Spy Chief: {chiefs:seats}.")
    clause: ClassVar[str] = "HUN-REVEAL-1"
    reveals: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenByAll("lookers")
    private_mark: ClassVar[tuple[str, str]] = ("{chiefs:seats}", N_("Chief"))
    lookers: Annotated[SeatSet, SeenByAll("lookers")]
    chiefs: Annotated[SeatSet, SeenByAll("lookers")]

    def apply(self, board: Board) -> None:
        for seat in seats_in(self.chiefs):
            board.roles[seat] = "spy-chief"


class ResistanceChiefsMet(Event, frozen=True):
    """The reveal: the two resistance Chiefs see each other."""

    message: ClassVar[str] = N_("Resistance Chiefs: {chiefs:seats}.")
    clause: ClassVar[str] = "HUN-REVEAL-2"
    reveals: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenByAll("chiefs")
    private_mark: ClassVar[tuple[str, str]] = ("{chiefs:seats}", N_("Chief"))
    chiefs: Annotated[SeatSet, SeenByAll("chiefs")]

    def apply(self, board: Board) -> None:
        for seat in seats_in(self.chiefs):
            board.roles[seat] = "resistance-chief"


class CoordinatorSeen(Event, frozen=True):
    """The reveal: the resistance Chiefs see the Coordinator's thumb."""

    message: ClassVar[str] = N_("The Coordinator is {coordinator:seat}.")
    clause: ClassVar[str] = "HUN-COORD-1"
    reveals: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenByAll("lookers")
    private_mark: ClassVar[tuple[str, str]] = ("{coordinator:seat}", N_("Coordinator"))
    lookers: Annotated[SeatSet, SeenByAll("lookers")]
    coordinator: Annotated[Seat, SeenByAll("lookers")]

    def apply(self, board: Board) -> None:
        board.roles[self.coordinator] = "coordinator"


class DeepAgentSeen(Event, frozen=True):
    """The reveal: the other spies see the Deep Agent, whose eyes stay closed."""

    message: ClassVar[str] = N_("The Deep Agent is {agent:seat}, who does not know you.")
    clause: ClassVar[str] = "HUN-DEEP-1"
    reveals: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenByAll("lookers")
    private_mark: ClassVar[tuple[str, str]] = ("{agent:seat}", N_("Deep Agent"))
    lookers: Annotated[SeatSet, SeenByAll("lookers")]
    agent: Annotated[Seat, SeenByAll("lookers")]

    def apply(self, board: Board) -> None:
        board.roles[self.agent] = "deep-agent"


class TwoAgentsSeen(Event, frozen=True):
    """The reveal: the spies see two thumbs with closed eyes, and cannot tell Deep Agent from Pretender."""

    message: ClassVar[str] = N_("One is the Deep Agent, the other the Pretender: {agents:seats}.")
    clause: ClassVar[str] = "HUN-PRETENDER-1"
    reveals: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenByAll("lookers")
    private_mark: ClassVar[tuple[str, str]] = ("{agents:seats}", N_("Deep Agent or Pretender"))
    lookers: Annotated[SeatSet, SeenByAll("lookers")]
    agents: Annotated[SeatSet, SeenByAll("lookers")]

    def apply(self, board: Board) -> None:
        part_of(board).two_agents = self.agents


class InvestigatorNamed(Event, frozen=True):
    """The leader gave away the Investigator token with the proposal."""

    message: ClassVar[str] = N_("{investigator:seat} gets the Investigator token.")
    clause: ClassVar[str] = "HUN-INVESTIGATOR-1"
    investigator: Public[Seat]

    def apply(self, board: Board) -> None:
        part_of(board).investigator = self.investigator


class Investigated(Event, frozen=True):
    """A player investigates another. If the Investigator token gave the right to, it returns to its place."""

    message: ClassVar[str] = N_("{investigator:seat} investigates {investigated:seat}.")
    clause: ClassVar[str] = "HUN-INVESTIGATE-1"
    investigator: Public[Seat]
    investigated: Public[Seat]

    def apply(self, board: Board) -> None:
        part_of(board).investigator = None


class LoyaltyCardHanded(Event, frozen=True):
    """A loyalty card of the module was handed over, viewed and shuffled back. Only these two players know which."""

    message: ClassVar[str] = N_("{investigated:seat} hands {investigator:seat} a loyalty card: {card:word}.")
    redacted_message: ClassVar[str] = N_("{investigated:seat} hands {investigator:seat} a loyalty card.")
    clause: ClassVar[str] = "HUN-LOYALTY-1"
    reveals: ClassVar[bool] = True
    private_mark: ClassVar[tuple[str, str]] = ("{investigated:seat}", "{card:word}")
    investigator: Public[Seat]
    investigated: Public[Seat]
    both: Public[SeatSet]
    """The two players as a set: the audience of the card."""
    card: Annotated[str | None, SeenByAll("both")] = None

    def mark(self, ruleset: Ruleset, role: str) -> str:
        """Return the mark for the card, with a question mark if it may be the Dummy Agent's (HUN-DUMMY-1)."""
        fitting = [one for one in role_cards(ruleset) if self.card in fitting_cards(ruleset.players, one)]
        doubtful = self.card != NOT_A_CHIEF and "dummy-agent" in fitting and role != "dummy-agent"
        return N_("{card:word}?") if doubtful else type(self).private_mark[1]

    def apply(self, board: Board) -> None:
        part_of(board).handed.append(self)

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        if self.card is not None:
            fitting = [role for role in role_cards(ruleset) if self.card in fitting_cards(board.players, role)]
            yield HasRole(self.investigated, frozenset(fitting))


class HunterRevealed(Event, frozen=True):
    """A Hunter's character card is turned up before an accusation."""

    message: ClassVar[str] = N_("{hunter:seat} is revealed: {role:word}!")
    clause: ClassVar[str] = "HUN-ACCUSE-1"
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "reveal"
    hunter: Public[Seat]
    role: Public[str]
    side: Public[str]

    def rule(self, events: Sequence[Event], at: int) -> str:
        """Return the clause under which the Hunter came out: early, unless three missions have failed by then."""
        if self.side == "resistance":
            return "HUN-ACCUSE-2"
        results: dict[int, bool] = {}
        for event in events[:at]:
            if isinstance(event, MissionRevealed | MissionReversed):
                results[event.mission] = event.success
        return type(self).clause if list(results.values()).count(False) >= WINS else "HUN-EARLY-1"

    def apply(self, board: Board) -> None:
        board.roles[self.hunter] = self.role
        part_of(board).revealed[self.side] = self.hunter

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(self.hunter, frozenset({self.role}))


class Accused(Event, frozen=True):
    """A Hunter accused a player of being the other side's Chief, and the player answered honestly."""

    message: ClassVar[str] = N_("{hunter:seat} accuses {accused:seat}. {verdict:word}")
    clause: ClassVar[str] = "HUN-ACCUSE-1"
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "accusation"
    hunter: Public[Seat]
    accused: Public[Seat]
    side: Public[str]
    """Side of the Hunter."""
    early: Public[bool]
    right: Public[bool]

    def rule(self, events: Sequence[Event], at: int) -> str:
        if self.early:
            return "HUN-EARLY-2"
        return "HUN-ACCUSE-2" if self.side == "resistance" else type(self).clause

    @property
    def verdict(self) -> str:
        """The answer as a word."""
        return "accusation-right" if self.right else "accusation-wrong"

    def apply(self, board: Board) -> None:
        part = part_of(board)
        part.accused[self.side] |= 1 << self.accused
        part.early_spent = part.early_spent or self.early

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        targets = TARGETS[self.side].keys()
        yield HasRole(self.accused, frozenset(targets) if self.right else roles_but(ruleset, *targets))
        if self.early and board.players < CHIEF_FAILS:  # HUN-EARLY-1: the spy Chief failed it, so was on the team
            for seat in seats_in(board.everyone & ~board.results[-1].team):
                yield HasRole(seat, roles_but(ruleset, "spy-chief"))
            yield Answered(mission_occasion(len(board.results)), NOBODY, (), {"spy-chief": ("fail",)})


EVENTS: tuple[type[Event], ...] = (
    ChiefsSeen,
    ResistanceChiefsMet,
    InvestigatorNamed,
    Investigated,
    LoyaltyCardHanded,
    HunterRevealed,
    Accused,
)
