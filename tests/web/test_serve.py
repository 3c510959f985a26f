"""Starting and stopping the server, and what it writes."""

import signal
import socket
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from tests.web.serving import Person, Server, serving
from turncoat.web.serve import lan_address, qr_text


def serve(*arguments: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", "from turncoat.cli import main; main()", "serve", *arguments]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_the_local_network_gets_an_address_and_a_qr_code(tmp_path: Path) -> None:
    with serve("--lan", "--port", "0", "--data", str(tmp_path)) as server:
        assert server.stdout is not None
        first = server.stdout.readline()
        assert lan_address() in first
        server.send_signal(signal.SIGINT)
        assert server.stderr is not None
        rest, log = server.stdout.read(), server.stderr.read()
    assert "▀" in rest
    assert "On this machine: http://127.0.0.1:" in rest
    assert "Traceback" not in log


def test_a_taken_port_is_said_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        with serve("--port", port, "--data", str(tmp_path)) as server:
            out, error = server.communicate(timeout=30)
    assert (server.returncode, out) == (2, "")
    assert error.startswith(f"turncoat serve: cannot listen on 127.0.0.1 port {port}: ")
    assert error.count("\n") == 1


def test_a_data_directory_in_use_is_said_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path), serve("--port", "0", "--data", str(tmp_path)) as second:
        _, error = second.communicate(timeout=30)
    assert second.returncode == 2
    assert "is another server running with this data directory?" in error
    assert error.count("\n") == 1


def test_the_log_tells_no_secret(tmp_path: Path) -> None:
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


def test_a_cookie_of_another_server_is_nobody(tmp_path: Path, server: Server) -> None:
    ola = Person(server, "Ola").open()
    forged = {"turncoat": ola.client.cookies["turncoat"][:-4] + "AAAA"}
    page = httpx.get(server.url + ola.path, cookies=forged)
    assert "Sit down" in page.text


def test_a_qr_code_is_drawn_with_characters() -> None:
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
