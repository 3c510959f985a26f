"""A table as it was some seconds ago, for spectators whom the host delays.

A table is built from its log, and an old state from the log up to then. The late table is separate, and every entry is
applied to it once it is old enough, so nothing rendered from it can depend on anything later.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.seats import Seat
from turncoat.table import commands as c
from turncoat.table.handlers.chat import accepted_text, check_may_talk
from turncoat.table.handlers.dispatch import accept, accepted_as, apply
from turncoat.table.handlers.handler import accepted_name, refuse_if
from turncoat.table.handlers.membership import accepted_request, check_own_request
from turncoat.table.rebuilding import is_of_game, rebuild
from turncoat.table.runtime.presence import Presence
from turncoat.table.runtime.server import Server
from turncoat.table.state.membership import KnownSeat
from turncoat.table.state.table import Table
from turncoat.table.values.entropy import check_entropy


class SpectatorDelay:
    """Maintains the late table while the host wants it. After a restart it is rebuilt from the log."""

    def __init__(self, live: Table, server: Server, presence: Presence, show: Callable[[], None] | None) -> None:
        self._live = live
        self._server = server
        self._presence = presence
        self._show = show
        """Called when something has happened at the late table. None once it is closed."""
        self.late: Table | None = None
        """The table as spectators see it, or None without a delay."""
        self.here: frozenset[str] = frozenset()
        """Players who were present then."""
        self._here_now: frozenset[str] = frozenset()
        self._waiting: deque[tuple[float, c.Entry | frozenset[str]]] = deque()
        """Entries, and changes of who is present, that spectators may not see yet."""
        self._requests: dict[str, Seat] | None = None
        """Cached result of `requests`."""
        self._timer: asyncio.TimerHandle | None = None
        if show is not None:
            presence.note = self.note_presence

    def late_for(self, person: str) -> Table | None:
        """Return the late table if the person sees that one. Between games it makes no relevant difference."""
        live, late = self._live, self.late
        if late is None or live.seat_of(person) is not None:
            return None
        same_game = live.games == late.games and (live.session is None) == (late.session is None)
        return late if live.running or late.running or not same_game else None

    def requests(self) -> dict[str, Seat]:
        """Return the requested seat of each person, as far as the requesters know.

        They know their own acts at once, but not what comes of them.
        """
        if self.late is None:
            return {}
        if self._requests is None:
            found = {one.person: one.seat for one in self.late.membership.requests.values()}
            for _, entry in self._waiting:
                if isinstance(entry, frozenset):
                    continue
                if isinstance(entry.command, c.RequestSeat):
                    found[entry.by] = entry.command.seat
                elif isinstance(entry.command, c.WithdrawSeatRequest):
                    found.pop(entry.by, None)
            self._requests = found
        return self._requests

    def note_presence(self) -> None:
        """Queue a change of the players listed as present."""
        if self.late is None:
            return
        here = self._players_here()
        if here != self._here_now:
            self._here_now = here
            self._waiting.append((asyncio.get_running_loop().time(), here))
            if self._timer is None:
                self._set_timer_for_next()

    def _players_here(self) -> frozenset[str]:
        return frozenset(one.person for one in self._live.seats if one.person) & self._presence.listed

    async def update(self) -> None:
        """Start or stop the delay as the host wants, and apply all entries that are due. Raises StoreFailure."""
        is_wanted = bool(self._live.settings.spectators_behind)
        if self._show is None or not (is_wanted or self.late):
            return
        if not is_wanted:
            self.late = None
            self._waiting.clear()
        elif self.late is None:
            # Spectators have seen everything so far.
            await self._begin(await self._server.store.load(self._live.code))
        self._catch_up()

    async def resume(self, entries: Sequence[bytes]) -> None:
        """Rebuild the late table after a restart from these entries."""
        if behind := self._live.settings.spectators_behind:
            wall_time = self._server.store.time()
            known, waiting = split(entries, behind, wall_time)
            await self._begin(known)
            # It is unknown who was present before the restart, so nobody is listed as gone until the delay has passed.
            self.here = frozenset(one.person for one in self._live.seats if one.person)
            now = asyncio.get_running_loop().time()
            for entry in waiting:
                self._take_in(entry, now - max(0.0, wall_time - entry.at))

    def add(self, entry: c.Entry) -> None:
        """Queue an entry of the live table."""
        self._take_in(entry, asyncio.get_running_loop().time())

    def _take_in(self, entry: c.Entry, when: float) -> None:
        command, self._requests = entry.command, None
        if self.late is None:
            return
        if isinstance(command, c.PersonalCommand) or (isinstance(command, c.Say) and command.channel == "spectators"):
            # Spectators' chat reveals nothing of the game, and whom they mute is their own affair: both apply at once.
            self._apply(self.late, entry)
            return
        if isinstance(command, c.HideWords) and "spectators" in command.hidden:
            # Messages that spectators read at once are hidden at once; all others are hidden late.
            self.late.chat.hide({"spectators": command.hidden["spectators"]})
        self._waiting.append((when, entry))

    def close(self) -> None:
        """Stop the timer and all notifications."""
        self._set_timer(None)
        self._show = None

    async def _begin(self, known: Sequence[bytes]) -> None:
        self.late, _ = await asyncio.to_thread(rebuild, known)
        self._requests = None
        self.here = self._here_now = self._players_here()
        self._tell()

    def _catch_up(self) -> None:
        """Apply all entries that are old enough, and set a timer for the rest."""
        self.note_presence()  # a person who has just taken a seat was present before
        loop, late, behind = asyncio.get_running_loop(), self.late, self._live.settings.spectators_behind
        has_changed = False
        while late is not None and self._waiting and self._waiting[0][0] + behind <= loop.time():
            has_changed = True
            _, happened = self._waiting.popleft()
            if isinstance(happened, frozenset):
                self.here = happened
            else:
                self._apply(late, happened)
                self._requests = None
        self._set_timer_for_next()
        if has_changed:
            self._tell()

    def _set_timer_for_next(self) -> None:
        loop, behind = asyncio.get_running_loop(), self._live.settings.spectators_behind
        self._set_timer(loop.call_at(self._waiting[0][0] + behind, self._catch_up) if self._waiting else None)

    def _apply(self, late: Table, entry: c.Entry) -> None:
        try:
            apply(late, entry)
        except Exception as error:
            late.lose_game()
            if not is_of_game(entry.command, error):
                self._waiting.clear()
                self._server.give_up(self._live, error)

    def _set_timer(self, timer: asyncio.TimerHandle | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = timer

    def _tell(self) -> None:
        if self._show is not None:
            self._show()


def accept_late(delay: SpectatorDelay, late: Table, live: Table, entry: c.Entry) -> list[c.Entry]:
    """Return the entries to store for a person who sees the table late. Raises Refused.

    The late table decides, so no answer reveals what has happened since. The live table is only asked about the person
    themselves. A request that has become impossible meanwhile is still accepted, without effect: it is the host's to
    answer.
    """
    by = entry.by
    match entry.command:
        case c.Sit() as command:
            return _accept_sit_late(late, live, entry, command)
        case c.RequestSeat() as command:
            check_own_request(live, by, command, late.games)
            return accepted_as(live, entry, accepted_request(late, by, command, delay.requests()))
        case c.WithdrawSeatRequest():
            refuse_if(by not in delay.requests(), "no-request")
            return accepted_as(live, entry, None)
        case c.Say(channel="spectators") as say:
            refuse_if(knows_card_in_play(late, live, by), "talk-knows-a-card")
            (accepted,) = accept(late, entry)
            check_may_talk(live, by)  # the host silences spectators at once, and hides messages at once
            assert isinstance(accepted.command, c.Say)
            return accepted_as(live, entry, replace(accepted.command, text=accepted_text(live, say)))
        case _:
            accept(late, entry)
            refuse_if(late.seat_of(by) is not None and by != live.host, "not-seated")  # they have left their seat since
            return accept(live, entry)


def _accept_sit_late(late: Table, live: Table, entry: c.Entry, command: c.Sit) -> list[c.Entry]:
    """Return the entries for a person who takes back the seat that they left. Raises Refused.

    Anybody with a seat sees the live table. The refusal gives no reason: neither that somebody else plays there, nor
    that the game is over or another has begun. The page keeps offering the seat until they see that.
    """
    by, known = entry.by, live.membership.known_since(entry.by, late.games)
    if known is None:
        # A reason would reveal that the game is over. They may sit down once they have seen its end.
        raise Refused(Refusal("game-running"))
    refuse_if(live.membership.is_removed(by), "removed")
    check_entropy(command.entropy)
    if knows_card_in_play(late, live, by):
        bot = bot_that_plays_on(late, by, known)
        refuse_if(bool(bot) and command.seat not in (None, known.seat), "knows-another-seat")
        refuse_if(bot is None, "seat-gone")
    accepted_name(late, command.name, known.seat)
    try:
        return accept(live, entry)
    except Refused:
        raise Refused(Refusal("game-running")) from None


def knows_card_in_play(seen: Table, live: Table, person: str) -> bool:
    """Return whether the person, who sees the table `seen`, knows a card of a game whose end they have not seen."""
    known = live.membership.known_since(person, seen.games)
    return known is not None and (seen.running or known.game > seen.games)


def bot_that_plays_on(seen: Table, person: str, known: KnownSeat) -> str | None:
    """Return the name of the bot on the seat that the person knows, at the table that they see, or None.

    If they have not yet seen themselves leave, it is the bot that took over then, or "" if they stayed to the end.
    """
    if known.game > seen.games or seen.seats[known.seat].person == person:
        return known.bot
    occupant = seen.seats[known.seat]
    return occupant.name if occupant.kind == "bot" else None


def split(entries: Sequence[bytes], behind: int, wall_time: float) -> tuple[Sequence[bytes], list[c.Entry]]:
    """Return the entries that spectators may know after a restart, and those that are too new.

    Spectators have seen everything that happened before the host turned the delay on.
    """
    decoded = _dated([c.decode(entry) for entry in entries])
    known, is_late = 0, False
    for number, entry in enumerate(decoded, 1):
        if isinstance(entry.command, c.ChangeSettings):
            known = known if is_late else number
            is_late = entry.command.settings.spectators_behind > 0
    until = wall_time - behind
    while known < len(decoded) and decoded[known].at <= until:
        known += 1
    return entries[:known], decoded[known:]


def _dated(entries: Sequence[c.Entry]) -> list[c.Entry]:
    """Return the entries with their times. An entry without one gets that of the next."""
    dated: list[c.Entry] = []
    for entry in reversed(entries):
        dated.append(entry if entry.at or not dated else replace(entry, at=dated[-1].at))
    return dated[::-1]
