"""Experimental changes to the printed rules. Only the lab's batch games can use them."""

from typing import Annotated, Any

import msgspec

from turncoat.games.resistance.tables import MISSIONS
from turncoat.kernel.words import N_, composed
from turncoat_lab.batch.rules import (
    LARGEST_TEAM,
    MOST_DRAWN,
    MOST_PLOT_CARDS,
    PLOT_THICKENS,
    list_teams,
)
from turncoat_lab.batch.seats import MOST_SEATS
from turncoat_lab.batch.words import HIDING_ROLES, HYDRA_AGENT, NUMBERS, RESISTANCE, SHIELD_AGENT, SPY

Size = Annotated[int, msgspec.Meta(ge=1, le=LARGEST_TEAM)]


class Change(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="kebab"):
    """A change to the rules. Omitted fields leave the rules as printed."""

    players: Annotated[int, msgspec.Meta(ge=5, le=MOST_SEATS)] | None = None
    hiding: Annotated[int, msgspec.Meta(ge=1, le=LARGEST_TEAM)] | None = None
    """Number of seats on the hiding side. Only roles without abilities are added or removed to reach it."""
    team_sizes: tuple[Size, Size, Size, Size, Size] | None = None
    fails_needed: tuple[Size, Size, Size, Size, Size] | None = None
    plot_cards: dict[str, Annotated[int, msgspec.Meta(ge=0, le=MOST_PLOT_CARDS)]] = {}
    """New number of copies of each plot card to change, by its name."""
    drawn_a_round: Annotated[int, msgspec.Meta(ge=1, le=MOST_DRAWN)] | None = None


def changed(rules: Any, change: Change) -> Any:
    """Apply the change to the rules (an array of one `RULES`). Raises ValueError if the result cannot be played."""
    one = rules[0]
    loyal, hiding = (SHIELD_AGENT, HYDRA_AGENT) if one["is_winter_soldier"] else (RESISTANCE, SPY)
    roles = one["roles"][: one["players"]].tolist()
    players = change.players or len(roles)
    wanted = change.hiding or sum(HIDING_ROLES >> role & 1 for role in roles)
    resize(roles, int(loyal), int(hiding), players, wanted)
    one["players"], one["everyone"] = players, (1 << players) - 1
    one["roles"][:players] = roles
    for mission in range(1, MISSIONS + 1):
        if change.team_sizes:
            one["sizes"][mission] = change.team_sizes[mission - 1]
        if change.fails_needed:
            one["fails"][mission] = change.fails_needed[mission - 1]
        if one["sizes"][mission] > players or one["fails"][mission] > one["sizes"][mission]:
            raise ValueError(
                N_("a team may have at most all players, and a mission may need at most one Fail per member")
            )
    change_deck(one, change)
    list_teams(one)
    return rules


def resize(roles: list[int], loyal: int, hiding: int, players: int, wanted: int) -> None:
    """Add or remove general roles of both sides, until there are `players` roles, of which `wanted` hide.

    `loyal` and `hiding` are the general roles. Raises ValueError if that cannot be done, or the hiding side would not
    be the minority.
    """
    for role, count in ((hiding, wanted), (loyal, players - wanted)):
        hides = role == hiding
        of_side = [one for one in roles if (HIDING_ROLES >> one & 1 != 0) == hides]
        special = len(of_side) - of_side.count(role)
        if special > count:
            raise ValueError(composed(N_("there are fewer cards than special roles ({count})"), count=str(special)))
        roles += [role] * max(0, count - len(of_side))
        for _ in range(len(of_side) - count):
            roles.remove(role)
    if wanted * 2 >= players:
        raise ValueError(N_("the hiding side must be the minority"))


def change_deck(one: Any, change: Change) -> None:
    """Change the deck of plot cards, and the number drawn in each round. Raises ValueError."""
    if (change.plot_cards or change.drawn_a_round) and not one["modules"] & PLOT_THICKENS:
        raise ValueError(N_("plot cards can be changed only with The Plot Thickens"))
    if change.drawn_a_round:
        one["drawn_a_round"] = change.drawn_a_round
    deck = one["plot_deck"][: one["plot_cards"]].tolist()
    for name, copies in change.plot_cards.items():
        if name not in NUMBERS:
            raise ValueError(composed(N_("there is no plot card {name}"), name=repr(name)))
        deck = [card for card in deck if card != NUMBERS[name]] + [NUMBERS[name]] * copies
    if len(deck) > MOST_PLOT_CARDS:
        raise ValueError(composed(N_("a deck may have at most {most} plot cards"), most=str(MOST_PLOT_CARDS)))
    one["plot_deck"][: len(deck)] = deck
    one["plot_cards"] = len(deck)
