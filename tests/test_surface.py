"""The public surface: every name is there, and asking for one makes the games known."""

import subprocess
import sys

import pytest

import turncoat


@pytest.mark.parametrize("name", turncoat.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(turncoat, name) is not None


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        turncoat.nonsense  # noqa: B018


def test_a_ruleset_can_be_named_at_once() -> None:
    code = "from turncoat import Ruleset; print(Ruleset.of('resistance', 5).players)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "5\n"
