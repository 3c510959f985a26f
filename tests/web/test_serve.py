"""Starting and stopping the server, and the files that it writes."""

import asyncio
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from tests.support.commands import ENGLISH
from tests.support.forking import Forked
from tests.support.serving import Person, Server, serving
from turncoat.table.store.data_directory import default_data
from turncoat.web.collector import LOOK_EVERY, MOST_LEFT, NEVER, OFTEN, QUIET, SELDOM, QuietCollector
from turncoat.web.network import lan_addresses, listening
from turncoat.web.serve import qr_text


def serve(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from turncoat.cli import main; main()", "serve", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=ENGLISH)


@contextmanager
def started(data: Path, *arguments: str, **environment: str) -> Iterator[str]:
    """Run a server with these options, and yield its address."""
    options = ["turncoat", "serve", *arguments, "--port", "0", "--data", str(data)]
    process = Forked("from turncoat.cli import main; main()", options, {**ENGLISH, **environment})
    try:
        found = re.search(r"http://\S+", process.stdout.readline())
        assert found
        yield found[0]
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_the_local_network_gets_an_address_and_a_qr_code(tmp_path: Path) -> None:
    with serve("--lan", "--port", "0", "--data", str(tmp_path)) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        assert lan_addresses()[0] in first
        server.send_signal(signal.SIGINT)
        assert server.stderr is not None
        rest, log = server.stdout.read(), server.stderr.read()
    assert "▀" in rest
    assert "On this machine: http://127.0.0.1:" in rest
    assert "Traceback" not in log


def test_a_taken_port_is_reported_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with serve("--port", port, "--data", str(tmp_path)) as server:
            out, error = server.communicate(timeout=30)
    assert (server.returncode, out) == (2, "")
    assert error.startswith(f"turncoat serve: cannot listen on 127.0.0.1 port {port}: ")
    assert error.count("\n") == 1


def test_a_data_directory_in_use_is_reported_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path), serve("--port", "0", "--data", str(tmp_path)) as second:
        _, error = second.communicate(timeout=30)
    assert second.returncode == 2
    assert f"another server is using the data directory {tmp_path}; please stop it" in error
    assert error.count("\n") == 1


def test_the_log_contains_no_secrets(tmp_path: Path) -> None:
    server = Server(tmp_path)
    ola = Person(server, "Ola Unmistakable").open()
    ola.start()
    ola.play()
    log = server.stop()
    assert "game over" in log
    words = {"spy", "approve", "reject", "success", "fail", "Unmistakable", ola.csrf, "team"}
    cookie = ola.client.cookies["turncoat"]
    assert [word for word in (*words, cookie[:20]) if word in log] == []


def test_only_the_owner_can_read_the_key(tmp_path: Path) -> None:
    with serving(tmp_path):
        assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0


def test_only_the_owner_can_read_the_tables(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    with serving(tmp_path) as server:
        Person(server, "Ola").open()
        files = sorted(path.name for path in tmp_path.iterdir())
        tables = ["tables.sqlite3", "tables.sqlite3-shm", "tables.sqlite3-wal"]
        assert files == ["secret.key", "server.lock", *tables]
        assert {path.stat().st_mode & 0o077 for path in tmp_path.iterdir()} == {0}


FORWARDED = {"Host": "turncoat.example.org", "X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}


def test_behind_a_tls_proxy_cookies_and_links_are_secure(tmp_path: Path) -> None:
    options = "--proxy", "127.0.0.1", "--allow-host", "turncoat.example.org"
    with started(tmp_path, *options) as url, httpx.Client(base_url=url, headers=FORWARDED, timeout=60) as ola:
        start = ola.get("/")
        assert "; Secure" in start.headers["set-cookie"]
        # The cookie is for https, and the test speaks http: a browser behind the TLS server would send it.
        ola.headers["Cookie"] = start.headers["set-cookie"].partition(";")[0]
        ola.headers["Origin"] = "https://turncoat.example.org"
        csrf = re.search(r'name="csrf" value="([0-9a-f]+)"', start.text)
        assert csrf
        opened = ola.post("/new", data={"csrf": csrf[1], "name": "Ola"})
        assert opened.status_code == 303
        page = ola.get(opened.headers["location"]).text
        assert f"https://turncoat.example.org{opened.headers['location']}" in page
        ola.headers["Origin"] = "https://elsewhere.example.org"
        assert ola.post("/new", data={"csrf": csrf[1], "name": "Ola"}).status_code == 403


def test_forwarded_headers_count_only_from_a_named_proxy(tmp_path: Path) -> None:
    forwarded = FORWARDED | {"Host": "localhost"}
    with started(tmp_path, "--metrics", "--metrics-token", "of the watchers") as url:
        assert "Secure" not in httpx.get(f"{url}/", headers=forwarded, timeout=60).headers["set-cookie"]
        # An unnamed proxy on this machine does not make its visitors local programs.
        assert httpx.get(f"{url}/metrics", headers=forwarded, timeout=60).status_code == 403
        assert httpx.get(f"{url}/metrics", timeout=60).status_code == 200
        token = {"Authorization": "Bearer of the watchers"}
        assert httpx.get(f"{url}/metrics", headers=forwarded | token, timeout=60).status_code == 200
        wrong = {"Authorization": "Bearer of the watcher"}
        assert httpx.get(f"{url}/metrics", headers=forwarded | wrong, timeout=60).status_code == 403
        assert (
            httpx.get(f"{url}/metrics", headers=forwarded | {"Authorization": "Bearer"}, timeout=60).status_code == 403
        )


def test_visitors_through_a_named_proxy_are_not_local_programs(tmp_path: Path) -> None:
    with started(tmp_path, "--metrics", "--proxy", "127.0.0.1") as url:
        assert httpx.get(f"{url}/metrics", headers={"X-Forwarded-For": "127.0.0.1"}, timeout=60).status_code == 403


def test_the_environment_provides_settings(tmp_path: Path) -> None:
    environment = {"TURNCOAT_PROXIES": "10.0.0.2,127.0.0.1", "TURNCOAT_ALLOW_HOSTS": "turncoat.example.org"}
    with started(tmp_path, **environment) as url:
        assert "; Secure" in httpx.get(f"{url}/", headers=FORWARDED, timeout=60).headers["set-cookie"]


def test_tables_are_stored_in_the_systems_data_directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "share"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_data() == tmp_path / "share" / "turncoat"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    assert default_data() == tmp_path / ".local" / "share" / "turncoat"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_data() == tmp_path / "Library" / "Application Support" / "turncoat"
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert default_data() == tmp_path / "Local" / "turncoat"


def test_a_cookie_of_another_server_is_ignored(tmp_path: Path, server: Server) -> None:
    ola = Person(server, "Ola").open()
    forged = {"turncoat": ola.client.cookies["turncoat"][:-4] + "AAAA"}
    page = httpx.get(server.url + ola.path, cookies=forged, timeout=60)
    assert "Sit down" in page.text


def test_a_qr_code_is_printed_with_characters() -> None:
    assert len(qr_text("http://192.0.2.7:8000").splitlines()) > 10


@pytest.mark.parametrize("origin", ["http://evil.example", "null"])
def test_a_page_of_another_site_gets_no_updates(server: Server, origin: str) -> None:
    from websockets.exceptions import InvalidStatus
    from websockets.sync.client import connect

    ola = Person(server, "Ola").open()
    url = f"{server.url.replace('http', 'ws')}{ola.path}/updates?page=setup-0"
    cookie = f"turncoat={ola.client.cookies['turncoat']}"
    with pytest.raises(InvalidStatus), connect(url, additional_headers={"Cookie": cookie, "Origin": origin}):
        pass


def test_small_messages_are_sent_at_once() -> None:
    """An update must not wait until the previous one was acknowledged."""

    async def sends_at_once() -> int:
        found: asyncio.Future[int] = asyncio.get_running_loop().create_future()

        def came(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            found.set_result(writer.get_extra_info("socket").getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY))
            writer.close()

        with listening("127.0.0.1", 0) as listener:
            async with await asyncio.start_server(came, sock=listener):
                _, writer = await asyncio.open_connection(*listener.getsockname())
                writer.close()
                return await found

    assert asyncio.run(sends_at_once())


class Quiet:
    """A server where only the test makes things happen."""

    def __init__(self) -> None:
        self.now, self.entries, self.sockets, self.searched, self.blocks = 0.0, 0, 0, 0, 1000
        self.collector = QuietCollector(
            lambda: self.entries, lambda: self.sockets, lambda: self.now, self.search, lambda: self.blocks
        )

    def search(self) -> None:
        self.searched += 1

    def go_on(self, seconds: float, *, play: bool) -> None:
        for _ in range(int(seconds / LOOK_EVERY)):
            self.now += LOOK_EVERY
            self.entries += play
            self.collector.look()


def test_garbage_is_collected_when_nobody_plays() -> None:
    server = Quiet()
    server.go_on(3 * OFTEN, play=True)
    assert server.searched == 0
    server.go_on(QUIET - LOOK_EVERY, play=False)
    assert server.searched == 0
    server.go_on(2 * LOOK_EVERY, play=False)
    assert server.searched == 1
    server.go_on(3 * OFTEN, play=False)
    assert server.searched == 1, "nothing has happened since"
    server.go_on(LOOK_EVERY, play=True)
    server.go_on(2 * QUIET, play=False)
    assert server.searched == 2


def test_garbage_is_collected_after_many_sockets_close() -> None:
    server = Quiet()
    server.sockets = MOST_LEFT - 1
    server.go_on(LOOK_EVERY, play=True)
    assert server.searched == 0
    server.sockets = MOST_LEFT
    server.go_on(3 * LOOK_EVERY, play=True)
    assert server.searched == 1


def test_a_busy_server_collects_garbage_when_memory_has_grown() -> None:
    server = Quiet()
    server.blocks = 1600
    server.go_on(SELDOM - LOOK_EVERY, play=True)
    assert server.searched == 0
    server.go_on(2 * LOOK_EVERY, play=True)
    assert server.searched == 1
    server.go_on(3 * SELDOM, play=True)
    assert server.searched == 1, "memory has not grown since the last search"
    server.blocks = 2500
    server.go_on(LOOK_EVERY, play=True)
    assert server.searched == 2


WITH_THRESHOLDS = """
import gc, sys
from pathlib import Path
import turncoat.web.serve as serve
serve._say = lambda *all: (print("http://127.0.0.1:0", gc.get_freeze_count() > 1000), sys.stdout.flush())
look = serve.QuietCollector.look
def told(self):
    print(*gc.get_threshold()[1:], gc.get_freeze_count() > 1000)
    sys.stdout.flush()
serve.LOOK_EVERY, serve.QuietCollector.look = 0.01, told
serve.run(serve.ServerSettings(Path(sys.argv[1]), port=0))
"""


def test_only_young_objects_are_collected_during_games(tmp_path: Path) -> None:
    server = Server(tmp_path, code=WITH_THRESHOLDS)
    assert server.process.stdout is not None
    assert server.process.stdout.readline().split() == [str(NEVER), str(NEVER), "True"]
    server.stop()
