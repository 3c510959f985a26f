"""The reveal with the Hunter module and its optional roles: the knowledge of each role, and the narrated script."""

import pytest

from tests.support.games.hostile_intent import RC, SC, SH, TABLES, R, S, names, table, viewers
from turncoat.games.resistance.events import SpiesSeen
from turncoat.games.resistance.hunter.events import (
    ChiefsSeen,
    CoordinatorSeen,
    DeepAgentSeen,
    ResistanceChiefsMet,
    TwoAgentsSeen,
)
from turncoat.kernel.card_texts import reveal_script
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, seat_set

SPIES = (SC, SH, S, "deep-agent", "spy-reverser")


def seats_with(roles: tuple[str, ...], *wanted: str) -> int:
    return seat_set(seat for seat, role in enumerate(roles) if role in wanted)


@pytest.mark.clause("HUN-REVEAL-1", "HUN-REVEAL-2")
@pytest.mark.parametrize("players", TABLES)
def test_each_hunter_role_learns_what_the_rules_say(players: int) -> None:
    game = table(players)
    roles = TABLES[players]
    spies, chiefs = seats_with(roles, *SPIES), seats_with(roles, SC)
    for seat in viewers(game):
        seen = all_seen_by(game.events, seat)
        told = [event for event in seen if isinstance(event, SpiesSeen | ChiefsSeen | ResistanceChiefsMet)]
        role = roles[seat] if seat != SPECTATOR else ""
        if role in SPIES:
            assert told == [SpiesSeen(spies, spies), ChiefsSeen(spies, chiefs)]
        elif role == RC and players >= 8:
            assert told == [ResistanceChiefsMet(seats_with(roles, RC))]
        else:
            assert told == []


@pytest.mark.clause("HUN-REVEAL-1")
def test_only_the_spy_hunter_knows_their_own_role() -> None:
    game = table(10)
    hunter, spy = TABLES[10].index(SH), TABLES[10].index(S)
    swapped = table(10, instead={hunter: S, spy: SH})
    for seat in set(viewers(game)) - {hunter, spy}:
        assert all_seen_by(game.events, seat) == all_seen_by(swapped.events, seat)
        assert game.view(seat).board == swapped.view(seat).board


@pytest.mark.clause("HUN-DEEP-1", "HUN-DEEP-2")
def test_spies_know_the_deep_agent_who_knows_nobody() -> None:
    game = table(7, "deep-agent", instead={6: "deep-agent"})
    for spy in (4, 5):
        board = game.view(spy).board
        assert board.spies_seen == 0b1110000
        assert (board.roles[4], board.roles[6]) == (SC, "deep-agent")
    agent = game.view(6).board
    assert agent.spies_seen == 0
    assert agent.roles == [None] * 6 + ["deep-agent"]
    assert not {"SpiesSeen", "ChiefsSeen", "DeepAgentSeen"} & set(names(game, 6))
    for seat in (SPECTATOR, 0, 1, 2, 3):
        assert "DeepAgentSeen" not in names(game, seat)


@pytest.mark.clause("HUN-PRETENDER-1", "HUN-DEEP-2")
def test_the_spies_cannot_tell_the_deep_agent_from_the_pretender() -> None:
    game = table(7, "deep-agent", "pretender", instead={6: "deep-agent", 3: "pretender"})
    other = table(7, "deep-agent", "pretender", instead={3: "deep-agent", 6: "pretender"})
    for spy in (4, 5):
        assert all_seen_by(game.events, spy) == all_seen_by(other.events, spy)
        assert TwoAgentsSeen(0b0110000, 0b1001000) in all_seen_by(game.events, spy)
        # They tell the Chief from the Deep Agent and the Pretender by open eyes.
        assert game.view(spy).board.roles[4] == SC
        assert game.view(spy).board.spies_seen == 0b0110000
    for seat in (SPECTATOR, 0, 1, 2, 3, 6):
        assert not {"SpiesSeen", "ChiefsSeen", "TwoAgentsSeen", "DeepAgentSeen"} & set(names(game, seat))
    assert not any(isinstance(event, DeepAgentSeen) for event in game.events)


@pytest.mark.clause("HUN-COORD-1")
@pytest.mark.parametrize("players", [5, 8])
def test_the_chiefs_know_the_coordinator(players: int) -> None:
    coordinator = TABLES[players].index(R)
    game = table(players, "coordinator", instead={coordinator: "coordinator"})
    for seat in viewers(game):
        is_chief = seat != SPECTATOR and TABLES[players][seat] == RC
        told = [event for event in all_seen_by(game.events, seat) if isinstance(event, CoordinatorSeen)]
        assert [event.coordinator for event in told] == ([coordinator] if is_chief else [])
        if seat not in (SPECTATOR, coordinator):
            assert (game.view(seat).board.roles[coordinator] == "coordinator") == is_chief
    # The Coordinator learns nothing about the Chiefs.
    assert game.view(coordinator).board.roles.count(None) == players - 1


@pytest.mark.clause("BLD-2", "HUN-REVEAL-2")
def test_blind_spies_learn_nothing_but_resistance_chiefs_do() -> None:
    coordinator = TABLES[8].index(R)
    game = table(8, "blind-spies", "coordinator", instead={coordinator: "coordinator"})
    for spy in (5, 6, 7):
        assert game.view(spy).board.roles.count(None) == 7
        assert game.view(spy).board.spies_seen == 0
    assert game.view(0).board.roles[:4] == [RC, RC, None, "coordinator"]


CLOSE, OPEN = ("", ""), ("everyone", "")
CHIEFS = [("resistance-chief", ""), ("", "")]
COORDINATOR = [("resistance-chief", "coordinator"), ("", "")]


def spies_steps(thumbs: str) -> list[tuple[str, str]]:
    return [("", thumbs), ("spies", thumbs), ("", "")]


@pytest.mark.clause("HUN-REVEAL-3", "HUN-REVEAL-4", "HUN-DEEP-2", "RES-REVEAL-4")
@pytest.mark.parametrize(
    ("players", "modules", "steps"),
    [
        (5, [], [CLOSE, *spies_steps("spy-chief"), OPEN]),
        (8, [], [CLOSE, *spies_steps("spy-chief"), *CHIEFS, OPEN]),
        (5, ["coordinator"], [CLOSE, *spies_steps("spy-chief"), *COORDINATOR, OPEN]),
        (9, ["coordinator"], [CLOSE, *spies_steps("spy-chief"), *CHIEFS, *COORDINATOR, OPEN]),
        (7, ["deep-agent"], [CLOSE, *spies_steps("spy-chief,deep-agent"), OPEN]),
        (
            9,
            ["coordinator", "deep-agent", "pretender", "blame"],
            [CLOSE, *spies_steps("spy-chief,deep-agent,pretender"), *CHIEFS, *COORDINATOR, OPEN],
        ),
        (9, ["dummy-agent", "inquisitor", "reverser"], [CLOSE, *spies_steps("spy-chief"), *CHIEFS, OPEN]),
    ],
)
def test_the_script_has_only_steps_of_modules_in_play(
    players: int, modules: list[str], steps: list[tuple[str, str]]
) -> None:
    lines = reveal_script(Ruleset.of("resistance", players, ["hunter", *modules]))
    assert [(line.eyes, line.thumbs) for line in lines] == steps
    assert ("Deep Agent" in " ".join(line.text for line in lines)) == ("deep-agent" in modules)
    assert ("Pretender" in " ".join(line.text for line in lines)) == ("pretender" in modules)
    (look,) = [line.text for line in lines if line.eyes == "spies"]
    whose = "the Deep Agent or the Pretender" if "pretender" in modules else "the Deep Agent"
    assert look.endswith(f"a thumb with closed eyes is {whose}.") == ("deep-agent" in modules)
    assert all(line.text and line.pause >= 0 for line in lines)


@pytest.mark.clause("BLD-2", "RES-REVEAL-4")
@pytest.mark.parametrize(
    ("players", "modules", "steps"),
    [
        (7, [], []),
        (8, [], [CLOSE, *CHIEFS, OPEN]),
        (6, ["coordinator"], [CLOSE, *COORDINATOR, OPEN]),
        (8, ["coordinator"], [CLOSE, *CHIEFS, *COORDINATOR, OPEN]),
    ],
)
def test_the_script_for_blind_spies_keeps_the_resistances_steps(
    players: int, modules: list[str], steps: list[tuple[str, str]]
) -> None:
    lines = reveal_script(Ruleset.of("resistance", players, ["blind-spies", "hunter", *modules]))
    assert [(line.eyes, line.thumbs) for line in lines] == steps
    assert not any("spies" in line.text.lower() for line in lines)


@pytest.mark.clause("REV-HIDDEN-1")
@pytest.mark.parametrize("modules", [[], ["hunter"]])
def test_the_script_omits_a_hidden_reverser(modules: list[str]) -> None:
    def look(options: dict[str, OptionValue]) -> str:
        lines = reveal_script(Ruleset.of("resistance", 8, [*modules, "reverser"], options))
        (line,) = [line for line in lines if line.eyes == "spies"]
        return line.text

    assert "except the spy Reverser" in look({"hidden-reverser": True})
    assert "Reverser" not in look({})
