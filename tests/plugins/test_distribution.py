"""How tests come to workers: each once, a file at one worker, the browser beside the rest."""

from types import SimpleNamespace
from typing import Any

import pytest
from xdist.remote import Producer  # type: ignore[import-untyped]

from tests.plugins.distribution import MOST_TESTS, BrowserBesideTheRest, pytest_xdist_auto_num_workers

FILES = {
    "tests/contract/test_contract.py": 3 * MOST_TESTS,
    "tests/browser/test_game.py": 2,
    "tests/torture/test_torture.py": 1,
    "tests/web/test_page_in_browser.py": 5,
    "tests/web/test_page.py": 6,
}


class Worker:
    """A worker that runs what it is sent, one test at a time."""

    def __init__(self, number: int) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}")
        self.shutting_down = False
        self.sent: list[int] = []

    def send_runtest_some(self, indices: list[int]) -> None:
        self.sent.extend(indices)

    def shutdown(self) -> None:
        self.shutting_down = True


@pytest.fixture
def tests() -> list[str]:
    return [f"{file}::test_it[{number}]" for file, count in FILES.items() for number in range(count)]


def run(tests: list[str], workers: int) -> list[list[str]]:
    """What each worker has run, when all are equally fast."""
    config: Any = SimpleNamespace(getvalue=lambda _: ["popen"] * workers, option=SimpleNamespace(loadscopereorder=True))
    scheduler = BrowserBesideTheRest(config, Producer("quiet", enabled=False))
    nodes: list[Any] = [Worker(number) for number in range(workers)]
    for node in nodes:
        scheduler.add_node(node)
    for node in nodes:
        scheduler.add_node_collection(node, tests)
    scheduler.schedule()
    ran: list[list[str]] = [[] for _ in nodes]
    while scheduler.has_pending:
        for node, done in zip(nodes, ran, strict=True):
            if len(node.sent) > len(done):
                index = node.sent[len(done)]
                done.append(tests[index])
                scheduler.mark_test_complete(node, index)
    return ran


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
def test_each_test_is_run_once(tests: list[str], workers: int) -> None:
    assert sorted(test for done in run(tests, workers) for test in done) == sorted(tests)


@pytest.mark.parametrize("workers", [2, 3])
def test_a_file_is_at_one_worker_unless_it_is_long(tests: list[str], workers: int) -> None:
    of_files = [{test.partition("::")[0] for test in done} for done in run(tests, workers)]
    for file, count in FILES.items():
        if count <= MOST_TESTS:
            assert sum(file in files for files in of_files) == 1


def test_one_worker_begins_with_the_browser_and_the_others_with_the_rest(tests: list[str]) -> None:
    first, *others = run(tests, 3)
    assert [test.partition("::")[0] for test in first[:6:5]] == [
        "tests/web/test_page_in_browser.py",
        "tests/browser/test_game.py",
    ]
    assert not any("browser" in test for done in others for test in done)
    began = {done[0].partition("::")[0] for done in others}
    assert began == {"tests/torture/test_torture.py", "tests/web/test_page.py"}


def test_who_has_nothing_left_helps() -> None:
    files = [f"tests/browser/test_{name}.py::test_it" for name in "abcdefgh"]
    assert all(len(done) >= 3 for done in run(files, 2))


@pytest.mark.parametrize(("dist", "workers"), [("loadgroup", 3), ("load", 2)])
def test_there_is_one_worker_more_than_processors(dist: str, workers: int) -> None:
    config: Any = SimpleNamespace(getoption=lambda _: dist)
    asked = pytest_xdist_auto_num_workers(config)
    next(asked)
    with pytest.raises(StopIteration) as answered:
        asked.send(2)
    assert answered.value.value == workers
