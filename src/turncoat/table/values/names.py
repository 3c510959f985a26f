"""Names of people: how long they may be, and how they are told apart by what they look like."""

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
            "That name is too long; please take one of at most {most} character.",
            "That name is too long; please take one of at most {most} characters.",
        ),
        "name-masked": N_("The host does not allow that word here; please choose another name."),
        "name-reserved": N_("That name could be mistaken for the game itself; please choose another."),
        "name-sets-speech": N_(
            "A colon or quotation mark in a name could seem to begin a message; please leave it out."
        ),
        "name-taken": N_(
            "Somebody at this table has that name, or one that looks just like it; please choose another."
        ),
    }
)


def clean_name(text: str) -> str:
    """The name as it is shown. Raises Refused for an empty name or one that is too long."""
    name = cleaned(text[: LONGEST * 20])
    if not name:
        raise Refused(Refusal("name-empty"))
    if len(name) > LONGEST:
        raise Refused(Refusal("name-too-long", (("most", LONGEST),)))
    return name


def letters_of(text: str) -> str:
    """Its letters and digits in their plain form: without accents, and without what only changes their style.

    >>> letters_of("𝐙𝐨𝐞, Óla!")
    'ZoeOla'
    """
    plain = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in plain if unicodedata.category(sign) in _LETTERS or sign in _VOICED)


_LETTERS: Final = ("Lu", "Ll", "Lt", "Lm", "Lo", "Nd", "Nl", "No", "Mc")
"""Categories of letters, digits, and vowels that stand beside their letter, as in Indian scripts."""
_VOICED: Final = "\u3099\u309a"
"""Marks that make another syllable of a Japanese one."""


def _look_alikes() -> dict[int, str]:
    table = files("turncoat.table.values").joinpath("look_alikes.txt").read_text("utf-8")
    lines = (line.split() for line in table.splitlines() if not line.startswith("#"))
    return {ord(letter): taken_for for taken_for, *others in lines for letter in others}


_ALIKE: Final = _look_alikes()


def skeleton(name: str) -> str:
    """What a name looks like at a glance, as it is typed here.

    >>> skeleton("Öla") == skeleton("ola") == skeleton("0-1 A") == skeleton("О𝐥α")
    True
    """
    plain = unicodedata.normalize("NFKD", name)
    look = letters_of(letters_of(plain.translate(_ALIKE)).casefold()).translate(_ALIKE)
    return look.casefold().replace("l", "i") or seen_signs(unicodedata.normalize("NFKD", plain.casefold())) or plain


def looks(name: str) -> frozenset[str]:
    """What it looks like as typed, in lowercase and in capitals: names that share a look are taken for each other.

    In which letters a name is written, people do not remember; and some alphabets look like ours in one of them alone.

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
"""What stands between a name and what is said. A name that has it could seem to begin another message."""


def check_person(name: str) -> None:
    """Raise Refused when what is said under the name could be taken for the game's."""
    if not _SETS_SPEECH.isdisjoint(name):
        raise Refused(Refusal("name-sets-speech"))
    if not looks(name).isdisjoint(_RESERVED_LOOKS):
        raise Refused(Refusal("name-reserved"))


def check_free(name: str, others: Iterable[str]) -> None:
    """Raises Refused when a person cannot have the name: it looks like one of the others, or like the game's own."""
    check_person(name)
    own = looks(name)
    if any(not own.isdisjoint(looks(other)) for other in others if other):
        raise Refused(Refusal("name-taken"))


_RESERVED_LOOKS: Final = frozenset().union(*map(looks, RESERVED))
