"""`turncoat kit`: complete folders or none, for third-party games as well, and helpful errors."""

import re
import sys
from io import BytesIO
from pathlib import Path

import fontTools.varLib.instancer  # type: ignore[import-untyped]  # noqa: F401 - what a command imports is gone after it
import pytest
from pypdf import PdfReader

from tests.support.commands import forked, turncoat
from tests.support.lighthouse import installed

BASE = ("kit", "resistance", "--players", "5", "--out")


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_the_index_page_names_every_file(tmp_path: Path) -> None:
    out = tmp_path / "new" / "kit"
    done = turncoat(*BASE, out, "--language", "pl")
    assert (done.returncode, done.stderr) == (0, "")
    assert str(out) in done.stdout
    index = (out / "index.html").read_text("utf-8")
    assert set(re.findall(r'href="([^"]+)"', index)) == names_in(out) - {"index.html"}
    assert '<html lang="pl">' in index
    assert "<dd></dd>" not in index, "each is described"
    assert {
        "cards.pdf",
        "players.pdf",
        "marks-for-fingers.pdf",
        "mark-box.stl",
        "mark-box-with-x.stl",
        "script.txt",
    } <= names_in(out)
    assert names_in(out.parent) == {"kit"}


def test_an_empty_folder_is_filled_and_nothing_is_ever_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "kit"
    out.mkdir()
    assert turncoat(*BASE, out).returncode == 0
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    done = turncoat(*BASE, out)
    assert done.returncode == 2
    assert "name a new or an empty folder" in done.stderr
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before
    done = turncoat(*BASE, out / "index.html")
    assert done.returncode == 2
    assert "name a new or an empty folder" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("resistance", "--players", "17"), "5 to 10 players"),
        (("resistance", "--players", "5", "--with", "nonsense"), "known"),
        (("resistance", "--players", "5", "--paper", "a5"), "a4, letter"),
        (("chess", "--players", "2"), "known"),
    ],
)
def test_what_cannot_be_made_leaves_nothing(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    done = turncoat("kit", *arguments, "--out", tmp_path / "kit")
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stderr.count("\n") == 1
    assert names_in(tmp_path) == set()


def test_a_run_that_breaks_off_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_bytes

    def breaks(path: Path, content: bytes) -> int:
        if path.name == "players.pdf":
            raise OSError(28, "No space left on device")
        return write(path, content)

    monkeypatch.setattr(Path, "write_bytes", breaks)
    done = turncoat(*BASE, tmp_path / "kit")
    assert done.returncode == 2
    assert "No space left on device" in done.stderr
    assert names_in(tmp_path) == set()


@pytest.mark.parametrize("package", ["typst", "fontTools.ttLib", "trimesh", "manifold3d"])
def test_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    done = turncoat(*BASE, tmp_path / "kit")
    assert done.returncode == 2
    assert "pip install '.[kit]'" in done.stderr


def test_a_text_that_is_too_long_for_its_card_is_named(tmp_path: Path) -> None:
    house = Path(__file__).parents[2] / "src/turncoat/games/hail_hydra/house.toml"
    text = house.read_text("utf-8").replace('name = "house"', 'name = "long"', 1)
    long = text.replace('text = "Discard your hand and draw 5."', f'text = "{"Discard your hand. " * 60}"')
    assert long != text
    (tmp_path / "long.toml").write_text(long, "utf-8")
    options = ("--players", "5", "--option", "cards=long", "--out", tmp_path / "kit")
    done = forked("--cards", tmp_path / "long.toml", "kit", "hail-hydra", *options)
    assert done.returncode == 2
    assert "the text of the card Tram Seven is too long for it" in done.stderr
    assert names_in(tmp_path) == {"long.toml"}


@pytest.mark.parametrize("has_liblouis", [pytest.param(False, marks=pytest.mark.sweep), True])
def test_a_game_from_another_package_gets_the_cards_that_it_declares(tmp_path: Path, has_liblouis: bool) -> None:
    environ = installed(tmp_path / "packages") | {"PATH": str(tmp_path / "bin")}
    (tmp_path / "bin").mkdir()
    if has_liblouis:  # a fake that translates every text to dot 1
        script = '#!/bin/sh\nif [ "$1" = --version ]; then echo "lou_translate (Liblouis) 3.0.0"; exit; fi\n'
        (tmp_path / "bin" / "lou_translate").write_text(script + "while read -r line; do echo ⠁; done\n", "utf-8")
        (tmp_path / "bin" / "lou_translate").chmod(0o755)
    done = forked("kit", "lighthouse", "--players", "5", "--out", tmp_path / "kit", environ=environ)
    assert done.returncode == 0, done.stderr
    pdf = PdfReader(BytesIO((tmp_path / "kit" / "cards.pdf").read_bytes()))
    text = " ".join(page.extract_text() for page in pdf.pages[::2])
    assert (text.count("Keeper\n"), text.count("Wrecker\n")) == (3, 2)
    assert "Bell" in PdfReader(tmp_path / "kit" / "boards-and-tokens.pdf").pages[0].extract_text()
    index = (tmp_path / "kit" / "index.html").read_text("utf-8")
    assert ("deck-cans.brf" in names_in(tmp_path / "kit")) == has_liblouis
    assert ("liblouis" in done.stderr) != has_liblouis
    assert ("liblouis" in index) != has_liblouis
