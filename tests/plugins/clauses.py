"""Coverage of the rulebook's clauses by tests that really ran.

A test names the clauses that it checks: `@pytest.mark.clause("RES-VOTE-2", "RES-VOTE-3")`. A clause is covered when a
test that names it ran and passed, and names at most four clauses in all: a test that claims half a chapter shows
nothing about any of it. Skipped tests and expected failures cover nothing.

With `--clauses`, meant for a run of the whole suite, the run fails when a clause of a finished chapter is not covered.
`tests/clauses.toml` lists the chapters, and whether they are finished.
"""

import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

MOST_NAMES = 4
"""Maximum number of clauses per test. A test that names more covers none."""

PROPERTY = "clauses"
"""User property with a test's clauses in its report, which is all that comes back from an xdist worker."""


@dataclass(frozen=True)
class Chapter:
    """A chapter of the rulebook: its clauses in order, and whether the tests must cover all of them."""

    name: str
    finished: bool
    clauses: tuple[str, ...]


def read_chapters(path: Path) -> tuple[Chapter, ...]:
    """Return the chapters listed in a file like `tests/clauses.toml`."""
    with path.open("rb") as file:
        tables = tomllib.load(file)
    return tuple(
        Chapter(name, finished=table["finished"], clauses=tuple(table["clauses"].split()))
        for name, table in tables.items()
    )


def named_by(item: pytest.Item) -> list[str]:
    """Return the clauses that a test names, on itself, its parameters, its class and its module, each once."""
    return list(dict.fromkeys(clause for marker in item.iter_markers("clause") for clause in marker.args))


def missing_from(chapters: tuple[Chapter, ...], covered: set[str]) -> Iterator[tuple[Chapter, list[str]]]:
    """Yield each finished chapter that has uncovered clauses, with these."""
    for chapter in chapters:
        if chapter.finished and (missing := [clause for clause in chapter.clauses if clause not in covered]):
            yield chapter, missing


class ClauseWatch:
    """Attaches each test's clauses to its report, and collects the covered ones from the reports."""

    def __init__(self, chapters: tuple[Chapter, ...], *, demanded: bool) -> None:
        self.chapters = chapters
        self.known = {clause for chapter in chapters for clause in chapter.clauses}
        self.demanded = demanded
        self.covered: set[str] = set()
        self.crowded: set[str] = set()

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            if names := named_by(item):
                item.user_properties.append((PROPERTY, names))

    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        unknown = [str(name) for name in named_by(item) if name not in self.known]
        if unknown:
            pytest.fail(f"names clauses that no chapter has: {' '.join(unknown)}", pytrace=False)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        # A call only comes after its setup has passed. A subtest's report (another type) says nothing about the whole.
        if type(report) is not pytest.TestReport or report.when != "call":
            return
        if not report.passed or hasattr(report, "wasxfail"):
            return
        for key, value in report.user_properties:
            if key == PROPERTY and isinstance(value, list):
                if len(value) <= MOST_NAMES:
                    self.covered.update(value)
                else:
                    self.crowded.add(report.nodeid)

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        if (
            self.demanded
            and session.exitstatus == pytest.ExitCode.OK
            and any(missing_from(self.chapters, self.covered))
        ):
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if not self.demanded:
            return
        terminalreporter.section("clauses of the rulebook")
        gaps = {chapter.name: missing for chapter, missing in missing_from(self.chapters, self.covered)}
        for chapter in self.chapters:
            count = sum(clause in self.covered for clause in chapter.clauses)
            state = "finished" if chapter.finished else "not finished"
            terminalreporter.line(f"{chapter.name}: {count} of {len(chapter.clauses)} covered ({state})")
            if chapter.name in gaps:
                terminalreporter.line(f"FAILED {chapter.name}: not covered: {' '.join(gaps[chapter.name])}", red=True)
        for nodeid in sorted(self.crowded):
            terminalreporter.line(f"names more than {MOST_NAMES} clauses, so it covers none: {nodeid}")


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("turncoat")
    group.addoption("--clauses", action="store_true", help="fail when a clause of a finished chapter is not covered")
    group.addoption("--clauses-file", type=Path, default=None, help="list of chapters (default: tests/clauses.toml)")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "clause(*ids): the clauses of the rulebook that this test checks, at most four")
    path = config.getoption("--clauses-file") or config.rootpath / "tests" / "clauses.toml"
    # Workers only report. The sum is known to the process that receives all reports.
    is_worker = hasattr(config, "workerinput")
    demanded = bool(config.getoption("--clauses")) and not is_worker
    config.pluginmanager.register(ClauseWatch(read_chapters(path), demanded=demanded), "clause-watch")
