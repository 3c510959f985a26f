"""Tactile marks for a 3D printer: closed bodies of the right size, only one of them with an X."""

from io import BytesIO

import pytest
import trimesh

from turncoat.kit.raised_marks import BOX, LINE, RAISED, TILE, raised_marks


@pytest.fixture(scope="module")
def bodies() -> dict[str, trimesh.Trimesh]:
    return {name: trimesh.load_mesh(BytesIO(stl), file_type="stl") for name, stl in raised_marks().items()}


def test_each_raised_mark_is_one_closed_body_on_its_plate(bodies: dict[str, trimesh.Trimesh]) -> None:
    side, thick = TILE
    for name, body in bodies.items():
        assert body.is_watertight, name
        assert body.bounds.tolist() == [
            pytest.approx([-side / 2, -side / 2, 0], abs=1e-5),
            pytest.approx([side / 2, side / 2, thick + RAISED], abs=1e-5),
        ], name


def test_one_raised_mark_is_a_box_and_one_a_box_with_an_x(bodies: dict[str, trimesh.Trimesh]) -> None:
    side, thick = TILE
    tile, frame = side * side * thick, (BOX**2 - (BOX - 2 * LINE) ** 2) * RAISED
    assert bodies["mark-box.stl"].volume == pytest.approx(tile + frame, rel=1e-4)
    length = BOX * 2**0.5 - 3 * LINE
    cross = (2 * length * LINE - LINE**2) * RAISED
    assert bodies["mark-box-with-x.stl"].volume == pytest.approx(
        tile + frame + cross, rel=0.02
    )  # its ends meet the box


def test_raised_marks_are_reproducible() -> None:
    assert raised_marks() == raised_marks()
