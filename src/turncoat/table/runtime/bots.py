"""Bots at the tables. They take seats like people, and see what their seat may see.

They think in a separate process (`bot_process`) and answer after a pause that reveals nothing: it depends on public
facts alone (table, game, version, seat), and is never shorter than the time that they have to think. On an overloaded
machine, the answer may come later, by whole limits. If a bot does not finish in time, the rules' default is chosen, so
that it never holds up a table.

A bot that raises an error, hangs or answers illegally is replaced by `sensible` for the rest of the game. The table is
notified, and the server's log has the reason.
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from concurrent.futures import Future
from hashlib import sha256
from typing import Any, Final, TypeVar

from turncoat import bots
from turncoat.bots.guided import guided
from turncoat.bots.remarks import ChatQuestion, Remark
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.refusals import Refused
from turncoat.kernel.seats import SPECTATOR, Seat, is_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.table import commands as c
from turncoat.table import server_log
from turncoat.table.runtime.bot_process import (
    Asked,
    BotFailed,
    BotKey,
    BotProcess,
    BotTooSlow,
    BotUpdate,
    ForRemark,
)
from turncoat.table.runtime.bot_timing import BotTiming
from turncoat.table.runtime.room import Room
from turncoat.table.state.chat import is_silent
from turncoat.table.state.conversation import HeardRemark
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import FALLBACK_BOT
from turncoat.table.store.errors import StoreFailure

T = TypeVar("T")
TOO_SLOW: Final = "too slow"
SPEAKING: Final = {"mission": 1.5, "vote": 0.6, "count": 0.6, "accusation": 1.2}
"""Pause before a bot's remark, by the scene that it may be about.

It is a multiple of the pause before an answer, beyond the shortest pause. A remark on a vote comes before the next
cards are played. Never 1: the remark and the choice would come at the same moment.
"""
BEFORE_A_VOTE: Final = 0.8
"""The same multiple for an event that the table may discuss before it votes, such as a proposed team."""
TOGETHER: Final = 1.25
"""Pause before an answer that all bots give together, as a multiple of the shortest.

Longer than the shortest, so that a bot that uses an ability instead comes first.
"""
ONE_BY_ONE: Final = 0.001
"""Seconds between bots whose pauses end together, in the order of their seats.

Timers for the same moment have no order of their own, and an order that came from what bots know would reveal it.
"""
RETRY_AFTER: Final = 2.0
"""Seconds until a bot retries a choice that could not be stored."""


def shared_seed_of(session: GameSession) -> str:
    """Return a seed that all bots of the game share and no player knows. It reveals no bot's own seed."""
    return sha256(" ".join(session.bot_seeds).encode()).hexdigest()


class BotSession:
    """A bot on its seat, and its state of knowledge."""

    def __init__(self, key: BotKey, seed: bytes, character: str, looked_at: int) -> None:
        self.key = key
        self.seed = seed
        self.character = character
        """Name of its character, or empty for none."""
        self.seat: Seat = key[2]
        self.name = key[3]
        """Name under which it was requested."""
        self.speaks = False
        with contextlib.suppress(bots.UnknownBotError):  # the bot has been uninstalled
            self.speaks = bots.find(self.name).speaks
        self.fault = ""
        """Description of its fault, if any, that reveals nothing of what it knew."""
        self.events_sent = 0
        self.answering: tuple[int, int] = (0, 0)
        """Game and prompt that it is answering."""
        self.considered = -1
        self.looked_at = looked_at
        """Number of public events already checked for something to speak about."""
        self.occasions = 0
        """Number of occasions to speak so far."""
        self.messages_sent = 0
        """Number of remarks that it has heard."""
        self.public_events_sent = 0
        """Number of public events among those that it was told of."""
        self.asked = 0
        """Number of the latest message that it was to answer."""
        self.is_replying = False
        """True while it has something to answer. It types one answer at a time."""
        self.interrupted = asyncio.Event()
        """Set when something happens while it types, or it is to answer another message."""
        self.lock = asyncio.Lock()
        self.thought: asyncio.Future[Any] | None = None
        """Its current thought, even if nobody waits for it any more: it has one thought at a time."""

    def forget(self) -> None:
        """Cancel the wait for its current thought."""
        if self.thought is not None:
            self.thought.cancel()


class BotRunner:
    """The bots of all rooms."""

    def __init__(self, timing: BotTiming) -> None:
        self._timing = timing
        self._changes: dict[str, asyncio.Event] = {}
        """The next change that bots wait for, by table."""
        self.process = BotProcess(timing.budget, timing.limit)
        self._bots: dict[BotKey, BotSession] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def close(self) -> None:
        """Stop all bots at once. The log has what they did."""
        for task in self._tasks:
            task.cancel()
        for bot_session in self._bots.values():
            bot_session.forget()
        self.process.close()

    def forget(self, room: Room) -> None:
        """Drop the bots of a room, and cancel the waits for their thoughts."""
        self._wake(room)
        room.typing.clear()
        for key in [key for key in self._bots if key[0] == room.table.code]:
            self._bots.pop(key).forget()
            self.process.forget(key)

    def _wake(self, room: Room) -> None:
        if (change := self._changes.pop(room.table.code, None)) is not None:
            change.set()

    def refresh(self, room: Room) -> None:
        """Let the bots that are asked begin to think after a change in the room."""
        self._wake(room)
        if room.unloaded:  # they play in another room of the table, here or on another server
            return
        table, session = room.table, room.table.session
        if session is None or session.result is not None:
            self.forget(room)
            return
        if table.control.paused_by:
            return
        for seat, occupant in enumerate(table.seats):
            if not occupant.is_played_by_bot:
                continue
            name = occupant.bot or table.bot  # the table's bot, for a person who is away
            name = guided(name) if session.teaches else name
            bot_session = self._bot_session(table.code, session, seat, name, occupant.character)
            view = session.view(seat)
            prompt = view.prompt if is_in(seat, session.waiting) else None
            if prompt is not None and bot_session.answering != (session.number, prompt.number):
                bot_session.answering = (session.number, prompt.number)
                self._spawn(self._answer(room, session, bot_session, prompt, table.version))
            # For a person who is away, a bot only answers questions. Voluntary acts are final, so they stay the
            # person's own.
            if occupant.kind == "bot" and view.offers and bot_session.considered != table.version:
                bot_session.considered = table.version
                self._spawn(self._consider(room, session, bot_session, view.offers, table.version))
            if occupant.kind == "bot" and bot_session.speaks:
                self._listen(room, session, bot_session)
                question = table.chat.conversation.question(seat, table.last_at)
                if question is not None and bot_session.asked != question.number and table.settings.bots_talk:
                    bot_session.asked = question.number
                    bot_session.interrupted.set()
                    if not bot_session.is_replying:
                        bot_session.is_replying = True
                        self._spawn(self._reply(room, session, bot_session))

    def _bot_session(self, code: str, session: GameSession, seat: Seat, name: str, character: str) -> BotSession:
        key = (code, session.number, seat, name)
        bot_session = self._bots.get(key)
        if bot_session is None:
            seed, seen = bytes.fromhex(session.bot_seeds[seat]), len(session.view().events)
            bot_session = self._bots[key] = BotSession(key, seed, character, seen)
        return bot_session

    def _again(self, room: Room, bot_session: BotSession, number: int) -> None:
        """Refresh after the question was answered, withdrawn or put again with other options.

        The question may return under the same number, if something takes the answer back.
        """
        if bot_session.answering[1] == number:
            bot_session.answering = (0, 0)
        self.refresh(room)

    def _spawn(self, work: Any) -> None:
        task: asyncio.Task[None] = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _answer(
        self, room: Room, session: GameSession, bot_session: BotSession, prompt: Prompt, version: int
    ) -> None:
        try:
            pause = self._pause_of(room, session, version, bot_session, TOGETHER)
            thinking = self._think(room, session, bot_session, prompt)
            answer = await self._after(room, bot_session.seat, pause, thinking)
            if room.unloaded:
                return
            if bot_session.fault and bot_session.name != FALLBACK_BOT:
                await self._replace(room, session, bot_session)
            elif is_in(bot_session.seat, session.waiting) and session.view(bot_session.seat).prompt == prompt:
                choice = None if answer is None else Choice(prompt.number, answer[0])
                if choice is None or session.refusal(bot_session.seat, choice) is not None:
                    server_log.warning(
                        "a bot had no answer", table=room.table.code, bot=room.table.seats[bot_session.seat].bot
                    )
                    choice = session.default(bot_session.seat)
                await self._play(room, session, bot_session, choice)
        except StoreFailure:  # the table must not wait for this bot forever
            await asyncio.sleep(RETRY_AFTER)
        except Exception as error:
            server_log.error("a bot failed", table=room.table.code, kind=type(error).__name__)
            await asyncio.sleep(RETRY_AFTER)
        self._again(room, bot_session, prompt.number)

    async def _consider(
        self, room: Room, session: GameSession, bot_session: BotSession, offers: tuple[Offer, ...], version: int
    ) -> None:
        # Pauses like an answer, so that declining looks the same as having no offer.
        pause = self._pause_of(room, session, -version, bot_session)
        thinking = self._think(room, session, bot_session, offers)
        taken = await self._after(room, bot_session.seat, pause, thinking)
        if taken is not None and taken[0] is not None and not room.unloaded:
            try:
                await self._play(room, session, bot_session, taken[0])
            except StoreFailure:
                pass  # the offer may be taken another time
            except Exception as error:
                server_log.error("a bot failed", table=room.table.code, kind=type(error).__name__)

    def _listen(self, room: Room, session: GameSession, bot_session: BotSession) -> None:
        """Let the bot speak about a proposed team, a vote or the result of a mission.

        It does not speak for a person who is away.
        """
        events = session.view().events
        new_events, bot_session.looked_at = events[bot_session.looked_at :], len(events)
        patience = [
            SPEAKING.get(event.scene, BEFORE_A_VOTE)
            for event in new_events
            if event.scene in SPEAKING or event.opens_talk
        ]
        bot_session.occasions += bool(patience)
        if any(event.scene for event in new_events):
            bot_session.interrupted.set()
        if patience and room.table.settings.bots_talk:
            self._spawn(self._speak(room, session, bot_session, patience[-1], room.table.version))

    async def _speak(
        self, room: Room, session: GameSession, bot_session: BotSession, patience: float, version: int
    ) -> None:
        # Nobody waits for a remark, so its pause is separate from that of an answer, and reveals as little. The bot
        # thinks at the end of the pause: then it has heard the others' remarks, and never speaks about something past.
        occasions = bot_session.occasions
        pause = self._pause(room, session, version, bot_session, patience)
        shortest = min(pause, self._timing.shortest)
        await room.scenes.over(to_speak=True)
        await asyncio.sleep(pause - shortest)
        if bot_session.occasions != occasions or room.unloaded:
            return
        thinking = self._think(room, session, bot_session, ForRemark())
        said = await self._after(room, bot_session.seat, shortest, thinking, to_speak=True)
        if said is None or said[0] is None or bot_session.occasions != occasions or room.unloaded:
            return
        if bot_session.seat in room.typing.seats:  # it makes one remark at a time
            return
        table, remark = room.table, said[0]
        if table.session is not session or session.result is not None or table.control.paused_by:
            return
        heard = [one.remark.content for one in table.chat.conversation.remarks]
        if remark.opinion is not None and remark.content in heard:
            return  # somebody else was faster: nobody wants to hear it again
        with contextlib.suppress(Refused, StoreFailure):  # it may not talk now, or a person plays there again
            await room.submit(c.SERVER, _say(bot_session.seat, remark))

    async def _reply(self, room: Room, session: GameSession, bot_session: BotSession) -> None:
        """Type for some seconds, then reply, until there is nothing to answer.

        An event interrupts the bot, which types again once it is over. So does another message to answer instead.
        """
        table, seat, done = room.table, bot_session.seat, 0
        try:
            while True:
                await room.scenes.over(to_speak=True)
                bot_session.interrupted.clear()
                question = self._question(room, session, seat)
                if question is None or question.number == done:
                    return
                length = self._timing.typing(table.code, session.number, question.number, seat)
                room.typing.start(seat)
                thinking = self._think(room, session, bot_session, question)
                said, is_interrupted = await self._typed(bot_session, length, thinking)
                room.typing.stop(seat, tells=is_interrupted)
                if is_interrupted:
                    continue
                done = question.number
                if self._question(room, session, seat) == question:
                    remark = said[0] if said is not None and said[0] is not None else Remark("not-understood")
                    with contextlib.suppress(Refused, StoreFailure):
                        await room.submit(c.SERVER, _say(seat, remark, answers=question.number))
                        continue
                room.tell()  # it stops typing without a message
        except Exception as error:
            server_log.error("a bot failed", table=table.code, kind=type(error).__name__)
        finally:
            bot_session.is_replying = False
            room.typing.stop(seat)

    def _question(self, room: Room, session: GameSession, seat: Seat) -> ChatQuestion | None:
        """Return the message that the bot has to answer and may answer now, if any."""
        table = room.table
        is_over = room.unloaded or table.session is not session or session.result is not None
        if is_over or table.control.paused_by or table.seats[seat].kind != "bot" or not table.settings.bots_talk:
            return None
        return None if is_silent(session, seat) else table.chat.conversation.question(seat, table.last_at)

    async def _typed(
        self, bot_session: BotSession, length: float, thinking: Coroutine[Any, Any, T]
    ) -> tuple[T | None, bool]:
        """Return the result of thinking after `length` seconds of typing, or whole limits later.

        Also return whether the bot was interrupted, in which case there is no result.
        """
        thought = asyncio.ensure_future(thinking)
        try:
            while True:
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(length):
                        await bot_session.interrupted.wait()
                    return None, True
                if thought.done() or not length:
                    return await thought, False
                length = self._timing.limit
        finally:
            thought.cancel()

    async def _replace(self, room: Room, session: GameSession, bot_session: BotSession) -> None:
        """Replace a failed bot."""
        why = {"bot": bot_session.name, "kind": bot_session.fault}
        server_log.warning("a bot was replaced", table=room.table.code, **why)
        with contextlib.suppress(Refused):  # the game is over, or a person plays there again
            await room.submit(c.SERVER, c.ReplaceBot(session.number, bot_session.seat, FALLBACK_BOT))

    def _pause(
        self, room: Room, session: GameSession, version: int, bot_session: BotSession, share: float = 1.0
    ) -> float:
        table = room.table
        pause = self._timing.pause(table.code, session.number, version, bot_session.seat, share)
        return pause * table.settings.bots_patience + share * room.scenes.bots_wait(room.scene_factor)

    def _pause_of(
        self, room: Room, session: GameSession, version: int, bot_session: BotSession, together: float = 1.0
    ) -> float:
        """Return the part of the usual pause that the open question deserves.

        It depends on the question alone. The whole table knows which one is open.
        """
        shortest = self._timing.shortest
        if not session.pause:
            return shortest * together
        return shortest + session.pause * (self._pause(room, session, version, bot_session) - shortest)

    async def _after(
        self, room: Room, seat: Seat, pause: float, thinking: Coroutine[Any, Any, T], *, to_speak: bool = False
    ) -> T:
        """Return the result of thinking once all scenes are over and the pause has passed, or whole limits later.

        Before it chooses, a bot also leaves the table time to talk, and speaks in that time. It also waits until a lone
        player has read what is explained to them; but it speaks meanwhile, since the game continues as soon as they
        have read.

        The time that a bot thinks may depend on its role, so an answer that came as soon as it was ready would reveal
        it.
        """
        thought = asyncio.ensure_future(thinking)
        pause += ONE_BY_ONE * seat if pause else 0.0
        try:
            await room.scenes.over(to_speak=to_speak)
            await asyncio.sleep(pause)
            while room.scenes.on_stage if to_speak else room.scenes.left:  # something has happened meanwhile
                await room.scenes.over(to_speak=to_speak)
                await asyncio.sleep(pause)
            while not to_speak and not room.unloaded and room.is_reading:
                await self._changes.setdefault(room.table.code, asyncio.Event()).wait()
            while True:
                if thought.done() or not pause:
                    return await thought
                await asyncio.sleep(self._timing.limit)
        finally:
            thought.cancel()

    async def _think(
        self, room: Room, session: GameSession, bot_session: BotSession, asked: Asked
    ) -> tuple[Any] | None:
        """Return the bot's answer in a tuple, or None if it fails or is late.

        The bot goes by the events at the time of the question. The time that it must still think about an earlier one
        may depend on its role, so an answer that drew on later events would reveal it.
        """
        limit = self._timing.limit
        events = tuple(session.view(bot_session.seat).events)
        # Where bots are to be silent, they do not listen either.
        said = tuple(room.table.chat.conversation.remarks) if room.table.settings.bots_talk else ()
        async with bot_session.lock:  # first come, first served, so that its updates arrive in order
            if not self.process.is_there:  # starting takes a while, which is no bot's fault
                await asyncio.wait({asyncio.wrap_future(self.process.begin())})
            if bot_session.thought is not None:
                await asyncio.wait({bot_session.thought}, timeout=limit)
                if not bot_session.thought.done():
                    return None
            if room.unloaded:  # the process knows another bot under the same key
                return None
            work = self._work(session, bot_session, events, said, asked)
            bot_session.thought = thought = asyncio.wrap_future(work)
            thought.add_done_callback(_log_failure)
            await asyncio.wait({thought}, timeout=limit)
            if not thought.done() and work.cancel():  # it was still queued
                return None
            await asyncio.wait({thought})  # not for long: the process is ended when a bot hangs
            if thought.cancelled():
                return None
            if (error := thought.exception()) is not None:
                bot_session.fault = _fault(error)
                return None
            answer, is_illegal = thought.result()
            if is_illegal:
                bot_session.fault = "illegal answer"
            return (answer,)

    def _work(
        self,
        session: GameSession,
        bot_session: BotSession,
        events: tuple[Event, ...],
        said: tuple[HeardRemark, ...],
        asked: Asked,
    ) -> "Future[tuple[Any, bool]]":
        """Submit the bot's thought to the process."""

        def make_update(is_new: bool) -> BotUpdate:
            first, after, before = 0, 0, 0
            if not is_new:
                first, after, before = (
                    bot_session.events_sent,
                    bot_session.messages_sent,
                    bot_session.public_events_sent,
                )
            # Updated only when the thought runs, so that one that never ran takes no update with it.
            bot_session.events_sent = len(events)
            bot_session.public_events_sent = before + sum(
                seen_by(event, SPECTATOR) is not None for event in events[first:]
            )
            bot_session.messages_sent = max(bot_session.messages_sent, len(said))
            return BotUpdate(events[first:], said[after:], before)

        shared_seed = shared_seed_of(session)
        key, seed, character = bot_session.key, bot_session.seed, bot_session.character
        return self.process.think(key, session.ruleset, seed, shared_seed, character, make_update, asked)

    async def _play(self, room: Room, session: GameSession, bot_session: BotSession, choice: Choice) -> None:
        command = c.Choose(session.number, bot_session.seat, choice.to, choice.answer)
        with contextlib.suppress(Refused):  # somebody was faster
            await room.submit(c.SERVER, command)


def _say(seat: Seat, remark: Remark, answers: int = 0) -> c.Say:
    """Return the bot's remark as a command."""
    return c.Say(
        "",
        phrase=remark.phrase,
        about=remark.about,
        seat=seat,
        reason=remark.reason,
        mission=remark.mission,
        count=remark.count,
        others=remark.others,
        leader=remark.leader,
        answers=answers,
    )


def _fault(error: BaseException) -> str:
    """Return a description of the fault without anything that the bot knew."""
    if isinstance(error, BotTooSlow):
        return TOO_SLOW
    return str(error) if isinstance(error, BotFailed) else type(error).__name__


def _log_failure(thought: asyncio.Future[Any]) -> None:
    if not thought.cancelled() and (error := thought.exception()) is not None:
        # Only the kind of the error is logged, not what the bot knew.
        server_log.error("a bot failed", kind=type(error).__name__)
