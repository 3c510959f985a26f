"""A ruleset as numbers, in the form that a batch game reads."""

from math import comb
from typing import Any, Final

import numpy as np

from turncoat.bots.people import neighbours_in
from turncoat.games.resistance.hunter.tables import COPIES
from turncoat.games.resistance.plot_thickens.deck import DRAWN_A_ROUND, full_deck
from turncoat.games.resistance.tables import MISSIONS, REJECTIONS
from turncoat.games.resistance.tables import fails_needed as resistance_fails
from turncoat.games.resistance.tables import team_size as resistance_size
from turncoat.games.winter_soldier.tables import REJECTIONS as SOLDIER_REJECTIONS
from turncoat.games.winter_soldier.tables import fails_needed as soldier_fails
from turncoat.games.winter_soldier.tables import team_size as soldier_size
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat_lab.batch.compiler import inlined, numbers
from turncoat_lab.batch.seats import MOST_SEATS
from turncoat_lab.batch.words import NUMBERS

MOST_PLOT_CARDS: Final = 24
"""Capacity of the deck, which exceeds the printed cards since experiments may add some."""
MOST_DRAWN: Final = 5
"""Capacity for the plot cards of a round, which exceeds the printed number since experiments may draw more."""
LARGEST_TEAM: Final = 6
"""Maximum size of a team, and of the hiding side."""
MOST_TEAMS: Final = comb(MOST_SEATS, LARGEST_TEAM)

POLICIES: Final = ("random", "people")
"""The compiled policies by their numbers."""
RANDOM, PEOPLE = numbers(0, len(POLICIES))

MODULES: Final = (
    "targeting",
    "blind-spies",
    "plot-thickens",
    "hunter",
    "dummy-agent",
    "coordinator",
    "deep-agent",
    "pretender",
    "blame",
    "inquisitor",
    "reverser",
    "black-widow",
    "maria-hill",
    "alexander-pierce",
    "arnim-zola",
    "baron-zemo",
    "scarlet-witch",
)
"""The modules that batch games know, each with a bit."""
(
    TARGETING,
    BLIND_SPIES,
    PLOT_THICKENS,
    HUNTER,
    DUMMY_AGENTS,
    COORDINATORS,
    DEEP_AGENTS,
    PRETENDERS,
    BLAME,
    INQUISITOR,
    REVERSER,
    WIDOW,
    HILL,
    PIERCE,
    ZOLA,
    ZEMO,
    WITCH,
) = (1 << bit for bit in numbers(0, len(MODULES)))

OPTIONS: Final[dict[str, tuple[object, ...]]] = {
    "fifth-mission-after": ("successes", "completed"),
    "distinct-recipients": (False, True),
    "spotlight-on": ("any-member", "another-player"),
    "delayed-investigation-by": ("final-result", "original-result"),
    "reversers": ("both", "resistance", "spy"),
    "hidden-reverser": (False, True),
    "reverser-literal": (False, True),
    "fury-lost": ("may-be-named", "hydra-wins", "play-on"),
    "out-players-talk": (False, True),
    "team-cap": ("left", "left-minus-one"),
    "winter-soldier-literal": (False, True),
    "fury-sees-hill": (False, True),
}
"""The options that batch games know. A value's number is its index here. A test compares them with the rulebooks."""

RULES: Final = np.dtype(
    [
        ("players", "i8"),
        ("everyone", "i8"),
        ("modules", "i8"),
        ("is_winter_soldier", "i8"),
        ("rejections", "i8"),
        ("roles", "i8", MOST_SEATS),
        ("spy_chiefs", "i8"),
        ("plot_deck", "i8", MOST_PLOT_CARDS),
        ("plot_cards", "i8"),
        ("drawn_a_round", "i8"),
        ("sizes", "i8", MISSIONS + 1),
        ("fails", "i8", MISSIONS + 1),
        *((name.replace("-", "_"), "i8") for name in OPTIONS),
        ("policies", "i8", 2),
        ("all_random", "i8"),
        ("team_counts", "i8", MOST_SEATS + 1),
        ("teams", "i2", (LARGEST_TEAM + 1, MOST_TEAMS)),
        ("neighbours", "f8", (LARGEST_TEAM + 1, MOST_TEAMS)),
    ]
)
"""A ruleset and its policies.

`roles` are the character cards. `sizes` and `fails` are indexed by mission, from 1. `policies` are those of the loyal
side and of the hiding side. `teams` lists every team of each size among all seats, and `neighbours` the share of its
members who sit beside another.
"""


class NotInBatch(ValueError):
    """The batch core cannot play this ruleset."""


def can_play(ruleset: Ruleset) -> bool:
    """Return whether the batch core knows every part of the ruleset."""
    if ruleset.game not in ("resistance", "winter-soldier"):
        return False
    book = rulebook(ruleset.game)
    is_current = all(name in OPTIONS and value in OPTIONS[name] for name, value in ruleset.options)
    return is_current and all(
        name in MODULES and type(book.chapters[name]).__module__.startswith("turncoat.games.")
        for name in ruleset.modules
    )


def rules_of(ruleset: Ruleset, policies: tuple[str, str] = ("random", "random")) -> Any:
    """Return the rules as an array of one `RULES`, with the policies of the loyal side and of the hiding side.

    Raises NotInBatch for a ruleset that batch games do not know, ValueError for a policy.
    """
    if not can_play(ruleset):
        raise NotInBatch(ruleset.game)
    players = ruleset.players
    rules = np.zeros(1, RULES)
    one = rules[0]
    one["players"], one["everyone"] = players, (1 << players) - 1
    one["modules"] = sum(1 << MODULES.index(name) for name in ruleset.modules)
    is_soldier = ruleset.game == "winter-soldier"
    one["is_winter_soldier"] = is_soldier
    one["rejections"] = SOLDIER_REJECTIONS if is_soldier else REJECTIONS
    one["roles"][:players] = [NUMBERS[role] for role in role_cards(ruleset)]
    for mission in range(1, MISSIONS + 1):
        one["sizes"][mission] = (soldier_size if is_soldier else resistance_size)(players, mission)
        one["fails"][mission] = (soldier_fails if is_soldier else resistance_fails)(players, mission)
    if ruleset.has("plot-thickens"):
        deck = full_deck(players)
        one["plot_deck"][: len(deck)] = [NUMBERS[card] for card in deck]
        one["plot_cards"], one["drawn_a_round"] = len(deck), DRAWN_A_ROUND[players]
    if ruleset.has("hunter"):
        one["spy_chiefs"] = COPIES[players]["spy-chief"]
    for name, value in ruleset.options:
        one[name.replace("-", "_")] = OPTIONS[name].index(value)
    one["policies"] = [POLICIES.index(name) for name in policies]
    one["all_random"] = set(policies) == {"random"}
    list_teams(one)
    return rules


def list_teams(rules: Any) -> None:
    """List every team of each size in one `RULES`."""
    players = int(rules["players"])
    for size in range(1, LARGEST_TEAM + 1):
        teams = [mask for mask in range(1 << players) if mask.bit_count() == size]
        rules["team_counts"][size] = len(teams)
        rules["teams"][size, : len(teams)] = teams
        rules["neighbours"][size, : len(teams)] = [neighbours_in(team, players) for team in teams]


@inlined
def has(rules: Any, module: int) -> bool:
    """Return whether the module is in play."""
    return rules.modules & module != 0
