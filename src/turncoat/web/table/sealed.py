"""Secret parts of a seat: always sent whole, and padded to one size for all seats of a table.

The size is computed from public facts. Nothing that a seat holds may affect it, or the size would reveal it to anybody
who sees how much each person is sent. Content that can grow without limit is cut instead: a card keeps only the latest
private observations (`role_card`). If the content still does not fit, the seat gets its parts shortened, because a
larger size for all would tell everybody that somebody's content is large.

Nothing is sent as changes, since their size would tell what has changed, and nothing is compressed together with other
content.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

import msgspec

from turncoat.table.state.chat import in_channel
from turncoat.web.games import presenter_of
from turncoat.web.table.chat import CHANNEL
from turncoat.web.table.drawing import FORM_TOKEN, RenderedPart, render_part
from turncoat.web.table.page_parts import Layout, PagePart, Shortened, ViewerContext
from turncoat.web.table.seat import OWN_SEAT
from turncoat.web.updates.messages import Changes, encode, piece, raw
from turncoat.web.updates.padding import PaddedSizeExceeded, in_steps, padding, with_padding


class OwnSize(msgspec.Struct, frozen=True):
    """Size in bytes, uncompressed and compressed."""

    in_full: int
    packed: int


IN_FULL: Final = 16 * 1024
"""Bytes for all texts of a seat's own parts, uncompressed. A test checks that every question of every game fits.

Each game declares its compressed size (`GamePresenter.own_texts`).
"""
AID: Final = OwnSize(32 * 1024, 4608)
"""Extra bytes at a table with the thinking aid. Everybody knows that it is on."""
EACH_NAME_BYTE: Final = OwnSize(24, 2)
"""Bytes for each byte of the players' names: the times that a name occurs, and what remains of that when compressed."""
CHANNEL_STEP: Final = 4 * 1024
"""Step in bytes by which the private channel adds to the size. Its members are known to all."""
T = TypeVar("T")
Models = dict[PagePart, object]


def own_size(names: Iterable[str], texts: int, *, with_aid: bool, channel: int | None = None) -> OwnSize:
    """Return the common size for a table with the given names, where the game's compressed texts have `texts` bytes.

    `channel` is the size of the private channel in bytes, or None for seats that are not in it.
    """
    letters = sum(len(name.encode()) for name in names)
    said = in_steps(channel, CHANNEL_STEP) if channel is not None else 0
    return OwnSize(
        IN_FULL + AID.in_full * with_aid + letters * EACH_NAME_BYTE.in_full + said,
        texts + AID.packed * with_aid + letters * EACH_NAME_BYTE.packed + said,
    )


class SealedParts:
    """Parts of one page that only its seat may know."""

    def __init__(self, csrf: str) -> None:
        self._csrf = csrf
        self._made: dict[PagePart, RenderedPart] = {}

    def models(self, page: Layout, at: ViewerContext) -> Models:
        """Return the current models of the parts."""
        return {part: at.model_of(part) for part in page.seat}

    def load(self, models: Models, at: ViewerContext) -> dict[PagePart, str]:
        """Return the rendered parts for loading a page, padded so that their total size in bytes is the common one."""

        def fill(models: Models) -> dict[PagePart, str]:
            drawn = self._draw(models, at)
            own_seat = drawn[OWN_SEAT]
            size = sum(len(html.encode()) for html in drawn.values()) - len(own_seat) + len(with_padding(own_seat, 1))
            room = self._size(drawn, (), at).in_full
            drawn[OWN_SEAT] = with_padding(own_seat, 1 + len(padding(size, room)))
            return drawn

        return _within_size(fill, models)

    def piece(self, models: Models, changes: Changes, at: ViewerContext, *, packs: bool) -> tuple[msgspec.Raw, str]:
        """Return the parts and private announcements as a compressed piece, and the padding up to its full size."""

        def fill(models: Models) -> tuple[msgspec.Raw, str]:
            drawn = self._draw(models, at)
            parts = {part.id: raw(html) for part, html in drawn.items()}
            packed = piece(msgspec.structs.replace(changes, parts=parts), packs=packs)
            size = self._size(drawn, tuple(one for one in changes.announcements if one.kind == "own"), at)
            used = len(bytes(packed)) - len('""')
            return packed, padding(used, size.packed if packs else size.in_full)

        return _within_size(fill, models)

    def _draw(self, models: Models, at: ViewerContext) -> dict[PagePart, str]:
        self._made = {
            part: render_part(part, model, at.language, self._made.get(part)) for part, model in models.items()
        }
        return {part: made.drawn.html.replace(FORM_TOKEN, self._csrf) for part, made in self._made.items()}

    @staticmethod
    def _size(drawn: Mapping[PagePart, str], said: tuple[object, ...], at: ViewerContext) -> OwnSize:
        """Return the size common to all seats, whatever they hold. `said` was announced in the private channel."""
        session = at.session
        assert session is not None
        channel = len(encode([drawn[CHANNEL], said])) if in_channel(session, at.seat) else None
        texts = presenter_of(session.ruleset.game).room_for_own_texts(session.ruleset)
        return own_size(session.names, texts, with_aid=at.table.settings.thinking_aid, channel=channel)


def _within_size(fill: Callable[[Models], T], models: Models) -> T:
    """Return the result of `fill` for the models, or for shortened ones if it is too large."""
    try:
        return fill(models)
    except PaddedSizeExceeded:
        short = {part: model.shortened() if isinstance(model, Shortened) else model for part, model in models.items()}
        return fill(short)
