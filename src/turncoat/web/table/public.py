"""Public part of a table in play, computed once per moment and language and shared by all viewers."""

from typing import Final

import msgspec

from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.telling import Translate
from turncoat.web.board.log_parts import log_parts
from turncoat.web.board.model import BoardSeat, LogPart, MissionSlot, ProposalRow, PublicPart
from turncoat.web.board.public_part import GameLog, board_part
from turncoat.web.board.telling import explained_at, teller_of
from turncoat.web.games import presenter_of
from turncoat.web.table.entropy import missing_entropy
from turncoat.web.table.page_parts import Items, PagePart, PublicContext, Tab, register
from turncoat.web.table.thinking_aid import ON
from turncoat.web.updates.cache import Cache, Memo

_PUBLIC: Final[Memo[PublicPart]] = Memo()
_LOG: Final[Memo[GameLog]] = Memo()


def public_part(room: Room, session: GameSession, translate: Translate, cache: Cache | None = None) -> PublicPart:
    """Return everything that all viewers see. `cache` holds values computed earlier."""
    teller, cache = teller_of(session, session.names, translate), cache or Cache()
    board = board_part(
        session.view(SPECTATOR),
        presenter_of(session.ruleset.game),
        teller,
        session.occupants,
        session.asked,
        session.first_new_event,
        away={one.person for one in session.occupants if one.kind == "person" and not room.is_listed_here(one.person)},
        draft=room.team_draft.seats(room.table),
        log=cache.get(_LOG, (session.number, session.names), lambda: GameLog(teller, explained_at(room.table.code))),
    )
    missing = missing_entropy(session, translate)
    facts = (*board.facts, missing) if missing else board.facts
    on_board = f"{board.on_board}, {translate(ON)}" if room.table.settings.thinking_aid else board.on_board
    return msgspec.structs.replace(board, code=room.table.code, facts=facts, on_board=on_board)


def public_of(at: PublicContext) -> PublicPart:
    """Return the public part at the current moment."""
    session = at.session
    assert session is not None
    return at.cache.get(_PUBLIC, at.moment, lambda: public_part(at.room, session, at.say, at.cache))


class VotesPart(msgspec.Struct, frozen=True):
    """All proposals so far, with all ballots."""

    names: tuple[str, ...]
    short_names: tuple[str, ...]
    rows: tuple[ProposalRow, ...]


def stage_part(public: PublicPart) -> PublicPart:
    """Return the current action: of the seats only the avatars on the team's places, and nothing of the tracks."""
    named = public.stage.slots
    seats = tuple(BoardSeat(one.number, one.name, avatar=one.avatar) for one in public.seats if one.name in named)
    return PublicPart(public.code, public.game, public.stage, seats, panel=public.panel, draft=public.draft)


class TracksPart(msgspec.Struct, frozen=True):
    """State of the game: the missions, the rejected teams, and the facts of the set-up."""

    mission_slots: tuple[MissionSlot, ...]
    rejected: int
    rejected_limit: int
    rejected_label: str
    last_chance: str
    on_board: str
    facts: tuple[str, ...]


def tracks_part(public: PublicPart) -> TracksPart:
    """Return the public part's tracks."""
    return TracksPart(*(getattr(public, name) for name in TracksPart.__struct_fields__))


def votes_of(public: PublicPart) -> VotesPart | None:
    """Return the votes, or None in a game without any."""
    names = tuple(seat.name for seat in public.seats)
    return VotesPart(names, public.short_names, public.rows) if public.mission_slots else None


def _votes_by_id(votes: VotesPart) -> dict[str, ProposalRow]:
    return {f"vote-{number}": row for number, row in enumerate(votes.rows)}


def _log_by_id(log: tuple[LogPart, ...]) -> dict[str, LogPart]:
    return {f"log-{line.number}": line for line in reversed(log)}


register(PagePart(id="stage", template="board/stage", audience="public", model=lambda at: stage_part(public_of(at))))
register(PagePart(id="tracks", template="board/tracks", audience="public", model=lambda at: tracks_part(public_of(at))))
register(
    PagePart(
        id="seats",
        template="board/seats",
        audience="public",
        model=lambda at: public_of(at).seats,
        items=Items(lambda seats: {f"seat-{seat.number}": seat for seat in seats}, "board/seat"),
    )
)
register(
    PagePart(
        id="votes",
        template="board/votes",
        audience="public",
        model=lambda at: votes_of(public_of(at)),
        layouts=("play", "end"),
        place=Tab(N_("Votes"), "approve", order=2),
        items=Items(_votes_by_id, "board/vote"),
    )
)
register(
    PagePart(
        id="log",
        template="board/log",
        audience="public",
        model=lambda at: log_parts(public_of(at).log),
        layouts=("play", "end"),
        place=Tab(N_("Log"), "book", order=3),
        items=Items(_log_by_id, "board/line"),
    )
)
