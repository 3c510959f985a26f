"""Picture of a game for sharing: the players, and the winner if the sharer wants that revealed.

It is drawn as SVG, and converted to PNG by Typst for messengers, most of which want that. Typst comes with the extra
`kit`. Without it, only SVG is available.
"""

import json
from functools import cache, lru_cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import shorten, wrap
from typing import Any, Final, Literal, get_args

import msgspec

from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.kit.fonts import write_fonts
from turncoat.locales import codes
from turncoat.table.values.summaries import GameSummary
from turncoat.telling import Teller, Translate
from turncoat.web.games import presenter_of
from turncoat.web.games.drawings import NIGHT_INKS, avatar_drawing, card_back, outline_drawing
from turncoat.web.http.languages import renderer, translator
from turncoat.web.replays.page import about

Shape = Literal["wide", "square"]
SHAPES: Final[dict[str, tuple[int, int]]] = {"wide": (1200, 630), "square": (1080, 1080)}
"""Width and height of each shape, in pixels."""
KINDS: Final = {"svg": "image/svg+xml", "png": "image/png"}
"""Media type of each file format."""
LONGEST_NAME: Final = 15
"""Letters of a name that fit below an avatar."""
LINES: Final = 2
"""Lines for the description of the game."""

_TEASER: Final = N_("Somebody at this table was lying.")
_PAGE: Final = b"""#let data = json(bytes(sys.inputs.data))
#set page(width: data.width * 1pt, height: data.height * 1pt, margin: 0pt)
#image(bytes(data.svg), format: "svg", width: 100%, height: 100%)
"""
_POINTS_PER_INCH: Final = 72


class PictureSeat(msgspec.Struct, frozen=True):
    """Avatar with its name and position."""

    name: str
    avatar: str
    """Drawing as SVG of 64 units."""
    x: float
    """Horizontal centre."""
    y: float
    """Upper edge."""
    mark: str = ""
    """Outline of the side, as SVG of 32 units, or empty if the result is not revealed."""


class Picture(msgspec.Struct, frozen=True):
    """Content of a picture."""

    width: int
    height: int
    title: str
    about: tuple[str, ...]
    headline: str
    reason: str
    colour: str
    emblem: str
    """Emblem of the winning side, or the back of a card, as SVG of `emblem_units`."""
    emblem_units: tuple[float, float]
    seats: tuple[PictureSeat, ...]
    avatar_size: float
    """Width of an avatar."""


def picture_of(game: GameSummary, shape: Shape, translate: Translate, *, tells_result: bool) -> Picture:
    """Compose the picture of a game.

    Unless `tells_result` is set, nothing in it depends on the result or on the cards.
    """
    width, height = SHAPES[shape]
    ruleset = Ruleset.of(game.game, game.players, list(game.modules))
    teller, presenter = Teller(ruleset, game.names, translate), presenter_of(game.game)
    sides = game.sides if tells_result else ("",) * len(game.occupants)
    outline = presenter.outline(game.winner) if tells_result else ""
    most = 56 if shape == "wide" else 52
    played = wrap(about(ruleset, translate), most)
    if len(played) > LINES:
        played = [*played[: LINES - 1], shorten(" ".join(played[LINES - 1 :]), most, placeholder=" …")]
    columns, avatar_size = _grid(len(game.occupants), shape)
    rows = -(-len(game.occupants) // columns)
    across, down = (width - 128) / columns, avatar_size + (58 if rows > 1 else 66)
    top = height - 44 - rows * down

    def in_row(row: int) -> int:
        return min(columns, len(game.occupants) - row * columns)

    seats = tuple(
        PictureSeat(
            occupant.name if len(occupant.name) <= LONGEST_NAME else f"{occupant.name[: LONGEST_NAME - 1].rstrip()}…",
            avatar_drawing(occupant.avatar_on(seat)),
            width / 2 + across * (seat % columns - (in_row(seat // columns) - 1) / 2),
            top + down * (seat // columns),
            outline_drawing(game.game, sides[seat], NIGHT_INKS) if sides[seat] else "",
        )
        for seat, occupant in enumerate(game.occupants)
    )
    return Picture(
        width,
        height,
        translate(rulebook(game.game).title),
        tuple(played),
        teller.victory(game.winner) if tells_result else translate(_TEASER),
        teller.word(game.reason) if tells_result else "",
        NIGHT_INKS[outline],
        outline_drawing(game.game, game.winner, NIGHT_INKS) if outline else card_back(),
        (32, 32) if outline else (120, 168),
        seats,
        avatar_size,
    )


def _grid(players: int, shape: Shape) -> tuple[int, float]:
    """Return the number of avatars in a row and their width."""
    if shape == "wide":
        return (players, 132) if players <= 6 else (-(-players // 2), 92)
    return (3, 200) if players <= 6 else (4, 140)


def svg_of(picture: Picture, language: str) -> str:
    """Render a picture as SVG."""
    return renderer(language).draw("replays/picture.html", picture=picture).strip()


def has_png() -> bool:
    """Return whether the packages that draw PNG files are installed."""
    return all(find_spec(package) is not None for package in ("typst", "fontTools"))


def png_of(svg: str, width: int, height: int) -> bytes:
    """Convert an SVG picture to PNG. Raises ModuleNotFoundError if the extra `kit` is not installed."""
    import typst

    data = json.dumps({"svg": svg, "width": width, "height": height})
    made = typst.compile(_PAGE, font_paths=_fonts()[1], sys_inputs={"data": data}, format="png", ppi=_POINTS_PER_INCH)
    assert isinstance(made, bytes)
    return made


@cache
def _fonts() -> tuple[TemporaryDirectory[str], Any]:
    """Return the site's fonts, and the folder in which Typst finds them."""
    import typst

    site = files("turncoat.web").joinpath("static", "fonts").iterdir()
    fonts = sorted((file.name, file.read_bytes()) for file in site if file.name.endswith(".woff2"))
    folder = TemporaryDirectory()  # must outlive this call, because Typst reads the fonts when it needs them
    write_fonts(fonts, Path(folder.name))
    return folder, typst.Fonts(include_system_fonts=False, font_paths=[folder.name])


class PictureFile(msgspec.Struct, frozen=True):
    """Picture file: its shape, its format, and the language of its text."""

    shape: Shape
    kind: str
    language: str

    @property
    def name(self) -> str:
        """Name of the file in its address."""
        return f"{self.shape}-{self.language}.{self.kind}"


PICTURES: Final = {
    file.name: file
    for file in (
        PictureFile(shape, kind, language) for shape in get_args(Shape) for kind in KINDS for language in codes()
    )
}
"""All picture files by name."""
_LABELS: Final = {
    ("wide", "png"): N_("Wide picture"),
    ("square", "png"): N_("Square picture"),
    ("wide", "svg"): N_("Wide picture, SVG"),
    ("square", "svg"): N_("Square picture, SVG"),
}


class PictureLink(msgspec.Struct, frozen=True):
    """Link to a picture of the game, for saving and sending it."""

    label: str
    url: str
    file: str
    """Name under which it is saved."""


def picture_links(url: str, language: str) -> tuple[PictureLink, ...]:
    """Return the available pictures of a share link in a language."""
    say = translator(language)
    return tuple(
        PictureLink(say(label), f"{url}/picture/{shape}-{language}.{kind}", f"turncoat-{shape}.{kind}")
        for (shape, kind), label in _LABELS.items()
        if kind != "png" or has_png()
    )


def picture_url(url: str, language: str) -> str:
    """Return the address of the wide picture of a game (at `url`), for people who may share it."""
    return f"{url}/picture/wide-{language}.{'png' if has_png() else 'svg'}"


class PictureCache:
    """Cache of the latest pictures: messengers that preview a link request them again and again."""

    def __init__(self, most: int = 32) -> None:
        self.drawn = lru_cache(most)(drawn)


def drawn(game: GameSummary, shape: Shape, kind: str, language: str, *, tells_result: bool) -> bytes:
    """Return the bytes of a picture file."""
    picture = picture_of(game, shape, translator(language), tells_result=tells_result)
    svg = svg_of(picture, language)
    return svg.encode() if kind == "svg" else png_of(svg, picture.width, picture.height)
