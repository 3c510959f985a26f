"""The website's fonts for print, converted because Typst reads neither WOFF2 nor variable fonts."""

from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Final

WEIGHTS: Final = (400, 700)
_NAMES: Final = (1, 4, 16)
"""Records of a font with the name of its family (OpenType, `name`)."""


def write_fonts(fonts: Iterable[tuple[str, bytes]], folder: Path) -> list[str]:
    """Write each font (file name and bytes) to the folder in two weights, and return the names of the families.

    Each file becomes a family of its own, since each has characters that another lacks.
    """
    from fontTools.ttLib import TTFont  # type: ignore[import-untyped]
    from fontTools.varLib.instancer import instantiateVariableFont  # type: ignore[import-untyped]

    families = []
    for name, data in fonts:
        family = Path(name).stem
        for weight in WEIGHTS:
            font = instantiateVariableFont(TTFont(BytesIO(data), recalcTimestamp=False), {"wght": weight, "wdth": 100})
            style = "Bold" if weight > WEIGHTS[0] else "Regular"
            for record in _NAMES:
                font["name"].setName(family, record, 3, 1, 0x409)
            font["name"].setName(style, 2, 3, 1, 0x409)
            font["name"].setName(f"{family}-{style}", 6, 3, 1, 0x409)
            font["name"].removeNames(nameID=17)
            font["OS/2"].usWeightClass = weight
            font.flavor = None
            font.save(folder / f"{family}-{style}.ttf")
        families.append(family)
    return families
