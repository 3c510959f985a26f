"""Events: what happened, frozen values named in the past tense; and who may see which field of them.

Every field of an event says who may see it. A field that says nothing is seen by nobody: deny by default.

    class LoyaltyShown(Event, frozen=True):
        message: ClassVar[str] = N_("{shower:seat} shows {viewer:seat} a loyalty card: {side:word}.")
        redacted_message: ClassVar[str] = N_("{shower:seat} shows {viewer:seat} a loyalty card.")
        shower: Public[Seat]
        viewer: Public[Seat]
        side: Annotated[str | None, SeenBy("viewer")] = None

`seen_by(event, seat)` is the event as that seat may see it: the same event, a copy with None in the hidden fields, or
None when the event as a whole is not for this seat (`audience`).
"""

from collections.abc import Iterable, Sequence
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
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
    """Who sees something of an event. The base class is the empty audience: nobody during the game."""

    def includes(self, event: "Event", seat: Seat) -> bool:
        """Whether the seat (or SPECTATOR) belongs to it."""
        return False


class SeenBy(Audience, frozen=True):
    """The one seat that the named field of the same event holds."""

    field: str

    def includes(self, event: "Event", seat: Seat) -> bool:
        return bool(getattr(event, self.field) == seat)


class SeenByAll(Audience, frozen=True):
    """Every seat of the seat set that the named field of the same event holds."""

    field: str

    def includes(self, event: "Event", seat: Seat) -> bool:
        return is_in(seat, getattr(event, self.field))


class _Everyone(Audience, frozen=True):
    def includes(self, event: "Event", seat: Seat) -> bool:
        return True


NOBODY_SEES = Audience()
EVERYONE = _Everyone()
Public = Annotated[T, EVERYONE]
"""A field that every seat and every spectator sees."""
Hidden = Annotated[T | None, NOBODY_SEES]
"""A field that nobody sees during the game: it is there for the all-seeing fold and the record."""


class Event(msgspec.Struct, frozen=True, tag=True, tag_field="event", gc=False):
    """What happened. Subclasses name their fields' audiences and fold themselves into a board."""

    message: ClassVar[str] = ""
    """The event as a sentence, for those who see every field; empty when nothing is said of it."""
    redacted_message: ClassVar[str] = ""
    """The sentence for those from whom a field is hidden."""
    redacted_together: ClassVar[str] = ""
    """The same where several seats in a row did it alike: `{seats:seats}` are these seats, from the field `seat`."""
    clause: ClassVar[str] = ""
    """The rulebook clause that the event stands for."""
    audience: ClassVar[Audience] = EVERYONE
    """Who gets the event at all; the others do not learn that there was one."""
    reveals: ClassVar[bool] = False
    """Whether it tells its audience something of the deal that choices alone do not: a look, a card turned over, how an
    accusation came out. Deals that look alike to a viewer may part here and nowhere else: a contract test."""

    is_heading: ClassVar[bool] = False
    """Whether a part of the game begins with it, so that clients set it off in the log."""
    interrupts: ClassVar[bool] = False
    """Whether nobody at the table may miss it: a client announces it at once, as it does "your turn"."""
    asks_anew: ClassVar[bool] = False
    """Whether a round begins with it: whoever had nothing to say in the one before is asked again."""
    scene: ClassVar[str] = ""
    """The kind of great moment that the event is part of, which clients show big for the time that they give that kind;
    empty: none. Only an event that everybody sees can be part of one."""
    opens_talk: ClassVar[bool] = False
    """Whether the table may want to talk before anybody goes on: a team is proposed, a result lies open."""
    turned: ClassVar[str] = ""
    """The field whose cards are turned over in that moment, one after another."""
    unmasks: ClassVar[bool] = False
    """Whether the card of every seat is turned over in that moment, one after another: the game is over."""
    suspense: ClassVar[bool] = False
    """Whether clients hold it back a little in that moment, so that what led to it is seen before."""
    is_on_role_card: ClassVar[bool] = False
    """Whether it says no more than the role card that a client shows to the seat."""

    private_mark: ClassVar[tuple[str, str]] = ("", "")
    """What those who see every field of it may mark seats with, for themselves: the seats, as the
    sentence would name them, and what was seen of them, in a word or two (message id)."""

    def mark(self, ruleset: "Ruleset", role: str) -> str:
        """What a seat of this role may mark them with: the text of `private_mark`, unless that cannot be told."""
        return type(self).private_mark[1]

    def rule(self, events: Sequence["Event"], at: int) -> str:
        """The clause that it stands for where it happened: `clause`, unless what went before decides.

        It is `events[at]` of what a viewer saw, and may look at those before it.
        """
        return type(self).clause

    @property
    def sentence(self) -> str:
        """What is said of it to those who see every field: `message`, unless what it says depends on the fields."""
        return type(self).message

    def apply(self, board: Any) -> None:
        """Fold the event into a board; hidden fields are None where the board is that of a view."""
        raise NotImplementedError

    def facts(self, ruleset: "Ruleset", board: Any) -> Iterable[Fact]:
        """What the event tells of who has which role: to whom it is seen so, and whose board this was before it.

        Nothing but what follows from the rules. Opening knowledge says nothing here: it is a function of the roles.
        """
        return ()

    def acts(self, ruleset: "Ruleset", board: Any) -> Iterable[Act]:
        """What somebody did here for all to see, from which others may guess who they are; `board` is that before it.

        Clients and bots may use it; nothing follows from it by the rules.
        """
        return ()


class EventWithoutEffect(Event, frozen=True):
    """An event that changes nothing on the board; it is only told."""

    def apply(self, board: Any) -> None: ...


class Visibility(msgspec.Struct, frozen=True):
    """The audiences of one event class: the whole event's, and those of the fields that not everybody sees."""

    audience: Audience
    private: tuple[tuple[str, Audience], ...]
    is_public: bool
    """Whether every viewer sees all of it."""


@cache
def visibility_of(kind: type[Event]) -> Visibility:
    """The audiences of an event class, read from its annotations. Raises TypeError for an audience that is no field."""
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
    """The event as this seat (or SPECTATOR) may see it, or None when it is not for this seat at all."""
    visibility = visibility_of(type(event))
    if visibility.is_public:
        return event
    if not visibility.audience.includes(event, seat):
        return None
    hidden = {name: None for name, audience in visibility.private if not audience.includes(event, seat)}
    return msgspec.structs.replace(event, **hidden) if hidden else event


def all_seen_by(events: Iterable[Event], seat: Seat) -> list[Event]:
    """The events as this seat may see them, those that are not for it left out."""
    return [seen for event in events if (seen := seen_by(event, seat)) is not None]


def sentence_of(event: Event) -> str:
    """What is said of a seen event: its `sentence`, or its `redacted_message` where a field is hidden."""
    visibility = visibility_of(type(event))
    if type(event).redacted_message and any(getattr(event, name) is None for name, _ in visibility.private):
        return type(event).redacted_message
    return event.sentence


class GameEnded(Event, frozen=True):
    """The game is over."""

    message: ClassVar[str] = "{winner:victory}. {reason:word}"
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "finale"

    winner: Public[str]
    reason: Public[str]

    def apply(self, board: Any) -> None:
        board.result = Result(self.winner, self.reason)
