"""The table menu as one viewer gets it: made from the seats and the viewer's identity, never from the cards.

Something new about the table, and not about the game, gets a field of `MenuPart`, a few lines here, and a file of its
own beside `templates/table/menu_people.html`.
"""

from typing import Final

import msgspec

from turncoat.kernel.refusals import SENTENCES, Refusal
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.table import Table
from turncoat.table.values.settings import SPECTATOR_DELAYS
from turncoat.telling import Translate, filled
from turncoat.web.board.telling import say_refusal
from turncoat.web.http.identity import Visitor
from turncoat.web.http.page import SelectOption
from turncoat.web.replays.statistics import keep_choices, kept_line
from turncoat.web.table.avatars import avatar_choices
from turncoat.web.table.clock import MenuClock, menu_clock
from turncoat.web.table.guide import has_guide
from turncoat.web.table.luck import LuckPart, luck_part


class MenuPerson(msgspec.Struct, frozen=True):
    """A person at the table, and whether the viewer may manage them."""

    number: int
    name: str
    host: bool = False
    mine: bool = False
    away: bool = False
    may_manage: bool = False


class MenuSeat(msgspec.Struct, frozen=True):
    """A seat to choose from."""

    number: int
    name: str


class MenuRequest(msgspec.Struct, frozen=True):
    """A spectator who asks the host to play for a bot; `number` is the request's."""

    number: int
    name: str
    seat_name: str


class MenuRemoved(msgspec.Struct, frozen=True):
    """A person whom the host has removed; `number` is the removal's."""

    number: int
    name: str


class JoinPart(msgspec.Struct, frozen=True):
    """How a viewer without a seat may get one, when the page does not show the set-up."""

    visitor: str = ""
    """The name that they used last."""
    may_sit: bool = False
    returns_to: str = ""
    """The bot on the seat that they left."""
    bots: tuple[MenuSeat, ...] = ()
    """The bots for whom they may ask to play."""
    asked_for: str = ""
    """The bot for whom they have asked to play."""
    why_not: str = ""


class MenuVoice(msgspec.Struct, frozen=True):
    """A person who has written in the chat, and whether the viewer has muted them."""

    number: int
    name: str
    muted: bool = False


class MenuChat(msgspec.Struct, frozen=True):
    """The viewer's settings of the chat."""

    voices: tuple[MenuVoice, ...] = ()
    show_considering: bool = True
    spectators_talk: bool = False
    bots_talk: bool = False
    masked_words: str = ""
    """For the host only."""


class MenuAfter(msgspec.Struct, frozen=True):
    """The menu's section about finished games."""

    url: str = ""
    games: int = 0
    keep: tuple[SelectOption, ...] = ()
    """For the host: the times to choose from for keeping them."""
    kept: str = ""


class MenuPart(msgspec.Struct, frozen=True):
    """The menu of one viewer.

    Nothing in it depends on the cards: it is made from public facts and the viewer's identity. So it may have any size,
    and is sent only when it has changed.
    """

    post_to: str = ""
    code: str = ""
    join_url: str = ""
    running: bool = False
    """Whether a game is being played."""
    seated: bool = False
    is_host: bool = False
    seat: int = -1
    name: str = ""
    """The viewer's own name at this table."""
    avatars: tuple[SelectOption, ...] = ()
    """The faces to choose from, once the page of the set-up does not show them any more."""
    luck: LuckPart = LuckPart()
    people: tuple[MenuPerson, ...] = ()
    seats: tuple[MenuSeat, ...] = ()
    """For people who may let others change places: all seats, with their names."""
    watching: int = 0
    """The number of spectators."""
    requests: tuple[MenuRequest, ...] = ()
    """For the host only."""
    removed: tuple[MenuRemoved, ...] = ()
    """For the host only."""
    locked: bool = False
    newcomers: bool = True
    spectators: bool = True
    behind: tuple[SelectOption, ...] = ()
    """The delays for spectators to choose from."""
    join: JoinPart = JoinPart()
    problem: str = ""
    chat: MenuChat = MenuChat()
    after: MenuAfter = MenuAfter()
    bots_patience: int = 1
    guided: bool | None = None
    """Whether the guide is on for the viewer; None when there is no guide for them."""
    clock: MenuClock = MenuClock()


_AT_ONCE: Final = N_("right away")
_SECONDS: Final = N_("{count} second late", "{count} seconds late")
_MINUTES: Final = N_("{count} minute late", "{count} minutes late")
_EMPTY: Final = N_("Empty seat {number}")


def menu_state(room: Room, visitor: Visitor) -> tuple[object, ...]:
    """Everything that the menu depends on beside a refusal."""
    tables = room.live.table, room.table
    return (
        visitor,
        *((table.commands_besides_choices, table.running, table.games) for table in tables),
        room.presence.changes,
        room.watching,
    )


def menu_part(
    room: Room, visitor: Visitor, base: str, translate: Translate, refusal: Refusal | None = None
) -> MenuPart:
    """The menu for this person. `base` is the address of the server as others reach it."""
    # A delayed spectator may know at once whether spectators are let in, and what they have asked for themselves.
    table, running, person = room.live.table, room.table.running, visitor.id
    seat, is_host = table.seat_of(person), person == table.host
    path = f"/t/{table.code}"
    return MenuPart(
        post_to=path,
        code=table.code,
        join_url=base + path,
        running=running,
        seated=seat is not None,
        is_host=is_host,
        seat=seat if seat is not None else -1,
        name=table.seats[seat].name if seat is not None else "",
        avatars=avatar_choices(table, seat, translate) if seat is not None and table.session is not None else (),
        luck=luck_part(table, person, translate),
        people=_people(room, person),
        seats=tuple(
            MenuSeat(number, occupant.name or translate(_EMPTY).format(number=number + 1))
            for number, occupant in enumerate(table.seats)
        ),
        watching=room.watching,
        requests=_requests(table) if is_host else (),
        removed=tuple(MenuRemoved(one.number, one.name) for one in table.membership.removed.values())
        if is_host
        else (),
        locked=table.settings.locked,
        newcomers=table.settings.newcomers,
        spectators=table.settings.spectators,
        behind=tuple(
            SelectOption(str(seconds), _late(seconds, translate), chosen=seconds == table.settings.spectators_behind)
            for seconds in SPECTATOR_DELAYS
        ),
        join=join_part(table, running, visitor, translate) if seat is None else JoinPart(),
        problem=say_refusal(refusal, translate, table.session) if refusal is not None else "",
        bots_patience=table.settings.bots_patience,
        chat=_chat(room, person),
        after=_after(room, is_host, translate),
        guided=bool(table.personal(person).guided)
        if seat is not None and has_guide(table.game_setup.game, table.game_setup.modules)
        else None,
        clock=menu_clock(room, person, translate),
    )


def _after(room: Room, is_host: bool, translate: Translate) -> MenuAfter:
    # `room.table` is the delayed one for a delayed spectator: the menu must not tell them early that a game is over.
    table, most = room.table, room.live.most_kept
    keep = keep_choices(table, most, translate) if is_host else ()
    kept = kept_line(table, most, translate)
    return MenuAfter(f"/t/{table.code}/games", len(table.history.summaries), keep, kept)


def _chat(room: Room, person: str) -> MenuChat:
    table = room.table
    chat, unheard = table.chat, table.personal(person).unheard
    # Only people whose messages are on the page, or who are muted, however many have come and gone.
    listed = (chat.heard | unheard) - {chat.voice_of(person), chat.voice_of(person, "gallery")}
    voices = (MenuVoice(number, name, number in unheard) for number, name in chat.voices.items() if number in listed)
    settings = table.settings
    words = settings.masked_words if person == table.host else ""
    return MenuChat(tuple(voices), settings.show_considering, settings.spectators_talk, settings.bots_talk, words)


def _late(seconds: int, translate: Translate) -> str:
    if seconds % 60:
        return filled(translate, _SECONDS, count=seconds)
    return filled(translate, _MINUTES, count=seconds // 60) if seconds else translate(_AT_ONCE)


def _people(room: Room, person: str) -> tuple[MenuPerson, ...]:
    table = room.table
    is_host = person == table.host
    return tuple(
        MenuPerson(
            number=seat,
            name=occupant.name,
            host=occupant.person == table.host,
            mine=occupant.person == person,
            away=not room.is_shown_here(occupant.person),
            may_manage=is_host and occupant.person != person,
        )
        for seat, occupant in enumerate(table.seats)
        if occupant.kind == "person"
    )


def _requests(table: Table) -> tuple[MenuRequest, ...]:
    if not table.running:
        return ()
    return tuple(
        MenuRequest(one.number, one.name, table.seats[one.seat].name) for one in table.membership.requests.values()
    )


def join_part(table: Table, running: bool, visitor: Visitor, translate: Translate) -> JoinPart:
    """How a viewer without a seat may get one."""
    people, person = table.membership, visitor.id
    name = people.names.get(person, visitor.name)
    if people.is_removed(person):
        return JoinPart(why_not=translate(SENTENCES["removed"]))
    if table.settings.locked and person not in people.knows:
        return JoinPart(why_not=translate(SENTENCES["locked"]))
    if not running:
        return JoinPart(name, may_sit=True)
    if not table.running:  # a delayed spectator does not know it yet
        return JoinPart()
    request, own = people.request_of(person), table.seat_to_return_to(person)
    if own is not None:
        return JoinPart(name, returns_to=table.seats[own].name)
    if person in people.knows:
        return JoinPart(why_not=translate(SENTENCES["seat-gone"]))
    if request is not None:
        return JoinPart(asked_for=table.seats[request.seat].name)
    if person in people.turned_down:
        return JoinPart(why_not=translate(SENTENCES["turned-down"]))
    if not table.settings.newcomers:
        return JoinPart()
    bots = tuple(MenuSeat(seat, occupant.name) for seat, occupant in enumerate(table.seats) if occupant.kind == "bot")
    return JoinPart(name, bots=bots)
