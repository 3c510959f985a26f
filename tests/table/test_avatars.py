"""Avatars: everybody at a table has a unique one, and people may choose theirs."""

from random import Random

from tests.support.host import SEED, Host
from turncoat.kernel.rulebooks import BOOKS
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.values.avatars import AVATARS, BOT_AVATARS

LARGEST = max(book.players[-1] for book in BOOKS.values())


def avatars(host: Host) -> list[str]:
    return [occupant.avatar for occupant in host.table.seats if occupant.kind != "empty"]


def assert_all_differ(host: Host) -> None:
    shown = avatars(host)
    assert all(shown)
    assert len(set(shown)) == len(shown), shown
    for occupant in host.table.seats:
        if occupant.kind != "empty":
            assert occupant.avatar in (BOT_AVATARS if occupant.kind == "bot" else AVATARS)


def test_there_are_more_avatars_than_seats_at_the_largest_table() -> None:
    assert LARGEST == 12
    assert len(AVATARS) > LARGEST
    assert len(set(BOT_AVATARS)) == len(BOT_AVATARS) >= LARGEST


def test_a_person_may_choose_only_a_free_avatar() -> None:
    host = Host()
    host.do("jan", c.Sit("Jan"))
    mine, other = avatars(host)
    assert mine != other
    assert host.refused("jan", c.ChooseAvatar(mine)) == "avatar-taken"
    assert host.refused("jan", c.ChooseAvatar("dragon")) == "avatar-unknown"
    assert host.refused("jan", c.ChooseAvatar(BOT_AVATARS[0])) == "avatar-unknown"
    assert host.refused("eve", c.ChooseAvatar(other)) == "not-seated"
    free = next(avatar for avatar in AVATARS if avatar not in (mine, other))
    host.do("jan", c.ChooseAvatar(free))
    assert avatars(host) == [mine, free]
    host.do("jan", c.ChooseAvatar(free))  # one's own does not count as taken
    host.start()
    assert host.refused("jan", c.ChooseAvatar(mine)) == "avatar-taken"
    host.do("jan", c.ChooseAvatar(other))
    assert avatars(host)[:2] == [mine, other]
    assert host.table.session is not None
    assert host.table.session.occupants[1].avatar == other
    assert_all_differ(host)


def test_a_returning_person_gets_their_avatar_unless_taken() -> None:
    host = Host()
    host.do("jan", c.Sit("Jan"))
    free = next(avatar for avatar in AVATARS if avatar not in avatars(host))
    host.do("jan", c.ChooseAvatar(free))
    host.do("jan", c.Leave())
    host.do("jan", c.Sit("Jan"))
    assert avatars(host)[1] == free
    host.do("jan", c.Leave())
    host.do("ola", c.ChooseAvatar(free))
    host.do("jan", c.Sit("Jan"))
    assert_all_differ(host)
    again, lost = rebuild(host.log)
    assert not lost
    assert again.seats == host.table.seats


def test_avatars_are_unique_at_the_largest_table() -> None:
    """Includes tables of only people or only bots, and bots that take over during a game."""
    rng = Random(5)
    for people in (1, 7, LARGEST):
        host = Host()
        host.do("ola", c.SetUp(c.GameSetup("winter-soldier", LARGEST)))
        others = [f"person {number}" for number in range(people - 1)]
        for one in others:
            host.do(one, c.Sit(one))
            assert_all_differ(host)
        for one in rng.sample(others, len(others) // 2):
            host.do(one, c.Leave())
            host.do(one, c.Sit(one))
            host.do(one, c.ChooseAvatar(rng.choice([avatar for avatar in AVATARS if avatar not in avatars(host)])))
            assert_all_differ(host)
        host.do("ola", c.Start(), SEED)
        assert len(avatars(host)) == LARGEST
        assert_all_differ(host)
        for one in others:
            host.do(one, c.Leave())
            assert_all_differ(host)
        for one in others:
            host.do(one, c.Sit(one))
            assert_all_differ(host)
