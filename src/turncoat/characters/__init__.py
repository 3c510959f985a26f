"""Shared rules of games with named characters: a chapter each, signs at the reveal, and a last naming of one of them.

Winter Soldier and Round Table are such games. Each has a `Cast` and a `Reveal`, and says only what is its own.
"""

from turncoat.characters.cast import Cast, CharacterChapter, Signs, characters_of
from turncoat.characters.ending import NameOne, facts_of_sides
from turncoat.characters.reveal import Reveal, beside

__all__ = ["Cast", "CharacterChapter", "NameOne", "Reveal", "Signs", "beside", "characters_of", "facts_of_sides"]
