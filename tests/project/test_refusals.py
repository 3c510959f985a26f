"""Every refusal is declared in its own module, with its sentence, its status, and whether it may be counted at once."""

import ast
from collections.abc import Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

from tests.support.paths import ROOT
from turncoat.kernel.refusals import REFUSALS

SOURCE = ROOT / "src" / "turncoat"
TEXTS = {path.relative_to(SOURCE): path.read_text("utf-8") for path in sorted(SOURCE.rglob("*.py"))}
TREES = {path: ast.parse(text) for path, text in TEXTS.items() if "refus" in text.lower()}
CALLS = ("Refusal", "refuse_if", "refuse", "_refuse")
"""The functions that are given a code."""


@pytest.fixture(scope="module", autouse=True)
def all_declared() -> None:
    for package in ("kernel", "games", "table", "web"):
        path = import_module(f"turncoat.{package}").__path__
        for module in walk_packages(path, f"turncoat.{package}."):
            import_module(module.name)


def texts(node: ast.AST) -> set[str]:
    return {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}


def calls(tree: ast.AST, *names: str) -> Iterator[ast.Call]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in names:
                yield node


def codes(node: ast.expr) -> set[str]:
    """Return the possible codes of an argument."""
    if isinstance(node, ast.IfExp):
        return codes(node.body) | codes(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def test_every_refusal_code_in_use_is_declared() -> None:
    made: set[str] = set()
    for tree in TREES.values():
        for call in calls(tree, *CALLS):
            made |= set().union(*(codes(argument) for argument in call.args[:2]))
    assert len(made) > 80
    assert made - set(REFUSALS) == set()


def test_every_declared_refusal_code_is_in_use() -> None:
    declared: dict[str, int] = {}
    source = "".join(TEXTS.values())
    for tree in TREES.values():
        for call in calls(tree, "describe"):
            for key in call.args[0].keys if isinstance(call.args[0], ast.Dict) else ():
                declared |= {code: declared.get(code, 0) + 1 for code in texts(key or call)}
    assert set(declared) == set(REFUSALS)
    assert [code for code, times in declared.items() if source.count(f'"{code}"') == times] == []


def test_refusals_by_the_rules_are_not_counted_at_once() -> None:
    """A count could reveal a role, since some choices are illegal for one role only."""
    of_rules = {
        code
        for path, tree in TREES.items()
        if path.parts[0] in ("kernel", "games", "missions.py")
        for call in calls(tree, "describe")
        for code in texts(call.args[0])
    }
    assert [code for code, one in REFUSALS.items() if one.is_public and code in of_rules] == []
    assert not REFUSALS["talk-silent"].is_public
    assert not REFUSALS["knows-another-seat"].is_public
