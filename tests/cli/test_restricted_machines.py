"""Restrictions of containers and disks: one-line errors with the system's reason and a remedy."""

import multiprocessing
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.commands import ENGLISH, TURNCOAT, refused
from tests.support.serving import serving

SIMULATE = ("simulate", "resistance", "--players", 5, "--games", 4)


def mounting(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a shell script in its own mount namespace, with arguments $1 and so on."""
    command = ["unshare", "--mount", "sh", "-ec", script, "sh", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=120, env=ENGLISH)


def may_mount() -> bool:
    if sys.platform != "linux" or shutil.which("unshare") is None:
        return False
    return mounting("mount -t tmpfs none /mnt").returncode == 0


own_mounts = pytest.mark.skipif(not may_mount(), reason="needs the right to have mounts of its own")


@pytest.mark.parametrize("error", [OSError(38, "Function not implemented"), ImportError("no sem_open")])
def test_missing_semaphores_are_reported(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails() -> None:
        raise error

    monkeypatch.setattr(multiprocessing, "Lock", fails)
    said = refused(*SIMULATE, "--jobs", 2)
    why = "Function not implemented" if isinstance(error, OSError) else "no sem_open"
    assert said == (
        f"turncoat: --jobs needs semaphores, which this system lacks ({why}); leave it out, or make /dev/shm writable"
    )


@own_mounts
def test_without_shared_memory_only_one_process_works() -> None:
    script = 'mount -t tmpfs -o ro none /dev/shm; exec "$@"'
    command: list[str | Path] = [TURNCOAT, *map(str, SIMULATE)]
    assert mounting(script, *command).returncode == 0
    done = mounting(script, *command, "--jobs", "2")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr
    assert "(Read-only file system); leave it out" in done.stderr


@own_mounts
def test_a_backup_from_a_read_only_file_system_gives_the_reason(tmp_path: Path) -> None:
    data, file = tmp_path / "disk" / "data", tmp_path / "backup"
    with serving(data):
        pass
    script = 'mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; shift; exec "$@"'
    done = mounting(script, tmp_path / "disk", TURNCOAT, "backup", file, "--data", data)
    assert done.returncode == 2
    assert done.stderr == (
        f"turncoat: cannot read {data / 'tables.sqlite3'}: SQLite has to write next to it, and cannot (Read-only file"
        " system); copy the folder to a writable place, and give that copy\n"
    )
    assert not file.exists()
    shutil.copytree(data, tmp_path / "copy")
    done = mounting(script, tmp_path / "disk", TURNCOAT, "backup", file, "--data", tmp_path / "copy")
    assert done.returncode == 0, "the advice in the message works"
    to = tmp_path / "disk" / "backup"
    done = mounting(script, tmp_path / "disk", TURNCOAT, "backup", to, "--data", tmp_path / "copy")
    assert done.stderr == f"turncoat: cannot write {to}.new: Read-only file system\n"


@own_mounts
def test_a_running_server_can_be_backed_up_through_a_read_only_mount(tmp_path: Path) -> None:
    """Another container would do it in this way."""
    script = 'mount --bind "$1" "$1"; mount -o remount,ro,bind "$1"; shift; exec "$@"'
    with serving(tmp_path / "disk" / "data") as server:
        command = (TURNCOAT, "backup", tmp_path / "backup", "--data", server.data)
        assert mounting(script, tmp_path / "disk", *command).returncode == 0
