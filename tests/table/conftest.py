"""A deal by name, for tests that not every deal can try."""

import pytest

from turncoat.table.runtime import table_log


@pytest.fixture
def known_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hail Hydra with five: all are asked twice before a standing answer ends, and later a pile runs out."""
    monkeypatch.setattr(table_log, "fresh_seed", lambda: "0a" * 32)
