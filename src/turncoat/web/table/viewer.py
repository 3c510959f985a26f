"""Updates of an open table page: HTML fragments for one viewer, and texts for the live regions.

The public parts are drawn once for each event and language, and shared; a page that has them gets what has changed in
them. A seat's own part is sent whole, packed, and then filled up, so that in one state of the table the messages to all
seats have one size, whatever a seat holds (`own_size.py`). Nothing else is compressed.

Spectators of whom the table knows nothing see the same, but for their names and form tokens. So a whole page or update
is drawn once for all of them who were shown the same before. What has their name in it is drawn for each, when it has
changed. None of it is secret, so nothing is filled up.
"""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any, Final

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
from turncoat.web.table.menu import JoinPart, MenuPart, MenuRequest, join_part
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
    size_of,
    stage_of,
    within_size,
)
from turncoat.web.table.public import fragments_of, time_shown, told_since
from turncoat.web.table.scenes import new_scenes
from turncoat.web.table.seat_changes import seat_changes
from turncoat.web.updates.edits import ShownParts
from turncoat.web.updates.fragments import FragmentCache
from turncoat.web.updates.messages import Announcement, OwnNews, Update, encode, packed, raw
from turncoat.web.updates.padding import padding
from turncoat.web.updates.viewer import Viewer

ASKS: Final = N_("{name} asks to play for the bot {bot}: answer in the table menu.")
TURN: Final = N_("Your turn. {sentence}")
FORM_TOKEN: Final = token_hex(16)
"""Stands for the form token in what is drawn for many spectators; as long as one."""
LOADED: Final = token_hex(16)
"""Stands for the token by which the socket of a page finds what it was loaded with."""
STRANGER: Final = Visitor(token_hex(16))
"""The visitor for whom that is drawn: nobody whom the table knows."""


class History(msgspec.Struct, frozen=True):
    """What an open page was shown and told before, but for what has the viewer's name in it."""

    heard: int = 0
    """How many public events were announced."""
    met: int = 0
    """The version of the table up to which seat changes were announced."""
    read: tuple[int, int, int] = (0, 0, 0)
    """How much of the chat was announced."""
    shown: ShownParts = ShownParts()
    """The parts that were shown last, but the viewer's own."""
    menu: MenuPart | None = None
    """The table menu that was shown last."""
    deal: DealPart | None = None
    """The deal as it was shown last."""
    clock: ClockPart | None = None
    """The clocks, pauses and absences that were announced."""


class SharedUpdate(msgspec.Struct, frozen=True):
    """An update for all spectators who were shown the same before."""

    before: History
    after: History
    update: Update
    text: bytes
    """The update as a message."""
    own: tuple[object, ...]
    """What their own parts depend on beside their names."""


class SharedPage(msgspec.Struct, frozen=True):
    """A loaded page for all spectators of one name."""

    after: History
    html: str
    own: tuple[object, ...]
    own_shown: ShownParts


class TableViewer(Viewer):
    """A person who looks at a table, and what they have been shown. `room` is the table as they may see it."""

    def __init__(
        self, room: Room, visitor: Visitor, language: str, base: str, csrf: str, *, packs: bool = False
    ) -> None:
        super().__init__(room, visitor, language)
        self.packs = packs
        """Whether their page can unpack and knows edits; an older page, and the answer to a form, get all in full."""
        self.base, self.csrf = base, csrf
        self.listener = Listener(room, visitor.id)
        self.history = History(met=room.table.version, read=self.listener.read)
        self.kept = FragmentCache()
        """What of their page depends on few things, as it was made last."""
        self.requests: tuple[MenuRequest, ...] = ()
        """Requests to play for a bot that were not announced to the host yet."""
        self.notes: NotesPart | None = None
        """The notes that they were shown last. Only they can change them, so notes are sent on their own."""
        self.say: tuple[object, ...] = ()
        """The chat form that they were shown last."""
        self.is_stranger = True
        """Whether they are a spectator of whom the table knows nothing, and always were on this page."""
        self.own: tuple[object, ...] = ()
        """What the own parts of a stranger depended on when they were shown last."""
        self.own_shown = ShownParts()

    def place(self) -> str:
        """The key of the page that they get now. When it changes, they need another page, and an update will not do."""
        live, visitor = self.room.live, self.visitor
        if live.room_for(visitor.id) is not self.room:
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
            self.room.presence.changes,
            seat,
            own,
            self.listener.state(seat),
            self.room.clock.changes,
            table.personal(self.visitor.id).count,
            self.room.team_draft.seats(table),
        )

    def load(self, theme: Theme, token: str) -> str:
        """The whole page. The socket that takes this viewer over, by the token, goes on from it."""
        if self._is_among_strangers():
            return self._load_with_strangers(theme, token)
        page = page_of(self.room, self.visitor, self.language, self.base, self.csrf, theme=theme, kept=self.kept)
        return self._load(page, token, self.kept)

    def _load_with_strangers(self, theme: Theme, token: str) -> str:
        made, name = self._made_for_strangers(), self.visitor.name
        key = "page", self.base, theme, name
        found: SharedPage | None = made.get(key)
        if found is None:
            visitor = msgspec.structs.replace(STRANGER, name=name)
            page = page_of(self.room, visitor, self.language, self.base, FORM_TOKEN, theme=theme)
            html = self._load(page, LOADED, FragmentCache())
            found = made[key] = SharedPage(self._same_for_all(made), html, self.own, self.own_shown)
        self._go_on_from(found.after)
        self.own, self.own_shown = found.own, found.own_shown
        return found.html.replace(LOADED, token).replace(FORM_TOKEN, self.csrf)

    def _load(self, page: SetupPage | TablePage | ClosedPage, token: str, kept: FragmentCache) -> str:
        draw = renderer(self.language)
        parts: dict[str, str] = {}
        own: dict[str, str] = {}
        if not isinstance(page, ClosedPage):
            self._note(menu=_without_join(page.menu))
            self.requests = page.menu.requests
            parts["menu"] = draw.part("table/menu", page)
        if isinstance(page, TablePage) and page.end is None:
            parts |= public_parts(self.room, page)
            parts |= {id: draw.part(PARTS[id], page) for id in ("deal", "clock")}
            own = own_chat_parts(page)
            if self.is_stranger:
                self.own, self.own_shown = _own_of(page), ShownParts().load(own | own_parts(page, kept))
            else:
                parts |= own
            self.say = page.mine.say, page.mine.may_not_say
            self.notes = page.mine.notes
            self._note(deal=page.deal.about, clock=page.clock)
        else:
            parts["main"] = main_of(self.room, page)
        self._note(shown=self.history.shown.load(parts))
        drawn = {PARTS.get(id, page.main): html for id, html in (parts | own).items()}
        page = msgspec.structs.replace(page, socket=page.socket.replace("?", f"?loaded={token}&"))
        return full_page(page, drawn, kept)

    def goes_on(self, room: Room, visitor: Visitor, language: str, base: str) -> bool:
        """Whether a socket goes on from the page that was loaded: the same person sees the same, in the same words."""
        before = msgspec.structs.replace(self.visitor, fresh=visitor.fresh)
        if (before, self.room, self.language, self.base) != (visitor, room.room_for(visitor.id), language, base):
            return False
        self.visitor = visitor
        return True

    def update(self, refusal: Refusal | None = None, *, of_game: bool = False) -> bytes:
        """Everything that has changed on the page, as a message."""
        if refusal is None and self._is_among_strangers():
            return self._update_with_strangers()
        self.is_stranger = False
        page = page_of(
            self.room, self.visitor, self.language, self.base, self.csrf, refusal, of_game=of_game, kept=self.kept
        )
        update = self._public_update(page)
        if refusal is not None:
            problem = say_refusal(refusal, translator(self.language), self.room.table.session)
            update = msgspec.structs.replace(update, problem=problem, code=refusal.code)
        if not isinstance(page, TablePage) or page.end is not None:
            return encode(update)
        # The own part goes out always, and whole, so that no size tells whether it has changed.
        return self._filled_up(page, update, self._own_news(page))

    def _public_update(self, page: SetupPage | TablePage | ClosedPage) -> Update:
        """Everything that has changed but a seat's own parts."""
        table, draw = self.room.table, renderer(self.language)
        if isinstance(page, ClosedPage):
            return Update(page.version, self._new({"main": main_of(self.room, page)}))
        parts = self._menu(page)
        if isinstance(page, SetupPage):
            parts |= self._new({"main": main_of(self.room, page)})
            heard = (
                *self._seat_changes(),
                *(Announcement(id, text) for id, text in self.listener.news(translator(self.language))),
            )
            return Update(table.version, parts, heard)
        scenes = new_scenes(self.room, self.history.heard, self.language)
        say = self._news()
        if page.end is not None:
            parts |= self._new({"main": main_of(self.room, page)})
            return Update(table.version, parts, say, scenes)
        shown = public_parts(self.room, page)
        if not self.is_stranger:
            # A viewer who has muted somebody gets a chat of their own, and the shared one again when they unmute.
            shown |= own_chat_parts(page, self.say)
            self.say = page.mine.say, page.mine.may_not_say
        parts |= self._new(shown)
        if page.mine.notes != self.notes:
            self.notes = page.mine.notes
            # Never as edits: their size would tell how much was written.
            parts["notes"] = raw(notes_of(page))
        if page.deal.about != self.history.deal:
            self._note(deal=page.deal.about)
            parts |= self._new({"deal": draw.part("table/deal", page)})
        if not page.clock.looks_like(self.history.clock):
            parts |= self._new({"clock": draw.part("table/clock", page)})
            say += self._of_the_clock(page)
        return Update(table.version, parts, say, scenes)

    # With other spectators

    def _is_among_strangers(self) -> bool:
        """Whether what they see may be drawn for others too. The table as they see it may know them later."""
        tables = self.room.live.table, self.room.table
        self.is_stranger = self.is_stranger and all(table.is_stranger(self.visitor.id) for table in tables)
        return self.is_stranger

    def _made_for_strangers(self) -> dict[Any, Any]:
        """What was made for them in this state and moment."""
        state = self.state(), time_shown(self.room)
        made: dict[Any, Any] = fragments_of(self.room, self.language).get("strangers", state, dict)
        return made

    def _same_for_all(self, made: dict[Any, Any]) -> History:
        """The history, as one and the same object for all who have an equal one."""
        same: History = made.setdefault(self.history, self.history)
        return same

    def _update_with_strangers(self) -> bytes:
        made, session = self._made_for_strangers(), self.room.table.session
        is_in_play = session is not None and session.result is None and not self.room.live.is_closed_to(self.visitor.id)
        key = self.base, self.packs, "" if is_in_play else self.visitor.name
        found: SharedUpdate | None = made.get((id(self.history), *key))
        if found is None:
            self.history = self._same_for_all(made)
            found = made.get((id(self.history), *key))
        if found is None:
            before = self.history
            found = made[id(before), *key] = self._update_of_strangers(made, key[-1])
        self._go_on_from(found.after)
        text = found.text
        if found.own != self.own:
            self.own = found.own
            if found.own:
                news, self.own_shown = self.own_shown.news(self._own_of_strangers(made), as_edits=self.packs)
                text = encode(msgspec.structs.replace(found.update, parts=found.update.parts | news))
        return text.replace(FORM_TOKEN.encode(), self.csrf.encode())

    def _update_of_strangers(self, made: dict[Any, Any], name: str) -> SharedUpdate:
        before = self.history
        page = self._page_of_stranger(name)
        update = self._public_update(page)
        own: tuple[object, ...] = ()
        if isinstance(page, TablePage) and page.end is None:
            update = msgspec.structs.replace(update, announcements=update.announcements + self._own_news(page))
            own = _own_of(page)
        self._note(read=self.listener.read)
        return SharedUpdate(before, self._same_for_all(made), update, encode(update), own)

    def _page_of_stranger(self, name: str) -> SetupPage | TablePage | ClosedPage:
        visitor = msgspec.structs.replace(STRANGER, name=name)
        return page_of(self.room, visitor, self.language, self.base, FORM_TOKEN)

    def _own_of_strangers(self, made: dict[Any, Any]) -> dict[str, str]:
        """What has the viewer's name in it, drawn once for all of that name."""
        key, name = ("own", self.base, self.visitor.name), self.visitor.name
        parts: dict[str, str] | None = made.get(key)
        if parts is None:
            page = self._page_of_stranger(name)
            assert isinstance(page, TablePage)
            parts = made[key] = own_parts(page) | own_chat_parts(page)
        return parts

    def _go_on_from(self, history: History) -> None:
        self.history = history
        self.listener.read = history.read

    def _note(self, **now: Any) -> None:
        self.history = msgspec.structs.replace(self.history, **now)

    def refuse(self, refusal: Refusal) -> bytes:
        """The answer to a choice that was refused, for a page whose socket brings all else: its own part says why."""
        page = page_of(self.room, self.visitor, self.language, self.base, self.csrf, refusal, of_game=True)
        if not isinstance(page, TablePage) or page.end is not None:
            return self.update(refusal, of_game=True)
        said = say_refusal(refusal, translator(self.language), self.room.table.session)
        answer = Update(page.version, problem=said, code=refusal.code)
        return self._filled_up(page, answer)

    def _new(self, parts: Mapping[str, str]) -> dict[str, msgspec.Raw]:
        news, shown = self.history.shown.news(parts, as_edits=self.packs)
        self._note(shown=shown)
        return news

    def _own_news(self, page: TablePage) -> tuple[Announcement, ...]:
        mine, say = page.mine, translator(self.language)
        own = tuple(Announcement(id, text, "own") for id, text in self.listener.own_news(mine.seat, say))
        turn: tuple[Announcement, ...] = ()
        if mine.prompt is not None and not mine.prompt.answered:
            id = f"t{self.room.table.games}-{mine.prompt.form.prompt}"
            turn = (Announcement(id, say(TURN).format(sentence=mine.prompt.sentence), "turn"),)
        return (*self._waits(mine.seat), *own, *turn)

    def _filled_up(self, page: TablePage, update: Update, news: tuple[Announcement, ...] = ()) -> bytes:
        """The update with a seat's own parts and news, filled up to the size that these have for every seat."""

        def fill(page: TablePage) -> bytes:
            own = OwnNews(own_parts(page, self.kept), news)
            room = size_of(page, own)
            if self.packs:
                text = packed(own)
                return encode(msgspec.structs.replace(update, own=text, pad=padding(len(text), room.packed)))
            public = len(encode(update))
            parts = update.parts | {name: raw(html) for name, html in own.parts.items()}
            whole = msgspec.structs.replace(update, parts=parts, announcements=update.announcements + own.announcements)
            return encode(msgspec.structs.replace(whole, pad=padding(len(encode(whole)) - public, room.in_full)))

        return within_size(page, fill)

    def _menu(self, page: SetupPage | TablePage) -> dict[str, msgspec.Raw]:
        """The table menu, when it has changed. It tells nothing of the cards, so it is not padded."""
        before, menu = self.history.menu, _without_join(page.menu)
        if menu == before:
            return {}
        known = before.requests if before is not None else ()
        self.requests = tuple(one for one in menu.requests if one not in known)
        self._note(menu=menu)
        return self._new({"menu": renderer(self.language).part("table/menu", page)})

    def _of_the_clock(self, page: TablePage) -> tuple[Announcement, ...]:
        before = self.history.clock
        self._note(clock=page.clock)
        told = clock_news(before, page.clock, translator(self.language))
        version = f"{self.room.table.version}-{self.room.clock.changes}"
        return tuple(Announcement(f"k{version}-{number}", text, "status") for number, text in enumerate(told))

    def catch_up(self, version: int, read: tuple[int, int, int] | None = None) -> None:
        """Count everything up to this version of the table as announced, and so much of the chat as read."""
        if read is not None:
            self.listener.catch_up(*read)
        self._note(heard=self.room.table.events_at.get(version, 0), met=version, read=self.listener.read)

    def _seat_changes(self) -> tuple[Announcement, ...]:
        since = self.history.met
        self._note(met=self.room.table.version)
        told = seat_changes(self.room.table, self.visitor.id, since, translator(self.language))
        return tuple(Announcement(id, text) for id, text in told)

    def _news(self) -> tuple[Announcement, ...]:
        session = self.room.table.session
        if session is None:
            return ()
        events = session.view().events
        heard = min(self.history.heard, len(events))
        self._note(heard=len(events))
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


def _without_join(menu: MenuPart) -> MenuPart:
    """The menu without what stands elsewhere on the page."""
    return msgspec.structs.replace(menu, join=JoinPart())


def _own_of(page: TablePage) -> tuple[object, ...]:
    """What the own parts of a stranger depend on beside their name."""
    say, join = page.mine.say, msgspec.structs.replace(page.menu.join, visitor="")
    return page.mine.waiting, say and msgspec.structs.replace(say, name=None), page.mine.may_not_say, join
