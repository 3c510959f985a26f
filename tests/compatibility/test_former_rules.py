"""Records of games by rules that have changed since 0.1.0 are read by the rules of their day."""

from pathlib import Path

import pytest

from tests.compatibility.kept import FIXTURES
from tests.support.commands import turncoat
from turncoat.kernel.records import check, parse_record
from turncoat.kernel.rulebooks import BOOKS

FORMER = sorted((FIXTURES.parent / "former-rules").iterdir())
by_folder = pytest.mark.parametrize("folder", FORMER, ids=lambda folder: folder.name)


def test_every_version_that_is_played_still_has_a_record() -> None:
    """Versions that 0.1.0 had are in its own fixtures."""
    kept = {folder.name for folder in FORMER}
    for path in (FIXTURES / "records").iterdir():
        record = parse_record(path.read_text(encoding="utf-8"))
        kept.add(f"{record.ruleset.game}-{record.rules}")
    assert kept >= {f"{book.name}-{version}" for book in BOOKS.values() for version in book.earlier_versions}


@by_folder
def test_the_record_keeps_to_its_rules(folder: Path) -> None:
    done = turncoat("record", "check", folder / "record.turncoat")
    assert done.returncode == 0, done.stderr
    text = (folder / "record.turncoat").read_text(encoding="utf-8")
    assert f"{parse_record(text).ruleset.game}-{parse_record(text).rules}" == folder.name


@by_folder
def test_a_record_that_leaves_out_its_options_is_read_by_its_rules(folder: Path) -> None:
    """What nobody wrote down was chosen by the rules of that day."""
    text = (folder / "record.turncoat").read_text(encoding="utf-8")
    head, _, rest = text.partition("[options]\n")
    short = head + "[deal]" + rest.partition("[deal]")[2]
    assert check(short).ruleset == parse_record(text).ruleset
