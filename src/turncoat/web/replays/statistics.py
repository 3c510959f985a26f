"""Finished games of a table and their statistics, for their page and the end of a game."""

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import ClassVar, Final

import msgspec

from turncoat import bots
from turncoat.kernel.refusals import Refusal
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.table.past.statistics import PlayerCount, Statistics, games_in_a_row, length, statistics_of
from turncoat.table.state.history import DAY
from turncoat.table.state.table import Table
from turncoat.table.values.settings import KEEP_TIMES, NEW_TABLE, retention_days
from turncoat.table.values.summaries import GameSummary
from turncoat.telling import PLAYERS, Teller, Translate, filled
from turncoat.web.board.model import Side
from turncoat.web.board.telling import say_refusal
from turncoat.web.games import presenter_of
from turncoat.web.http.identity import Visitor
from turncoat.web.http.page import Page, SelectOption, Site


class GameLine(msgspec.Struct, frozen=True):
    """Finished game in the list."""

    number: int
    game: str
    about: str
    ended: str
    winner: str
    side: Side
    names: tuple[str, ...]
    length: str = ""
    watch_url: str = ""
    record_url: str = ""
    """Empty for people who have not sat at this table."""
    link: str = ""
    """Address of the share link, if there is one and the viewer may know it."""
    may_share: bool = False
    may_unshare: bool = False
    ended_at: str = ""
    """End of the game in ISO format."""


class SideRow(msgspec.Struct, frozen=True):
    """Victories of a side of a game."""

    game: str
    word: str
    side: Side
    wins: int
    games: int


class PersonRow(msgspec.Struct, frozen=True):
    """Games and victories of one person."""

    name: str
    games: int
    wins: int
    sides: tuple[str, ...]
    """One line per side."""
    votes: str = ""
    left: int = 0
    """Number of games that they left or took over from somebody, which count for nobody."""


class StatisticsPart(msgspec.Struct, frozen=True):
    """Statistics of some games."""

    games: tuple[GameLine, ...]
    sides: tuple[SideRow, ...]
    people: tuple[PersonRow, ...]
    bots: tuple[PersonRow, ...]
    facts: tuple[str, ...]
    has_votes: bool = False
    has_left: bool = False


class StatisticsPage(Page, frozen=True):
    """Statistics of a table's latest games, or of all."""

    template: ClassVar[str] = "replays/statistics.html"
    code: str
    title: str
    part: StatisticsPart
    post_to: str
    back_url: str
    retention_line: str
    """Sentence on how long finished games are stored."""
    other_url: str = ""
    other: str = ""
    """Link to all games, or back to the latest."""
    problem: str = ""

    def values(self) -> dict[str, object]:
        return {**super().values(), "part": self.part}


_TITLE: Final = N_("Games at this table")
_ALL_TITLE: Final = N_("All games of this table")
_MINUTES: Final = N_("{count} minute", "{count} minutes")
_DATE: Final = N_("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
_LESS: Final = N_("less than a minute")
_AS: Final = N_("{side}: {wins} of {games}")
_TEAMS: Final = N_("{count} team was put to the vote.", "{count} teams were put to the vote.")
_APPROVED: Final = N_("Of these, {count} was approved.", "Of these, {count} were approved.")
_LONGEST: Final = N_("The longest game: number {number}, {time}.")
_SHORTEST: Final = N_("The shortest game: number {number}, {time}.")
_FOREVER: Final = N_("until the table is deleted")
_DAYS: Final = N_("for {count} day", "for {count} days")
_KEPT: Final = N_("Finished games are stored {time}.")
_USUALLY_KEPT: Final = N_("Finished games are stored {time}, unless their table's host chooses otherwise.")
_SIDE_WON: Final = N_("{side}: {wins} of {games}")
_SHORT: Final = N_("{count} game", "{count} games")
MINUTE: Final = 60


def retention_options(table: Table, most: int, translate: Translate) -> tuple[SelectOption, ...]:
    """Return the options for how long finished games are stored on this server."""
    now = table.settings.keep_games
    offered = [days for days in KEEP_TIMES if not most or 0 < days <= most] or [most]
    chosen = now if now in offered else retention_days(now, most)
    if chosen not in offered:
        offered.append(chosen)
    return tuple(SelectOption(str(days), _retention_time(days, translate), chosen=days == chosen) for days in offered)


def retention_line(table: Table, most: int, translate: Translate) -> str:
    """Return a sentence on how long finished games are stored."""
    time = _retention_time(retention_days(table.settings.keep_games, most), translate)
    return translate(_KEPT).format(time=time)


def usual_retention(most: int, translate: Translate) -> str:
    """Return a sentence on how long finished games are stored at tables whose host has chosen nothing else."""
    time = _retention_time(retention_days(NEW_TABLE.keep_games, most), translate)
    return translate(_USUALLY_KEPT).format(time=time)


@lru_cache
def _retention_time(days: int, translate: Translate) -> str:
    return filled(translate, _DAYS, count=days) if days else translate(_FOREVER)


def short_lines(table: Table, translate: Translate) -> tuple[str, ...]:
    """Return short statistics of the latest games for the end of a game, or nothing if it was the first."""
    games = games_in_a_row(table.history.summaries.values())
    if not games or len(games[-1]) < 2:
        return ()
    statistics = statistics_of(games[-1])
    lines = [filled(translate, _SHORT, count=len(statistics.games))]
    for count in statistics.sides:
        teller = _teller(count.game, translate)
        lines.append(translate(_SIDE_WON).format(side=teller.word(count.side), wins=count.wins, games=count.games))
    return tuple(lines)


def _teller(game: str, translate: Translate) -> Teller:
    book = rulebook(game)
    return Teller(Ruleset.of(game, book.players[0]), (), translate)


def statistics_part(
    table: Table,
    finished: Sequence[GameSummary],
    visitor: Visitor,
    watches: bool,
    base: str,
    translate: Translate,
    every: bool,
) -> tuple[StatisticsPart, bool]:
    """Return the statistics of the latest games, or of all, and whether there are earlier ones."""
    found = games_in_a_row(finished)
    games = [game for one in found for game in one] if every else found[-1] if found else []
    statistics = statistics_of(games)
    part = StatisticsPart(
        games=tuple(_line(table, game, visitor, watches, base, translate) for game in reversed(games)),
        sides=tuple(
            SideRow(
                translate(BOOKS[count.game].title),
                _teller(count.game, translate).word(count.side),
                presenter_of(count.game).outline(count.side),
                count.wins,
                count.games,
            )
            for count in statistics.sides
        ),
        people=tuple(_row(count, translate) for count in statistics.people),
        bots=tuple(_row(count, translate) for count in statistics.bots),
        facts=_facts(statistics, translate),
        has_votes=bool(statistics.teams),
        has_left=any(count.left for count in statistics.people),
    )
    return part, len(found) > 1


def _facts(statistics: Statistics, translate: Translate) -> tuple[str, ...]:
    facts = []
    if statistics.teams:
        teams = filled(translate, _TEAMS, count=statistics.teams)
        facts.append(f"{teams} {filled(translate, _APPROVED, count=statistics.approved)}")
    if statistics.longest is not None and statistics.shortest is not None:
        ends = [(_LONGEST, statistics.longest), (_SHORTEST, statistics.shortest)]
        times = [time_of(game, translate) for _, game in ends]
        if times[0] != times[1]:
            told = zip(ends, times, strict=True)
            facts += [translate(message).format(number=game.number, time=time) for (message, game), time in told]
    return tuple(facts)


def time_of(game: GameSummary, translate: Translate) -> str:
    """Return the length of a game in words, or an empty string if it is unknown."""
    seconds = length(game)
    if not seconds:
        return ""
    return filled(translate, _MINUTES, count=seconds // MINUTE) if seconds >= MINUTE else translate(_LESS)


def date_of(seconds: int, translate: Translate) -> str:
    """Return a time in the server's time zone, formatted for the language, or an empty string if unknown."""
    if seconds <= DAY:
        return ""
    at = datetime.fromtimestamp(seconds).astimezone()
    return translate(_DATE).format(year=at.year, month=at.month, day=at.day, hour=at.hour, minute=at.minute)


def time_at(seconds: int) -> str:
    """Return a time in ISO format, which scripts convert to the viewer's time zone."""
    return datetime.fromtimestamp(seconds, UTC).isoformat() if seconds > DAY else ""


def _row(count: PlayerCount, translate: Translate) -> PersonRow:
    name = translate(bots.title_of(count.name)) if count.bot else count.name
    sides = tuple(
        translate(_AS).format(side=_teller(game, translate).word(side), wins=wins, games=games)
        for (game, side), (wins, games) in count.sides.items()
        if side
    )
    votes = f"{count.approvals} / {count.ballots}" if count.ballots else ""
    return PersonRow(name, count.games, count.wins, sides, votes, count.left)


def _line(
    table: Table, game: GameSummary, visitor: Visitor, watches: bool, base: str, translate: Translate
) -> GameLine:
    teller = _teller(game.game, translate)
    book, history = rulebook(game.game), table.history
    shared = history.shared.get(game.number)
    played, path = game.was_played_by(visitor.id), f"/t/{table.code}/games/{game.number}"
    extras = (translate(book.chapters[name].title) for name in game.modules if name in book.chapters)
    return GameLine(
        game.number,
        translate(book.title),
        ", ".join((teller.fill(PLAYERS, count=game.players), *extras)),
        date_of(game.ended, translate),
        teller.victory(game.winner),
        presenter_of(game.game).outline(game.winner),
        game.names,
        time_of(game, translate),
        path if watches else "",
        f"{path}/record" if watches else "",
        f"{base}/r/{shared.token}" if shared is not None and watches else "",
        played and shared is None,
        shared is not None and visitor.id in (shared.by, table.host),
        time_at(game.ended),
    )


def may_watch(table: Table, person: str) -> bool:
    """Return whether the person may watch the table's finished games: they have sat here and were not removed."""
    has_sat = person in table.membership.names or person == table.host
    return bool(person) and has_sat and not table.membership.is_removed(person)


def may_look_on(table: Table, person: str) -> bool:
    """Return whether the person may know which games were played at the table."""
    return may_watch(table, person) or (table.settings.spectators and not table.membership.is_removed(person))


def may_share(table: Table, person: str, game: int, played: bool) -> bool:
    """Return whether the person may share a link to a game: they played it, or it has a link already."""
    return may_watch(table, person) and (played or game in table.history.shared)


def statistics_page(
    table: Table,
    finished: Sequence[GameSummary],
    visitor: Visitor,
    watches: bool,
    site: Site,
    base: str,
    translate: Translate,
    most: int,
    every: bool,
    refusal: Refusal | None = None,
) -> StatisticsPage:
    """Return the statistics page for the `finished` games, with replay links if the visitor `watches`.

    It may run in a thread, and reads only those parts of the table that are replaced as a whole.
    """
    part, more = statistics_part(table, finished, visitor, watches, base, translate, every)
    path = f"/t/{table.code}"
    title = translate(_ALL_TITLE if every else _TITLE)
    return StatisticsPage(
        site,
        table.code,
        title,
        part,
        f"{path}/games",
        path,
        retention_line(table, most, translate),
        (f"{path}/games" if every else f"{path}/games?all=1") if more else "",
        translate(_TITLE if every else _ALL_TITLE),
        say_refusal(refusal, translate) if refusal is not None else "",
    )
