"""Permissions of commands: those refusals of handlers that no other test of a table covers."""

import pytest
from msgspec.structs import replace

from tests.support.all_commands import every_table
from tests.support.host import SEED, Host, three
from turncoat.kernel.seats import CHANCE
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import HANDLERS
from turncoat.table.handlers.membership import MOST_REQUESTS
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.summaries import GameSummary

PEOPLE = ("ola", "jan", "ewa", "piotr", "zofia", "adam")


def begun() -> Host:
    """Begin a game of Ola, Jan and Eve with two bots on the seats 3 and 4."""
    host = three()
    host.start()
    return host


def full() -> Host:
    """Open a table of six with as many people."""
    host = Host(6)
    for person in PEOPLE[1:]:
        host.do(person, c.Sit(person.title()))
    return host


def change(host: Host, **settings: object) -> None:
    """Change the settings of the table."""
    host.do("ola", c.ChangeSettings(replace(host.table.settings, **settings)))


@pytest.mark.parametrize(
    ("by", "command", "code"),
    [
        ("jan", c.AddBot(3, "random"), "not-host"),
        ("jan", c.Reopen(), "not-host"),
        ("ola", c.AddBot(3, "nobody"), "unknown-bot"),
        ("ola", c.StandingAnswer(1, 1), "no-game"),
        ("jan", c.WantToGiveUp(), "no-game"),
        ("ola", c.Pause(), "no-game"),
        ("jan", c.RequestPause(), "no-game"),
        (c.SERVER, c.StandIn(1), "no-game"),
        (c.SERVER, c.CallOffDeal(), "stale"),
        (c.SERVER, c.ReplaceBot(1, 3, "random"), "no-game"),
        ("jan", c.UnshareGame(1), "not-shared"),
    ],
)
def test_commands_out_of_place_before_a_game_are_refused(by: str, command: c.Command, code: str) -> None:
    assert three().refused(by, command) == code


@pytest.mark.parametrize(
    ("by", "command", "code"),
    [
        ("ola", c.Start(), "game-running"),
        ("ola", c.AddBot(3, "random"), "game-running"),
        ("ola", c.SetUp(c.GameSetup("resistance", 6)), "game-running"),
        ("ola", c.Resume(), "not-paused"),
        ("ola", c.StandIn(3), "not-a-person"),
        ("jan", c.RequestSeat("Jan", 3), "seated-already"),
        ("ola", c.Choose(1, CHANCE, 1, 0), "not-seated"),
        (c.SERVER, c.Choose(1, CHANCE, 1, 0), "not-seated"),
        (c.SERVER, c.ReplaceBot(2, 3, "random"), "past-game"),
        (c.SERVER, c.ReplaceBot(1, 1, "random"), "seat-taken"),
        (c.SERVER, c.TimeUp(2, 1), "past-game"),
        (c.SERVER, c.TimeUp(1, 99), "stale"),
        ("jan", c.TimeUp(1, 1), "not-host"),
        ("jan", c.Reveal(1, 1), "not-host"),
        ("jan", c.GiveStandingAnswers(1, 1), "not-host"),
        ("jan", c.ReplaceBot(1, 3, "random"), "not-host"),
        ("jan", c.ArchiveGame(1), "not-host"),
        ("jan", c.AbortGame("abandoned"), "not-host"),
        ("jan", c.CallOffDeal(), "not-host"),
    ],
)
def test_commands_out_of_place_during_a_game_are_refused(by: str, command: c.Command, code: str) -> None:
    assert begun().refused(by, command) == code


def test_a_second_request_to_resume_is_refused() -> None:
    host = begun()
    host.do("ola", c.Pause())
    host.do("jan", c.RequestResume())
    assert host.refused("jan", c.RequestResume()) == "voted-already"


def test_a_locked_table_admits_nobody_new() -> None:
    host = three()
    change(host, locked=True)
    assert host.refused("zofia", c.Sit("Zofia")) == "locked"
    host.do("jan", c.Leave())
    host.start()
    assert host.refused("zofia", c.RequestSeat("Zofia", 3)) == "locked"


def test_requests_for_a_seat_are_refused_if_newcomers_are_unwelcome() -> None:
    host = begun()
    change(host, newcomers=False)
    assert host.refused("zofia", c.RequestSeat("Zofia", 3)) == "no-newcomers"


def test_the_number_of_requests_for_a_seat_is_limited() -> None:
    host = begun()
    for number in range(MOST_REQUESTS):
        host.do(f"guest-{number}", c.RequestSeat(f"Guest {number}", 3))
    assert host.refused("zofia", c.RequestSeat("Zofia", 4)) == "too-many-requests"


def test_a_reclaimed_seat_is_not_given_away() -> None:
    host = begun()
    host.do("eve", c.Leave())
    host.do("zofia", c.RequestSeat("Zofia", 2))
    (request,) = host.table.membership.requests
    host.do("eve", c.Sit("Eve"))
    assert host.refused("ola", c.AnswerSeatRequest(request, yes=True)) == "no-request"


def test_a_game_with_fewer_seats_than_people_is_refused() -> None:
    host = full()
    assert host.refused("ola", c.SetUp(c.GameSetup("resistance", 5))) == "too-few-chairs"
    host.do("jan", c.Leave())
    host.do("ola", c.SetUp(c.GameSetup("resistance", 5)))


@pytest.mark.parametrize(
    ("say", "code"),
    [
        (c.Say("", phrase="suspect", about=0, seat=3, others=1 << 5), "talk-of-whom"),
        (c.Say("", phrase="suspect", seat=3), "talk-of-whom"),
        (c.Say("", phrase="suspect", about=5, seat=3), "talk-of-whom"),
        (c.Say("", phrase="suspect", about=3, seat=3), "talk-bots-only"),
        (c.Say("", phrase="suspect", about=0, seat=1), "talk-bots-only"),
        (c.Say("Hello", seat=3), "talk-bots-only"),
    ],
)
def test_a_bot_may_use_only_phrases_of_bots(say: c.Say, code: str) -> None:
    host = begun()
    change(host, bots_talk=True)
    assert host.refused(c.SERVER, say) == code
    host.do(c.SERVER, c.Say("", phrase="suspect", about=0, seat=3))
    for person in ("ola", "jan"):
        assert host.refused(person, replace(say, seat=3)) in ("talk-bots-only", "talk-of-whom")


def test_people_cannot_use_the_command_of_speaking_bots() -> None:
    host = begun()
    for say in (c.Say("I", seat=3), c.Say("I", reason="failed"), c.Say("I", answers=1)):
        assert host.refused("jan", say) == "talk-bots-only"


def test_a_shared_game_is_withdrawn_only_by_its_sharer_or_the_host() -> None:
    host = three()
    played = tuple(Occupant("person", name.title(), name) for name in ("ola", "jan", "eve"))
    summary = GameSummary(1, "resistance", 3, (), "spies", "three-failures", played, played, (), "")
    host.do(c.SERVER, c.ArchiveGame(1, summary))
    assert host.refused("zofia", c.ShareGame(1, "token")) == "not-played"
    host.do("jan", c.ShareGame(1, "token"))
    assert host.refused("eve", c.ShareGame(1, "other")) == "shared-already"
    assert host.refused("ola", c.UnshareGame(2)) == "not-shared"
    assert host.refused("eve", c.UnshareGame(1)) == "not-host"
    host.do("ola", c.UnshareGame(1))
    host.do("eve", c.ShareGame(1, "third"))
    host.do("eve", c.UnshareGame(1))


COMMANDS = (
    c.Sit("Zofia"),
    c.SeatCompanion("Bo"),
    c.ChangeSeat(3),
    c.Swap(0, 1),
    c.Leave(),
    c.VacateSeat(1),
    c.AddEntropy("clover"),
    c.CommitEntropy("ab" * 32, ""),
    c.SetUp(c.GameSetup("resistance", 6)),
    c.AddBot(3, "random"),
    c.Reopen(),
    c.Remove(1),
    c.KeepOut(("jan",), "ola"),
)


def test_commands_that_change_the_deal_are_refused_once_it_begins() -> None:
    host = three()
    host.do("jan", c.CommitEntropy("cd" * 32, host.table.commitment))
    host.do("ola", c.Start(), SEED)
    assert host.table.pending_deal is not None
    assert {type(command) for command in COMMANDS} == {
        command for command, handler in HANDLERS.items() if handler.blocked_during_deal
    }
    assert host.refused("ola", c.Start()) == "dealing"
    for command in COMMANDS:
        for person in ("ola", "jan", "zofia"):
            assert (command, host.refused(person, command)) == (command, "dealing")


def one_of_each() -> dict[type[c.Command], c.Command]:
    """Return one command of each kind, as given somewhere."""
    return {type(c.decode(entry).command): c.decode(entry).command for at in every_table() for entry in at.log}


SERVERS = {
    *(c.CallOffDeal, c.GiveStandingAnswers, c.TimeUp, c.Reveal, c.AbortGame, c.ArchiveGame, c.ReplaceBot),
    *(c.DrawSeed, c.Deal, c.EndGame, c.ForgetGames, c.HideWords, c.KeepOut),
}
HOSTS = {
    *(c.Swap, c.VacateSeat, c.SetUp, c.AddBot, c.ChangeSettings, c.Start, c.BeginDeal, c.Reopen, c.Pause, c.Resume),
    *(c.StandIn, c.GiveUp, c.StartDiscussion, c.HandOver, c.Remove, c.RemoveSpectator, c.LetBack),
    *(c.AnswerSeatRequest, c.ArrangeMeeting),
}
SEATED = {
    *(c.ChangeSeat, c.SeatCompanion, c.Leave, c.Rename, c.ChooseAvatar),
    *(c.AddEntropy, c.CommitEntropy, c.RevealEntropy),
    *(c.StandingAnswer, c.RequestPause, c.RequestResume, c.WithdrawPauseRequest, c.TakeOverHosting, c.WantToGiveUp),
    *(c.OpenDevice, c.CloseDevices, c.React, c.ShowTeamDraft, c.Guide, c.WriteNotes),
}
ANYBODYS = {
    *(c.Open, c.Sit, c.Choose, c.Say, c.Mute, c.ReturnFromAway, c.RequestSeat, c.WithdrawSeatRequest, c.ShareGame),
    c.UnshareGame,
}
"""Commands whose author depends on more than a fixed role."""


def test_the_permission_of_every_command_is_tested() -> None:
    assert set(c.COMMANDS) == SERVERS | HOSTS | SEATED | ANYBODYS


@pytest.mark.parametrize("kind", sorted(SERVERS | HOSTS | SEATED, key=repr))
def test_commands_of_unauthorized_people_are_refused(kind: type[c.Command]) -> None:
    command = one_of_each()[kind]
    others = {"a stranger": "not-seated" if kind in SEATED else "not-host"}
    if kind not in SEATED:
        others["jan"] = "not-host"
    if kind in SERVERS:
        others["ola"] = "not-host"
    for host in (three(), begun()):
        assert {person: host.refused(person, command) for person in others} == others
