"""The key that signs cookies and tokens, and the public static files."""

import os
import stat
from pathlib import Path

import httpx
import pytest
from starlette.requests import Request

from tests.support.serving import Server
from turncoat.table.store.server_key import KEY_SIZE, key_of
from turncoat.web.http import static_files


def test_the_key_is_created_once_in_a_private_directory(tmp_path: Path) -> None:
    data = tmp_path / "data"
    key = key_of(data)
    assert key.is_new
    key.keep()
    assert len(key.secret) == KEY_SIZE
    again = key_of(data)
    assert (again.secret, again.is_new) == (key.secret, False)
    if os.name == "posix":
        assert stat.S_IMODE(data.stat().st_mode) == 0o700
        assert stat.S_IMODE((data / "secret.key").stat().st_mode) == 0o600


def test_an_empty_key_left_by_a_crash_signs_nothing(tmp_path: Path) -> None:
    (tmp_path / "secret.key").touch()
    key = key_of(tmp_path)
    assert (len(key.secret), key.is_new) == (KEY_SIZE, True)


@pytest.mark.parametrize("path", ["%00", "a" * 400, "..%2fapp.py", "css", "nothing.css"])
def test_unknown_static_files_are_not_found(server: Server, path: str) -> None:
    assert httpx.get(f"{server.url}/static/{path}", timeout=60).status_code == 404


@pytest.mark.anyio
async def test_static_files_are_served_from_a_symlinked_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "static"
    link.symlink_to(static_files.STATIC)
    monkeypatch.setattr(static_files, "STATIC", link)
    scope = {"type": "http", "path_params": {"path": "tick.svg"}, "query_string": b"", "headers": []}
    assert (await static_files.static_file(Request(scope))).status_code == 200
