"""How a table is run: what its host chooses beside the game, and may change at any time.

A setting is one field of `TableSettings`; `LIMITS` says what it may be when it is chosen. A form of the page sets it by
the field's name.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.values.masking import MOST_TEXT
from turncoat.table.values.scenes import ScenePace

describe({"setting": N_("That is not one of the settings on offer; please choose one of those.")})

DECISION_TIMES: Final = (0, 30, 60, 120, 180, 300, 600)
"""The times for a decision that the page offers, in seconds; 0 is no limit."""
TALK_TIMES: Final = (60, 120, 180, 300)
ABILITY_TIMES: Final = (10, 15, 30, 60)
DISCUSSIONS: Final = (60, 120, 180, 300)
"""What the page offers for the clocks that rules name, and for a discussion, in seconds."""
AWAY_TIMES: Final = (0, 1, 2, 5, 10)
"""After how many minutes a bot may play for somebody who is away, as the page offers it; 0: only the host decides."""

SPECTATOR_DELAYS: Final = (0, 30, 120, 300)
"""How many seconds late spectators may see a game, as the page offers it."""
KEEP_TIMES: Final = (0, 1, 7, 30, 365)
"""For how many days finished games may be kept, as the page offers it; 0 is until the table is deleted."""


class TableSettings(msgspec.Struct, frozen=True):
    """How a table is run."""

    decision_time: int = 0
    """Seconds for what people are asked; then the rules' default is chosen. 0: as long as they like."""
    talk_time: int = 120
    """Seconds for a talk that the rules limit (HH-KO-2); then it is over for all. 0: until all are ready."""
    ability_time: int = 15
    """Seconds for each moment at which abilities may be called (HH-HERO-2). 0: until all go on."""
    stand_in_after: int = 0
    """Minutes after which a bot plays for somebody who is away. 0: only when the host says so."""
    bots_patience: int = 1
    """How many times as long bots seem to think."""
    bots_characters: bool = False
    """Whether each bot has a character, which all may know."""
    scene_pace: ScenePace = "normal"
    """The pace of the table: how long what happens is shown big, and waited for, and how long there is time to talk."""
    talk_breaks: bool = False
    """Whether bots and clocks leave time to talk, before a vote and after a result."""
    show_drafts: bool = True
    """Whether everybody sees whom a leader considers for the team, if the leader lets them."""
    spectators_talk: bool = False
    """Whether spectators may talk, apart from the players."""
    bots_talk: bool = False
    """Whether bots say now and then whom they trust or doubt, and why."""
    masked_words: str = ""
    """Words to hide in the chat."""
    keep_games: int = 30
    """Days for which a finished game is kept. 0: until the table is deleted."""
    locked: bool = False
    """Nobody new may sit down; people who had a seat may come back to it."""
    newcomers: bool = True
    """Whether spectators may ask the host to let them play for a bot in the middle of a game."""
    spectators: bool = True
    """Whether people without a seat may look on."""
    spectators_behind: int = 0
    """How many seconds late spectators see a game."""

    thinking_aid: bool = False
    """Whether each seat's page says what is certain from what that seat has seen. Everybody sees that it is on."""

    unrevealed: Literal["drawn", "wait"] = "drawn"
    """When somebody does not reveal the entropy that they committed to: a drawn value stands in for it, or the deal is
    called off, and the host is asked to begin again."""

    def time_for(self, clock: str) -> int:
        """The seconds that a clock gives, by the name that the rules have for it; 0 is no limit."""
        return {"talk": self.talk_time, "abilities": self.ability_time}.get(clock, self.decision_time)

    def days_kept(self, most: int) -> int:
        """For how many days a finished game is kept on a server that keeps nothing longer than `most`."""
        return kept_for(self.keep_games, most)


_SECONDS: Final = Meta(ge=0, le=3600)
LIMITS: Final[Mapping[str, Meta]] = {
    "decision_time": _SECONDS,
    "talk_time": _SECONDS,
    "ability_time": _SECONDS,
    "spectators_behind": _SECONDS,
    "stand_in_after": Meta(ge=0, le=60),
    "bots_patience": Meta(ge=1, le=5),
    "masked_words": Meta(max_length=MOST_TEXT),
    "keep_games": Meta(ge=0, le=3650),
}
"""The limits of what may be chosen. They are no part of the types: what was accepted stays so under other limits."""

NEW_TABLE: Final = TableSettings(stand_in_after=2, bots_characters=True, bots_talk=True, talk_breaks=True)
"""How a new table is run until its host says otherwise. Nobody waits long for somebody who has lost the connection,
bots differ and talk, and there is time to talk with them."""


def kept_for(days: int, most: int) -> int:
    """For how many days something is kept that is to be kept so long, where nothing is kept longer than `most`.

    0 is without end, in both.
    """
    return min(days, most) if days and most else days or most


def checked(settings: TableSettings) -> TableSettings:
    """The settings, held to what each may be. Raises Refused."""
    return _convert(msgspec.to_builtins(settings))


def changed(settings: TableSettings, fields: Mapping[str, Sequence[str]]) -> TableSettings:
    """The settings with the changes that a form names; the others stay as they are. Raises Refused.

    When a name is given more than once the last value counts, so that a hidden field before a tick box can say "no".
    """
    given = {name: values[-1] for name in settings.__struct_fields__ if (values := fields.get(name))}
    return _convert({**msgspec.to_builtins(settings), **given})


def _convert(values: object) -> TableSettings:
    try:
        return msgspec.convert(msgspec.convert(values, _Limited, strict=False), TableSettings, from_attributes=True)
    except msgspec.ValidationError:
        raise Refused(Refusal("setting")) from None


def _limited() -> Any:
    fields = msgspec.structs.fields(TableSettings)
    limited = [(one.name, Annotated[one.type, LIMITS[one.name]] if one.name in LIMITS else one.type) for one in fields]
    return msgspec.defstruct("_Limited", limited)


_Limited: Any = _limited()
"""The settings with their limits."""
