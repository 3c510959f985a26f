"""The reveal of a game with characters: who shows which sign, and the script into which chapters insert lines."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

from turncoat.characters.cast import Signs, characters_of
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SeatSet


class Reveal:
    """The signs of all characters. Those always in play have theirs in a table, optional ones in their chapter."""

    def __init__(self, table: Mapping[str, Signs]) -> None:
        self.table = table

    def signs_of(self, ruleset: Ruleset) -> Mapping[str, Signs]:
        """Return the signs of every character in play."""
        return _signs_of(self, ruleset)

    def showing(self, ruleset: Ruleset, sign: str) -> frozenset[str]:
        """Return the characters in play who show a sign, named by its field."""
        return _showing(self, ruleset, sign)

    def seats(self, ruleset: Ruleset, sign: str, roles: Sequence[str]) -> SeatSet:
        """Return the seats that show a sign in a deal of these roles."""
        shows, seats = _showing(self, ruleset, sign), NOBODY
        for seat, role in enumerate(roles):
            if role in shows:
                seats |= 1 << seat
        return seats


@lru_cache(maxsize=1024)
def _signs_of(reveal: Reveal, ruleset: Ruleset) -> Mapping[str, Signs]:
    optional = {
        role: chapter.signs_of(ruleset, role) for chapter in characters_of(ruleset) for role in chapter.characters
    }
    return {**reveal.table, **optional}


@lru_cache(maxsize=1024)
def _showing(reveal: Reveal, ruleset: Ruleset, sign: str) -> frozenset[str]:
    return frozenset(role for role, signs in _signs_of(reveal, ruleset).items() if getattr(signs, sign))


def beside(
    lines: tuple[ScriptLine, ...],
    known: ScriptLine,
    before: tuple[ScriptLine, ...] = (),
    after: tuple[ScriptLine, ...] = (),
) -> tuple[ScriptLine, ...]:
    """Insert lines before and after a known one, which is found by its text."""
    at = next(index for index, line in enumerate(lines) if line.text == known.text)
    return (*lines[:at], *before, lines[at], *after, *lines[at + 1 :])
