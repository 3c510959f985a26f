"""The command line with any arguments and files: it does its work, or says in one line why not."""

import contextlib
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.support.damage import HEAD, HOUSE, damaged_bytes, noise, papers
from turncoat.cli import language
from turncoat.cli.app import main

FEWER = settings(max_examples=settings().max_examples // 2, suppress_health_check=[HealthCheck.function_scoped_fixture])


def run(arguments: Sequence[str]) -> tuple[int, str, str]:
    """Return the exit status, the output, and the error output."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["turncoat", *arguments]),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        main()
    status = ended.value.code
    assert isinstance(status, int)
    return status, out.getvalue(), err.getvalue()


def assert_done(arguments: Sequence[str]) -> None:
    status, _, err = run(arguments)
    assert status in (0, 1, 2)
    assert "Traceback" not in err
    assert len(err.splitlines()) == (status > 0), err


@pytest.fixture(autouse=True)
def _in_english_again() -> Iterator[None]:
    yield
    language.choose("en")


texts = noise.map(lambda text: text.replace("\0", ""))
numbers = st.sampled_from(["5", "7", "0", "-1", "11", "5.0", "9" * 30, "9" * 5000, "٣", "", "x"])
games = st.sampled_from(["resistance", "hail-hydra", "winter-soldier"]) | texts
named = st.sampled_from(
    ["targeting", "plot-thickens", "maria-hill", "fifth-mission-after=successes", "cards=x", "a=b=c"]
)
options = st.lists(
    st.one_of(
        st.tuples(st.just("--players"), numbers),
        st.tuples(st.sampled_from(["--with", "--option"]), named | texts),
        st.tuples(st.just("--language"), st.sampled_from(["en", "pl", "x"]) | texts),
        st.tuples(texts),
    ),
    max_size=4,
).map(lambda pairs: [text for pair in pairs for text in pair])


@FEWER
@given(game=games, options=options)
@example("resistance", ["--players", "9" * 5000])
def test_the_script_command_survives_any_arguments(game: str, options: list[str]) -> None:
    assert_done(["script", game, *options])


@FEWER
@given(
    game=games, options=options, seed=texts, bots=texts | st.sampled_from(["random", "sensible,random", "spies=random"])
)
def test_the_simulate_command_survives_any_arguments(game: str, options: list[str], seed: str, bots: str) -> None:
    assert_done(["simulate", game, "--players", "5", "--games", "1", "--seed", seed, "--bots", bots, *options])


@FEWER
@given(
    words=st.lists(
        st.sampled_from(["games", "record", "cards", "check", "show", "fair", "--help", "--json"]) | texts, max_size=4
    )
)
def test_the_command_survives_any_words(words: list[str]) -> None:
    if not {"serve", "play"} & set(words):
        status, _, err = run(words)
        assert status in (0, 1, 2)
        assert "Traceback" not in err


FILES = st.deferred(lambda: st.sampled_from([HEAD.format(more="").encode(), HOUSE.encode(), *papers()]))


@FEWER
@given(
    command=st.sampled_from([["record", "check"], ["record", "show"], ["cards", "check"], ["fair"]]),
    data=FILES.flatmap(lambda text: damaged_bytes([text])) | st.binary(max_size=50),
)
def test_commands_survive_any_file(tmp_path: Path, command: list[str], data: bytes) -> None:
    file = tmp_path / "file"
    file.write_bytes(data)
    assert_done([*command, str(file)])
