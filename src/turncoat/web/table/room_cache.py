"""The public parts of a room, in one language: made, drawn and packed once, and told apart by digests."""

from collections import deque
from collections.abc import Mapping
from typing import Any, Final

import msgspec

from turncoat.web.table.announcements import Announced, what_happened, what_was_said
from turncoat.web.table.chat import CHAT
from turncoat.web.table.drawing import Drawn, Made, make
from turncoat.web.table.page_parts import Layout, PagePart, PublicContext
from turncoat.web.table.scenes import new_scenes
from turncoat.web.updates.cache import Memo
from turncoat.web.updates.messages import Changes, piece

EARLIER: Final = 20
"""So many former states of a list are known: a page that has one of them gets only what differs."""
MOST_PIECES: Final = 256
"""So many pieces are cached of one moment: what pages say that they have can be anything."""
ALIKE: Final = 64
"""So many models of one part are cached for spectators, who are shown the same or nearly so."""


class PublicPiece(msgspec.Struct, frozen=True):
    """The piece of an update that everybody gets whose page has the same."""

    packed: msgspec.Raw | None = None
    """None when there is nothing new."""
    digests: Mapping[str, str] = {}
    """The digests that the page has then, by the ids of parts."""


class RoomCache:
    """The parts that everybody sees, and what was made of them for pages that had the same before."""

    def __init__(self) -> None:
        self._parts: dict[PagePart, Made] = {}
        self._earlier: dict[PagePart, dict[str, Drawn]] = {}
        self._alike: dict[PagePart, deque[Made]] = {}
        self._moment: object = None
        self._pieces: dict[Any, PublicPiece] = {}
        self._current: dict[PagePart, Made] = {}
        """Those that were made at this moment."""

    @staticmethod
    def of(at: PublicContext) -> "RoomCache":
        """Return the cache of that room and language."""
        return at.cache.get(_CACHE, None, RoomCache)

    def parts(self, page: Layout, at: PublicContext, without: frozenset[str] = frozenset()) -> dict[PagePart, Made]:
        """Return the public parts of a page as they are now, but for those of these ids."""
        moment = at.moment, at.room.scenes.running, at.room.scene_factor
        if moment != self._moment:
            self._moment = moment
            self._pieces.clear()
            self._current.clear()
        return {part: self._current.get(part) or self._made(part, at) for part in page.public if part.id not in without}

    def _made(self, part: PagePart, at: PublicContext) -> Made:
        before = self._parts.get(part)
        made = self._parts[part] = self._current[part] = make(part, part.model(at), at.language, before)
        if part.items is not None and made is not before:
            self._note(part, made.drawn)
        return made

    def _note(self, part: PagePart, drawn: Drawn) -> None:
        earlier = self._earlier.setdefault(part, {})
        earlier.pop(drawn.digest, None)
        earlier[drawn.digest] = drawn
        if len(earlier) > EARLIER:
            del earlier[next(iter(earlier))]

    def alike(self, part: PagePart, model: object, language: str) -> Made:
        """Return a spectator's part with that model: it is drawn once for all who are shown the same."""
        known = self._alike.setdefault(part, deque(maxlen=ALIKE))
        made = next((one for one in known if one.model == model), None)
        if made is None:
            made = make(part, model, language)
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
        """Return what is new for a page that has parts of these digests, by their ids.

        `without`: the parts that are others on this viewer's page.
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
            told = what_happened(at, announced.events)
            said = what_was_said(at, chat) if chat is not None else ()
            news = Changes(
                changes,
                {id: digest for id, digest in digests.items() if id in changes},
                (*told, *said),
                new_scenes(at.room, announced.events, at.language),
            )
            self._pieces[key] = PublicPiece(piece(news, packs=packs) if news != Changes() else None, digests)
        return self._pieces[key]


_CACHE: Final[Memo[RoomCache]] = Memo()
