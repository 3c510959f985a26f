"""Deals are the same in every run, others for another text, and others for another test."""

import os

import pytest

from tests.plugins.chance import NAME

TELLS = """
    from turncoat.table.runtime import table_log

    def test_one():
        print("one", table_log.fresh_seed(), table_log.fresh_seed())

    def test_other():
        print("other", table_log.fresh_seed())
"""


def seeds(suite: pytest.Pytester, *args: str) -> list[str]:
    result = suite.runpytest_inprocess("-p", "tests.plugins.chance", "-p", "no:cacheprovider", "-s", *args)
    result.assert_outcomes(passed=2)
    return [word for line in result.outlines for word in line.split() if len(word) == 64]


def test_deals_are_the_same_in_every_run_and_no_two_of_a_run(
    pytester: pytest.Pytester, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NAME, os.environ[NAME])  # the runs within set it, and it is put back after them
    pytester.makepyfile(TELLS)
    usual, other = seeds(pytester), seeds(pytester, "--chance", "another")
    assert len({*usual, *other}) == 6
    assert seeds(pytester) == usual
    assert seeds(pytester, "--chance", "another") == other
