"""What has changed between two drawings of a part of a page, as edits: most of a part stays as it was."""

import re
from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from functools import lru_cache
from itertools import pairwise
from typing import Final, TypeAlias, TypeVar

import msgspec

from turncoat.web.updates.messages import encode, raw

T = TypeVar("T")
Edit: TypeAlias = tuple[int, int, str]
"""So much is kept of the old text, so much left out, and this text put in its place, before the next edit goes on from
there; what is left after the last edit is kept. Counted in units of UTF-16, as scripts in a browser do."""

_ELEMENT: Final = re.compile(r"<(?:li|p|tr|h\d|div|section|span)\b")
"""Where a text is cut into the pieces that are compared: few enough to be quick, short enough to say what changed."""


def edits_between(old: str, new: str) -> tuple[Edit, ...]:
    """The edits that make the new text of the old one."""
    before, after = _pieces(old), _pieces(new)
    head = _alike(before, after)
    tail = _alike(before[head:][::-1], after[head:][::-1])
    changed, anew = before[head : len(before) - tail], after[head : len(after) - tail]
    edits: list[Edit] = []
    kept = _units("".join(before[:head]))
    for kind, start, end, first, last in SequenceMatcher(None, changed, anew, autojunk=False).get_opcodes():
        gone, come = "".join(changed[start:end]), "".join(anew[first:last])
        if kind == "equal":
            kept += _units(gone)
            continue
        same = _alike(gone, come)
        gone, come, kept = gone[same:], come[same:], kept + _units(gone[:same])
        same = _alike(gone[::-1], come[::-1])
        edits.append((kept, _units(gone[: len(gone) - same]), come[: len(come) - same]))
        kept = _units(gone[len(gone) - same :])
    return tuple(edits)


@lru_cache(64)
def changes(old: str, new: str) -> msgspec.Raw:
    """A part as JSON text for a page that shows the old one: the edits, or all of it when that is shorter.

    Everybody who looks at a table is told the same of its public parts one after another, so few are kept.
    """
    edits, whole = msgspec.Raw(encode(edits_between(old, new))), raw(new)
    return edits if len(edits) < len(whole) else whole


class ShownParts(msgspec.Struct, frozen=True):
    """The parts that an open page was sent, by the id of their element. Whoever was sent the same has equal ones."""

    texts: tuple[tuple[str, str], ...] = ()
    loaded: frozenset[str] = frozenset()
    """Those that the page was loaded with: it does not have their texts, so they cannot be edited there."""

    def load(self, parts: Mapping[str, str]) -> "ShownParts":
        """What a page was sent that was loaded with these parts."""
        return ShownParts(tuple({**dict(self.texts), **parts}.items()), self.loaded.union(parts))

    def news(self, parts: Mapping[str, str], *, as_edits: bool) -> "tuple[dict[str, msgspec.Raw], ShownParts]":
        """Those of the parts that are new to the page, as it is to be sent them; and what it was sent by then."""
        texts, loaded, news = dict(self.texts), set(self.loaded), {}
        for id, text in parts.items():
            shown = texts.get(id)
            if text != shown:
                is_whole = shown is None or not as_edits or id in loaded
                news[id] = raw(text) if shown is None or is_whole else changes(shown, text)
                loaded.discard(id)
                texts[id] = text
        return news, ShownParts(tuple(texts.items()), frozenset(loaded)) if news else self


def _pieces(text: str) -> list[str]:
    cuts = [0, *(found.start() for found in _ELEMENT.finditer(text)), len(text)]
    return [text[start:end] for start, end in pairwise(cuts)]


def _alike(one: Sequence[T], other: Sequence[T]) -> int:
    """How many items at the beginning are the same."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _units(text: str) -> int:
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2
