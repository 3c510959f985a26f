"""Secrecy: two deals that differ in a secret look the same, byte for byte, to everybody who must not learn it.

The same choices are played in both, through all windows, until an event turns up a card for everybody. The comparison
includes who is waited for, and everything that is sent besides events.
"""

from dataclasses import dataclass
from random import Random

import msgspec
import pytest

from tests.support.games.hostile_intent import TABLES
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.events import RolesRevealed
from turncoat.games.resistance.hunter.blame import Blamed
from turncoat.games.resistance.hunter.events import Accused, HunterRevealed, LoyaltyCardHanded
from turncoat.games.resistance.hunter.tables import fitting_cards
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.roles import SIDES
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.events import Event, GameEnded, all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Choice
from turncoat.testing.secrecy import sent
from turncoat.testing.walks import next_choice

TURNED_OVER = (Accused, Blamed, GameEnded, HunterRevealed, RolesRevealed)
"""Events that turn up a card for everybody. Before these, no event may reveal one."""


@dataclass(frozen=True)
class Secret:
    """The seats that differ between two deals, and the other seats that may know the difference."""

    name: str
    players: int
    modules: tuple[str, ...]
    instead: dict[Seat, str]
    swapped: tuple[Seat, Seat]
    insiders: tuple[Seat, ...] = ()
    options: tuple[tuple[str, OptionValue], ...] = ()

    def games(self) -> tuple[Game[Board], Game[Board]]:
        ruleset = Ruleset.of("resistance", self.players, ("hunter", *self.modules), dict(self.options))
        roles = list(TABLES[self.players])
        for seat, role in self.instead.items():
            roles[seat] = role
        one = Deal(tuple(roles), 0)
        a, b = self.swapped
        roles[a], roles[b] = roles[b], roles[a]
        return Game(ruleset, one), Game(ruleset, Deal(tuple(roles), 0))

    def may_show(self, event: Event, viewer: Seat) -> bool:
        """Return whether this look at a card may tell the two deals apart for the viewer."""
        a, b = (self.games()[0].deal.roles[seat] for seat in self.swapped)
        if isinstance(event, LoyaltyShown):
            return event.viewer == viewer and SIDES[a] != SIDES[b]
        if isinstance(event, LoyaltyCardHanded):
            return event.investigator == viewer and fitting_cards(self.players, a) != fitting_cards(self.players, b)
        return False

    def outsiders(self) -> list[Seat]:
        return [seat for seat in (SPECTATOR, *range(self.players)) if seat not in (*self.swapped, *self.insiders)]


# 7: RC RH R R SC SH S        8: RC RC RH R R SC SH S        10: RC RC RH R R R SC SC SH S
SECRETS = [
    Secret("resistance chief at 5", 5, (), {}, (0, 2)),
    Secret("resistance chief", 7, ("inquisitor",), {}, (0, 2)),
    Secret("resistance chief at 8", 8, (), {}, (1, 3), insiders=(0,)),
    Secret("resistance hunter at 6", 6, ("inquisitor",), {}, (1, 2)),
    Secret("resistance hunter", 9, (), {}, (2, 3)),
    Secret("spy chief at 5, who failed a mission", 5, (), {}, (3, 4)),
    Secret("spy chief at 6", 6, ("inquisitor",), {}, (4, 5)),
    Secret("spy chief", 10, (), {}, (7, 9), insiders=(6, 8)),
    Secret("spy hunter", 10, ("inquisitor",), {}, (8, 9)),
    Secret("spy hunter from a Chief", 7, (), {}, (4, 5), insiders=(6,)),
    Secret("spy hunter of blind spies", 7, ("blind-spies",), {}, (5, 6)),
    Secret("spy chief of blind spies", 5, ("blind-spies",), {}, (3, 4)),
    Secret("dummy agent", 7, ("dummy-agent",), {3: "dummy-agent"}, (3, 2)),
    Secret("dummy agent from the Chief", 5, ("dummy-agent",), {2: "dummy-agent"}, (0, 2)),
    Secret("coordinator", 8, ("coordinator",), {3: "coordinator"}, (3, 4), insiders=(0, 1)),
    Secret("deep agent", 10, ("deep-agent",), {9: "deep-agent"}, (9, 8), insiders=(6, 7)),
    Secret("deep agent from a resistance player", 7, ("deep-agent",), {6: "deep-agent"}, (6, 2), insiders=(4, 5)),
    Secret("deep agent or pretender", 9, ("deep-agent", "pretender"), {8: "deep-agent", 3: "pretender"}, (8, 3)),
    Secret("pretender", 9, ("deep-agent", "pretender", "blame"), {8: "deep-agent", 3: "pretender"}, (3, 4), (6, 7)),
    Secret(
        "pretender, blame in play", 7, ("deep-agent", "pretender", "blame"), {6: "deep-agent", 3: "pretender"}, (6, 3)
    ),
    Secret("resistance reverser", 8, ("reverser",), {7: "spy-reverser", 3: "resistance-reverser"}, (3, 4)),
    Secret(
        "hidden reverser",
        7,
        ("reverser",),
        {6: "spy-reverser", 3: "resistance-reverser"},
        (6, 2),
        options=(("hidden-reverser", True),),
    ),
    Secret(
        "hidden reverser with the inquisitor",
        10,
        ("reverser", "inquisitor"),
        {9: "spy-reverser", 3: "resistance-reverser"},
        (9, 4),
        options=(("hidden-reverser", True),),
    ),
]


def common_choice(one: Game[Board], other: Game[Board], rng: Random) -> tuple[Seat, Choice] | None:
    """Return a choice that is legal in both games, or None."""
    for _ in range(30):
        seat, choice = next_choice(rng.choice((one, other)), rng, offers=0.02)
        if one.refusal(seat, choice) is None and other.refusal(seat, choice) is None:
            return seat, choice
    return None


@pytest.mark.parametrize(
    "secret",
    [
        pytest.param(
            secret,
            id=secret.name,
            marks=pytest.mark.clause(*clauses),
        )
        for secret in SECRETS
        for clauses in [
            ["HUN-LOYALTY-2", "HUN-EARLY-6"]
            if "chief" in secret.name
            else ["HUN-REVEAL-1", "HUN-EARLY-6"]
            if "hunter" in secret.name
            else ["REV-HIDDEN-1", "HUN-LOYALTY-3"]
            if "reverser" in secret.name
            else ["HUN-DEEP-2", "HUN-PRETENDER-1", "HUN-BLAME-2"]
            if "deep-agent" in secret.modules
            else ["HUN-DUMMY-1", "HUN-COORD-1"]
        ]
    ],
)
def test_deals_that_differ_in_a_secret_look_alike_to_others(secret: Secret) -> None:
    compared = 0
    passed: set[str] = set()
    for seed in range(20):
        rng = Random(f"{secret.name}/{seed}")
        one, other = secret.games()
        unaware = secret.outsiders()
        seen = 0, 0
        while unaware and one.result is None and other.result is None:
            new_events = one.events[seen[0] :], other.events[seen[1] :]
            seen = len(one.events), len(other.events)
            if any(isinstance(event, TURNED_OVER) for event in (*new_events[0], *new_events[1])):
                break
            for viewer in list(unaware):
                mine, theirs = all_seen_by(new_events[0], viewer), all_seen_by(new_events[1], viewer)
                if mine != theirs:
                    shown = next(pair[0] for pair in zip(mine, theirs, strict=True) if pair[0] != pair[1])
                    assert secret.may_show(shown, viewer), shown
                    unaware.remove(viewer)  # the rules showed this seat the card
                    continue
                assert msgspec.json.encode(mine) == msgspec.json.encode(theirs)
                assert sent(one, viewer) == sent(other, viewer), viewer
                compared += 1
            passed.update(prompt.question.name for prompt in one.prompts().values())
            choice = common_choice(one, other, rng)
            if choice is None:
                break
            one.play(*choice)
            other.play(*choice)
        for viewer in unaware:
            if one.result is None and not any(isinstance(event, TURNED_OVER) for event in one.events):
                assert one.view(viewer).board == other.view(viewer).board
    assert compared > 500
    assert {"investigate", "hand-loyalty-card"} <= passed  # the games got this far
