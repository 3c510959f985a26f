"""A forked process behaves like a fresh Python process, except that the package is already imported."""

import signal
import subprocess
from pathlib import Path

import pytest

from tests.support.forking import Forked

CODE = """
import os, sys
print(sys.argv, os.environ["WORD"], os.getcwd(), "turncoat.web.serve" in sys.modules, sys.stdin.read())
print("wrong", file=sys.stderr)
sys.exit(3)
"""


def test_a_fork_has_its_arguments_streams_environment_folder_and_status(tmp_path: Path) -> None:
    process = Forked(CODE, ("name", "one"), {"WORD": "clover"}, stdin="said", folder=tmp_path)
    assert process.communicate(60) == (f"['name', 'one'] clover {tmp_path} True said\n", "wrong\n")
    assert process.returncode == 3
    assert process.communicate() == process.communicate(), "output can be read twice"


def test_a_fork_ends_on_a_signal_and_waiting_times_out() -> None:
    process = Forked("import time; print('here', flush=True); time.sleep(600)", ("name",), {})
    assert process.stdout.readline() == "here\n"
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(0.1)
    process.send_signal(signal.SIGKILL)
    process.communicate(60)
    assert process.returncode == -signal.SIGKILL
