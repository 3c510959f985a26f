"""Secrecy: two deals that look alike to a seat give it the same bytes."""

from random import Random
from typing import Any

import pytest

from tests.support.games.winter_soldier import HILL, propose, ruleset, table, vote
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.testing import play
from turncoat.testing.secrecy import Pair, seen_from, sent

TWELVE = (
    "captain-america",
    "nick-fury",
    "black-widow",
    "maria-hill",
    "shield-agent",
    "shield-agent",
    "shield-agent",
    "winter-soldier",
    "alexander-pierce",
    "arnim-zola",
    "baron-zemo",
    "hydra-agent",
)
SEAT = {role: seat for seat, role in enumerate(TWELVE)}
LOYAL = tuple(seat for seat, role in enumerate(TWELVE) if role == "shield-agent")
KNOWN_TO_HYDRA = tuple(SEAT[role] for role in ("winter-soldier", "alexander-pierce", "arnim-zola", "hydra-agent"))


def swapped(one: Seat, other: Seat, roles: tuple[str, ...] = TWELVE) -> tuple[str, ...]:
    changed = list(roles)
    changed[one], changed[other] = changed[other], changed[one]
    return tuple(changed)


def never_told_apart(one: Seat, other: Seat, viewers: tuple[Seat, ...], roles: tuple[str, ...] = TWELVE) -> None:
    """Check that these viewers get the same with both seats swapped, until a card or an answer shows the difference."""
    modules = [role for role in roles if role not in ("captain-america", "nick-fury", "winter-soldier")]
    chosen = {role for role in modules if not role.endswith("-agent")}
    rules = ruleset(len(roles), *chosen, *(("scarlet-witch",) if len(roles) >= 7 else ()))
    longest = 0
    for seed in range(12):
        pair = Pair(rules, Deal(roles, 0), Deal(swapped(one, other, roles), 0), ())
        pair.compare()
        assert set(viewers) <= pair.views.keys(), "distinguished by the reveal"
        pair.views = {viewer: pair.views[viewer] for viewer in viewers}
        pair.play(Random(seed))
        longest = max(longest, len(pair.games[0].choices))
    assert longest > 30, "too little was compared"


@pytest.mark.clause("WIN-HILL-1")
def test_hydra_cannot_tell_maria_hill_from_an_agent() -> None:
    agent = SEAT["hydra-agent"]
    viewers = tuple(seat for seat in range(12) if seat not in (SEAT["maria-hill"], agent, SEAT["nick-fury"]))
    never_told_apart(SEAT["maria-hill"], agent, viewers)
    never_told_apart(SEAT["maria-hill"], SEAT["arnim-zola"], (SEAT["winter-soldier"], agent, SEAT["nick-fury"]))


@pytest.mark.clause("WIN-ZEMO-1")
def test_zemo_is_invisible_to_hydra() -> None:
    never_told_apart(SEAT["baron-zemo"], LOYAL[0], (*KNOWN_TO_HYDRA, SEAT["maria-hill"], SEAT["black-widow"]))


@pytest.mark.clause("WIN-ZEMO-1")
@pytest.mark.parametrize("role", ["hydra-agent", "arnim-zola", "winter-soldier", "alexander-pierce"])
def test_hydra_is_invisible_to_zemo(role: str) -> None:
    never_told_apart(SEAT[role], LOYAL[0], (SEAT["baron-zemo"], SPECTATOR))


@pytest.mark.clause("WIN-ZOLA-1")
def test_zola_is_invisible_to_fury() -> None:
    never_told_apart(SEAT["arnim-zola"], LOYAL[0], (SEAT["nick-fury"],))


@pytest.mark.clause("WIN-PIERCE-1", "WIN-WIDOW-1")
def test_black_widow_cannot_tell_fury_from_pierce() -> None:
    never_told_apart(SEAT["nick-fury"], SEAT["alexander-pierce"], (SEAT["black-widow"],))


@pytest.mark.clause("WIN-REVEAL-1", "WIN-VOTE-2", "WIN-MISSION-1")
@pytest.mark.parametrize("agent", ["hydra-agent", "arnim-zola"])
def test_the_winter_soldier_looks_like_any_agent(agent: str) -> None:
    """Compare everything, including the Winter Soldier's forced choices and standing offers."""
    hidden = (SEAT["winter-soldier"], SEAT[agent])
    knowing = (SEAT["nick-fury"],) if agent == "arnim-zola" else ()
    viewers = tuple(seat for seat in (SPECTATOR, *range(12)) if seat not in (*hidden, *knowing))
    never_told_apart(*hidden, viewers)


def all_sent(game: Game[Any], viewers: tuple[Seat, ...]) -> list[Any]:
    """Return everything that the viewers have received, as bytes, including who is waited for."""
    return [(sent(game, viewer), seen_from(game, 0, viewer)) for viewer in viewers]


@pytest.mark.clause("WIN-VOTE-2", "WIN-MISSION-1")
def test_forced_approvals_and_failures_look_like_free_ones() -> None:
    """Compare, step by step, equal choices by the Winter Soldier and by an agent who chose freely."""
    games = [table(HILL), table(swapped(4, 5, HILL))]
    others = (SPECTATOR, 0, 1, 2, 3, 6)
    for line in (
        "0 name-team team=4,5",
        *(f"{seat} cast-ballot approve" for seat in range(7)),
        "4 play-card fail",
        "5 play-card fail",
    ):
        for game in games:
            play(game, line)
        assert all_sent(games[0], others) == all_sent(games[1], others)
        before = all_sent(games[0], others)
        for game in games:  # a refusal is private, too
            seat = game.deal.roles.index("winter-soldier")
            prompt = game.prompt(seat)
            if prompt is not None:
                for answer in ("reject", "success"):
                    game.refusal(seat, type(game.default(seat))(prompt.number, answer))
        assert all_sent(games[0], others) == before


@pytest.mark.clause("WIN-HILL-2")
@pytest.mark.parametrize("moment", ["ballot", "card"])
def test_an_assassination_during_a_collection_changes_no_other_view(moment: str) -> None:
    game = table(HILL)
    propose(game, 0, 5)
    if moment == "card":
        vote(game)
    twin = game.clone()
    play(game, "4 !assassinate-hill 6")
    others = (SPECTATOR, 0, 1, 2, 3, 5, 6)
    assert all_sent(game, others) == all_sent(twin, others)
    for step in ("0 cast-ballot approve", "5 cast-ballot reject") if moment == "ballot" else ("5 play-card success",):
        play(game, step)
        play(twin, step)
        assert all_sent(game, others) == all_sent(twin, others)


@pytest.mark.clause("WIN-HILL-2")
def test_only_the_winter_soldier_is_offered_the_assassination() -> None:
    game = table(HILL)
    assert [len(game.offers(seat)) for seat in (SPECTATOR, *range(7))] == [0, 1, 0, 0, 0, 1, 0, 0]
