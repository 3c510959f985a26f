"""The places where something is said at a table."""

from typing import Literal, TypeAlias

Channel: TypeAlias = Literal["table", "channel", "spectators"]
"""A place: among all, among those whom the rules let talk in private, or among the spectators."""
