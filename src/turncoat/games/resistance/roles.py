"""Roles and sides of The Resistance."""

RESISTANCE_WINS = "resistance"
SPIES_WIN = "spies"

SIDES: dict[str, str] = {"resistance": "resistance", "spy": "spies"}
"""Side of each role; chapters add theirs."""


def side_of(role: str | None) -> str | None:
    """The side of a role, None when the role is not known. Raises KeyError for a role that no chapter has."""
    return None if role is None else SIDES[role]
