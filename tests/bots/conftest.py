"""What the tests of bots share."""

import pytest

from turncoat.bots.strategist import Strategist


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that look ahead do so for a short time: what is tested here holds for any."""
    monkeypatch.setattr(Strategist, "milliseconds", 1.0)
