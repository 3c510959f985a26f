"""Updates of an open table page: what has changed of its parts, and texts for the live regions.

What everybody sees is made, drawn, encoded and packed once for each language and change. A seat's own parts are sent
with every message, whole, packed by themselves and then filled up, so that in one state of the table the messages to
all seats have one size, whatever a seat holds (`own_size.py`).

Spectators of whom the table knows nothing see the same, but for their names and form tokens: all of one name share
what was made of their parts. None of it is secret, so nothing is filled up.
"""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, TypeVar

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.table.runtime.room import Room
from turncoat.table.state.chat import in_channel
from turncoat.web.board.telling import say_refusal
from turncoat.web.games import presenter_of
from turncoat.web.http.forms import whole_number
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import renderer, translator
from turncoat.web.http.page import Site, Theme
from turncoat.web.table.announcements import (
    Announced,
    announced_by_now,
    to_the_seat,
    to_the_viewer,
    what_happened,
    what_was_said,
)
from turncoat.web.table.chat import CHANNEL, CHAT, ChatCounts
from turncoat.web.table.own_size import OwnSize, own_size
from turncoat.web.table.page import draw_page, layout_of, page_key_of, site_of
from turncoat.web.table.page_parts import Layout, PagePart, PublicContext, ViewerContext, layout
from turncoat.web.table.part_store import CurrentPart, PartStore, drawn_part, places
from turncoat.web.table.scenes import new_scenes
from turncoat.web.table.seat import OWN_SEAT, SeatPart
from turncoat.web.updates.fragments import FragmentCache
from turncoat.web.updates.messages import Announcement, News, Update, encode, piece, raw
from turncoat.web.updates.padding import PaddedSizeExceeded, padding, with_padding
from turncoat.web.updates.viewer import Viewer

FORM_TOKEN: Final = secrets.token_hex(16)
"""Stands for the form token in what is drawn for many spectators; as long as one."""
STRANGER: Final = secrets.token_hex(16)
"""The id of the visitor for whom that is drawn: nobody whom the table knows."""
NAMES: Final = 64
"""For so many names of strangers the parts are kept; whoever has another one gets their own."""
HOLDS: Final = 300
"""How many letters a page has at least for what it holds: how many there are of them may tell what a person did."""
LONGEST_CLAIM: Final = 1000
Versions = tuple[int, ...]
Models = Mapping[PagePart, object]
T = TypeVar("T")
NewsType = TypeVar("NewsType", bound=News)


class PublicParts:
    """The parts that everybody sees, in one language; and what was made of them for pages that had the same before."""

    def __init__(self, language: str) -> None:
        self.token = secrets.token_hex(8)
        """Tells what it has made from what another process, or another room, has made."""
        self.store = PartStore(Site("", "", language=language), is_shared=True)
        self.strangers: dict[tuple[str, str], PartStore] = {}
        """What was made for strangers, by their name and the address of the server as they use it."""
        self._state: object = None
        self._pieces: dict[Any, tuple[msgspec.Raw | None, Versions]] = {}

    def piece(
        self, page: Layout, at: PublicContext, held: Versions, announced: Announced, *, muted: bool, packs: bool
    ) -> tuple[msgspec.Raw | None, Versions]:
        """What is new for a page that has these versions, and those that it has then.

        `muted`: for a viewer who has a chat of their own.
        """
        state = at.state, at.room.scenes.running, at.room.scene_factor
        if state != self._state:
            self._state = state
            self._pieces.clear()
        key = page.name, held, announced.events, None if muted else announced.chat, packs
        found = self._pieces.get(key)
        if found is None:
            news, now = self._news(page, at, held, announced, muted=muted)
            found = self._pieces[key] = piece(news, packs=packs) if news != News() else None, now
        return found

    def _news(
        self, page: Layout, at: PublicContext, held: Versions, announced: Announced, *, muted: bool
    ) -> tuple[News, Versions]:
        parts, now = dict[str, msgspec.Raw](), []
        for part, version in zip(page.public, held, strict=True):
            current = self.store.look(part, at)
            if current.model is None or (muted and part.id == CHAT.id):
                now.append(0)
                continue
            if version != current.version:
                parts[part.id] = current.news(version, at)
            now.append(current.version)
        told = what_happened(at, announced.events)
        said = () if muted else what_was_said(at, announced.chat)
        return News(parts, (*told, *said), new_scenes(at.room, announced.events, at.language)), tuple(now)


def public_parts(room: Room, language: str) -> PublicParts:
    """The parts that everybody sees at this table."""
    parts: PublicParts | None = room.drawn.get(f"parts {language}")
    if parts is None:
        parts = room.drawn[f"parts {language}"] = PublicParts(language)
    return parts


class TableViewer(Viewer):
    """A person who looks at a table, and what they have been shown. `room` is the table as they may see it."""

    def __init__(
        self, room: Room, visitor: Visitor, language: str, base: str, csrf: str, *, packs: bool = False
    ) -> None:
        super().__init__(room, visitor, language)
        self.packs = packs
        """Whether their page can unpack; an older browser gets all in full."""
        self.base, self.csrf = base, csrf
        self.announced = announced_by_now(PublicContext(room, language))
        self.cached = FragmentCache()
        """What of their page depends on few things, as it was made last."""
        self._page: Layout | None = None
        """The page that they have, as far as is known."""
        self._public: Versions = ()
        """The versions of the public parts on it; 0 is none."""
        self._shown: dict[PagePart, tuple[int, object]] = {}
        """The versions and models of the viewer's parts on it."""
        self._own_store = PartStore(site_of(ViewerContext(room, visitor, language, base), csrf))
        self._last_store: PartStore | None = None
        """Where the versions are from."""
        self._own: tuple[Models, Mapping[PagePart, str]] = {}, {}
        """The seat's own parts as they were made last: their models, and drawn."""
        self._told: list[tuple[str, str]] = []
        """What is to be announced with the next update."""
        self._is_stranger = True

    # What they may see

    def page_key(self) -> str:
        """The key of the page that they get now. When it changes, they need another page, and an update will not do."""
        live, visitor = self.room.live, self.visitor
        if live.room_for(visitor.id) is not self.room:
            return "elsewhere"  # their delay as a spectator has begun or ended
        if visitor.device and not live.table.membership.is_open_on(visitor.id, visitor.device):
            return "elsewhere"  # the seat was closed on this device
        return page_key_of(self.room, self.visitor.id)

    def state(self) -> tuple[object, ...]:
        """Everything that their page depends on; while it is the same, nothing is sent."""
        at = self._context()
        if self.room.live.is_closed_to(self.visitor.id):  # they must not even learn that something happens
            (part,) = layout("closed").viewer
            return "closed", part.model(at)
        return page_key_of(self.room, self.visitor.id), *at.state

    def _context(self, refusal: Refusal | None = None, *, of_game: bool = False) -> ViewerContext:
        visitor = self.visitor
        if self.is_stranger:
            visitor = msgspec.structs.replace(visitor, id=STRANGER)
        return ViewerContext(self.room, visitor, self.language, self.base, self.cached, refusal, of_game=of_game)

    @property
    def is_stranger(self) -> bool:
        """Whether they are a spectator of whom the table knows nothing, and always were on this page."""
        tables = self.room.live.table, self.room.table
        self._is_stranger = (
            self._is_stranger
            and all(table.is_stranger(self.visitor.id) for table in tables)
            and self.room.seat_asked_for(self.visitor.id) is None
        )
        return self._is_stranger

    def _store(self, at: ViewerContext) -> PartStore:
        """What was made of the parts of this viewer, or of all strangers of that name."""
        if at.person != STRANGER:
            return self._own_store
        stores, key = public_parts(self.room, self.language).strangers, (self.base, self.visitor.name)
        if key not in stores and len(stores) < NAMES:
            stores[key] = PartStore(site_of(at, FORM_TOKEN), is_shared=True)
        return stores.get(key) or self._own_store

    @staticmethod
    def _is_padded(page: Layout, at: ViewerContext) -> bool:
        """Whether the seat's own parts are secret: they are not for spectators, nor when the cards lie open."""
        return page.name == "play" and at.seat is not None

    def _parts(self, page: Layout, at: ViewerContext) -> tuple[PagePart, ...]:
        """The parts that are made for this viewer, and sent when they have changed."""
        return page.viewer if self._is_padded(page, at) else page.viewer + page.seat

    # Loading the page

    def load(self, theme: Theme = "auto", refusal: Refusal | None = None, *, of_game: bool = False) -> str:
        """The whole page; on one that answers a form, why that was refused."""
        self._is_stranger = self._is_stranger and refusal is None
        at, public = self._context(refusal, of_game=of_game), PublicContext(self.room, self.language)
        page = layout_of(self.room, self.visitor.id)
        shared, store, drawn = public_parts(self.room, self.language), self._store(at), dict[str, str]()
        made = [(shared.store.look(part, public), public) for part in page.public]
        made += [(store.look(part, at), at) for part in self._parts(page, at)]
        if self._is_padded(page, at):
            drawn |= self._filled_up(page, at)
        for current, context in sorted(made, key=lambda one: one[0].part.id == "main"):
            if current.model is not None:
                drawn[current.part.template] = current.html(context, drawn)
        self._page, self._public = page, tuple(one.version for one, context in made if context is public)
        viewer_parts = [one for one, context in made if context is at]
        self._shown = {one.part: (one.version, one.model) for one in viewer_parts}
        site = msgspec.structs.replace(store.site, title=site_of(at, "").title, theme=theme)
        html = draw_page(page, at, site, drawn, self._holds(page, at, viewer_parts).ljust(HOLDS, "~"))
        return html.replace(FORM_TOKEN, self.csrf)

    def _filled_up(self, page: Layout, at: ViewerContext) -> dict[str, str]:
        """A seat's own parts, with padding that brings all of them together to their size in bytes."""

        def fill(models: Models) -> dict[str, str]:
            drawn = dict(self._drawn(models))
            own_seat = drawn[OWN_SEAT]
            size = sum(len(html.encode()) for html in drawn.values()) - len(own_seat) + len(with_padding(own_seat, 1))
            room = self._size(at, drawn, ()).in_full
            drawn[OWN_SEAT] = with_padding(own_seat, 1 + len(padding(size, room)))
            return {part.template: drawn[part] for part in models}

        return _within_size(fill, {part: part.model(at) for part in page.seat})

    def _drawn(self, models: Models) -> Mapping[PagePart, str]:
        draw, site = renderer(self.language), self._own_store.site
        before, drawn = self._own
        now = {
            part: drawn[part] if part in before and before[part] == model else drawn_part(draw, part, model, site, {})
            for part, model in models.items()
        }
        self._own = models, now
        return now

    def _size(self, at: ViewerContext, drawn: Mapping[PagePart, str], said: tuple[Announcement, ...]) -> OwnSize:
        """The size to which a seat's own parts and news are filled up: the same for all, whatever is in them."""
        session = at.session
        assert session is not None
        channel = None
        if in_channel(session, at.seat):
            own = tuple(one for one in said if one.kind == "own")
            channel = len(encode(News({CHANNEL.id: raw(drawn[CHANNEL])}, own)))
        texts = presenter_of(session.ruleset.game).room_for_own_texts(session.ruleset)
        return own_size(session.names, texts, with_aid=at.table.settings.thinking_aid, channel=channel)

    # Connecting

    def _holds(self, page: Layout, at: ViewerContext, viewer_parts: Sequence[CurrentPart]) -> str:
        """What the page has: a token of all that makes it another page, and the versions of its parts.

        The version of a public part counts its changes. That of a viewer's part is what it depends on. None of these
        says more than the viewer is told anyway.
        """
        versions = ".".join(map(str, self._public))
        if self.room.live is not self.room:  # what is behind must not tell how far the live table is
            return f"{self._page_token(page, at)}~{versions}"
        keys = [part.written_key for part in viewer_parts]
        short = ("=" if number and key == keys[number - 1] else key for number, key in enumerate(keys))
        return "~".join((self._page_token(page, at), versions, *short))

    def _page_token(self, page: Layout, at: ViewerContext) -> str:
        """Another one for each process, table, language, viewer, seat and page."""
        shared, visitor = public_parts(self.room, self.language), self.visitor
        what = shared.token, page.name, self.page_key(), visitor.id, visitor.device, self.csrf, self.base, at.place
        return hashlib.blake2b("\n".join(map(str, what)).encode(), digest_size=8).hexdigest()

    def claim(self, holds: str) -> None:
        """Take up what a page says that it has. Nothing of it is believed that cannot be so."""
        at, public = self._context(), PublicContext(self.room, self.language)
        page, store = layout_of(self.room, self.visitor.id), self._store(at)
        token, *claims = holds.split("~") if len(holds) <= LONGEST_CLAIM else [""]
        if token != self._page_token(page, at) or not claims:
            return
        versions = [whole_number(version) or 0 for version in claims[0].split(".")]
        if len(versions) != len(page.public):
            return
        shared = public_parts(self.room, self.language).store
        newest = [shared.look(part, public).version for part in page.public]
        self._page = page
        self._public = tuple(one if one <= most else 0 for one, most in zip(versions, newest, strict=True))
        before = ""
        for part, claimed in zip(self._parts(page, at), claims[1:], strict=False):
            before = before if claimed == "=" else claimed
            current = store.look(part, at)
            if before == current.written_key:
                self._shown[part] = current.version, current.model
                if part.news is not None:
                    self._told += part.news(None, current.model, at)

    def catch_up(self, version: int, chat: ChatCounts | None = None) -> None:
        """Count everything up to this version of the table as announced, and so much of the chat."""
        now, events = self.announced, self.room.table.events_at.get(version, 0)
        if chat is not None:
            least = map(min, msgspec.structs.astuple(chat), msgspec.structs.astuple(now.chat))
            now = msgspec.structs.replace(now, chat=ChatCounts(*least))
        self.announced = msgspec.structs.replace(now, events=min(events, now.events), version=version)

    # Updating it

    def update(self, answers: str = "", refusal: Refusal | None = None, *, of_game: bool = False) -> bytes:
        """Everything that has changed on the page, as a message."""
        if refusal is not None:
            self._is_stranger = False
        at, public = self._context(refusal, of_game=of_game), PublicContext(self.room, self.language)
        page = layout_of(self.room, self.visitor.id)
        store = self._store(at)
        if store is not self._last_store:
            self._shown = {part: (0, model) for part, (_, model) in self._shown.items()}
            self._last_store = store
        viewer_parts = [store.look(part, at) for part in self._parts(page, at)]
        parts, told = self._viewer_news(at, viewer_parts)
        held = dict(zip(self._page.public, self._public, strict=True)) if self._page is not None else {}
        muted = bool(at.table.personal(at.person).muted_voices)
        shared, self._public = public_parts(self.room, self.language).piece(
            page,
            public,
            tuple(held.get(part, 0) for part in page.public),
            self.announced,
            muted=muted,
            packs=self.packs,
        )
        self._page = page
        holds = self._holds(page, at, viewer_parts)
        pieces: tuple[msgspec.Raw, ...] = (shared,) if shared is not None else ()
        told += to_the_viewer(at, self.announced)
        pad = ""
        if self._is_padded(page, at):
            # The own part goes out always, and whole, so that no size tells whether it has changed.
            self._shown = {part: shown for part, shown in self._shown.items() if part not in page.seat}
            own, pad = self._own_piece(page, at, holds)
            pieces += (own,)
        elif page.name == "play":
            told += to_the_seat(at, SeatPart(None), self.announced)
        self.announced = announced_by_now(public)
        message = Update(
            version=self.room.table.version,
            parts=parts,
            announcements=told,
            packed=pieces,
            holds="" if pad else holds,
            answers=answers,
            pad=pad,
        )
        if refusal is not None and not (of_game and pad):
            message = self._with_problem(message, refusal)
        text = encode(message)
        return text.replace(FORM_TOKEN.encode(), self.csrf.encode()) if at.person == STRANGER else text

    def _viewer_news(
        self, at: ViewerContext, viewer_parts: Sequence[CurrentPart]
    ) -> tuple[dict[str, msgspec.Raw], tuple[Announcement, ...]]:
        """The parts that were made for this viewer and are new to the page, and what is announced of them."""
        news, told = dict[str, msgspec.Raw](), self._told
        self._told = []
        for current in viewer_parts:
            part = current.part
            version, before = self._shown.get(part, (0, None))
            if current.version == version:
                continue
            if current.model is None:
                self._shown.pop(part, None)
                continue
            if current.model != before:
                news[part.id] = current.news(version, at)
                if part.news is not None:
                    told += part.news(before, current.model, at)
            self._shown[part] = current.version, current.model
        return news, tuple(Announcement(id, text, "status" if id.startswith("k") else "log") for id, text in told)

    def _own_piece(self, page: Layout, at: ViewerContext, holds: str = "") -> tuple[msgspec.Raw, str]:
        """A seat's own parts and news, packed; and what fills them up to the size that they have for every seat."""
        models = {part: part.model(at) for part in page.seat}
        own_seat = models[OWN_SEAT]
        assert isinstance(own_seat, SeatPart)
        news = News(announcements=to_the_seat(at, own_seat, self.announced), holds=holds)
        if at.refusal is not None and at.of_game:
            news = self._with_problem(news, at.refusal)

        def fill(models: Models) -> tuple[msgspec.Raw, str]:
            drawn = self._drawn(models)
            parts = {part.id: raw(html) for part, html in drawn.items()}
            packed = piece(msgspec.structs.replace(news, parts=parts), packs=self.packs)
            size = self._size(at, drawn, news.announcements)
            used = len(bytes(packed)) - len('""')
            return packed, padding(used, size.packed if self.packs else size.in_full)

        return _within_size(fill, models)

    def _with_problem(self, news: NewsType, refusal: Refusal) -> NewsType:
        said = say_refusal(refusal, translator(self.language), self.room.table.session)
        return msgspec.structs.replace(news, problem=said, code=refusal.code)

    def refuse(self, refusal: Refusal, *, of_game: bool) -> bytes:
        """The answer to a form that was refused, for a page whose socket brings all else: the parts that say why."""
        self._is_stranger = False
        at, usual = self._context(refusal, of_game=of_game), self._context()
        page = layout_of(self.room, self.visitor.id)
        message = Update(version=self.room.table.version)
        if of_game and self._is_padded(page, at):
            own, pad = self._own_piece(page, at)
            return encode(msgspec.structs.replace(message, packed=(own,), pad=pad))
        parts = {
            part.id: raw(drawn_part(renderer(self.language), part, model, self._own_store.site, places()))
            for part in self._parts(page, at)
            if (model := part.model(at)) != part.model(usual)
        }
        return encode(self._with_problem(msgspec.structs.replace(message, parts=parts), refusal))


def _within_size(fill: Callable[[Models], T], models: Models) -> T:
    """What `fill` makes of the models; if that is too large, of the models without all that a seat can do without."""
    try:
        return fill(models)
    except PaddedSizeExceeded:
        return fill({part: part.shortened(model) if part.shortened else model for part, model in models.items()})
