"""Settings of a table, which its host may change at any time, apart from the game itself.

A setting is a field of `TableSettings`, and `LIMITS` are the bounds for choosing it. Forms of the page use the field's
name.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.values.masking import MOST_TEXT
from turncoat.table.values.play_by_day import known_zone
from turncoat.table.values.scenes import ScenePace

describe(
    {
        "setting": N_("There is no such setting; please choose one of those shown."),
        "time-zone": N_(
            "The server does not know this time zone; please write it like Europe/Warsaw, or leave it empty for UTC."
        ),
    }
)

DECISION_TIMES: Final = (0, 30, 60, 120, 180, 300, 600)
"""Decision times that the page offers, in seconds. 0 means no limit."""
DAY_HOURS: Final = (0, 8, 12, 24, 48, 72)
"""Hours for a decision that the page offers. 0 is a live table, with the other clocks."""
TALK_TIMES: Final = (60, 120, 180, 300)
ABILITY_TIMES: Final = (10, 15, 30, 60)
DISCUSSIONS: Final = (60, 120, 180, 300)
"""Times that the page offers for the clocks of the rules, and for a discussion, in seconds."""
AWAY_TIMES: Final = (0, 1, 2, 5, 10)
"""Minutes of absence that the page offers until a bot takes over. 0 leaves it to the host."""

SPECTATOR_DELAYS: Final = (0, 30, 120, 300)
"""Delays for spectators that the page offers, in seconds."""
KEEP_TIMES: Final = (0, 1, 7, 30, 365)
"""Retention times of finished games that the page offers, in days. 0 lasts until the table is deleted."""


class TableSettings(msgspec.Struct, frozen=True):
    """Settings of a table."""

    decision_time: int = 0
    """Seconds for a decision, after which the rules' default is chosen. 0: no limit."""
    day_hours: int = 0
    """Hours for a decision at a table that is played by day: nobody has to be there, and no other clock runs.

    0: a live table.
    """
    nights_off: bool = True
    """True if the nights of the host's time zone do not count for a decision by day."""
    time_zone: str = ""
    """IANA name of that time zone, or empty for UTC."""
    talk_time: int = 120
    """Seconds for a talk that the rules limit (HH-KO-2), after which it is over for all. 0: until all are ready."""
    ability_time: int = 15
    """Seconds for each moment at which abilities may be called (HH-HERO-2). 0: until all pass."""
    stand_in_after: int = 0
    """Minutes after which a bot plays for somebody who is away. 0: only if the host says so."""
    bots_patience: int = 1
    """Factor of the bots' pauses."""
    bots_characters: bool = False
    """True if each bot has a public character."""
    scene_pace: ScenePace = "normal"
    """Pace of the table: the duration of scenes, and of the time to talk."""
    talk_breaks: bool = False
    """True if bots and clocks leave time to talk before a vote and after a result."""
    show_drafts: bool = True
    """True if everybody sees the team that a leader considers, unless the leader hides it."""
    spectators_talk: bool = False
    """True if spectators may talk, apart from the players."""
    bots_talk: bool = False
    """True if bots now and then say whom they trust or doubt, and why."""
    masked_words: str = ""
    """Words to mask in the chat."""
    keep_games: int = 30
    """Days for which a finished game is stored. 0: until the table is deleted."""
    locked: bool = False
    """True if nobody new may sit down. People who had a seat may come back to it."""
    newcomers: bool = True
    """True if spectators may ask the host to replace a bot during a game."""
    spectators: bool = True
    """True if people without a seat may watch."""
    spectators_behind: int = 0
    """Delay of spectators, in seconds."""

    thinking_aid: bool = False
    """True if each seat's page tells what is certain from what that seat has seen. Everybody sees the setting."""

    unrevealed: Literal["drawn", "wait"] = "drawn"
    """Treatment of an unrevealed commitment: it is replaced by a drawn value, or the host has to begin the deal
    again."""

    @property
    def is_by_day(self) -> bool:
        """True if the table is played by day."""
        return self.day_hours > 0

    def time_for(self, clock: str) -> int:
        """Return the seconds of a clock of the rules, by its name. 0 means no limit."""
        return {"talk": self.talk_time, "abilities": self.ability_time}.get(clock, self.decision_time)

    def days_kept(self, most: int) -> int:
        """Return the days for which a finished game is stored on a server whose limit is `most`."""
        return retention_days(self.keep_games, most)


MOST_DAY_HOURS: Final = 96
"""Even without the nights, that is less than a week, so the day of the week says until when."""
_SECONDS: Final = Meta(ge=0, le=3600)
LIMITS: Final[Mapping[str, Meta]] = {
    "decision_time": _SECONDS,
    "day_hours": Meta(ge=0, le=MOST_DAY_HOURS),
    "talk_time": _SECONDS,
    "ability_time": _SECONDS,
    "spectators_behind": _SECONDS,
    "stand_in_after": Meta(ge=0, le=60),
    "bots_patience": Meta(ge=1, le=5),
    "masked_words": Meta(max_length=MOST_TEXT),
    "keep_games": Meta(ge=0, le=3650),
}
"""Limits for choosing settings. They are not part of the types, so an accepted value stays valid under other limits."""

NEW_TABLE: Final = TableSettings(stand_in_after=2, bots_characters=True, bots_talk=True, talk_breaks=True)
"""Settings of a new table.

Nobody waits long for somebody who has lost the connection, bots differ and talk, and there is time to talk with them.
"""


def retention_days(days: int, most: int) -> int:
    """Return the days for which something is stored if the table says `days` and the server's limit is `most`.

    0 means without limit, for both.
    """
    return min(days, most) if days and most else days or most


def checked(settings: TableSettings) -> TableSettings:
    """Return the settings after checking their limits. Raises Refused."""
    return _convert(msgspec.to_builtins(settings))


def changed(settings: TableSettings, fields: Mapping[str, Sequence[str]]) -> TableSettings:
    """Return the settings with the changes of a form. Raises Refused.

    If a name is given more than once, the last value counts, so that a hidden field before a checkbox can say "no".
    """
    given = {name: values[-1] for name in settings.__struct_fields__ if (values := fields.get(name))}
    return _convert({**msgspec.to_builtins(settings), **given})


def _convert(values: object) -> TableSettings:
    try:
        limited = msgspec.convert(values, _Limited, strict=False)
        settings = msgspec.convert(limited, TableSettings, from_attributes=True)
    except msgspec.ValidationError:
        raise Refused(Refusal("setting")) from None
    if settings.time_zone and known_zone(settings.time_zone) is None:
        raise Refused(Refusal("time-zone"))
    return settings


def _limited() -> Any:
    fields = msgspec.structs.fields(TableSettings)
    limited = [(one.name, Annotated[one.type, LIMITS[one.name]] if one.name in LIMITS else one.type) for one in fields]
    return msgspec.defstruct("_Limited", limited)


_Limited: Any = _limited()
"""The settings with their limits."""
