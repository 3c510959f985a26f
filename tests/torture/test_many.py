"""A short torture of many servers, and proof that it detects faults. `make torture` runs for longer."""

import asyncio
import re
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.plugins.postgres import Postgres, running_postgres
from tests.support.serving import SERVE
from tests.torture.many import FAULTS, ManyServers
from tests.torture.robots import GAMES, Broken

pytestmark = pytest.mark.timeout(400)
APPENDS_WITHOUT_A_FENCE = (
    """
from turncoat.table.store import postgres
fence = "tables.owner = $8 AND tables.epoch = asked.epoch AND"
assert fence in postgres._APPEND
postgres._APPEND = postgres._APPEND.replace(fence, "$8::text <> '' AND")
"""
    + SERVE
)
TELLS_AFTER_ITS_LEASE = (
    """
from turncoat.table.runtime.room import Room
from turncoat.table.store.postgres import PostgresStore
PostgresStore.has_lease = lambda self: True
Room.closing_reason = ""
"""
    + SERVE
)


def tortured(
    folder: Path, postgres: Postgres, seconds: float, faults: Sequence[str], *, code: str = SERVE, by_code: bool = True
) -> ManyServers:
    torture = ManyServers(folder, postgres, 7, servers=2, by_code=by_code, code=code, games=GAMES[:2])
    torture.stop_for = 5.0  # longer than a lease
    asyncio.run(torture.run(seconds, faults))
    assert torture.games >= 2
    assert torture.taken > 50
    return torture


@pytest.mark.sweep
def test_killing_several_servers_loses_nothing(postgres: Postgres, tmp_path: Path) -> None:
    torture = tortured(tmp_path, postgres, 3, ["kill"])
    assert torture.faults["kill"]
    assert torture.waits, "a server was killed during a game"


@pytest.mark.sweep
@pytest.mark.parametrize("by_code", [True, False], ids=["by its code", "at random"])
@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_of_several_servers_loses_anything(tmp_path: Path, fault: str, by_code: bool) -> None:
    with running_postgres() as postgres:  # it may be restarted
        torture = tortured(tmp_path, postgres, 12, [fault], by_code=by_code)
    assert torture.faults[fault]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("code", "says"),
    [
        (APPENDS_WITHOUT_A_FENCE, "what a former owner wrote was kept|entries are to be there"),
        (TELLS_AFTER_ITS_LEASE, "a server without a lease"),
    ],
    ids=["appends without a fence", "confirms after its lease"],
)
def test_the_torture_of_several_servers_notices_losses(
    postgres: Postgres, tmp_path: Path, code: str, says: str
) -> None:
    with pytest.raises(ExceptionGroup) as noticed:
        tortured(tmp_path, postgres, 30, ["stop"], code=code)
    found = [str(one) for one in noticed.value.exceptions if isinstance(one, Broken)]
    assert any(re.search(says, one) for one in found), noticed.value
