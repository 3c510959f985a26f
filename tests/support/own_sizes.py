"""Sizes of a seat's private updates, which must not depend on its cards."""

import msgspec

from tests.support.offline_room import Watching
from turncoat.table.state.chat import in_channel
from turncoat.table.state.game_session import GameSession
from turncoat.web.games import presenter_of
from turncoat.web.table.sealed import own_size
from turncoat.web.updates.viewer import Outcome


def sizes_at(watching: list[Watching], session: GameSession) -> None:
    """Check that every private part has the size given by the names at the table, both in full and packed."""
    texts = presenter_of(session.ruleset.game).room_for_own_texts(session.ruleset)
    size = own_size(session.names, texts, with_aid=watching[0].at.table.settings.thinking_aid)
    for one in watching:
        if not in_channel(session, one.seat):
            assert one.own_part() == size.in_full
            if one.viewer.packs:
                assert bytes_of_own(one.viewer.answer(Outcome())) == size.packed


def bytes_of_own(update: bytes) -> int:
    """Count the bytes of a packed update that only its viewer gets, including padding."""
    message = msgspec.json.decode(update)
    return len(message["packed"][-1]) + len(message.get("pad", ""))
