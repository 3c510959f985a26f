"""Deals are the same in every run, but differ with another text and in another test."""

from pathlib import Path

import pytest

from tests.plugins.chance import IN_SERVER, NAME
from turncoat.table.runtime import table_log

TELLS = """
    import pytest
    from turncoat.table.runtime import table_log

    @pytest.fixture(scope="module")
    def shared():
        print("shared", table_log.fresh_seed())

    def test_one(shared):
        print("one", table_log.fresh_seed(), table_log.fresh_seed())

    def test_other(shared):
        print("other", table_log.fresh_seed())
"""


def seeds(suite: pytest.Pytester, *args: str) -> list[str]:
    result = suite.runpytest_inprocess("-p", "tests.plugins.chance", "-p", "no:cacheprovider", "-s", *args)
    assert result.ret == 0
    assert not result.errlines
    return [word for line in result.outlines for word in line.split() if len(word) == 64]


def test_deals_are_the_same_in_every_run_and_differ_within_one(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(TELLS)
    usual, other = seeds(pytester), seeds(pytester, "--chance", "another")
    assert len({*usual, *other}) == 8
    assert sorted(seeds(pytester, "-k", "other")) == sorted([usual[0], usual[-1]])  # whichever test comes first
    assert seeds(pytester) == usual
    assert seeds(pytester, "--chance", "another") == other


def test_a_servers_deals_depend_only_on_the_test_that_uses_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(NAME, str(tmp_path / "text"))
    monkeypatch.setattr(table_log, "fresh_seed", None)

    def dealt(*tests: str) -> dict[str, list[str]]:
        """Return the seeds of a new server for tests that use it in this order."""
        exec(IN_SERVER, {})
        found: dict[str, list[str]] = {}
        for test in tests:
            (tmp_path / "text").write_text(test, encoding="utf-8")
            found[test] = [vars(table_log)["fresh_seed"]() for _ in range(2)]
        return found

    first, again = dealt("one", "other"), dealt("other", "one")
    assert first == again
    assert len({seed for seeds in first.values() for seed in seeds}) == 4
