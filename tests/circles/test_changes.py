"""A circle stays whole under any changes, in any order."""

from collections.abc import Callable

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.circles import DAY, HOUR, NOW, circle_of, game
from turncoat.circles import changes
from turncoat.circles.circle import (
    MOST_GAMES,
    MOST_MEMBERS,
    MOST_PASSKEYS,
    MOST_TABLES,
    Circle,
    Passkey,
    evenings,
)
from turncoat.circles.exporting import exported
from turncoat.kernel.refusals import Refused

Change = Callable[[Circle], Circle]
PEOPLE = st.sampled_from(["ola", "jan", "ewa", "stranger"])
NUMBERS = st.integers(0, 6)
NAMES = st.one_of(st.sampled_from(["Ola", "0la", "Jan", ""]), st.text(max_size=30))


@st.composite
def any_change(draw: st.DrawFn) -> Change:
    person, number, name = draw(PEOPLE), draw(NUMBERS), draw(NAMES)
    is_on, now = draw(st.booleans()), NOW + draw(st.integers(0, 100))
    passkey = Passkey(draw(st.binary(max_size=3)), b"key")
    made: tuple[Change, ...] = (
        lambda one: changes.joined(one, one.secret, person, name, now),
        lambda one: changes.joined(one, "WRONG", person, name, now),
        lambda one: changes.left(one, person),
        lambda one: changes.removed(one, person, number),
        lambda one: changes.with_admin(one, person, number, on=is_on),
        lambda one: changes.renamed(one, person, name),
        lambda one: changes.renamed_member(one, person, name),
        lambda one: changes.renewed(one, person),
        lambda one: changes.with_ratings(one, person, on=is_on),
        lambda one: changes.with_season(one, person, name, now),
        lambda one: changes.without_season(one, person, now),
        lambda one: changes.with_table(one, person, "BCDF"),
        lambda one: changes.with_games(one, [game(number + 1)]),
        lambda one: changes.with_passkey(one, person, passkey),
        lambda one: changes.without_passkeys(one, person),
        lambda one: changes.come_back(one, number, passkey, person),
    )
    return draw(st.sampled_from(made))


@given(st.lists(any_change(), max_size=30))
def test_after_any_changes_a_circle_has_an_admin_and_everybody_once(made: list[Change]) -> None:
    circle = circle_of("ola", "jan")
    for one in made:
        before = circle
        try:
            circle = one(circle)
        except Refused:
            assert circle is before
        if not circle.members:
            return
        assert any(member.is_admin for member in circle.members)
        for values in (
            [member.number for member in circle.members],
            [member.person for member in circle.members],
            [member.name for member in circle.members],
            [one.key for one in circle.games],
            list(circle.tables),
        ):
            assert len(values) == len(set(values))
        assert all(0 < member.number < circle.next_number for member in circle.members)
        assert all(season.ended for season in circle.seasons[:-1])
        stored = msgspec.json.decode(msgspec.json.encode(circle), type=Circle)
        assert stored == circle


def test_strangers_can_change_nothing() -> None:
    circle = circle_of("ola", "jan")
    made: tuple[Change, ...] = (
        lambda one: changes.left(one, "stranger"),
        lambda one: changes.renamed_member(one, "stranger", "Ola"),
        lambda one: changes.with_table(one, "stranger", "BCDF"),
        lambda one: changes.with_passkey(one, "stranger", Passkey(b"id", b"key")),
        lambda one: changes.left(one, ""),
    )
    for change in made:
        with pytest.raises(Refused, match="no-such-circle"):
            change(circle)


def test_only_an_admin_governs_the_circle() -> None:
    circle = circle_of("ola", "jan")
    made: tuple[Callable[[str], Circle], ...] = (
        lambda who: changes.removed(circle, who, 2 if who == "ola" else 1),
        lambda who: changes.renamed(circle, who, "Fridays"),
        lambda who: changes.renewed(circle, who),
        lambda who: changes.with_ratings(circle, who, on=False),
        lambda who: changes.with_season(circle, who, "Winter", NOW),
        lambda who: changes.with_admin(circle, who, 2, on=True),
    )
    for change in made:
        with pytest.raises(Refused, match="not-admin"):
            change("jan")
        change("ola")


def test_a_renewed_invitation_makes_the_old_one_useless() -> None:
    circle = circle_of("ola")
    renewed = changes.renewed(circle, "ola")
    assert renewed.invitation != circle.invitation
    with pytest.raises(Refused, match="invitation-old"):
        changes.joined(renewed, circle.secret, "jan", "Jan", NOW)
    assert changes.joined(renewed, renewed.secret, "jan", "Jan", NOW).member_of("jan") is not None


def test_a_removed_member_cannot_use_the_invitation_that_they_know() -> None:
    circle = circle_of("ola", "jan")
    without = changes.removed(circle, "ola", 2)
    with pytest.raises(Refused, match="invitation-old"):
        changes.joined(without, circle.secret, "jan", "Jan", NOW)


def test_a_circle_holds_so_many_members_and_no_more() -> None:
    circle = circle_of(*(f"Person {number}" for number in range(MOST_MEMBERS)))
    with pytest.raises(Refused, match="circle-full"):
        changes.joined(circle, circle.secret, "jan", "Jan", NOW)


@pytest.mark.parametrize("name", ["Ola", "ola", "OIa", "О\u200bla"])
def test_no_two_members_have_names_that_look_alike(name: str) -> None:
    circle = circle_of("Ola", "Jan")
    with pytest.raises(Refused, match="circle-name-taken"):
        changes.joined(circle, circle.secret, "ewa", name, NOW)
    assert changes.renamed_member(circle, "Ola", "ola").members[0].name == "ola"


def test_somebody_who_leaves_leaves_no_name() -> None:
    circle = changes.with_games(circle_of("Ola", "Jan", "Ewa"), [game(1)])
    assert b"Jan" in exported(circle, "Jan", NOW)
    left = changes.left(circle, "Jan")
    assert b"Jan" not in msgspec.json.encode(left)
    assert left.games == circle.games
    assert changes.joined(left, left.secret, "Jan", "Jan", NOW).members[-1].number == 4


def test_the_oldest_member_becomes_admin_when_the_last_one_leaves() -> None:
    left = changes.left(circle_of("ola", "jan", "ewa"), "ola")
    assert [(one.name, one.is_admin) for one in left.members] == [("jan", True), ("ewa", False)]
    with pytest.raises(Refused, match="last-admin"):
        changes.with_admin(left, "jan", 2, on=False)


def test_a_game_is_added_once_and_the_oldest_make_room() -> None:
    circle = changes.with_games(circle_of("ola"), [game(2), game(1)])
    assert [one.number for one in circle.games] == [1, 2]
    assert changes.with_games(circle, [game(1), game(2)]) is circle
    assert circle.tables == ("KWFX",)
    many = changes.with_games(circle, [game(number, table="BCDF") for number in range(3, MOST_GAMES + 3)])
    assert (len(many.games), many.games[0].number, many.tables) == (MOST_GAMES, 3, ("KWFX", "BCDF"))
    for number in range(MOST_TABLES):
        many = changes.with_table(many, "ola", f"T{number}")
    assert (len(many.tables), many.tables[-1]) == (MOST_TABLES, f"T{MOST_TABLES - 1}")


def test_seasons_follow_one_another() -> None:
    circle = changes.with_season(circle_of("ola"), "ola", "Winter", NOW)
    circle = changes.with_season(circle, "ola", "Spring", NOW + DAY)
    assert [(one.name, one.begun, one.ended) for one in circle.seasons] == [
        ("Winter", NOW, NOW + DAY),
        ("Spring", NOW + DAY, 0),
    ]
    first, second = game(1, ended=NOW + HOUR), game(2, ended=NOW + DAY)
    assert [season.has(first) for season in circle.seasons] == [True, False]
    assert [season.has(second) for season in circle.seasons] == [False, True]
    ended = changes.without_season(circle, "ola", NOW + 2 * DAY)
    assert ended.season is None
    with pytest.raises(Refused, match="season-runs-not"):
        changes.without_season(ended, "ola", NOW)


def test_an_evening_ends_with_a_long_break() -> None:
    games = [game(1, ended=NOW), game(2, ended=NOW + 6 * HOUR), game(3, ended=NOW + 13 * HOUR)]
    assert [[one.number for one in evening] for evening in evenings(games)] == [[1, 2], [3]]


def test_a_passkey_moves_the_member_to_another_browser() -> None:
    passkey = Passkey(b"id", b"key")
    circle = changes.with_passkey(circle_of("ola", "jan"), "ola", passkey)
    back = changes.come_back(circle, 1, Passkey(b"id", b"key", 7), "new")
    assert back.member_of("ola") is None
    member = back.seen_by("new")
    assert (member.name, member.is_admin, member.passkeys[0].count) == ("ola", True, 7)
    with pytest.raises(Refused, match="browser-of-another"):
        changes.come_back(circle, 1, passkey, "jan")
    with pytest.raises(Refused, match="no-such-circle"):
        changes.come_back(changes.without_passkeys(circle, "ola"), 1, passkey, "new")
    with pytest.raises(Refused, match="no-such-member"):
        changes.come_back(changes.left(circle, "ola"), 1, passkey, "new")


def test_a_member_has_so_many_passkeys_and_no_more() -> None:
    circle = circle_of("ola")
    for number in range(MOST_PASSKEYS):
        circle = changes.with_passkey(circle, "ola", Passkey(bytes([number]), b"key"))
    assert changes.with_passkey(circle, "ola", Passkey(b"\0", b"another")) != circle  # the same one, made anew
    with pytest.raises(Refused, match="too-many-passkeys"):
        changes.with_passkey(circle, "ola", Passkey(b"new", b"key"))


def test_an_export_has_everything_but_what_would_let_others_act() -> None:
    circle = changes.with_passkey(circle_of("Ola", "Jan"), "Ola", Passkey(b"secret-id", b"secret-key"))
    circle = msgspec.structs.replace(
        circle, members=tuple(msgspec.structs.replace(one, person=f"browser-{one.number}") for one in circle.members)
    )
    circle = changes.with_games(circle, [game(1, members=(1, 2, 0, 9, 0))])
    text = exported(circle, "browser-1", NOW)
    for secret in (b"browser-", b"secret", circle.secret.encode()):
        assert secret not in text
    whole = msgspec.json.decode(text)
    assert [one["name"] for one in whole["members"]] == ["Ola", "Jan"]
    (only,) = whole["games"]
    assert (only["winner"], only["players"], only["ended"]) == ("resistance", 5, "2026-09-21T15:13:20+00:00")
    assert [seat["name"] for seat in only["seats"]] == ["Ola", "Jan", "Guest 2", "", "Guest 4"]


def test_a_game_whose_spectators_are_late_is_hidden_from_those_who_did_not_play() -> None:
    circle = circle_of("ola", "jan")
    late = msgspec.structs.replace(game(1, members=(1, 0, 0, 0, 0)), shown_from=NOW + 300)
    circle = changes.with_games(circle, [late])
    ola, jan = circle.members
    assert circle.games_for(ola, NOW + 299) == circle.games_for(jan, NOW + 300) == (late,)
    assert circle.games_for(jan, NOW + 299) == ()
