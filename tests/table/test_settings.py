"""Settings of a table: forms, permissions, and defaults for old tables."""

import pytest

from tests.support.host import Host
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.values.settings import TableSettings, changed, checked


def test_a_settings_form_changes_only_named_fields() -> None:
    settings = changed(TableSettings(), {"decision_time": ["60"], "do": ["change-settings"]})
    assert settings == TableSettings(decision_time=60)
    again = changed(settings, {"stand_in_after": ["0", "5"]})
    assert again == TableSettings(decision_time=60, stand_in_after=5)
    assert changed(again, {}) == again


@pytest.mark.parametrize("value", ["", "soon", "-1", "1.5", "99999", "9" * 500, "0x10", "NaN"])
def test_an_invalid_setting_is_refused(value: str) -> None:
    with pytest.raises(Refused) as refused:
        changed(TableSettings(), {"decision_time": [value]})
    assert refused.value.refusal.code == "setting"


def test_changed_settings_are_logged() -> None:
    host = Host()
    host.do("jan", c.Sit("Jan"))
    settings = TableSettings(decision_time=120)
    assert host.refused("jan", c.ChangeSettings(settings)) == "not-host"
    assert host.refused("ola", c.ChangeSettings(TableSettings(decision_time=-5))) == "setting"
    version = host.table.version
    host.do("ola", c.ChangeSettings(settings))
    assert host.table.settings == settings
    assert host.table.version == version + 1
    host.start()
    host.do("ola", c.ChangeSettings(TableSettings()))
    again, lost = rebuild(host.log)
    assert not lost
    assert again.settings == TableSettings()


def test_unknown_settings_in_a_log_are_ignored() -> None:
    entry = c.decode(b'{"id":"","by":"ola","command":{"do":"ChangeSettings","settings":{"decision_time":30,"gone":1}}}')
    assert entry.command == c.ChangeSettings(TableSettings(decision_time=30))


def test_settings_beyond_current_limits_can_be_read_but_not_set() -> None:
    settings = TableSettings(decision_time=10**6, bots_patience=99, masked_words="darn " * 1000, keep_games=10**6)
    with pytest.raises(Refused, match="setting"):
        checked(settings)
    entry = c.Entry("", "ola", c.ChangeSettings(settings))
    assert c.decode(c.encode(entry)) == entry
