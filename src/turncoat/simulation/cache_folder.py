"""Location of cached results that can be recomputed."""

import os
import sys
from pathlib import Path


def cache_folder() -> Path:
    """Return the platform's cache folder for Turncoat."""
    if sys.platform == "win32":
        home = os.environ.get("LOCALAPPDATA") or str(Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = str(Path.home() / "Library" / "Caches")
    else:
        home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(home) / "turncoat"
