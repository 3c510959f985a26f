"""`tools/check` fails when anything in it has failed, even if it would pass the next time."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

TOOLS = Path(__file__).parents[2] / "tools"
FAILS_ONCE = """#!/bin/sh
[ "$2" = pytest ] || exit 0
echo "$@" >>calls
[ "$(wc -l <calls)" -gt 1 ]
"""
"""A Python whose first run of the tests fails."""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """The parts of a checkout that a stage needs, with a Python and a Chromium that check nothing."""
    tools, programs = tmp_path / "tools", tmp_path / ".venv" / "bin"
    tools.mkdir()
    programs.mkdir(parents=True)
    for name in ("check", "network.sh"):
        shutil.copy2(TOOLS / name, tools)
    for path, text in ((tools / "chromium", "#!/bin/sh\n"), (programs / "python", FAILS_ONCE)):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("stage", ["tests", "sweep"])
def test_tests_that_fail_once_fail_the_check(checkout: Path, stage: str) -> None:
    def check() -> subprocess.CompletedProcess[str]:
        environ = {name: value for name, value in os.environ.items() if name != "PYTEST_ARGS"}
        command = [str(checkout / "tools" / "check"), stage]
        return subprocess.run(command, capture_output=True, text=True, env=environ, timeout=60, check=False)

    failed = check()
    assert failed.returncode == 1, failed
    assert "All checks passed" not in failed.stdout
    good = check()
    assert good.returncode == 0, good
    assert "All checks passed" in good.stdout
    calls = (checkout / "calls").read_text(encoding="utf-8").splitlines()
    assert [call.split()[:2] for call in calls] == [["-m", "pytest"]] * 2
    assert all(("--sweep" in call) == (stage == "sweep") for call in calls)


@pytest.mark.parametrize("wrong", [True, False])
@pytest.mark.parametrize(("stage", "checker"), [("types", "mypy"), ("pyright", "pyright")])
def test_a_type_checkers_failure_fails_its_stage(checkout: Path, stage: str, checker: str, wrong: bool) -> None:
    program = checkout / ".venv" / "bin" / checker
    program.write_text(f"#!/bin/sh\necho {checker} ran\nexit {int(wrong)}\n", encoding="utf-8")
    program.chmod(0o755)
    done = subprocess.run([str(checkout / "tools" / "check"), stage], capture_output=True, text=True, timeout=60)
    assert f"{checker} ran" in done.stdout
    assert (done.returncode == 0) == (not wrong), done
