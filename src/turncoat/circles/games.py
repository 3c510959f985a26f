"""Games of a circle, made from the summaries that tables store. A game that was given up has no summary."""

from collections.abc import Iterable
from typing import Any

from turncoat.circles.circle import MOST_GAMES, Circle, CircleGame, Played
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.records import RecordError, check
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View
from turncoat.table.state.table import Table
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.summaries import GameSummary


def missing_games(circle: Circle, table: Table) -> list[GameSummary]:
    """Return the finished games of the table that the circle lacks.

    Games that none of its members played do not belong to it, nor do those from before its oldest if it is full.
    """
    if table.circle != circle.id:
        return []
    known = {game.key for game in circle.games}
    people = {member.person for member in circle.members}
    oldest = circle.games[0].ended if len(circle.games) >= MOST_GAMES else 0
    return [
        one
        for one in table.history.summaries.values()
        if one.ended >= oldest
        and (table.code, one.number, one.ended) not in known
        and not people.isdisjoint(_people(one))
    ]


def _people(summary: GameSummary) -> Iterable[str]:
    return (one.person for one in summary.occupants if one.person)


def game_of(circle: Circle, code: str, summary: GameSummary, behind: int = 0) -> CircleGame:
    """Return a finished game of the table with that code, whose spectators see everything `behind` seconds later."""
    roles = public_roles(summary)
    return CircleGame(
        code,
        summary.number,
        summary.game,
        summary.modules,
        summary.winner,
        summary.ended,
        tuple(
            _played(circle, dealt, one, role, side)
            for dealt, one, role, side in zip(
                summary.dealt, summary.occupants, roles, _filled(summary.sides, summary.players), strict=True
            )
        ),
        summary.begun,
        summary.ended + behind if behind else 0,
    )


def _played(circle: Circle, dealt: Occupant, occupant: Occupant, role: str, side: str) -> Played:
    member = circle.member_of(occupant.person)
    name = occupant.name if member is None and occupant.kind == "person" else ""
    bot = occupant.bot if occupant.kind == "bot" else ""
    return Played(member.number if member else 0, name, bot, role, side, dealt.person != occupant.person)


def public_roles(summary: GameSummary) -> tuple[str, ...]:
    """Return the role of each seat as everybody knew it at the end, or empty texts if the rules never reveal it."""
    try:
        played = check(summary.record)
    except RecordError:  # the rules have changed since
        return ("",) * summary.players
    view: View[Any] = View(played.ruleset, SPECTATOR)
    view.see(all_seen_by(played.events, SPECTATOR))
    return _filled([role or "" for role in getattr(view.board, "roles", None) or ()], summary.players)


def _filled(words: Iterable[str], players: int) -> tuple[str, ...]:
    return (*words, *("",) * players)[:players]
