"""The settings of a server.

Each is declared once, as a field of `ServerSettings`. The options of `turncoat serve`, the environment variables, the
keys of a settings file and the table in docs/serving.md are all generated from it.

They are dataclasses rather than msgspec structs because the help of the command reads them and imports nothing it does
not need.
"""

import time
from collections.abc import Callable
from dataclasses import MISSING, dataclass, field, fields, replace
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Final, get_args, get_type_hints

from turncoat.kernel.words import N_
from turncoat.table.store.data_directory import default_data

PREFIX: Final = "TURNCOAT_"
BOT_BUDGET: Final = 1.0
"""Seconds in which the bots that are asked together finish thinking."""

_SHORT_PAUSE: Final = N_("bots think for up to {least} s, and a late answer would give them away")


@dataclass(frozen=True)
class Setting:
    """Metadata of a setting, for every place where it can be given."""

    help: str
    unit: str = ""
    """Placeholder for a value in the help."""
    one: str = ""
    """Name of the option if each value has an option of its own, such as `allow-host`."""
    least: float | None = None
    why_least: str = ""
    """Reason for the minimum, if it is not obvious (message id)."""
    most: float | None = None
    other_variable: str = ""
    """Environment variable that counts if the setting's own is not set."""
    is_secret: bool = False
    """True if the value must never be displayed."""
    names_networks: bool = False
    """True if each value is an address or a network."""
    names_origins: bool = False
    """True if each value is the origin of a site, such as https://example.org."""
    names_files: bool = False
    """True if each value is a path, with more after it, that a settings file gives relative to itself."""
    name: str = ""
    """Name of the field. Like the next two, it is filled in from the field."""
    value_type: type = str
    default: Any = None
    """None if the default depends on the system."""

    @property
    def key(self) -> str:
        """Key in a settings file."""
        return self.name.replace("_", "-")

    @property
    def option(self) -> str:
        """Command-line option."""
        return f"--{self.one or self.key}"

    @property
    def variables(self) -> list[str]:
        """Environment variables of the setting. The first that is set counts."""
        return [PREFIX + self.name.upper(), *filter(None, [self.other_variable])]


@dataclass(frozen=True)
class ServerSettings:
    """Settings of a server. A field without a `Setting` is only for tests and benchmarks."""

    # Read by the tables
    data: Annotated[Path, Setting("Data directory for the tables; defaults to the system's.", unit="DIR")] = field(
        default_factory=default_data
    )
    store: Annotated[
        str,
        Setting("PostgreSQL database shared by several servers.", unit="ADDRESS", is_secret=True),
    ] = ""
    bot_pause: Annotated[
        float,
        Setting("Maximum pause of a bot; at least 1.", "SECONDS", least=BOT_BUDGET, why_least=_SHORT_PAUSE, most=60),
    ] = 2.4
    keep: Annotated[
        int, Setting("Maximum days to keep games and idle tables; 0 means forever.", unit="DAYS", least=0)
    ] = 365
    spectators: Annotated[int, Setting("Maximum number of spectators per table.", unit="N", least=0)] = 250
    open_tables: Annotated[bool, Setting("Let hosts list their tables for anybody at /open.")] = True

    # Read by the web
    host: Annotated[str, Setting("Address to listen on.", unit="ADDRESS")] = "127.0.0.1"
    port: Annotated[int, Setting("Port to listen on; 0 takes a free one.", unit="N", least=0, most=65535)] = 8000
    lan: Annotated[bool, Setting("Let others on your network join.")] = False
    allow_hosts: Annotated[
        tuple[str, ...],
        Setting("Host name that visitors may use for this server; repeat for more.", unit="NAME", one="allow-host"),
    ] = ()
    proxies: Annotated[
        tuple[str, ...],
        Setting(
            "Address of a proxy in front that forwards visitors' addresses; repeat for more.",
            unit="ADDRESS",
            one="proxy",
            other_variable="FORWARDED_ALLOW_IPS",
            names_networks=True,
        ),
    ] = ()
    frames: Annotated[
        tuple[str, ...],
        Setting(
            "Site whose pages may show this one in a frame; repeat for more.",
            unit="ORIGIN",
            one="frame",
            names_origins=True,
        ),
    ] = ()
    metrics: Annotated[bool, Setting("Serve metrics for Prometheus at /metrics.")] = False
    metrics_token: Annotated[str, Setting("Let other machines read the metrics too.", unit="TOKEN", is_secret=True)] = (
        ""
    )

    # Read by the command
    chapters: Annotated[
        tuple[Path, ...],
        Setting(
            "Python file with your own chapters, which become modules; repeat for more.",
            unit="FILE.py",
            one="chapter",
        ),
    ] = ()
    bots: Annotated[
        tuple[str, ...],
        Setting(
            "Your own bot, which people can choose at tables; repeat for more.",
            unit="FILE.py:CLASS",
            one="bot",
            names_files=True,
        ),
    ] = ()
    language: Annotated[str, Setting("Language, en or pl; defaults to the system's.", unit="CODE")] = ""

    # For tests and benchmarks
    bot_limit: float = 5.0
    """Seconds after which a bot without an answer counts as hanging and is replaced."""
    hold: float = 3.0
    """Seconds for which a table stays open before a reveal that nobody triggers. 0 disables it.

    It is long enough to see that everybody has chosen, and longer than a bot thinks.
    """
    scenes: float = 1.0
    """Factor by which scenes are prolonged. With 0, no table stages any."""
    now: Callable[[], float] = time.time
    """Returns the time in seconds since 1970."""


@cache
def settings() -> dict[str, Setting]:
    """Return every setting that an operator can give, by its key in a settings file."""
    hints = get_type_hints(ServerSettings, include_extras=True)
    found = {}
    for one in fields(ServerSettings):
        kind, *annotations = get_args(hints[one.name]) if hasattr(hints[one.name], "__metadata__") else (None,)
        if annotations:
            default = None if one.default is MISSING else one.default
            setting = replace(annotations[0], name=one.name, value_type=kind, default=default)
            found[setting.key] = setting
    return found
