"""For how long things are kept: games that are over as long as the host of their table says, and no table for ever.

To forget a game is to rewrite the log of its table: the cards, the choices and who held what are taken out, and what
was said until then is blanked. Everything else stays, so that the log makes the same table as before.
"""

import asyncio
from collections.abc import Container, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.rebuilding import rebuild
from turncoat.table.state.chat import BLANK
from turncoat.table.state.history import DAY
from turncoat.table.state.table import Table

if TYPE_CHECKING:
    from turncoat.table.runtime.room_registry import Room, RoomRegistry

INTERVAL: Final = 60 * 60
"""Seconds between two sweeps."""
NO_SEED: Final = "00" * 32
MOST_SEATS: Final = 32


def kept_for(days: int, most: int) -> int:
    """For how many days something is kept that is to be kept so long, where nothing is kept longer than `most`.

    0 is without end, in both.
    """
    return min(days, most) if days and most else days or most


def due(table: Table, most: int) -> int:
    """When the next of the table's games is to be forgotten; 0 when none is."""
    days = kept_for(table.settings.keep_games, most)
    ends = table.history.ends(table.games if table.running else 0)
    return min(ends.values()) + days * DAY if days and ends else 0


def expired(table: Table, most: int, now: int) -> int:
    """The number of the last game that is to be forgotten by now; 0 when none is."""
    days = kept_for(table.settings.keep_games, most)
    ends = table.history.ends(table.games if table.running else 0)
    return max((number for number, at in ends.items() if days and at + days * DAY <= now), default=0)


def without(entries: Sequence[bytes], last: int, finished: Container[int]) -> list[bytes]:
    """The log with nothing left of the games up to number `last`; `finished` are those that came to an end."""
    log = [c.decode(data) for data in entries]
    over = {entry.command.game: index for index, entry in enumerate(log) if isinstance(entry.command, c.ArchiveGame)}
    final = {entry.command.game: index for index, entry in enumerate(log) if isinstance(entry.command, c.IN_GAME)}
    until = over.get(last, final.get(last, -1))
    starts = [index for index, entry in enumerate(log) if isinstance(entry.command, c.Start)]
    used_up = _entropy_used_up(log, starts, last)
    kept: list[bytes] = []
    games, away = 0, set[int]()
    for index, (entry, data) in enumerate(zip(log, entries, strict=True)):
        command = entry.command
        match command:
            case c.StandIn():
                away = set(range(MOST_SEATS))  # people may change seats until he is back
            case c.Open():
                data = _changed(entry, seed=NO_SEED, command=_without_entropy(command) if used_up else command)
            case c.AddEntropy() if index < used_up:
                continue
            case c.Sit() if index < used_up:
                data = _changed(entry, command=_without_entropy(command))
            case c.Start():
                games += 1
                if games <= last:
                    # The seed is that of the next game, which may be kept.
                    seed = NO_SEED if games < last else entry.seed
                    data = _changed(
                        entry,
                        command=c.Start(command.rules, forgotten=True, entropy_once=True),
                        seed=seed,
                        bots=(),
                        at=0.0,
                    )
            case c.Choose() | c.TimeUp() | c.Reveal() if command.game <= last:
                if isinstance(command, c.Choose) and command.seat in away and entry.by != c.SERVER:
                    # Who chooses himself is back, if a bot stood in for him.
                    away.discard(command.seat)
                    kept.append(_changed(entry, id="", command=c.ReturnFromAway(command.seat)))
                if index != final[command.game] or command.game in over or command.game not in finished:
                    continue
                data = _changed(entry, id="", by=c.SERVER, command=c.ArchiveGame(command.game))
            case c.ArchiveGame() if command.game <= last:
                data = _changed(entry, command=c.ArchiveGame(command.game, None, command.version), at=0.0)
            case c.Share() | c.Unshare() if command.game <= last:
                continue
            case c.WriteNotes() if index < until:
                if command.text is None:
                    continue
                data = _changed(entry, command=c.WriteNotes(text=command.text))
            case c.Say() if index < until:
                data = _changed(entry, command=c.Say(BLANK, command.channel, name=command.name))
            case _:
                pass
        kept.append(data)
    return kept


def _entropy_used_up(log: Sequence[c.Entry], starts: Sequence[int], last: int) -> int:
    """Up to where in the log luck went into deals that are forgotten, and into no other."""
    again = (log[index].command for index in starts[last:])
    if not 0 < last <= len(starts) or not all(isinstance(start, c.Start) and start.entropy_once for start in again):
        return 0
    return starts[last - 1]


def _without_entropy(command: c.Open | c.Sit) -> c.Open | c.Sit:
    return msgspec.structs.replace(command, entropy="")


def _changed(entry: c.Entry, **fields: Any) -> bytes:
    return c.encode(msgspec.structs.replace(entry, **fields))


def _same(one: Table, other: Table) -> bool:
    """Whether two tables are the same but for the games that are over."""

    def of(table: Table) -> tuple[object, ...]:
        is_on = table.games, table.running, table.control.paused_by
        return table.code, table.host, table.seats, table.game_setup, table.bot, table.settings, is_on

    return of(one) == of(other)


class RetentionSweeper:
    """Forgets what is to be forgotten, in a running hall."""

    def __init__(self, registry: "RoomRegistry") -> None:
        self._hall = registry

    @property
    def _most(self) -> int:
        return self._hall.settings.keep

    def _now(self) -> int:
        return int(self._hall.settings.now())

    async def plan(self, room: "Room") -> None:
        """Note when something of the table is to be forgotten next."""
        await self._hall.store.plan(room.table.code, due(room.table, self._most))

    async def run(self) -> None:
        """Sweep now and then, until cancelled."""
        while True:
            try:
                await self.sweep()
            except Exception as error:  # the store is in trouble: the next time, then
                server_log.error("nothing was forgotten", kind=type(error).__name__)
            await asyncio.sleep(INTERVAL)

    async def sweep(self) -> None:
        """Forget whatever has been kept long enough, at every table of the server."""
        registry, now = self._hall, self._now()
        codes, idle = await registry.store.due(now, now - self._most * DAY if self._most else 0)
        changed = False
        for code in idle:
            with suppress(Refused):  # a table of a newer version is left to that version
                changed |= await self._delete_idle(code)
        for code in codes:
            if code not in idle:
                with suppress(Refused):
                    changed |= await self.forget(await registry.find(code))
        if changed:
            await registry.store.clean()
            server_log.info("swept", tables=len(codes), deleted=len(idle))

    async def _delete_idle(self, code: str) -> bool:
        room = await self._hall.find(code)
        if room.watchers:  # somebody looks at it: not under his eyes
            return False
        await self.delete(room)
        return True

    async def forget(self, room: "Room") -> bool:
        """Forget the table's games that were kept long enough; whether there were any."""
        async with room.lock:
            table = room.table
            last = expired(table, self._most, self._now())
            done = bool(last) and await self._forget(room, last)
            await self.plan(room)
        if done:
            room.tell()
        return done

    async def _forget(self, room: "Room", last: int) -> bool:
        store, table = self._hall.store, room.table
        old = await store.load(table.code)
        new = await asyncio.to_thread(without, old, last, table.history.summaries)
        # Pages that are open would take what comes for old, if a restarted server counted from less than this one.
        new.append(c.encode(c.Entry("", c.SERVER, c.ArchiveGame(0, None, table.version))))
        again, lost = await asyncio.to_thread(rebuild, new)
        if lost or not _same(again, table):
            server_log.error("a log could not be shortened", table=table.code)
            return False
        await store.replace(table.code, new)
        for game, shared in table.history.shared.items():
            if game <= last:
                await store.link(shared.token, "")
        room.entries = len(new)
        table.forget(last)
        if room.delay is not None:
            room.delay.room.table.forget(last)
        server_log.info("games forgotten", table=table.code, last=last)
        return True

    async def delete(self, room: "Room", by: str = c.SERVER) -> None:
        """Keep nothing of a table. Raises Refused; `clean` is the caller's."""
        async with room.lock:
            if room.gone:
                raise Refused(Refusal("no-such-table"))
            if by not in (c.SERVER, room.table.host):
                raise Refused(Refusal("not-host"))
            code = room.table.code
            await self._hall.store.delete(code)
            room.gone = True
            room.table.session = None
            self._hall.drop(room)
            server_log.info("table deleted", table=code)
        room.tell()
