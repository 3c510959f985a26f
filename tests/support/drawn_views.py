"""Pages rendered from a single view and nothing else."""

from functools import cache
from typing import Any, cast

from tests.support.fixtures.models import TablePage, page_of, public_parts
from tests.support.offline_room import Watching, room
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.views import View
from turncoat.table.state.game_session import AutomaticChoice, GameSession
from turncoat.table.values.deal_opening import FixedDeal
from turncoat.table.values.entropy import SeatEntropy
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.settings import TableSettings


class OfView:
    """Stand-in for a game session that knows a single view, enough to render its viewer's page."""

    def __init__(self, view: View[Any], occupants: tuple[Occupant, ...]) -> None:
        self.occupants, self.names = occupants, tuple(occupant.name for occupant in occupants)
        self.ruleset, self.number, self.result = view.ruleset, 1, None
        self.waiting = self.asked = view.waiting
        self.first_new_event = max(0, len(view.events) - 2)
        self.acts = [0] * view.ruleset.players
        self.turn, self.latest_question, self.holds, self.is_held = 0, 0, False, False
        self.standing_answers = 0
        self.takes_standing_answers = view.prompt is not None and view.prompt.question.takes_standing_answer
        self.automatic_choices: list[list[AutomaticChoice]] = [[]] * view.ruleset.players
        self.entropy_by_seat: tuple[SeatEntropy, ...] = ()
        self.fixed_deal: FixedDeal | None = None
        self._view = view

    def view(self, seat: Seat = SPECTATOR) -> View[Any]:
        return self._view

    def seat_of(self, person: str) -> Seat | None:
        return next((seat for seat, one in enumerate(self.occupants) if one.person == person), None)


@cache
def a_deal(ruleset: Ruleset) -> Deal:
    return ruleset.deal(b"any")


def page_bytes(view: View[Any], settings: TableSettings | None = None) -> bytes:
    """Render the parts that depend on this view: the shared ones for a spectator, the private ones for a seat."""
    at = room(view.ruleset, a_deal(view.ruleset))
    at.table.settings = settings or at.table.settings
    at.table.session = cast(GameSession, OfView(view, tuple(at.table.seats)))
    watching = Watching(at, view.seat)
    if view.seat == SPECTATOR:
        page = page_of(at, watching.visitor, "en", "http://table", "csrf")
        assert isinstance(page, TablePage)
        return "".join(public_parts(page).values()).encode()
    return "".join(watching.own_parts().values()).encode()
