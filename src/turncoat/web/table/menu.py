"""The table menu as one viewer gets it: made from the seats and the viewer's identity, never from the cards.

Something new about the table, and not about the game, gets a field of `MenuPart`, a few lines here, and a file of its
own beside `templates/table/menu_people.html`.
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
from turncoat.web.replays.statistics import keep_choices, kept_line
from turncoat.web.table.avatars import avatar_choices
from turncoat.web.table.clock import MenuClock, menu_clock
from turncoat.web.table.entropy import EntropyPart, entropy_part
from turncoat.web.table.guide import has_guide
from turncoat.web.table.page_parts import Announcing, PagePart, ViewerContext, register


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


class MenuSpectator(msgspec.Struct, frozen=True):
    """A spectator whom the host may remove."""

    mark: str
    """Stands for the person, whose id nobody may see."""
    name: str


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
    post_to: str = ""


class MenuVoice(msgspec.Struct, frozen=True):
    """A person who has written in the chat, and whether the viewer has muted them."""

    number: int
    name: str
    muted: bool = False


class MenuChat(msgspec.Struct, frozen=True):
    """The viewer's settings of the chat."""

    voices: tuple[MenuVoice, ...] = ()
    show_drafts: bool = True
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


class MenuPart(Announcing, frozen=True):
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
    """The avatars to choose from, once the page of the set-up does not show them any more."""
    entropy: EntropyPart = EntropyPart()
    people: tuple[MenuPerson, ...] = ()
    seats: tuple[MenuSeat, ...] = ()
    """For the host, who may let others change places: all seats, with their names."""
    watching: int = 0
    """The number of spectators."""
    requests: tuple[MenuRequest, ...] = ()
    """For the host only."""
    spectators_here: tuple[MenuSpectator, ...] = ()
    """For the host only: those who came last."""
    removed: tuple[MenuRemoved, ...] = ()
    """For the host only."""
    # The settings, too, are for the host only.
    locked: bool = False
    newcomers: bool = True
    spectators: bool = True
    behind: tuple[SelectOption, ...] = ()
    """The delays for spectators to choose from."""
    problem: str = ""
    chat: MenuChat = MenuChat()
    after: MenuAfter = MenuAfter()
    bots_patience: int = 1
    guided: bool | None = None
    """Whether the guide is on for the viewer; None when there is no guide for them."""
    clock: MenuClock = MenuClock()

    def announcements(self, before: Self | None, at: ViewerContext) -> list[tuple[str, str]]:
        """Return the requests that are new to the host."""
        known = before.requests if before is not None else ()
        return [
            (f"r{one.number}", at.say(_ASKS).format(name=one.name, bot=one.seat_name))
            for one in self.requests
            if one not in known
        ]


_AT_ONCE: Final = N_("right away")
_SECONDS: Final = N_("{count} second late", "{count} seconds late")
_MINUTES: Final = N_("{count} minute late", "{count} minutes late")
_EMPTY: Final = N_("Empty seat {number}")
_NAMELESS: Final = N_("Somebody without a name")
_NUMBERED: Final = N_("Somebody without a name ({number})")
MOST_LISTED: Final = 40
"""So many spectators the host chooses from."""
_ASKS: Final = N_("{name} asks to play for the bot {bot}: answer in the table menu.")


def menu_part(at: ViewerContext) -> MenuPart:
    """The menu for this viewer."""
    # A delayed spectator gets nothing here that is of the live table, unless they are its host.
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
        seat=seat if seat is not None else -1,
        name=table.seats[seat].name if seat is not None else "",
        avatars=avatar_choices(table, seat, translate) if seat is not None and table.session is not None else (),
        entropy=entropy_part(table, person, translate),
        people=_people(room, person),
        watching=room.watching,
        problem=say_refusal(refusal, translate, table.session) if refusal is not None else "",
        chat=_chat(room, person),
        after=_after(room, is_host, translate),
        guided=bool(table.personal(person).guided)
        if seat is not None and has_guide(table.game_setup.game, table.game_setup.modules)
        else None,
        clock=menu_clock(room, person, translate),
    )
    return _with_what_the_host_may_change(menu, room, translate) if is_host else menu


def _with_what_the_host_may_change(menu: MenuPart, room: Room, translate: Translate) -> MenuPart:
    table, settings = room.live.table, room.live.table.settings
    return msgspec.structs.replace(
        menu,
        seats=tuple(
            MenuSeat(number, occupant.name or translate(_EMPTY).format(number=number + 1))
            for number, occupant in enumerate(table.seats)
        ),
        requests=_requests(table),
        spectators_here=_spectators(room.live, translate),
        removed=tuple(
            MenuRemoved(one.number, one.name or translate(_NAMELESS)) for one in table.membership.removed.values()
        ),
        locked=settings.locked,
        newcomers=settings.newcomers,
        spectators=settings.spectators,
        behind=tuple(
            SelectOption(str(seconds), _late(seconds, translate), chosen=seconds == settings.spectators_behind)
            for seconds in SPECTATOR_DELAYS
        ),
        bots_patience=settings.bots_patience,
    )


def _after(room: Room, is_host: bool, translate: Translate) -> MenuAfter:
    # `room.table` is the delayed one for a delayed spectator: the menu must not tell them early that a game is over.
    table, most = room.table, room.live.most_kept
    keep = keep_choices(table, most, translate) if is_host else ()
    kept = kept_line(table, most, translate)
    return MenuAfter(f"/t/{table.code}/games", len(table.history.summaries), keep, kept)


def _chat(room: Room, person: str) -> MenuChat:
    table = room.table
    chat, muted_voices = table.chat, table.personal(person).muted_voices
    # Only people whose messages are on the page, or who are muted, however many have come and gone.
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
            away=not room.is_shown_here(occupant.person),
            may_manage=is_host and occupant.person != person,
        )
        for seat, occupant in enumerate(table.seats)
        if occupant.kind == "person"
    )


def mark_of(code: str, person: str) -> str:
    """Return what stands for a spectator in the host's menu: another at each table. Ids have 144 random bits."""
    return hashlib.blake2b(f"{code} {person}".encode(), digest_size=8).hexdigest()


def name_of_spectator(table: Table, person: str) -> str:
    """Return the name under which the table knows a spectator; empty when there is none."""
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
    """The requests that the host may still grant. Who saw the table late may have asked for a seat of another time."""
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
    """How a viewer without a seat may get one; empty for those who have one."""
    # What a delayed spectator is told is as old as what they see, but for what they do themselves.
    room, table, live, say = at.room, at.table, at.room.live.table, at.say
    if live.seat_of(at.person) is not None:
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
        # Who stayed until the game was over knows so, and sits down at the next one.
        return JoinPart(name, returns_to=bot, may_sit=not bot)
    if person in people.turned_down:  # and may have asked once more before they saw it
        return JoinPart(why_not=translate(REFUSALS["turned-down"].sentence))
    if (asked := room.seat_asked_for(person)) is not None and asked < len(table.seats):
        return JoinPart(asked_for=table.seats[asked].name)
    if not table.settings.newcomers:
        return JoinPart()
    bots = tuple(MenuSeat(seat, occupant.name) for seat, occupant in enumerate(table.seats) if occupant.kind == "bot")
    return JoinPart(name, bots=bots)
