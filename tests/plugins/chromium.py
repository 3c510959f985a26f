"""The Chromium that browser tests drive. `tools/chromium` downloads one if there is none."""

import os
import shutil
from pathlib import Path

import pytest

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

QUIET_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--font-render-hinting=none",  # subpixel positioning, as on phones; the shell would round each glyph
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Flags for a browser that talks to nobody but the page under test."""


def find_chromium() -> str | None:
    """Return the Chromium named by TURNCOAT_CHROMIUM, or the first on PATH."""
    named = os.environ.get("TURNCOAT_CHROMIUM")
    if named:
        return named if Path(named).exists() else None
    return next((path for name in NAMES if (path := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of a Chromium, for playwright's `executable_path`. Without one a browser test fails, not skips."""
    path = find_chromium()
    if path is None:
        pytest.fail("no Chromium: run `make browser`, or set TURNCOAT_CHROMIUM", pytrace=False)
    return path
