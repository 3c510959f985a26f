"""Find the spy: a game played by bots, stopped at a public moment, with the question of who hides.

Nothing here can read a table. The games are generated from seeds, and those of the daily puzzles come with the package.
"""

from turncoat.puzzles.puzzle import FULL_POINTS, Puzzle

__all__ = ["FULL_POINTS", "Puzzle"]
