"""The guide for a first game: it explains what has happened for the first time.

It is made from what everybody sees and from the name of the viewer's open question, never from their card.
"""

from collections.abc import Sequence
from typing import Final, Literal, Self

import msgspec

from turncoat.kernel.events import Event
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import Seat, is_in, seat_set
from turncoat.kernel.words import N_
from turncoat.missions import situation_of
from turncoat.table import commands as c
from turncoat.table.past.signs import Spoken, signs_of
from turncoat.table.runtime.room import Room
from turncoat.table.state.chat import ChatMessage
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.telling import Translate
from turncoat.web.board.chat_lines import words_of
from turncoat.web.board.model import Tip
from turncoat.web.games import presenter_of
from turncoat.web.replays.page import ALL
from turncoat.web.replays.statistics import may_watch
from turncoat.web.table.page_parts import PagePart, Shortened, ViewerContext, register
from turncoat.web.updates.cache import Memo

DEAL: Final = "deal"
"""What a tip about the deal is on."""
_NEXT: Final = N_("Next")
_READ: Final = N_("Got it")
_WAS_LOYAL: Final = N_("All cards are face up now. This is where one could have noticed the traitors:")
_WAS_TRAITOR: Final = N_("You were a traitor yourself this time. This is where the others could have noticed:")
_TEACHES: Final = Tip(
    "teaches",
    DEAL,
    N_(
        "The bots of this first game show what it is about: as traitors they sabotage the first mission that they "
        "can, and lie about it. Watch the teams, the votes and what is said; at the end the guide shows where one "
        "could have noticed."
    ),
)
"""What everybody is told where the bots show what the game is about."""


class GuidePart(Shortened, frozen=True):
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

    def shortened(self) -> Self:
        """Return it with nothing in it."""
        return type(self)()


NO_GUIDE: Final = GuidePart()


class SignLine(msgspec.Struct, frozen=True):
    """A moment at which one could have noticed a traitor."""

    heading: str
    texts: tuple[str, ...]
    url: str = ""
    """The moment in the replay; empty for those who may not watch it."""


class SignsPart(msgspec.Struct, frozen=True):
    """Where one could have noticed the traitors of a game that is over, for those who have the guide on."""

    intro: str = ""
    signs: tuple[SignLine, ...] = ()


NO_SIGNS: Final = SignsPart()
_SIGNS: Final[Memo[tuple[SignLine, ...]]] = Memo()
_SIGNS_TO_WATCH: Final[Memo[tuple[SignLine, ...]]] = Memo()


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
    explained = [tip for tip in _tips_of(session) if name_of(session, tip) in own.explained] if own.guided else []
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
    )
)


def signs_part(at: ViewerContext) -> SignsPart:
    """Return where the viewer could have noticed the traitors; empty without the guide, and where nothing told."""
    table, session = at.table, at.session
    seat = session.seat_of(at.person) if session is not None else None
    if session is None or session.result is None or seat is None or not table.personal(at.person).guided:
        return NO_SIGNS
    if not has_guide(session.ruleset.game, session.ruleset.modules):
        return NO_SIGNS
    view, book, presenter = session.view(), rulebook(session.ruleset.game), presenter_of(session.ruleset.game)
    roles = [presenter.role(view, other) for other in range(session.ruleset.players)]
    traitors = seat_set(other for other, role in enumerate(roles) if role and book.side_of(role) == book.hiding_side)
    muted = table.personal(at.person).muted_voices
    messages = [line for line in table.chat.of_games.get(session.number, ()) if line.voice not in muted]
    game = f"/t/{table.code}/games/{session.number}" if may_watch(table, at.person) else ""
    found = at.cache.get(
        _SIGNS_TO_WATCH if game else _SIGNS,
        (session.number, session.names, len(view.events), messages),
        lambda: tuple(
            SignLine(
                sign.heading(at.teller),
                tuple(sign.sentences(at.teller)),
                f"{game}?event={sign.event}&as={ALL}" if game else "",
            )
            for sign in signs_of(view, traitors, [_spoken(line, at.say) for line in messages if line.seat is not None])
        ),
    )
    return SignsPart(at.say(_WAS_TRAITOR if is_in(seat, traitors) else _WAS_LOYAL), found) if found else NO_SIGNS


def _spoken(line: ChatMessage, translate: Translate) -> Spoken:
    assert line.seat is not None  # somebody at the table said it
    text = words_of(line, translate)
    return Spoken(line.seat, line.phrase, line.about_seat, line.mission, line.after_events or 0, text)


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


def guide_command(table: Table, person: str, what: str) -> c.Guide | None:
    """Return the command that turns the guide on or off, or marks as read what it says: all, first, or of the deal."""
    session, seat = table.session, table.seat_of(person)
    if what in ("on", "off"):
        return c.Guide(what == "on")
    if session is None or seat is None:
        return None
    return read(table, session, person, seat, "all" if what == "all" else "deal" if what == "deal" else "first")


def name_of(session: GameSession, tip: Tip) -> str:
    """The name under which the table stores that a tip was read."""
    return f"{session.ruleset.game}:{tip.key}"


def _tips_of(session: GameSession) -> tuple[Tip, ...]:
    """All tips of a game; where its bots show what it is about, people are told so with the deal."""
    tips = presenter_of(session.ruleset.game).tips
    if not session.teaches or situation_of(session.view().board) is None:
        return tips
    return (*(tip for tip in tips if tip.on == DEAL), _TEACHES, *(tip for tip in tips if tip.on != DEAL))


def _come_up(session: GameSession, seat: Seat) -> list[Tip]:
    """The tips in the order in which their events happened first; the one about the open question last."""
    tips = {tip.key: tip for tip in _tips_of(session)}
    found = [tip for tip in tips.values() if tip.on == DEAL]
    for event in session.view().events:
        found += [tip for tip in tips.values() if tip not in found and _is_about(tip, event)]
    prompt = session.view(seat).prompt
    if prompt is not None and is_in(seat, session.waiting):
        found += [tip for tip in tips.values() if tip.on == f"asked:{prompt.question.name}"]
    return found


def _is_about(tip: Tip, event: Event) -> bool:
    return tip.on == type(event).__name__ and all(getattr(event, name, None) == value for name, value in tip.where)
