"""Where files are that tests read."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
RULEBOOK: Final = ROOT / "docs" / "rulebook"
HOUSE: Final = ROOT / "src/turncoat/games/hail_hydra/house.toml"
LEFT: Final = ROOT / "tests" / "compatibility" / "version-0.1.0"
GAME: Final = LEFT / "records" / "resistance-all-modules.turncoat"
