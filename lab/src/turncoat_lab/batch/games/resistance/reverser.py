"""The Reverse card, which flips the result of a mission if it is the only one (REV-MISSION-2, -3, REV-HUNTER-1)."""

from typing import Any

from turncoat_lab.batch.compiler import inlined
from turncoat_lab.batch.rules import REVERSER, has
from turncoat_lab.batch.state import fails_among, reverses_among


@inlined
def succeeds(game: Any, cards: int, mission: int) -> bool:
    """Return whether the mission succeeds with these cards (RES-MISSION-4, -5, REV-MISSION-2, -3)."""
    fails, needed = fails_among(cards), game.seen.rules.fails[mission]
    if not has(game.seen.rules, REVERSER) or reverses_among(cards) != 1:
        return fails < needed
    if game.seen.rules.reverser_literal:
        return fails > 0
    return fails >= needed
