"""Unwanted words are found in their usual disguises, but not inside other words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turncoat.table.values.masking import mask, masked_words

WORDS = masked_words("darn, kurczę\n  ass;  ")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Darn!", "****!"),
        ('(DARN), "darn".', '(****), "****".'),
        ("well-darn", "well-****"),
        ("därn d4rn dаrn", "**** **** ****"),
        ("d.a.r.n d a r n", "******* *******"),
        ("daaaarn", "*******"),
        ("KURCZE kurczę", "****** ******"),
        ("a$$ @ss ass!", "*** *** ***!"),
    ],
)
def test_disguised_words_are_masked(text: str, shown: str) -> None:
    assert mask(text, WORDS) == shown


@pytest.mark.parametrize("text", ["darned", "class, pass", "mass", "d arn", "I am a sad one", "", "🧙"])
def test_other_words_are_not_masked(text: str) -> None:
    assert mask(text, WORDS) == text


def test_an_empty_list_masks_nothing() -> None:
    assert masked_words(" ,\n; . ") == frozenset()
    assert mask("...", masked_words(". , !")) == "..."


@given(st.text(max_size=80))
def test_masking_keeps_the_length_and_is_idempotent(text: str) -> None:
    shown = mask(text, WORDS)
    assert len(shown) == len(text)
    assert mask(shown, WORDS) == shown
