"""Updates of an open table page: HTML fragments for one viewer, and texts for the live regions.

The public parts are drawn once for each event and language, and shared; a page that has them gets what has changed in
them. A seat's own part is sent whole, packed, and then filled up, so that in one state of the table the messages to all
seats have one size, whatever a seat holds. Nothing else is compressed.
"""

from collections.abc import Mapping
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.web.board.telling import say_refusal, teller_of, waiting_for_me, waiting_for_others
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import renderer, translator
from turncoat.web.http.page import Theme
from turncoat.web.table.chat import Listener
from turncoat.web.table.clock import ClockPart
from turncoat.web.table.clock import news as clock_news
from turncoat.web.table.deal import DealPart
from turncoat.web.table.menu import MenuPart, MenuRequest, join_part
from turncoat.web.table.notes import NotesPart
from turncoat.web.table.page import (
    PARTS,
    ClosedPage,
    SetupPage,
    TablePage,
    full_page,
    main_of,
    notes_of,
    own_chat_parts,
    own_parts,
    page_of,
    public_parts,
    sizes_of,
    stage_of,
)
from turncoat.web.table.public import told_since
from turncoat.web.table.scenes import new_scenes
from turncoat.web.table.seat_changes import seat_changes
from turncoat.web.updates.edits import ShownParts
from turncoat.web.updates.fragments import FragmentCache
from turncoat.web.updates.messages import Announcement, OwnNews, Update, encode, packed, raw
from turncoat.web.updates.padding import doubling, padding
from turncoat.web.updates.viewer import Viewer

ASKS: Final = N_("{name} asks to play for the bot {bot}: the answer is given in the table menu.")
TURN: Final = N_("Your turn. {sentence}")


class TableViewer(Viewer):
    """A person who looks at a table, and what they have been shown. `room` is the table as they may see it."""

    def __init__(
        self, room: Room, visitor: Visitor, language: str, base: str, csrf: str, *, packs: bool = False
    ) -> None:
        super().__init__(room, visitor, language)
        self.packs = packs
        """Whether their page can unpack and knows edits; an older page, and the answer to a form, get all in full."""
        self.base, self.csrf = base, csrf
        self.heard = 0
        """How many public events were announced to them."""
        self.met = room.table.version
        """The version of the table up to which seat changes were announced to them."""
        self.listener = Listener(room, visitor.id)
        self.kept = FragmentCache()
        """What of their page depends on few things, as it was made last."""
        self.shown = ShownParts()
        """The parts that they were shown last, but their own."""
        self.menu: MenuPart | None = None
        """The table menu that they were shown last."""
        self.requests: tuple[MenuRequest, ...] = ()
        """Requests to play for a bot that were not announced to the host yet."""
        self.notes: NotesPart | None = None
        """The notes that they were shown last. Only they can change them, so notes are sent on their own."""
        self.say: tuple[object, ...] = ()
        """The chat form that they were shown last."""
        self.deal: DealPart | None = None
        """The deal as they were shown it last."""
        self.clock: ClockPart | None = None
        """The clocks, pauses and absences that were announced to them."""

    def place(self) -> str:
        """The key of the page that they get now. When it changes, they need another page, and an update will not do."""
        live, visitor = self.room.live, self.visitor
        if live.seen_by(visitor.id) is not self.room:
            return "elsewhere"  # their delay as a spectator has begun or ended
        if visitor.device and not live.table.membership.is_open_on(visitor.id, visitor.device):
            return "elsewhere"  # the seat was closed on this device
        return stage_of(self.room, self.visitor.id)

    def state(self) -> tuple[object, ...]:
        """Everything that their page depends on; while it is the same, nothing is sent."""
        table, session = self.room.table, self.room.table.session
        if self.room.live.is_closed_to(self.visitor.id):  # they must not even learn that something happens
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

    def load(self, theme: Theme, token: str) -> str:
        """The whole page. The socket that takes this viewer over, by the token, goes on from it."""
        page = page_of(self.room, self.visitor, self.language, self.base, self.csrf, theme=theme, kept=self.kept)
        draw = renderer(self.language)
        parts: dict[str, str] = {}
        if not isinstance(page, ClosedPage):
            self.menu = page.menu
            self.requests = page.menu.requests
            parts["menu"] = draw.part("table/menu", page)
        if isinstance(page, TablePage) and page.end is None:
            parts |= public_parts(self.room, page) | own_chat_parts(page)
            parts |= {id: draw.part(PARTS[id], page) for id in ("deal", "clock")}
            self.say = page.mine.say, page.mine.may_not_say
            self.notes, self.deal, self.clock = page.mine.notes, page.deal.about, page.clock
        else:
            parts["main"] = main_of(self.room, page)
        self.shown.load(parts)
        drawn = {PARTS.get(id, page.main): html for id, html in parts.items()}
        page = msgspec.structs.replace(page, socket=page.socket.replace("?", f"?loaded={token}&"))
        return full_page(page, drawn, self.kept)

    def goes_on(self, room: Room, visitor: Visitor, language: str, base: str) -> bool:
        """Whether a socket goes on from the page that was loaded: the same person sees the same, in the same words."""
        before = msgspec.structs.replace(self.visitor, fresh=visitor.fresh)
        if (before, self.room, self.language, self.base) != (visitor, room.seen_by(visitor.id), language, base):
            return False
        self.visitor = visitor
        return True

    def update(self, refusal: Refusal | None = None, *, of_game: bool = False) -> bytes:
        """Everything that has changed on the page, as a message."""
        table = self.room.table
        page = page_of(
            self.room, self.visitor, self.language, self.base, self.csrf, refusal, of_game=of_game, kept=self.kept
        )
        draw = renderer(self.language)
        problem = say_refusal(refusal, translator(self.language), table.session) if refusal is not None else ""
        code = refusal.code if refusal is not None else ""
        if isinstance(page, ClosedPage):
            closed = self._new({"main": main_of(self.room, page)})
            return encode(Update(page.version, closed, problem=problem, code=code))
        parts = self._menu(page)
        if isinstance(page, SetupPage):
            parts |= self._new({"main": main_of(self.room, page)})
            heard = (
                *self._seat_changes(),
                *(Announcement(id, text) for id, text in self.listener.news(translator(self.language))),
            )
            return encode(Update(table.version, parts, heard, problem=problem, code=code))
        scenes = new_scenes(self.room, self.heard, self.language)
        say = self._news()
        if page.end is not None:
            parts |= self._new({"main": main_of(self.room, page)})
            return encode(Update(table.version, parts, say, scenes, problem=problem, code=code))
        # A viewer who has muted somebody gets a chat of their own, and the shared one again when they unmute.
        parts |= self._new(public_parts(self.room, page) | own_chat_parts(page, self.say))
        self.say = page.mine.say, page.mine.may_not_say
        if page.mine.notes != self.notes:
            self.notes = page.mine.notes
            # Never as edits: their size would tell how much was written.
            parts["notes"] = raw(notes_of(page))
        if page.deal.about != self.deal:
            self.deal = page.deal.about
            parts |= self._new({"deal": draw.part("table/deal", page)})
        if not page.clock.looks_like(self.clock):
            parts |= self._new({"clock": draw.part("table/clock", page)})
            say += self._of_the_clock(page)
        public = Update(table.version, parts, say, scenes, problem=problem, code=code)
        # The own part goes out always, and whole, so that no size tells whether it has changed.
        return self._filled_up(page, public, OwnNews(own_parts(page, self.kept), self._own_news(page)))

    def refuse(self, refusal: Refusal) -> bytes:
        """The answer to a choice that was refused, for a page whose socket brings all else: its own part says why."""
        page = page_of(self.room, self.visitor, self.language, self.base, self.csrf, refusal, of_game=True)
        if not isinstance(page, TablePage) or page.end is not None:
            return self.update(refusal, of_game=True)
        said = say_refusal(refusal, translator(self.language), self.room.table.session)
        answer = Update(page.version, problem=said, code=refusal.code)
        return self._filled_up(page, answer, OwnNews(own_parts(page), ()))

    def _new(self, parts: Mapping[str, str]) -> dict[str, msgspec.Raw]:
        return self.shown.news(parts, as_edits=self.packs)

    def _own_news(self, page: TablePage) -> tuple[Announcement, ...]:
        mine, say = page.mine, translator(self.language)
        own = tuple(Announcement(id, text, "own") for id, text in self.listener.own_news(mine.seat, say))
        turn: tuple[Announcement, ...] = ()
        if mine.prompt is not None and not mine.prompt.answered:
            id = f"t{self.room.table.games}-{mine.prompt.form.prompt}"
            turn = (Announcement(id, say(TURN).format(sentence=mine.prompt.sentence), "turn"),)
        return (*self._waits(mine.seat), *own, *turn)

    def _filled_up(self, page: TablePage, update: Update, own: OwnNews) -> bytes:
        """The update with a seat's own news, filled up to one of few sizes."""
        full, small = sizes_of(page)
        if self.packs:
            text = packed(own)
            return encode(msgspec.structs.replace(update, own=text, pad=padding(len(text), doubling(small))))
        public = len(encode(update))
        parts = update.parts | {name: raw(html) for name, html in own.parts.items()}
        whole = msgspec.structs.replace(update, parts=parts, announcements=update.announcements + own.announcements)
        pad = padding(len(encode(whole)) - public, doubling(full))
        return encode(msgspec.structs.replace(whole, pad=pad))

    def _menu(self, page: SetupPage | TablePage) -> dict[str, msgspec.Raw]:
        """The table menu, when it has changed. It tells nothing of the cards, so it is not padded."""
        if page.menu == self.menu:
            return {}
        known = self.menu.requests if self.menu is not None else ()
        self.requests = tuple(one for one in page.menu.requests if one not in known)
        self.menu = page.menu
        return self._new({"menu": renderer(self.language).part("table/menu", page)})

    def _of_the_clock(self, page: TablePage) -> tuple[Announcement, ...]:
        before, self.clock = self.clock, page.clock
        told = clock_news(before, page.clock, translator(self.language))
        version = f"{self.room.table.version}-{self.room.clock.changes}"
        return tuple(Announcement(f"k{version}-{number}", text, "status") for number, text in enumerate(told))

    def catch_up(self, version: int, read: tuple[int, int, int] | None = None) -> None:
        """Count everything up to this version of the table as announced, and so much of the chat as read."""
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
        heard, self.heard = min(self.heard, len(events)), len(events)
        told = told_since(self.room, session, self.language, heard)
        news = [
            # By the number of the last: whoever has heard only some of what is said together hears it again, whole.
            Announcement(
                f"e{session.number}-{heard + one.last}",
                one.text,
                "turn" if type(events[heard + one.first]).interrupts else "log",
            )
            for one in told
        ]
        news += [Announcement(id, text) for id, text in self.listener.news(translator(self.language))]
        asks = translator(self.language)(ASKS)
        news += [Announcement(f"r{one.number}", asks.format(name=one.name, bot=one.seat_name)) for one in self.requests]
        self.requests = ()
        return (*news, *self._seat_changes())

    def _waits(self, seat: Seat | None) -> tuple[Announcement, ...]:
        """Who is waited for. People who are asked themselves get another sentence, so this is filled up, too."""
        table, session = self.room.table, self.room.table.session
        if session is None or not session.waiting:
            return ()
        teller = teller_of(session, session.names, translator(self.language))
        if seat is None or not is_in(seat, session.waiting):
            said = teller.waiting(session.waiting)
        elif is_in(seat, session.standing_answers):  # who goes on until something concerns them has nothing to do
            said = waiting_for_others(session.waiting, teller)
        else:
            said = waiting_for_me(session.waiting, teller)
        return (Announcement(f"w{session.number}-{table.version}", said, "status"),)
