"""Hypothesis strategies for damaged input, which gets further into a parser than noise does."""

import json
import string
from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any
from unittest import mock

from hypothesis import strategies as st

import turncoat.games  # noqa: F401 - registers the games
from tests.support.deal_proofs import proof_of
from turncoat.kernel.rulesets import Ruleset

HOUSE = (files("turncoat.games.hail_hydra") / "house.toml").read_text(encoding="utf-8")

HEAD = """format = 1
rules = "1"
game = "resistance"
players = 5
{more}
[deal]
first = 2
roles = ["spy", "resistance", "resistance", "spy", "resistance"]

--- choices
"""

SIGNS = string.printable + "żółć٣²ªⅧ\u0301\u200d\u202e\u2028\x85\x00\ufeff\U0001f600"
noise = st.text(st.sampled_from(SIGNS), max_size=30) | st.text(max_size=10)
"""Signs that mean something to some parser, and arbitrary text."""

json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(10**18, 10**60)
    | st.floats(allow_nan=False, allow_infinity=False)
    | noise,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(noise, inner, max_size=3),
    max_leaves=8,
)


@st.composite
def damaged(draw: st.DrawFn, texts: Sequence[str], pieces: Sequence[str] = ()) -> str:
    """Draw one of the texts and replace up to three places in it."""
    text = draw(st.sampled_from(texts))
    put = noise | st.sampled_from([*"09-,=\"#\n[]{}:. '", "9" * 400, "\ud800", "e99", *pieces])
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 9)))
        text = text[:at] + draw(put) + text[end:]
    return text


@st.composite
def damaged_bytes(draw: st.DrawFn, texts: Sequence[bytes]) -> bytes:
    """Draw one of the byte strings and replace up to three places in it."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        end = min(len(text), at + draw(st.integers(0, 9)))
        text = (
            text[:at] + draw(st.binary(max_size=6) | st.sampled_from([b"\xff", b"[" * 3000, b"9" * 5000])) + text[end:]
        )
    return text


@cache
def papers() -> list[bytes]:
    """Return deal proofs of finished games, as a table offers them for download."""
    rulesets = Ruleset.of("resistance", 5), Ruleset.of("hail-hydra", 5)
    with mock.patch("tests.support.deal_proofs.fresh_seed", return_value="5e" * 32):
        return [
            json.dumps(proof_of(ruleset, sealed=sealed)).encode() for ruleset in rulesets for sealed in (False, True)
        ]
