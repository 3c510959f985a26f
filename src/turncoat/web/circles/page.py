"""Models of the pages of circles, made for one of their members."""

from typing import ClassVar, Final

import msgspec

from turncoat.circles.circle import Circle, CircleGame, Member
from turncoat.circles.statistics import TOO_FEW
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_
from turncoat.table.state.table import Table
from turncoat.telling import Translate, filled
from turncoat.web.circles.figures import CircleFigures
from turncoat.web.http.codes import grouped
from turncoat.web.http.page import Page, SelectOption, TableLink
from turncoat.web.notices.webhook_forms import WebhookPart


class CircleLink(msgspec.Struct, frozen=True):
    """Circle in the list of the visitor's circles."""

    name: str
    about: str
    url: str


class CirclesPage(Page, frozen=True):
    """The visitor's circles, and the ways into one: make it, join it, come back to it."""

    template: ClassVar[str] = "circles/circles.html"
    circles: tuple[CircleLink, ...]
    visitor: str
    may_return: bool
    """True if this server knows passkeys."""
    name: str = ""
    code: str = ""
    problem: str = ""


class InvitationPage(Page, frozen=True):
    """Invitation into a circle."""

    template: ClassVar[str] = "circles/invitation.html"
    circle: str
    about: str
    post_to: str
    visitor: str
    is_full: bool
    problem: str = ""


class MemberLine(msgspec.Struct, frozen=True):
    """Member in the list."""

    number: int
    name: str
    is_admin: bool
    is_own: bool


class CirclePage(Page, frozen=True):
    """A circle, as one of its members sees it."""

    template: ClassVar[str] = "circles/circle.html"
    name: str
    post_to: str
    own: MemberLine
    members: tuple[MemberLine, ...]
    most: int
    join_url: str
    code: str
    tables: tuple[TableLink, ...]
    figures: CircleFigures
    seasons: tuple[SelectOption, ...]
    """The seasons to look at, the first of them being all games. Empty without seasons."""
    season: str
    """Name of the current season, or empty."""
    has_ratings: bool
    more_url: str
    """Address of the page with earlier evenings, or empty."""
    has_passkeys: bool
    """True if this server knows passkeys."""
    passkeys: int
    notices: WebhookPart
    too_few: int = TOO_FEW
    problem: str = ""


ALL_GAMES: Final = N_("All games")
_MEMBERS: Final = N_("{count} member", "{count} members")
_PLAYING: Final = N_("{game}, {count} player", "{game}, {count} players")
_RUNNING: Final = N_("{table}: a game is on")
_SEATED: Final = N_("{table}: {seated} here")


def members_in_words(circle: Circle, translate: Translate) -> str:
    """Return the number of members."""
    return filled(translate, _MEMBERS, count=len(circle.members))


def member_line(member: Member, person: str) -> MemberLine:
    """Return a member for the list of a page that this person sees."""
    return MemberLine(member.number, member.name, member.is_admin, member.person == person)


def table_link(table: Table, person: str, translate: Translate) -> TableLink:
    """Return a table of the circle for its list, with what the person could see there: spectators may be late."""
    setup = table.game_setup
    about = filled(translate, _PLAYING, game=translate(BOOKS[setup.game].title), count=setup.players)
    if table.settings.spectators_behind and table.seat_of(person) is None:
        pass
    elif table.running:
        about = translate(_RUNNING).format(table=about)
    elif names := [one.name for one in table.seats if one.kind == "person"]:
        about = translate(_SEATED).format(table=about, seated=", ".join(names))
    return TableLink(table.code, grouped(table.code), about, f"/t/{table.code}")


def season_options(circle: Circle, shown: int | None, translate: Translate) -> tuple[SelectOption, ...]:
    """Return the choice of seasons, the latest first, after all games."""
    if not circle.seasons:
        return ()
    seasons = [
        SelectOption(str(number), season.name, chosen=number == shown)
        for number, season in reversed(list(enumerate(circle.seasons)))
    ]
    return SelectOption("", translate(ALL_GAMES), chosen=shown is None), *seasons


def games_of(circle: Circle, season: int | None, person: str, now: int) -> list[CircleGame]:
    """Return the games of that season, or all, that a member may know of and whose rules this server has."""
    games = (game for game in circle.games_for(circle.seen_by(person), now) if game.game in BOOKS)
    return [game for game in games if season is None or circle.seasons[season].has(game)]
