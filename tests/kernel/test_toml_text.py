"""Untrusted TOML is read like by Python's parser, or refused before it can do harm."""

import sys
import tomllib
from collections.abc import Callable, Iterator
from itertools import count

import pytest

from turncoat.kernel.toml_text import DEEPEST_NESTING, read_toml

ROOM = 100
"""Stack frames above the test: enough for the deepest nesting allowed, too few for what the texts ask for."""


@pytest.fixture
def little_room() -> Iterator[None]:
    """Limit recursion to slightly more than the depth of the test itself."""
    before = sys.getrecursionlimit()
    depth = next(depth for depth in count() if not has_frame(depth))
    sys.setrecursionlimit(depth + ROOM)
    yield
    sys.setrecursionlimit(before)


def has_frame(depth: int) -> bool:
    try:
        sys._getframe(depth)
    except ValueError:
        return False
    return True


def lists(deep: int) -> str:
    return "a = " + "[" * deep + "]" * deep


def tables(deep: int) -> str:
    return "a = " + "{b=" * deep + "1" + "}" * deep


@pytest.mark.parametrize("nest", [lists, tables])
@pytest.mark.usefixtures("little_room")
def test_toml_nesting_is_limited(nest: Callable[[int], str]) -> None:
    assert read_toml(nest(DEEPEST_NESTING)) == tomllib.loads(nest(DEEPEST_NESTING))
    for deep in (DEEPEST_NESTING + 1, 5000):
        for text in (
            nest(deep),
            nest(deep).rstrip("]}"),
            f"b = '''''['''\n{nest(deep)}",
            f'b = """"\\""""\n{nest(deep)}',
        ):
            with pytest.raises(ValueError, match="nested too deeply"):
                read_toml(text)


@pytest.mark.parametrize(
    "value",
    [
        '"[[[["',
        "'{{{{'",
        '"""\n[[[["""',
        "'''\n[[[['''",
        r'"\"[[[["',
        '"""[["[["" [[\\"""[["""""',
        "'''[['[['' [['''''",
        "1 # [[[[",
        '["[", \'[\', """[""", [1], {a = "{"}]',
    ],
)
def test_brackets_in_toml_strings_and_comments_do_not_count_as_nesting(value: str) -> None:
    text = "\n".join(f"a{n} = {value}" for n in range(DEEPEST_NESTING + 1))
    assert read_toml(text) == tomllib.loads(text)


@pytest.mark.parametrize("part", ['"""\n\\', "'''\n'", '"\\', "'", '"', "#", '"""\\', "[", "]", '"\\\n'])
def test_an_unterminated_toml_string_is_scanned_once(part: str) -> None:
    """Time out if every character starts another scan, which would take minutes."""
    with pytest.raises(ValueError, match=r"\w"):
        read_toml("a = " + part * 100_000)
