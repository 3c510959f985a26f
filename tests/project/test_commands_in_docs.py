"""Every command that the docs show exists, with the options that they give it, and every command is in the docs."""

import re
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

from turncoat.cli.app import app
from turncoat.extensions import lab_part

ROOT = Path(__file__).parents[2]
PLACES = ("*.md", "docs/**/*.md", "bench/**/*.md", "lab/*.md", "lab/docs/**/*.md")
PAGES = sorted(set(chain.from_iterable(map(ROOT.glob, PLACES))) - {ROOT / "CHANGELOG.md"})
"""All pages but the changelog, which tells of the past."""
LONG = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
GROUPS: Mapping[str, Any] = {"": get_command(app), "lab": get_command(lab_part("commands"))}


def commands() -> dict[str, set[str]]:
    """Return the options of each command, by its words."""
    return dict(_commands("", GROUPS[""])) | dict(_commands("lab", GROUPS["lab"]))


def _commands(words: str, command: Any) -> Iterator[tuple[str, set[str]]]:
    yield words, {option for param in command.params for option in (*param.opts, *param.secondary_opts)} | {"--help"}
    for name, one in getattr(command, "commands", {}).items():
        if f"{words} {name}".strip() != "lab":
            yield from _commands(f"{words} {name}".strip(), one)


def shown(page: Path) -> Iterator[str]:
    """Yield the commands that a page shows: lines of its blocks, where they may go on after a backslash, and code."""
    text = page.read_text(encoding="utf-8").replace("\\\n", " ")
    yield from re.findall(r"^(?:    |\t)?\$? ?(?:.*\| )?(turncoat [a-z-].*)$", text, re.MULTILINE)
    inline = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    yield from (" ".join(code.split()) for code in re.findall(r"`(turncoat [a-z-][^`]*)`", inline))


def words_of(line: str, known: Mapping[str, set[str]]) -> str:
    """Return the words of the command in a line."""
    found, words = "", ""
    for word in line.split()[1:]:
        words = f"{words} {word}".strip()
        if words not in known:
            break
        found = words
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_the_commands_on_a_page_take_the_options_that_it_gives_them(page: Path) -> None:
    known = commands()
    wrong = []
    for line in shown(page):
        command = line.split(" #")[0].split(" | ")[0]
        words = words_of(re.sub(r"--cards \S+ ", "", command), known)
        allowed = known[words] | known[""]
        wrong += [f"{command}: {option}" for option in LONG.findall(command) if option not in allowed]
    assert wrong == []


def test_the_page_names_every_command_and_its_shared_options_fit() -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    known = commands()
    ours = {words for words in known if words and not words.startswith("lab") and words not in ("record", "cards")}
    assert {words for words in ours if f"`turncoat {words} " not in page and f"`turncoat {words}`" not in page} == set()
    _, table = page.split("Options that several commands share:")
    for row in re.findall(r"^\| (`--.*?) \| (.*?) \|", table.split("\n## ")[0], re.MULTILINE):
        options, of = LONG.findall(row[0]), re.findall(r"`([a-z-]+)`", row[1])
        for option in options:
            having = {words.split()[0] for words in ours if option in known[words]} - {"cards"}
            assert of == [] or having >= set(of), option
            assert of == [] or having - set(of) <= {"play", "move-store"}, option


def test_the_page_of_the_lab_names_every_command() -> None:
    page = (ROOT / "lab" / "docs" / "cli.md").read_text(encoding="utf-8")
    assert [words for words in commands() if words.startswith("lab ") and f"`turncoat {words}" not in page] == []
