"""Check docstrings against the rule in CONTRIBUTING: imperatives and noun phrases, and no "he" for a person."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.paths import ROOT

PACKAGES = ("src", "lab/src")
QUESTION = re.compile(r"(What|How|Whether|Who|That|Where)\b")
MALE = re.compile(r"\b(he|his|him|himself)\b", re.IGNORECASE)
MALE_CHARACTERS = ("Captain America", "Nick Fury", "Red Skull", "Winter Soldier")
"""Characters of the games of whom a docstring that names them may say "he"."""


def docstrings_of(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the docstrings of modules, classes, functions, fields and constants, with their lines."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        for one in body if isinstance(body, list) else ():
            if isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
                yield one.lineno, one.value.value.strip()


def faults_of(docstring: str) -> list[str]:
    """Return what the rule objects to."""
    first, faults = docstring.partition("\n")[0], list[str]()
    if QUESTION.match(first):
        faults.append(f"begins with {first.split()[0]}")
    if first.count(";") > 1:
        faults.append("more than one semicolon in the first line")
    if (found := MALE.search(docstring)) and not any(name in " ".join(docstring.split()) for name in MALE_CHARACTERS):
        faults.append(f"says {found[0]}, and names no male character")
    return faults


def test_docstrings_begin_with_an_imperative_or_a_noun_phrase_and_say_they_of_a_person() -> None:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    assert len(paths) > 400
    docstrings = [(path, *one) for path in paths for one in docstrings_of(ast.parse(path.read_text("utf-8")))]
    assert len(docstrings) > 4000
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {', '.join(faults)}: {docstring.splitlines()[0]}"
        for path, line, docstring in docstrings
        if (faults := faults_of(docstring))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("docstring", "fault"),
    [
        ("What the cards add up to.", "begins with What"),
        ("Whether the seat may vote.", "begins with Whether"),
        ("Seats; ballots; cards.", "more than one semicolon in the first line"),
        ("Ask the leader for a team.\n\nHe may name himself.", "says He, and names no male character"),
        ("Return the player's cards and his seat.", "says his, and names no male character"),
    ],
)
def test_a_docstring_that_breaks_the_rule_is_noticed(docstring: str, fault: str) -> None:
    assert faults_of(docstring) == [fault]


@pytest.mark.parametrize(
    "docstring",
    [
        "Whatever the bot has said.",
        "Seats that may be examined; None before the reveal.\n\nNobody waits; nobody asks; nothing is told.",
        "Return the Winter\n    Soldier, if the team keeps him from rejecting it.",
        "Return the chance that this is the history of the game.",
    ],
)
def test_a_docstring_that_keeps_to_the_rule_is_left_alone(docstring: str) -> None:
    assert faults_of(docstring) == []


def test_docstrings_of_fields_and_nested_functions_are_read() -> None:
    source = 'class A:\n    """One."""\n    x: int = 0\n    """Two."""\n'
    source += '    def f(self):\n        def g():\n            """Three."""\n'
    assert [docstring for _, docstring in docstrings_of(ast.parse(source))] == ["One.", "Two.", "Three."]
