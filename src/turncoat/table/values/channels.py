"""The channels of a table's chat."""

from typing import Literal, TypeAlias

Channel: TypeAlias = Literal["table", "channel", "spectators"]
"""A channel: for everybody, for those whom the rules let talk in private, or for spectators."""
