"""Worlds: exactly the deals in which a seat may have seen what it has seen."""

from collections.abc import Iterator
from itertools import combinations, count
from random import Random
from typing import Annotated, Any, ClassVar

import pytest

from tests.support.brute_force import arrangements, possible_deals, short_game
from tests.support.toys import resistance_with
from turncoat.deduction import NoWorldFits, Worlds
from turncoat.deduction.role_masks import ways
from turncoat.games.resistance.events import MissionRevealed, SpiesSeen
from turncoat.kernel.chapters import Chapter, Deal, RulesetError
from turncoat.kernel.events import Audience, Event, EventWithoutEffect, SeenBy
from turncoat.kernel.facts import Answered, Fact
from turncoat.kernel.game import Game
from turncoat.kernel.opening import opening_knowledge, role_cards
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, left_of
from turncoat.testing import label, play_script

MORE: tuple[tuple[int, tuple[str, ...]], ...] = (
    (7, ("plot-thickens",)),
    (7, ("plot-thickens", "inquisitor", "reverser")),
    (7, ("hunter",)),
    (8, ("hunter",)),
)
"""Tables of The Resistance with other cards than at the smallest: plot cards, Chief Fails, two Chiefs."""


def smallest(game: str, modules: tuple[str, ...], options: dict[str, str | bool]) -> Ruleset | None:
    """Return the modules with those they need, at the smallest table, or None if they do not fit together."""
    chapters = BOOKS[game].chapters
    wanted = list(modules)
    for name in wanted:
        wanted += [other for other in chapters[name].needs if other not in wanted]
    for players in BOOKS[game].players:
        try:
            return Ruleset.of(game, players, wanted, options)
        except RulesetError:
            continue
    return None


def setups() -> list[Ruleset]:
    """Return every game, module and pair of modules at the smallest player count, and options that matter."""
    found: dict[Ruleset, None] = {}
    for game in ("resistance", "winter-soldier", "hail-hydra", "round-table"):
        names = tuple(BOOKS[game].chapters)
        for modules in [(), *((name,) for name in names), *combinations(names, 2)]:
            if (ruleset := smallest(game, modules, {})) is not None:
                found[ruleset] = None
    for players, names in MORE:
        found[Ruleset.of("resistance", players, names)] = None
    options: list[tuple[str, tuple[str, ...], dict[str, str | bool]]] = [
        ("resistance", ("reverser",), {"hidden-reverser": True}),
        ("resistance", ("reverser",), {"reversers": "resistance", "reverser-literal": True}),
        ("winter-soldier", ("maria-hill",), {"winter-soldier-literal": True}),
        ("winter-soldier", ("baron-zemo",), {"winter-soldier-literal": True}),
        ("winter-soldier", ("maria-hill",), {"fury-sees-hill": True}),
        ("round-table", ("lancelots",), {"lancelots": "open"}),
        ("round-table", ("lancelots",), {"lancelots": "brothers"}),
        ("round-table", ("lancelots",), {"lancelot-must-fail": True, "allegiance-deck": "large"}),
        ("round-table", ("lancelots", "lady-of-the-lake", "excalibur"), {"allegiance-deck": "large"}),
    ]
    for game, modules, values in options:
        ruleset = smallest(game, modules, values)
        assert ruleset is not None
        found[ruleset] = None
    return list(found)


def every_eighth_pair() -> list[Any]:
    """Return one in eight of the rulesets with several modules, and each of `MORE`. The sweep compares all."""
    more = [Ruleset.of("resistance", players, names) for players, names in MORE]
    turns = count()
    return [
        pytest.param(ruleset, marks=pytest.mark.sweep)
        if len(ruleset.modules) > 1 and ruleset not in more and next(turns) % 8
        else ruleset
        for ruleset in setups()
    ]


def test_worlds_are_compared_for_every_module() -> None:
    compared = setups()
    for game in ("resistance", "winter-soldier", "hail-hydra", "round-table"):
        names = BOOKS[game].chapters
        alone = {name for ruleset in compared if ruleset.game == game for name in ruleset.modules}
        assert alone == set(names)
        assert Ruleset.of(game, min(BOOKS[game].players)) in compared
        for one, other in combinations(names, 2):
            together = any(one in ruleset.modules and other in ruleset.modules for ruleset in compared)
            assert together == (smallest(game, (one, other), {}) is not None)


@pytest.mark.parametrize("ruleset", every_eighth_pair(), ids=label)
def test_worlds_are_exactly_the_deals_that_allow_the_game(ruleset: Ruleset, sweep: bool) -> None:
    """Play one to three missions (three with several modules, and in Hail Hydra up to the first villain's defeat)."""
    every = ruleset.players < 7 and (sweep or len(ruleset.modules) < 2)
    lengths = (0, 1) if ruleset.game == "hail-hydra" else (1, 2, 3) if every else (3,)
    for missions in lengths:
        game = short_game(ruleset, f"{label(ruleset)}/{missions}", missions)
        rng = Random(missions)
        viewers = [rng.randrange(ruleset.players)]
        if ruleset.players == 5:
            viewers += [SPECTATOR, rng.randrange(ruleset.players)]
        for viewer in viewers:
            worlds = Worlds.of(game.view(viewer))
            deals = list(worlds.deals())
            assert len(deals) == len(set(deals)) == worlds.count
            assert set(deals) == possible_deals(game, viewer), (viewer, game.choices)


@pytest.mark.parametrize("ruleset", [r for r in setups() if r.players <= 6], ids=label)
def test_initial_worlds_are_the_deals_that_look_alike_to_a_seat(ruleset: Ruleset) -> None:
    roles = ruleset.deal(b"opening").roles
    for viewer in (SPECTATOR, *range(ruleset.players)):
        worlds = Worlds(ruleset, viewer)
        told = opening_knowledge(ruleset, roles, viewer)
        worlds.see(told)
        alike = {deal for deal in arrangements(role_cards(ruleset)) if opening_knowledge(ruleset, deal, viewer) == told}
        assert set(worlds.deals()) == alike


class NeighbourSeen(EventWithoutEffect, frozen=True):
    message: ClassVar[str] = "{neighbour:seat} is a spy: {is_spy}."
    reveals: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenBy("seat")
    seat: Annotated[Seat, SeenBy("seat")]
    neighbour: Annotated[Seat, SeenBy("seat")]
    is_spy: Annotated[bool, SeenBy("seat")]


class Neighbours(Chapter):
    name: ClassVar[str] = "neighbours"
    title: ClassVar[str] = "Neighbours"
    events: ClassVar[tuple[type[Event], ...]] = (NeighbourSeen,)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
        for seat, role in enumerate(roles):
            if role == "resistance":
                left = left_of(seat, len(roles))
                yield NeighbourSeen(seat, left, roles[left] == "spy")


@pytest.mark.parametrize("players", [5, 6])
def test_initial_knowledge_may_depend_on_positions(players: int) -> None:
    with resistance_with(Neighbours()):
        ruleset = Ruleset.of("toy", players, ("neighbours",))
        for roles in arrangements(role_cards(ruleset)):
            for viewer in (SPECTATOR, *range(players)):
                told = opening_knowledge(ruleset, roles, viewer)
                worlds = Worlds(ruleset, viewer)
                worlds.see(told)
                deals = arrangements(role_cards(ruleset))
                alike = [deal for deal in deals if opening_knowledge(ruleset, deal, viewer) == told]
                assert sorted(worlds.deals()) == sorted(alike)


def test_worlds_are_the_same_event_by_event_and_at_once() -> None:
    ruleset = Ruleset.of("resistance", 7, ["hunter", "reverser", "plot-thickens"], {"reversers": "resistance"})
    game = short_game(ruleset, "one by one", 3)
    for seat in range(7):
        view = game.view(seat)
        slowly = Worlds(ruleset, seat)
        for event in view.events:
            slowly.see([event])
        assert set(slowly.deals()) == set(Worlds.of(view).deals())


class CardsRead(EventWithoutEffect, frozen=True):
    """Two Successes of seats 0 and 1, after seat 0's card was exchanged for the other."""

    def facts(self, ruleset: Ruleset, board: Any) -> Iterator[Fact]:
        allowed = {"spy": ("success", "fail"), "resistance": ("success",)}
        other = {"success": "fail", "fail": "success"}
        yield Answered(("play-card", 1), 0b11, ("success", "success"), allowed, 0b01, other)


def test_an_exchanged_answer_counts_as_it_was_given() -> None:
    worlds = Worlds(Ruleset.of("resistance", 5), SPECTATOR)
    worlds.see([CardsRead()])
    assert worlds.possible(0) == {"spy"}
    assert worlds.possible(1) == {"spy", "resistance"}
    assert worlds.count == 4


FIVE = Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0)
ONE_FAIL = """
0 name-team team=0,2
* cast-ballot approve
0 play-card fail
2 play-card success
"""


def test_a_fail_proves_a_spy_on_the_team() -> None:
    game = play_script(Ruleset.of("resistance", 5), FIVE, ONE_FAIL)
    spectator, member = Worlds.of(game.view(SPECTATOR)), Worlds.of(game.view(2))
    assert spectator.count == 7  # of ten pairs, those with seat 0 or seat 2 in them
    assert spectator.count_with(0, ["spy"]) == 4
    assert spectator.possible(3) == {"spy", "resistance"}
    assert member.possible(0) == {"spy"}
    assert member.count == 3
    assert [worlds for worlds in member.deals() if worlds[3] == "spy"] == [
        ("spy", "resistance", "resistance", "spy", "resistance")
    ]


def test_a_look_at_a_mission_card_leaves_fewer_worlds() -> None:
    deal = Deal(FIVE.roles, 0, {"plot-thickens": ("keeping-a-close-eye",)})
    script = f"0 give-plot-card 4\n{ONE_FAIL}\n4 keeping-a-close-eye 0"
    game = play_script(Ruleset.of("resistance", 5, ["plot-thickens"]), deal, script)
    for viewer in (SPECTATOR, *range(5)):
        assert set(Worlds.of(game.view(viewer)).deals()) == possible_deals(game, viewer)
    assert Worlds.of(game.view(4)).possible(0) == {"spy"}
    assert Worlds.of(game.view(3)).possible(0) == {"spy", "resistance"}


def test_worlds_after_a_true_blame_have_the_new_roles() -> None:
    modules = ["hunter", "deep-agent", "pretender", "blame"]
    ruleset = Ruleset.of("resistance", 7, modules)
    roles = (
        "deep-agent",
        "pretender",
        "spy-chief",
        "spy-hunter",
        "resistance-chief",
        "resistance-hunter",
        "resistance",
    )
    game = play_script(ruleset, Deal(roles, 0), "0 !blame 1")
    worlds = Worlds.of(game.view(6))
    assert worlds.possible(0) == {"pretender"}
    assert worlds.possible(1) == {"deep-agent"}
    assert worlds.allow(roles), "it takes the roles as dealt"


@pytest.mark.parametrize("blamed", [1, 6])
def test_the_worlds_after_a_blame_are_exact(blamed: int) -> None:
    """Let the Deep Agent, seat 0, blame a player. Seat 1 is the Pretender, and becomes the Deep Agent if blamed."""
    ruleset = Ruleset.of("resistance", 7, ["hunter", "deep-agent", "pretender", "blame"])
    agents, spies = ("deep-agent", "pretender"), ("spy-chief", "spy-hunter")
    roles = (*agents, *spies, "resistance-chief", "resistance-hunter", "resistance")
    spy, other = (1, 0) if blamed == 1 else (0, 1)
    script = f"""
        0 !blame {blamed}
        0 name-team team=0,1 token=3
        * cast-ballot approve
        {spy} play-card fail
        {other} play-card success
        3 investigate 4
        4 hand-loyalty-card resistance-chief
    """
    game = play_script(ruleset, Deal(roles, 0), script)
    for viewer in (0, 1, 2, 3, 6):
        assert set(Worlds.of(game.view(viewer)).deals()) == possible_deals(game, viewer)


def test_an_impossible_view_names_the_event_that_leaves_no_world() -> None:
    game = play_script(Ruleset.of("resistance", 5), FIVE, ONE_FAIL)
    view = game.view(2)
    wrong = next(number for number, event in enumerate(view.events) if isinstance(event, MissionRevealed))
    view.events[wrong] = MissionRevealed(1, ("fail", "fail"), False)
    with pytest.raises(NoWorldFits) as refused:
        Worlds.of(view)
    assert (refused.value.number, refused.value.event) == (wrong, view.events[wrong])


def test_an_impossible_reveal_is_named() -> None:
    game: Game[Any] = Game(Ruleset.of("resistance", 5), FIVE)
    view = game.view(0)
    wrong = next(number for number, event in enumerate(view.events) if isinstance(event, SpiesSeen))
    for event in (SpiesSeen(0b00111, 0b00111), SpiesSeen(0b00110, 0b00110)):
        view.events[wrong] = event
        with pytest.raises(NoWorldFits) as refused:
            Worlds.of(view)
        assert (refused.value.number, refused.value.event) == (wrong, event)


def test_many_deals_are_counted_without_listing_them() -> None:
    modules = ["hunter", "dummy-agent", "coordinator", "deep-agent", "pretender"]
    ruleset = Ruleset.of("resistance", 10, modules)
    game: Game[Any] = Game(ruleset, ruleset.deal(b"many"))
    worlds = Worlds.of(game.view(SPECTATOR))
    assert worlds.count == 907_200  # 10! / (2! 2!)
    assert len(worlds.blocks) == 1


def test_ways_to_deal_cards_to_sets_are_counted() -> None:
    assert ways([0b11] * 4, (2, 2)) == 6
    assert ways([0b01, 0b01, 0b01, 0b11], (2, 2)) == 0
    assert ways([0b01, 0b11, 0b11], (1, 2)) == 1
