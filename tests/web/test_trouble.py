"""A real server in trouble reports the problem in the reader's language, and loses nothing that it has accepted."""

import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from random import Random

import httpx
import pytest

from tests.support.commands import ENGLISH, TURNCOAT
from tests.support.programs import Program, choose, pick
from tests.support.serving import SERVE, AskForm, Person, Server, serving

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="limits another process from outside")
NOT_KEPT = "The server can't save anything right now, because its disk is full or failing. Nothing has changed"
NOT_KEPT_IN_POLISH = "Serwer nie może teraz niczego zapisać: dysk jest pełny albo zawodzi. Nic się nie zmieniło"
POLISH = {**os.environ, "PYTHONUTF8": "1", "TURNCOAT_LANGUAGE": "pl"}


def full(server: Server) -> None:
    """Prevent the server from writing any more data."""
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (0, most))


def has_room(server: Server) -> None:
    _, most = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (most, most))


def begun(server: Server, **setup: object) -> tuple[str, str]:
    """Open a table with a program as its host, and return its code and the program's token."""
    answer = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Robot", **setup}, timeout=60)
    welcome = answer.raise_for_status().json()
    return welcome["table"], welcome["token"]


def test_on_a_full_disk_everybody_is_told_and_play_resumes_later(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        code, token = begun(server)
        jan = Person(server, "Jan", code)
        jan.client.headers["Accept-Language"] = "pl"
        jan.sit()
        with Program(server, code) as robot:
            robot.say({"type": "hello", "protocol": 1, "token": token})
            robot.reply()
            robot.say({"type": "start", "id": "start"})
            assert robot.reply()["type"] == "accepted"
            while robot.asked is None:
                form = AskForm(jan.look())
                if form.is_open:  # Jan leads
                    jan.choose(form)
                assert robot.hear() is not None
            choice = {
                "type": "choose",
                "to": robot.asked["number"],
                "answer": pick(robot.asked["option"], Random(1)),
                "id": "first",
            }
            full(server)
            robot.say(choice)
            refused = robot.reply()
            assert (refused["type"], refused["id"], refused["code"]) == ("refused", "first", "not-kept")
            assert refused["sentence"].startswith(NOT_KEPT)
            said = jan.post(jan.path, do="say", text="Does anybody hear me?")
            assert said.status_code == 507
            assert NOT_KEPT_IN_POLISH in said.text
            eva = Person(server, "Eva").post("/new", name="Eva")
            assert (eva.status_code, NOT_KEPT in unescape(eva.text)) == (507, True)
            opened = httpx.post(f"{server.url}/api/v1/tables", json={"name": "Another"}, timeout=60)
            assert (opened.status_code, opened.json()["code"]) == (507, "not-kept")
            assert httpx.get(f"{server.url}/t/{code}", timeout=60).status_code == 200, "existing tables can be viewed"
            has_room(server)
            robot.say(choice)
            assert robot.reply() == {"type": "accepted", "id": "first"}
            robot.say(choice)
            assert robot.reply() == {"type": "accepted", "id": "first"}
            assert jan.post(jan.path, do="say", text="I hear you.").status_code == 200
        log = server.stop()
    assert log.count("the store cannot write") == 1, "once a minute, and not for every command"
    assert "Traceback" not in log
    with serving(tmp_path) as server:
        page = httpx.get(f"{server.url}/t/{code}", timeout=60).text
        assert "I hear you." in page
        assert "Does anybody hear me?" not in page


def health(server: Server) -> tuple[int, dict[str, str]]:
    answer = httpx.get(f"{server.url}/healthz", timeout=60)
    return answer.status_code, answer.json()


def test_a_failed_write_is_in_the_health_check_at_once(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ola = Person(server, "Ola").open()
        assert health(server)[0] == 200
        full(server)
        assert ola.post(ola.path, do="rename", name="Olga").status_code == 507
        assert health(server)[0] == 503
        has_room(server)
        ended = time.monotonic() + 10
        while health(server)[0] != 200:
            assert time.monotonic() < ended


def test_a_damaged_write_ahead_log_is_reported_and_play_continues(tmp_path: Path) -> None:
    left = tmp_path / "left"
    with serving(tmp_path / "data") as server:
        ola = Person(server, "Ola").open()
        for number in range(30):
            assert ola.post(ola.path, do="rename", name=f"Ola {number}").status_code == 200
        shutil.copytree(tmp_path / "data", left)  # as if it were killed now
    log = left / "tables.sqlite3-wal"
    content = bytearray(log.read_bytes())
    content[len(content) // 2] ^= 1
    log.write_bytes(content)
    with serving(left) as server:
        status, answer = health(server)
        assert (status, answer["status"], answer["warning"]) == (200, "ok", "damaged-log")
        page = ola_page(server, ola)
        assert "Ola 29" not in page
        assert "Ola " in page
        said = server.stop()
    assert "the write-ahead log was damaged" in said
    assert str(left / "damaged-") in said
    with serving(left) as server:
        assert "warning" not in health(server)[1]


def test_bots_and_clocks_wait_for_disk_space(tmp_path: Path) -> None:
    with serving(tmp_path, pause=0.2) as server:
        ola = Person(server, "Ola").open()
        ola.post(ola.path, do="change-settings", decision_time="1")
        ola.start()
        full(server)
        assert server.process.stderr is not None
        while "level='error'" not in server.process.stderr.readline():
            assert server.process.poll() is None
        time.sleep(3)  # everybody with something to do retries
        before = ola.look()
        assert 'id="end"' not in before
        has_room(server)
        with ola.line() as line:
            while 'id="end"' not in ola.look():  # the clock and the bots play it to the end
                line.recv(timeout=30)
        log = server.stop()
    assert "level='error'" not in log, "retried commands are not logged as errors"


NOBODY = """
import os, sys
from pathlib import Path
from turncoat.locales import translator
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.web.serve import run
translator("pl")
if os.geteuid() == 0:
    os.seteuid(65534)
run(ServerSettings(Path(sys.argv[1]), port=0, language=sys.argv[2]))
"""
"""A server that may not write where root may."""


@pytest.fixture
def read_only(tmp_path: Path) -> Iterator[Path]:
    for parent in tmp_path.parents:  # whoever may not write there must see that it is there
        if parent.name.startswith("pytest"):
            parent.chmod(0o755)
    tmp_path.chmod(0o755)
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "secret.key").write_bytes(b"k" * 32)
    (folder / "secret.key").chmod(0o444)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


def failed_start(*command: str | Path, environ: dict[str, str] = ENGLISH) -> str:
    """Return the one line with which a server explains why it does not start."""
    done = subprocess.run(
        command, capture_output=True, text=True, encoding="utf-8", timeout=60, env=environ, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done
    return done.stderr.strip()


def test_a_read_only_directory_is_reported_at_startup(read_only: Path) -> None:
    assert failed_start(sys.executable, "-c", NOBODY, read_only, "en") == (
        f"turncoat serve: cannot write in the data directory {read_only}: Permission denied; free some space, allow"
        " writing there, or choose another with --data"
    )
    said = failed_start(sys.executable, "-c", NOBODY, read_only, "pl")
    assert said.startswith(f"turncoat serve: nie można pisać w katalogu danych {read_only}: ")
    (read_only / "secret.key").unlink()
    assert "Permission denied; free some space" in failed_start(sys.executable, "-c", NOBODY, read_only, "en")
    assert list(read_only.iterdir()) == []


def test_a_damaged_database_is_left_untouched_and_the_backup_named(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        begun(server)
    tables = tmp_path / "tables.sqlite3"
    tables.write_bytes(b"x" * len(tables.read_bytes()))
    serve = (TURNCOAT, "serve", "--port", "0", "--data", tmp_path)
    assert failed_start(*serve) == (
        f"turncoat serve: {tables} is damaged (file is not a database), so nothing was changed in it; keep a copy of"
        " the data directory, and restore the last backup with: turncoat restore FILE --replace"
    )
    assert failed_start(*serve, environ=POLISH).startswith(f"turncoat serve: {tables} jest uszkodzony (")
    assert set(tables.read_bytes()) == set(b"x")


def test_a_full_disk_is_reported_at_startup(tmp_path: Path) -> None:
    (tmp_path / "secret.key").write_bytes(b"k" * 32)
    program = "\n".join(["import resource", "resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))", SERVE])
    said = failed_start(sys.executable, "-c", program, tmp_path, "0", "0")
    assert said.startswith(f"turncoat serve: cannot write in the data directory {tmp_path}: "), said
    with serving(tmp_path) as server:  # leftovers of the failed start are harmless
        begun(server)


def test_the_clocks_stop_while_the_machine_sleeps(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        ola = Person(server, "Ola").open()
        ola.post(ola.path, do="change-settings", decision_time="10")
        ola.start()
        with ola.line() as line:
            while not AskForm(ola.look()).is_open:
                line.recv(timeout=20)
            form = AskForm(ola.look())
            server.process.send_signal(signal.SIGSTOP)
            time.sleep(12)
            server.process.send_signal(signal.SIGCONT)
            now = AskForm(ola.look())
            assert (now.prompt, now.is_open) == (form.prompt, True), "the time did not run out during the sleep"
            assert ola.choose(form).status_code == 200


# Upgrades

NEW_RULES = """
import turncoat.games
from turncoat.games.resistance import tables
from turncoat.kernel.rulesets import rulebook
type(rulebook("resistance")).version = "next"
for players, sizes in tables.TEAM_SIZES.items():
    tables.TEAM_SIZES[players] = tuple(size + 1 for size in sizes)
"""
"""The next version of a rule: every team has one more member."""
CHANGED_UNSEEN = NEW_RULES.replace('type(rulebook("resistance")).version = "next"', "")
"""The same change without a new version of the rules."""


def choices(server: Server, code: str, token: str, count: int) -> Program:
    """Play this many choices of a game under way, and hang up."""
    with Program(server, code) as robot:
        robot.say({"type": "hello", "protocol": 1, "token": token})
        robot.reply()
        random = Random(5)
        while robot.game is None or (count and robot.result is None):
            if robot.asked is None:
                assert robot.hear() is not None
                continue
            choose(robot, random)
            count -= 1
    return robot


@pytest.mark.parametrize(
    ("code_of_upgrade", "says"),
    [
        pytest.param(NEW_RULES, "The server now has newer rules", id="another version", marks=pytest.mark.sweep),
        pytest.param(CHANGED_UNSEEN, "An error in the rules has stopped the game", id="the same version"),
    ],
)
def test_after_an_upgrade_games_continue_or_end_with_a_notice(tmp_path: Path, code_of_upgrade: str, says: str) -> None:
    with serving(tmp_path) as server:
        tables = {game: begun(server, game=game) for game in ("resistance", "hail-hydra")}
        ola = Person(server, "Ola", tables["resistance"][0]).sit()
        ola_again = Person(server, "Ola", tables["hail-hydra"][0])
        ola_again.client.cookies, ola_again.csrf = ola.client.cookies, ola.csrf
        for code, token in tables.values():
            with Program(server, code) as robot:
                robot.say({"type": "hello", "protocol": 1, "token": token})
                robot.reply()
                robot.say({"type": "start", "id": "1"})
                assert robot.reply()["type"] == "accepted"
                while robot.game is None:
                    robot.hear()
        # One game stops at a team chosen by the old rule, after choices of people and bots.
        with Program(server, tables["resistance"][0]) as robot:
            robot.say({"type": "hello", "protocol": 1, "token": tables["resistance"][1]})
            robot.reply()
            while not any("team" in event and "leader" in event for event in robot.events):
                page = ola.look()
                if (form := AskForm(page)).is_open:
                    ola.choose(form)
                robot.hear(0.2)
                if robot.asked is not None:
                    choose(robot, Random(1))
        hydra = choices(server, *tables["hail-hydra"], 3)
    with serving(tmp_path, code=code_of_upgrade + SERVE) as server:
        code, token = tables["hail-hydra"]
        with Program(server, code) as robot:
            robot.say({"type": "hello", "protocol": 1, "token": token})
            robot.reply()
            while robot.update is None:
                robot.hear()
            assert robot.events[: len(hydra.events)] == hydra.events
            assert robot.game == hydra.game
        code, token = tables["resistance"]
        with Program(server, code) as robot:
            robot.say({"type": "hello", "protocol": 1, "token": token})
            assert robot.reply()["seat"] == 0, "everybody keeps their seat"
            seats = robot.hear()
            assert seats is not None
            assert (seats["type"], seats["running"]) == ("seats", False)
            page = ola_page(server, ola)
            assert says in page
            robot.say({"type": "start", "id": "2"})
            assert robot.reply()["type"] == "accepted"
            while robot.game is None:
                robot.hear()
            assert robot.game["game"] == 2
            assert robot.game["rules"] == ("next" if code_of_upgrade == NEW_RULES else robot.game["rules"])
    with serving(tmp_path, code=code_of_upgrade + SERVE) as server, Program(server, code) as robot:
        robot.say({"type": "hello", "protocol": 1, "token": token})
        robot.reply()
        while robot.update is None:
            robot.hear()
        assert (robot.game or {})["game"] == 2, "a game by the new rules continues after the next start"


def ola_page(server: Server, ola: Person) -> str:
    page = httpx.get(f"{server.url}{ola.path}", cookies=dict(ola.client.cookies), timeout=60)
    assert page.status_code == 200
    return re.sub(r"\s+", " ", page.text)
