"""Which worker runs which tests, and when. `--dist loadgroup` asks for it.

A test file is a piece of work for one worker, because its tests share what takes seconds to make: a browser, a server,
an environment with something installed. A long file is several pieces.

Tests in a browser wait most of their time, and other tests compute. So some workers begin with the browser and the
others with the rest; who has nothing left helps. Of the files with a browser those with many tests come first, because
they take minutes; of the others they come last, because theirs are short, and all workers end together. With
`-n auto` there is one worker more than processors, for the time that a browser waits.

xdist's own groups do nothing with pytest 9.2: they change a name of the test that pytest no longer reads. And after
every test xdist counts all that the worker has done, which takes long for thousands of pieces of one test each.
"""

from collections import Counter
from collections.abc import Generator

import pytest
from xdist.remote import Producer  # type: ignore[import-untyped]
from xdist.scheduler import LoadScopeScheduling  # type: ignore[import-untyped]
from xdist.workermanage import WorkerController  # type: ignore[import-untyped]

MOST_TESTS = 40
"""A file with more tests than this is several pieces."""
BROWSER_WORKERS = 3
"""One worker of so many begins with the browser."""


def pieces_of(tests: list[str]) -> dict[str, str]:
    """For each test the name of its piece of work."""
    seen: Counter[str] = Counter()
    pieces: dict[str, str] = {}
    for test in tests:
        file = test.partition("::")[0]
        pieces[test] = f"{file} {seen[file] // MOST_TESTS}"
        seen[file] += 1
    return pieces


def order(piece: str, tests: int, *, browser_first: bool) -> tuple[bool, int]:
    """What a worker takes first, of pieces with so many tests each: the least of these."""
    browser = "browser" in piece
    return browser is not browser_first, -tests if browser else tests


class BrowserBesideTheRest(LoadScopeScheduling):  # type: ignore[misc]
    """The distribution that this module describes."""

    def __init__(self, config: pytest.Config, log: Producer | None = None) -> None:
        super().__init__(config, log)
        self.pieces: dict[str, str] = {}

    def schedule(self) -> None:
        if not self.pieces:
            self.pieces = pieces_of(next(iter(self.registered_collections.values())))
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        return self.pieces[nodeid]

    def _assign_work_unit(self, node: WorkerController) -> None:
        browser_first = int(node.gateway.id.removeprefix("gw")) % BROWSER_WORKERS == 0
        queue = self.workqueue
        piece = min(queue, key=lambda piece: order(piece, len(queue[piece]), browser_first=browser_first))
        queue.move_to_end(piece, last=False)
        super()._assign_work_unit(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> LoadScopeScheduling | None:
    return BrowserBesideTheRest(config, log) if config.getoption("dist") == "loadgroup" else None


@pytest.hookimpl(optionalhook=True, wrapper=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> Generator[None, int, int]:
    processors = yield
    return processors + 1 if config.getoption("dist") == "loadgroup" else processors
