"""The language in which the command `turncoat` speaks, and its help in that language.

For English nothing of Turncoat is loaded. The catalogue of another language is loaded only when it is wanted.
"""

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

import typer.core

OPTION: Final = "--language"
VARIABLE: Final = "TURNCOAT_LANGUAGE"
SYSTEM: Final = ("LC_ALL", "LC_MESSAGES", "LANG")
"""The variables in which a system says which language its user reads. The first that is set counts."""
CATALOGUES: Final = Path(__file__).parents[1] / "locales"


def N_(text: str) -> str:
    """Mark a text for the translators. The kernel has the same function, but importing it would make help slow."""
    return text


_USAGE: Final = N_("Usage: ")
_HELP: Final = N_("Show this message and exit.")
FRAME: Final = (
    *(N_("Arguments"), N_("Options"), N_("Commands"), N_("required"), N_("default: {default}"), N_("env var: {var}")),
    *(N_("Missing command."), N_("No such command {name!r}.")),
)
"""The texts of the library's own that its help and its errors are made of."""
_NO_OPTION: Final = N_("there is no option {name}")
_MISSING: Final = N_("{name} is missing")
_INVALID: Final = N_("that is no value for {name}: {why}")
_SEE: Final = N_("{problem}; see {command} --help")

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


def translate_help(command: Any, say: Callable[[str], str]) -> None:
    """Translate the help of a command and of all commands below it."""
    typer.core.__dict__["_"] = say  # the library looks up its own texts there
    for one in (command, *command.params):
        one.help = say(one.help) if one.help else one.help

    def usage(context: typer.Context, formatter: Any) -> None:
        formatter.write_usage(context.command_path, " ".join(command.collect_usage_pieces(context)), say(_USAGE))

    get_help_option = command.get_help_option

    def help_option(context: typer.Context) -> Any:
        option = get_help_option(context)
        if option is not None:
            option.help = say(_HELP)
        return option

    command.format_usage, command.get_help_option = usage, help_option
    for below in getattr(command, "commands", {}).values():
        translate_help(below, say)


def usage_error(error: Exception, say: Callable[[str], str]) -> str:
    """In another language than English, what the library found wrong with a command line."""
    message, parameter = getattr(error, "message", ""), getattr(error, "param", None)
    message = say(message).rstrip(".") if message else ""
    name = str(getattr(error, "param_hint", None) or parameter.get_error_hint()) if parameter is not None else ""
    match type(error).__name__:
        case "NoSuchOption":
            message = say(_NO_OPTION).format(name=getattr(error, "option_name", ""))
        case "MissingParameter":
            message = say(_MISSING).format(name=name)
        case "BadParameter" if name:
            message = say(_INVALID).format(name=name, why=message)
    context = getattr(error, "ctx", None)
    return say(_SEE).format(problem=message, command=context.command_path) if context is not None else message
