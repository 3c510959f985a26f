"""The public part of a table in play: made once for each state and language, and shared by all viewers."""

import msgspec

from turncoat.kernel.seats import SPECTATOR
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Translate
from turncoat.web.board.model import PublicPart
from turncoat.web.board.public_part import board_part
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.http.languages import translator
from turncoat.web.table.chat import chat_part
from turncoat.web.table.luck import missing_luck
from turncoat.web.updates.fragments import FragmentCache


def public_part(room: Room, session: GameSession, translate: Translate) -> PublicPart:
    """Everything that all viewers see."""
    board = board_part(
        session.view(SPECTATOR),
        presenter_of(session.ruleset.game),
        teller_of(session, session.names, translate),
        session.occupants,
        session.asked,
        session.news,
        away={one.person for one in session.occupants if one.kind == "person" and one.person not in room.here},
        considered=room.team_draft.seats(room.table),
    )
    missing = missing_luck(session, translate)
    facts = (*board.facts, missing) if missing else board.facts
    return msgspec.structs.replace(board, code=room.table.code, facts=facts, chat=chat_part(room.table, translate))


def public_state(room: Room) -> tuple[object, ...]:
    """Everything that the public part of a page depends on."""
    table = room.table
    return (
        table.games,
        table.session is None,
        table.version,
        room.presence,
        table.chat.count,
        room.team_draft.seats(table),
    )


def public_of(room: Room, session: GameSession, language: str) -> PublicPart:
    """The public part of the page in this state."""
    return fragments_of(room, language).get(
        "model", public_state(room), lambda: public_part(room, session, translator(language))
    )


def fragments_of(room: Room, language: str) -> FragmentCache:
    """The pieces that the table has drawn for all viewers of the language."""
    kept: FragmentCache = room.drawn.setdefault(language, FragmentCache())
    return kept
