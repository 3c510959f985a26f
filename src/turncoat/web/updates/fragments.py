"""What all viewers of one language share of a table: made once a state, and drawn again only where it is another."""

from collections.abc import Callable
from typing import Final

import msgspec

from turncoat.table.runtime.room_registry import Room
from turncoat.table.state.game_session import GameSession
from turncoat.web.http.languages import renderer, translator
from turncoat.web.pages import MinePart, PublicPart, TablePage
from turncoat.web.table.public_part import public_part

DEPENDS: Final[dict[str, Callable[[PublicPart], object]]] = {
    "past": lambda public: (
        public.rows,
        public.log,
        public.short_names,
        tuple(seat.name for seat in public.seats),
        bool(public.spaces),
    ),
    "said": lambda public: public.talk,
}
"""What a part of the page shows; it is drawn again when this is another, and a part that is not here for each state."""

_encoder = msgspec.json.Encoder()


class ShareLink:
    """What a table keeps of its drawings in one language."""

    def __init__(self) -> None:
        self.state: object = None
        self.public: PublicPart | None = None
        self.parts: dict[str, msgspec.Raw] = {}
        self.shown: dict[str, object] = {}
        """Of each part what it shows."""
        self.drawn_in: object = None


def public_state(room: Room) -> tuple[object, ...]:
    """What the public part of a page depends on."""
    table = room.table
    return (
        table.games,
        table.session is None,
        table.version,
        room.presence,
        table.chat.count,
        room.team_draft.seats(table),
    )


def public_of(room: Room, session: GameSession, language: str) -> PublicPart:
    """The public part of the page in this state."""
    shared, state = _kept(room, language), public_state(room)
    if shared.public is None or shared.state != state:
        shared.state, shared.public = state, public_part(room, session, translator(language))
    return shared.public


def public_parts(room: Room, page: TablePage) -> dict[str, msgspec.Raw]:
    """The drawn public parts, as JSON texts, by element id."""
    language = page.site.language
    shared, state, public = _kept(room, language), public_state(room), page.public
    if shared.drawn_in != state:
        draw, page = renderer(language), msgspec.structs.replace(page, mine=MinePart(None))
        for name in draw.PUBLIC:
            shows = DEPENDS[name](public) if name in DEPENDS else state
            if name not in shared.parts or shared.shown[name] != shows:
                shared.parts[name] = raw(draw.part(name, page))
                shared.shown[name] = shows
        shared.drawn_in = state
    return dict(shared.parts)


def _kept(room: Room, language: str) -> ShareLink:
    kept: dict[str, ShareLink] = room.drawn
    return kept.setdefault(language, ShareLink())


def raw(html: str) -> msgspec.Raw:
    """A drawn part as JSON text."""
    return msgspec.Raw(_encoder.encode(html))
