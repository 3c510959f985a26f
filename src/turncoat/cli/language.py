"""The language in which the command `turncoat` says what it finds. Its help is English.

For English nothing of Turncoat is loaded. The catalogue of another language is loaded only when it is wanted.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

OPTION: Final = "--language"
VARIABLE: Final = "TURNCOAT_LANGUAGE"
SYSTEM: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables in which a system says which language its user reads. The first that is set counts."""
CATALOGUES: Final = Path(__file__).parents[1] / "locales"


_chosen = "en"


def choose(language: str) -> None:
    """Speak this language from now on."""
    global _chosen
    _chosen = language


def chosen() -> str:
    """The language that was chosen, English at first."""
    return _chosen


def language_of(arguments: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """The language that a command line asks for; if it asks for none, that of its environment, then of its system.

    >>> language_of(["games", "--language", "pl"], {"LANG": "de_DE.UTF-8"})
    'pl'
    >>> language_of(["games"], {"TURNCOAT_LANGUAGE": "", "LC_ALL": "", "LANG": "pl_PL.UTF-8"})
    'pl'
    >>> language_of(["games"], {"LC_ALL": "C", "LANG": "pl_PL.UTF-8"})
    'en'
    """
    for at, argument in enumerate(arguments):
        name, equals, value = argument.partition("=")
        if name == OPTION:
            return value if equals else next(iter(arguments[at + 1 :]), "")
    if environ.get(VARIABLE):
        return environ[VARIABLE]
    code = next((environ[name] for name in SYSTEM if environ.get(name)), "").partition("_")[0].partition(".")[0]
    return code if has_catalogue(code) else "en"


def has_catalogue(code: str) -> bool:
    """Whether there are texts in that language. What is not the code of a language has none."""
    return code.isalpha() and (CATALOGUES / code / "LC_MESSAGES" / "turncoat.po").is_file()


def translator(language: str) -> Callable[[str], str]:
    """What translates into a language. For a language that is not known the texts stay English."""
    if language == "en" or not has_catalogue(language):
        return str
    from turncoat import locales

    return locales.translator(language)
