"""The layers in the docs are those that the import contract enforces."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CONTRACTS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]["contracts"]


def layers(container: str) -> list[set[str]]:
    """Return the layers of a package, the lowest first."""
    (found,) = (one["layers"] for one in CONTRACTS if one.get("containers") == [container])
    return [set(re.findall(r"\w+", layer)) for layer in reversed(found)]


@pytest.mark.parametrize(("page", "arrow"), [("docs/design.md", "←"), ("CONTRIBUTING.md", "<-")])
def test_a_page_has_the_layers_of_the_contract(page: str, arrow: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    (shown,) = re.findall(rf"\bkernel\s+{arrow}.*?\bcli\b", text, re.DOTALL)
    assert [set(re.findall(r"\w+", layer)) for layer in shown.split(arrow)] == layers("turncoat")


@pytest.mark.parametrize("container", ["turncoat", "turncoat.table"])
def test_the_tree_has_every_package_of_the_contract(container: str) -> None:
    (tree,) = re.findall(r"## The tree\n\n```\n(.*?)```", (ROOT / "docs" / "design.md").read_text("utf-8"), re.DOTALL)
    listed = set(re.findall(r"^ +(\w+)(?:\.py|/) ", tree, re.MULTILINE))
    assert set().union(*layers(container)) - listed == set()
