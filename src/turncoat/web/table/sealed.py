"""The parts that only a seat may know: always sent whole, and filled up to one size for all seats of a table.

The size is made of what everybody knows. Nothing that a seat holds has a say in it, or the size would tell it to
whoever sees how much each person is sent. What can grow without end is kept short instead: a card has the last lines of
what was seen in private (`role_card`). Should all of it not fit nevertheless, the seat gets the parts shortened: a
larger size for all would tell everybody that somebody's is large.

Nothing of it is sent as changes, since their size would tell what has changed, and it is never compressed together with
anything else.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeVar

import msgspec

from turncoat.table.state.chat import in_channel
from turncoat.web.games import presenter_of
from turncoat.web.table.chat import CHANNEL
from turncoat.web.table.drawing import FORM_TOKEN, Made, make
from turncoat.web.table.page_parts import Layout, PagePart, Shortened, ViewerContext
from turncoat.web.table.seat import OWN_SEAT
from turncoat.web.updates.messages import Changes, encode, piece, raw
from turncoat.web.updates.padding import PaddedSizeExceeded, in_steps, padding, with_padding


class OwnSize(msgspec.Struct, frozen=True):
    """A size in bytes: in full, and packed."""

    in_full: int
    packed: int


IN_FULL: Final = 16 * 1024
"""Room for all texts of a seat's own parts in full. How much they need when they are packed, each game says
(`GamePresenter.own_texts`). Every question of every game needs less; a test checks that."""
AID: Final = OwnSize(32 * 1024, 4608)
"""More room at a table with the thinking aid. That it is on, everybody knows."""
EACH_NAME_BYTE: Final = OwnSize(24, 2)
"""Room for each byte of the names at the table: how often a name is said, and what is left when it is packed."""
CHANNEL_STEP: Final = 4 * 1024
"""What is said in a private channel has room of its own, in steps of so many bytes. Its members are known to all."""
T = TypeVar("T")
Models = dict[PagePart, object]


def own_size(names: Iterable[str], texts: int, *, with_aid: bool, channel: int | None = None) -> OwnSize:
    """Return the size for everybody at a table where these names are. The packed texts of the game have so much room.

    `channel`: how many bytes the private channel has; None for those who are not in it.
    """
    letters = sum(len(name.encode()) for name in names)
    said = in_steps(channel, CHANNEL_STEP) if channel is not None else 0
    return OwnSize(
        IN_FULL + AID.in_full * with_aid + letters * EACH_NAME_BYTE.in_full + said,
        texts + AID.packed * with_aid + letters * EACH_NAME_BYTE.packed + said,
    )


class SealedParts:
    """The parts of one page that only its seat may know."""

    def __init__(self, csrf: str) -> None:
        self._csrf = csrf
        self._made: dict[PagePart, Made] = {}

    def models(self, page: Layout, at: ViewerContext) -> Models:
        """Return what the parts show now."""
        return {part: part.model(at) for part in page.seat}

    def load(self, models: Models, at: ViewerContext) -> dict[PagePart, str]:
        """Return the parts for a page that is loaded: drawn, and together of their size in bytes."""

        def fill(models: Models) -> dict[PagePart, str]:
            drawn = self._draw(models, at)
            own_seat = drawn[OWN_SEAT]
            size = sum(len(html.encode()) for html in drawn.values()) - len(own_seat) + len(with_padding(own_seat, 1))
            room = self._size(drawn, (), at).in_full
            drawn[OWN_SEAT] = with_padding(own_seat, 1 + len(padding(size, room)))
            return drawn

        return _within_size(fill, models)

    def piece(self, models: Models, changes: Changes, at: ViewerContext, *, packs: bool) -> tuple[msgspec.Raw, str]:
        """Return the parts and what else only this viewer is told, packed; and what fills that up to its size."""

        def fill(models: Models) -> tuple[msgspec.Raw, str]:
            drawn = self._draw(models, at)
            parts = {part.id: raw(html) for part, html in drawn.items()}
            packed = piece(msgspec.structs.replace(changes, parts=parts), packs=packs)
            size = self._size(drawn, tuple(one for one in changes.announcements if one.kind == "own"), at)
            used = len(bytes(packed)) - len('""')
            return packed, padding(used, size.packed if packs else size.in_full)

        return _within_size(fill, models)

    def _draw(self, models: Models, at: ViewerContext) -> dict[PagePart, str]:
        self._made = {part: make(part, model, at.language, self._made.get(part)) for part, model in models.items()}
        return {part: made.drawn.html.replace(FORM_TOKEN, self._csrf) for part, made in self._made.items()}

    @staticmethod
    def _size(drawn: Mapping[PagePart, str], said: tuple[object, ...], at: ViewerContext) -> OwnSize:
        """Return the size of all: the same for all seats, whatever is in them. `said` was in a private channel."""
        session = at.session
        assert session is not None
        channel = len(encode([drawn[CHANNEL], said])) if in_channel(session, at.seat) else None
        texts = presenter_of(session.ruleset.game).room_for_own_texts(session.ruleset)
        return own_size(session.names, texts, with_aid=at.table.settings.thinking_aid, channel=channel)


def _within_size(fill: Callable[[Models], T], models: Models) -> T:
    """Return what `fill` makes of the models; if that is too large, of shortened ones."""
    try:
        return fill(models)
    except PaddedSizeExceeded:
        short = {part: model.shortened() if isinstance(model, Shortened) else model for part, model in models.items()}
        return fill(short)
