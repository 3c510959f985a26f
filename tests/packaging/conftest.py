"""Wheels and installations, built once for all tests of this folder."""

from pathlib import Path

import pytest

from tests.packaging.wheel import LAB, ROOT, Installation, build_wheel, install


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="session")
def wheel_of_lab(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_wheel(LAB, tmp_path_factory.mktemp("wheel-of-lab"))


@pytest.fixture(scope="session")
def installation(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install(tmp_path_factory.mktemp("installation"), wheel)


@pytest.fixture(scope="session")
def installation_with_lab(wheel: Path, wheel_of_lab: Path, tmp_path_factory: pytest.TempPathFactory) -> Installation:
    return install(tmp_path_factory.mktemp("installation-with-lab"), wheel, wheel_of_lab)
