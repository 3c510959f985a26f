"""Scenes on stage in a room, and their times. They are in memory only: after a restart nothing is staged again.

A scene belongs to what everybody sees, and the next begins when it is over. Pages play the scenes; the bots and the
clocks of choices wait for them. Nobody waits for a player who skips ahead.

The deal comes first: everybody looks at their card, until all are ready or the time is up. A person who plays alone
against bots holds nobody up, so only they end their deal. Where something is chosen before the deal, that is staged
first, and whatever happens after the deal is staged when the deal is over.

When a team is proposed or a result revealed, the table has time to talk: clocks and bots wait, but people may choose.
It ends when its time is up, the host continues or somebody acts. For a person alone it has no limit.
"""

import asyncio
import math
from collections import Counter
from collections.abc import Iterable, Set
from contextlib import suppress

import msgspec

from turncoat.kernel.rulebooks import rulebook
from turncoat.table.runtime.room_clock import Time
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.occupants import seats_of_people
from turncoat.table.values.scenes import Scene, scenes_of, time_of


class StagedScene(msgspec.Struct, frozen=True):
    """A scene of one of the table's games, with its end."""

    game: int
    scene: Scene
    ends: float


class SceneQueue:
    """The scenes of one room."""

    def __init__(self, time: Time) -> None:
        self._time = time
        self._seen: tuple[int, int] | None = None
        """Number of the game and of its events at the last look, or None before the first."""
        self._staged: tuple[StagedScene, ...] = ()
        self._game = 0
        """Number of the game that the scenes belong to."""
        self._factor = 0.0
        """Factor by which scenes are prolonged."""
        self._is_dealt = True
        """True if the cards had been dealt at the last look."""
        self.players: Set[str] = frozenset()
        """People for whom the deal waits: those who sat at the table with an open page."""
        self.ready: Set[str] = frozenset()
        """Those of them who have seen their card."""
        self.cuts = 0
        """Number of times that the end of a deal, or of the time to talk, was moved."""
        self._talk_ends = 0.0
        """End of the time to talk, or 0 if there is none."""
        self.talks = 0
        """Number of times to talk so far."""
        self._people_are_asked = False
        """True if people were asked when the time to talk began. It then ends when all of them have answered."""
        self._cut = asyncio.Event()
        self._most_on_one_device = 1
        """Number of people who look at their cards one after another, since they share a device."""

    def note(
        self,
        table: Table,
        factor: float,
        here: Set[str] = frozenset(),
        expected: Set[str] = frozenset(),
        talk_break: float = 0.0,
    ) -> None:
        """Stage what has happened since the last look, prolonged by `factor`. With 0, nothing is staged.

        `talk_break` is the time to talk, in seconds; with 0, there is none.

        A new game is staged as a deal to those at the table who have a page open or are expected. Nobody who has left
        their seat is waited for. A person alone at the table has no time limit once their page has loaded, and neither
        have people who all play on one device.
        """
        players = [occupant for occupant in table.seats if occupant.is_played_by_person]
        seated, devices = {one.person for one in players}, Counter(one.device for one in players)
        self._most_on_one_device = max(devices.values(), default=1)
        is_one_alone = len(devices) == 1 and not devices.keys() & expected and not table.settings.is_by_day
        self._stage(
            table,
            factor,
            frozenset(seated & (here | expected)),
            math.inf if is_one_alone and talk_break else talk_break,
        )
        self._note_talk(table, talk_break, is_one_alone=is_one_alone)
        if not self.dealing:
            return
        self.players &= seated
        if self.players and self.players <= self.ready:
            self._end_deal()
        elif math.isinf(self.dealing) != is_one_alone:
            before, deal, after = self._split_at_deal()
            ends = math.inf if is_one_alone else self._time.now() + self._seconds(deal.scene)
            moved = msgspec.structs.replace(deal, ends=ends)
            self._move_end((*before, moved, *self._in_sequence(after, ends)))

    def _note_talk(self, table: Table, talk_break: float, *, is_one_alone: bool) -> None:
        """End the time to talk once it has served its purpose. Set a limit once a person is no longer alone."""
        if not self.talking:
            return
        session = table.session
        is_over = not talk_break or session is None or session.result is not None
        if session is not None and self._people_are_asked and not session.waiting & seats_of_people(table.seats):
            is_over = True  # all who were asked have answered
        if is_over:
            self.end_talk()
        elif math.isinf(self._talk_ends) != is_one_alone:
            self._talk_ends = math.inf if is_one_alone else self._time.now() + talk_break
            self._move_end(self._staged)

    def end_talk(self) -> None:
        """End the time to talk."""
        if self._talk_ends:
            self._talk_ends = 0.0
            self._move_end(self._staged)

    def _stage(self, table: Table, factor: float, players: Set[str], talk_break: float) -> None:
        now, session = self._time.now(), table.session
        events = session.view().events if session is not None else []
        before, self._seen = self._seen, (table.games, len(events) if session is not None else -1)
        was_dealt, self._is_dealt = self._is_dealt, session is None or _is_dealt(session)
        if before is None or before == self._seen:
            return
        self.end_talk()  # somebody has acted
        self._game, self._factor = table.games, factor
        if before[0] != table.games:
            self.players, self.ready = players, frozenset()
            is_staged = players and session is not None and self._is_dealt
            self._staged = self._in_sequence((Scene("deal", -1, -1),) if is_staged else (), now)
            return
        self._staged = self.running
        if math.isinf(self.left):  # a person who acts, or aborts the game, has seen their card
            self._move_end(())
        new_events = events[before[1] :]
        seats = session.ruleset.players if session is not None else 0
        scenes = scenes_of(new_events, before[1], seats) if factor else ()
        if session is not None and self._is_dealt and not was_dealt:
            last = _number_dealt(session) - 1  # the event after which the cards were dealt
            self.players, self.ready = players, frozenset()
            deal = (Scene("deal", last, last),) if players else ()
            scenes = (Scene("opening", 0, last), *deal, *scenes)
        self._staged += self._in_sequence(scenes, max([now, *(staged.ends for staged in self._staged)]))
        ends = max([now, *(staged.ends for staged in self._staged)])
        if factor and talk_break and session is not None and any(type(event).opens_talk for event in new_events):
            self._people_are_asked = bool(session.waiting & seats_of_people(table.seats))
            self._talk_ends = ends + talk_break
            self.talks += 1

    def _in_sequence(self, scenes: Iterable[Scene], starts: float) -> tuple[StagedScene, ...]:
        """Return the scenes one after another from `starts`, or none if nothing is staged."""
        staged: list[StagedScene] = []
        for scene in scenes if self._factor else ():
            starts += self._seconds(scene)
            staged.append(StagedScene(self._game, scene, starts))
        return tuple(staged)

    def _seconds(self, scene: Scene) -> float:
        """Return the duration of a scene. A deal lasts longer while a device is passed round."""
        return scene.seconds(self._factor) * (self._most_on_one_device if scene.kind == "deal" else 1)

    def _split_at_deal(self) -> tuple[tuple[StagedScene, ...], StagedScene, tuple[Scene, ...]]:
        """Return what is on stage before the deal, the deal, and the scenes after it."""
        running = self.running
        at = next(at for at, staged in enumerate(running) if staged.scene.kind == "deal")
        return running[:at], running[at], tuple(staged.scene for staged in running[at + 1 :])

    def _end_deal(self) -> None:
        """End the deal, since all have seen their card, and begin the scenes after it."""
        _, _, after = self._split_at_deal()
        self._move_end(self._in_sequence(after, self._time.now()))

    @property
    def deal_limit(self) -> float:
        """Seconds to look at the cards, if nobody is alone."""
        return self._factor * time_of("deal").shown * self._most_on_one_device

    def get_ready(self, person: str) -> bool:
        """Mark the person's card as seen. Return False if nobody waits for that."""
        if not self.dealing or person not in self.players - self.ready:
            return False
        self.ready |= {person}
        if self.ready == self.players:
            self._end_deal()
        return True

    def _move_end(self, staged: tuple[StagedScene, ...]) -> None:
        """Replace the staged scenes by others with a new end, and wake whoever waits for it."""
        self._staged = staged
        self.cuts += 1
        self._cut.set()
        self._cut = asyncio.Event()

    @property
    def running(self) -> tuple[StagedScene, ...]:
        """Scenes that are not over."""
        if not self._staged:
            return ()
        now = self._time.now()
        return tuple(staged for staged in self._staged if staged.ends > now)

    @property
    def left(self) -> float:
        """Seconds of scenes and talk that are left, infinite while only one person is waited for."""
        return max(self.on_stage, self.talking)

    @property
    def on_stage(self) -> float:
        """Seconds of scenes that are left. A chat message waits only for these."""
        if not self._staged:
            return 0.0
        return max(0.0, max(staged.ends for staged in self._staged) - self._time.now())

    @property
    def talking(self) -> float:
        """Seconds until the table has talked, including scenes before it, or 0 without time to talk."""
        return max(0.0, self._talk_ends - self._time.now()) if self._talk_ends else 0.0

    @property
    def talk_ends(self) -> float:
        """End of the time to talk, or 0 without one. Infinite while only one person is waited for."""
        return self._talk_ends if self.talking else 0.0

    @property
    def deal_ends(self) -> float:
        """End of the deal, or 0 if it is over. Infinite while only one person is waited for."""
        return next((staged.ends for staged in self.running if staged.scene.kind == "deal"), 0.0)

    @property
    def dealing(self) -> float:
        """Seconds left to look at the cards, or 0 if the deal is over."""
        return max(0.0, self.deal_ends - self._time.now()) if self.deal_ends else 0.0

    @property
    def before_the_deal(self) -> int:
        """Number of public events before the current deal."""
        return next((staged.scene.last + 1 for staged in self.running if staged.scene.kind == "deal"), 0)

    async def over(self, *, to_speak: bool = False) -> None:
        """Wait until all scenes are over and, unless `to_speak`, the time to talk as well."""
        while left := self.on_stage if to_speak else self.left:
            with suppress(TimeoutError):
                async with asyncio.timeout(left if math.isfinite(left) else None):
                    await self._cut.wait()

    def bots_wait(self, factor: float) -> float:
        """Return the seconds that bots think longer because of the last scene."""
        return factor * time_of(self._staged[-1].scene.kind).bots if self._staged else 0.0


def _is_dealt(session: GameSession) -> bool:
    """Return whether everybody has been dealt a card, as far as everybody knows."""
    return rulebook(session.ruleset.game).is_dealt(session.view().board)


def _number_dealt(session: GameSession) -> int:
    """Return the number of public events when the cards were dealt."""
    book, view = rulebook(session.ruleset.game), session.view()
    boards = enumerate(board for board, _ in view.history())
    return next((number for number, board in boards if book.is_dealt(board)), len(view.events))
