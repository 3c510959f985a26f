"""What a page shows of a fair deal: what everybody has added to it, and what its script is to do for the viewer."""

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

BEGUN: Final = N_("The cards are dealt once everybody's entropy is revealed, in five seconds at the latest.")
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
    """What a person adds to a deal, as everybody may know it."""

    name: str
    how: str
    hash: str = ""


class EntropyPart(msgspec.Struct, frozen=True):
    """The fair deal in the table menu of a viewer who has a seat."""

    text: str = ""
    """The viewer's own open text."""
    hash: str = ""
    """What the viewer has committed to for the next deal."""
    todo: Todo = ""
    """What the page's script is to do by itself."""
    commitment: str = ""
    """The hash of the server's seed of the game under way."""
    next_commitment: str = ""
    """The same for the next deal."""
    people: tuple[EntropyOfPerson, ...] = ()
    """What everybody adds to the deal of the game under way, or to the next one."""
    mark: str = ""
    """The mark of the deal that has begun, or of the last one."""
    fixed: str = ""
    """What that mark is of, as JSON: the page's script computes it anew, and compares."""
    unrevealed: tuple[SelectOption, ...] = ()
    """For the host: what becomes of a deal for which somebody does not reveal theirs."""


def entropy_part(table: Table, person: str, translate: Translate) -> EntropyPart:
    """The fair deal as this person sees it."""
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
    # In a game there is time until it is over.
    return "" if table.running or table.entropy_of(person) else "commit"


def _of_person(one: SeatEntropy, translate: Translate) -> EntropyOfPerson:
    how = _NOT_REVEALED if one.is_missing else _COMMITTED if one.hash else _OPEN if one.is_open else _NOTHING
    return EntropyOfPerson(one.name, translate(how), one.hash)


def held_up(room: Room, translate: Translate) -> str:
    """Why there is no deal yet, or was none."""
    table = room.table
    if table.pending_deal is not None:
        return translate(BEGUN)
    names = table.held_up_by
    return filled(translate, _HELD_UP, who=names_of(translate, names)) if names else ""


def missing_entropy(session: GameSession, translate: Translate) -> str:
    """Who did not reveal their entropy for this game; empty when nobody."""
    names = [one.name for one in session.entropy_by_seat if one.is_missing]
    return filled(translate, _MISSING, who=names_of(translate, names)) if names else ""
