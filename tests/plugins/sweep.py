"""Wide sweeps: tests that take too long for every run, and wait for `--sweep`; and long searches with `--fuzz N`.

A test marked `sweep` is left out without `--sweep`. Hypothesis draws the same examples every time without it, so that a
run that was green stays green, and many fresh ones with it. With `--fuzz N` it draws N fresh ones for each test, keeps
in `.hypothesis` what it found, and begins with that the next time.
"""

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("steady", derandomize=True, deadline=None, database=None)
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


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--sweep"):
        return
    left_out = [item for item in items if item.get_closest_marker("sweep")]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("sweep")]


@pytest.fixture(scope="session")
def sweep(pytestconfig: pytest.Config) -> bool:
    """Whether this is a wide run: a test may take more rulesets, seeds or depth then."""
    return bool(pytestconfig.getoption("--sweep"))
