"""Table menu of one viewer, computed from the seats and the viewer's identity, never from the cards.

A new setting of the table (rather than of the game) needs a field in `MenuPart`, a few lines here, and a template of
its own beside `templates/table/menu_people.html`.
"""

import hashlib
from typing import Final, Self

import msgspec

from turncoat.kernel.refusals import REFUSALS
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.spectator_delay import bot_that_plays_on
from turncoat.table.state.table import Table
from turncoat.table.values.settings import SPECTATOR_DELAYS
from turncoat.telling import Translate, filled
from turncoat.web.board.telling import say_refusal
from turncoat.web.http.identity import Visitor
from turncoat.web.http.page import SelectOption
from turncoat.web.replays.statistics import retention_line, retention_options
from turncoat.web.table.avatars import avatar_choices
from turncoat.web.table.clock import MenuClock, menu_clock
from turncoat.web.table.entropy import EntropyPart, entropy_part
from turncoat.web.table.guide import has_guide
from turncoat.web.table.page_parts import Announcing, PagePart, ViewerContext, register


class MenuPerson(msgspec.Struct, frozen=True):
    """Person at the table."""

    number: int
    name: str
    host: bool = False
    mine: bool = False
    away: bool = False
    plays_on: str = ""
    """Name of the person on whose phone they play, if it is not their own."""
    may_manage: bool = False


class MenuSeat(msgspec.Struct, frozen=True):
    """Seat to choose from."""

    number: int
    name: str


class MenuRequest(msgspec.Struct, frozen=True):
    """Request of a spectator to play for a bot. `number` identifies the request."""

    number: int
    name: str
    seat_name: str


class MenuSpectator(msgspec.Struct, frozen=True):
    """Spectator whom the host may remove."""

    mark: str
    """Pseudonym of the person, whose id nobody may see."""
    name: str


class MenuRemoved(msgspec.Struct, frozen=True):
    """Person removed by the host. `number` identifies the removal."""

    number: int
    name: str


class JoinPart(msgspec.Struct, frozen=True):
    """Ways for a viewer without a seat to get one, on pages other than the set-up."""

    visitor: str = ""
    """Name that the viewer used last."""
    may_sit: bool = False
    returns_to: str = ""
    """Name of the bot on the seat that the viewer left."""
    bots: tuple[MenuSeat, ...] = ()
    """Bots that the viewer may ask to replace."""
    asked_for: str = ""
    """Name of the bot that the viewer has asked to replace."""
    why_not: str = ""
    post_to: str = ""


class MenuVoice(msgspec.Struct, frozen=True):
    """Person who has written in the chat."""

    number: int
    name: str
    muted: bool = False


class MenuChat(msgspec.Struct, frozen=True):
    """Chat settings of the viewer."""

    voices: tuple[MenuVoice, ...] = ()
    show_drafts: bool = True
    spectators_talk: bool = False
    bots_talk: bool = False
    masked_words: str = ""
    """For the host only."""


class MenuAfter(msgspec.Struct, frozen=True):
    """Menu section about finished games."""

    url: str = ""
    games: int = 0
    retention_options: tuple[SelectOption, ...] = ()
    """For the host: options for how long games are stored."""
    retention_line: str = ""
    circle_url: str = ""
    """Address that leads members to the circle to which the games are added."""


class MenuPart(Announcing, frozen=True):
    """Menu of one viewer.

    Nothing in it depends on the cards, so it may have any size and is sent only when it has changed.
    """

    post_to: str = ""
    code: str = ""
    join_url: str = ""
    running: bool = False
    """True while a game is being played and the viewer has a seat."""
    seated: bool = False
    is_host: bool = False
    is_covered: bool = False
    """True on a phone that nobody has now."""
    seat: int = -1
    name: str = ""
    """The viewer's name at this table."""
    avatars: tuple[SelectOption, ...] = ()
    """Avatars to choose from, after the first deal. Before that, they are on the set-up page."""
    entropy: EntropyPart = EntropyPart()
    people: tuple[MenuPerson, ...] = ()
    seats: tuple[MenuSeat, ...] = ()
    """For the host, who may let others change seats: all seats with their names."""
    watching: int = 0
    """Number of spectators."""
    requests: tuple[MenuRequest, ...] = ()
    """For the host only."""
    spectators_here: tuple[MenuSpectator, ...] = ()
    """For the host only: the most recent ones."""
    removed: tuple[MenuRemoved, ...] = ()
    """For the host only: people removed from this table alone."""
    has_blocked: bool = False
    """True for a host who has blocked people from all of their tables."""
    # The settings are for the host only, too.
    locked: bool = False
    newcomers: bool = True
    spectators: bool = True
    listed: bool | None = None
    """True if the table is listed for anybody, None if the server has no such list."""
    behind: tuple[SelectOption, ...] = ()
    """Delays for spectators to choose from."""
    problem: str = ""
    chat: MenuChat = MenuChat()
    after: MenuAfter = MenuAfter()
    bots_patience: int = 1
    guided: bool | None = None
    """True if the guide is on for the viewer, None if there is no guide for them."""
    clock: MenuClock = MenuClock()

    def announcements(self, before: Self | None, at: ViewerContext) -> list[tuple[str, str]]:
        """Return the host's new requests."""
        known = before.requests if before is not None else ()
        return [
            (f"r{one.number}", at.say(_ASKS).format(name=one.name, bot=one.seat_name))
            for one in self.requests
            if one not in known
        ]


_AT_ONCE: Final = N_("right away")
_SECONDS: Final = N_("{count} second later", "{count} seconds later")
_MINUTES: Final = N_("{count} minute later", "{count} minutes later")
_EMPTY: Final = N_("Empty seat {number}")
NAMELESS: Final = N_("Unnamed")
_NUMBERED: Final = N_("Unnamed ({number})")
MOST_LISTED: Final = 40
"""Number of spectators listed for the host."""
_ASKS: Final = N_("{name} asks to play for the bot {bot}: answer in the table menu.")


def menu_part(at: ViewerContext) -> MenuPart:
    """Return the menu for a viewer."""
    # A delayed spectator gets no live facts about the table here, unless they are its host.
    room, table, running, person, translate = at.room, at.room.live.table, at.table.running, at.person, at.say
    seat, is_host = table.seat_of(person), person == table.host
    refusal = None if at.of_game else at.refusal
    path = f"/t/{table.code}"
    menu = MenuPart(
        post_to=path,
        code=table.code,
        join_url=at.base + path,
        running=running and seat is not None,
        seated=seat is not None,
        is_host=is_host,
        is_covered=bool(at.visitor.covered),
        seat=seat if seat is not None else -1,
        name=table.seats[seat].name if seat is not None else "",
        avatars=avatar_choices(table, seat, translate) if seat is not None and table.session is not None else (),
        entropy=entropy_part(table, person, translate),
        people=_people(room, person),
        watching=room.watching,
        problem=say_refusal(refusal, translate, table.session) if refusal is not None else "",
        chat=_chat(room, person),
        after=_after(room, is_host, seat is not None, translate),
        guided=bool(table.personal(person).guided)
        if seat is not None and has_guide(table.game_setup.game, table.game_setup.modules)
        else None,
        clock=menu_clock(room, person, translate),
    )
    return _with_what_the_host_may_change(menu, room, translate) if is_host else menu


def _with_what_the_host_may_change(menu: MenuPart, room: Room, translate: Translate) -> MenuPart:
    table, settings, members = room.live.table, room.live.table.settings, room.live.table.membership
    return msgspec.structs.replace(
        menu,
        seats=tuple(
            MenuSeat(number, occupant.name or translate(_EMPTY).format(number=number + 1))
            for number, occupant in enumerate(table.seats)
        ),
        requests=_requests(table),
        spectators_here=_spectators(room.live, translate),
        removed=tuple(
            MenuRemoved(one.number, one.name or translate(NAMELESS))
            for one in members.removed.values()
            if one.person not in members.kept_out
        ),
        has_blocked=bool(members.kept_out),
        locked=settings.locked,
        newcomers=settings.newcomers,
        spectators=settings.spectators,
        listed=settings.listed if room.lists_open_tables else None,
        behind=tuple(
            SelectOption(str(seconds), _late(seconds, translate), chosen=seconds == settings.spectators_behind)
            for seconds in SPECTATOR_DELAYS
        ),
        bots_patience=settings.bots_patience,
    )


def _after(room: Room, is_host: bool, is_seated: bool, translate: Translate) -> MenuAfter:
    # `room.table` is delayed for a delayed spectator, whom the menu must not tell early that a game is over.
    table, most = room.table, room.live.longest_retention
    options = retention_options(table, most, translate) if is_host else ()
    line = retention_line(table, most, translate)
    circle = f"/t/{table.code}/circle" if table.circle and is_seated else ""
    return MenuAfter(f"/t/{table.code}/games", len(table.history.summaries), options, line, circle)


def _chat(room: Room, person: str) -> MenuChat:
    table = room.table
    chat, muted_voices = table.chat, table.personal(person).muted_voices
    # Only voices with messages on the page and muted ones, however many people have come and gone.
    listed = (chat.recent_voices | muted_voices) - {chat.voice_of(person), chat.voice_of(person, "spectators")}
    voices = (
        MenuVoice(number, name, number in muted_voices) for number, name in chat.voices.items() if number in listed
    )
    if person != table.host:
        return MenuChat(tuple(voices))
    settings = table.settings
    return MenuChat(
        tuple(voices), settings.show_drafts, settings.spectators_talk, settings.bots_talk, settings.masked_words
    )


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
            away=not room.is_listed_here(occupant.person),
            plays_on=table.membership.names.get(occupant.held_by, ""),
            may_manage=is_host and occupant.person != person,
        )
        for seat, occupant in enumerate(table.seats)
        if occupant.kind == "person"
    )


def mark_of(code: str, person: str) -> str:
    """Return the pseudonym of a spectator in the host's menu, which differs from table to table.

    It cannot be reversed, because ids have 144 random bits.
    """
    return hashlib.blake2b(f"{code} {person}".encode(), digest_size=8).hexdigest()


def name_of_spectator(table: Table, person: str) -> str:
    """Return the name under which the table knows a spectator, or an empty string."""
    request, voice = table.membership.request_of(person), table.chat.voice_of(person, "spectators")
    names = (
        table.chat.voices.get(voice),
        request.name if request is not None else "",
        table.membership.names.get(person),
    )
    return next(filter(None, names), "")


def _spectators(room: Room, translate: Translate) -> tuple[MenuSpectator, ...]:
    table = room.table
    people = [one for one in room.spectators_here if one != table.host and not table.membership.is_removed(one)]
    return tuple(
        MenuSpectator(
            mark_of(table.code, person),
            name_of_spectator(table, person) or translate(_NUMBERED).format(number=number),
        )
        for number, person in list(enumerate(people, start=1))[-MOST_LISTED:]
    )


def _requests(table: Table) -> tuple[MenuRequest, ...]:
    """Return the requests that the host may still grant. A delayed view may have led to outdated ones."""
    if not table.running or table.settings.locked or not table.settings.newcomers:
        return ()
    return tuple(
        MenuRequest(one.number, one.name, table.seats[one.seat].name)
        for one in table.membership.requests.values()
        if one.person not in table.membership.turned_down
        and one.seat < len(table.seats)
        and table.seats[one.seat].kind == "bot"
    )


register(
    PagePart(
        id="menu",
        template="table/menu",
        audience="viewer",
        model=menu_part,
        layouts=("play", "end", "setup"),
    )
)


def join_part(at: ViewerContext) -> JoinPart:
    """Return the ways for a viewer without a seat to get one, empty for people with a seat."""
    # For a delayed spectator this is as old as their view, except for their own actions.
    room, table, live, say = at.room, at.table, at.room.live.table, at.say
    if live.seat_of(at.person) is not None or at.visitor.covered:
        return JoinPart()
    return msgspec.structs.replace(_join_part(room, table, live, at.visitor, say), post_to=f"/t/{table.code}")


def _join_part(room: Room, table: Table, live: Table, visitor: Visitor, translate: Translate) -> JoinPart:
    people, own, person = table.membership, live.membership, visitor.id
    name = own.names.get(person, visitor.name)
    known = own.known_since(person, table.games)
    if own.is_removed(person):
        return JoinPart(why_not=translate(REFUSALS["removed"].sentence))
    if table.settings.locked and known is None:
        return JoinPart(why_not=translate(REFUSALS["locked"].sentence))
    if not table.running:
        return JoinPart(name, may_sit=True)
    if known is not None:
        bot = bot_that_plays_on(table, person, known)
        if bot is None:
            return JoinPart(why_not=translate(REFUSALS["seat-gone"].sentence))
        # Anyone who stayed until the game ended knows that it is over, and may sit down for the next one.
        return JoinPart(name, returns_to=bot, may_sit=not bot)
    if person in people.turned_down:  # who may have asked again before seeing the answer
        return JoinPart(why_not=translate(REFUSALS["turned-down"].sentence))
    if (asked := room.seat_asked_for(person)) is not None and asked < len(table.seats):
        return JoinPart(asked_for=table.seats[asked].name)
    if not table.settings.newcomers:
        return JoinPart()
    bots = tuple(MenuSeat(seat, occupant.name) for seat, occupant in enumerate(table.seats) if occupant.kind == "bot")
    return JoinPart(name, bots=bots)
