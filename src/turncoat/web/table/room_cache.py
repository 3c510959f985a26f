"""Cache of a room's public parts in one language: computed, rendered and compressed once, and compared by digest."""

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from turncoat.web.table.announcements import Announced, what_happened, what_was_said
from turncoat.web.table.chat import CHAT
from turncoat.web.table.drawing import Drawn, RenderedPart, render_part
from turncoat.web.table.page_parts import Layout, PagePart, PublicContext
from turncoat.web.table.scenes import new_scenes
from turncoat.web.updates.cache import Memo
from turncoat.web.updates.messages import Changes, piece

EARLIER: Final = 20
"""Number of earlier states of a list that are remembered. A page with one of them gets only the differences."""
MOST_PIECES: Final = 256
"""Number of pieces cached for one moment, bounded because pages may claim to have anything."""
ALIKE: Final = 64
"""Number of models of one part cached for spectators, most of whom see the same."""


class PublicPiece(msgspec.Struct, frozen=True):
    """Piece of an update that is shared by all pages with the same parts."""

    packed: msgspec.Raw | None = None
    """None if there is nothing new."""
    digests: Mapping[str, str] = {}
    """Digests by part id that the page has afterwards."""


class RoomCache:
    """Public parts of a room, and the pieces already built from them."""

    def __init__(self) -> None:
        self._parts: dict[PagePart, RenderedPart] = {}
        self._earlier: dict[PagePart, dict[str, Drawn]] = {}
        self._alike: dict[PagePart, deque[RenderedPart]] = {}
        self._moment: object = None
        self._pieces: dict[Any, PublicPiece] = {}
        self._current: dict[PagePart, RenderedPart] = {}
        """Parts computed at the current moment."""

    @staticmethod
    def of(at: PublicContext) -> "RoomCache":
        """Return the cache of a room and language."""
        return at.cache.get(_CACHE, None, RoomCache)

    def parts(
        self, page: Layout, at: PublicContext, without: frozenset[str] = frozenset()
    ) -> dict[PagePart, RenderedPart]:
        """Return the current public parts of a page, except those with the given ids."""
        moment = at.moment, at.room.scenes.running, at.room.scene_factor
        if moment != self._moment:
            self._moment = moment
            self._pieces.clear()
            self._current.clear()
        return {part: self._current.get(part) or self._made(part, at) for part in page.public if part.id not in without}

    def _made(self, part: PagePart, at: PublicContext) -> RenderedPart:
        before = self._parts.get(part)
        made = self._parts[part] = self._current[part] = render_part(part, part.model(at), at.language, before)
        if part.items is not None and made is not before:
            self._note(part, made.drawn)
        return made

    def _note(self, part: PagePart, drawn: Drawn) -> None:
        earlier = self._earlier.setdefault(part, {})
        earlier.pop(drawn.digest, None)
        earlier[drawn.digest] = drawn
        if len(earlier) > EARLIER:
            del earlier[next(iter(earlier))]

    def alike(self, part: PagePart, model: object, language: str) -> RenderedPart:
        """Return a spectator's part, rendered once for all spectators with an equal model."""
        known = self._alike.setdefault(part, deque(maxlen=ALIKE))
        made = next((one for one in known if one.model == model), None)
        if made is None:
            made = render_part(part, model, language)
            known.appendleft(made)
        return made

    def piece(
        self,
        page: Layout,
        at: PublicContext,
        held: Mapping[str, str],
        announced: Announced,
        *,
        without: frozenset[str],
        packs: bool,
    ) -> PublicPiece:
        """Return the update piece for a page whose parts have the given digests (by part id).

        `without` names the parts that are not public on this viewer's page.
        """
        parts = self.parts(page, at, without)
        chat = None if CHAT.id in without else announced.chat
        key = page.name, tuple(held.get(part.id) for part in parts), without, announced.events, chat, packs
        if key not in self._pieces:
            if len(self._pieces) >= MOST_PIECES:
                self._pieces.clear()
            changes = {
                part.id: made.drawn.changes(self._earlier.get(part, {}).get(held.get(part.id, "")))
                for part, made in parts.items()
                if made.is_new_to(held.get(part.id))
            }
            digests = {part.id: made.drawn.digest for part, made in parts.items()}
            announcements = what_happened(at, announced.events)
            said = what_was_said(at, chat) if chat is not None else ()
            update = Changes(
                changes,
                {id: digest for id, digest in digests.items() if id in changes},
                (*announcements, *said),
                new_scenes(at.room, announced.events, at.language),
            )
            self._pieces[key] = PublicPiece(piece(update, packs=packs) if update != Changes() else None, digests)
        return self._pieces[key]


_CACHE: Final[Memo[RoomCache]] = Memo()
