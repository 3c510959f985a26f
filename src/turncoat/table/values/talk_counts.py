"""Counts and voices that remain when messages are deleted."""

import msgspec

from turncoat.table.values.channels import Channel


class Speaker(msgspec.Struct, frozen=True):
    """A voice: a person as a player or as a spectator, and their latest name."""

    person: str
    voice: int
    name: str
    is_spectator: bool = False


class TalkCounts(msgspec.Struct, frozen=True):
    """Number of messages at a table, and their authors."""

    messages: dict[Channel, int] = msgspec.field(default_factory=dict)
    """Number of messages in each channel."""
    speakers: tuple[Speaker, ...] = ()
    spoken: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """Number of messages of each person in each channel."""
    reacted: dict[str, int] = msgspec.field(default_factory=dict)
    """Number of reactions of each person."""
