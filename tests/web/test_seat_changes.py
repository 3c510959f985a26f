"""Between games, people at the table hear who sits down and who leaves, each once and in a sentence."""

from pathlib import Path

import pytest

from tests.support.looking import Looking
from tests.support.running import RESISTANCE, RunningRoom
from turncoat.table import commands as c
from turncoat.web.http.languages import translator
from turncoat.web.table.seat_changes import seat_changes

pytestmark = pytest.mark.anyio


async def opened(data: Path) -> RunningRoom:
    """Open a table for five where Ola sits alone."""
    running = RunningRoom(data)
    running.room = await running.registry.open("ola", "Ola", RESISTANCE)
    return running


def heard(looking: Looking) -> list[str]:
    """Return the page's new announcements of seat changes."""
    return [one["text"] for one in looking.update().get("announcements", ()) if one["id"][0] in "ad"]


async def test_people_at_the_table_hear_arrivals_and_departures(tmp_path: Path) -> None:
    running = await opened(tmp_path)
    ola, eve = Looking(running, "ola"), Looking(running, "eve")
    assert heard(ola) == heard(eve) == []
    await running.do("jan", c.Sit("Jan"))
    assert heard(ola) == ["Jan has sat down."]
    assert ola.update() == {}
    jan = Looking(running, "jan")
    assert heard(jan) == []  # Jan knows
    for person in ("ewa", "piotr"):
        await running.do(person, c.Sit(person.title()))
    await running.do("jan", c.Leave())
    assert heard(ola) == ["Ewa and Piotr have sat down.", "Jan has left the table."]
    await running.do("ola", c.Remove(running.room.table.seat_of("ewa") or 0))
    assert heard(ola) == ["Ewa has left the table."]
    await running.do("zofia", c.Sit("Zofia"))
    await running.do("zofia", c.Leave())
    await running.do("piotr", c.Leave())
    await running.do("piotr", c.Sit("Piotr"))
    assert heard(ola) == []  # everything is as before
    assert heard(eve) == []  # spectators hear nothing, since the page shows the seats
    await running.registry.close()


async def test_people_at_the_table_hear_that_a_bot_has_failed(tmp_path: Path) -> None:
    running = await opened(tmp_path)
    ola, eve = Looking(running, "ola"), Looking(running, "eve")
    await running.do("ola", c.Start())
    assert heard(ola) == []
    names = [running.room.table.seats[seat].name for seat in (1, 2)]
    for seat in (1, 2):
        await running.do(c.SERVER, c.ReplaceBot(1, seat, "sensible"))
    expected = f"The bots {names[0]} and {names[1]} have failed; from now on “Sensible” plays in their place."
    told = seat_changes(running.room.table, "ola", 0, translator("en"))
    assert [text for _, text in told] == [expected]
    assert expected in " ".join(one["text"] for one in ola.update()["announcements"])
    assert seat_changes(running.room.table, "eve", 0, translator("en")) == []
    del eve
    again = await running.restart()
    assert again.room.table.seats[1].bot == "sensible"
    assert [text for _, text in seat_changes(again.room.table, "ola", 0, translator("en"))] == [expected]
    await again.registry.close()


async def test_a_returning_page_hears_missed_seat_changes_even_after_a_restart(tmp_path: Path) -> None:
    running = await opened(tmp_path)
    version = running.room.table.version
    await running.do("jan", c.Sit("Jan"))
    again = await running.restart()
    back = Looking(again, "ola")
    back.viewer.catch_up(version)
    assert heard(back) == ["Jan has sat down."]
    fresh = Looking(again, "ola")
    fresh.viewer.catch_up(again.room.table.version)
    assert heard(fresh) == []
    await again.registry.close()


async def test_seat_changes_are_announced_only_between_games(tmp_path: Path) -> None:
    running = await RunningRoom(tmp_path).begin(RESISTANCE)
    table, version = running.room.table, running.room.table.version
    await running.do("jan", c.Leave())
    await running.do("jan", c.Sit("Jan"))
    assert seat_changes(table, "ola", version, str) == []
    await running.do("ola", c.GiveUp())
    await running.do("jan", c.Leave())
    assert [text for _, text in seat_changes(table, "ola", version, str)] == ["Jan has left the table."]
    for number in range(60):
        await running.do("jan", c.Sit("Jan") if number % 2 == 0 else c.Leave())
    assert len(table.membership.seat_changes) == 40
    await running.registry.close()


def test_polish_seat_changes_have_singular_and_plural() -> None:
    from turncoat.web.table.seat_changes import _CAME, _LEFT

    say = translator("pl")
    for message in (_CAME, _LEFT):
        one, many = (say(message.for_(count)).format(who="Jan") for count in (1, 5))  # type: ignore[attr-defined]
        assert "Jan" in one
        assert one != str(message)
        assert many
