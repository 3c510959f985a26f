"""End of a game: all roles, and the story of the game."""

from typing import Final

import msgspec

from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Translate
from turncoat.web.board.model import DeceptionLine, EndPart, RevealedSeat
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.replays.picture import picture_url
from turncoat.web.replays.statistics import may_share, may_watch, retention_line, short_lines
from turncoat.web.table.entropy import delay_reason
from turncoat.web.table.guide import NO_SIGNS, SignsPart, signs_part
from turncoat.web.table.menu import JoinPart, join_part
from turncoat.web.table.page_parts import PagePart, ViewerContext, register
from turncoat.web.updates.cache import Cache, Memo

_STORY: Final[Memo[EndPart]] = Memo()
_OPEN_STORY: Final[Memo[EndPart]] = Memo()
_STATISTICS: Final[Memo[tuple[str, ...]]] = Memo()
_RESTART: Final = N_("The host can deal again.")


def end_part(
    room: Room,
    session: GameSession,
    is_host: bool,
    translate: Translate,
    person: str = "",
    *,
    is_open: bool = False,
    cache: Cache | None = None,
) -> EndPart | None:
    """Return the end of a game, or None while it is being played.

    `is_open` is true for somebody who may watch the replay with all cards open, and thus may know who played which
    card. `cache` holds values computed for others.
    """
    if session.result is None:
        return None
    story = (cache or Cache()).get(
        _OPEN_STORY if is_open else _STORY,
        (session.number, session.names, session.occupants, len(session.view().events)),
        lambda: _story(session, translate, is_open=is_open),
    )
    mine = session.seat_of(person)
    return msgspec.structs.replace(
        story,
        verdict="" if mine is None else "won" if story.people[mine].won else "lost",
        post_to=f"/t/{room.table.code}",
        delay_reason=delay_reason(room, translate),
        may_restart=is_host and room.table.pending_deal is None,
    )


def _story(session: GameSession, translate: Translate, *, is_open: bool) -> EndPart:
    """Return everything that is common to all viewers with the same knowledge."""
    result = session.result
    assert result is not None
    closing = session.open_view() if is_open else session.view(SPECTATOR)
    view, book, presenter = session.view(SPECTATOR), rulebook(session.ruleset.game), presenter_of(session.ruleset.game)
    teller = teller_of(session, session.names, translate)
    deceived = presenter.who_deceived_whom(view, teller)
    people = []
    for seat, occupant in enumerate(session.occupants):
        role = presenter.role(view, seat)
        side = book.side_of(role, view.board) if role else ""
        people.append(
            RevealedSeat(
                seat,
                occupant.name,
                teller.role(role),
                presenter.outline(side),
                teller.word(side),
                presenter.drawing_of(role, side, seat, occupant.avatar_on(seat)),
                side == result.winner,
                presenter.about_seat(view, seat, teller),
            )
        )
    return EndPart(
        winner=presenter.outline(result.winner),
        headline=teller.victory(result.winner),
        reason=teller.word(result.reason),
        people=tuple(people),
        deceived=deceived,
        deceptions=tuple(
            DeceptionLine(
                one.text,
                tuple((session.occupants[seat].avatar_on(seat), people[seat].side) for seat in one.seats),
                one.found,
            )
            for one in presenter.deceptions(view, teller)
            if one.text != deceived
        ),
        missions=presenter.closing_missions(closing, teller),
        decisive=presenter.decisive_vote(view, teller),
        scene=presenter.closing_scene(view, teller),
        facts=presenter.closing_facts(view, teller),
        restart_hint=translate(_RESTART),
    )


class EndPage(msgspec.Struct, frozen=True):
    """End of a game for one viewer, with the ways to get a seat for the next one."""

    story: EndPart
    code: str
    join: JoinPart = JoinPart()
    signs: SignsPart = NO_SIGNS


def _end(at: ViewerContext) -> EndPage:
    table, session, person = at.table, at.session, at.person
    assert session is not None
    watches, path, finished = may_watch(table, person), f"/t/{table.code}", list(table.history.summaries.values())
    end = end_part(at.room, session, person == table.host, at.say, person, is_open=watches, cache=at.cache)
    assert end is not None
    end = msgspec.structs.replace(
        end,
        may_ask_again=at.table_seat is not None and table.pending_deal is None,
        circle_url=f"{path}/circle" if table.circle and at.table_seat is not None else "",
        statistics_url=f"{path}/games",
        statistics=at.cache.get(_STATISTICS, finished, lambda: short_lines(table, at.say)),
    )
    if watches:
        game = f"{path}/games/{session.number}"
        end = msgspec.structs.replace(
            end,
            watch_url=f"{game}?as=open&play=1",
            record_url=f"{path}/record",
            proof_url=f"{path}/proof",
            turning_url=f"{game}?show=turning",
            beliefs_url=f"{game}?show=beliefs",
        )
        if may_share(table, person, session.number, session.seat_of(person) is not None):
            end = msgspec.structs.replace(
                end,
                share_to=f"{game}/share",
                share_picture=picture_url(game, at.language),
                share_kept=retention_line(table, at.room.live.longest_retention, at.say),
            )
    return EndPage(end, table.code, join_part(at), signs_part(at))


register(PagePart(id="end", template="table/end", audience="viewer", model=_end, layouts=("end",)))
