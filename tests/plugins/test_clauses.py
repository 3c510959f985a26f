"""The clause plugin fails runs on uncovered clauses, as small suites of its own show."""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

CHAPTERS = """
[first]
finished = true
clauses = '''
ONE-1 ONE-2
'''
[second]
finished = false
clauses = "TWO-1 TWO-2 TWO-3"
"""

COVERED = """
    import pytest

    @pytest.mark.clause("ONE-1")
    def test_one():
        pass
"""


@pytest.fixture
def suite(pytester: pytest.Pytester) -> pytest.Pytester:
    """An empty suite that loads the plugin and knows two chapters, one of them finished."""
    pytester.makefile(".toml", chapters=CHAPTERS)
    return pytester


def run(suite: pytest.Pytester, *args: str) -> pytest.RunResult:
    command = ("-p", "tests.plugins.clauses", "-p", "no:cacheprovider", "--clauses-file", "chapters.toml", *args)
    if "-n" in args:
        return suite.runpytest_subprocess(*command)
    return suite.runpytest_inprocess(*command)


def test_a_run_fails_on_a_clause_that_no_test_names(suite: pytest.Pytester) -> None:
    suite.makepyfile(COVERED)
    result = run(suite, "--clauses")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.assert_outcomes(passed=1)
    result.stdout.fnmatch_lines(["first: 1 of 2 covered (finished)", "FAILED first: not covered: ONE-2"])


def test_a_run_passes_when_every_clause_of_the_finished_chapters_is_covered(suite: pytest.Pytester) -> None:
    suite.makepyfile(
        COVERED
        + """
    @pytest.mark.parametrize("n", [1, pytest.param(2, marks=pytest.mark.clause("ONE-2"))])
    def test_two(n):
        pass
    """
    )
    result = run(suite, "--clauses")
    assert result.ret == pytest.ExitCode.OK
    result.stdout.fnmatch_lines(["first: 2 of 2 covered (finished)", "second: 0 of 3 covered (not finished)"])
    result.stdout.no_fnmatch_line("FAILED*")


def test_without_the_option_no_clause_is_required(suite: pytest.Pytester) -> None:
    suite.makepyfile(COVERED)
    assert run(suite).ret == pytest.ExitCode.OK


@pytest.mark.parametrize(
    "body",
    [
        pytest.param('@pytest.mark.skip(reason="not today")\n{marked}\n    pass', id="skipped by a marker"),
        pytest.param('{marked}\n    pytest.skip("in the middle")', id="skipped in the call"),
        pytest.param("@pytest.mark.xfail\n{marked}\n    assert False", id="an expected failure"),
        pytest.param("@pytest.mark.xfail\n{marked}\n    pass", id="an unexpected pass"),
        pytest.param(
            '@pytest.fixture\ndef hand():\n    pytest.skip("no hand")\n'
            '@pytest.mark.clause("ONE-2")\ndef test_two(hand):\n    pass',
            id="skipped by a fixture",
        ),
    ],
)
def test_a_test_that_did_not_really_pass_covers_nothing(suite: pytest.Pytester, body: str) -> None:
    marked = '@pytest.mark.clause("ONE-2")\ndef test_two():'
    suite.makepyfile(
        'import pytest\n@pytest.mark.clause("ONE-1")\ndef test_one():\n    pass\n' + body.format(marked=marked)
    )
    result = run(suite, "--clauses")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["FAILED first: not covered: ONE-2"])


@pytest.mark.parametrize(
    ("markers", "ok"),
    [
        pytest.param('@pytest.mark.clause("ONE-1", "ONE-2", "TWO-1", "TWO-2")', True, id="four"),
        pytest.param('@pytest.mark.clause("ONE-1", "ONE-2", "TWO-1", "TWO-2", "TWO-3")', False, id="five"),
        pytest.param(
            '@pytest.mark.clause("ONE-1", "ONE-2", "TWO-1")\n@pytest.mark.clause("TWO-2", "TWO-3")',
            False,
            id="five in two markers",
        ),
    ],
)
def test_a_test_that_names_more_than_four_covers_nothing(suite: pytest.Pytester, markers: str, ok: bool) -> None:
    suite.makepyfile(f"import pytest\n{markers}\ndef test_all():\n    pass\n")
    result = run(suite, "--clauses")
    assert result.ret == (pytest.ExitCode.OK if ok else pytest.ExitCode.TESTS_FAILED)
    if not ok:
        result.stdout.fnmatch_lines(["names more than 4 clauses, so it covers none: *test_all"])


def test_a_failing_subtest_covers_nothing(suite: pytest.Pytester) -> None:
    suite.makepyfile("""
        import pytest

        @pytest.mark.clause("ONE-1", "ONE-2")
        def test_parts(subtests):
            with subtests.test("good"):
                pass
            with subtests.test("bad"):
                assert False
    """)
    result = run(suite, "--clauses")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["first: 0 of 2 covered (finished)"])


def test_an_unknown_clause_fails_the_test_that_names_it(suite: pytest.Pytester) -> None:
    suite.makepyfile("""
        import pytest

        @pytest.mark.clause("ONE-9")
        def test_one():
            pass
    """)
    result = run(suite)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines(["*names clauses that no chapter has: ONE-9*"])


@pytest.mark.sweep
def test_clauses_are_collected_from_several_processes(suite: pytest.Pytester, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", os.fspath(ROOT))
    suite.makepyfile(test_first=COVERED)
    result = run(suite, "--clauses", "-n", "1")
    assert result.ret == pytest.ExitCode.TESTS_FAILED
    result.stdout.fnmatch_lines(["FAILED first: not covered: ONE-2"])
    suite.makepyfile(test_second=COVERED.replace("ONE-1", "ONE-2"))
    assert run(suite, "--clauses", "-n", "1").ret == pytest.ExitCode.OK
