"""Server settings: one list of them, whether given by options, the environment or a file."""

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import typer

from tests.support.commands import own_process, turncoat
from tools.settings import TARGET, with_tables
from turncoat.cli.app import app
from turncoat.cli.errors import CommandError
from turncoat.cli.settings import check_variables, kind_of, settings_from, settings_in_force
from turncoat.locales import SHOW_PSEUDO
from turncoat.table.runtime.server_settings import PREFIX, ServerSettings, settings
from turncoat.table.store.data_directory import default_data

POLISH = {"TURNCOAT_LANGUAGE": "pl"}


SERVE: Any = typer.main.get_command(app).commands["serve"]  # type: ignore[attr-defined]
SETTINGS = settings()
EXAMPLES: dict[type, tuple[Any, Any, str]] = {
    bool: (True, 1, "must be true or false, not 1"),
    int: (7, "7", 'must be a whole number, not "7"'),
    float: (1.5, True, "must be a number, not true"),
    str: ("pl", 7, "must be a text in quotation marks, not 7"),
    list: (["10.0.0.2"], "10.0.0.2", 'must be a list of texts in quotation marks, such as ["a", "b"], not "10.0.0.2"'),
}
"""For each type a valid value, an invalid one, and the error message."""


def toml(value: Any) -> str:
    return json.dumps(value)


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Remove settings from the environment of whoever runs the tests."""
    for name in os.environ:
        if name.startswith(PREFIX) or name == "FORWARDED_ALLOW_IPS":
            monkeypatch.delenv(name)


def shown(*arguments: object) -> tuple[dict[str, Any], str]:
    """Return the settings in force, parsed and as text."""
    text = settings_in_force(SERVE.make_context("serve", [str(argument) for argument in arguments]))
    return tomllib.loads(text), text


def refused(file: Path) -> str:
    """Return the reason why a settings file is refused."""
    with pytest.raises(CommandError) as error:
        shown("--config", file)
    return error.value.message


def written(tmp_path: Path, text: str) -> Path:
    file = tmp_path / "turncoat.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_every_setting_is_an_option_of_serve() -> None:
    own = {"config", "show_settings"}
    options = {param.name: param for param in SERVE.params if param.name not in own}
    assert list(options) == [setting.name for setting in SETTINGS.values()]
    for setting in SETTINGS.values():
        option = options[setting.name]
        assert (option.opts, option.envvar, option.help) == ([setting.option], setting.variables, setting.help)


def test_the_docs_table_is_generated_from_the_settings() -> None:
    page = TARGET.read_text("utf-8")
    assert page == with_tables(page), "the settings or metrics have changed: run `make settings`"
    assert [key for key in SETTINGS if f"| `{key}` |" not in page] == []


def test_a_server_without_options_has_the_declared_defaults() -> None:
    assert settings_from(SERVE.make_context("serve", []).params) == ServerSettings()


def test_options_precede_the_environment_and_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNCOAT_PORT", "8002")
    monkeypatch.setenv("TURNCOAT_KEEP", "2")
    file = written(tmp_path, 'port = 8001\nkeep = 1\nbot-pause = 1\nallow-hosts = ["a.example"]\n')
    found, text = shown("--config", file, "--port", 8003)
    assert (found["port"], found["keep"], found["bot-pause"], found["host"]) == (8003, 2, 1, "127.0.0.1")
    assert found["allow-hosts"] == ["a.example"]
    lines = dict(re.findall(r"^([a-z-]+) = .*  # (.*)$", text, re.MULTILINE))
    assert [lines[key] for key in ("port", "keep", "bot-pause", "host")] == [
        "--port",
        "TURNCOAT_KEEP",
        str(file),
        "default",
    ]


def test_paths_in_a_settings_file_are_relative_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = written(tmp_path, 'data = "tables"\nchapters = ["saboteur.py", "/elsewhere/more.py"]\n')
    monkeypatch.setenv("TURNCOAT_CONFIG", str(file))
    found, _ = shown()
    assert found["data"] == str(tmp_path / "tables")
    assert found["chapters"] == [str(tmp_path / "saboteur.py"), "/elsewhere/more.py"]


def test_printed_settings_are_a_valid_file_without_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TURNCOAT_METRICS_TOKEN", "of the watchers")
    found, text = shown("--lan", "--proxy", "10.0.0.2")
    assert set(found) == set(SETTINGS) - {key for key, setting in SETTINGS.items() if setting.is_secret}
    assert "of the watchers" not in text
    assert "# metrics-token is set by TURNCOAT_METRICS_TOKEN" in text
    assert found["data"] == str(default_data())
    again, _ = shown("--config", written(tmp_path, text))
    assert {key: again[key] for key in found} == found


@pytest.mark.parametrize("key", SETTINGS)
def test_a_file_can_set_everything_and_wrong_types_are_named(key: str, tmp_path: Path) -> None:
    good, bad, says = EXAMPLES[kind_of(SETTINGS[key])]
    good = ["https://example.org"] if SETTINGS[key].names_origins else good
    file = written(tmp_path, f"# of ours\n{key} = {toml(good)}\n")
    _, text = shown("--config", file)
    assert re.search(rf"^(?:# )?{key} (?:=|is set).*{re.escape(str(file))}$", text, re.MULTILINE)
    file = written(tmp_path, f"# of ours\n{key} = {toml(bad)}\n")
    assert refused(file) == f"{file}, line 2: {key} {says}"


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("prot = 8000", 1, "there is no setting prot; did you mean port?"),
        ("port = 80\nallow_hosts = []", 2, "there is no setting allow_hosts; did you mean allow-hosts?"),
        ("port = 80\n\n[server]\nport = 80", 3, "there is no setting server; the settings are data, store, bot-pause,"),
        ("port = 99999", 1, "invalid value for port: "),
        (
            'frames = ["discord.com"]',
            1,
            "discord.com must be the origin of a site, such as https://example.org or https://*.example.org",
        ),
        ('keep = 1\nproxies = ["caddy"]', 2, "caddy must be an address, or a network such as 10.0.5.0/28"),
    ],
)
def test_errors_in_a_settings_file_are_named_with_their_line(text: str, line: int, says: str, tmp_path: Path) -> None:
    file = written(tmp_path, text + "\n")
    told = refused(file)
    assert told.startswith(f"{file}, line {line}: ")
    assert says in told


def test_an_unreadable_settings_file_is_named(tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    assert refused(missing).startswith(f"cannot read the settings in {missing}: ")
    file = written(tmp_path, "port: 8000\n")
    told = refused(file)
    assert told.startswith(f"{file} is not TOML: ")
    assert "line 1" in told
    assert told.endswith("; write a setting like this: port = 8000")


@pytest.mark.parametrize(
    ("name", "value", "says"),
    [
        ("TURNCOAT_PORT", "high", "TURNCOAT_PORT: "),
        ("TURNCOAT_LAN", "perhaps", "TURNCOAT_LAN: "),
        ("TURNCOAT_PROXIES", "10.0.0.2 caddy", "TURNCOAT_PROXIES: caddy must be an address, or a network"),
        ("TURNCOAT_PROXY", "10.0.0.2", "there is no variable TURNCOAT_PROXY; did you mean TURNCOAT_PROXIES?"),
        ("TURNCOAT_ALLOW_HOST", "a", "there is no variable TURNCOAT_ALLOW_HOST; did you mean TURNCOAT_ALLOW_HOSTS?"),
    ],
)
def test_errors_in_the_environment_are_named(name: str, value: str, says: str) -> None:
    done = turncoat("serve", environ={name: value})
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert says in done.stderr


def test_a_wrong_option_is_named_even_if_a_variable_is_right() -> None:
    done = turncoat("serve", "--port", "high", environ={"TURNCOAT_PORT": "8000"})
    assert "TURNCOAT_PORT" not in done.stderr
    assert "--port" in done.stderr


@pytest.mark.parametrize("key", [key for key, setting in SETTINGS.items() if setting.why_least])
def test_a_setting_below_its_minimum_is_refused_with_the_reason(key: str, tmp_path: Path) -> None:
    setting = SETTINGS[key]
    assert setting.least is not None
    least, less = f"{setting.least:g}", f"{setting.least - 0.1:g}"
    why = f"{less} is less than {least}: {setting.why_least.format(least=least)}"
    for done in (turncoat("serve", setting.option, less), turncoat("serve", environ={setting.variables[0]: less})):
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
    assert refused(written(tmp_path, f"{key} = {less}\n")).endswith(why)
    assert shown(setting.option, least)[0][key] == setting.least


def test_variables_of_other_programs_are_ignored() -> None:
    check_variables(["TURNCOAT_CHROMIUM", "TURNCOAT_HOME", "TURNCOAT_", "HOST", "TURNCOAT_CONFIG", SHOW_PSEUDO])


def test_errors_in_settings_are_in_polish(tmp_path: Path) -> None:
    file = written(tmp_path, "prot = 8000\n")
    told = own_process("serve", "--config", file, environ=POLISH).stderr
    assert told == f"turncoat: {file}, wiersz 1: nie ma ustawienia prot; może chodzi o port?\n"
    file = written(tmp_path, 'port = "8000"\n')
    told = own_process("serve", "--config", file, environ=POLISH).stderr
    assert told == f'turncoat: {file}, wiersz 1: port musi być liczbą całkowitą, a nie "8000"\n'
    told = turncoat("serve", environ={**POLISH, "TURNCOAT_PROT": "8000"}).stderr
    assert told == "turncoat: nie ma zmiennej TURNCOAT_PROT; może chodzi o TURNCOAT_PORT?\n"
