"""The verdict on a game's balance: about even, leaning, unknown for lack of games, or not measured."""

from collections.abc import Sequence

import pytest

from turncoat.table.values.game_setup import GameSetup
from turncoat.web.table.fairness import SideShare, among_people, fairness_of

BOTS = "245\N{NARROW NO-BREAK SPACE}000 games of bots"
NO_GAMES = "no games with these settings on record"


@pytest.mark.parametrize(
    ("game", "players", "modules", "verdict", "source", "percents"),
    [
        ("resistance", 5, (), "About even", "252 games of people", (56, 44)),
        ("resistance", 5, ("hunter",), "Leans towards Resistance", BOTS, (60, 40)),
        ("resistance", 6, ("targeting",), "About even", BOTS, (50, 50)),
        ("resistance", 7, (), "Leans towards Spies", BOTS, (29, 71)),
        ("resistance", 9, (), "Too few games to say", "26 games of people", ()),
        ("resistance", 9, ("hunter",), "Not known yet", "only bots that don't try to win have played it", ()),
        ("resistance", 5, ("targeting", "inquisitor"), "Not known yet", NO_GAMES, ()),
        ("winter-soldier", 8, (), "Leans towards S.H.I.E.L.D.", BOTS, (84, 16)),
    ],
)
def test_the_verdict_names_the_side_and_whose_games(
    game: str, players: int, modules: tuple[str, ...], verdict: str, source: str, percents: Sequence[int]
) -> None:
    found = fairness_of(GameSetup(game, players, modules).ruleset(), str)
    assert (found.verdict, found.source) == (verdict, source)
    assert [side.percent for side in found.bar] == list(percents)
    assert bool(found.figures) == (source != NO_GAMES)


def test_the_loyal_side_is_the_first_in_the_bar() -> None:
    found = fairness_of(GameSetup("resistance", 5).ruleset(), str)
    assert found.bar == (SideShare("shield", "Resistance", 56), SideShare("jagged", "Spies", 44))


def test_options_that_were_not_measured_have_no_verdict() -> None:
    unusual = GameSetup("resistance", 5, ("targeting",), {"fifth-mission-after": "completed"})
    found = fairness_of(unusual.ruleset(), str)
    assert (found.verdict, found.figures) == ("Not known yet", ())


@pytest.mark.parametrize(
    ("players", "figure"),
    [
        (5, "252 recorded games of people: Resistance won 56%. Probably 49 to 62% in the long run."),
        (10, "14 recorded games of people: Resistance won 29%. Probably 11 to 55% in the long run."),
    ],
)
def test_a_figure_says_how_far_chance_may_have_moved_it(players: int, figure: str) -> None:
    found = fairness_of(GameSetup("resistance", players).ruleset(), str)
    assert found.figures[0] == figure


def test_a_precise_figure_stands_alone() -> None:
    found = fairness_of(GameSetup("resistance", 5).ruleset(), str)
    assert found.figures[1] == "245\N{NARROW NO-BREAK SPACE}000 games of bots that play to win: Resistance won 48%."


def test_games_of_people_are_told_in_a_sentence_if_there_are_any() -> None:
    assert among_people(GameSetup("resistance", 5), str) == "Resistance won 56% of 252 games of people."
    assert among_people(GameSetup("winter-soldier", 5), str) == ""
