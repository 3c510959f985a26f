"""Outside packages for tests, either installed or merely announced by an entry point."""

import os
import subprocess
import sys
from pathlib import Path


def install(project: Path, target: Path) -> None:
    """Build a project and install it into a folder."""
    command = [str(Path(sys.executable).with_name("uv")), "pip", "install", "--quiet", "--no-deps", "--offline"]
    subprocess.run(
        [*command, "--no-build-isolation", "--target", str(target), str(project)],
        check=True,
        capture_output=True,
        timeout=120,
        env={**os.environ, "VIRTUAL_ENV": sys.prefix},
    )


def announce(target: Path, group: str, value: str, name: str = "odd") -> None:
    """Write the metadata of an installed package with an entry point into a folder, but none of the package's code."""
    about = target / f"{name}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n", encoding="utf-8")
