"""A circle as JSON for its members: everything that is kept of it, except what would let others act in their place."""

from datetime import UTC, datetime
from typing import Any

import msgspec

from turncoat.circles.circle import Circle, CircleGame, Played

FORMAT = 1


def exported(circle: Circle, person: str, now: int) -> bytes:
    """Return the circle as JSON for a member. Raises Refused.

    Ids of browsers, passkeys, the invitation and the address that is told are left out, of the latter all but the site.
    """
    members = [{"name": one.name, "since": _time(one.since), "admin": one.is_admin} for one in circle.members]
    seasons = [{"name": one.name, "begun": _time(one.begun), "ended": _time(one.ended)} for one in circle.seasons]
    whole = {
        "format": FORMAT,
        "circle": circle.name,
        "ratings": circle.has_ratings,
        "notices": _notices(circle),
        "members": members,
        "tables": circle.tables,
        "seasons": seasons,
        "games": [_game(circle, one) for one in circle.games_for(circle.seen_by(person), now)],
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1)


def _notices(circle: Circle) -> dict[str, Any]:
    webhook, every = circle.notices.webhook, circle.notices.remind
    return {"site": webhook.host, "reminder_hours": every} if webhook is not None else {}


def _game(circle: Circle, game: CircleGame) -> dict[str, Any]:
    return {
        "table": game.table,
        "number": game.number,
        "game": game.game,
        "players": len(game.seats),
        "modules": game.modules,
        "begun": _time(game.begun),
        "ended": _time(game.ended),
        "winner": game.winner,
        "seats": [_seat(circle, one) for one in game.seats],
    }


def _seat(circle: Circle, seat: Played) -> dict[str, Any]:
    member = circle.member(seat.member)
    return {
        "name": member.name if member is not None else seat.name,
        "member": member is not None,
        "bot": seat.bot,
        "role": seat.role,
        "side": seat.side,
        "played_to_the_end": not seat.is_shared,
    }


def _time(at: int) -> str:
    return datetime.fromtimestamp(at, UTC).isoformat() if at else ""
