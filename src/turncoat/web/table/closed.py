"""Page of a table that is closed to its visitor."""

import msgspec

from turncoat.web.board.telling import say_refusal
from turncoat.web.table.menu import JoinPart, join_part
from turncoat.web.table.page_parts import PagePart, ViewerContext, register


class ClosedPart(msgspec.Struct, frozen=True):
    """Tells a visitor that the table is closed to spectators, and how to ask for a seat."""

    code: str
    join: JoinPart
    is_removed: bool = False
    problem: str = ""


def _closed(at: ViewerContext) -> ClosedPart:
    problem = say_refusal(at.refusal, at.say, at.session) if at.refusal is not None else ""
    return ClosedPart(at.table.code, join_part(at), at.room.live.table.membership.is_removed(at.person), problem)


register(PagePart(id="main", template="table/closed", audience="viewer", model=_closed, layouts=("closed",)))
