"""Great moments of a game, and how long each is on stage: told from what everybody sees, and so the same for all.

Two kinds are no event's: `deal`, at which people look at their cards, and `opening`, which shows what was chosen before
it.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from turncoat.kernel.events import Event

ScenePace: TypeAlias = Literal["calm", "normal", "brisk", "instant"]
PACES: Final[Mapping[ScenePace, float]] = {"calm": 1.5, "normal": 1.0, "brisk": 0.6, "instant": 0.0}
"""How many times as long as usual a scene takes at each pace; in no time at all nothing is staged."""

TALK_BREAKS: Final[Mapping[ScenePace, float]] = {"calm": 30.0, "normal": 12.0, "brisk": 0.0, "instant": 0.0}
"""For how many seconds the table may talk before a vote and after a result, while bots wait, at each pace."""


class SceneTime(msgspec.Struct, frozen=True):
    """The usual time of a kind of scene, in seconds."""

    shown: float
    """How long it is on stage, after its last card was turned over."""
    bots: float = 0.0
    """How much longer bots think after it."""


TIMES: Final[Mapping[str, SceneTime]] = {
    "opening": SceneTime(4.5),
    "deal": SceneTime(20.0),
    "entrance": SceneTime(5.0),
    "reveal": SceneTime(2.5),
    "vote": SceneTime(2.5),
    "mission": SceneTime(2.5),
    "blow": SceneTime(2.5),
    "accusation": SceneTime(3.5, bots=1.5),
    "finale": SceneTime(6.0, bots=3.0),
}
OTHER_TIME: Final = SceneTime(2.5)
"""The same for a kind that only a game from another package has."""
CARD: Final = 0.6
"""Seconds between two cards that are turned over."""
ALL_CARDS: Final = 4.0
"""Seconds for many cards together."""
SUSPENSE: Final = 1.8
"""Seconds for which what comes of something is held back."""


class Scene(msgspec.Struct, frozen=True):
    """A moment: events of one kind that come one after another."""

    kind: str
    first: int
    """The number of its first event, among those that everybody sees."""
    last: int
    cards: int = 0
    """How many cards are turned over in it."""
    suspense: bool = False
    """Whether what comes of it is held back."""

    def turning(self, factor: float = 1.0) -> float:
        """How many seconds it takes until all its cards lie open, and it is told what comes of it."""
        return factor * (min(self.cards * CARD, ALL_CARDS) + SUSPENSE * self.suspense)

    def seconds(self, factor: float = 1.0) -> float:
        """How many seconds it is on stage."""
        return self.turning(factor) + factor * time_of(self.kind).shown


def time_of(kind: str) -> SceneTime:
    """The usual time of a kind of scene."""
    return TIMES.get(kind, OTHER_TIME)


def scenes_of(events: Sequence[Event], first: int = 0, players: int = 0) -> tuple[Scene, ...]:
    """The scenes in what everybody sees, in order; `first` is the number of the first of the events.

    An event of no scene that comes between two of one kind belongs to theirs.
    """
    found: list[Scene] = []
    for number, event in enumerate(events, first):
        kind, turned = type(event).scene, type(event).turned
        if not kind:
            continue
        cards = len(getattr(event, turned)) if turned else 0
        if type(event).unmasks:
            cards += players
        last, suspense = found[-1] if found else None, type(event).suspense
        if last is not None and last.kind == kind:
            found[-1] = Scene(kind, last.first, number, last.cards + cards, last.suspense or suspense)
        else:
            found.append(Scene(kind, number, number, cards, suspense))
    return tuple(found)
