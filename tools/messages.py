"""Extract all messages and update the translation catalogues: `python -m tools.messages`.

Turncoat and its lab have separate catalogues. Messages in both belong to Turncoat's.

Messages are marked with N_ and P_ in Python, and with _, ngettext and pgettext in templates. Titles and texts of card
sets need no mark. Unused messages are dropped from the catalogues, and new ones are added without a translation.
"""

import ast
import tomllib
from collections.abc import Collection, Generator, Mapping
from pathlib import Path
from typing import IO, Any, Final

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

ROOT: Final = Path(__file__).parents[1]
PACKAGES: Final = {"turncoat": ROOT / "src" / "turncoat", "turncoat_lab": ROOT / "lab" / "src" / "turncoat_lab"}
KEYWORDS: Final[Mapping[str, Any]] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "npgettext": ((1, "c"), 2, 3),
}
TEMPLATES: Final = {"trim_blocks": "true", "lstrip_blocks": "true", "silent": "false"}
TEXTS_OF_CARDS: Final = ("title", "text", "knocked_out_text", "shield", "hydra")

Found = tuple[int, str, str | tuple[str, ...], list[str]]


def texts_of_python(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Generator[Found, None, None]:
    """Extract the texts in N_ and P_ for Babel. Raises ValueError for an argument that is no literal text.

    Babel's own extractor loses calls that end in a comma.
    """
    for node in ast.walk(ast.parse(fileobj.read())):
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("N_", "P_")):
            continue
        words = tuple(one.value for one in node.args if isinstance(one, ast.Constant) and isinstance(one.value, str))
        if len(words) != len(node.args) or node.keywords or not 1 <= len(words) <= 2:
            raise ValueError(f"{getattr(fileobj, 'name', '')}:{node.lineno}: {node.func.id} takes only literal texts")
        if node.func.id == "P_":
            yield node.lineno, "pgettext", words, []
        else:
            yield node.lineno, "ngettext" if len(words) == 2 else "gettext", words if len(words) == 2 else words[0], []


def texts_of_cards(
    fileobj: IO[bytes], keywords: Mapping[str, Any], comment_tags: Collection[str], options: Mapping[str, Any]
) -> Generator[Found, None, None]:
    """Extract the names and texts of a card set for Babel."""
    cards = tomllib.loads(fileobj.read().decode())
    yield 1, "gettext", cards["title"], []
    for kind in ("hero", "villain"):
        for card in cards[kind]:
            yield from ((1, "gettext", card[field], []) for field in TEXTS_OF_CARDS if card.get(field))


def gather(package: str = "turncoat") -> Catalog:
    """Extract every marked message of a package, without those of Turncoat if it is another package."""
    known = gather() if package != "turncoat" else Catalog()
    catalog = Catalog(project="Turncoat", fuzzy=False)
    methods: list[tuple[str, Any]] = [
        ("**.py", texts_of_python),
        ("web/templates/**.html", "jinja2"),
        ("games/**.toml", texts_of_cards),
    ]
    found = extract_from_dir(PACKAGES[package], methods, {"web/templates/**.html": TEMPLATES}, KEYWORDS)
    for name, _, message, _, context in sorted(found, key=lambda one: (one[0], one[1])):
        if known.get(message, context) is None:
            catalog.add(message, locations=[(name, 0)], context=context)
    return catalog


def brought_up_to_date(old: Catalog, texts: Catalog) -> Catalog:
    """Update a language's catalogue to exactly these messages, preserving existing translations."""
    new = Catalog(
        locale=old.locale,
        header_comment=old.header_comment,
        project="Turncoat",
        version="",
        msgid_bugs_address="",
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        last_translator="",
        language_team=str(old.locale),
        fuzzy=False,
    )
    for text in texts:
        if text.id:
            known = old.get(text.id, text.context) if old else None
            same_form = known is not None and known.pluralizable == text.pluralizable
            new.add(text.id, known.string if known and same_form else "", text.locations, context=text.context)
    return new


def catalogues(package: str = "turncoat") -> dict[str, Path]:
    """Return the catalogue of every language in a package, by language code."""
    found = sorted(PACKAGES[package].glob(f"locales/*/LC_MESSAGES/{package}.po"))
    return {path.parents[1].name: path for path in found}


def read(path: Path, language: str) -> Catalog:
    """Read a language's catalogue."""
    with path.open("rb") as file:
        return read_po(file, locale=language)


def write(path: Path, catalog: Catalog) -> None:
    """Write a catalogue. Omits line numbers, so that it changes only with the messages."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, catalog, width=120, include_lineno=False, ignore_obsolete=True)


if __name__ == "__main__":
    for name in PACKAGES:
        gathered = gather(name)
        write(ROOT / "build" / f"{name}.pot", gathered)
        print(f"build/{name}.pot: {len(gathered)} texts")
        for code, place in catalogues(name).items():
            updated = brought_up_to_date(read(place, code), gathered)
            write(place, updated)
            missing = sum(
                not any(one.string or ()) if one.pluralizable else not one.string for one in updated if one.id
            )
            print(f"{place.relative_to(ROOT)}: {missing} not translated")
