"""Find the spy: a game that bots have played, told up to a public moment, and the question who hides.

Nothing here can read a table: the games are made from seeds, and those of the daily puzzles come with the package.
"""

from turncoat.puzzles.puzzle import FULL_MARKS, Puzzle

__all__ = ["FULL_MARKS", "Puzzle"]
