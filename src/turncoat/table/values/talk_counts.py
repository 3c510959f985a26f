"""What stays of what was said, when the words are forgotten: how much it was, and who has which voice."""

import msgspec

from turncoat.table.values.channels import Channel


class Speaker(msgspec.Struct, frozen=True):
    """A voice: a person as a player or as a spectator, and the name that they had last."""

    person: str
    voice: int
    name: str
    is_spectator: bool = False


class TalkCounts(msgspec.Struct, frozen=True):
    """How much was said at a table, and by whom."""

    messages: dict[Channel, int] = msgspec.field(default_factory=dict)
    """How many there were in each place."""
    speakers: tuple[Speaker, ...] = ()
    spoken: dict[str, dict[str, int]] = msgspec.field(default_factory=dict)
    """How often each person has said something in each place."""
    reacted: dict[str, int] = msgspec.field(default_factory=dict)
    """How often each person has reacted to something."""
