"""What is on stage in a room, and until when. It runs in memory only: after a restart nothing is staged again.

A scene belongs to what everybody sees, and the next begins when it is over. Pages show the scenes; the clocks of
choices and the bots wait for them. Nothing waits for a person who has had enough and goes on before.
"""

import msgspec

from turncoat.table.runtime.room_clock import Time
from turncoat.table.state.table import Table
from turncoat.table.values.scenes import TIMES, Scene, scenes_of


class StagedScene(msgspec.Struct, frozen=True):
    """A scene of a game of the table, with its time."""

    game: int
    scene: Scene
    ends: float


class SceneQueue:
    """The scenes of one room."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._told: tuple[int, int] | None = None
        """The game, and how many of its events were looked at; None before the first look."""
        self._staged: tuple[StagedScene, ...] = ()

    def note(self, table: Table, factor: float) -> None:
        """Stage what has happened since the last look, so many times as long as usual; 0: nothing is staged."""
        now, session = self._time.now(), table.session
        events = session.view().events if session is not None else []
        before, self._told = self._told, (table.games, len(events))
        if before is None or before == self._told:
            return
        first = before[1] if before[0] == table.games else 0
        self._staged = self.running if first else ()
        ends = max([now, *(staged.ends for staged in self._staged)])
        for scene in scenes_of(events[first:], first) if factor else ():
            ends += scene.seconds(factor)
            self._staged += (StagedScene(table.games, scene, ends),)

    @property
    def running(self) -> tuple[StagedScene, ...]:
        """The scenes that are not over."""
        now = self._time.now()
        return tuple(staged for staged in self._staged if staged.ends > now)

    @property
    def left(self) -> float:
        """For how many seconds there is something on stage."""
        now = self._time.now()
        return max([0.0, *(staged.ends - now for staged in self._staged)])

    def bots_wait(self, factor: float) -> float:
        """How many seconds longer bots think, because of what was on stage last."""
        return factor * TIMES[self._staged[-1].scene.kind].bots if self._staged else 0.0
