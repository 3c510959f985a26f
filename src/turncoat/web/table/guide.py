"""Guide for a first game, which explains things as they happen for the first time.

The choice of tips depends on public facts and on the name of the viewer's open question, never on their card. So does
their text, except for somebody alone with bots: nobody else can look at that page, so it may speak to their own side.
"""

import math
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
from turncoat.web.board.telling import waiting_for_me
from turncoat.web.games import presenter_of
from turncoat.web.replays.page import ALL
from turncoat.web.replays.statistics import may_watch
from turncoat.web.table.page_parts import PagePart, Shortened, ViewerContext, register
from turncoat.web.updates.cache import Memo

DEAL: Final = "deal"
"""Occasion of tips about the deal."""
_NEXT: Final = N_("Next")
_READ: Final = N_("Got it")
CLOSING: Final = "GameEnded"
"""Occasion of the tip that closes a game."""
_READING: Final = N_("The bots wait while you read this tip.")
_READING_MORE: Final = N_("The bots wait while you read this tip and {count} more.")
_YOUR_TURN: Final = N_("Your turn. The bots wait while you read.")
_WAS_LOYAL: Final = N_("Here is what told who was who:")
_WAS_TRAITOR: Final = N_("This time you were one of those who hide. Here is what gave you away:")
_TEACHES: Final = Tip(
    "teaches",
    DEAL,
    N_(
        "In this first game the bots show how it goes: one who hides among them sabotages the first mission they "
        "can, and lies about it. Watch the teams, the votes and the talk. After the game the guide shows what could "
        "have been noticed."
    ),
)
"""Tip for everybody when the bots demonstrate the game."""


class GuidePart(Shortened, frozen=True):
    """Guide of one person, empty for those who have not asked for it."""

    post_to: str = ""
    on: bool = False
    tip: str = ""
    """Current explanation, empty if there is nothing new."""
    is_on_question: bool = False
    """True if it explains the viewer's open question."""
    more: int = 0
    """Number of explanations after it."""
    waits: str = ""
    """Sentence that says who waits while the viewer reads, empty if nobody does."""
    button: str = ""
    """Label of the button that marks the explanation as read."""
    is_awaited: bool = False
    """True if all wait for that button, which then stands with the sentence that says so (`awaited`)."""
    explained: tuple[str, ...] = ()
    """Earlier explanations."""

    def shortened(self) -> Self:
        """Return an empty guide."""
        return type(self)()


NO_GUIDE: Final = GuidePart()


class SignLine(msgspec.Struct, frozen=True):
    """Moment at which one could have noticed a traitor."""

    heading: str
    texts: tuple[str, ...]
    url: str = ""
    """Address of the moment in the replay, empty for those who may not watch it."""


class SignsPart(msgspec.Struct, frozen=True):
    """Guide at the end of a game: its last tip, and the hints that could have exposed the traitors."""

    intro: str = ""
    signs: tuple[SignLine, ...] = ()
    closing: str = ""


NO_SIGNS: Final = SignsPart()
_SIGNS: Final[Memo[tuple[SignLine, ...]]] = Memo()
_SIGNS_TO_WATCH: Final[Memo[tuple[SignLine, ...]]] = Memo()


def guide_part(at: ViewerContext) -> GuidePart:
    """Return the guide of a player, once they have turned it on or off.

    While people look at their cards, it explains only the deal.
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
    speaks_to_hiding = _is_alone(table) and _hides(session, seat)
    is_awaited = is_reading(at.room) or at.room.scenes.dealing > 0 or _may_talk(at, session)
    waits = ""
    if is_awaited:
        waits = translate(_READING_MORE if tips[1:] else _READING).format(count=len(tips) - 1)
    elif at.is_asked:
        waits = translate(_YOUR_TURN) if _is_alone(table) else waiting_for_me(session.waiting, at.teller)

    def text_of(tip: Tip) -> str:
        return translate(tip.to_hiding if tip.to_hiding and speaks_to_hiding else tip.text)

    return GuidePart(
        f"/t/{table.code}",
        own.guided,
        text_of(tips[0]) if tips else "",
        bool(tips) and _is_on_question(tips[0]),
        max(0, len(tips) - 1),
        waits if tips else "",
        translate(_NEXT if len(tips) > 1 else _READ),
        is_awaited,
        tuple(map(text_of, explained)),
    )


register(
    PagePart(
        id="guide",
        template="table/guide",
        audience="seat",
        model=guide_part,
    )
)


def signs_part(at: ViewerContext) -> SignsPart:
    """Return the guide at the end of a game, empty if it is off."""
    table, session = at.table, at.session
    seat = session.seat_of(at.person) if session is not None else None
    if session is None or session.result is None or seat is None or not table.personal(at.person).guided:
        return NO_SIGNS
    if not has_guide(session.ruleset.game, session.ruleset.modules):
        return NO_SIGNS
    view, book, presenter = session.view(), rulebook(session.ruleset.game), presenter_of(session.ruleset.game)
    roles = [presenter.role(view, other) for other in range(session.ruleset.players)]
    traitors = seat_set(
        other for other, role in enumerate(roles) if role and book.side_of(role, view.board) == book.hiding_side
    )
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
    intro = _WAS_TRAITOR if is_in(seat, traitors) else _WAS_LOYAL
    closing = next((tip.text for tip in presenter.tips if tip.on == CLOSING), "")
    return SignsPart(at.say(intro) if found else "", found, at.say(closing) if closing else "")


def _spoken(line: ChatMessage, translate: Translate) -> Spoken:
    assert line.seat is not None  # the message is from somebody at the table
    text = words_of(line, translate)
    return Spoken(line.seat, line.phrase, line.about_seat, line.mission, line.after_events or 0, text)


def _may_talk(at: ViewerContext, session: GameSession) -> bool:
    """Return whether the bots wait until the viewer, who is alone, has talked, and so has time to read as well."""
    return math.isinf(at.room.scenes.talking) and at.room.may_end_talk(at.person) and not at.is_asked


def has_guide(game: str, modules: Sequence[str]) -> bool:
    """Return whether there is a guide for this set-up. Modules have none, since they are for experienced players."""
    return bool(presenter_of(game).tips) and not modules


def is_reading(room: Room) -> bool:
    """Return whether the only person in a game has a tip to read and nothing to choose.

    Nobody can learn anything from bots that wait for that: both sides have equally many tips at the same moments.
    """
    table, session = room.table, room.table.session
    people = [(seat, one.person) for seat, one in enumerate(table.seats) if one.is_played_by_person]
    if session is None or session.result is not None or len(people) != 1:
        return False
    ((seat, person),) = people
    if is_in(seat, session.waiting) or session.is_held or not table.personal(person).guided:
        return False
    return has_guide(session.ruleset.game, session.ruleset.modules) and bool(unexplained(table, session, person, seat))


def _is_alone(table: Table) -> bool:
    """Return whether one seat is a person's and all others are bots'."""
    return sum(one.kind == "person" for one in table.seats) == 1


def _hides(session: GameSession, seat: Seat) -> bool:
    """Return whether the seat knows that it is on the hiding side."""
    book, role = rulebook(session.ruleset.game), presenter_of(session.ruleset.game).role(session.view(seat), seat)
    return bool(role) and book.side_of(role) == book.hiding_side


def unexplained(table: Table, session: GameSession, person: str, seat: Seat) -> list[Tip]:
    """Return the tips that a person has not seen yet, in order: what has happened, then the open question."""
    explained = table.personal(person).explained
    return [tip for tip in _come_up(session, seat) if name_of(session, tip) not in explained]


def read(
    table: Table, session: GameSession, person: str, seat: Seat, what: Literal["first", "deal", "chosen"]
) -> c.Guide | None:
    """Return the command that marks new tips as read, or None if there are none.

    It is the first, or at the `deal` the first about it. Who has `chosen` needs none about what led to their question;
    the question's own comes up with the next such question, unless it was the one on the page.
    """
    if not table.personal(person).guided or not has_guide(session.ruleset.game, session.ruleset.modules):
        return None
    tips = unexplained(table, session, person, seat)
    if what == DEAL:
        tips = [tip for tip in tips if tip.on == DEAL][:1]
    elif what == "chosen":
        tips = tips[:1] + [tip for tip in tips[1:] if not _is_on_question(tip)]
    else:
        tips = tips[:1]
    return c.Guide(explained=tuple(name_of(session, tip) for tip in tips)) if tips else None


def guide_command(table: Table, person: str, what: str) -> c.Guide | None:
    """Return the command that turns the guide on or off, or marks tips as read (`read`)."""
    session, seat = table.session, table.seat_of(person)
    if what in ("on", "off"):
        return c.Guide(what == "on")
    if session is None or seat is None:
        return None
    return read(table, session, person, seat, "chosen" if what == "chosen" else "deal" if what == "deal" else "first")


def name_of(session: GameSession, tip: Tip) -> str:
    """Return the name under which the table records that a tip was read."""
    return f"{session.ruleset.game}:{tip.key}"


def _tips_of(session: GameSession) -> tuple[Tip, ...]:
    """Return all tips of a game. If its bots demonstrate the game, a tip says so at the deal."""
    tips = presenter_of(session.ruleset.game).tips
    if not session.teaches or situation_of(session.view().board) is None:
        return tips
    return (*(tip for tip in tips if tip.on == DEAL), _TEACHES, *(tip for tip in tips if tip.on != DEAL))


def _come_up(session: GameSession, seat: Seat) -> list[Tip]:
    """Return the tips in the order in which their events first happened, with the open question's tip last."""
    tips = {tip.key: tip for tip in _tips_of(session)}
    found = [tip for tip in tips.values() if tip.on == DEAL]
    for event in session.view().events:
        found += [tip for tip in tips.values() if tip not in found and _is_about(tip, event)]
    prompt = session.view(seat).prompt
    if prompt is not None and is_in(seat, session.waiting):
        found += [tip for tip in tips.values() if tip.on == f"asked:{prompt.question.name}"]
    return found


def _is_on_question(tip: Tip) -> bool:
    return tip.on.startswith("asked:")


def _is_about(tip: Tip, event: Event) -> bool:
    return tip.on == type(event).__name__ and all(getattr(event, name, None) == value for name, value in tip.where)
