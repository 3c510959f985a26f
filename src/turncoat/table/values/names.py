"""Names of people: their length, and their comparison by appearance."""

import unicodedata
from collections.abc import Iterable
from importlib.resources import files
from typing import Final

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.values.typed_text import cleaned, seen_signs

LONGEST: Final = 24

describe(
    {
        "name-empty": N_("Please enter a name with at least one letter, digit or symbol."),
        "name-too-long": N_(
            "That name is too long; please keep it to {most} character.",
            "That name is too long; please keep it to {most} characters.",
        ),
        "name-masked": N_("The host does not allow that word here; please choose another name."),
        "name-reserved": N_("That name could be mistaken for the game itself; please choose another."),
        "name-sets-speech": N_("A name with a colon or quotation mark could look like a message; please leave it out."),
        "name-taken": N_(
            "Somebody at this table has that name, or one that looks just like it; please choose another."
        ),
    }
)


def clean_name(text: str) -> str:
    """Return the name for display. Raises Refused if it is empty or too long."""
    name = cleaned(text[: LONGEST * 20])
    if not name:
        raise Refused(Refusal("name-empty"))
    if len(name) > LONGEST:
        raise Refused(Refusal("name-too-long", (("most", LONGEST),)))
    return name


def letters_of(text: str) -> str:
    """Return the letters and digits in plain form, without accents and variants of style.

    >>> letters_of("𝐙𝐨𝐞, Óla!")
    'ZoeOla'
    """
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if unicodedata.category(sign) in _LETTERS or sign in _VOICED)


_LETTERS: Final = ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Mc")
"""Categories of letters, digits, and vowel signs beside their letter, as in Indian scripts."""
_VOICED: Final = "\u3099\u309a"
"""Marks that turn a Japanese syllable into another."""


def _look_alikes() -> dict[int, str]:
    table = files("turncoat.table.values").joinpath("look_alikes.txt").read_text("utf-8")
    lines = (line.split() for line in table.splitlines() if not line.startswith("#"))
    return {ord(letter): taken_for for taken_for, *others in lines for letter in others}


_ALIKE: Final = _look_alikes()


def skeleton(name: str) -> str:
    """Return the appearance of a name at a glance, as typed.

    >>> skeleton("Öla") == skeleton("ola") == skeleton("0-1 A") == skeleton("О𝐥α")
    True
    """
    plain = unicodedata.normalize("NFKD", name)
    look = letters_of(letters_of(plain.translate(_ALIKE)).casefold()).translate(_ALIKE)
    return look.casefold().replace("l", "i") or seen_signs(unicodedata.normalize("NFKD", plain.casefold())) or plain


def looks(name: str) -> frozenset[str]:
    """Return the appearances of a name as typed, in lowercase and in capitals. Names that share one are confusable.

    People do not remember the case of a name, and some alphabets resemble ours in one case only.

    >>> looks("BOBA") & looks("вова")
    frozenset({'boba'})
    """
    plain = unicodedata.normalize("NFKD", name)
    return frozenset(skeleton(form).replace("rn", "m") for form in (plain, plain.casefold(), plain.upper()))


RESERVED: Final = (
    *("Narrator", "The narrator", "Table", "The table", "Game", "The game", "Game master", "Turncoat", "Server"),
    *("System", "Announcement", "Moderator", "Admin", "Host", "The host"),
    *("Narratorka", "Lektor", "Stół", "Gra", "Mistrz gry", "Serwer", "Komunikat", "Ogłoszenie", "Gospodarz"),
)
"""Names under which a person could seem to speak for the game, in every language of the page."""
_SETS_SPEECH: Final = frozenset(":：“”„«»")
"""Characters between a name and its message. A name with one could seem to begin another message."""


def check_person(name: str) -> None:
    """Raise Refused if messages under the name could be mistaken for the game's."""
    if not _SETS_SPEECH.isdisjoint(name):
        raise Refused(Refusal("name-sets-speech"))
    if not looks(name).isdisjoint(_RESERVED_LOOKS):
        raise Refused(Refusal("name-reserved"))


def check_free(name: str, others: Iterable[str]) -> None:
    """Raise Refused if the name looks like one of the others, or like the game's own."""
    check_person(name)
    own = looks(name)
    if any(not own.isdisjoint(looks(other)) for other in others if other):
        raise Refused(Refusal("name-taken"))


_RESERVED_LOOKS: Final = frozenset().union(*map(looks, RESERVED))
