"""One open page of a table: loading it, and keeping it up to date.

A page consists of parts, and reports a digest of each part that it has. For an update, the models of its parts are
computed and compared, and those that differ are rendered and sent. Public parts are computed, rendered and compressed
once per language (`room_cache.py`). A seat's own parts are sent whole with every message, compressed on their own and
then padded: in a given state of the table, the messages to all seats have the same size, whatever a seat holds
(`sealed.py`).
"""

from collections.abc import Mapping
from functools import cached_property
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal
from turncoat.table.runtime.room import Room
from turncoat.web.board.telling import say_refusal
from turncoat.web.http.identity import Visitor
from turncoat.web.http.languages import translator
from turncoat.web.http.page import Theme
from turncoat.web.table.announcements import announced_by_now, to_the_seat, to_the_viewer
from turncoat.web.table.chat import ChatCounts
from turncoat.web.table.drawing import FORM_TOKEN, RenderedPart, filled, render_part
from turncoat.web.table.page import draw_page, layout_of, page_key_of, site_of
from turncoat.web.table.page_parts import Announcing, Layout, PagePart, PublicContext, ViewerContext
from turncoat.web.table.phone import shows_seat_of
from turncoat.web.table.room_cache import PublicPiece, RoomCache
from turncoat.web.table.sealed import Models, SealedParts
from turncoat.web.table.seat import OWN_SEAT, SeatPart
from turncoat.web.updates.cache import Cache
from turncoat.web.updates.messages import Announcement, Changes, Update, encode
from turncoat.web.updates.viewer import Outcome, Viewer

LONGEST_CLAIM: Final = 1000
Digests = dict[str, str]


class _Snapshot(msgspec.Struct, frozen=True, dict=True):
    """Snapshot of a page's content and announcements."""

    at: ViewerContext
    page: Layout
    own: Mapping[PagePart, RenderedPart]
    """Parts computed for this viewer, sent when they change."""
    held: Digests
    """Digests of the parts that the page has, limited to those now on it."""
    shared: PublicPiece
    announcements: tuple[Announcement, ...]
    sealed: Models
    """Models of the seat's own parts, empty if they are not secret."""
    seat_announcements: tuple[Announcement, ...]

    @property
    def version(self) -> int:
        """Version of the table, or 0 for viewers who must not even learn that something has happened."""
        return self.at.table.version if self.page.name != "closed" else 0

    @cached_property
    def changed(self) -> dict[PagePart, RenderedPart]:
        """Viewer's parts that differ from those of the page."""
        return {part: made for part, made in self.own.items() if made.is_new_to(self.held.get(part.id))}

    def is_new(self, last: "_Snapshot") -> bool:
        """Return whether there is anything to send to a page that has received `last`."""
        return (
            self.shared.packed is not None
            or (self.version, self.sealed) != (last.version, last.sealed)
            or not {*self.announcements} <= {*last.announcements}
            or not {*self.seat_announcements} <= {*last.seat_announcements}
            or bool(self.changed)
        )


class OpenPage(Viewer):
    """One person's page of a table. `room` is the table as that person may see it."""

    def __init__(
        self, room: Room, visitor: Visitor, language: str, base: str, csrf: str, *, packs: bool = False, page: str = ""
    ) -> None:
        super().__init__(room, visitor, language, page)
        self.packs = packs
        """True for a browser that can decompress pieces. Others get everything uncompressed."""
        self.base, self.csrf = base, csrf
        self.announced = announced_by_now(PublicContext(room, language))
        self.held: Digests = {}
        """Digests of the parts that the page has, by id."""
        self._cache = Cache()
        self._sealed = SealedParts(csrf)
        self._last: _Snapshot | None = None
        """Snapshot sent last."""
        self._outcome = Outcome()
        """Outcome of the last command, as displayed by the page."""

    # Access

    def page_key(self) -> str:
        """Return the key of the viewer's current page. If it changes, they need another page."""
        live, visitor = self.room.live, self.visitor
        if live.room_for(visitor.watches_as) is not self.room:
            return "elsewhere"  # the viewer's delay as a spectator has begun or ended
        if not shows_seat_of(live, visitor):
            return "elsewhere"  # the seat was closed on this device, or another one was opened
        return page_key_of(self.room, visitor.watches_as)

    def _context(self, refusal: Refusal | None = None, *, of_game: bool = False) -> ViewerContext:
        return ViewerContext(self.room, self.visitor, self.language, self.base, self._cache, refusal, of_game=of_game)

    @staticmethod
    def _is_sealed(page: Layout, at: ViewerContext) -> bool:
        """Return whether the seat's own parts are secret: not for spectators, and not once the cards are face up."""
        return page.name == "play" and at.seat is not None

    def _own(self, page: Layout, at: ViewerContext) -> dict[PagePart, RenderedPart]:
        """Return the parts computed for this viewer, which are sent when they change."""
        parts = page.viewer if self._is_sealed(page, at) else page.viewer + page.seat
        shared = {part.id for part in page.public}
        made: dict[PagePart, RenderedPart] = {}
        for part in parts:
            model = at.model_of(part)
            if model is None and part.id in shared:
                continue  # the public part takes its place
            made[part] = (
                render_part(part, model, self.language, self._last.own.get(part) if self._last is not None else None)
                if at.table_seat is not None or part.items is not None
                else RoomCache.of(at).alike(part, model, self.language)
            )
        return made

    # Loading the page

    def load(
        self,
        theme: Theme = "auto",
        refusal: Refusal | None = None,
        *,
        of_game: bool = False,
        has_others: bool = False,
    ) -> str:
        """Return the whole page. As the answer to a form, it includes the reason for a refusal.

        With `has_others`, the page asks about the viewer's other tables.
        """
        at = self._context(refusal, of_game=of_game)
        page = layout_of(self.room, self.visitor.watches_as)
        own, cache = self._own(page, at), RoomCache.of(at)
        made = cache.parts(page, at.public, frozenset(part.id for part in own)) | own
        html = {part: one.drawn.html.replace(FORM_TOKEN, self.csrf) for part, one in made.items()}
        if self._is_sealed(page, at):
            html |= self._sealed.load(self._sealed.models(page, at), at)
        main = next(part for part in html if part.id == "main")
        html[main] = filled(html[main], {part: text for part, text in html.items() if part is not main})
        held = " ".join(f"{part.id}:{one.drawn.digest}" for part, one in made.items() if one.model is not None)
        site = msgspec.structs.replace(site_of(at, self.csrf), theme=theme)
        return draw_page(
            page, at, site, {part.template: text for part, text in html.items()}, held, has_others=has_others
        )

    # Connecting

    def claim(self, held: str) -> None:
        """Record the digests of the parts that a page says it has."""
        if len(held) <= LONGEST_CLAIM:
            pairs = (one.partition(":") for one in held.split())
            self.held = {id: digest for id, _, digest in pairs}

    def catch_up(self, version: int, chat: ChatCounts | None = None) -> None:
        """Treat everything up to a version of the table, and the given part of the chat, as announced."""
        now, events = self.announced, self.room.table.events_at.get(version, 0)
        if chat is not None:
            least = map(min, msgspec.structs.astuple(chat), msgspec.structs.astuple(now.chat))
            now = msgspec.structs.replace(now, chat=ChatCounts(*least))
        self.announced = msgspec.structs.replace(now, events=min(events, now.events), version=version)

    # Updating

    def update(self, outcome: Outcome | None = None) -> bytes | None:
        """Return the page's changes as a message, or None if there are none and it is not the first message.

        With an outcome, the message is the answer to a command.
        """
        snapshot = self._snapshot(outcome or self._outcome)
        if outcome is None and self._last is not None and not snapshot.is_new(self._last):
            return None
        if outcome is None and self._outcome.refusal is not None:
            # The reason for a refusal stays on the page until something else changes. Being woken is not enough,
            # because a secret change of somebody's choice wakes pages, too.
            snapshot = self._snapshot(Outcome())
        outcome = outcome or Outcome()
        message = self._message(snapshot, outcome)
        self._outcome = msgspec.structs.replace(outcome, id="")
        self.announced = announced_by_now(snapshot.at)
        self.held = snapshot.held | dict(snapshot.shared.digests)
        self.held |= {part.id: made.drawn.digest for part, made in snapshot.changed.items()}
        self._last = snapshot
        return encode(message)

    def _snapshot(self, outcome: Outcome) -> _Snapshot:
        """Return the page's current content, given the outcome of the last command."""
        at = self._context(outcome.refusal, of_game=outcome.of_game)
        page = layout_of(self.room, self.visitor.watches_as)
        own, before = self._own(page, at), self._last.own if self._last is not None else {}
        ids = {part.id for part in (*page.public, *own)}
        held = {id: digest for id, digest in self.held.items() if id in ids}
        announcements = [one for part, made in own.items() for one in _announced(made.model, before.get(part), at)]
        shared, sealed, seat_announcements = PublicPiece(), Models(), tuple[Announcement, ...]()
        if page.name != "closed":
            without = frozenset(part.id for part in own)
            shared = RoomCache.of(at).piece(page, at.public, held, self.announced, without=without, packs=self.packs)
            announcements += to_the_viewer(at, self.announced)
        if self._is_sealed(page, at):
            sealed = self._sealed.models(page, at if outcome.of_game or outcome.refusal is None else self._context())
            own_seat = sealed[OWN_SEAT]
            assert isinstance(own_seat, SeatPart)
            seat_announcements = to_the_seat(at, own_seat, self.announced)
        elif page.name == "play":
            announcements += to_the_seat(at, SeatPart(None), self.announced)
        return _Snapshot(at, page, own, held, shared, tuple(announcements), sealed, seat_announcements)

    def _message(self, snapshot: _Snapshot, outcome: Outcome) -> Update:
        """Return the message that updates the page to a snapshot, as the answer to a command if there is one."""
        before = self._last.own if self._last is not None else {}
        parts = {
            part.id: self._changes(made, before.get(part), snapshot.held.get(part.id))
            for part, made in snapshot.changed.items()
        }
        changes = Changes(
            parts, {part.id: made.drawn.digest for part, made in snapshot.changed.items()}, snapshot.announcements
        )
        to_seat = Changes(announcements=snapshot.seat_announcements)
        if outcome.refusal is not None and outcome.of_game and snapshot.sealed:
            # The size must not tell others whether a choice was accepted.
            to_seat = self._with_problem(to_seat, outcome.refusal)
        elif outcome.refusal is not None:
            changes = self._with_problem(changes, outcome.refusal)
        pieces: tuple[msgspec.Raw, ...] = (snapshot.shared.packed,) if snapshot.shared.packed is not None else ()
        pad = ""
        if snapshot.sealed:
            packed, pad = self._sealed.piece(snapshot.sealed, to_seat, snapshot.at, packs=self.packs)
            pieces += (packed,)
        fields = {name: getattr(changes, name) for name in Changes.__struct_fields__}
        return Update(**fields, version=snapshot.version, now=self.now, packed=pieces, answers=outcome.id, pad=pad)

    def _changes(self, made: RenderedPart, before: RenderedPart | None, held: str | None) -> msgspec.Raw:
        """Return the changes from the page's version of a part to the current one."""
        since = before.drawn if before is not None and before.drawn.digest == held else None
        return msgspec.Raw(bytes(made.drawn.changes(since)).replace(FORM_TOKEN.encode(), self.csrf.encode()))

    def _with_problem(self, changes: Changes, refusal: Refusal) -> Changes:
        said = say_refusal(refusal, translator(self.language), self.room.table.session)
        return msgspec.structs.replace(changes, problem=said, code=refusal.code)


def _announced(model: object, before: RenderedPart | None, at: ViewerContext) -> list[Announcement]:
    """Return the announcements of a part that has changed, or that a page has just connected to."""
    if not isinstance(model, Announcing) or (before is not None and before.model == model):
        return []
    was = before.model if before is not None else None
    return [
        Announcement(id, text, "status" if id.startswith("k") else "log") for id, text in model.announcements(was, at)
    ]
