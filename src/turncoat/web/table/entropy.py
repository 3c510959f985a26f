"""Fair deal on the page: everybody's entropy, and the next step for the script on a viewer's page."""

from typing import Final, Literal

import msgspec

from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.deal_opening import FixedDeal
from turncoat.table.values.entropy import SeatEntropy
from turncoat.telling import Translate, filled, names_of
from turncoat.web.http.page import SelectOption

Todo = Literal["", "commit", "reveal", "keep"]

BEGUN: Final = N_("The cards are dealt once everybody's entropy is revealed, within five seconds.")
_HELD_UP: Final = N_("No cards were dealt, because {who} did not reveal their entropy. The host can deal again.")
_MISSING: Final = N_("{who} did not reveal their entropy, so a drawn value replaces it")
_COMMITTED: Final = N_("sealed under a hash")
_OPEN: Final = N_("open: others could read it before the deal")
_NOT_REVEALED: Final = N_("not revealed; replaced by a drawn value")
_NOTHING: Final = N_("nothing")
_UNREVEALED: Final = (
    ("drawn", N_("a drawn value replaces it")),
    ("wait", N_("no cards are dealt, and the host deals again")),
)


class EntropyOfPerson(msgspec.Struct, frozen=True):
    """Public part of the entropy that one person contributes to a deal."""

    name: str
    how: str
    hash: str = ""


class EntropyPart(msgspec.Struct, frozen=True):
    """Fair deal in the table menu. All fields are empty for a viewer without a seat."""

    text: str = ""
    """Open text that the viewer adds to the next deal, without a hash."""
    hash: str = ""
    """Hash by which the viewer has committed to entropy for the next deal."""
    todo: Todo = ""
    """Next step that the page's script takes by itself. `keep` stores the digest of a deal that has begun."""
    commitment: str = ""
    """Hash of the server's seed for the current game."""
    next_commitment: str = ""
    """Hash of the server's seed for the next deal."""
    people: tuple[EntropyOfPerson, ...] = ()
    """Everybody's entropy for the current game, or else for the next deal."""
    mark: str = ""
    """Digest of the deal that has begun, or of the last one."""
    fixed: str = ""
    """Input of that digest as JSON, from which the page's script recomputes and checks it."""
    unrevealed: tuple[SelectOption, ...] = ()
    """Ways to handle entropy that is not revealed, from which only the host can choose."""


def entropy_part(table: Table, person: str, translate: Translate) -> EntropyPart:
    """Return the fair deal as this person may see it."""
    if table.seat_of(person) is None:
        return EntropyPart()
    session = table.session if table.running else None
    setting, fixed = table.settings.unrevealed, _fixed_deal(table)
    return EntropyPart(
        table.entropy_of(person),
        table.entropy_hash_of(person),
        _todo(table, person),
        table.promised if table.running else "",
        table.commitment,
        tuple(_of_person(one, translate) for one in (session or table).entropy_by_seat),
        fixed.mark if fixed is not None else "",
        msgspec.json.encode(fixed).decode() if fixed is not None else "",
        tuple(SelectOption(value, translate(words), chosen=value == setting) for value, words in _UNREVEALED)
        if person == table.host
        else (),
    )


def _fixed_deal(table: Table) -> FixedDeal | None:
    if table.pending_deal is not None:
        return table.pending_deal.fixed
    return table.session.fixed_deal if table.session is not None else None


def _todo(table: Table, person: str) -> Todo:
    if table.pending_deal is not None:
        return "reveal" if table.seat_of(person) in table.pending_deal.missing else "keep"
    # The commitment for the next deal can wait until the current game ends.
    return "" if table.running or table.entropy_of(person) else "commit"


def _of_person(one: SeatEntropy, translate: Translate) -> EntropyOfPerson:
    how = _NOT_REVEALED if one.is_missing else _COMMITTED if one.hash else _OPEN if one.is_open else _NOTHING
    return EntropyOfPerson(one.name, translate(how), one.hash)


def delay_reason(room: Room, translate: Translate) -> str:
    """Return a sentence about why the cards are not dealt yet, or were not dealt. Empty if nothing delays the deal."""
    table = room.table
    if table.pending_deal is not None:
        return translate(BEGUN)
    names = table.held_up_by
    return filled(translate, _HELD_UP, who=names_of(translate, names)) if names else ""


def missing_entropy(session: GameSession, translate: Translate) -> str:
    """Return a sentence about people who did not reveal their entropy for this game, or an empty string."""
    names = [one.name for one in session.entropy_by_seat if one.is_missing]
    return filled(translate, _MISSING, who=names_of(translate, names)) if names else ""
