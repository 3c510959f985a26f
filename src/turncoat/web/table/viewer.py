"""What goes to an open page: HTML fragments for one viewer, and the words for the live regions.

The public parts are drawn once per event and language and shared. A seat's own part is filled up so that every message
to a seat has one size for one state of the table, whatever the seat holds; nothing on this way is compressed.
"""

from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.web.board.telling import say_refusal, teller_of, waiting_for_me
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import renderer, translator
from turncoat.web.table.chat import Listener
from turncoat.web.table.clock import ClockPart
from turncoat.web.table.clock import news as clock_news
from turncoat.web.table.menu import MenuPart, MenuRequest, join_part
from turncoat.web.table.notes import NotesPart
from turncoat.web.table.page import (
    OWN_SIZE,
    ClosedPage,
    SetupPage,
    TablePage,
    chat_parts,
    own_parts,
    page_of,
    public_parts,
    stage_of,
    with_notes_filled_up,
)
from turncoat.web.table.seat_changes import seat_changes
from turncoat.web.updates.messages import Announcement, Update, encode, raw
from turncoat.web.updates.padding import doubling, padding
from turncoat.web.updates.viewer import Viewer

ASKS: Final = N_("{name} asks to play for the bot {bot}: the answer is given in the table menu.")
TURN: Final = N_("Your turn. {sentence}")


class TableViewer(Viewer):
    """Somebody who looks at a table, and what he has been shown. `seated` is the table as he may see it."""

    def __init__(self, room: Room, visitor: Visitor, language: str, base: str, csrf: str) -> None:
        super().__init__(room, visitor, language)
        self.base, self.csrf = base, csrf
        self.heard = 0
        """How many public events he was told of."""
        self.met = room.table.version
        """Up to which version of the table he was told who came and went."""
        self.listener = Listener(room, visitor.id)
        self.shown: dict[str, msgspec.Raw] = {}
        """The public parts that he was shown."""
        self.menu: MenuPart | None = None
        """The table menu that he was shown."""
        self.requests: tuple[MenuRequest, ...] = ()
        """Who asks the host to play, and he has not heard of it."""
        self.notes: NotesPart | None = None
        """The notes that he was shown: nobody else's change them, so they are sent by themselves."""
        self.say: tuple[object, ...] = ()
        """The form for talk that he was shown."""
        self.clock: ClockPart | None = None
        """The clocks, pauses and absences that he was told of."""

    def place(self) -> str:
        """The page that there is for him now; another one is another page, not an update of the same."""
        live, visitor = self.room.live, self.visitor
        if live.seen_by(visitor.id) is not self.room:
            return "elsewhere"  # he sees the table late, or late no more
        if visitor.device and not live.table.membership.is_open_on(visitor.id, visitor.device):
            return "elsewhere"  # the seat is shut on this device
        return stage_of(self.room, self.visitor.id)

    def state(self) -> tuple[object, ...]:
        """What his page depends on; when it is as it was, nothing is sent."""
        table, session = self.room.table, self.room.table.session
        if self.room.live.is_closed_to(self.visitor.id):  # he does not even learn that something happens
            return "closed", join_part(self.room.live.table, table.running, self.visitor, str)
        seat = table.seat_of(self.visitor.id)
        own = session.private[seat] if session is not None and seat is not None and seat < len(session.private) else 0
        return (
            stage_of(self.room, self.visitor.id),
            table.version,
            self.room.live.table.membership.changes,
            self.room.presence,
            seat,
            own,
            self.listener.state(seat),
            self.room.clock.changes,
            table.personal(self.visitor.id).count,
            self.room.team_draft.seats(table),
        )

    def update(self, refusal: Refusal | None = None, *, of_game: bool = False) -> bytes:
        """Everything that is to be seen now, as a message."""
        table = self.room.table
        page = page_of(self.room, self.visitor, self.language, self.base, self.csrf, refusal, of_game=of_game)
        draw = renderer(self.language)
        problem = say_refusal(refusal, translator(self.language), table.session) if refusal is not None else ""
        code = refusal.code if refusal is not None else ""
        if isinstance(page, ClosedPage):
            parts = {"main": raw(draw.part("closed", page))}
            return encode(Update(page.version, parts, problem=problem, code=code))
        menu = self._menu(page)
        if isinstance(page, SetupPage):
            parts = {"main": raw(draw.part("setup", page)), **menu}
            heard = (
                *self._seat_changes(),
                *(Announcement(id, text) for id, text in self.listener.news(translator(self.language))),
            )
            return encode(Update(table.version, parts, heard, problem=problem, code=code))
        say = self._news()
        if page.end is not None:
            parts = {"main": raw(draw.part("main", page)), **menu}
            return encode(Update(table.version, parts, say, problem=problem, code=code))
        # Of what is public only what has changed; of his own always all, so that no size tells what did.
        shared = public_parts(self.room, page)
        parts = {name: html for name, html in shared.items() if self.shown.get(name) != html} | menu
        # Who has muted somebody has another talk in the place of the shared one, and gets that when he unmutes.
        self.shown = {name: html for name, html in shared.items() if name != "said" or page.mine.heard is None}
        parts |= {name: raw(html) for name, html in chat_parts(page, self.say).items()}
        self.say = page.mine.say, page.mine.may_not_say
        if page.mine.notes != self.notes:
            self.notes = page.mine.notes
            parts["notes"] = raw(draw.part("notes", with_notes_filled_up(page)))
        if not page.clock.looks_like(self.clock):
            parts["clock"] = raw(draw.part("clock", page))
            say += self._of_the_clock(page)
        public = len(encode(Update(table.version, parts, say)))
        parts |= {name: raw(html) for name, html in own_parts(page).items()}
        say += self._waits(page.mine.seat)
        own_news = self.listener.own_news(page.mine.seat, translator(self.language))
        say += tuple(Announcement(id, text, "own") for id, text in own_news)
        if page.mine.prompt is not None and not page.mine.prompt.answered:
            sentence = translator(self.language)(TURN).format(sentence=page.mine.prompt.sentence)
            turn = f"t{table.games}-{page.mine.prompt.form.prompt}"
            say += (Announcement(turn, sentence, "turn"),)
        update = Update(table.version, parts, say, problem=problem, code=code)
        size = len(encode(update))
        pad = padding(size - public, doubling(OWN_SIZE))
        return encode(msgspec.structs.replace(update, pad=pad))

    def _menu(self, page: SetupPage | TablePage) -> dict[str, msgspec.Raw]:
        """The table menu, when it is another than he was shown. It tells nothing of the cards, so it is not padded."""
        if page.menu == self.menu:
            return {}
        known = self.menu.requests if self.menu is not None else ()
        self.requests = tuple(one for one in page.menu.requests if one not in known)
        self.menu = page.menu
        return {"menu": raw(renderer(self.language).part("menu", page))}

    def _of_the_clock(self, page: TablePage) -> tuple[Announcement, ...]:
        before, self.clock = self.clock, page.clock
        told = clock_news(before, page.clock, translator(self.language))
        version = f"{self.room.table.version}-{self.room.clock.changes}"
        return tuple(Announcement(f"k{version}-{number}", text, "status") for number, text in enumerate(told))

    def catch_up(self, version: int, read: tuple[int, int, int] | None = None) -> None:
        """Take it that he has heard what had happened at this version of the table, and read so much of the talk."""
        self.heard, self.met = self.room.table.events_at.get(version, 0), version
        if read is not None:
            self.listener.catch_up(*read)

    def _seat_changes(self) -> tuple[Announcement, ...]:
        since, self.met = self.met, self.room.table.version
        told = seat_changes(self.room.table, self.visitor.id, since, translator(self.language))
        return tuple(Announcement(id, text) for id, text in told)

    def _news(self) -> tuple[Announcement, ...]:
        session = self.room.table.session
        if session is None:
            return ()
        events = session.view().events
        teller = teller_of(session, session.names, translator(self.language))
        heard, self.heard = min(self.heard, len(events)), len(events)
        news = [
            Announcement(f"e{session.number}-{number}", text, "turn" if type(event).interrupts else "log")
            for number, event in enumerate(events[heard:], heard)
            if (text := teller.event(event))
        ]
        news += [Announcement(id, text) for id, text in self.listener.news(translator(self.language))]
        asks = translator(self.language)(ASKS)
        news += [Announcement(f"r{one.number}", asks.format(name=one.name, bot=one.seat_name)) for one in self.requests]
        self.requests = ()
        return (*news, *self._seat_changes())

    def _waits(self, seat: Seat | None) -> tuple[Announcement, ...]:
        """Who is waited for; who is asked himself hears it in another way, so this is filled up, too."""
        table, session = self.room.table, self.room.table.session
        if session is None or not session.waiting:
            return ()
        teller = teller_of(session, session.names, translator(self.language))
        mine = seat is not None and is_in(seat, session.waiting)
        said = waiting_for_me(session.waiting, teller) if mine else teller.waiting(session.waiting)
        return (Announcement(f"w{session.number}-{table.version}", said, "status"),)
