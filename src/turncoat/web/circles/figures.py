"""Figures on the page of a circle: its evenings with their games, and what can be said of these, in words."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby
from typing import Final

import msgspec

from turncoat import bots
from turncoat.circles.circle import Circle, CircleGame, Played, evenings
from turncoat.circles.ratings import Rating, ratings_of
from turncoat.circles.statistics import Rate, statistics_of
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.telling import PLAYERS, Teller, Translate, filled
from turncoat.web.board.model import Side
from turncoat.web.games import presenter_of
from turncoat.web.replays.statistics import date_of, time_at

SHOWN: Final = 3
"""Number of evenings on the page."""
MOST_SHOWN: Final = 200
"""Number of games on the page with all of them."""
_GAMES: Final = N_("{count} game", "{count} games")
_FORMER: Final = N_("Somebody who has left")
_OF: Final = N_("{wins} of {games}")
_SHARE: Final = N_("{share}%")
_INTERVAL: Final = N_("{low}–{high}%")
_TOO_FEW: Final = N_("too few games to tell")
_RATING: Final = N_("{value} ± {reach}")


class SeatLine(msgspec.Struct, frozen=True):
    """Seat of a finished game."""

    name: str
    is_bot: bool
    role: str
    side: Side | None
    word: str
    """Side in words, or empty if the rules never reveal it."""
    is_shared: bool


class GameLine(msgspec.Struct, frozen=True):
    """Finished game."""

    id: str
    game: str
    about: str
    winner: str
    side: Side
    seats: tuple[SeatLine, ...]


class Evening(msgspec.Struct, frozen=True):
    """Games without a long break between them."""

    date: str
    date_at: str
    """Time of the first game in ISO format."""
    about: str
    games: tuple[GameLine, ...]


class RateLine(msgspec.Struct, frozen=True):
    """Share of games won, in words: too few to tell, or the share with its interval."""

    count: str
    share: str
    interval: str = ""


class SideLine(msgspec.Struct, frozen=True):
    """Rate of a side of a game, with a module if one is named."""

    game: str
    module: str
    word: str
    side: Side
    rate: RateLine


class WordLine(msgspec.Struct, frozen=True):
    """Rate of a member with a side or a role."""

    word: str
    game: str
    rate: RateLine
    side: Side | None = None


class MemberRatesLine(msgspec.Struct, frozen=True):
    """Rates of a member."""

    name: str
    all: RateLine
    sides: tuple[WordLine, ...]
    roles: tuple[WordLine, ...]
    shared: int


class RatingLine(msgspec.Struct, frozen=True):
    """Rating of a member."""

    name: str
    games: int
    value: str
    """Rating with its uncertainty, or that there are too few games to tell."""


class SideRatings(msgspec.Struct, frozen=True):
    """Ratings on a side of a game."""

    game: str
    word: str
    side: Side
    lines: tuple[RatingLine, ...]


class CircleFigures(msgspec.Struct, frozen=True):
    """Games of a circle, and what can be said of them."""

    games: int = 0
    evenings: tuple[Evening, ...] = ()
    sides: tuple[SideLine, ...] = ()
    modules: tuple[SideLine, ...] = ()
    members: tuple[MemberRatesLine, ...] = ()
    ratings: tuple[SideRatings, ...] = ()
    is_mixed: bool = False
    """True if different games were played, so that each figure has to name its own."""


def figures_of(circle: Circle, games: Sequence[CircleGame], most: int, translate: Translate) -> CircleFigures:
    """Return what can be said of these games, and the latest `most` evenings (0: all). It may run in a thread."""
    found = statistics_of(circle, games)
    groups = evenings(games if most else games[-MOST_SHOWN:])[-most:]
    names = {one.number: one.name for one in circle.members}
    # A module may bring the words of a role.
    rules = {(one.game, seat.role): (len(one.seats), one.modules) for one in games for seat in one.seats}
    return CircleFigures(
        len(games),
        tuple(_evening(circle, group, translate) for group in reversed(groups)),
        tuple(_side_line(one.game, one.module, one.side, one.rate, translate) for one in found.sides),
        tuple(_side_line(one.game, one.module, one.side, one.rate, translate) for one in found.modules),
        tuple(
            MemberRatesLine(
                names[one.number],
                rate_line(one.all, translate),
                tuple(
                    WordLine(
                        _teller(game, translate).word(side),
                        _title(game, translate),
                        rate_line(rate, translate),
                        presenter_of(game).outline(side),
                    )
                    for (game, side), rate in one.sides.items()
                ),
                tuple(
                    WordLine(
                        _teller_of(game, players, modules, translate).role(role),
                        _title(game, translate),
                        rate_line(rate, translate),
                    )
                    for (game, role), rate in one.roles.items()
                    if (game, role) not in one.sides  # a role that is called as its side
                    for players, modules in (rules[game, role],)
                ),
                one.shared,
            )
            for one in found.members
        ),
        tuple(
            SideRatings(
                _title(game, translate),
                _teller(game, translate).word(side),
                presenter_of(game).outline(side),
                tuple(_rating_line(one, names[one.number], translate) for one in group),
            )
            for (game, side), group in groupby(ratings_of(circle, games), lambda one: (one.game, one.side))
        )
        if circle.has_ratings
        else (),
        len({one.game for one in games}) > 1,
    )


def rate_line(rate: Rate, translate: Translate) -> RateLine:
    """Return a rate in words."""
    count = translate(_OF).format(wins=rate.wins, games=rate.games)
    if not rate.is_telling:
        return RateLine(count, translate(_TOO_FEW))
    low, high = rate.interval
    return RateLine(
        count,
        translate(_SHARE).format(share=round(100 * rate.share)),
        translate(_INTERVAL).format(low=round(100 * low), high=round(100 * high)),
    )


def _rating_line(rating: Rating, name: str, translate: Translate) -> RatingLine:
    value = translate(_TOO_FEW)
    if rating.is_telling:
        value = translate(_RATING).format(value=round(rating.value), reach=round(rating.reach))
    return RatingLine(name, rating.games, value)


def _side_line(game: str, module: str, side: str, rate: Rate, translate: Translate) -> SideLine:
    chapter = rulebook(game).chapters.get(module)
    return SideLine(
        _title(game, translate),
        translate(chapter.title) if chapter is not None else module,
        _teller(game, translate).word(side),
        presenter_of(game).outline(side),
        rate_line(rate, translate),
    )


def _evening(circle: Circle, games: Sequence[CircleGame], translate: Translate) -> Evening:
    begun = games[0].begun or games[0].ended
    return Evening(
        date_of(begun, translate),
        time_at(begun),
        filled(translate, _GAMES, count=len(games)),
        tuple(_game_line(circle, one, translate) for one in reversed(games)),
    )


def _game_line(circle: Circle, game: CircleGame, translate: Translate) -> GameLine:
    book, teller = rulebook(game.game), _teller_of(game.game, len(game.seats), game.modules, translate)
    extras = (translate(book.chapters[name].title) for name in game.modules if name in book.chapters)
    outline = presenter_of(game.game).outline
    return GameLine(
        f"{game.table}-{game.number}",
        translate(book.title),
        ", ".join((teller.fill(PLAYERS, count=len(game.seats)), *extras)),
        teller.victory(game.winner),
        outline(game.winner),
        tuple(
            SeatLine(
                _name_of(circle, seat, translate),
                bool(seat.bot),
                teller.role(seat.role) if seat.role else "",
                outline(seat.side) if seat.side else None,
                teller.word(seat.side) if seat.side else "",
                seat.is_shared,
            )
            for seat in game.seats
        ),
    )


def _name_of(circle: Circle, seat: Played, translate: Translate) -> str:
    if seat.bot:
        return translate(bots.title_of(seat.bot))
    member = circle.member(seat.member)
    return member.name if member is not None else seat.name or translate(_FORMER)


def _title(game: str, translate: Translate) -> str:
    return translate(BOOKS[game].title)


def _teller(game: str, translate: Translate) -> Teller:
    return _teller_of(game, rulebook(game).players[0], (), translate)


@lru_cache(256)
def _teller_of(game: str, players: int, modules: tuple[str, ...], translate: Translate) -> Teller:
    try:
        ruleset = Ruleset.draft(game, players, modules)
    except RulesetError:  # the rules have changed since
        ruleset = Ruleset.of(game, rulebook(game).players[0])
    return Teller(ruleset, (), translate)
