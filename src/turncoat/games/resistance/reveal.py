"""The reveal: the spies find one another, by sight or by touch (RES-REVEAL-1 to -3)."""

from collections.abc import Iterator
from typing import Final

from turncoat.games.resistance.hooks import SPIES_REVEAL
from turncoat.games.resistance.roles import SIDES
from turncoat.kernel.card_texts import card_text
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.compiled import decide
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet, is_in, seat_set
from turncoat.kernel.words import N_, composed, listed

EYES_CLOSED: Final = ScriptLine(N_("Everybody, close your eyes."))
EYES_OPEN: Final = ScriptLine(N_("Everybody, open your eyes."), eyes="everyone", pause=0.0)

_KNOWS_SPIES: Final = N_("Knows the other spies.")
_OWN_CARD: Final = ScriptLine(
    N_("Everybody, feel the lower edge of your own character card: a box, and on spy cards an X in the box."),
    pause=10.0,
)
_RULE: Final = ScriptLine(
    N_(
        "Now every card goes once round, under the table and one at a time. Nobody watches. Spies may feel the lower "
        "edge of a card; nobody else may."
    ),
    pause=4.0,
)
_FIRST: Final = ScriptLine(
    N_("Leader, hand your card to the left. Everybody, pass it on until it is back with the leader."), pause=20.0
)
_NEXT: Final = ScriptLine(
    N_("Next player on the left: pass your card round in the same way, until it is back."), pause=20.0
)
_END: Final = ScriptLine(
    N_("Every card has been round, and the spies know one another. Hands on the table: let's begin."), pause=0.0
)

TOUCH_COMPONENTS: Final = (
    (10, N_("character cards; a box can be felt at the lower edge, with an X in it on spy cards")),
    (10, N_("mission cards")),
    (15, N_("plot cards; after the name stand in Braille the number of players and the type")),
    (5, N_("team tokens")),
    (20, N_("vote tokens")),
    (5, N_("score markers")),
    (1, N_("round marker")),
    (1, N_("vote track marker")),
    (1, N_("leader token")),
    (3, N_("score tableaus")),
)
"""Contents of the accessible edition's box."""


def by_touch(players: int) -> tuple[ScriptLine, ...]:
    """Return the script for the reveal by touch (RES-REVEAL-3), with one line per card passed round."""
    return (_OWN_CARD, _RULE, _FIRST, *[_NEXT] * (players - 1), _END)


def spies_reveal(ruleset: Ruleset, roles: tuple[str, ...]) -> tuple[SeatSet, SeatSet]:
    """Return the seats that look at the reveal and the seats that are seen, given the dealt roles."""
    spies = seat_set([seat for seat, role in enumerate(roles) if SIDES[role] == "spies"])
    return decide(ruleset, SPIES_REVEAL, (spies, spies), roles)


def knowledge_of(ruleset: Ruleset, role: str) -> Iterator[str]:
    """Yield what a spy in play knows about the other spies, in sentences for everybody (RES-REVEAL-1)."""
    roles = role_cards(ruleset)
    if role not in roles or SIDES[role] != "spies":
        return
    lookers, seen = spies_reveal(ruleset, roles)
    own = role_holders(roles, role)
    if lookers & own:
        spies = [seat for seat, other in enumerate(roles) if SIDES[other] == "spies"]
        unseen = dict.fromkeys(roles[seat] for seat in spies if not is_in(seat, seen))
        names = [card_text(ruleset, other).title for other in unseen]
        yield composed(N_("Knows the other spies, but not: {roles}."), roles=listed(names)) if names else _KNOWS_SPIES
        return
    yield N_("Does not know the other spies.")
    if seen & own:
        yield N_("They know who it is.")


def before_the_end(
    lines: tuple[ScriptLine, ...], *steps: ScriptLine, begin: ScriptLine = EYES_CLOSED
) -> tuple[ScriptLine, ...]:
    """Return the script with these steps before all open their eyes; where there was none, a whole one."""
    first, last = (lines[:-1], lines[-1:]) if lines else ((begin,), (EYES_OPEN,))
    return (*first, *steps, *last)


def role_holders(roles: tuple[str, ...], *sought: str) -> SeatSet:
    """Return the seats with one of these roles."""
    return seat_set(seat for seat, role in enumerate(roles) if role in sought)
