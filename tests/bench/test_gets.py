"""No GET blocks the event loop for long, measured in function calls rather than seconds."""

from pathlib import Path
from typing import Final

import pytest

from bench.gets import WORST, cost, filled_site, routes

pytestmark = pytest.mark.anyio
MOST: Final = 28_500
"""Function calls in the event loop, some 4 ms. A whole page of a table takes two thirds of them."""


async def test_no_get_blocks_the_event_loop(tmp_path: Path) -> None:
    async with filled_site(tmp_path) as site:
        assert routes(site.app) == sorted(WORST), "what is the most expensive address of each route?"
        for route, addresses in WORST.items():
            for address in addresses(site):
                found = await cost(site, route, address)
                has_answer = 200 <= found.status < 400
                assert has_answer or (route == "/narrator/line.wav" and found.status == 404), "there may be no voice"
                assert found.calls <= MOST, f"{address} calls {found.calls:,} functions in the event loop"
