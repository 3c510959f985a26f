"""A short form of `make torture`, and proof that it detects a server that announces more than it has stored."""

import asyncio
import re
from pathlib import Path

import pytest

from tests.support.serving import SERVE
from tests.torture.driver import OneServer
from tests.torture.robots import Broken

pytestmark = pytest.mark.timeout(600)

CONFIRMS_BEFORE_STORING = (
    """
import asyncio
from turncoat.table.store.sqlite import SqliteStore
keep = SqliteStore.append
kept = []
async def append(self, *what, **beside):
    later = lambda: asyncio.ensure_future(keep(self, *what, **beside))
    kept.append(asyncio.get_running_loop().call_later(0.3, later))
SqliteStore.append = append
"""
    + SERVE
)
LOSES_ENTRIES = (
    """
from turncoat.table.state.table import Table
Table.note_taken = lambda *what: None
"""
    + SERVE
)


def test_killing_one_server_repeatedly_loses_nothing(tmp_path: Path) -> None:
    torture = OneServer(tmp_path, seed=13)
    asyncio.run(torture.run(5))
    assert torture.taken > 50, "the server was killed under load"
    assert torture.resent > 5
    assert torture.games >= 2


@pytest.mark.parametrize(
    ("code", "says"),
    [
        pytest.param(CONFIRMS_BEFORE_STORING, "is not there|was taken|has seen", id="confirms before storing"),
        pytest.param(LOSES_ENTRIES, "is refused when", id="loses entries", marks=pytest.mark.sweep),
    ],
)
def test_the_torture_of_one_server_notices_losses(tmp_path: Path, code: str, says: str) -> None:
    with pytest.raises(ExceptionGroup) as noticed:
        asyncio.run(OneServer(tmp_path, seed=13, code=code).run(5))
    # Several tables may notice.
    assert all(isinstance(one, Broken) and re.search(says, str(one)) for one in noticed.value.exceptions), noticed.value
