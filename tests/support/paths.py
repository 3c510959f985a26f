"""Paths of files that tests read."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
RULEBOOK: Final = ROOT / "docs" / "rulebook"
HOUSE: Final = ROOT / "src/turncoat/games/hail_hydra/house.toml"
GAME: Final = ROOT / "tests" / "games" / "resistance" / "hostile_intent" / "records" / "INQ-EXAMPLE-1.txt"
