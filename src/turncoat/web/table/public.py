"""What everybody sees of a table in play: made once for each state and language, and shared by all viewers."""

from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.web.board.model import PublicPart
from turncoat.web.board.presenter import public_part
from turncoat.web.http.languages import translator
from turncoat.web.updates.fragments import FragmentCache


def public_state(room: Room) -> tuple[object, ...]:
    """What the public part of a page depends on."""
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
    """What the table has drawn for all in the language."""
    kept: FragmentCache = room.drawn.setdefault(language, FragmentCache())
    return kept
