"""Result folders of tests of commands."""

import sys
from pathlib import Path

import pytest


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The test's own folder for the laboratory's results."""
    if sys.platform in ("win32", "darwin"):
        pytest.skip("the place of caches is chosen by the system there")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "turncoat" / "lab"
