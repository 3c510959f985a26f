"""Deployment files for a single server: the files that they refer to exist, and so does every setting.

No container and no service manager is started here; docs/deploying.md says so.
"""

import configparser
import fnmatch
import ipaddress
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
import typer
import yaml  # type: ignore[import-untyped]

from tests.support.commands import TURNCOAT, turncoat
from tests.support.deployment import (
    COMPOSE,
    VARIABLES,
    environment,
    instructions,
    last_stage,
    read,
    service_names,
)
from tests.support.paths import ROOT
from tests.support.serving import serving
from turncoat.cli.app import app
from turncoat.cli.settings import check_networks

SERVE = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
OPTIONS = {option for param in SERVE.params for option in param.opts}
PAGES = ("README.md", "docs/serving.md", "docs/deploying.md", "docs/scale.md", "docs/security.md", "docs/cli.md")


def of_ours(names: Iterator[str] | dict[str, Any]) -> set[str]:
    return {name for name in names if name.startswith("TURNCOAT_")}


def check_serve(arguments: list[str]) -> None:
    """Parse the arguments with the real command, apart from values that depend on another machine."""
    assert arguments[0] == "serve"
    unknown = [word for word in arguments if word.startswith("--") and word.partition("=")[0] not in OPTIONS]
    assert not unknown


def test_everything_that_the_image_copies_exists_and_is_not_ignored() -> None:
    ignored = [line for line in read(".dockerignore").splitlines() if line and not line.startswith("#")]
    assert ignored[0] == "*", "what is not named stays outside"
    let_in = [line[1:] for line in ignored if line.startswith("!")]
    copied = [
        source
        for name, rest in instructions()
        if name == "COPY" and not rest.startswith("--from")
        for source in rest.split()[:-1]
    ]
    assert {"requirements/runtime.txt", "src"} <= set(copied)
    for source in copied:
        assert (ROOT / source).exists(), source
        assert source in let_in, source
    assert sorted(let_in) == sorted(copied), "nothing else is sent to the builder"
    secret = ("secret.key", "tables.sqlite3", "turncoat.toml", ".git", ".venv")
    assert not [name for name in secret if any(fnmatch.fnmatch(name, pattern) for pattern in let_in)]


def test_the_image_installs_hashed_pins_and_keeps_no_build_tools() -> None:
    laid = [part for name, rest in instructions() if name == "RUN" for part in rest.split("&&") if " install " in part]
    pip = [part for part in laid if "pip install" in part]
    assert len(pip) == 3
    assert [part for part in pip if "--require-hashes" not in part and "--no-deps dist/" not in part] == []
    stage = last_stage()
    assert not [rest for rest in stage["RUN"] if re.search(r"\b(apt|apt-get|pip|uv|curl|gcc)\b", rest)]
    assert stage["COPY"] == ["--from=build /opt/turncoat /opt/turncoat"]


def test_the_image_runs_unprivileged_with_its_data_in_a_volume() -> None:
    stage, given = last_stage(), environment()
    assert stage["USER"] == ["turncoat"]
    assert "useradd --system" in stage["RUN"][0]
    assert stage["VOLUME"] == [given["TURNCOAT_DATA"]]
    assert stage["EXPOSE"] == [given["TURNCOAT_PORT"]]
    assert given["TURNCOAT_HOST"] == "0.0.0.0"
    assert of_ours(given) <= VARIABLES
    assert json.loads(stage["ENTRYPOINT"][0]) == ["turncoat"]
    check_serve(json.loads(stage["CMD"][0]))
    done = turncoat("serve", "--show-settings", environ={name: given[name] for name in of_ours(given)})
    assert done.returncode == 0, done.stderr


def test_a_containers_health_check_reports_its_servers_health(tmp_path: Path) -> None:
    options, _, command = last_stage()["HEALTHCHECK"][0].partition("CMD ")
    assert "--timeout" in options
    words = json.loads(command)
    assert words[:2] == ["python", "-c"]
    with serving(tmp_path) as server:
        well = subprocess.run([sys.executable, "-c", words[2]], env={"TURNCOAT_PORT": str(server.port)}, check=False)
        assert well.returncode == 0
        (documented,) = re.findall(r"```json\n(.*)\n```", read("docs/serving.md"))
        assert httpx.get(f"{server.url}/healthz").json() == json.loads(documented)
        port = server.port
    gone = subprocess.run(
        [sys.executable, "-c", words[2]], env={"TURNCOAT_PORT": str(port)}, capture_output=True, check=False
    )
    assert gone.returncode != 0


def test_the_compose_file_uses_existing_settings_and_files() -> None:
    found = yaml.safe_load(read("compose.yaml"))
    server, caddy = found["services"]["turncoat"], found["services"]["caddy"]
    assert of_ours(server["environment"]) == set(server["environment"])
    assert set(server["environment"]) <= VARIABLES
    assert "ports" not in server, "only Caddy is open to the outside"
    assert server["volumes"] == [f"tables:{environment()['TURNCOAT_DATA']}"]
    assert server["read_only"] is True
    for service in (server, caddy):
        for mount in service["volumes"]:
            source = mount.split(":")[0]
            assert (ROOT / source).exists() if source.startswith(".") else source in found["volumes"], mount
    assert caddy["environment"]["UPSTREAM"] == f"turncoat:{environment()['TURNCOAT_PORT']}"
    assert caddy["environment"]["SITE"] == server["environment"]["TURNCOAT_ALLOW_HOSTS"]
    assert caddy["depends_on"]["turncoat"]["condition"] == "service_healthy"
    assert server["environment"]["TURNCOAT_PROXIES"] == caddy["networks"]["front"]["ipv4_address"]
    assert check_networks([server["environment"]["TURNCOAT_PROXIES"]])
    done = turncoat("serve", "--show-settings", environ=server["environment"])
    assert done.returncode == 0, done.stderr


def images() -> dict[str, str]:
    """Return the third-party images, by the stage that names them."""
    stages = [rest.split(" AS ") for name, rest in instructions() if name == "FROM"]
    return {stage[1]: stage[0] for stage in stages if len(stage) > 1 and ":" in stage[0]}


def test_images_are_named_once_with_their_full_version() -> None:
    named = images()
    assert {stage: image.split(":")[0] for stage, image in named.items()} == {one: one for one in named}
    assert set(named) == {"python", "caddy", "postgres"}
    for image in named.values():
        name, _, tag = image.partition(":")
        version = r"\d+\.\d+" if name == "postgres" else r"\d+\.\d+\.\d+"
        assert re.fullmatch(rf"{version}(-[a-z-]+)?(@sha256:[0-9a-f]{{64}})?", tag), image
    stages = [rest.split(" AS ") for name, rest in instructions() if name == "FROM"]
    assert {stage[0] for stage in stages} == {*named.values(), "python"}, "nothing else is fetched"
    for name in COMPOSE:
        for service in yaml.safe_load(read(name))["services"].values():
            assert "image" not in service
            build = service["build"]
            assert isinstance(build, str) or build["target"] in set(named) - {"python"}


def test_the_pages_commands_pin_all_images(tmp_path: Path) -> None:
    """Its commands are run, with a Docker that knows digests."""
    (commands,) = re.findall(r"```sh\n(for image .*?)```", read("docs/deploying.md"), re.DOTALL)
    docker, dockerfile = tmp_path / "docker", tmp_path / "Dockerfile"
    digest = "sha256:" + "3f" * 32
    docker.write_text(f'#!/bin/sh\ntest "$1 $2 $3" = "buildx imagetools inspect" && echo {digest}\n', "utf-8")
    docker.chmod(0o755)
    dockerfile.write_text(read("Dockerfile"), "utf-8")
    search, pinned = {"PATH": f"{tmp_path}:/usr/bin:/bin"}, ""
    for _ in range(2):  # again, for a newer image under the same tag
        done = subprocess.run(["sh", "-eu", "-c", commands], cwd=tmp_path, env=search, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr
        pinned = dockerfile.read_text("utf-8")
        assert re.findall(r"^FROM (\S+:\S+) AS", pinned, re.M) == [f"{one}@{digest}" for one in images().values()]
    assert pinned.replace(f"@{digest}", "") == read("Dockerfile")


@pytest.mark.parametrize("name", COMPOSE)
def test_the_containers_have_minimal_rights(name: str) -> None:
    for one, service in yaml.safe_load(read(name))["services"].items():
        assert service["cap_drop"] == ["ALL"], one
        assert service.get("cap_add", []) == (["NET_BIND_SERVICE"] if one == "caddy" else []), one
        assert service["security_opt"] == ["no-new-privileges:true"], one
        assert not {"privileged", "network_mode", "pid", "devices"} & set(service), one
    for one in service_names(name):
        assert yaml.safe_load(read(name))["services"][one]["read_only"] is True


def test_only_the_proxys_addresses_are_trusted() -> None:
    """Only those of the proxy: in a network of all containers or pods, any of them could claim to be anybody."""
    found = [
        service["environment"]["TURNCOAT_PROXIES"]
        for name in COMPOSE
        for service in yaml.safe_load(read(name))["services"].values()
        if "TURNCOAT_PROXIES" in service.get("environment", {})
    ]
    found += re.findall(r"name: TURNCOAT_PROXIES, value: ([^}]+)}", read("deploy/many/kubernetes.yaml"))
    found += tomllib.loads(read("deploy/turncoat.toml"))["proxies"]
    assert len(found) > 4
    for proxies in found:
        assert check_networks([proxies])
        assert ipaddress.ip_network(proxies).num_addresses <= 16, proxies


@pytest.mark.parametrize("name", COMPOSE)
def test_the_containers_have_limits_of_memory_and_processes(name: str) -> None:
    for service in yaml.safe_load(read(name))["services"].values():
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
        assert service["memswap_limit"] == service["mem_limit"], "or it would take as much again of the swap space"
        assert service["pids_limit"] > 0


def unit(file: str = "deploy/turncoat.service") -> list[tuple[str, str]]:
    """Return the settings of a service, in order. Some occur twice."""
    section, found = "", []
    for line in read(file).splitlines():
        if line.startswith("["):
            section = line
        elif section == "[Service]" and line and not line.startswith("#"):
            name, _, value = line.partition("=")
            found.append((name, value))
    return found


def test_the_service_starts_the_server_with_existing_settings() -> None:
    parsed = configparser.ConfigParser(strict=False, interpolation=None)
    parsed.read_string(read("deploy/turncoat.service"))
    assert parsed.sections() == ["Unit", "Service", "Install"]
    given = dict(unit())
    program, *arguments = shlex.split(given["ExecStart"])
    assert program == "/opt/turncoat/bin/turncoat"
    check_serve(arguments)
    assert "Environment" not in given, "`--show-settings` would not show in a shell what the service is given here"
    assert tomllib.loads(read("deploy/turncoat.toml"))["data"] == f"/var/lib/{given['StateDirectory']}"
    assert int(given["TimeoutStopSec"]) > 5, "the server stops within five seconds"


def test_the_service_has_minimal_rights() -> None:
    given = dict(unit())
    assert given["User"] not in ("", "root")
    assert given["CapabilityBoundingSet"] == ""
    assert [value for name, value in unit() if name == "SystemCallFilter"][-1] == "setpriority", "bots step back"
    strict = {"ProtectSystem": "strict", "NoNewPrivileges": "yes", "PrivateDevices": "yes", "UMask": "0077"}
    assert {name: given[name] for name in strict} == strict
    assert int(given["TasksMax"]) > 0
    assert re.fullmatch(r"\d+[MG]", given["MemoryMax"])


def test_the_example_settings_file_is_valid(tmp_path: Path) -> None:
    done = turncoat("serve", "--config", ROOT / "deploy/turncoat.toml", "--show-settings")
    assert done.returncode == 0, done.stderr
    assert 'proxies = ["127.0.0.1"]' in done.stdout
    assert 'data = "/var/lib/turncoat"' in done.stdout


@pytest.mark.parametrize("name", ["deploy/nginx.conf", "deploy/Caddyfile", "deploy/many/Caddyfile"])
def test_proxies_forward_the_needed_headers_and_compress_nothing(name: str) -> None:
    said = re.sub(r"#.*", "", read(name))
    assert said.count("{") == said.count("}")
    assert re.search(r"127\.0\.0\.1:800\d", said)
    assert "Strict-Transport-Security" in said
    assert "/metrics" in said
    assert not re.search(r"\bencode\b|gzip on|brotli", said)
    if name.endswith("nginx.conf"):  # Caddy sets these by itself
        for header in ("Host", "X-Forwarded-For", "X-Forwarded-Proto", "Upgrade", "Connection"):
            assert re.search(rf"proxy_set_header {header}\s+\$", said), header
        assert "$proxy_add_x_forwarded_for" not in said, "what a visitor claims would come along"


@pytest.mark.parametrize("page", PAGES)
def test_pages_for_operators_name_existing_options_and_variables(page: str) -> None:
    text = read(page)
    commands = re.findall(r"turncoat serve((?: +(?:--?[a-z-]+|[^\s`|]+))*)", text)
    named = {word.rstrip(",;.:)]…") for command in commands for word in command.split() if word.startswith("--")}
    assert named <= OPTIONS
    ours = set(re.findall(r"\bTURNCOAT_[A-Z_]+\b", text))
    assert ours <= {*VARIABLES, "TURNCOAT_CONFIG"}


@pytest.mark.parametrize("page", [*PAGES, "SECURITY.md"])
def test_links_of_pages_for_operators_are_valid(page: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read(page)):
        assert (ROOT / page).parent.joinpath(target).exists(), target


def test_the_page_shows_lines_of_the_log_as_they_are() -> None:
    log = "from turncoat.table import server_log; server_log.info('table opened', table='GRKF', open_tables=1)"
    done = subprocess.run([sys.executable, "-c", log], stderr=subprocess.PIPE, text=True, check=True)
    page, time = read("docs/serving.md"), re.compile(r"timestamp='[\d-]+T[\d:.]+Z'")
    assert time.match(done.stderr)
    assert time.sub("", done.stderr).strip() in page


@pytest.fixture
def turncoat_on_path(tmp_path: Path) -> dict[str, str]:
    """Environment of an operator's shell, with tables in a data directory and the command on the path."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "turncoat").symlink_to(TURNCOAT)
    assert turncoat("reset-key", "--data", tmp_path / "data").returncode == 0  # makes them
    source = os.pathsep.join(map(str, (ROOT / "src", ROOT / "lab" / "src")))
    return {"PATH": f"{folder}:/usr/bin:/bin", "PYTHONPATH": source, "TURNCOAT_DATA": str(tmp_path / "data")}


def test_the_nightly_backup_writes_one_file_a_day_as_the_user_of_the_server(
    tmp_path: Path, turncoat_on_path: dict[str, str]
) -> None:
    given = dict(unit("deploy/turncoat-backup.service"))
    server = dict(unit())
    assert (given["User"], given["UMask"], given["ProtectSystem"]) == (server["User"], "0077", "strict")
    assert given["ReadWritePaths"] == f"/var/lib/{server['StateDirectory']}"
    assert given["Environment"] == f"TURNCOAT_DATA={given['ReadWritePaths']}"
    folder = tmp_path / "backups"
    folder.mkdir()
    shell, option, command = shlex.split(given["ExecStart"].replace("%%", "%"))
    assert command.startswith("exec /opt/turncoat/bin/turncoat backup ")
    command = command.replace("/opt/turncoat/bin/", "")
    for _ in range(2):  # the second one of a day replaces the first
        subprocess.run([shell, option, command], env={**turncoat_on_path, "STATE_DIRECTORY": str(folder)}, check=True)
    (made,) = folder.iterdir()
    old = folder / "2026-01-01.backup"
    old.touch()
    os.utime(old, (0, 0))
    subprocess.run(shlex.split(given["ExecStartPost"].replace("${STATE_DIRECTORY}", str(folder))), check=True)
    assert list(folder.iterdir()) == [made]


def test_the_page_says_how_a_container_is_backed_up_and_restored(
    tmp_path: Path, turncoat_on_path: dict[str, str]
) -> None:
    """Run its commands with a Docker that runs the shell in this machine."""
    docker = tmp_path / "bin" / "docker"
    docker.write_text(
        '#!/bin/sh\ntest "$2" = stop || test "$2" = up && exit\nwhile test "$1" != -c; do shift; done\n'
        'exec sh -c "$(echo "$2" | sed "s#/data/#$TURNCOAT_DATA/#g")"\n',
        "utf-8",
    )
    docker.chmod(0o755)
    section = read("docs/deploying.md").partition("### Back up and restore a container")[2].partition("\n### ")[0]
    commands = re.findall(r"```sh\n(.*?)```", section, re.DOTALL)
    assert len(commands) == 2
    for command in commands:
        done = subprocess.run(
            ["sh", "-eu", "-c", command], cwd=tmp_path, env=turncoat_on_path, capture_output=True, check=False
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "friday.backup").stat().st_size > 0
    left = {path.name for path in (tmp_path / "data").iterdir()}
    assert {"tables.sqlite3", "secret.key"} <= left
    assert any(name.startswith("replaced-") for name in left)
    assert not {"new.backup", "old.backup"} & left
