"""Text files of any editor: a byte-order mark is ignored wherever a command reads a file."""

import codecs
import json
from pathlib import Path
from typing import Final

import pytest

from tests.support.commands import turncoat
from tests.support.deal_proofs import proof_of
from tests.support.paths import GAME, HOUSE
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.text_files import text_of

FOLDER: Final = Path(__file__).parents[2] / "src" / "turncoat"
EDITORS: Final = {
    "utf-8 with a mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "utf-16 little": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16 big": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "windows": lambda text: codecs.BOM_UTF8 + text.replace("\n", "\r\n").encode(),
}
READS: Final = {
    "settings": ("serve", "--show-settings", "--config", "FILE"),
    "record check": ("record", "check", "FILE"),
    "record show": ("record", "show", "FILE"),
    "record explain": ("record", "explain", "FILE"),
    "cards check": ("cards", "check", "FILE"),
    "fair": ("fair", "FILE"),
    "seed": ("simulate", "resistance", "--players", 5, "--games", 1, "--seed-file", "FILE"),
    "seed typed": ("simulate", "resistance", "--players", 5, "--games", 1, "--seed-file", "-"),
}
TEXTS: Final = {
    "settings": "port = 8001\n",
    "record check": GAME.read_text("utf-8"),
    "record show": GAME.read_text("utf-8"),
    "record explain": GAME.read_text("utf-8"),
    "cards check": HOUSE.read_text("utf-8"),
    "fair": json.dumps(proof_of(Ruleset.of("resistance", 5))),
    "seed": "żółw\n",
    "seed typed": "żółw\n",
}
TIMES: Final = ("second", "sekund")


def said(name: str, file: Path, content: bytes) -> tuple[int, list[str]]:
    file.write_bytes(content)
    typed = content.decode("latin-1") if name == "seed typed" else ""
    arguments = [file if one == "FILE" else one for one in READS[name]]
    done = turncoat(*arguments, stdin=typed, stdin_encoding="latin-1")
    lines = (done.stdout + done.stderr).splitlines()
    return done.returncode, [line for line in lines if not any(word in line for word in TIMES)]


@pytest.mark.parametrize("editor", EDITORS)
@pytest.mark.parametrize("name", READS)
def test_a_byte_order_mark_is_not_part_of_the_text(name: str, editor: str, tmp_path: Path) -> None:
    file = tmp_path / "file"
    plain = said(name, file, TEXTS[name].encode())
    assert said(name, file, EDITORS[editor](TEXTS[name])) == plain


@pytest.mark.parametrize("content", [b"\xff\xfe\x00\xd8", b"\xef\xbb\xbf\xff", b"\xff"])
@pytest.mark.parametrize("name", READS)
def test_a_binary_file_is_refused_in_one_line(name: str, content: bytes, tmp_path: Path) -> None:
    status, lines = said(name, tmp_path / "file", content)
    assert (status != 0, len(lines)) == (True, 1), lines


def test_all_given_files_are_read_by_one_function() -> None:
    readers = [*FOLDER.joinpath("cli").glob("*.py"), FOLDER / "extensions.py"]
    for file in readers:
        text = file.read_text("utf-8")
        assert "file.read_text(" not in text, file
        assert ".decode()" not in text, file
    assert text_of(b"") == ""
