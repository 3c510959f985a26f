"""Texts that people type and browsers send: they yield a clean value, or a refusal with a code."""

import time
import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turncoat.games  # noqa: F401 - registers the games
from tests.support.damage import damaged, noise
from turncoat.kernel.refusals import REFUSALS, Refused
from turncoat.table.state.chat import LONGEST_TEXT, clean_text
from turncoat.table.values.masking import mask, masked_words
from turncoat.table.values.names import LONGEST, check_free, clean_name, skeleton
from turncoat.table.values.settings import TableSettings, changed, checked
from turncoat.table.values.typed_text import INVISIBLE, clean_lines, cleaned
from turncoat.web.http.codes import MOST, grouped, typed_code
from turncoat.web.http.forms import MOST_DIGITS, FormFields, whole_number
from turncoat.web.http.languages import _wanted
from turncoat.web.http.limits import network_of
from turncoat.web.http.requests import AllowedHosts
from turncoat.web.replays.page import moment_from, side_from
from turncoat.web.updates.padding import in_steps, padding

strange = st.text(
    st.characters(categories=["Mn", "Me", "Cf", "Zs", "Lo", "So", "Sk", "Co", "Cn"])
    | st.sampled_from("aA.:\u3164\u200d ")
)
texts = noise | strange | st.text(max_size=400)


def refused(act: Callable[[], object]) -> str:
    """Return the code of the refusal, or an empty string."""
    code = ""
    try:
        act()
    except Refused as refusal:
        code = refusal.refusal.code
    assert not code or code in REFUSALS
    return code


@given(texts)
def test_any_name_is_cleaned_or_refused(text: str) -> None:
    if refused(lambda: clean_name(text)):
        return
    name = clean_name(text)
    assert clean_name(name) == name  # a displayed name can be typed again
    assert 0 < len(name) <= LONGEST
    assert not {unicodedata.category(sign) for sign in name} & {"Cc", "Co", "Cs", "Zl", "Zp"}
    assert not any(first <= ord(sign) <= last for sign in name for first, last in INVISIBLE)
    assert skeleton(name)
    if not refused(lambda: check_free(name, [])):
        assert refused(lambda: check_free(name.upper(), [name])) in ("name-taken", "name-reserved")


@given(texts)
def test_any_chat_text_is_cleaned_or_refused(text: str) -> None:
    if not refused(lambda: clean_text(text)):
        said = clean_text(text)
        assert clean_text(said) == said
        assert 0 < len(said) <= LONGEST_TEXT
    assert clean_lines(clean_lines(text)) == clean_lines(text)


@given(texts, texts)
def test_masking_changes_only_the_listed_words(text: str, words: str) -> None:
    hidden = mask(text, masked_words(words))
    assert len(hidden) == len(text)
    assert all(new in (old, "*") for old, new in zip(text, hidden, strict=True))


@given(texts)
def test_any_number_code_or_address_is_parsed_or_refused(text: str) -> None:
    number = whole_number(text)
    assert number is None or 0 <= number < 10**MOST_DIGITS
    code = typed_code(text)
    assert len(code) <= MOST
    assert typed_code(grouped(code)) == code
    assert 0 <= moment_from(text, 7) <= 7
    assert side_from(text, 5) in ("all", "open", *"01234")
    assert isinstance(network_of(text), str)
    assert AllowedHosts().allows(text) in (True, False)
    assert all(isinstance(code, str) for code in _wanted(text))


@given(damaged(["en;q=0.5, pl;q=nan,de", "pl;q=1e999,en;q=-inf", "*;q=0"]))
def test_any_list_of_languages_can_be_parsed(text: str) -> None:
    assert sorted(_wanted(text)) == sorted(_wanted(text))


@given(
    st.dictionaries(st.sampled_from([*TableSettings.__struct_fields__, "x"]), st.lists(texts, max_size=2), max_size=3)
)
def test_any_settings_are_within_bounds_or_refused(fields: dict[str, list[str]]) -> None:
    if not refused(lambda: changed(TableSettings(), fields)):
        settings = changed(TableSettings(), fields)
        assert checked(settings) == settings


numbers = st.sampled_from(
    ["-1", "0", "1", "3600", "3601", "1e3", "9" * 30, "9" * 5000, " 1", "1_0", "٣", "true", "nan", ""]
)


@given(st.dictionaries(st.sampled_from(TableSettings.__struct_fields__), numbers.map(lambda text: [text]), max_size=3))
def test_any_number_in_settings_is_within_bounds_or_refused(fields: dict[str, list[str]]) -> None:
    if not refused(lambda: changed(TableSettings(), fields)):
        settings = changed(TableSettings(), fields)
        assert checked(settings) == settings


@given(st.integers(0, 10**6), st.integers(1, 10**4))
def test_padding_fills_a_message_to_a_full_size(size: int, first: int) -> None:
    full = in_steps(size, first)
    assert size + len(padding(size, full)) == full
    assert full % first == 0
    assert full == first or full < size + first


@pytest.mark.parametrize(
    "text", ["a" * 60_000, "\u0301" * 60_000, "a\u0301" * 30_000, "a " * 30_000, "." * 60_000, "\ufdfa" * 60_000]
)
def test_no_text_is_slow_to_clean(text: str) -> None:
    began = time.process_time()
    refused(lambda: clean_name(text))
    refused(lambda: clean_text(text))
    refused(lambda: changed(TableSettings(), {"masked_words": [text]}))
    mask(cleaned(text)[:LONGEST_TEXT], masked_words(text))
    FormFields({"name": [text]}).number("name")
    assert time.process_time() - began < 0.2
