"""The guide for a first game: it explains what has happened for the first time.

It is made from what everybody sees and from the name of the viewer's open question, never from their card.
"""

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat, is_in
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.web.board.model import Tip
from turncoat.web.games import presenter_of
from turncoat.web.table.page_parts import PagePart, ViewerContext, register

DEAL: Final = "deal"
"""What a tip about the deal is on."""
_NEXT: Final = N_("Next")
_READ: Final = N_("Got it")


class GuidePart(msgspec.Struct, frozen=True):
    """What the guide explains to one person; empty for those who have not asked for it."""

    post_to: str = ""
    on: bool = False
    tip: str = ""
    """The explanation that is shown now; empty when there is nothing new."""
    is_on_question: bool = False
    """Whether it explains the viewer's open question."""
    button: str = ""
    """What the button says with which it is read."""
    explained: tuple[str, ...] = ()
    """Earlier explanations."""


NO_GUIDE: Final = GuidePart()


def guide_part(at: ViewerContext) -> GuidePart:
    """The guide of a player, once they have asked for one or said that they want none.

    While people look at their cards it explains the deal alone.
    """
    table, session, seat, translate = at.table, at.session, at.seat, at.say
    own = table.personal(at.person)
    if session is None or seat is None or own.guided is None:
        return NO_GUIDE
    if not has_guide(session.ruleset.game, session.ruleset.modules):
        return NO_GUIDE
    tips = unexplained(table, session, at.person, seat) if own.guided else []
    if at.room.scenes.dealing:
        tips = [tip for tip in tips if tip.on == DEAL]
    explained = (
        [tip for tip in presenter_of(session.ruleset.game).tips if name_of(session, tip) in own.explained]
        if own.guided
        else []
    )
    return GuidePart(
        f"/t/{table.code}",
        own.guided,
        translate(tips[0].text) if tips else "",
        bool(tips) and tips[0].on.startswith("asked:"),
        translate(_NEXT if len(tips) > 1 else _READ),
        tuple(translate(tip.text) for tip in explained),
    )


register(
    PagePart(
        id="guide",
        template="table/guide",
        audience="seat",
        model=guide_part,
        layouts=("play", "end"),
        shortened=lambda guide: NO_GUIDE,
    )
)


def has_guide(game: str, modules: Sequence[str]) -> bool:
    """Whether there is a guide for this set-up. Modules have none: they are for people who know the game."""
    return bool(presenter_of(game).tips) and not modules


def is_reading(room: Room) -> bool:
    """Whether the one person who plays in a room has something of the guide to read, and nothing to choose.

    Nobody else can learn anything from a bot that waits for that: all texts are for both sides.
    """
    table, session = room.table, room.table.session
    people = [(seat, one.person) for seat, one in enumerate(table.seats) if one.is_played_by_person]
    if session is None or session.result is not None or len(people) != 1:
        return False
    ((seat, person),) = people
    if is_in(seat, session.waiting) or not table.personal(person).guided:
        return False
    return has_guide(session.ruleset.game, session.ruleset.modules) and bool(unexplained(table, session, person, seat))


def unexplained(table: Table, session: GameSession, person: str, seat: Seat) -> list[Tip]:
    """Tips that were not shown to this person yet: first the open question, then the others in order."""
    explained = table.personal(person).explained
    tips = [tip for tip in _come_up(session, seat) if name_of(session, tip) not in explained]
    return sorted(tips, key=lambda tip: not tip.on.startswith("asked:"))


def read(
    table: Table, session: GameSession, person: str, seat: Seat, what: Literal["all", "first", "deal"]
) -> c.Guide | None:
    """The command that marks new tips as read: all, the first, or that of the deal. None when there is none."""
    if not table.personal(person).guided or not has_guide(session.ruleset.game, session.ruleset.modules):
        return None
    tips = unexplained(table, session, person, seat)
    tips = [tip for tip in tips if tip.on == DEAL] if what == DEAL else tips[:1] if what == "first" else tips
    return c.Guide(explained=tuple(name_of(session, tip) for tip in tips)) if tips else None


def name_of(session: GameSession, tip: Tip) -> str:
    """The name under which the table stores that a tip was read."""
    return f"{session.ruleset.game}:{tip.key}"


def _come_up(session: GameSession, seat: Seat) -> list[Tip]:
    """The tips in the order in which their events happened first; the one about the open question last."""
    tips = {tip.key: tip for tip in presenter_of(session.ruleset.game).tips}
    found = [tip for tip in tips.values() if tip.on == DEAL]
    for event in session.view().events:
        found += [tip for tip in tips.values() if tip not in found and _is_about(tip, event)]
    prompt = session.view(seat).prompt
    if prompt is not None and is_in(seat, session.waiting):
        found += [tip for tip in tips.values() if tip.on == f"asked:{prompt.question.name}"]
    return found


def _is_about(tip: Tip, event: Event) -> bool:
    return tip.on == type(event).__name__ and all(getattr(event, name, None) == value for name, value in tip.where)
