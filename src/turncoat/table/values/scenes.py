"""Scenes of a game and their durations, derived from public events and therefore the same for everybody.

Two kinds belong to no event: `deal`, in which people look at their cards, and `opening`, which shows the choices made
before it.
"""

from collections.abc import Mapping, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from turncoat.kernel.events import Event

ScenePace: TypeAlias = Literal["calm", "normal", "brisk", "instant"]
PACES: Final[Mapping[ScenePace, float]] = {"calm": 1.5, "normal": 1.0, "brisk": 0.6, "instant": 0.0}
"""Duration factor of scenes at each pace. With 0 nothing is staged."""

TALK_BREAKS: Final[Mapping[ScenePace, float]] = {"calm": 30.0, "normal": 12.0, "brisk": 0.0, "instant": 0.0}
"""Seconds of talk before a vote and after a result, while bots wait, at each pace."""


class SceneTime(msgspec.Struct, frozen=True):
    """Usual duration of a kind of scene, in seconds."""

    shown: float
    """Time on stage after the last card was turned over."""
    bots: float = 0.0
    """Extra thinking time of bots afterwards."""


TIMES: Final[Mapping[str, SceneTime]] = {
    "opening": SceneTime(4.5),
    "deal": SceneTime(20.0),
    "entrance": SceneTime(5.0),
    "reveal": SceneTime(2.5),
    "vote": SceneTime(2.5),
    "count": SceneTime(5.0),
    "mission": SceneTime(2.5),
    "blow": SceneTime(2.0),
    "accusation": SceneTime(3.5, bots=1.5),
    "finale": SceneTime(6.0, bots=3.0),
}
OTHER_TIME: Final = SceneTime(2.5)
"""Duration of a kind that only a game from another package has."""
CARD: Final = 0.6
"""Seconds between two cards that are turned over."""
ALL_CARDS: Final = 4.0
"""Maximum seconds for turning over many cards."""
SUSPENSE: Final = 1.8
"""Seconds for which an outcome is withheld."""


class Scene(msgspec.Struct, frozen=True):
    """A scene: events of one kind in a row."""

    kind: str
    first: int
    """Number of its first event, among the public ones."""
    last: int
    cards: int = 0
    """Number of cards turned over in it."""
    suspense: bool = False
    """True if its outcome is withheld for a moment."""

    def turning(self, factor: float = 1.0) -> float:
        """Return the seconds until all its cards are open and the outcome is announced."""
        return factor * (min(self.cards * CARD, ALL_CARDS) + SUSPENSE * self.suspense)

    def seconds(self, factor: float = 1.0) -> float:
        """Return the seconds that it is on stage."""
        return self.turning(factor) + factor * time_of(self.kind).shown


def time_of(kind: str) -> SceneTime:
    """Return the usual duration of a kind of scene."""
    return TIMES.get(kind, OTHER_TIME)


def scenes_of(events: Sequence[Event], first: int = 0, players: int = 0) -> tuple[Scene, ...]:
    """Return the scenes of public events, in order. `first` is the number of the first event.

    An event without a scene between two of one kind is included in theirs.
    """
    found: list[Scene] = []
    for number, event in enumerate(events, first):
        kind, turned = type(event).scene, type(event).turned
        if not kind:
            continue
        cards = len(getattr(event, turned)) if turned else 0
        if type(event).reveals_all_roles:
            cards += players
        last, suspense = found[-1] if found else None, type(event).suspense
        if last is not None and last.kind == kind:
            found[-1] = Scene(kind, last.first, number, last.cards + cards, last.suspense or suspense)
        else:
            found.append(Scene(kind, number, number, cards, suspense))
    return tuple(found)
