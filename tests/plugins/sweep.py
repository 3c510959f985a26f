"""Wide sweeps: tests that take too long for every run, enabled by `--sweep`, and long searches with `--fuzz N`.

A test, or a single case of one, that is marked `sweep` is deselected without `--sweep`. Hypothesis draws the same
examples every time without it, so that a green run stays green, and many fresh ones with it. With `--fuzz N` it draws N
fresh ones for each test, stores its findings in `.hypothesis`, and starts with them the next time.
"""

import pytest
from hypothesis import HealthCheck, settings
from xdist.workermanage import WorkerController  # type: ignore[import-untyped]

LEFT_OUT = pytest.StashKey[int]()
"""Number of sweeps that were not collected."""

settings.register_profile("steady", max_examples=60, derandomize=True, deadline=None, database=None)
settings.register_profile(
    "sweep", max_examples=1000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("turncoat")
    group.addoption("--sweep", action="store_true", help="run the wide sweeps too")
    group.addoption("--fuzz", type=int, metavar="N", help="draw N fresh examples for each property")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "sweep: a wide sweep, left out unless --sweep is given")
    if examples := config.getoption("--fuzz"):
        checks = [HealthCheck.too_slow]
        settings.register_profile(
            "fuzz", max_examples=examples, deadline=None, print_blob=True, suppress_health_check=checks
        )
        settings.load_profile("fuzz")
    else:
        settings.load_profile("sweep" if config.getoption("--sweep") else "steady")


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Collector, obj: object) -> list[pytest.Item] | None:
    """Deselect a sweep before its cases are generated, since there are thousands."""
    config = collector.config
    if config.getoption("--sweep") or all(mark.name != "sweep" for mark in getattr(obj, "pytestmark", ())):
        return None
    config.stash[LEFT_OUT] = config.stash.get(LEFT_OUT, 0) + 1
    return []


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect the cases that are marked individually, each of which counts as a sweep."""
    if not config.getoption("--sweep"):
        left = [item for item in items if item.get_closest_marker("sweep") is None]
        config.stash[LEFT_OUT] = config.stash.get(LEFT_OUT, 0) + len(items) - len(left)
        items[:] = left


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send a worker's number of deselected sweeps to the main process. Each worker collects everything."""
    if (output := getattr(session.config, "workeroutput", None)) is not None:
        output["left_out"] = session.config.stash.get(LEFT_OUT, 0)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: WorkerController) -> None:
    node.config.stash[LEFT_OUT] = getattr(node, "workeroutput", {}).get("left_out", 0)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    if left_out := config.stash.get(LEFT_OUT, 0):
        terminalreporter.write_line(f"left to `make test-all`: {left_out} sweeps")


@pytest.fixture(scope="session")
def sweep(pytestconfig: pytest.Config) -> bool:
    """True in a wide run, where a test may take more rulesets, seeds or depth."""
    return bool(pytestconfig.getoption("--sweep"))
