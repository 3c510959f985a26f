"""A circle as a value: members, tables, finished games and seasons. Changes are in `changes`.

Nothing in it is public. Only members see anything, and nobody sees the ids by which browsers are recognized.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.past.statistics import BREAK
from turncoat.table.values.notice_settings import NoticeSettings

MOST_MEMBERS: Final = 30
MOST_GAMES: Final = 2000
"""Number of games that a circle keeps. The oldest make room."""
MOST_TABLES: Final = 20
"""Number of latest tables that a circle lists."""
MOST_SEASONS: Final = 40
MOST_PASSKEYS: Final = 5
"""Passkeys of one member."""
ID_LENGTH: Final = 8
SECRET_LENGTH: Final = 8
"""Letters of a circle's id, and of the secret that follows it in an invitation."""

describe(
    {
        "no-such-circle": N_(
            "There is no such circle for you. If you were in it on another device, come back with your passkey, or ask "
            "a friend for a new invitation."
        ),
    },
    status=404,
    is_public=True,
)
describe({"not-admin": N_("Only an admin of the circle can do that; please ask one.")})


class Passkey(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Public part of a passkey."""

    id: bytes
    key: bytes
    count: int = 0
    """Counter of signatures, which some devices keep."""


class Member(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Member of a circle."""

    number: int
    """Number that no other member ever gets."""
    name: str
    person: str
    """Id of the browser, which nobody sees."""
    since: int = 0
    is_admin: bool = False
    passkeys: tuple[Passkey, ...] = ()


class Played(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A seat of a finished game."""

    member: int = 0
    """Number of the member, who may have left since, or 0 for somebody else."""
    name: str = ""
    """Name of somebody who was no member."""
    bot: str = ""
    """Kind of the bot, or empty for a person."""
    role: str = ""
    side: str = ""
    """Role and side that everybody knew at the end, or empty."""
    is_shared: bool = False
    """True if somebody left the seat during the game or took it over. Then the game counts for nobody on it."""


class CircleGame(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A finished game of a circle. Times are in seconds since 1970."""

    table: str
    number: int
    """Number among the games of the table."""
    game: str
    modules: tuple[str, ...]
    winner: str
    ended: int
    seats: tuple[Played, ...]
    begun: int = 0
    shown_from: int = 0
    """Time from which everybody in the circle may know of it: spectators of its table may see its end late."""

    @property
    def key(self) -> tuple[str, int, int]:
        """Table, number and end, which together belong to no other game."""
        return self.table, self.number, self.ended


class Season(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A named span of time. The current one has no end."""

    name: str
    begun: int
    ended: int = 0

    def has(self, game: CircleGame) -> bool:
        """Return whether the game was finished in this season."""
        return self.begun <= game.ended and (not self.ended or game.ended < self.ended)


class Circle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A circle of friends."""

    id: str
    name: str
    secret: str
    """Second half of the invitation. A new one makes older invitations useless."""
    members: tuple[Member, ...]
    tables: tuple[str, ...] = ()
    """Codes of its latest tables, oldest first."""
    games: tuple[CircleGame, ...] = ()
    """Finished games, oldest first."""
    seasons: tuple[Season, ...] = ()
    """Seasons, oldest first."""
    has_ratings: bool = True
    next_number: int = 2
    """Number of the next member."""
    notices: NoticeSettings = NoticeSettings()
    """Address that is told when one of the tables waits for somebody, which no member can read again."""

    @property
    def invitation(self) -> str:
        """Code by which somebody joins."""
        return self.id + self.secret

    @property
    def is_full(self) -> bool:
        """True if nobody can join."""
        return len(self.members) >= MOST_MEMBERS

    @property
    def season(self) -> Season | None:
        """The current season."""
        return self.seasons[-1] if self.seasons and not self.seasons[-1].ended else None

    def member(self, number: int) -> Member | None:
        """Return the member of that number, unless they have left."""
        return next((one for one in self.members if one.number == number), None)

    def member_of(self, person: str) -> Member | None:
        """Return the member behind a browser."""
        return next((one for one in self.members if person and one.person == person), None)

    def games_for(self, member: Member, now: int) -> tuple[CircleGame, ...]:
        """Return the games that a member may know of: those that they played, and those whose end spectators see."""

        def is_shown(game: CircleGame) -> bool:
            return game.shown_from <= now or any(seat.member == member.number for seat in game.seats)

        return tuple(filter(is_shown, self.games))

    def seen_by(self, person: str) -> Member:
        """Return the member behind a browser. Raises Refused for anybody else."""
        if (member := self.member_of(person)) is None:
            raise Refused(Refusal("no-such-circle"))
        return member

    def checked_admin(self, person: str) -> Member:
        """Return the admin behind a browser. Raises Refused for anybody else."""
        member = self.seen_by(person)
        if not member.is_admin:
            raise Refused(Refusal("not-admin"))
        return member


def evenings(games: Sequence[CircleGame]) -> list[list[CircleGame]]:
    """Return the games in groups without a long break, oldest first. Games of several tables may overlap."""
    found: list[list[CircleGame]] = []
    for game in games:
        if found and (game.begun or game.ended) - found[-1][-1].ended <= BREAK:
            found[-1].append(game)
        else:
            found.append([game])
    return found
