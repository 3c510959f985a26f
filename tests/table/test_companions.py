"""People who play on somebody else's device: who may add them and take them off, and what becomes of them."""

from tests.support.host import Host, three
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.values.settings import TableSettings


def with_companions() -> Host:
    """Return Ola's table with Jan and Eve, where Bo and Cy play on Jan's device."""
    host = three()
    host.do("jan", c.SeatCompanion("Bo"))
    host.do("jan", c.SeatCompanion(" Cy ", seat=4))
    return host


def person_on(host: Host, seat: int) -> str:
    return host.table.seats[seat].person


def test_whoever_sits_may_seat_people_on_their_device() -> None:
    host = with_companions()
    bo, cy = host.table.seats[3], host.table.seats[4]
    assert (bo.name, bo.held_by, cy.name, cy.held_by) == ("Bo", "jan", "Cy", "jan")
    assert len({bo.person, cy.person, "jan", ""}) == 4  # each has an id of their own
    assert host.table.companions_of("jan") == (3, 4)
    assert host.table.device_of(bo.person) == "jan"
    assert host.refused("zoe", c.SeatCompanion("Di")) == "not-seated"
    assert host.refused("eve", c.SeatCompanion("Di")) == "table-full"
    assert host.refused("eve", c.SeatCompanion("Di", seat=3)) == "seat-taken"


def test_a_log_with_companions_gives_the_same_table() -> None:
    host = with_companions()
    again, _ = rebuild(host.log)
    assert again.seats == host.table.seats


def test_companions_need_a_free_name_and_an_unlocked_table() -> None:
    host = three()
    assert host.refused("jan", c.SeatCompanion("0la")) == "name-taken"
    host.do("ola", c.ChangeSettings(TableSettings(locked=True)))
    assert host.refused("jan", c.SeatCompanion("Bo")) == "locked"
    host.do("ola", c.SeatCompanion("Bo"))  # the host may


def test_nobody_is_added_to_a_device_during_a_game_or_by_a_companion() -> None:
    host = three()
    host.do("jan", c.SeatCompanion("Bo"))
    assert host.refused(person_on(host, 3), c.SeatCompanion("Cy")) == "not-own-device"
    host.start()
    assert host.refused("jan", c.SeatCompanion("Cy")) == "game-running"


def test_a_companion_is_taken_off_by_the_host_and_on_their_device_alone() -> None:
    host = with_companions()
    assert host.refused("eve", c.VacateSeat(3)) == "not-host"
    assert host.refused("jan", c.VacateSeat(2)) == "not-host"
    assert host.refused(person_on(host, 4), c.VacateSeat(3)) == "not-host"
    host.do("jan", c.VacateSeat(3))
    host.do("ola", c.VacateSeat(4))
    assert host.table.companions_of("jan") == ()


def test_companions_stay_when_the_owner_of_their_device_leaves_the_seat() -> None:
    host = with_companions()
    host.start()
    host.do("jan", c.Leave())
    assert [one.kind for one in host.table.seats] == ["person", "bot", "person", "person", "person"]
    assert host.table.companions_of("jan") == (3, 4)


def test_bots_take_over_for_companions_when_the_owner_of_their_device_is_removed() -> None:
    host = with_companions()
    host.start()
    host.do("ola", c.Remove(1))
    assert [one.kind for one in host.table.seats] == ["person", "bot", "person", "bot", "bot"]
    assert len({one.name for one in host.table.seats}) == 5
    assert host.table.companions_of("jan") == ()


def test_before_a_game_a_removed_device_leaves_empty_seats() -> None:
    host = with_companions()
    host.do("ola", c.Remove(1))
    assert [one.kind for one in host.table.seats] == ["person", "empty", "person", "empty", "empty"]


def test_a_companion_alone_can_be_removed() -> None:
    host = with_companions()
    host.do("ola", c.Remove(3))
    assert [one.kind for one in host.table.seats] == ["person", "person", "person", "empty", "person"]


def test_only_people_with_a_device_of_their_own_host() -> None:
    host = Host()
    host.do("ola", c.SeatCompanion("Bo"))
    host.do("jan", c.Sit("Jan"))
    assert host.refused("ola", c.HandOver(1)) == "plays-on-another-device"
    assert host.refused(person_on(host, 1), c.TakeOverHosting()) == "plays-on-another-device"
    host.do("ola", c.Leave())
    assert host.table.host == "jan"  # not Bo, who sits first


def test_a_host_who_leaves_their_seat_to_companions_stays_the_host() -> None:
    host = Host()
    host.do("ola", c.SeatCompanion("Bo"))
    host.do("ola", c.Leave())
    host.do("jan", c.Sit("Jan"))
    assert host.table.host == "ola"
