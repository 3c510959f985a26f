"""Server settings from the options of `turncoat serve`, the environment and a file.

Options take precedence over the environment, the environment over the file, and the file over defaults.
`ServerSettings` declares the settings.
"""

import difflib
import ipaddress
import json
import os
import re
import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Final, NoReturn, get_origin

import typer

from turncoat.cli.errors import CommandError
from turncoat.kernel.text_files import text_of
from turncoat.kernel.words import N_, composed
from turncoat.locales import SHOW_PSEUDO
from turncoat.table.runtime.server_settings import PREFIX, ServerSettings, Setting, settings

SIMILAR: Final = 0.65
"""Similarity from which an unknown variable counts as a typo. Other programs may use the prefix `PREFIX` as well."""

_UNREADABLE: Final = N_("cannot read the settings in {file}: {why}")
_NO_TOML: Final = N_("{file} is not TOML: {why}; write a setting like this: port = 8000")
_AT_LINE: Final = N_("{file}, line {line}: {problem}")
_UNKNOWN: Final = N_("there is no setting {key}; did you mean {guess}?")
_UNKNOWN_OF: Final = N_("there is no setting {key}; the settings are {keys}")
_NO_VARIABLE: Final = N_("there is no variable {key}; did you mean {guess}?")
_INVALID: Final = N_("invalid value for {name}: {why}")
_TOO_LITTLE: Final = N_("{given} is less than {least}: {why}")
_NO_ADDRESS: Final = N_("{given} must be an address, or a network such as 10.0.5.0/28")
_NO_ORIGIN: Final = N_("{given} must be the origin of a site, such as https://example.org or https://*.example.org")
_ORIGIN: Final = re.compile(r"https?://(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:[0-9]{1,5})?", re.IGNORECASE)
_KINDS: Final[dict[type, str]] = {
    bool: N_("{key} must be true or false, not {given}"),
    int: N_("{key} must be a whole number, not {given}"),
    float: N_("{key} must be a number, not {given}"),
    str: N_("{key} must be a text in quotation marks, not {given}"),
    list: N_('{key} must be a list of texts in quotation marks, such as ["a", "b"], not {given}'),
}


def kind_of(setting: Setting) -> type:
    """Return the type that a file must use for a setting, one of the keys of `_KINDS`."""
    if setting.value_type is Path:
        return str
    return list if get_origin(setting.value_type) is tuple else setting.value_type


def settings_from(given: Mapping[str, Any]) -> ServerSettings:
    """Return the server settings, with defaults for missing ones."""
    values: dict[str, Any] = {}
    for setting in settings().values():
        value = given[setting.name]
        if setting.value_type == tuple[str, ...]:
            value = each(value)
        if value is not None:
            values[setting.name] = tuple(value) if isinstance(value, list) else value
    return ServerSettings(**values)


def read_settings(context: typer.Context, file: Path | None) -> None:
    """Read option defaults from a file, and check the environment. Raises CommandError."""
    check_variables(os.environ)
    if file is not None:
        context.default_map = _read(context, file)


def check_variables(environ: Iterable[str]) -> None:
    """Raise CommandError for a variable that looks like one of ours but does not exist."""
    known = [name.upper() for name in (*(setting.name for setting in settings().values()), "config")]
    known.append(SHOW_PSEUDO.removeprefix(PREFIX))
    for name in environ:
        if name.startswith(PREFIX) and (ours := name.removeprefix(PREFIX)) not in known:
            guesses = difflib.get_close_matches(ours, known, 1, SIMILAR)
            if guesses:
                raise CommandError(composed(_NO_VARIABLE, key=name, guess=PREFIX + guesses[0]))


def _read(context: typer.Context, file: Path) -> dict[str, Any]:
    try:
        text = text_of(file.read_bytes())
        given = tomllib.loads(text)
    except (OSError, UnicodeError) as error:
        why = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CommandError(composed(_UNREADABLE, file=str(file), why=why)) from None
    except tomllib.TOMLDecodeError as error:
        raise CommandError(composed(_NO_TOML, file=str(file), why=str(error))) from None
    options = {param.name: param for param in context.command.params}
    found: dict[str, Any] = {}
    for key, value in given.items():

        def refuse(problem: str, key: str = key) -> NoReturn:
            line = _line_of(text, key)
            raise CommandError(composed(_AT_LINE, file=str(file), line=str(line), problem=problem))

        setting = settings().get(key)
        if setting is None:
            refuse(_unknown(key))
        kind = kind_of(setting)
        if not _is_of(kind, value):
            refuse(composed(_KINDS[kind], key=key, given=json.dumps(value, default=str, ensure_ascii=False)))
        if value == "":
            continue  # the same as absent
        if setting.value_type is Path:
            value = _from(file, value)
        elif setting.value_type == tuple[Path, ...] or setting.names_files:
            value = [_from(file, one) for one in value]
        try:
            options[setting.name].process_value(context, value)
        except typer.BadParameter as error:
            refuse(composed(_INVALID, name=key, why=error.message))
        found[setting.name] = value
    return found


def _unknown(key: str) -> str:
    guesses = difflib.get_close_matches(key.replace("_", "-").lower(), settings(), 1)
    if guesses:
        return composed(_UNKNOWN, key=key, guess=guesses[0])
    return composed(_UNKNOWN_OF, key=key, keys=", ".join(settings()))


def _is_of(kind: type, value: object) -> bool:
    if kind is list:
        return isinstance(value, list) and all(isinstance(one, str) for one in value)
    if kind is float:
        return isinstance(value, int | float) and not isinstance(value, bool)
    return type(value) is kind


def _from(file: Path, path: str) -> str:
    return str(file.parent / Path(path).expanduser())


def _line_of(text: str, key: str) -> int:
    """Return the number of the line with the key, at its start or as a table, or 1 if none is found."""
    name = rf"[\"']?{re.escape(key)}[\"']?"
    start = re.search(rf"^[ \t]*(?:\[+[ \t]*)?{name}[ \t]*[=.\]]", text, re.MULTILINE)
    return text.count("\n", 0, start.start()) + 1 if start else 1


def check_networks(given: list[str] | None) -> list[str] | None:
    """Validate a setting of addresses or networks, where "*" means all. Raises BadParameter."""
    for address in each(given):
        try:
            if address != "*":
                ipaddress.ip_network(address)
        except ValueError:
            raise typer.BadParameter(composed(_NO_ADDRESS, given=address)) from None
    return given


def check_origins(given: list[str] | None) -> list[str] | None:
    """Validate a setting of origins. Raises BadParameter."""
    for origin in each(given):
        if not _ORIGIN.fullmatch(origin):
            raise typer.BadParameter(composed(_NO_ORIGIN, given=origin))
    return given


def check_least(setting: Setting, given: float) -> float:
    """Validate that a number is not below the setting's minimum. Raises BadParameter with the reason."""
    if setting.least is not None and not given >= setting.least:
        about = {"given": f"{given:g}", "least": f"{setting.least:g}"}
        raise typer.BadParameter(composed(_TOO_LITTLE, **about, why=composed(setting.why_least, **about)))
    return given


def each(given: Iterable[str] | None) -> list[str]:
    """Split the values of an option that may be repeated or separated by commas."""
    return [one.strip() for value in given or [] for one in value.split(",") if one.strip()]


def settings_in_force(context: typer.Context) -> str:
    """Return all settings in the format of a settings file, each with its source. Secrets are omitted.

    The output is TOML in any language, so the source after `#` is an option, a variable, a file, or "default".
    """
    lines = []
    values = settings_from(context.params)
    for key, setting in settings().items():
        value, source = getattr(values, setting.name), context.get_parameter_source(setting.name)
        match getattr(source, "name", ""):
            case "COMMANDLINE":
                origin = setting.option
            case "ENVIRONMENT":
                origin = next(name for name in setting.variables if os.environ.get(name))
            case "DEFAULT_MAP":
                origin = str(context.params["config"])
            case _:
                origin = "default"
        if setting.is_secret:
            lines.append(f"# {key} is set by {origin}" if value else f"# {key} is not set")
            continue
        lines.append(f"{key} = {_toml(value)}  # {origin}")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool | int | float):
        return json.dumps(value)
    return json.dumps(str(value), ensure_ascii=False)
