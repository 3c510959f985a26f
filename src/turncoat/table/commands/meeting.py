"""Command about the time at which the people of a table want to meet."""

from turncoat.table.commands.command import Command


class ArrangeMeeting(Command, frozen=True):
    """Invite people to a game at that time, or at another than before (host). Without a time, call it off."""

    at: int = 0
    """In seconds since 1970."""
    zone: str = ""
    """Time zone of the host, by its IANA name."""
