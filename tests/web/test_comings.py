"""Who comes and goes between games is said to those who sit there: in sentences, each once, also when many come."""

from pathlib import Path

import pytest

from tests.table.waiting import RESISTANCE, Evening
from tests.web.test_clock import Looking
from turncoat.table import commands as c
from turncoat.web.http.languages import translator
from turncoat.web.table.seat_changes import seat_changes

pytestmark = pytest.mark.anyio


async def opened(data: Path) -> Evening:
    """Ola has opened a table for five, and sits there alone."""
    evening = Evening(data)
    evening.room = await evening.registry.open("ola", "Ola", RESISTANCE)
    return evening


def heard(looking: Looking) -> list[str]:
    """What of comings and goings is new to who hears the page."""
    return [one["text"] for one in looking.update().get("say", ()) if one["id"][0] in "ad"]


async def test_who_sits_there_hears_who_comes_and_goes(tmp_path: Path) -> None:
    evening = await opened(tmp_path)
    ola, eve = Looking(evening, "ola"), Looking(evening, "eve")
    assert heard(ola) == heard(eve) == []
    await evening.do("jan", c.Sit("Jan"))
    assert heard(ola) == ["Jan has sat down."]
    assert ola.update() == {}
    jan = Looking(evening, "jan")
    assert heard(jan) == []  # he knows
    for person in ("ewa", "piotr"):
        await evening.do(person, c.Sit(person.title()))
    await evening.do("jan", c.Leave())
    assert heard(ola) == ["Ewa and Piotr have sat down.", "Jan has left the table."]
    await evening.do("ola", c.Remove(evening.room.table.seat_of("ewa") or 0))
    assert heard(ola) == ["Ewa has left the table."]
    await evening.do("zofia", c.Sit("Zofia"))
    await evening.do("zofia", c.Leave())
    await evening.do("piotr", c.Leave())
    await evening.do("piotr", c.Sit("Piotr"))
    assert heard(ola) == []  # all is as it was
    assert heard(eve) == []  # who looks on has no seat, and sees the chairs
    await evening.registry.close()


async def test_a_page_that_was_away_hears_it_when_it_is_back_also_after_a_restart(tmp_path: Path) -> None:
    evening = await opened(tmp_path)
    version = evening.room.table.version
    await evening.do("jan", c.Sit("Jan"))
    again = await evening.again()
    back = Looking(again, "ola")
    back.viewer.catch_up(version)
    assert heard(back) == ["Jan has sat down."]
    fresh = Looking(again, "ola")
    fresh.viewer.catch_up(again.room.table.version)
    assert heard(fresh) == []
    await again.registry.close()


async def test_in_a_game_the_seats_say_it_and_after_it_the_page_does_again(tmp_path: Path) -> None:
    evening = await Evening(tmp_path).begin(RESISTANCE)
    table, version = evening.room.table, evening.room.table.version
    await evening.do("jan", c.Leave())
    await evening.do("jan", c.Sit("Jan"))
    assert seat_changes(table, "ola", version, str) == []
    await evening.do("ola", c.GiveUp())
    await evening.do("jan", c.Leave())
    assert [text for _, text in seat_changes(table, "ola", version, str)] == ["Jan has left the table."]
    for number in range(60):
        await evening.do("jan", c.Sit("Jan") if number % 2 == 0 else c.Leave())
    assert len(table.membership.seat_changes) == 40
    await evening.registry.close()


def test_polish_has_a_sentence_for_one_and_for_many() -> None:
    from turncoat.web.table.seat_changes import _CAME, _LEFT

    say = translator("pl")
    for message in (_CAME, _LEFT):
        one, many = (say(message.for_(count)).format(who="Jan") for count in (1, 5))  # type: ignore[attr-defined]
        assert "Jan" in one
        assert one != str(message)
        assert many
