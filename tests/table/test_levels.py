"""The bots of a table: their strength and characters."""

from pathlib import Path

import pytest

from tests.support.host import Host
from tests.support.running import SLOW
from turncoat.bots import CHARACTERS
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.room_registry import RoomRegistry
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.values.settings import NEW_TABLE, TableSettings

FIVE = c.GameSetup("resistance", 5)


def with_characters(bot: str = "hard") -> Host:
    host = Host()
    host.do("ola", c.ChangeSettings(NEW_TABLE))
    host.do("ola", c.SetUp(FIVE, bot))
    return host


def kinds(host: Host) -> list[str]:
    return [occupant.bot for occupant in host.table.seats]


def likes(host: Host) -> list[str]:
    return [occupant.character for occupant in host.table.seats]


@pytest.mark.anyio
async def test_a_new_table_has_normal_bots_with_characters(tmp_path: Path) -> None:
    registry = RoomRegistry(ServerSettings(tmp_path, bot_pause=SLOW))
    room = await registry.open("ola", "Ola")
    await room.submit("ola", c.Start())
    assert {occupant.bot for occupant in room.table.seats[1:]} == {"normal"}
    assert {occupant.character for occupant in room.table.seats[1:]} == set(CHARACTERS)
    assert room.table.seats[0].character == ""
    await registry.close()


def test_an_old_table_has_sensible_bots_without_characters() -> None:
    host = Host()
    host.start()
    assert kinds(host) == ["", *["sensible"] * 4]
    assert likes(host) == [""] * 5


def test_characters_do_not_depend_on_the_deal() -> None:
    found, roles = set(), set()
    for number in range(6):
        host = Host()
        host.do("ola", c.Open("BCDF", "Ola", FIVE, settings=NEW_TABLE, bot="hard"), f"{number:064x}")
        host.start()
        assert host.table.session is not None
        found.add(tuple(likes(host)))
        roles.add(host.table.session._game.deal.roles)
    assert len(roles) > 2
    assert len(found) == 1


def test_the_same_log_makes_the_same_characters() -> None:
    host = with_characters()
    host.start()
    again, _ = rebuild(host.log)
    assert again.seats == host.table.seats
    assert all(likes(host)[1:])


@pytest.mark.parametrize("bot", ["sensible", "random"])
def test_only_bots_that_support_characters_have_one(bot: str) -> None:
    host = with_characters(bot)
    host.start()
    assert likes(host) == [""] * 5


def test_the_host_may_disable_characters_only_before_a_game() -> None:
    host = with_characters()
    host.do("ola", c.AddBot(3, ""))
    assert likes(host)[3]
    host.do("ola", c.ChangeSettings(TableSettings()))
    assert likes(host)[3] == ""
    host.do("ola", c.ChangeSettings(NEW_TABLE))
    host.start()
    before = likes(host)
    host.do("ola", c.ChangeSettings(TableSettings()))
    assert likes(host) == before


def test_another_level_applies_to_seated_bots_except_those_chosen_by_name() -> None:
    host = with_characters("easy")
    host.do("ola", c.AddBot(2, ""))
    host.do("ola", c.AddBot(3, "random"))
    host.do("ola", c.SetUp(FIVE, "hard", changes_seated=True))
    assert kinds(host) == ["", "", "hard", "random", ""]
    host.do("ola", c.SetUp(FIVE, "normal"))  # as in older logs
    assert kinds(host) == ["", "", "hard", "random", ""]


def test_a_replaced_bot_leaves_its_character_to_the_seat() -> None:
    host = with_characters()
    host.start()
    host.do(c.SERVER, c.ReplaceBot(1, 2, "sensible"))
    assert host.table.seats[2].character == ""
    assert host.table.seats[1].character


def test_a_table_cannot_be_opened_with_an_unknown_bot() -> None:
    host = Host()
    assert host.refused("ola", c.Open("BCDF", "Ola", FIVE, bot="nobody")) == "unknown-bot"
