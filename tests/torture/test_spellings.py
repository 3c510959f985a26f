"""A short attack with other spellings of codes. `make torture` runs for longer."""

import asyncio
from pathlib import Path

import pytest

from tests.plugins.postgres import Postgres
from tests.torture.behind_caddy import LONG_LEASES, PATIENT, SERVE_BEHIND
from tests.torture.spellings import CLOCK, TABLES, Spelled, report

pytestmark = pytest.mark.timeout(400)


@pytest.mark.sweep
def test_other_spellings_of_a_code_find_the_table(postgres: Postgres, caddy: str, tmp_path: Path) -> None:
    code = LONG_LEASES + SERVE_BEHIND
    torture = Spelled(tmp_path, postgres, 7, caddy=caddy, changes=PATIENT, code=code, games=TABLES)
    asyncio.run(torture.run(2.5 * CLOCK, ()))
    assert not torture.waits, report(torture, 1.0)
    assert not torture.waits_of_pages
    assert len(torture.times_up) > 1, "the time ran out"
    assert max(torture.clocks) < CLOCK + 5
    assert sum(torture.answers.values()) > CLOCK
