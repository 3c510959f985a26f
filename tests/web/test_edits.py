"""What an open page is sent as edits makes the part that is meant, and is short."""

import json
import zlib
from base64 import b64decode
from random import Random
from statistics import median

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.web.test_secrets import Watching, choose, room
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.walks import next_choice
from turncoat.web.table.page import TablePage, page_of, public_parts
from turncoat.web.updates.edits import Edit, ShownParts, edits_between

PIECES = st.sampled_from(
    ["<li>", "</li>", "<div class=seat>", "Ola", "Ełk", "\U0001f9d9", "\U0001f9d9\u200d", "a", "aa", "\n"]
)
TEXTS = st.lists(PIECES, max_size=40).map("".join)


def edited(old: str, edits: list[Edit] | tuple[Edit, ...]) -> str:
    """The new text, made as a browser does: in units of UTF-16."""
    units, at, new = old.encode("utf-16-le"), 0, b""
    for keep, drop, text in edits:
        new += units[2 * at : 2 * (at + keep)] + text.encode("utf-16-le")
        at += keep + drop
    return (new + units[2 * at :]).decode("utf-16-le")


@given(TEXTS, TEXTS)
def test_edits_make_the_new_text_of_the_old_one(old: str, new: str) -> None:
    assert edited(old, edits_between(old, new)) == new


@given(TEXTS)
def test_what_has_not_changed_needs_no_edit(text: str) -> None:
    assert edits_between(text, text) == ()


def test_a_page_that_knows_no_edits_gets_whole_parts() -> None:
    for as_edits in (True, False):
        shown = ShownParts()
        got = []
        for size in (100, 101):
            news, shown = shown.news({"a": "<p>One</p>" * size, "b": "-"}, as_edits=as_edits)
            got.append(msgspec.json.decode(msgspec.json.encode(news)))
        first, second = got
        assert first == {"a": "<p>One</p>" * 100, "b": "-"}
        assert set(second) == {"a"}
        assert isinstance(second["a"], list) is as_edits


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra"])
def test_an_open_page_shows_what_a_new_one_would(game: str) -> None:
    ruleset = Ruleset.of(game, 8)
    at = room(ruleset, ruleset.deal(b"edits"), tuple(f"\U0001f9d9 Person {seat}" for seat in range(8)))
    session, rng = at.table.session, Random(game)
    assert session is not None
    watching = Watching(at, 3, packs=True)
    texts: dict[str, str] = {}
    sizes: list[int] = []
    while session.result is None and len(sizes) < 120:
        update = watching.viewer.update()
        sizes.append(len(update))
        message = json.loads(update)
        for id, part in message["parts"].items() if "parts" in message else ():
            texts[id] = part if isinstance(part, str) else edited(texts[id], part)
        own = json.loads(zlib.decompress(b64decode(message["own"]), wbits=-15))
        page = page_of(at, watching.visitor, "en", "http://table", "csrf")
        assert isinstance(page, TablePage)
        for id, text in public_parts(at, page).items():
            assert texts[id] == text
        assert set(own["parts"]) == {"mine", "channel", "guide"}
        choose(at, *next_choice(session._game, rng))
    assert median(sizes[1:]) <= 6000
