"""The picture of a game, to send: who played, and who won if whoever shares it wants that told.

It is drawn as SVG, and by Typst as PNG, which most messengers want. Typst comes with the extra `kit`; without it there
is SVG alone.
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
"""The media type of each kind of file."""
LONGEST_NAME: Final = 15
"""Letters of a name that fit below an avatar."""
LINES: Final = 2
"""Lines for what was played."""

_TEASER: Final = N_("Somebody at this table was lying.")
_PAGE: Final = b"""#let data = json(bytes(sys.inputs.data))
#set page(width: data.width * 1pt, height: data.height * 1pt, margin: 0pt)
#image(bytes(data.svg), format: "svg", width: 100%, height: 100%)
"""
_POINTS_PER_INCH: Final = 72


class PictureSeat(msgspec.Struct, frozen=True):
    """An avatar with its name, and where it is."""

    name: str
    avatar: str
    """A drawing, as SVG, of 64 units."""
    x: float
    """The middle of its place."""
    y: float
    """Its upper edge."""
    mark: str = ""
    """The outline of its side, as SVG, of 32 units; empty where that is not told."""


class Picture(msgspec.Struct, frozen=True):
    """What is on a picture."""

    width: int
    height: int
    title: str
    about: tuple[str, ...]
    headline: str
    reason: str
    colour: str
    emblem: str
    """What stands for the winning side, or the back of a card; as SVG, of so many units."""
    emblem_units: tuple[float, float]
    seats: tuple[PictureSeat, ...]
    avatar_size: float
    """The width of an avatar."""


def picture_of(game: GameSummary, shape: Shape, translate: Translate, *, tells_result: bool) -> Picture:
    """The picture of a game. Unless `tells_result`, nothing on it depends on how the game ended, or on the cards."""
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
    """How many avatars are in a row, and how wide each is."""
    if shape == "wide":
        return (players, 132) if players <= 6 else (-(-players // 2), 92)
    return (3, 200) if players <= 6 else (4, 140)


def svg_of(picture: Picture, language: str) -> str:
    """The picture as SVG."""
    return renderer(language).draw("replays/picture.html", picture=picture).strip()


def has_png() -> bool:
    """Whether what draws PNG files is installed."""
    return all(find_spec(package) is not None for package in ("typst", "fontTools"))


def png_of(svg: str, width: int, height: int) -> bytes:
    """The picture as PNG. Raises ModuleNotFoundError where the extra `kit` is not installed."""
    import typst

    data = json.dumps({"svg": svg, "width": width, "height": height})
    made = typst.compile(_PAGE, font_paths=_fonts()[1], sys_inputs={"data": data}, format="png", ppi=_POINTS_PER_INCH)
    assert isinstance(made, bytes)
    return made


@cache
def _fonts() -> tuple[TemporaryDirectory[str], Any]:
    """The site's fonts, and the folder in which Typst finds them."""
    import typst

    site = files("turncoat.web").joinpath("static", "fonts").iterdir()
    fonts = sorted((file.name, file.read_bytes()) for file in site if file.name.endswith(".woff2"))
    folder = TemporaryDirectory()  # Typst reads them when it needs them
    write_fonts(fonts, Path(folder.name))
    return folder, typst.Fonts(include_system_fonts=False, font_paths=[folder.name])


class PictureFile(msgspec.Struct, frozen=True):
    """A file of a picture: its shape, its kind, and the language of its words."""

    shape: Shape
    kind: str
    language: str

    @property
    def name(self) -> str:
        """What it is called in its address."""
        return f"{self.shape}-{self.language}.{self.kind}"


PICTURES: Final = {
    file.name: file
    for file in (
        PictureFile(shape, kind, language) for shape in get_args(Shape) for kind in KINDS for language in codes()
    )
}
"""Every file, by its name."""
_LABELS: Final = {
    ("wide", "png"): N_("Wide picture"),
    ("square", "png"): N_("Square picture"),
    ("wide", "svg"): N_("Wide picture, SVG"),
    ("square", "svg"): N_("Square picture, SVG"),
}


class PictureLink(msgspec.Struct, frozen=True):
    """A picture of the game, to be saved and sent."""

    label: str
    url: str
    file: str
    """What it is called when it is saved."""


def picture_links(url: str, language: str) -> tuple[PictureLink, ...]:
    """The pictures of a share link that there are, in that language."""
    say = translator(language)
    return tuple(
        PictureLink(say(label), f"{url}/picture/{shape}-{language}.{kind}", f"turncoat-{shape}.{kind}")
        for (shape, kind), label in _LABELS.items()
        if kind != "png" or has_png()
    )


def picture_url(url: str, language: str) -> str:
    """The address of the wide picture of a game, for people who may share it; `url` is the game's."""
    return f"{url}/picture/wide-{language}.{'png' if has_png() else 'svg'}"


class PictureCache:
    """The pictures that were drawn last: a messenger that previews a link asks for one again and again."""

    def __init__(self, most: int = 32) -> None:
        self.drawn = lru_cache(most)(drawn)


def drawn(game: GameSummary, shape: Shape, kind: str, language: str, *, tells_result: bool) -> bytes:
    """The file of a picture."""
    picture = picture_of(game, shape, translator(language), tells_result=tells_result)
    svg = svg_of(picture, language)
    return svg.encode() if kind == "svg" else png_of(svg, picture.width, picture.height)
