"""The public part of a table in play: made once for each state and language, and shared by all viewers."""

from collections.abc import Sequence

import msgspec

from turncoat.kernel.seats import SPECTATOR
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Sentence, Teller, Translate
from turncoat.web.board.model import PublicPart
from turncoat.web.board.public_part import GameLog, board_part
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.http.languages import translator
from turncoat.web.table.chat import chat_part
from turncoat.web.table.luck import missing_luck
from turncoat.web.table.thinking_aid import ON
from turncoat.web.updates.fragments import FragmentCache


def public_part(
    room: Room, session: GameSession, translate: Translate, kept: FragmentCache | None = None
) -> PublicPart:
    """Everything that all viewers see; `kept` has what was made of it before."""
    teller, kept = teller_of(session, session.names, translate), kept or FragmentCache()
    board = board_part(
        session.view(SPECTATOR),
        presenter_of(session.ruleset.game),
        teller,
        session.occupants,
        session.asked,
        session.news,
        away={one.person for one in session.occupants if one.kind == "person" and not room.is_shown_here(one.person)},
        considered=room.team_draft.seats(room.table),
        log=_log_of(session, teller, kept),
    )
    missing = missing_luck(session, translate)
    facts = (*board.facts, missing) if missing else board.facts
    on_board = f"{board.on_board}, {translate(ON)}" if room.table.settings.thinking_aid else board.on_board
    chat = chat_part(room.table, translate)
    return msgspec.structs.replace(board, code=room.table.code, facts=facts, on_board=on_board, chat=chat)


def told_since(room: Room, session: GameSession, language: str, since: int) -> Sequence[Sentence]:
    """What everybody saw happen, from the event of that number on; `Sentence` counts from there."""
    teller, events = teller_of(session, session.names, translator(language)), session.view(SPECTATOR).events
    state = (session.number, session.names, since, len(events))
    return fragments_of(room, language).get("told", state, lambda: teller.events(events[since:]))


def _log_of(session: GameSession, teller: Teller, kept: FragmentCache) -> GameLog:
    return kept.get("log", (session.number, session.names), lambda: GameLog(teller))


def public_state(room: Room) -> tuple[object, ...]:
    """Everything that the public part of a page depends on."""
    table = room.table
    return (
        table.games,
        table.session is None,
        table.version,
        room.presence.changes,
        table.chat.count,
        room.team_draft.seats(table),
    )


def time_shown(room: Room) -> tuple[object, ...]:
    """What a page shows of the passing time: what is on stage, and the seconds left on clocks, to a tenth."""
    clock, scenes = room.clock, room.scenes
    left = clock.left(), clock.discussion_left(), clock.deal_left(), scenes.dealing
    return scenes.running, tuple(round(seconds, 1) for seconds in left)


def public_of(room: Room, session: GameSession, language: str) -> PublicPart:
    """The public part of the page in this state."""
    kept = fragments_of(room, language)
    return kept.get("model", public_state(room), lambda: public_part(room, session, translator(language), kept))


def fragments_of(room: Room, language: str) -> FragmentCache:
    """The pieces that the table has drawn for all viewers of the language."""
    kept: FragmentCache = room.drawn.setdefault(language, FragmentCache())
    return kept
