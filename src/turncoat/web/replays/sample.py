"""Sample game: recorded by bots, shipped with the package, for everybody to watch before they play."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Final

import msgspec

from turncoat.kernel.records import parse_record
from turncoat.table.state.chat import ChatMessage
from turncoat.table.state.table import BOT_NAMES
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Translate
from turncoat.web.board.chat_lines import chat_lines
from turncoat.web.board.model import ChatLine

RECORD: Final = "sample.turncoat"
TALK: Final = "sample.json"
"""Messages of the bots during the game."""


class SampleGame(msgspec.Struct, frozen=True):
    """Game to watch, with its players and their messages."""

    record: str
    occupants: tuple[Occupant, ...]
    messages: tuple[ChatMessage, ...]

    def talk(self, translate: Translate) -> Mapping[int, tuple[ChatLine, ...]]:
        """Return the messages by the number of public events before them."""
        talk: dict[int, tuple[ChatLine, ...]] = {}
        for message in self.messages:
            events = message.after_events or 0
            talk[events] = talk.get(events, ()) + chat_lines((message,), translate)
        return talk


@cache
def sample_game() -> SampleGame:
    """Return the sample game. `python -m tools.sample` records it."""
    folder = files(__package__)
    record = folder.joinpath(RECORD).read_text("utf-8")
    players = parse_record(record).ruleset.players
    messages = msgspec.json.decode(folder.joinpath(TALK).read_bytes(), type=tuple[ChatMessage, ...])
    return SampleGame(record, tuple(Occupant("bot", name) for name in BOT_NAMES[:players]), messages)
