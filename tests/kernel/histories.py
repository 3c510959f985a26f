"""Counts of reachable histories: the number of ways to make the first choices of a game.

At each point the waiting seat with the lowest number makes every legal choice. A wrong team size, a wrong majority or a
card that may not be played changes the counts. `python -m tests.kernel.histories` regenerates `histories.toml`. Review
the changes before you commit it.
"""

import tomllib
from pathlib import Path
from typing import Any

import turncoat.games  # noqa: F401
from turncoat.games.resistance.tables import SPIES
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat.testing import label

TABLE = Path(__file__).with_name("histories.toml")
MOST = 3_000
"""Maximum number of histories per level. The count stops before a level that exceeds it."""
DEEP = 60


def counted() -> list[tuple[Ruleset, int]]:
    """Return the rulesets whose histories are counted, each with the first leader."""
    editions: list[dict[str, OptionValue]] = [{}, {"fifth-mission-after": "completed"}]
    found = [(Ruleset.of("resistance", players), players // 2) for players in range(5, 11)]
    found += [(Ruleset.of("resistance", players, ["blind-spies"]), 0) for players in (5, 10)]
    found += [
        (Ruleset.of("resistance", players, ["targeting"], edition), 1) for players in (5, 7) for edition in editions
    ]
    return found


def start(ruleset: Ruleset, first: int) -> Game[Any]:
    """Return the game with the spies on the first seats."""
    spies = SPIES[ruleset.players]
    roles = ("spy",) * spies + ("resistance",) * (ruleset.players - spies)
    return Game(ruleset, Deal(roles, first))


def histories(game: Game[Any], most: int = MOST) -> list[int]:
    """Count the histories of 1, 2, 3 … choices, as long as there are at most `most`."""
    level, counts = [game], list[int]()
    while level and len(counts) < DEEP:
        following: list[Game[Any]] = []
        for game in level:
            for seat, prompt in sorted(game.prompts().items())[:1]:
                for answer in prompt.option.answers():
                    following.append(game.clone())
                    following[-1].play(seat, Choice(prompt.number, answer))
                    if len(following) > most:
                        return counts
        counts.append(len(following))
        level = following
    return counts


def defaults(game: Game[Any]) -> list[int]:
    """Count the answers open to the lowest waiting seat along one path: approvals, otherwise defaults."""
    counts: list[int] = []
    while (waited := sorted(game.prompts().items())) and len(counts) < DEEP:
        seat, prompt = waited[0]
        counts.append(sum(1 for _ in prompt.option.answers()))
        approve = prompt.question.name == "cast-ballot"
        game.play(seat, Choice(prompt.number, "approve") if approve else game.default(seat))
    return counts


def count() -> dict[str, dict[str, list[int]]]:
    """Compute the whole table."""
    return {
        label(ruleset): {"histories": histories(start(ruleset, first)), "defaults": defaults(start(ruleset, first))}
        for ruleset, first in counted()
    }


def read() -> dict[str, dict[str, list[int]]]:
    """Read the committed table."""
    with TABLE.open("rb") as file:
        return tomllib.load(file)


def write() -> None:
    """Regenerate the table."""
    lines = ["# Counts of reachable histories; see histories.py. Written by: python -m tests.kernel.histories", ""]
    for name, table in count().items():
        lines += [f'["{name}"]', *(f"{key} = {values}" for key, values in table.items()), ""]
    TABLE.write_text("\n".join(lines), encoding="utf-8")


if __name__ == "__main__":
    write()
