"""Set-up: the characters in play, combinations that fit, the first leader, and the rules shared with the base game."""

from collections import Counter
from itertools import combinations

import pytest

from tests.support.games.winter_soldier import ALL, FIVE, asked, dealt, offered, propose, ruleset, table, won
from turncoat.games.resistance.events import RoleDealt, RolesRevealed
from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.events import CaptainKnown
from turncoat.games.winter_soldier.roles import SIDES, character_cards
from turncoat.kernel.chapters import Deal, RulesetError
from turncoat.kernel.events import all_seen_by, seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset, advice, options_of
from turncoat.kernel.seats import SPECTATOR
from turncoat.testing import play, refusal_of

SIDES_BY_COUNT = {5: (3, 2), 6: (4, 2), 7: (4, 3), 8: (5, 3), 9: (6, 3), 10: (6, 4), 11: (7, 4), 12: (7, 5)}
BASIC = ("captain-america", "nick-fury", "winter-soldier")


@pytest.mark.clause("WIN-SETUP-1")
@pytest.mark.parametrize("players", range(5, 13))
def test_special_characters_count_toward_the_size_of_their_side(players: int) -> None:
    for modules in ((), ("black-widow",), ("arnim-zola",), ("scarlet-witch",)):
        sides = Counter(SIDES[role] for role in ruleset(players, *modules).deal(b"x").roles)
        assert (sides["shield"], sides["hydra"]) == SIDES_BY_COUNT[players]


@pytest.mark.clause("WIN-SETUP-1")
@pytest.mark.parametrize("players", [4, 13])
def test_winter_soldier_refuses_other_numbers_of_players(players: int) -> None:
    with pytest.raises(RulesetError, match="5 to 12"):
        ruleset(players)


@pytest.mark.clause("WIN-SETUP-2")
def test_every_combination_of_characters_is_dealt_or_refused_with_a_reason() -> None:
    """S.H.I.E.L.D. has room besides Captain America and Nick Fury, HYDRA besides the Winter Soldier."""
    for players, (shield, hydra) in SIDES_BY_COUNT.items():
        for size in range(len(ALL) + 1):
            for modules in combinations(ALL, size):
                heroes = [name for name in ("black-widow", "maria-hill") if name in modules]
                villains = [name for name in ("alexander-pierce", "arnim-zola", "baron-zemo") if name in modules]
                if len(heroes) <= shield - 2 and len(villains) <= hydra - 1:
                    roles = ruleset(players, *modules).deal(b"y").roles
                    special = {*BASIC, *heroes, *villains}
                    assert {role: roles.count(role) for role in special} == dict.fromkeys(special, 1)
                    assert set(roles) <= special | {"shield-agent", "hydra-agent"}
                else:
                    with pytest.raises(RulesetError) as refused:
                        ruleset(players, *modules)
                    clashing = heroes if len(heroes) > shield - 2 else villains
                    assert all(name in str(refused.value) for name in clashing)


@pytest.mark.clause("WIN-SETUP-2", "WIN-HILL-4", "WIN-PIERCE-1", "WIN-WITCH-1")
def test_discouraged_characters_are_advised_against_but_allowed() -> None:
    assert advice(ruleset(10)) == ()
    for modules in (("maria-hill",), ("maria-hill", "arnim-zola"), ("scarlet-witch",)):
        (first,) = advice(ruleset(10, *modules))
        assert "without special characters" in first
        assert "add or change one at a time" in first
    assert any("Maria Hill is best with 10" in text for text in advice(ruleset(9, "maria-hill")))
    assert any("does nothing without Black Widow" in text for text in advice(ruleset(10, "alexander-pierce")))
    assert not any("Pierce" in text for text in advice(ruleset(10, "alexander-pierce", "black-widow")))
    assert any("7 or more" in text for text in advice(ruleset(6, "scarlet-witch")))
    assert not any("7 or more" in text for text in advice(ruleset(7, "scarlet-witch")))


@pytest.mark.clause("WIN-HILL-4")
@pytest.mark.parametrize("players", range(5, 13))
def test_advice_warns_if_the_winter_soldier_sees_only_hill(players: int) -> None:
    rules = ruleset(players, "maria-hill", "baron-zemo")
    alone = SIDES_BY_COUNT[players][1] == 2
    assert any("sees only Maria Hill" in text for text in advice(rules)) is alone
    assert not any("sees only" in text for text in advice(ruleset(players, "maria-hill")))
    game = dealt(players, "maria-hill", "baron-zemo")
    roles = game.deal.roles
    soldier, hill = roles.index("winter-soldier"), roles.index("maria-hill")
    assert (offered(game, soldier)["assassinate-hill"] == (hill,)) is alone
    assert roles.index("baron-zemo") not in offered(game, soldier)["assassinate-hill"]


@pytest.mark.clause("WIN-VOTE-2")
def test_the_literal_reading_is_offered_only_where_it_matters() -> None:
    for size in range(len(ALL) + 1):
        for modules in combinations(ALL, size):
            rules = ruleset(12, *modules)
            names = {spec.name for spec in options_of(rules)}
            matters = bool({"maria-hill", "baron-zemo"} & set(modules))
            assert ("winter-soldier-literal" in names) is matters
            assert {"fury-lost", "out-players-talk", "team-cap"} <= names


@pytest.mark.clause("WIN-VOTE-2")
def test_advice_warns_if_the_literal_reading_informs_the_winter_soldier() -> None:
    for modules, unknown in (
        (("maria-hill",), "about Maria Hill"),
        (("baron-zemo",), "about Baron Zemo"),
        (("maria-hill", "baron-zemo"), "about Maria Hill and Baron Zemo"),
    ):
        told = advice(ruleset(10, *modules, winter_soldier_literal=True))
        assert any(unknown in text for text in told), told
        assert not any(unknown in text for text in advice(ruleset(10, *modules)))
    # Rulesets may have the literal option where both readings agree.
    rules = ruleset(10, "arnim-zola", winter_soldier_literal=True)
    assert advice(rules) == advice(ruleset(10, "arnim-zola"))


@pytest.mark.clause("WIN-SETUP-3")
@pytest.mark.parametrize("captain", range(5))
def test_captain_america_is_public_and_leads_first(captain: int) -> None:
    roles = FIVE[-captain:] + FIVE[:-captain] if captain else FIVE
    game = table(roles)
    assert asked(game) == {captain: "name-team"}
    for viewer in (SPECTATOR, *range(5)):
        board = game.view(viewer).board
        assert (board.captain, board.leader, board.roles[captain]) == (captain, captain, "captain-america")
        assert CaptainKnown(captain) in game.view(viewer).events


@pytest.mark.clause("WIN-SETUP-4")
def test_the_dealer_has_no_effect() -> None:
    rules = ruleset(7, "maria-hill", "scarlet-witch")
    deal = rules.deal(b"z")
    games: list[Game[Board]] = [Game(rules, Deal(deal.roles, dealer)) for dealer in range(7)]
    assert all(game.events == games[0].events and asked(game) == asked(games[0]) for game in games)
    assert {ruleset(7).deal(bytes([seed])).first for seed in range(100)} == set(range(7))


def test_winter_soldier_refuses_a_mismatched_deal_with_the_reason() -> None:
    with pytest.raises(ValueError, match="lacks nick-fury; arnim-zola should not"):
        Game(ruleset(5), Deal(("captain-america", "arnim-zola", "shield-agent", "winter-soldier", "hydra-agent"), 0))


# Rules shared with the base game (WIN-BASE-1)


@pytest.mark.clause("WIN-BASE-1")
def test_characters_are_dealt_uniformly_and_each_player_knows_their_own() -> None:
    """See RES-SETUP-3."""
    rules = ruleset(6, "black-widow")
    where: Counter[tuple[int, str]] = Counter()
    for seed in range(1200):
        where.update(enumerate(rules.deal(str(seed).encode()).roles))
    for role in character_cards(rules):
        share = [where[seat, role] / (1200 * character_cards(rules).count(role)) for seat in range(6)]
        assert all(abs(part - 1 / 6) < 0.05 for part in share)
    game: Game[Board] = Game(rules, rules.deal(b"own"))
    for viewer in (SPECTATOR, *range(6)):
        own = [event for event in all_seen_by(game.events, viewer) if isinstance(event, RoleDealt)]
        assert [event.seat for event in own] == ([] if viewer == SPECTATOR else [viewer])


@pytest.mark.clause("WIN-BASE-1")
def test_winter_soldier_votes_and_plays_cards_as_the_base_game() -> None:
    """See RES-TEAM-2, RES-VOTE-6 and RES-MISSION-7: sizes are exact, and choices may change until the last."""
    game = table(FIVE)
    assert refusal_of(game, "0 name-team team=1") == "wrong-count"
    assert refusal_of(game, "0 name-team team=0,1,2") == "wrong-count"
    play(game, "0 name-team team=1,2\n0 cast-ballot reject")
    before = [game.view(seat) for seat in (1, 2, 3, 4)]
    play(game, "0 cast-ballot approve")
    assert [view.events for view in before] == [game.view(seat).events for seat in (1, 2, 3, 4)]
    assert [view.waiting for view in before] == [game.waiting] * 4
    play(game, "1,2,3,4 cast-ballot approve")
    assert game.board.approvals == 0b11111
    play(game, "1 play-card success\n1 play-card success")
    assert game.prompt(1) is not None
    play(game, "2 play-card success")
    assert game.board.successes == 1


@pytest.mark.clause("WIN-BASE-1")
def test_markers_start_at_zero_and_the_number_of_agents_is_public() -> None:
    """See RES-SETUP-5 and RES-SETUP-6."""
    game = dealt(9)
    board = game.view(SPECTATOR).board
    assert (board.mission, board.track, board.results) == (1, 0, [])
    assert character_cards(game.ruleset).count("hydra-agent") + 1 == SIDES_BY_COUNT[9][1]


@pytest.mark.clause("WIN-BASE-1")
def test_characters_are_revealed_only_after_the_game() -> None:
    """See RES-END-2 and RES-SECRET-1."""
    game = table(FIVE)
    won(game)
    play(game, "0 last-guess 4")
    assert not any(isinstance(event, RolesRevealed) for event in game.events)
    assert game.view(1).board.roles == ["captain-america", "nick-fury", None, "winter-soldier", None]
    play(game, "3 name-fury 2")
    shown = game.events[-1]
    assert seen_by(shown, SPECTATOR) == RolesRevealed(FIVE)


def test_winter_soldier_has_its_chapters() -> None:
    book = rulebook("winter-soldier")
    assert tuple(book.chapters) == (
        "black-widow",
        "maria-hill",
        "alexander-pierce",
        "arnim-zola",
        "baron-zemo",
        "scarlet-witch",
    )
    assert isinstance(Ruleset.of("winter-soldier", 12, ALL), Ruleset)
    propose(dealt(12, *ALL))
