"""Tactile marks as STL files for a 3D printer: a tile with a raised box, and one with an X in the box."""

from math import pi
from typing import Final

BOX: Final = 14.0
"""Side of the box in millimetres, as on `marks-for-fingers.pdf`."""
LINE: Final = 1.4
"""Width of a raised line in millimetres. A printer's nozzle makes 0.4 mm at once."""
RAISED: Final = 0.8
"""Height of a line above its tile in millimetres, about one and a half times that of a Braille dot."""
TILE: Final = (18.0, 0.6)
"""Side and thickness, in millimetres, of the tile that is glued to the sleeve."""


def raised_marks() -> dict[str, bytes]:
    """Return the files by name. Both lie flat with their lower side at height 0, in millimetres."""
    # trimesh needs manifold3d to join bodies. Importing it first reports a missing package early.
    import manifold3d  # type: ignore[import-not-found]  # noqa: F401
    import trimesh
    from trimesh.creation import box as body

    side, thick = TILE

    def bar(length: float, x: float, y: float, angle: float) -> trimesh.Trimesh:
        """Return a raised line around a point. It reaches through the tile, so that the two become one body."""
        turned = trimesh.transformations.rotation_matrix(angle, (0, 0, 1))  # type: ignore[no-untyped-call]
        made: trimesh.Trimesh = body((length, LINE, thick + RAISED), turned)
        made.apply_translation((x, y, (thick + RAISED) / 2))
        return made

    tile = body((side, side, thick))
    tile.apply_translation((0, 0, thick / 2))
    edge = (BOX - LINE) / 2
    box = [bar(BOX, 0, edge, 0), bar(BOX, 0, -edge, 0), bar(BOX, edge, 0, pi / 2), bar(BOX, -edge, 0, pi / 2)]
    crossing = BOX * 2**0.5 - 3 * LINE
    cross = [bar(crossing, 0, 0, pi / 4), bar(crossing, 0, 0, -pi / 4)]
    bodies = {"mark-box.stl": [tile, *box], "mark-box-with-x.stl": [tile, *box, *cross]}
    return {
        name: bytes(trimesh.boolean.union(parts, engine="manifold").export(file_type="stl"))
        for name, parts in bodies.items()
    }
