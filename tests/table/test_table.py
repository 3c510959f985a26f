"""Commands that a table accepts or refuses, and its rebuilding from the log alone."""

import pytest

import turncoat.games  # noqa: F401
from tests.support.host import SEED, Host
from tests.support.taking import check, take
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import has_taken
from turncoat.table.rebuilding import CannotApply, rebuild
from turncoat.table.state.table import MAX_IDS


def test_a_log_rebuilds_the_same_table() -> None:
    host = Host()
    host.do("jan", c.Sit("Jan", 2))
    host.do("jan", c.ChangeSeat(4))
    host.do("ola", c.SetUp(c.GameSetup("resistance", 6, ("targeting",)), "random"))
    host.do("jan", c.Rename("Janek"))
    host.start()
    host.play_defaults(9)
    again, lost = rebuild(host.log)
    assert not lost
    assert (again.seats, again.version, again.events_at) == (host.table.seats, host.table.version, host.table.events_at)
    assert again.names[4] == "Janek"
    one, other = host.table.session, again.session
    assert one is not None
    assert other is not None
    assert [one.view(seat).events for seat in range(6)] == [other.view(seat).events for seat in range(6)]
    assert one.waiting == other.waiting


def test_bots_that_fill_empty_seats_have_unique_names() -> None:
    host = Host(10)
    host.do("eve", c.Sit("Cedar"))
    host.start()
    assert [occupant.kind for occupant in host.table.seats] == ["person", "person"] + ["bot"] * 8
    assert len(set(host.table.names)) == 10


def test_senseless_commands_are_refused() -> None:
    host = Host()
    host.do("jan", c.Sit("Jan"))
    for by, command, code in (
        ("jan", c.Start(), "not-host"),
        ("jan", c.SetUp(c.GameSetup("resistance", 6)), "not-host"),
        ("jan", c.VacateSeat(0), "not-host"),
        ("jan", c.Sit("Janek"), "seated-already"),
        ("eve", c.Sit("Eve", 0), "seat-taken"),
        ("eve", c.Sit("Eve", 9), "no-such-chair"),
        ("eve", c.Sit("Eve", 3, "x" * 65), "entropy-too-long"),
        ("eve", c.ChangeSeat(3), "not-seated"),
        ("eve", c.Leave(), "not-seated"),
        ("jan", c.ChangeSeat(0), "seat-taken"),
        ("jan", c.Rename("ola"), "name-taken"),
        ("ola", c.SetUp(c.GameSetup("resistance", 4)), "ruleset"),
        ("ola", c.SetUp(c.GameSetup("chess", 5)), "ruleset"),
        ("ola", c.AddBot(0, "random"), "seat-taken"),
        ("ola", c.AbortGame("rules-changed"), "not-host"),
        ("ola", c.Choose(1, 0, 1, 3), "no-game"),
    ):
        assert (command, host.refused(by, command)) == (command, code)


def test_nobody_can_choose_for_somebody_else() -> None:
    host = Host()
    host.do("jan", c.Sit("Jan"))
    host.start()
    session = host.table.session
    assert session is not None
    leader = session.waiting.bit_length() - 1
    choice = session.default(leader)
    asked = c.Choose(1, leader, choice.to, choice.answer)
    owner = host.table.seats[leader].person or c.SERVER
    for by in {"ola", "jan", "eve", "", c.SERVER, c.CHANCE_PERSON} - {owner}:
        assert host.refused(by, asked) == "not-seated"
    other = 1 - leader if leader < 2 else 0
    assert host.refused(host.table.seats[other].person, c.Choose(1, other, choice.to, choice.answer)) == "not-asked"
    assert host.refused(owner, c.Choose(2, leader, choice.to, choice.answer)) == "past-game"
    assert host.refused("eve", c.Sit("Eve", 3)) == "game-running"
    assert host.refused("ola", c.Reopen()) == "game-running"


def test_a_bot_replaces_a_leaving_player_and_another_person_the_host() -> None:
    host = Host()
    host.do("jan", c.Sit("Jan"))
    host.start()
    host.do("ola", c.Leave())
    assert host.table.seats[0].kind == "bot"
    assert host.table.host == "jan"
    assert host.table.running


def test_reducing_the_seats_removes_nobody() -> None:
    host = Host(8)
    host.do("jan", c.Sit("Jan", 7))
    host.do("ola", c.SetUp(c.GameSetup("resistance", 5)))
    assert host.table.seat_of("jan") == 1
    for number in range(3):
        host.do(f"p{number}", c.Sit(f"Person {number}"))
    assert host.refused("eve", c.Sit("Eve")) == "table-full"


def test_a_running_game_of_other_rules_ends_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host()
    host.start()
    host.play_defaults(4)
    monkeypatch.setattr(type(BOOKS["resistance"]), "version", "999")
    again, lost = rebuild(host.log)
    assert lost
    assert again.session is None
    take(again, c.Entry("", c.SERVER, c.AbortGame("rules-changed")))
    assert again.notice == "rules-changed"
    check(again, "ola", c.Start())


def test_a_finished_game_of_other_rules_gets_no_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    host = Host()
    host.start()
    session = host.table.session
    assert session is not None
    while session.result is None:
        host.play_defaults(1)
    host.do(c.SERVER, c.ArchiveGame(1))
    monkeypatch.setattr(type(BOOKS["resistance"]), "version", "999")
    for more in ((), (c.encode(c.Entry("", "ola", c.Reopen())),)):
        again, lost = rebuild([*host.log, *more])
        assert (lost, again.running, again.notice) == ("", False, "")


@pytest.mark.parametrize("end", [c.GiveUp(), c.AbortGame("abandoned")])
def test_a_game_ended_early_loads_without_its_modules(end: c.Command) -> None:
    host = Host()
    host.do("jan", c.Sit("Jan"))
    host.do("ola", c.SetUp(c.GameSetup("resistance", 5, ("targeting",))))
    host.do("jan", c.CommitEntropy("cd" * 32, host.table.commitment))
    host.start()
    host.do(c.SERVER, c.Start(), SEED)
    host.play_defaults(3)
    host.do("ola" if isinstance(end, c.GiveUp) else c.SERVER, end)
    log = [entry.replace(b"targeting", b"forgotten") for entry in host.log]
    again, lost = rebuild(log)
    assert (lost, again.running, again.games, again.notice) == ("", False, 1, "abandoned")
    with pytest.raises(CannotApply):
        rebuild(log[:-1])


def test_a_log_whose_choices_the_rules_refuse_ends_with_a_notice() -> None:
    host = Host()
    host.start()
    host.log.append(c.encode(c.Entry("", "ola", c.Choose(1, 0, 77, "nothing"))))
    again, lost = rebuild(host.log)
    assert (again.session, lost) == (None, "rules-broke")
    again, lost = rebuild([*host.log, c.encode(c.Entry("", c.SERVER, c.AbortGame("rules-broke")))])
    assert (lost, again.running, again.notice) == ("", False, "rules-broke")


def test_a_log_with_a_senseless_entry_is_refused() -> None:
    host = Host()
    host.log.insert(1, c.encode(c.Entry("", "jan", c.Sit("Jan"))))
    with pytest.raises(CannotApply, match="entry 2, Sit: AssertionError"):
        rebuild(host.log)


def test_the_deal_can_be_checked_after_the_game() -> None:
    from turncoat.kernel.rulesets import Ruleset
    from turncoat.table.values.deal_opening import commitment, deal_seed

    host = Host()
    host.do("jan", c.Sit("Jan", 1, "my own text"))
    before = host.table.commitment
    host.start()
    session = host.table.session
    assert session is not None
    assert session.opened().seed == ""
    while session.result is None:
        host.play_defaults(1)
    opening = session.opened()
    assert opening.commitment == before == commitment(opening.seed)
    assert opening.entropy == ("", "my own text", "", "", "")
    deal = Ruleset.of("resistance", 5).deal(deal_seed(opening))
    assert f"roles = [{', '.join(f'{chr(34)}{role}{chr(34)}' for role in deal.roles)}]" in session.record()


def test_a_record_is_available_only_after_the_game() -> None:
    host = Host()
    host.start()
    assert host.table.session is not None
    with pytest.raises(Refused):
        host.table.session.record()


def test_a_changed_ballot_notifies_nobody() -> None:
    host = Host()
    host.start()
    host.play_defaults(1)
    session = host.table.session
    assert session is not None
    by = host.table.seats[1].person or c.SERVER
    prompt = session.view(1).prompt
    assert prompt is not None
    host.do(by, c.Choose(1, 1, prompt.number, "approve"))
    version = host.table.version
    host.do(by, c.Choose(1, 1, prompt.number, "reject"))
    assert host.table.version == version
    assert session.view(1).answer == "reject"
    assert session.refusal(1, Choice(prompt.number, "maybe")) is not None


def test_the_first_person_at_a_table_without_a_host_becomes_host() -> None:
    host = Host()
    host.do("ola", c.Leave())
    assert host.refused("jan", c.Start()) == "not-host"
    host.do("jan", c.Sit("Jan"))
    host.do("eve", c.Sit("Eve"))
    check(host.table, "jan", c.Start())
    assert host.refused("eve", c.Start()) == "not-host"
    assert host.refused("ola", c.Start()) == "not-host"


def test_another_setup_archives_the_finished_game() -> None:
    host = Host()
    host.start()
    while host.table.running:
        host.play_defaults(1)
    host.do("ola", c.SetUp(c.GameSetup("resistance", 7)))
    assert (host.table.session, len(host.table.seats)) == (None, 7)


def test_an_id_identifies_the_latest_command_sent_with_it() -> None:
    host = Host()
    entries = [c.Entry("1", "ola", c.Rename(name)) for name in ("Ola", "Olga")]
    for entry in entries:
        assert not has_taken(host.table, entry)
        take(host.table, entry)
        assert has_taken(host.table, entry)
    assert not has_taken(host.table, entries[0])  # changed back: that is no double click
    take(host.table, c.Entry("2", "ola", c.Start()))
    assert has_taken(host.table, c.Entry("2", "ola", c.Start()))


def test_a_finished_game_keeps_its_players_names_and_seats() -> None:
    host = Host()
    host.do("jan", c.Sit("Jan", 2))
    host.start()
    host.do("jan", c.Rename("Janek"))
    while host.table.running:
        host.play_defaults(1)
    host.do("jan", c.ChangeSeat(4))
    host.do("ola", c.Rename("Aleksandra"))
    host.do("ola", c.Leave())
    for table in (host.table, rebuild(host.log)[0]):
        session = table.session
        assert session is not None
        assert session.names[0] == "Ola"
        assert session.names[2] == "Janek"
        assert session.dealt[2].name == "Jan"
        assert session.seat_of("jan") == 2
        assert table.seat_of("jan") == 4


def test_repeated_commands_are_recognized_for_a_limited_time() -> None:
    host = Host()
    entries = [c.Entry(f"id-{number}", "ola", c.Rename(f"Ola {number}")) for number in range(MAX_IDS + 5)]
    for entry in entries:
        take(host.table, entry)
    assert [has_taken(host.table, entry) for entry in entries] == [False] * 5 + [True] * MAX_IDS
    assert not has_taken(host.table, c.Entry("id-20", "jan", c.Rename("Ola 20")))
