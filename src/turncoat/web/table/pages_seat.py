"""One seat's own part of the page, and nothing of another seat."""

from typing import Literal

import msgspec

from turncoat.web.board.model import RoleCard, Said, TalkPart
from turncoat.web.table.pages_options import Form


class Prompt(msgspec.Struct, frozen=True):
    """What is asked of me: one sentence, the rule behind it, and the form."""

    sentence: str
    form: Form
    hint: str = ""
    rule: str = ""
    rule_url: str = ""
    openly: bool | None = None
    """Whether I let the others see whom I consider, where they could."""
    answered: str = ""
    """Set when I have chosen and may still change: the line that says so, without saying what."""


class Phrase(msgspec.Struct, frozen=True):
    """A quick phrase, said with one tap; `of_somebody` when it speaks of the seat that is chosen beside it."""

    key: str
    label: str
    of_somebody: bool = False


class SayForm(msgspec.Struct, frozen=True):
    """Where I may say something."""

    id: str
    post_to: str
    command: str
    channel: Literal["table", "channel", "gallery"] = "table"
    name: str | None = None
    """For who watches: under which name."""
    most: int = 300
    """The longest text, in characters."""
    phrases: tuple[Phrase, ...] = ()
    people: tuple[tuple[int, str], ...] = ()
    """Whom a phrase may speak of: seats with their names."""


class ChannelPart(msgspec.Struct, frozen=True):
    """The channel that the rules give to me and some others."""

    readers: str
    """Who reads it, and that nobody else does."""
    form: SayForm
    said: tuple[Said, ...] = ()


class NoteRow(msgspec.Struct, frozen=True):
    """What the viewer has noted about somebody."""

    seat: int
    name: str
    mark: str = ""
    text: str = ""


class NotesPart(msgspec.Struct, frozen=True):
    """What the viewer notes for himself; nobody else gets it."""

    post_to: str
    rows: tuple[NoteRow, ...]
    marks: tuple[tuple[str, str], ...]
    """What a seat may be marked with, and its word."""
    text: str = ""
    longest: int = 80
    longest_text: int = 800
    padding: str = ""


class GuidePart(msgspec.Struct, frozen=True):
    """What is explained to who plays for the first time."""

    post_to: str
    on: bool
    tip: str = ""
    """What is explained now; empty when there is nothing new."""
    is_on_question: bool = False
    """Whether it explains the question that is open to me."""
    more: bool = False
    """Whether something more has come up meanwhile."""
    said: tuple[str, ...] = ()
    """What was explained before."""


class MinePart(msgspec.Struct, frozen=True):
    """One seat's private part, and the only thing on the page that differs between two seats."""

    seat: int | None
    post_to: str = ""
    waiting: str = ""
    """When nothing is asked of me: what the table waits for."""
    card: RoleCard | None = None
    prompt: Prompt | None = None
    offers: tuple[Prompt, ...] = ()
    any_time: bool = False
    """Whether anything may be open at any time in what is played: then every seat has the same flap for it."""
    refusal: str = ""
    say: SayForm | None = None
    may_not_say: str = ""
    """Why there is no form for talk."""
    heard: TalkPart | None = None
    """The talk without the voices that the viewer has muted, when he has muted any."""
    channel: ChannelPart | None = None
    notes: NotesPart | None = None
    guide: GuidePart | None = None
    padding: str = ""
    """Filled by the server so that every seat's part has one size."""
