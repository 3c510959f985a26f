"""Every text can be gathered for the translators, from code and templates alike."""

from pathlib import Path

from babel.messages.frontend import CommandLineInterface
from babel.messages.pofile import read_po

ROOT = Path(__file__).parents[2]


def test_texts_of_games_faces_and_templates_are_gathered(tmp_path: Path) -> None:
    target = tmp_path / "turncoat.pot"
    command = [
        "pybabel",
        "-q",
        "extract",
        "-F",
        str(ROOT / "babel.cfg"),
        "-k",
        "N_",
        "-o",
        str(target),
        str(ROOT / "src"),
    ]
    CommandLineInterface().run(command)  # type: ignore[no-untyped-call]
    with target.open("rb") as file:
        ids = [message.id for message in read_po(file)]
    assert "Somebody at this table is lying." in ids  # a template
    assert "{leader:seat} is the first leader." in ids  # a game
    assert "{leader:seat} names a team" in ids  # the presenter
    assert "That question is past; answer the one that is open now." in ids  # the kernel
