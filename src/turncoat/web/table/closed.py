"""The page of a table that does not let its visitor look on."""

import msgspec

from turncoat.web.board.telling import say_refusal
from turncoat.web.table.menu import JoinPart, join_part
from turncoat.web.table.page_parts import PagePart, ViewerContext, register


class ClosedPart(msgspec.Struct, frozen=True):
    """That there is nothing to see, and how to get a seat all the same."""

    code: str
    join: JoinPart
    is_removed: bool = False
    problem: str = ""


def _closed(at: ViewerContext) -> ClosedPart:
    problem = say_refusal(at.refusal, at.say, at.session) if at.refusal is not None else ""
    return ClosedPart(at.table.code, join_part(at), at.room.live.table.membership.is_removed(at.person), problem)


register(PagePart(id="main", template="table/closed", audience="viewer", model=_closed, layouts=("closed",)))
