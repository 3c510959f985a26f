"""Files for the lab may come from any editor: a byte-order mark is not part of their text."""

import codecs
from pathlib import Path
from typing import Final

import pytest

from tests.support.commands import refused
from turncoat_lab.cache import LAB

READS: Final = {("ask",): "[nothing]\n", ("fit", "play"): "{}\n"}
"""Commands that read a file, each with a text that it refuses."""


@pytest.mark.parametrize("words", READS, ids=" ".join)
def test_lab_commands_ignore_a_byte_order_mark(words: tuple[str, ...], tmp_path: Path) -> None:
    file, text = tmp_path / "file", READS[words]
    said = set()
    for content in (text.encode(), codecs.BOM_UTF8 + text.encode(), codecs.BOM_UTF16_LE + text.encode("utf-16-le")):
        file.write_bytes(content)
        said.add(refused("lab", *words, file))
    assert len(said) == 1


@pytest.mark.parametrize("content", [b"\xff\xfe\x00\xd8", b"\xef\xbb\xbf\xff", b"\xff"])
@pytest.mark.parametrize("words", READS, ids=" ".join)
def test_lab_commands_refuse_a_binary_file_in_one_line(words: tuple[str, ...], content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    assert refused("lab", *words, tmp_path / "file")


def test_all_files_given_to_the_lab_are_read_by_one_function() -> None:
    for file in (*LAB.joinpath("cli").glob("*.py"), LAB / "recorded.py"):
        text = file.read_text("utf-8")
        assert "file.read_text(" not in text, file
        assert ".decode()" not in text, file
