"""The verdict on a game's balance: about even, leaning, unknown for lack of games, or not measured."""

from collections.abc import Sequence

import pytest

from turncoat.table.values.game_setup import GameSetup
from turncoat.web.table.fairness import SideShare, fairness_of

BOTS = "among bots, 245\N{NARROW NO-BREAK SPACE}000 games"


@pytest.mark.parametrize(
    ("game", "players", "modules", "verdict", "source", "percents"),
    [
        ("resistance", 5, (), "About even", "among people, 252 games", (56, 44)),
        ("resistance", 5, ("hunter",), "Leans towards Resistance", BOTS, (60, 40)),
        ("resistance", 6, ("targeting",), "About even", BOTS, (50, 50)),
        ("resistance", 7, (), "Leans towards Spies", BOTS, (29, 71)),
        ("resistance", 9, (), "Too few games to say", "among people, 26 games", ()),
        ("resistance", 9, ("hunter",), "Not measured", "among people, or bots that play to win", ()),
        ("resistance", 5, ("targeting", "inquisitor"), "Not measured", "with these settings", ()),
        ("winter-soldier", 8, (), "Leans towards S.H.I.E.L.D.", BOTS, (84, 16)),
    ],
)
def test_the_verdict_names_the_side_and_whose_games(
    game: str, players: int, modules: tuple[str, ...], verdict: str, source: str, percents: Sequence[int]
) -> None:
    found = fairness_of(GameSetup(game, players, modules), str)
    assert found is not None
    assert (found.verdict, found.source) == (verdict, source)
    assert [side.percent for side in found.bar] == list(percents)
    assert bool(found.figures) == (source != "with these settings")


def test_the_loyal_side_is_the_first_in_the_bar() -> None:
    found = fairness_of(GameSetup("resistance", 5), str)
    assert found is not None
    assert found.bar == (SideShare("shield", "Resistance", 56), SideShare("jagged", "Spies", 44))


def test_options_that_were_not_measured_have_no_verdict() -> None:
    unusual = GameSetup("resistance", 5, ("targeting",), {"fifth-mission-after": "completed"})
    found = fairness_of(unusual, str)
    assert found is not None
    assert (found.verdict, found.figures) == ("Not measured", ())
