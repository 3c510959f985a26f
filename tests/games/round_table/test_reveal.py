"""The reveal: the rulebook's table of who sees whom, for every combination of characters, and the script."""

from itertools import combinations

import pytest

from tests.support.games.round_table import CHARACTERS, SEVEN, TEN, ruleset, table
from turncoat.games.round_table import BOOK
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.characters import PercivalSaw
from turncoat.games.round_table.events import EvilSeen, MerlinSaw
from turncoat.kernel.card_texts import reveal_script
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.explanations import explanation_of
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, SeatSet, seat_set

COMBINATIONS = [modules for size in range(5) for modules in combinations(CHARACTERS, size)]
LOOKS = (EvilSeen, MerlinSaw, PercivalSaw)
OF_EVIL = ("assassin", "minion", "morgana", "mordred")
SEES: dict[str, tuple[str, ...]] = {
    "merlin": ("assassin", "minion", "morgana", "oberon"),
    "percival": ("merlin", "morgana"),
    "assassin": OF_EVIL,
    "minion": OF_EVIL,
    "morgana": OF_EVIL,
    "mordred": OF_EVIL,
    "oberon": (),
    "knight": (),
}
"""The table of RT-REVEAL-1: the characters whose seats each one sees."""


def games(modules: tuple[str, ...], players: int = 10) -> list[Game[Board]]:
    rules = ruleset(players, *modules)
    return [Game(rules, rules.deal(bytes([seed]))) for seed in range(4)]


def holders(game: Game[Board], roles: tuple[str, ...]) -> SeatSet:
    return seat_set(seat for seat, role in enumerate(game.deal.roles) if role in roles)


def seen_by(game: Game[Board], seat: int) -> list[SeatSet]:
    """Return the sets of seats that a seat is shown."""
    looks = [event for event in game.view(seat).events if isinstance(event, LOOKS)]
    return [event.thumbs if isinstance(event, PercivalSaw) else event.evil for event in looks]


@pytest.mark.clause("RT-REVEAL-1", "RT-REVEAL-2", "RT-REVEAL-3", "RT-REVEAL-4")
@pytest.mark.parametrize("modules", COMBINATIONS, ids="+".join)
def test_everybody_sees_whom_the_table_says(modules: tuple[str, ...]) -> None:
    for game in games(modules):
        for seat, role in enumerate(game.deal.roles):
            assert seen_by(game, seat) == ([holders(game, SEES[role])] if SEES[role] else []), role
            known = [at for at, one in enumerate(game.view(seat).board.roles) if one is not None]
            assert known == [seat], "a sign stands for a seat, never for a card"
        assert seen_by(game, SPECTATOR) == []


@pytest.mark.clause("RT-REVEAL-2")
def test_merlin_sees_oberon_and_one_evil_player_fewer_with_mordred() -> None:
    game = table(TEN)
    (seen,) = seen_by(game, 0)
    assert seen == seat_set([6, 7, 9])
    assert explanation_of(game.ruleset, "merlin")[0] == "Sees in the reveal who is evil, but not: Mordred."


@pytest.mark.clause("RT-REVEAL-3")
def test_percival_sees_the_same_when_merlin_and_morgana_change_places() -> None:
    changed = ("morgana", *SEVEN[1:5], "merlin", "mordred")
    views = [table(roles).view(1) for roles in (SEVEN, changed)]
    assert views[0].events == views[1].events
    assert views[0].board == views[1].board


@pytest.mark.clause("RT-REVEAL-3")
def test_percivals_mark_is_doubtful_with_morgana_only() -> None:
    sight = PercivalSaw(1, 0b100001)
    assert sight.mark(ruleset(7, "percival", "morgana"), "percival") == "Merlin?"
    assert sight.mark(ruleset(7, "percival"), "percival") == "Merlin"


@pytest.mark.clause("RT-REVEAL-4")
def test_evil_see_three_of_four_with_oberon_and_oberon_sees_nobody() -> None:
    game = table(TEN)
    assert [seen_by(game, seat) for seat in (6, 7, 8)] == [[seat_set([6, 7, 8])]] * 3
    assert seen_by(game, 9) == []


# Script


def said(rules: Ruleset) -> list[ScriptLine]:
    return list(reveal_script(rules))


def calls(*modules: str, players: int = 10) -> list[tuple[str, str]]:
    return [(line.eyes, line.thumbs) for line in said(ruleset(players, *modules))]


@pytest.mark.clause("RT-REVEAL-5", "RT-REVEAL-7")
def test_the_basic_script() -> None:
    assert calls() == [("", ""), ("evil", ""), ("", ""), ("", "evil"), ("merlin", "evil"), ("", ""), ("everyone", "")]


@pytest.mark.clause("RT-REVEAL-5", "RT-REVEAL-7")
def test_the_script_of_ten_players_with_every_character() -> None:
    assert calls(*CHARACTERS) == [
        ("", ""),
        ("", ""),  # Oberon is told not to look
        ("evil-but-oberon", ""),
        ("", ""),
        ("", ""),  # Mordred is told to hide
        ("", "evil-but-mordred"),
        ("merlin", "evil-but-mordred"),
        ("", ""),
        ("", "merlin-and-morgana"),
        ("percival", "merlin-and-morgana"),
        ("", ""),
        ("everyone", ""),
    ]


@pytest.mark.clause("RT-REVEAL-5")
@pytest.mark.parametrize("modules", COMBINATIONS, ids="+".join)
def test_each_step_is_there_only_with_its_characters(modules: tuple[str, ...]) -> None:
    text = " ".join(line.text for line in said(ruleset(10, *modules)))
    assert ("Percival" in text) == ("percival" in modules)
    assert ("Morgana" in text) == ({"percival", "morgana"} <= set(modules))
    assert ("Mordred" in text) == ("mordred" in modules)
    assert ("Oberon" in text) == ("oberon" in modules)


@pytest.mark.clause("RT-REVEAL-6")
def test_the_script_does_not_depend_on_the_deal() -> None:
    for modules in COMBINATIONS:
        rules = ruleset(10, *modules)
        assert len({tuple(said(game.ruleset)) for game in games(modules)}) == 1
        words = {word for line in said(rules) for word in (line.eyes, line.thumbs)}
        labels = {*BOOK.words, *(word for name in modules for word in BOOK.chapters[name].words)}
        assert words - {""} <= labels
