"""Whose language the command `turncoat` speaks, and its help in that language.

Nothing of Turncoat is loaded for English. The catalogue of another language is, and only when that is wanted.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import typer.core

OPTION: Final = "--language"
VARIABLE: Final = "TURNCOAT_LANGUAGE"
SYSTEM: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language its user reads, the first that says anything."""


def N_(text: str) -> str:
    """Mark a text for the translators; the kernel's own would load the kernel."""
    return text


_USAGE: Final = N_("Usage: ")
_HELP: Final = N_("Show this message and exit.")
FRAME: Final = (
    *(N_("Arguments"), N_("Options"), N_("Commands"), N_("required"), N_("default: {default}"), N_("env var: {var}")),
    *(N_("Missing command."), N_("No such command {name!r}.")),
)
"""What the help and the errors of the library are made of."""
_NO_OPTION: Final = N_("there is no option {name}")
_MISSING: Final = N_("{name} is missing")
_INVALID: Final = N_("that is no value for {name}: {why}")
_SEE: Final = N_("{problem}; see {command} --help")

_chosen = "en"


def choose(language: str) -> None:
    """This is the reader's language from now on."""
    global _chosen
    _chosen = language


def language() -> str:
    """The reader's language."""
    return _chosen


def language_of(arguments: Sequence[str], environ: Mapping[str, str] = os.environ) -> str:
    """The language that a command line asks for, or its environment, or its system.

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
    """Whether there are texts in that language; what is no code of a language has none."""
    here = Path(__file__).parent / "locales" / code / "LC_MESSAGES" / "turncoat.po"
    return code.isalpha() and here.is_file()


def translate(language: str) -> Callable[[str], str]:
    """Who translates into a language that may not be known: then what is wrong is said in English."""
    if language == "en" or not has_catalogue(language):
        return str
    from turncoat.locales import translator

    return translator(language)


def speak(command: Any, say: Callable[[str], str]) -> None:
    """Let a command, and all below it, explain itself in that language."""
    typer.core.__dict__["_"] = say  # the library has the words of its frame from there
    for one in (command, *command.params):
        one.help = say(one.help) if one.help else one.help

    def usage(context: typer.Context, formatter: Any) -> None:
        formatter.write_usage(context.command_path, " ".join(command.collect_usage_pieces(context)), say(_USAGE))

    ask_help = command.get_help_option

    def help_option(context: typer.Context) -> Any:
        option = ask_help(context)
        if option is not None:
            option.help = say(_HELP)
        return option

    command.format_usage, command.get_help_option = usage, help_option
    for below in getattr(command, "commands", {}).values():
        speak(below, say)


def said(error: Exception, say: Callable[[str], str]) -> str:
    """What is wrong with a command line, as the library found it, in another language than English."""
    message, hint = str(getattr(error, "message", "")).rstrip("."), getattr(error, "param", None)
    name = str(hint.get_error_hint()) if hint is not None else ""
    match type(error).__name__:
        case "NoSuchOption":
            message = say(_NO_OPTION).format(name=getattr(error, "option_name", ""))
        case "MissingParameter":
            message = say(_MISSING).format(name=name)
        case "BadParameter" if name:
            message = say(_INVALID).format(name=name, why=message)
    context = getattr(error, "ctx", None)
    return say(_SEE).format(problem=message, command=context.command_path) if context is not None else message
