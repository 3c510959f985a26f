"""Code in the pages of the documentation: its blocks, and the commands in them."""

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from tests.support.paths import ROOT

PLACES = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "docs/*.md", "lab/*.md", "lab/docs/**/*.md")
BLOCK = re.compile(
    r"^```(?P<language>\S*)\n(?P<fenced>.*?)^```$|(?<=\n\n)(?P<indented>(?: {4}[^\n]*\n(?:\n+(?= {4}))?)+)",
    re.MULTILINE | re.DOTALL,
)
PROGRAMS = re.compile(r"(?:[A-Z_]+=\S+ )*(?:\$ |turncoat |make |python3? |pip |ray |docker |bench/|\.venv/bin/)")
"""The beginning of a block without a language that has commands."""


@dataclass(frozen=True)
class Block:
    """A block of code in a page."""

    page: str
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        first = self.text.lstrip().splitlines()[0]
        return f"{self.page}:{self.line}: {first[:50]}"

    @cached_property
    def is_shell(self) -> bool:
        return self.language in ("sh", "bash", "console") or (
            not self.language and PROGRAMS.match(self.text.lstrip()) is not None
        )

    @cached_property
    def is_python(self) -> bool:
        return ">>> " not in self.text and (self.language == "python" or self.text.startswith(("from ", "import ")))

    @cached_property
    def is_toml(self) -> bool:
        return self.language == "toml" or self.text.startswith("[project.")

    def commands(self) -> list["Command"]:
        """Return the commands in order, each with the output that the page shows."""
        lines = re.sub(r"\\\n\s*", "", self.text).splitlines()
        if not any(line.startswith("$ ") for line in lines):
            return [Command(self, line, "") for line in lines if line.strip() and not line.startswith("#")]
        found: list[Command] = []
        for line in lines:
            if line.startswith("$ "):
                found.append(Command(self, line.removeprefix("$ "), ""))
            else:
                found[-1] = Command(self, found[-1].line, f"{found[-1].output}{line}\n")
        return found


@dataclass(frozen=True)
class Command:
    """A command in a block, as a reader types it."""

    block: Block
    line: str
    output: str
    """The output that the page shows, in which … stands for any text."""

    @cached_property
    def words(self) -> list[str]:
        words = shlex.split(self.line, comments=True)
        while re.match(r"[A-Z_]+=", words[0]):
            del words[0]
        return words


def blocks() -> Iterator[Block]:
    """Yield every block of every page."""
    for page in sorted(chain.from_iterable(map(ROOT.glob, PLACES))):
        text = page.read_text("utf-8")
        for found in BLOCK.finditer(text):
            code = found["fenced"]
            if code is None:
                code = re.sub(r"^ {4}", "", found["indented"], flags=re.MULTILINE)
            line = text.count("\n", 0, found.start()) + 1
            yield Block(page.relative_to(ROOT).as_posix(), line, found["language"] or "", code)
