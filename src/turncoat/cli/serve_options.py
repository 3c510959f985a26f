"""Options of `turncoat serve`: one for each server setting, besides those of the command itself."""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from turncoat.table.runtime.server_settings import Setting, settings

_KINDS: Final[dict[Any, Any]] = {
    tuple[str, ...]: list[str] | None,
    tuple[Path, ...]: list[Path] | None,
    Path: Path | None,
}
"""Types of options for Typer where they differ from the type of the setting."""


def takes_settings(command: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command with an option for each setting. The options come between its own and are passed by name."""
    first, *others, _ = inspect.signature(command, eval_str=True).parameters.values()
    options = [_option(setting) for setting in settings().values()]
    command.__signature__ = inspect.Signature([first, *options, *others])  # type: ignore[attr-defined]
    return command


def _option(setting: Setting) -> inspect.Parameter:
    is_shown = bool(setting.default) and not isinstance(setting.default, tuple)
    option = typer.Option(
        f"{setting.option}/--no-{setting.key}" if setting.default is True else setting.option,
        metavar=setting.unit or None,
        envvar=setting.variables,
        min=None if setting.why_least else setting.least,
        max=setting.most,
        callback=_check_of(setting),
        show_default=is_shown,
        help=setting.help,
    )
    kind = _KINDS.get(setting.value_type, setting.value_type)
    default = None if setting.value_type in _KINDS else setting.default
    return inspect.Parameter(
        setting.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=Annotated[kind, option]
    )


def _check_of(setting: Setting) -> Callable[[Any], Any] | None:
    def check_networks(given: list[str] | None) -> list[str] | None:
        from turncoat.cli import settings

        return settings.check_networks(given)

    def check_origins(given: list[str] | None) -> list[str] | None:
        from turncoat.cli import settings

        return settings.check_origins(given)

    def check_least(given: float) -> float:
        from turncoat.cli import settings

        return settings.check_least(setting, given)

    if setting.names_networks:
        return check_networks
    if setting.names_origins:
        return check_origins
    return check_least if setting.why_least else None
