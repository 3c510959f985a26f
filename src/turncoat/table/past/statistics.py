"""Statistics of a table: sides, people, bots. They are plain counts, since a few games say little about anybody.

Games without a long break between them are grouped. A game counts for those who were dealt its cards and played to the
end. For those who left, or took over from somebody, it is counted separately, as it would say nothing about them.
"""

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from turncoat.table.values.summaries import GameSummary

BREAK: Final = 6 * 60 * 60
"""Seconds without a game after which a new group begins."""


class SideWins(msgspec.Struct):
    """Wins of a side of a game."""

    game: str
    side: str
    wins: int = 0
    games: int = 0


class PlayerCount(msgspec.Struct):
    """Counts for a person, or for the bots of one kind."""

    name: str
    bot: bool = False
    games: int = 0
    wins: int = 0
    ballots: int = 0
    approvals: int = 0
    left: int = 0
    """Number of games that they left, or took over from somebody."""
    sides: dict[tuple[str, str], list[int]] = {}
    """Wins and games, by game and side."""


class Statistics(msgspec.Struct):
    """Figures of some games."""

    games: tuple[GameSummary, ...]
    sides: tuple[SideWins, ...]
    people: tuple[PlayerCount, ...]
    """In order of their first game: nobody is ranked by a few games."""
    bots: tuple[PlayerCount, ...]
    teams: int = 0
    approved: int = 0
    longest: GameSummary | None = None
    shortest: GameSummary | None = None


def length(game: GameSummary) -> int:
    """Return the duration of a game in seconds, or 0 if unknown."""
    return max(0, game.ended - game.begun) if game.begun and game.ended else 0


def games_in_a_row(games: Iterable[GameSummary]) -> list[list[GameSummary]]:
    """Return the games in groups without a long break, oldest first."""
    found: list[list[GameSummary]] = []
    for game in games:
        last = found[-1][-1].ended if found else 0
        if found and (game.begun or game.ended) - last <= BREAK:
            found[-1].append(game)
        else:
            found.append([game])
    return found


def statistics_of(games: Sequence[GameSummary]) -> Statistics:
    """Return the figures of these games."""
    sides: dict[tuple[str, str], SideWins] = {}
    people: dict[str, PlayerCount] = {}
    bots: dict[str, PlayerCount] = {}
    for game in games:
        for side in dict.fromkeys([*filter(None, game.sides), game.winner]):
            count = sides.setdefault((game.game, side), SideWins(game.game, side))
            count.games += 1
            count.wins += side == game.winner
        _count_people(game, people, bots)
    known = sorted((game for game in games if length(game)), key=length)
    return Statistics(
        tuple(games),
        tuple(sides.values()),
        tuple(people.values()),
        tuple(bots.values()),
        sum(game.votes.proposals for game in games),
        sum(game.votes.approved for game in games),
        known[-1] if known else None,
        known[0] if known else None,
    )


def _count_people(game: GameSummary, people: dict[str, PlayerCount], bots: dict[str, PlayerCount]) -> None:
    for seat, (dealt, occupant) in enumerate(zip(game.dealt, game.occupants, strict=True)):
        for one in dict.fromkeys((dealt.person, occupant.person)):
            if one:
                name = occupant.name if one == occupant.person else dealt.name
                person = people.setdefault(one, PlayerCount(name))
                person.name = name
                person.left += dealt.person != occupant.person
        if dealt.person == occupant.person:
            if occupant.person:
                _count(people[occupant.person], game, seat)
            elif occupant.kind == "bot":
                _count(bots.setdefault(occupant.bot, PlayerCount(occupant.bot, bot=True)), game, seat)


def _count(player: PlayerCount, game: GameSummary, seat: int) -> None:
    side = game.sides[seat] if seat < len(game.sides) else ""
    won = bool(side) and side == game.winner
    player.games += 1
    player.wins += won
    wins = player.sides.setdefault((game.game, side), [0, 0])
    wins[0] += won
    wins[1] += 1
    if game.votes.ballots:
        player.ballots += game.votes.ballots[seat]
        player.approvals += game.votes.approvals[seat]
