"""Sweeps are deselected, as whole tests or single cases, and the run reports their number."""

import pytest

SUITE = """
    import pytest

    @pytest.mark.sweep
    @pytest.mark.parametrize("n", range(9))
    def test_wide(n):
        pass

    @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.sweep)])
    def test_some(n):
        pass
"""


def run(suite: pytest.Pytester, *args: str) -> pytest.RunResult:
    suite.makepyfile(SUITE)
    return suite.runpytest_inprocess("-p", "tests.plugins.sweep", "-p", "no:cacheprovider", *args)


def test_sweeps_and_cases_are_deselected_and_counted(pytester: pytest.Pytester) -> None:
    result = run(pytester)
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["left to `make test-all`: 2 sweeps"])


def test_with_the_sweep_option_everything_runs(pytester: pytest.Pytester) -> None:
    result = run(pytester, "--sweep")
    result.assert_outcomes(passed=11)
    result.stdout.no_fnmatch_line("*left to*")
