"""Language of the output of `turncoat`. Its help is English.

For English nothing of Turncoat is imported. The catalogue of another language is loaded only when needed.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

OPTION: Final = "--language"
VARIABLE: Final = "TURNCOAT_LANGUAGE"
SYSTEM: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Variables for the system's language, in order of precedence."""
CATALOGUES: Final = Path(__file__).parents[1] / "locales"


_chosen = "en"


def choose(language: str) -> None:
    """Set the output language."""
    global _chosen
    _chosen = language


def chosen() -> str:
    """Return the output language, which is English until one is chosen."""
    return _chosen


def language_of(arguments: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """Return the language requested by the command line, else by the environment, else by the system.

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
    """Return whether a catalogue for the language exists. Anything other than a language code has none."""
    return code.isalpha() and (CATALOGUES / code / "LC_MESSAGES" / "turncoat.po").is_file()


def translator(language: str) -> Callable[[str], str]:
    """Return a function that translates into a language. Texts stay English for an unknown one."""
    if language == "en" or not has_catalogue(language):
        return str
    from turncoat import locales

    return locales.translator(language)
