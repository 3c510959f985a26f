"""What everybody sees of a table in play: its board and its talk."""

import msgspec

from turncoat.kernel.seats import SPECTATOR
from turncoat.table.runtime.room_registry import Room
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Translate
from turncoat.web.board.model import PublicPart
from turncoat.web.board.public_part import board_part
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.table.chat import talk_part


def public_part(room: Room, session: GameSession, translate: Translate) -> PublicPart:
    """All that everybody sees."""
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
    return msgspec.structs.replace(board, code=room.table.code, talk=talk_part(room.table, translate))
