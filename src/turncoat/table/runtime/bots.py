"""Bots at the tables: they sit on seats as people do, and get what their seat may see.

They answer after a pause that tells nothing: it is drawn from public facts alone (table, game, version, seat) before
the bot thinks; thinking goes on in a worker thread meanwhile. A bot that does not finish in its time gets the rules'
default, so that it never holds up a table.
"""

import asyncio
import contextlib
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Final

import msgspec

from turncoat import bots
from turncoat.bots import Bot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.state.game_control import plays_by_bot
from turncoat.table.state.game_session import GameSession

if TYPE_CHECKING:
    from turncoat.table.runtime.room_registry import Room, RoomRegistry
    from turncoat.table.state.table import Table

WORKERS: Final = 2
FALLBACK: Final = "random"
"""Who plays for a bot that cannot be had."""
AGAIN: Final = 2.0
"""Seconds until a bot whose choice could not be kept tries again."""


def find_bot(name: str) -> type[Bot]:
    """The bot of that name. Raises Refused."""
    if name not in bots.names():
        raise Refused(Refusal("unknown-bot"))
    return bots.find(name)


class Pace(msgspec.Struct, frozen=True):
    """How long bots seem to think, in seconds; `budget` is what they really get."""

    least: float = 0.9
    most: float = 2.4
    budget: float = 5.0

    def pause(self, code: str, game: int, version: int, seat: Seat) -> float:
        """The pause before an answer, the same whatever the bot is and whatever it chooses."""
        return random.Random(f"{code} {game} {version} {seat}").uniform(self.least, self.most)


class BotSession:
    """A bot on its seat, with what it has been told so far."""

    def __init__(self, bot: Bot, seat: Seat) -> None:
        self.bot = bot
        self.seat = seat
        self.told = 0
        self.answering: tuple[int, int] = (0, 0)
        """Which game and prompt it is answering."""
        self.considered = -1
        self.lock = asyncio.Lock()
        self.thought: asyncio.Future[Any] | None = None
        """What it thinks of in a worker, also when nobody waits for it any more: it thinks of one thing at a time."""

    def forget(self) -> None:
        """Nobody wants to know what it thinks of now."""
        if self.thought is not None:
            self.thought.cancel()


class BotRunner:
    """The bots of all tables."""

    def __init__(self, registry: "RoomRegistry", pace: Pace) -> None:
        self._hall = registry
        self._pace = pace
        self._threads = ThreadPoolExecutor(WORKERS, "bots")
        self._mates: dict[tuple[str, int, Seat, str], BotSession] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Bots stop where they are; the log has what they did."""
        for task in self._tasks:
            task.cancel()
        for mate in self._mates.values():
            mate.forget()
        self._threads.shutdown(wait=False, cancel_futures=True)

    def forget(self, room: "Room") -> None:
        """Nobody wants to know any more what the bots of a table think of."""
        for key in [key for key in self._mates if key[0] == room.table.code]:
            self._mates.pop(key).forget()

    def look(self, room: "Room") -> None:
        """Something changed at a table: whoever of the bots is asked begins to think."""
        table, session = room.table, room.table.session
        if session is None or session.result is not None:
            self.forget(room)
            return
        if table.control.paused_by:
            return
        for seat, occupant in enumerate(table.seats):
            if not plays_by_bot(table, seat):
                continue
            mate = self._mate(table.code, session, seat, occupant.bot or table.bot)
            view = session.view(seat)
            prompt = view.prompt if is_in(seat, session.waiting) else None
            if prompt is not None and mate.answering != (session.number, prompt.number):
                mate.answering = (session.number, prompt.number)
                self._spawn(self._answer(room, session, mate, prompt, table.version))
            # For who is away a bot answers what is asked; what he may do unasked, and not take back, stays his own.
            if occupant.kind == "bot" and view.offers and mate.considered != table.version:
                mate.considered = table.version
                self._spawn(self._consider(room, session, mate, view.offers, table.version))

    def _mate(self, code: str, session: GameSession, seat: Seat, bot: str) -> BotSession:
        key = (code, session.number, seat, bot)
        mate = self._mates.get(key)
        if mate is None:
            seed = bytes.fromhex(session.bot_seeds[seat])
            try:
                player = find_bot(bot)(session.ruleset, seat, seed)
            except Exception as error:  # it is not installed any more, or does not know this game
                server_log.error("a bot failed", bot=bot, kind=type(error).__name__)
                player = find_bot(FALLBACK)(session.ruleset, seat, seed)
            mate = self._mates[key] = BotSession(player, seat)
        return mate

    def _again(self, room: "Room", mate: BotSession, number: int) -> None:
        """The question was answered, went away, or is put again with other things to choose from: look what is asked.

        It may be asked again later under the same number, when something that happens meanwhile takes the answer away.
        """
        if mate.answering[1] == number:
            mate.answering = (0, 0)
        self.look(room)

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(self, room: "Room", session: GameSession, mate: BotSession, prompt: Prompt, version: int) -> None:
        try:
            pause = self._pause(room.table, session, version, mate)
            thinking = self._think(session, mate, lambda bot: bot.choose(prompt), self._pace.budget)
            answer, *_ = await asyncio.gather(thinking, asyncio.sleep(pause))
            if is_in(mate.seat, session.waiting) and session.view(mate.seat).prompt == prompt:
                choice = None if answer is None else Choice(prompt.number, answer[0])
                if choice is None or session.refusal(mate.seat, choice) is not None:
                    server_log.warning(
                        "a bot had no answer", table=room.table.code, bot=room.table.seats[mate.seat].bot
                    )
                    choice = session.default(mate.seat)
                await self._play(room, session, mate, choice)
        except Exception as error:  # the store is in trouble: the table must not wait for this bot for ever
            server_log.error("a bot failed", table=room.table.code, kind=type(error).__name__)
            await asyncio.sleep(AGAIN)
        self._again(room, mate, prompt.number)

    async def _consider(
        self, room: "Room", session: GameSession, mate: BotSession, offers: tuple[Offer, ...], version: int
    ) -> None:
        # As the pause of an answer, so that what it did not take cannot be told from what it was not offered.
        pause = self._pause(room.table, session, -version, mate)
        thinking = self._think(session, mate, lambda bot: bot.consider(offers), self._pace.budget)
        taken, *_ = await asyncio.gather(thinking, asyncio.sleep(pause))
        if taken is not None and taken[0] is not None:
            try:
                await self._play(room, session, mate, taken[0])
            except Exception as error:
                server_log.error("a bot failed", table=room.table.code, kind=type(error).__name__)

    def _pause(self, table: "Table", session: GameSession, version: int, mate: BotSession) -> float:
        return self._pace.pause(table.code, session.number, version, mate.seat) * table.settings.bots_patience

    async def _think(
        self, session: GameSession, mate: BotSession, thought: Callable[[Bot], Any], budget: float
    ) -> tuple[Any] | None:
        """What the bot comes to in a worker thread; None when it does not in time, or fails."""
        async with mate.lock:
            if mate.thought is not None:
                await asyncio.wait({mate.thought}, timeout=budget)
                if not mate.thought.done():
                    return None
            events = session.view(mate.seat).events
            news, told = events[mate.told :], len(events)

            def work() -> Any:
                mate.told = told  # here, so that a thought that never began takes no news with it
                mate.bot.see(news)
                return thought(mate.bot)

            work_of = self._threads.submit(work)
            mate.thought = asyncio.wrap_future(work_of)
            mate.thought.add_done_callback(_log_failure)
            await asyncio.wait({mate.thought}, timeout=budget)
            if not mate.thought.done():
                work_of.cancel()
                return None
            return None if mate.thought.cancelled() or mate.thought.exception() else (mate.thought.result(),)

    async def _play(self, room: "Room", session: GameSession, mate: BotSession, choice: Choice) -> None:
        command = c.Choose(session.number, mate.seat, choice.to, choice.answer)
        with contextlib.suppress(Refused):  # somebody was faster
            await self._hall.do(room, c.SERVER, command)


def _log_failure(thought: asyncio.Future[Any]) -> None:
    if not thought.cancelled() and (error := thought.exception()) is not None:
        # What it knew does not go into the log: the kind of the error alone.
        server_log.error("a bot failed", kind=type(error).__name__)
