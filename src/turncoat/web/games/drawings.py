"""Drawings of cards as standalone SVG files with fixed colours, from the same symbols as on the pages."""

import re
from collections.abc import Iterator, Mapping
from typing import Final

from turncoat.web.games import presenter_of
from turncoat.web.http.assets import symbols

INKS: Final = {"shield": "#1d568f", "jagged": "#ab2f1c", "": "#20262b"}
"""Ink of each side's outline (`tokens.css`), and that of cards of no side."""
NIGHT_INKS: Final = {"shield": "#94bdec", "jagged": "#ff9481", "": "#ece6d8"}
"""Inks on the background of the dark theme."""
PAPER: Final = "#ffffff"
ART: Final = "art.svg"
AVATARS_FILE: Final = "avatars.svg"
_VARIABLE: Final = re.compile(r"var\(--([a-z-]+)(?:,([^()]*))?\)")
_USED: Final = re.compile(r'href="#([^"]+)"')
_BOX: Final = re.compile(r'viewBox="([^"]+)"')


def drawing_of(game: str, word: str, icon: str = "", side: str = "") -> str:
    """Return the drawing of a card as SVG (of a role, with its side, or of another card), or an empty string."""
    file, name = symbol_of(game, word, icon, side)
    return _standalone(file, name, INKS[presenter_of(game).outline(side) if side else ""]) if name else ""


def symbol_of(game: str, word: str, icon: str = "", side: str = "") -> tuple[str, str]:
    """Return the file and the name of the drawing of a role, with its side, or of another card. Empty without one."""
    presenter = presenter_of(game)
    outline = presenter.outline(side) if side else ""
    if side:
        wanted = [(presenter.uniforms, f"emblem-{word}"), ("uniforms.svg", f"emblem-{outline}")]
    else:
        names = dict.fromkeys((presenter.card_art.get(word, ""), icon, word))
        wanted = [(file, name) for file in (f"games/{game}/{ART}", ART) for name in names]
    for file, name in wanted:
        if file and name and name in symbols(file):
            return file, name
    return "", ""


def outline_drawing(game: str, side: str, inks: Mapping[str, str] = INKS) -> str:
    """Return the outline of a side's cards as SVG, in its ink."""
    outline = presenter_of(game).outline(side)
    return _standalone(ART, f"side-{outline}", inks[outline])


def avatar_drawing(avatar: str) -> str:
    """Return an avatar as SVG."""
    return _standalone(AVATARS_FILE, avatar, INKS[""])


def card_back() -> str:
    """Return the common back of all cards as SVG."""
    return _standalone(ART, "card-back", INKS[""])


def _standalone(file: str, name: str, ink: str) -> str:
    found = symbols(file)
    box = _BOX.search(found[name])
    colours = {"tone": ink, "back-line": ink, **dict.fromkeys(("card", "hole", "back"), PAPER)}
    drawn = "".join(found[used] for used in dict.fromkeys((*_needed(found, name), name)))
    drawn = _VARIABLE.sub(lambda match: colours.get(match[1], match[2] or ink), drawn)
    size = box[1] if box is not None else "0 0 24 24"
    width, height = size.split()[2:]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{size}" width="{width}" height="{height}" color="{ink}">'
        f'<defs>{drawn}</defs><use href="#{name}" width="{width}" height="{height}"/></svg>'
    )


def _needed(found: Mapping[str, str], name: str) -> Iterator[str]:
    """Yield the symbols that a symbol uses, preceded by those that they use."""
    for used in _USED.findall(found[name]):
        yield from _needed(found, used)
        yield used
