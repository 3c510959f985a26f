"""The reveal: who sees whom, for every combination of characters and the view of every seat, and the script."""

from itertools import combinations

import pytest

from tests.support.games.winter_soldier import ALL, ruleset
from turncoat.games.winter_soldier import BOOK
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.characters import WidowSaw
from turncoat.games.winter_soldier.events import FurySaw, HydraSeen
from turncoat.games.winter_soldier.roles import SIDES
from turncoat.kernel.card_texts import reveal_script
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, SeatSet, seat_set
from turncoat.kernel.views import View

CHARACTERS = tuple(name for name in ALL if name != "scarlet-witch")
COMBINATIONS = [modules for size in range(6) for modules in combinations(CHARACTERS, size)]
LOOKS = (HydraSeen, FurySaw, WidowSaw)


def games(modules: tuple[str, ...], players: int = 12, **options: bool) -> list[Game[Board]]:
    rules = ruleset(players, *modules, **options)
    return [Game(rules, rules.deal(bytes([seed]))) for seed in range(4)]


def seats_of(game: Game[Board], *roles: str) -> SeatSet:
    return seat_set(seat for seat, role in enumerate(game.deal.roles) if role in roles)


def agents(game: Game[Board], *, but: str) -> SeatSet:
    return seat_set(s for s, role in enumerate(game.deal.roles) if SIDES[role] == "hydra" and role != but)


def looks(view: View[Board]) -> list[object]:
    return [event for event in view.events if isinstance(event, LOOKS)]


@pytest.mark.clause("WIN-REVEAL-1", "WIN-ZEMO-1", "WIN-HILL-1", "WIN-ZOLA-1")
@pytest.mark.parametrize("modules", COMBINATIONS, ids="+".join)
def test_hydra_sees_its_agents_and_hill_but_not_zemo(modules: tuple[str, ...]) -> None:
    for game in games(modules):
        together = agents(game, but="baron-zemo") | seats_of(game, "maria-hill")
        for seat in range(12):
            seen = [event for event in looks(game.view(seat)) if isinstance(event, HydraSeen)]
            assert seen == ([HydraSeen(together)] if together >> seat & 1 else [])
            assert game.view(seat).board.with_hydra == (together if together >> seat & 1 else 0)


@pytest.mark.clause("WIN-REVEAL-1")
def test_hydra_does_not_learn_who_is_the_winter_soldier() -> None:
    for game in games(ALL[:-1]):
        for seat, role in enumerate(game.deal.roles):
            roles = game.view(seat).board.roles
            captain = game.deal.roles.index("captain-america")
            assert {s: r for s, r in enumerate(roles) if r is not None} == {captain: "captain-america", seat: role}


@pytest.mark.clause("WIN-REVEAL-2", "WIN-ZOLA-1", "WIN-ZEMO-1", "WIN-HILL-1")
@pytest.mark.parametrize("modules", COMBINATIONS, ids="+".join)
def test_nick_fury_sees_hydra_except_zola(modules: tuple[str, ...]) -> None:
    for game in games(modules):
        for seat in range(12):
            seen = [event for event in looks(game.view(seat)) if isinstance(event, FurySaw)]
            is_fury = game.deal.roles[seat] == "nick-fury"
            assert seen == ([FurySaw(seat, agents(game, but="arnim-zola"))] if is_fury else [])


@pytest.mark.clause("WIN-HILL-1")
def test_an_option_makes_nick_fury_see_hill_among_hydra() -> None:
    for game in games(("maria-hill", "arnim-zola"), fury_sees_hill=True):
        fury = game.deal.roles.index("nick-fury")
        expected = agents(game, but="arnim-zola") | seats_of(game, "maria-hill")
        assert game.view(fury).board.seen_by_fury == expected


@pytest.mark.clause("WIN-WIDOW-1", "WIN-PIERCE-1")
@pytest.mark.parametrize("modules", COMBINATIONS, ids="+".join)
def test_black_widow_sees_fury_and_pierce_alike(modules: tuple[str, ...]) -> None:
    for game in games(modules):
        thumbs = seats_of(game, "nick-fury", "alexander-pierce")
        for seat in range(12):
            seen = [event for event in looks(game.view(seat)) if isinstance(event, WidowSaw)]
            assert seen == ([WidowSaw(seat, thumbs)] if game.deal.roles[seat] == "black-widow" else [])


@pytest.mark.clause("WIN-ZEMO-1")
@pytest.mark.parametrize("players", range(5, 13))
def test_zemo_sees_nobody(players: int) -> None:
    for game in games(("baron-zemo",), players):
        assert looks(game.view(game.deal.roles.index("baron-zemo"))) == []


def test_roles_that_the_script_does_not_call_see_nobody() -> None:
    for game in games(ALL[:-1]):
        for viewer in (SPECTATOR, *(s for s, role in enumerate(game.deal.roles) if role in BYSTANDERS)):
            assert looks(game.view(viewer)) == []


BYSTANDERS = ("captain-america", "shield-agent")


# Script


def said(rules: Ruleset) -> list[ScriptLine]:
    return list(reveal_script(rules))


def at(lines: list[ScriptLine], words: str) -> int:
    return next(index for index, line in enumerate(lines) if words in line.text)


@pytest.mark.clause("WIN-REVEAL-3")
def test_the_basic_game_has_its_script() -> None:
    lines = said(ruleset(8))
    assert [(line.eyes, line.thumbs) for line in lines] == [
        ("", ""),
        ("hydra", "hydra"),
        ("", "hydra"),
        ("nick-fury", "hydra"),
        ("", ""),
        ("everyone", ""),
    ]
    assert "fist" in lines[0].text
    assert "thumbs up" in lines[1].text


@pytest.mark.clause("WIN-REVEAL-3")
def test_zola_and_zemo_move_their_thumbs_only_while_eyes_are_closed() -> None:
    lines = said(ruleset(8, "arnim-zola", "baron-zemo"))
    closed, fury = at(lines, "HYDRA, keep your thumbs up"), at(lines, "Nick Fury, open")
    assert closed < at(lines, "Zola, put your thumb down") < fury
    assert closed < at(lines, "Zemo, put your thumb up") < fury
    assert all(not line.eyes for line in lines[closed:fury])
    assert at(lines, "Zemo keeps his eyes closed") < at(lines, "HYDRA, open")
    assert lines[at(lines, "HYDRA, open")].thumbs == "hydra-but-zemo"
    assert lines[fury].thumbs == "hydra-but-zola"


@pytest.mark.clause("WIN-REVEAL-3", "WIN-HILL-1")
def test_maria_hill_acts_as_hydra_until_nick_fury_looks() -> None:
    lines = said(ruleset(10, "maria-hill"))
    assert at(lines, "Maria Hill does as they do") < at(lines, "HYDRA, open")
    assert lines[at(lines, "HYDRA, open")].eyes == "hydra-and-hill"
    assert at(lines, "keep your thumbs up") < at(lines, "Hill, put your thumb down") < at(lines, "Nick Fury, open")
    assert lines[at(lines, "Nick Fury, open")].thumbs == "hydra"
    seen = said(ruleset(10, "maria-hill", fury_sees_hill=True))
    assert not any("Hill, put your thumb down" in line.text for line in seen)
    assert seen[at(seen, "Nick Fury, open")].thumbs == "hydra-and-hill"


@pytest.mark.clause("WIN-REVEAL-3")
def test_fury_and_pierce_raise_their_thumbs_for_black_widow() -> None:
    lines = said(ruleset(8, "black-widow", "alexander-pierce"))
    widow = at(lines, "Black Widow, open")
    assert at(lines, "thumbs down") < at(lines, "Fury, put your thumb up") < at(lines, "Pierce, put") < widow
    assert (lines[widow].eyes, lines[widow].thumbs) == ("black-widow", "fury-and-pierce")
    assert not any(line.eyes for line in lines[widow + 1 : -1])
    assert lines[-1].eyes == "everyone"
    alone = said(ruleset(8, "black-widow"))
    assert alone[at(alone, "Black Widow, open")].thumbs == "nick-fury"
    assert said(ruleset(8, "alexander-pierce")) == said(ruleset(8))


def test_every_group_in_the_script_has_a_label() -> None:
    for modules in COMBINATIONS:
        words = {word for line in reveal_script(ruleset(12, *modules)) for word in (line.eyes, line.thumbs)}
        labels = {*BOOK.words, *(word for name in modules for word in BOOK.chapters[name].words)}
        assert words - {""} <= labels
