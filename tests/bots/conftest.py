"""What the tests of bots share."""

import pytest

from turncoat.bots.levels import Hard


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that play on do so in few games: what is tested here holds for any number."""
    monkeypatch.setattr(Hard, "rounds", 10)
