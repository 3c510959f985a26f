"""Texts from files and uploads: records, proofs of a deal, card sets. Only errors with a reason come out, and soon."""

import json
import time
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import turncoat.games  # noqa: F401 - registers the games
from tests.support.damage import HEAD, HOUSE, damaged, damaged_bytes, json_values, papers
from turncoat.kernel.card_sets import game_with_cards
from turncoat.kernel.records import RecordError, check
from turncoat.table.past.proof import DealProofError, check_proof, read_proof

SOON = 1.0
"""Maximum seconds of processor time for a text of 100,000 characters, since other requests may have to wait for it."""
DIGITS = "0x" + "f" * 5000
"""A number too long for Python to print."""


def refused_soon(read: Callable[[], object], error: type[Exception]) -> Exception:
    """Return the error that is raised, which must be the expected one and come after little work."""
    began = time.process_time()
    with pytest.raises(error) as caught:
        read()
    assert time.process_time() - began < SOON
    assert str(caught.value)
    assert "\n" not in str(caught.value)
    return caught.value


@pytest.mark.parametrize(
    "text",
    [
        HEAD.format(more="").replace("format = 1", f"format = {DIGITS}"),
        HEAD.format(more="").replace("players = 5", f"players = {DIGITS}"),
        HEAD.format(more="").replace("first = 2", f"first = {DIGITS}"),
        HEAD.format(more=f"[options]\nfifth-mission-after = {DIGITS}"),
        HEAD.format(more=".".join("a" * 40_000) + " = 1"),
        HEAD.format(more="x = {" + ".".join("a" * 40_000) + " = 1}"),
        HEAD.format(more="[" + ".".join("a" * 2_000) + "]\n" + "".join(f"k{number} = 1\n" for number in range(6_000))),
        HEAD.format(more="a.b.c.d.e.f.g.h = 1\n" * 5_000),
        HEAD.format(more="".join(f"[k{number}]\n" for number in range(10_000))),
        HEAD.format(more="a = [" + "{}," * 30_000 + "]"),
        HEAD.format(more="a = " + "[" * 90_000),
        HEAD.format(more='a = """' + '"" ' * 30_000 + '"""'),
        HEAD.format(more="") + "0 x y\n" * 15_000,
        HEAD.format(more="") + "2 name-team " + "team=0 " * 13_000,
        HEAD.format(more="") + "2 name-team team=" + "0," * 45_000 + "99",
    ],
    ids=range(15),
)
def test_no_record_is_slow_to_check(text: str) -> None:
    refused_soon(lambda: check(text), RecordError)


def attempt_papers(data: bytes) -> None:
    """Check that the proof is fair, or refused with a reason of one line."""
    said = "fair"
    try:
        check_proof(read_proof(data))
    except DealProofError as error:
        said = str(error)
    assert said
    assert "\n" not in said


@given(st.deferred(lambda: damaged_bytes(papers())))
def test_no_papers_crash_the_check(data: bytes) -> None:
    attempt_papers(data)


@given(st.data())
def test_no_value_in_papers_crashes_the_check(data: st.DataObject) -> None:
    given = json.loads(data.draw(st.sampled_from(papers())))
    part = data.draw(st.sampled_from([given, given["deal"]]))
    name = data.draw(st.sampled_from(sorted(part)))
    part[name] = data.draw(json_values | st.just(["x" * 70_000]) | st.just("5E" * 32) | st.just(" 5e" * 32))
    attempt_papers(json.dumps(given).encode(errors="replace"))


BOOK = game_with_cards(HOUSE)


def attempt_cards(text: str) -> None:
    """Check that the text is a card set, or refused with a reason."""
    try:
        said = game_with_cards(text).read_cards(text).summary
    except ValueError as error:
        said = str(error)
    assert said


@settings(max_examples=settings().max_examples // 4)
@given(damaged([HOUSE], ["[[hero]]\n", "[attack]\n", 'name = "x"\n', "effects = []\n", "1979-05-27", "nan", "inf"]))
def test_no_card_set_crashes_the_reader(text: str) -> None:
    attempt_cards(text)


toml_values = st.sampled_from(
    ["1", "-1", "0", "1.5", "nan", "true", '""', '"x"', "[]", "[1]", "{}", "{a = 1}", "1979-05-27", "9" * 30, DIGITS]
)


@settings(max_examples=settings().max_examples // 2)
@given(st.data())
def test_no_value_in_a_card_set_crashes_the_reader(data: st.DataObject) -> None:
    lines = HOUSE.splitlines()
    fields = [number for number, line in enumerate(lines) if "=" in line]
    for _ in range(data.draw(st.integers(1, 2))):
        at = data.draw(st.sampled_from(fields))
        lines[at] = f"{lines[at].partition('=')[0]}= {data.draw(toml_values)}"
    attempt_cards("\n".join(lines))


@pytest.mark.parametrize(
    "text",
    [
        HOUSE.replace("[attack]", ".".join("a" * 40_000) + " = 1\n[attack]"),
        "a = " + "[" * 5000,
        f"name = {DIGITS}",
        f"title = {DIGITS}\n{HOUSE}",
        "game = " + "9" * 5000,
        "game = []",
    ],
    ids=range(6),
)
def test_no_card_set_is_slow_to_read(text: str) -> None:
    refused_soon(lambda: game_with_cards(text).read_cards(text), ValueError)
