"""The tables of the Hunter module, laid out as in the rulebook."""

from collections.abc import Mapping

from turncoat.games.resistance.tables import PLAYERS

ROLES = {
    "resistance-chief": "resistance",
    "resistance-hunter": "resistance",
    "spy-chief": "spies",
    "spy-hunter": "spies",
}
HUNTERS = {"resistance": "resistance-hunter", "spies": "spy-hunter"}
"""The role that accuses for each side."""

TARGETS = {
    "resistance": {"spy-chief": "spy-chief-found"},
    "spies": {"resistance-chief": "resistance-chief-found", "coordinator": "coordinator-found"},
}
"""Targets of each side's Hunter, with the reason for the victory (HUN-ACCUSE-1, -2, HUN-COORD-1)."""

_COPIES = {
    #          players: 5  6  7  8  9  10
    "resistance-chief": (1, 1, 1, 2, 2, 2),
    "resistance-hunter": (1, 1, 1, 1, 1, 1),
    "spy-chief": (1, 1, 1, 1, 1, 2),
    "spy-hunter": (1, 1, 1, 1, 1, 1),
}
COPIES: Mapping[int, Mapping[str, int]] = {
    players: {role: row[players - 5] for role, row in _COPIES.items()} for players in PLAYERS
}
"""Copies of each special character card by player count (HUN-SETUP-1). All other cards are plain."""

CHIEFS_MEET = 8
"""Player count from which there are two resistance Chiefs, who see each other (HUN-REVEAL-2)."""
CHIEF_FAILS = 7
"""Player count from which Chief Fail cards are in play (HUN-SETUP-3) and loyalty cards name the Chief's side."""

NOT_A_CHIEF = "not-a-chief"


def loyalty_cards(players: int) -> tuple[str, ...]:
    """Return the loyalty cards of the module (HUN-SETUP-2)."""
    return ("chief", NOT_A_CHIEF) if players < CHIEF_FAILS else ("spy-chief", "resistance-chief", NOT_A_CHIEF)


def fitting_cards(players: int, role: str) -> tuple[str, ...]:
    """Return the loyalty cards that an investigated player may hand over (HUN-LOYALTY-1, HUN-DUMMY-1)."""
    if role in ("resistance-chief", "spy-chief"):
        return ("chief",) if players < CHIEF_FAILS else (role,)
    if role == "dummy-agent":
        return ("chief" if players < CHIEF_FAILS else "resistance-chief", NOT_A_CHIEF)
    return (NOT_A_CHIEF,)
