"""Changes of a circle, as functions from one value to the next. Each raises Refused if it may not be made."""

import secrets
from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from turncoat.circles.circle import (
    ID_LENGTH,
    MOST_GAMES,
    MOST_MEMBERS,
    MOST_PASSKEYS,
    MOST_SEASONS,
    MOST_TABLES,
    SECRET_LENGTH,
    Circle,
    CircleGame,
    Member,
    Passkey,
    Season,
)
from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.words import N_
from turncoat.table.values.codes import drawn_code
from turncoat.table.values.names import clean_name, looks
from turncoat.table.values.typed_text import cleaned

LONGEST_NAME: Final = 40
"""Characters of the name of a circle or season."""

describe(
    {
        "circle-name": N_(
            "Please give it a name of at most {most} character.", "Please give it a name of at most {most} characters."
        ),
        "circle-name-taken": N_(
            "Somebody in this circle has that name, or one that looks just like it; please choose another."
        ),
        "circle-full": N_(
            "This circle has {most} member, which is the most; somebody would have to leave first.",
            "This circle has {most} members, which is the most; somebody would have to leave first.",
        ),
        "no-such-member": N_("That person is no longer in the circle."),
        "last-admin": N_("The circle needs an admin; please make somebody else one first."),
        "season-runs-not": N_("No season is running; you can begin one."),
        "too-many-seasons": N_("The circle has as many seasons as it can keep."),
        "browser-of-another": N_(
            "In this browser you are {name} in that circle. Please leave it here first, or use another browser."
        ),
        "too-many-passkeys": N_("You have as many passkeys here as one person can; please remove them first."),
    }
)
describe(
    {
        "invitation-old": N_(
            "This invitation is not valid, or no longer: somebody may have renewed it. Please ask a friend in the "
            "circle for the new one."
        ),
    },
    status=404,
    is_public=True,
)
FULL: Final = Refusal("circle-full", (("most", MOST_MEMBERS),))


def is_invited(circle: Circle, secret: str) -> bool:
    """Return whether this is the second half of the circle's current invitation."""
    return secrets.compare_digest(circle.secret.encode(), secret.encode())


def founded(id: str, name: str, person: str, own_name: str, now: int) -> Circle:
    """Return a new circle with its first member as its admin."""
    admin = Member(1, clean_name(own_name), person, now, is_admin=True)
    return Circle(id, clean_title(name), drawn_code(SECRET_LENGTH), (admin,))


def drawn_id(secret: str = "") -> str:
    """Return the id of a new circle. With a secret, it is the same each time."""
    return drawn_code(ID_LENGTH, secret)


def clean_title(text: str) -> str:
    """Return the name of a circle or season for display. Raises Refused if it is empty or too long."""
    name = cleaned(text[: LONGEST_NAME * 20])
    if not name or len(name) > LONGEST_NAME:
        raise Refused(Refusal("circle-name", (("most", LONGEST_NAME),)))
    return name


# Members


def joined(circle: Circle, secret: str, person: str, name: str, now: int) -> Circle:
    """Return the circle with one more member. Somebody who is one already stays as they are."""
    if not is_invited(circle, secret):
        raise Refused(Refusal("invitation-old"))
    if circle.member_of(person) is not None:
        return circle
    if circle.is_full:
        raise Refused(FULL)
    member = Member(circle.next_number, _free_name(circle, name), person, now)
    return replace(circle, members=(*circle.members, member), next_number=circle.next_number + 1)


def renamed_member(circle: Circle, person: str, name: str) -> Circle:
    """Return the circle in which the person has another name."""
    member = circle.seen_by(person)
    return _with(circle, replace(member, name=_free_name(circle, name, member.number)))


def left(circle: Circle, person: str) -> Circle:
    """Return the circle without the person. The member who has been there longest becomes admin if there is no other.

    Nothing of their name is left, not even in the games that they played. A circle without members is to be deleted.
    """
    return _without(circle, circle.seen_by(person))


def removed(circle: Circle, person: str, number: int) -> Circle:
    """Return the circle from which an admin has removed a member, with a new invitation."""
    circle.checked_admin(person)
    return renewed(_without(circle, _member(circle, number)), person)


def with_admin(circle: Circle, person: str, number: int, *, on: bool) -> Circle:
    """Return the circle in which an admin has made somebody an admin, or no longer one."""
    circle.checked_admin(person)
    changed = _with(circle, replace(_member(circle, number), is_admin=on))
    if not any(one.is_admin for one in changed.members):
        raise Refused(Refusal("last-admin"))
    return changed


def _free_name(circle: Circle, text: str, number: int = 0) -> str:
    name = clean_name(text)
    others = (one.name for one in circle.members if one.number != number)
    if any(not looks(name).isdisjoint(looks(other)) for other in others):
        raise Refused(Refusal("circle-name-taken"))
    return name


def _member(circle: Circle, number: int) -> Member:
    if (member := circle.member(number)) is None:
        raise Refused(Refusal("no-such-member"))
    return member


def _with(circle: Circle, member: Member) -> Circle:
    members = tuple(member if one.number == member.number else one for one in circle.members)
    return replace(circle, members=members)


def _without(circle: Circle, member: Member) -> Circle:
    members = tuple(one for one in circle.members if one.number != member.number)
    if members and not any(one.is_admin for one in members):
        members = (replace(members[0], is_admin=True), *members[1:])
    return replace(circle, members=members)


# The circle itself


def renewed(circle: Circle, person: str) -> Circle:
    """Return the circle with a new invitation. Older ones stop working."""
    circle.checked_admin(person)
    return replace(circle, secret=drawn_code(SECRET_LENGTH))


def renamed(circle: Circle, person: str, name: str) -> Circle:
    """Return the circle with another name."""
    circle.checked_admin(person)
    return replace(circle, name=clean_title(name))


def with_ratings(circle: Circle, person: str, *, on: bool) -> Circle:
    """Return the circle with ratings, or without."""
    circle.checked_admin(person)
    return replace(circle, has_ratings=on)


def with_season(circle: Circle, person: str, name: str, now: int) -> Circle:
    """Return the circle in which a season of that name begins, and any other ends."""
    circle.checked_admin(person)
    if len(circle.seasons) >= MOST_SEASONS:
        raise Refused(Refusal("too-many-seasons"))
    ended = without_season(circle, person, now) if circle.season is not None else circle
    return replace(circle, seasons=(*ended.seasons, Season(clean_title(name), now)))


def without_season(circle: Circle, person: str, now: int) -> Circle:
    """Return the circle in which the current season has ended."""
    circle.checked_admin(person)
    if (season := circle.season) is None:
        raise Refused(Refusal("season-runs-not"))
    return replace(circle, seasons=(*circle.seasons[:-1], replace(season, ended=max(now, season.begun + 1))))


def deleted(circle: Circle, person: str) -> Circle:
    """Return the circle without members, which is to be deleted."""
    circle.checked_admin(person)
    return replace(circle, members=())


# Tables and games


def with_table(circle: Circle, person: str, code: str) -> Circle:
    """Return the circle with one more table."""
    circle.seen_by(person)
    return replace(circle, tables=_latest_tables((*circle.tables, code)))


def without_tables(circle: Circle, codes: Iterable[str]) -> Circle:
    """Return the circle without those tables, which no longer exist. Their games stay."""
    gone = frozenset(codes)
    return replace(circle, tables=tuple(code for code in circle.tables if code not in gone))


def with_games(circle: Circle, games: Iterable[CircleGame]) -> Circle:
    """Return the circle with these games, each of them once, however often it is added."""
    known = {game.key for game in circle.games}
    added = {game.key: game for game in games if game.key not in known}.values()
    if not added:
        return circle
    latest = sorted((*circle.games, *added), key=lambda game: (game.ended, game.key))[-MOST_GAMES:]
    tables = (*circle.tables, *(game.table for game in added))
    return replace(circle, games=tuple(latest), tables=_latest_tables(tables))


def _latest_tables(codes: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(codes))[-MOST_TABLES:]


# Passkeys


def with_passkey(circle: Circle, person: str, passkey: Passkey) -> Circle:
    """Return the circle with one more passkey of the person."""
    member = circle.seen_by(person)
    kept = tuple(one for one in member.passkeys if one.id != passkey.id)
    if len(kept) >= MOST_PASSKEYS:
        raise Refused(Refusal("too-many-passkeys"))
    return _with(circle, replace(member, passkeys=(*kept, passkey)))


def without_passkeys(circle: Circle, person: str) -> Circle:
    """Return the circle without the person's passkeys."""
    return _with(circle, replace(circle.seen_by(person), passkeys=()))


def come_back(circle: Circle, number: int, passkey: Passkey, person: str) -> Circle:
    """Return the circle in which a member uses another browser, and the counter of their passkey is that given."""
    member = _member(circle, number)
    if not any(one.id == passkey.id for one in member.passkeys):
        raise Refused(Refusal("no-such-circle"))
    other = circle.member_of(person)
    if other is not None and other.number != number:
        raise Refused(Refusal("browser-of-another", (("name", other.name),)))
    passkeys = tuple(passkey if one.id == passkey.id else one for one in member.passkeys)
    return _with(circle, replace(member, person=person, passkeys=passkeys))
