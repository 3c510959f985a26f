"""The reveal: the spies open their eyes and find one another (RES-REVEAL-1)."""

from turncoat.games.resistance.hooks import SPIES_REVEAL
from turncoat.games.resistance.roles import SIDES
from turncoat.kernel.rulesets import Ruleset, decide
from turncoat.kernel.seats import SeatSet, seat_set


def spies_reveal(ruleset: Ruleset, roles: tuple[str, ...]) -> tuple[SeatSet, SeatSet]:
    """Who looks, and who is seen, when these roles are dealt."""
    spies = seat_set([seat for seat, role in enumerate(roles) if SIDES[role] == "spies"])
    return decide(ruleset, SPIES_REVEAL, (spies, spies), roles)


def role_holders(roles: tuple[str, ...], *sought: str) -> SeatSet:
    """The seats with one of these roles."""
    return seat_set(seat for seat, role in enumerate(roles) if role in sought)
