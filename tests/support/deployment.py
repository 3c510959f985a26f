"""Readers of the Dockerfile and the Compose files."""

import re
import shlex

import yaml  # type: ignore[import-untyped]

from tests.support.paths import ROOT
from turncoat.table.runtime.server_settings import settings

VARIABLES = {variable for setting in settings().values() for variable in setting.variables}
COMPOSE = ("compose.yaml", "deploy/many/compose.yaml")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile, with continued lines joined."""
    lines = [line for line in read("Dockerfile").splitlines() if line and not line.startswith("#")]
    joined = re.sub(r"\\\n\s*", "", "\n".join(lines)).splitlines()
    return [(line.split(maxsplit=1)[0], line.split(maxsplit=1)[1]) for line in joined]


def last_stage() -> dict[str, list[str]]:
    stage: dict[str, list[str]] = {}
    for name, rest in instructions():
        if name == "FROM":
            stage = {}
        stage.setdefault(name, []).append(rest)
    return stage


def environment() -> dict[str, str]:
    pairs = (pair.partition("=") for line in last_stage()["ENV"] for pair in shlex.split(line))
    return {name: value for name, _, value in pairs}


def service_names(name: str) -> list[str]:
    """Return the services of a Compose file that are built from this repository."""
    services = yaml.safe_load(read(name))["services"]
    return [one for one, service in services.items() if isinstance(service["build"], str)]
