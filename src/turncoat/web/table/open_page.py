"""One open page of a table: loading it, and bringing it up to date.

A page has parts, and says of each by a digest what it has. To bring it up to date, the models of its parts are made and
compared; what differs is drawn and sent. What everybody sees is made, drawn and packed once for each language
(`room_cache.py`). A seat's own parts are sent with every message, whole, packed by themselves and then filled up, so
that in one state of the table the messages to all seats have one size, whatever a seat holds (`sealed.py`).
"""

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
from turncoat.web.table.drawing import FORM_TOKEN, Made, filled, make
from turncoat.web.table.page import draw_page, layout_of, page_key_of, site_of
from turncoat.web.table.page_parts import Announcing, Layout, PagePart, PublicContext, ViewerContext
from turncoat.web.table.room_cache import PublicPiece, RoomCache
from turncoat.web.table.sealed import Models, SealedParts
from turncoat.web.table.seat import OWN_SEAT, SeatPart
from turncoat.web.updates.cache import Cache
from turncoat.web.updates.messages import Announcement, Changes, Update, encode
from turncoat.web.updates.viewer import Outcome, Viewer

LONGEST_CLAIM: Final = 1000
Digests = dict[str, str]


class _Told(msgspec.Struct, frozen=True):
    """What a page was told with its last message, besides what everybody sees; and without any refusal.

    A refusal goes with the next message, and is no reason for one: that would tell when others do something in secret.
    """

    version: int = -1
    parts: Digests = {}
    """Digests of the parts that are this viewer's own."""
    models: Models = {}
    """Of the seat's own parts."""
    announcements: frozenset[Announcement] = frozenset()
    for_seat: Changes = Changes()

    def is_new(self, last: "_Told") -> bool:
        """Whether there is anything in it that was not in the last one."""
        own = set(self.for_seat.announcements) - set(last.for_seat.announcements)
        return (
            (self.version, self.parts, self.models) != (last.version, last.parts, last.models)
            or bool(own)
            or not self.announcements <= last.announcements
        )


class OpenPage(Viewer):
    """A person who looks at a table, and what their page shows. `room` is the table as they may see it."""

    def __init__(
        self, room: Room, visitor: Visitor, language: str, base: str, csrf: str, *, packs: bool = False, page: str = ""
    ) -> None:
        super().__init__(room, visitor, language, page)
        self.packs = packs
        """Whether their page can unpack; an older browser gets all in full."""
        self.base, self.csrf = base, csrf
        self.announced = announced_by_now(PublicContext(room, language))
        self.held: Digests = {}
        """The digests of the parts that the page has, by their ids."""
        self._cache = Cache()
        self._made: dict[PagePart, Made] = {}
        """The parts that are this viewer's own, as they were made last."""
        self._sealed = SealedParts(csrf)
        self._told = _Told()

    # What they may see

    def page_key(self) -> str:
        """Return the key of the page that they get now. When it changes, they need another page."""
        live, visitor = self.room.live, self.visitor
        if live.room_for(visitor.id) is not self.room:
            return "elsewhere"  # their delay as a spectator has begun or ended
        if visitor.device and not live.table.membership.is_open_on(visitor.id, visitor.device):
            return "elsewhere"  # the seat was closed on this device
        return page_key_of(self.room, self.visitor.id)

    def _context(self, refusal: Refusal | None = None, *, of_game: bool = False) -> ViewerContext:
        return ViewerContext(self.room, self.visitor, self.language, self.base, self._cache, refusal, of_game=of_game)

    @staticmethod
    def _is_sealed(page: Layout, at: ViewerContext) -> bool:
        """Whether the seat's own parts are secret: they are not for spectators, nor when the cards lie open."""
        return page.name == "play" and at.seat is not None

    def _own(self, page: Layout, at: ViewerContext) -> dict[PagePart, Made]:
        """Return the parts that are made for this viewer, and sent when they have changed."""
        parts = page.viewer if self._is_sealed(page, at) else page.viewer + page.seat
        shared = {part.id for part in page.public}
        made: dict[PagePart, Made] = {}
        for part in parts:
            model = part.model(at)
            if model is None and part.id in shared:
                continue  # the one that everybody sees stands there
            made[part] = (
                make(part, model, self.language, self._made.get(part))
                if at.place is not None or part.items is not None
                else RoomCache.of(at).alike(part, model, self.language)
            )
        return made

    # Loading the page

    def load(self, theme: Theme = "auto", refusal: Refusal | None = None, *, of_game: bool = False) -> str:
        """Return the whole page; on one that answers a form, with why that was refused."""
        at, public = self._context(refusal, of_game=of_game), PublicContext(self.room, self.language)
        page = layout_of(self.room, self.visitor.id)
        own, cache = self._own(page, at), RoomCache.of(public)
        made = cache.parts(page, public, frozenset(part.id for part in own)) | own
        html = {part: one.drawn.html.replace(FORM_TOKEN, self.csrf) for part, one in made.items()}
        if self._is_sealed(page, at):
            html |= self._sealed.load(self._sealed.models(page, at), at)
        main = next(part for part in html if part.id == "main")
        html[main] = filled(html[main], {part: text for part, text in html.items() if part is not main})
        held = " ".join(f"{part.id}:{one.drawn.digest}" for part, one in made.items() if one.model is not None)
        site = msgspec.structs.replace(site_of(at, self.csrf), theme=theme)
        return draw_page(page, at, site, {part.template: text for part, text in html.items()}, held)

    # Connecting

    def claim(self, held: str) -> None:
        """Take up what a page says that it has: a digest of each part."""
        if len(held) <= LONGEST_CLAIM:
            pairs = (one.partition(":") for one in held.split())
            self.held = {id: digest for id, _, digest in pairs}

    def catch_up(self, version: int, chat: ChatCounts | None = None) -> None:
        """Count everything up to this version of the table as announced, and so much of the chat."""
        now, events = self.announced, self.room.table.events_at.get(version, 0)
        if chat is not None:
            least = map(min, msgspec.structs.astuple(chat), msgspec.structs.astuple(now.chat))
            now = msgspec.structs.replace(now, chat=ChatCounts(*least))
        self.announced = msgspec.structs.replace(now, events=min(events, now.events), version=version)

    # Updating it

    def update(self, outcome: Outcome | None = None) -> bytes | None:
        """Return what has changed on the page, as a message; None when that is nothing, unless it is the first one.

        With an outcome it is the answer to a command.
        """
        said = outcome or Outcome()
        at, public = self._context(), PublicContext(self.room, self.language)
        refused = self._context(said.refusal, of_game=said.of_game) if said.refusal is not None else at
        page = layout_of(self.room, self.visitor.id)
        own, before = self._own(page, at), self._made
        self._made = own
        is_sealed = self._is_sealed(page, at)
        ids = {part.id for part in (*page.public, *own)}
        held = {id: digest for id, digest in self.held.items() if id in ids}
        parts, digests = dict[str, msgspec.Raw](), Digests()
        for part, made in (own if refused is at else self._own(page, refused)).items():
            if not made.is_new_to(held.get(part.id)):
                continue
            known = before.get(part)
            has_last = known is not None and held.get(part.id) == known.drawn.digest
            changes = made.drawn.changes(known.drawn if known is not None and has_last else None)
            parts[part.id] = msgspec.Raw(bytes(changes).replace(FORM_TOKEN.encode(), self.csrf.encode()))
            digests[part.id] = made.drawn.digest
        told = [one for part, made in own.items() for one in _announced(made.model, before.get(part), at)]
        shared = PublicPiece()
        if page.name != "closed":  # who may not look on must not even learn that something happens
            without = frozenset(part.id for part in own)
            shared = RoomCache.of(public).piece(page, public, held, self.announced, without=without, packs=self.packs)
            told += to_the_viewer(at, self.announced)
        if page.name == "play" and not is_sealed:
            told += to_the_seat(at, SeatPart(None), self.announced)
        changed = Changes(parts, digests, tuple(told))
        problem = self._problem(said.refusal) if said.refusal is not None else Changes()
        pieces: tuple[msgspec.Raw, ...] = (shared.packed,) if shared.packed is not None else ()
        models: Models = {}
        for_seat = Changes()
        pad = ""
        if is_sealed:
            models = self._sealed.models(page, at)
            own_seat = models[OWN_SEAT]
            assert isinstance(own_seat, SeatPart)
            for_seat = Changes(announcements=to_the_seat(at, own_seat, self.announced))
            if said.of_game:  # nobody else may learn from the size whether a choice was taken
                for_seat, problem = _with(for_seat, problem), Changes()
            shown = self._sealed.models(page, refused) if said.of_game and refused is not at else models
            packed, pad = self._sealed.piece(shown, for_seat, at, packs=self.packs)
            pieces += (packed,)
        self.announced = announced_by_now(public)
        version = self.room.table.version if page.name != "closed" else 0
        in_own = {part.id: made.drawn.digest for part, made in own.items()}
        last, self._told = self._told, _Told(version, in_own, models, frozenset(told), for_seat)
        if outcome is None and shared.packed is None and not self._told.is_new(last):
            return None
        self.held = held | dict(shared.digests) | digests
        changed = _with(changed, problem)
        message = Update(
            changed.parts,
            changed.digests,
            changed.announcements,
            problem=changed.problem,
            code=changed.code,
            version=version,
            now=self.now,
            packed=pieces,
            answers=said.id,
            pad=pad,
        )
        return encode(message)

    def _problem(self, refusal: Refusal) -> Changes:
        said = say_refusal(refusal, translator(self.language), self.room.table.session)
        return Changes(problem=said, code=refusal.code)


def _with(changes: Changes, problem: Changes) -> Changes:
    return msgspec.structs.replace(changes, problem=problem.problem, code=problem.code)


def _announced(model: object, before: Made | None, at: ViewerContext) -> list[Announcement]:
    """Return what is announced of a part that has changed, or that a page shows which has just connected."""
    if not isinstance(model, Announcing) or (before is not None and before.model == model):
        return []
    was = before.model if before is not None else None
    return [
        Announcement(id, text, "status" if id.startswith("k") else "log") for id, text in model.announcements(was, at)
    ]
