"""Events: frozen values, named in the past tense, that say what happened and who may see which field.

Every field of an event declares its audience. A field without one is seen by nobody: deny by default.

    class LoyaltyShown(Event, frozen=True):
        message: ClassVar[str] = N_("{shower:seat} shows {viewer:seat} a loyalty card: {side:word}.")
        redacted_message: ClassVar[str] = N_("{shower:seat} shows {viewer:seat} a loyalty card.")
        shower: Public[Seat]
        viewer: Public[Seat]
        side: Annotated[str | None, SeenBy("viewer")] = None

`seen_by(event, seat)` returns the event as that seat may see it: the event itself, a copy with None in the hidden
fields, or None if the seat is outside its `audience`.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

import msgspec

from turncoat.kernel.acts import Act
from turncoat.kernel.boards import Result
from turncoat.kernel.facts import Fact
from turncoat.kernel.seats import Seat, is_in

if TYPE_CHECKING:
    from turncoat.kernel.rulesets import Ruleset

T = TypeVar("T")


class Audience(msgspec.Struct, frozen=True):
    """The viewers of an event or field. The base class is the empty audience: nobody during the game."""

    def includes(self, event: "Event", seat: Seat) -> bool:
        """Return whether the seat (or SPECTATOR) belongs to the audience."""
        return False


class SeenBy(Audience, frozen=True):
    """The one seat held by the named field of the same event."""

    field: str

    def includes(self, event: "Event", seat: Seat) -> bool:
        return bool(getattr(event, self.field) == seat)


class SeenByAll(Audience, frozen=True):
    """Every seat in the seat set held by the named field of the same event."""

    field: str

    def includes(self, event: "Event", seat: Seat) -> bool:
        return is_in(seat, getattr(event, self.field))


class _Everyone(Audience, frozen=True):
    def includes(self, event: "Event", seat: Seat) -> bool:
        return True


NOBODY_SEES = Audience()
EVERYONE = _Everyone()
Public = Annotated[T, EVERYONE]
"""A field visible to every seat and every spectator."""
Hidden = Annotated[T | None, NOBODY_SEES]
"""A field invisible to all during the game. Only the game's own board and the record use it."""


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """Something that happened. Subclasses declare the audiences of their fields and fold themselves into a board.

    >>> from turncoat import Game, Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> event = Game(ruleset, ruleset.deal(b"an evening")).events[0]
    >>> isinstance(event, Event), event
    (True, LeaderChosen(leader=0))
    """

    message: ClassVar[str] = ""
    """The event as a sentence, for those who see every field. Empty if it is not announced."""
    redacted_message: ClassVar[str] = ""
    """The sentence for those from whom a field is hidden."""
    redacted_together: ClassVar[str] = ""
    """The redacted sentence for several seats in a row that did the same: `{seats:seats}` lists them, from field
    `seat`."""
    clause: ClassVar[str] = ""
    """The rulebook clause behind the event."""
    audience: ClassVar[Audience] = EVERYONE
    """Recipients of the event. Others do not learn that it happened."""
    reveals: ClassVar[bool] = False
    """True if it tells its audience something about the deal that choices alone do not: a look, a card turned over, the
    outcome of an accusation. Deals that look alike to a viewer may diverge here and nowhere else, as a contract test
    checks."""

    is_heading: ClassVar[bool] = False
    """True if it opens a part of the game. Clients set it off in the log."""
    part: ClassVar[Literal["", "begins", "ends"]] = ""
    """`begins` a part of the game that clients sum up in one line of the log, with its events behind it; or `ends` one.
    A heading ends one, too."""
    summary: ClassVar[str] = ""
    """The sentence about the event in the line that sums up its part. Empty if it is a detail."""
    interrupts: ClassVar[bool] = False
    """True if nobody may miss it. Clients announce it at once, like "your turn"."""
    asks_again: ClassVar[bool] = False
    """True if it opens a round in which seats that passed for the last one are asked again."""
    scene: ClassVar[str] = ""
    """The kind of scene that the event is part of, which clients enlarge for the duration of that kind. Empty for none.
    Only a public event can be part of one."""
    opens_talk: ClassVar[bool] = False
    """True if the table may want to talk before the game moves on: a team is proposed, a result is revealed."""
    turned: ClassVar[str] = ""
    """The field whose cards are turned over one by one in the scene."""
    reveals_all_roles: ClassVar[bool] = False
    """True if every seat's card is turned over one by one in the scene, at the end of the game."""
    suspense: ClassVar[bool] = False
    """True if clients delay it slightly in the scene, so that what led to it is seen first."""
    is_on_role_card: ClassVar[bool] = False
    """True if it says no more than the role card that a client shows to the seat."""

    decides: ClassVar[bool] = False
    """True if it alone decides the game, whatever came before. Clients name it as the turning point."""

    private_mark: ClassVar[tuple[str, str]] = ("", "")
    """A private mark that those who see every field may put on seats: the seats, named as in the sentence, and what was
    seen of them, in a word or two (message id)."""

    def mark(self, ruleset: "Ruleset", role: str) -> str:
        """Return the text with which a viewer of this role may mark the seats, hedged if the role proves less."""
        return type(self).private_mark[1]

    def rule(self, events: Sequence["Event"], at: int) -> str:
        """Return the clause behind the event in its context: `clause`, unless earlier events decide.

        The event is `events[at]` of what a viewer saw. It may look at earlier ones.
        """
        return type(self).clause

    @property
    def sentence(self) -> str:
        """The sentence for those who see every field: `message`, unless it depends on the fields."""
        return type(self).message

    def apply(self, board: Any) -> None:
        """Fold the event into a board. On the board of a view, hidden fields are None."""
        raise NotImplementedError

    def facts(self, ruleset: "Ruleset", board: Any) -> Iterable[Fact]:
        """Return what the event implies about roles, for a viewer who saw it in this form.

        `board` is the viewer's board before the event. Report only what follows from the rules. Opening knowledge has
        no facts, since it is a function of the roles.
        """
        return ()

    def acts(self, ruleset: "Ruleset", board: Any) -> Iterable[Act]:
        """Return the public actions in the event, from which others may guess roles. `board` is the one before it.

        For clients and bots. Nothing follows from them by the rules.
        """
        return ()


class EventWithoutEffect(Event, frozen=True):
    """An event that is announced but changes nothing on the board."""

    def apply(self, board: Any) -> None: ...


class Visibility(msgspec.Struct, frozen=True):
    """The audiences of an event class: that of the event, and those of its non-public fields."""

    audience: Audience
    private: tuple[tuple[str, Audience], ...]
    is_public: bool
    """True if every viewer sees all of it."""


@cache
def visibility_of(kind: type[Event]) -> Visibility:
    """Return the audiences of an event class, read from its annotations.

    Raises TypeError if its audience is no Audience, or if an audience refers to a field that the event does not have.
    """
    hints = get_type_hints(kind, include_extras=True)
    private: list[tuple[str, Audience]] = []
    for name in kind.__struct_fields__:
        marks = get_args(hints[name])[1:] if get_origin(hints[name]) is Annotated else ()
        audience = next((mark for mark in marks if isinstance(mark, Audience)), NOBODY_SEES)
        if audience != EVERYONE:
            private.append((name, audience))
    if not isinstance(kind.audience, Audience):
        raise TypeError(f"{kind.__name__}: its audience is no Audience, such as SeenBy('seat')")
    for audience in (kind.audience, *(audience for _, audience in private)):
        if isinstance(audience, SeenBy | SeenByAll) and audience.field not in kind.__struct_fields__:
            raise TypeError(f"{kind.__name__}: no field {audience.field!r} to hold an audience")
    return Visibility(kind.audience, tuple(private), kind.audience == EVERYONE and not private)


def seen_by(event: Event, seat: Seat) -> Event | None:
    """Return the event as this seat (or SPECTATOR) may see it, or None if the seat is outside its audience.

    >>> from turncoat import Game, Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> dealt = Game(ruleset, ruleset.deal(b"an evening")).events[1]
    >>> seen_by(dealt, 0), seen_by(dealt, 4)
    (RoleDealt(seat=0, role='spy'), None)
    """
    visibility = visibility_of(type(event))
    if visibility.is_public:
        return event
    if not visibility.audience.includes(event, seat):
        return None
    hidden = {name: None for name, audience in visibility.private if not audience.includes(event, seat)}
    return msgspec.structs.replace(event, **hidden) if hidden else event


def all_seen_by(events: Iterable[Event], seat: Seat) -> list[Event]:
    """Return the events as this seat may see them, without those that it does not receive."""
    return [  # public events are the most, and need no call
        seen
        for event in events
        if (seen := event if visibility_of(type(event)).is_public else seen_by(event, seat)) is not None
    ]


def sentence_of(event: Event) -> str:
    """Return the sentence for a seen event: its `sentence`, or `redacted_message` if a field is hidden."""
    visibility = visibility_of(type(event))
    if type(event).redacted_message and any(getattr(event, name) is None for name, _ in visibility.private):
        return type(event).redacted_message
    return event.sentence


class GameEnded(Event, frozen=True):
    """The end of the game.

    >>> GameEnded(winner="spies", reason="five-rejections").winner
    'spies'
    """

    message: ClassVar[str] = "{winner:victory}. {reason:word}"
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "finale"
    part: ClassVar[Literal["", "begins", "ends"]] = "ends"

    winner: Public[str]
    reason: Public[str]

    def apply(self, board: Any) -> None:
        board.result = Result(self.winner, self.reason)
