"""Clocks, pauses and absent people for one viewer, computed from public facts and the viewer's identity."""

import math
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final, Self

import msgspec

from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import is_in
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.room_clock import Countdown
from turncoat.table.state.game_control import GameControl
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.play_by_day import zone_of
from turncoat.table.values.settings import (
    ABILITY_TIMES,
    AWAY_TIMES,
    DAY_HOURS,
    DECISION_TIMES,
    DISCUSSIONS,
    TALK_TIMES,
    TableSettings,
)
from turncoat.telling import Translate, filled
from turncoat.web.board.telling import teller_of
from turncoat.web.http.page import SelectOption
from turncoat.web.table.awaited import GO_ON
from turncoat.web.table.page_parts import Announcing, PagePart, ViewerContext, register
from turncoat.web.table.scenes import scene_paces


class CountdownPart(msgspec.Struct, frozen=True):
    """Countdown, which the page runs by itself from the server time in each update."""

    id: str
    kind: str
    text: str
    ends: float
    """Server time in seconds at which it ends, or the seconds left while it is stopped. Without meaning by day."""
    until: str = ""
    """End in ISO format at a table that is played by day, which has no countdown. Scripts convert it."""
    when: str = ""
    """The words for it in the text, in the host's time zone."""
    stopped: bool = False
    half_at: int = 0
    """Seconds left at the half-time announcement."""
    half: str = ""
    """Announcement at half time, empty if the countdown is too short."""
    last: str = ""
    """Announcement of the last ten seconds."""
    over: str = ""
    """Announcement at the end."""


class AwayPerson(msgspec.Struct, frozen=True):
    """Absent person for whom a bot plays, or for whom the host may let a bot play."""

    number: int
    text: str
    button: str = ""


class GivingUp(msgspec.Struct, frozen=True):
    """Votes to abandon the game."""

    text: str
    wants: bool = False
    """True if the viewer has voted for it."""


class Asking(msgspec.Struct, frozen=True):
    """Requests to pause the game, or to resume it."""

    text: str
    how: str
    """Sentence that says who can grant the request."""
    what: str = "pause"
    wants: bool = False
    """True if the viewer has made the request."""


class ClockPart(Announcing, frozen=True):
    """Clock section above the table for one viewer. Nothing in it depends on the cards."""

    post_to: str = ""
    is_host: bool = False
    seated: bool = False
    roomy: bool = False
    """True if space is reserved for a countdown, so that the page does not shift when one begins."""
    countdown: CountdownPart | None = None
    discussion: CountdownPart | None = None
    talking: CountdownPart | None = None
    """Time to talk, while the bots wait."""
    end_talk: str = ""
    """Label of the button with which the viewer ends that time, empty if they may not."""
    paused: str = ""
    over: str = ""
    """Sentence naming the people whose time ran out."""
    away: tuple[AwayPerson, ...] = ()
    mine: int = -1
    """Seat of the viewer if a bot plays for them, otherwise -1."""
    host_away: str = ""
    """Set if the viewer may take over as host."""
    giving_up: GivingUp | None = None
    asking: Asking | None = None

    @property
    def facts(self) -> tuple[str, ...]:
        """Sentences in the section, for screen readers."""
        sentences = (
            self.countdown.text if self.countdown is not None and self.countdown.kind == "reveal" else "",
            self.paused,
            self.over,
            *(person.text for person in self.away),
            self.host_away,
            self.giving_up.text if self.giving_up is not None else "",
            self.asking.text if self.asking is not None else "",
        )
        return tuple(filter(None, sentences))

    def announcements(self, before: Self | None, at: ViewerContext) -> list[tuple[str, str]]:
        """Return the sentences that are new."""
        if before is None:
            return []
        said = [fact for fact in self.facts if fact not in before.facts]
        if before.paused and not self.paused:
            said.append(at.say(_GOES_ON))
        return [(f"k{at.said_at}-{number}", text) for number, text in enumerate(said)]


class MenuClock(msgspec.Struct, frozen=True):
    """Menu of the host for running the table, and requests that everybody may make during a game."""

    day: tuple[SelectOption, ...] = ()
    """Live, or the hours for a decision by day."""
    is_by_day: bool = False
    nights_off: bool = True
    time_zone: str = ""
    decision: tuple[SelectOption, ...] = ()
    talk: tuple[SelectOption, ...] = ()
    """Offered only in a game whose rules limit the time to talk."""
    ability: tuple[SelectOption, ...] = ()
    stand_in: tuple[SelectOption, ...] = ()
    paces: tuple[SelectOption, ...] = ()
    """Paces of the scenes."""
    discussion: tuple[SelectOption, ...] = ()
    discussing: bool = False
    paused: bool = False
    asks: bool = False
    """True if the viewer has requested a pause, or its end during one."""
    wants_to_give_up: bool = False


CLOCKS: Final[Mapping[str, str]] = {
    "decision": N_("Time for this choice: {limit}"),
    "talk": N_("Time to talk: {limit}"),
    "abilities": N_("Time for abilities: {limit}"),
    "reveal": N_("All in – revealing…"),
}
WEEKDAYS: Final = (
    N_("Monday"),
    N_("Tuesday"),
    N_("Wednesday"),
    N_("Thursday"),
    N_("Friday"),
    N_("Saturday"),
    N_("Sunday"),
)
_UNTIL: Final = N_("Until {when}")
_WHEN: Final = N_("{weekday} {hour:02}:{minute:02} ({zone})")
_LIVE: Final = N_("Live")
_BY_DAY: Final = N_("By day: {count} hour", "By day: {count} hours")
SHORTEST_HALF: Final = 20
"""Seconds. Half time is announced for countdowns of at least this length."""
LAST: Final = 10
_DISCUSSION: Final = N_("Discussion: {limit}")
_BOTS_WAIT: Final = N_("Time to talk. The bots wait until it is over.")
_CLOCKS_WAIT: Final = N_("Time to talk. The clocks start when it is over.")
_SECONDS: Final = N_("{count} second", "{count} seconds")
_MINUTES: Final = N_("{count} minute", "{count} minutes")
_LEFT: Final = N_("{count} second left.", "{count} seconds left.")
_MINUTES_LEFT: Final = N_("{count} minute left.", "{count} minutes left.")
_DISCUSSED: Final = N_("Discussion time is over. Continue when you are ready.")
_PAUSED: Final = N_("{name} has paused the game. You can keep talking.")
_PAUSED_BY_MANY: Final = N_("The game is paused: more than half of the people asked for it. You can keep talking.")
_ASKS_PAUSE: Final = N_("{who:seats} would like a pause.")
_ASKS_GO_ON: Final = N_("{who:seats} would like to resume.")
_PAUSE_HOW: Final = N_(
    "The host can pause it, or {count} person who asks for it.",
    "The host can pause it, or {count} people who ask for it.",
)
_GO_ON_HOW: Final = N_(
    "The host can resume it, or {count} person who asks for it.",
    "The host can resume it, or {count} people who ask for it.",
)
_GOES_ON: Final = N_("The game continues.")
_TIME_UP: Final = N_("{seats:seats} ran out of time; the default was chosen.")
_AWAY: Final = N_("{name} is away.")
_BOT_PLAYS: Final = N_("{name} is away; a bot plays until {name} is back.")
_BOT_PLAYS_FOR_ME: Final = N_("A bot plays for you while you are away.")
_LET_BOT: Final = N_("Let a bot play for {name}")
_HOST_AWAY: Final = N_("{name}, the host, has been away for a while.")
_GIVE_UP: Final = N_(
    "{count} wants to abandon this game; {needed} are needed.",
    "{count} want to abandon this game; {needed} are needed.",
)
_NO_LIMIT: Final = N_("No limit")
_BY_HAND: Final = N_("Until the host continues")


def length(seconds: int, translate: Translate) -> str:
    """Return a number of seconds in words, as minutes if it is a multiple of 60."""
    if seconds % 60 or not seconds:
        return filled(translate, _SECONDS, count=seconds)
    return filled(translate, _MINUTES, count=seconds // 60)


def clock_part(
    room: Room, session: GameSession, person: str, translate: Translate, *, may_end_talk: bool = False
) -> ClockPart:
    """Return the clock section for a person, who may be able to end the time to talk."""
    table, timer = room.table, room.clock
    seat, is_host, control = table.seat_of(person), person == table.host, table.control
    timed_out = control.still_timed_out(session.latest_question)
    running = timer.running  # None for delayed spectators
    return ClockPart(
        post_to=f"/t/{table.code}",
        is_host=is_host,
        seated=seat is not None,
        roomy=bool(table.settings.decision_time or table.settings.is_by_day)
        or session.holds
        or bool(rulebook(session.ruleset.game).clocks),
        countdown=_countdown(room, running, translate) if running is not None else None,
        discussion=_discussion(room, translate),
        talking=_talking(room, session, seat, translate),
        end_talk=translate(GO_ON) if may_end_talk else "",
        paused=_paused(control, translate),
        over=teller_of(session, session.names, translate).fill(_TIME_UP, seats=timed_out) if timed_out else "",
        away=_away(room, seat, is_host, translate),
        mine=seat if seat is not None and table.seats[seat].stand_in else -1,
        host_away=_host_away(room, seat, translate),
        giving_up=_giving_up(table, person, translate) if table.running and control.in_favour(table.seats) else None,
        asking=_asking(table, session, person, translate) if table.running else None,
    )


def _paused(control: GameControl, translate: Translate) -> str:
    if control.paused_by_many:
        return translate(_PAUSED_BY_MANY)
    return translate(_PAUSED).format(name=control.paused_by) if control.paused_by else ""


def _asking(table: Table, session: GameSession, person: str, translate: Translate) -> Asking | None:
    control = table.control
    who = control.who_asks(table.seats)
    if not who:
        return None
    says, how = (_ASKS_GO_ON, _GO_ON_HOW) if control.paused_by else (_ASKS_PAUSE, _PAUSE_HOW)
    return Asking(
        teller_of(session, table.names, translate).fill(says, who=who),
        filled(translate, how, count=control.needed(table.seats)),
        "resume" if control.paused_by else "pause",
        person in control.asking,
    )


def _countdown(room: Room, running: Countdown, translate: Translate) -> CountdownPart:
    timer, limit, table = room.clock, round(running.limit), room.table
    turn = table.session.turn if table.session is not None else 0
    if running.until:
        when = day_and_time(running.until, table.settings.time_zone, translate)
        until = datetime.fromtimestamp(running.until, UTC).isoformat()
        text = translate(_UNTIL).format(when=when)
        return CountdownPart(f"clock-{table.games}-{turn}", running.kind, text, 0.0, until, when)
    return _countdown_part(
        f"clock-{table.games}-{table.control.times_up}-{turn}-{limit}",
        running.kind,
        translate(CLOCKS[running.kind]).format(limit=length(limit, translate)),
        running.ends if timer.stopped is None else timer.stopped,
        limit if running.kind in ("decision", "talk") else 0,
        translate,
        stopped=timer.stopped is not None,
    )


def day_and_time(moment: int, zone: str, translate: Translate) -> str:
    """Return a moment within a week as the day of the week and the time, in words of the language."""
    at = datetime.fromtimestamp(moment, zone_of(zone))
    weekday = translate(WEEKDAYS[at.weekday()])
    return translate(_WHEN).format(weekday=weekday, hour=at.hour, minute=at.minute, zone=zone or "UTC")


def by_day(hours: int, translate: Translate) -> str:
    """Return in words whether a table is played live, or by day with so many hours for each choice."""
    return filled(translate, _BY_DAY, count=hours) if hours else translate(_LIVE)


def _discussion(room: Room, translate: Translate) -> CountdownPart | None:
    discussion = room.clock.discussion
    if discussion is None or not room.clock.shows_discussion:
        return None
    limit = round(discussion.limit)
    text = translate(_DISCUSSION).format(limit=length(limit, translate))
    over = translate(_DISCUSSED)
    return _countdown_part(
        f"discussion-{discussion.number}", "discussion", text, discussion.ends, limit, translate, over=over
    )


def _talking(room: Room, session: GameSession, seat: int | None, translate: Translate) -> CountdownPart | None:
    """Return the time to talk, or None where nothing waits for its end.

    While only bots wait for it, it is not shown to a viewer who is asked: it does not limit the question.
    """
    ends = room.scenes.talk_ends
    if not ends or math.isinf(ends):
        return None
    table = room.table
    if table.settings.decision_time:
        text = translate(_CLOCKS_WAIT)
    elif (seat is None or not is_in(seat, session.waiting)) and any(
        occupant.is_played_by_bot and is_in(at, session.waiting) for at, occupant in enumerate(table.seats)
    ):
        text = translate(_BOTS_WAIT)
    else:
        return None
    return _countdown_part(f"talking-{table.games}-{room.scenes.talks}", "talking", text, ends, 0, translate)


def _countdown_part(
    id: str,
    kind: str,
    text: str,
    ends: float,
    announced: int,
    translate: Translate,
    *,
    stopped: bool = False,
    over: str = "",
) -> CountdownPart:
    half = announced // 2
    half_text = ""
    if announced >= SHORTEST_HALF:
        half_text = (
            filled(translate, _LEFT, count=half) if half % 60 else filled(translate, _MINUTES_LEFT, count=half // 60)
        )
    return CountdownPart(
        id=id,
        kind=kind,
        text=text,
        ends=round(ends, 1),
        stopped=stopped,
        half_at=half,
        half=half_text,
        last=filled(translate, _LEFT, count=LAST) if announced > SHORTEST_HALF else "",
        over=over,
    )


def _away(room: Room, me: int | None, is_host: bool, translate: Translate) -> tuple[AwayPerson, ...]:
    found, table = [], room.table
    late = table.control.timed_out
    for seat, occupant in enumerate(table.seats):
        if occupant.stand_in:
            text = translate(_BOT_PLAYS_FOR_ME if seat == me else _BOT_PLAYS).format(name=occupant.name)
            found.append(AwayPerson(seat, text))
        elif table.settings.is_by_day and not is_in(seat, late):
            continue  # nobody has to be there
        elif is_host and occupant.kind == "person" and not room.is_listed_here(occupant.person) and seat != me:
            text, button = translate(_AWAY), translate(_LET_BOT)
            found.append(AwayPerson(seat, text.format(name=occupant.name), button.format(name=occupant.name)))
    return tuple(found)


def _host_away(room: Room, seat: int | None, translate: Translate) -> str:
    host = room.table.seat_of(room.table.host)
    if seat is None or host is None or seat == host or not room.clock.host_may_be_replaced:
        return ""
    return translate(_HOST_AWAY).format(name=room.table.seats[host].name)


def _giving_up(table: Table, person: str, translate: Translate) -> GivingUp:
    control = table.control
    text = filled(translate, _GIVE_UP, count=control.in_favour(table.seats), needed=control.needed(table.seats))
    return GivingUp(text, person in control.votes)


def _clock(at: ViewerContext) -> ClockPart:
    assert at.session is not None
    may_end_talk = at.room.may_end_talk(at.visitor.watches_as)
    return clock_part(at.room, at.session, at.person, at.say, may_end_talk=may_end_talk)


register(
    PagePart(
        id="clock",
        template="table/clock",
        audience="viewer",
        model=_clock,
    )
)


# The menu


def menu_clock(room: Room, person: str, translate: Translate) -> MenuClock:
    """Return the menu's clock section for a person."""
    table = room.table
    wants = person in table.control.votes
    paused = bool(table.control.paused_by)
    if table.seat_of(person) is None:
        return MenuClock()
    if person != table.host:
        return MenuClock(paused=paused, asks=person in table.control.asking, wants_to_give_up=wants)
    return msgspec.structs.replace(
        _choices_of_the_host(table.settings, rulebook(table.game_setup.game).clocks, translate),
        discussing=bool(table.control.discussion_time),
        paused=paused,
        wants_to_give_up=wants,
    )


@lru_cache
def _choices_of_the_host(settings: TableSettings, clocks: tuple[str, ...], translate: Translate) -> MenuClock:
    def times(offered: tuple[int, ...], now: int) -> tuple[SelectOption, ...]:
        values = [*sorted({*offered, now} - {0}), 0]
        return tuple(
            SelectOption(str(value), length(value, translate) if value else translate(_NO_LIMIT), chosen=value == now)
            for value in values
        )

    minutes = sorted({*AWAY_TIMES, settings.stand_in_after})
    return MenuClock(
        day=tuple(
            SelectOption(str(hours), by_day(hours, translate), chosen=hours == settings.day_hours)
            for hours in sorted({*DAY_HOURS, settings.day_hours})
        ),
        is_by_day=settings.is_by_day,
        nights_off=settings.nights_off,
        time_zone=settings.time_zone,
        decision=times(DECISION_TIMES, settings.decision_time),
        talk=times(TALK_TIMES, settings.talk_time) if "talk" in clocks else (),
        ability=times(ABILITY_TIMES, settings.ability_time) if "abilities" in clocks else (),
        stand_in=tuple(
            SelectOption(
                str(value),
                length(value * 60, translate) if value else translate(_BY_HAND),
                chosen=value == settings.stand_in_after,
            )
            for value in minutes
        ),
        paces=scene_paces(settings, translate),
        discussion=tuple(SelectOption(str(value), length(value, translate)) for value in DISCUSSIONS),
    )
