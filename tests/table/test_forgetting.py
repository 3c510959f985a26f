"""After any commands, the log without the entries of its first games gives the same table, repeatedly.

Deletion is simulated here by the entries' own fields. `test_store_contract` checks that each store deletes the same.
"""

from random import Random

import pytest

import turncoat.games  # noqa: F401
from tests.support.all_commands import LoggedTable, every_table
from tests.support.same_table import is_same_table
from tests.support.taking import check, take
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.table_log import _stored
from turncoat.table.state.table import Table
from turncoat.table.values.deal_opening import entropy_hash
from turncoat.table.values.settings import TableSettings

PEOPLE = ("ola", "jan", "ewa", "zoe", "max")
FAR_AHEAD = 10**12
"""A time at which every game has expired."""


class RandomTable:
    """A table with random commands, and its log as the server stores it."""

    def __init__(self, seed: int) -> None:
        self.random, self.table, self.log = Random(seed), Table(), list[bytes]()
        self.keep("ola", c.Open("BCDF", "Ola", c.GameSetup("resistance", 5)))

    def keep(self, by: str, command: c.Command) -> None:
        entry = c.Entry(f"id-{len(self.log)}", by, command, 1000.0 + len(self.log))
        self.log += take(self.table, entry, f"{self.random.getrandbits(256):064x}")

    def attempt(self, by: str, command: c.Command) -> None:
        try:
            check(self.table, by, command)
        except Refused:
            return
        self.keep(by, command)
        session = self.table.session
        if session is not None and session.result is not None and session.number not in self.table.history.summaries:
            self.keep(
                c.SERVER,
                c.ArchiveGame(session.number, session.summary(1000, 1000 + len(self.log))),
            )

    def choose(self) -> None:
        session = self.table.session
        if session is None or not session.waiting:
            return
        seat = (session.waiting & -session.waiting).bit_length() - 1
        choice, occupant = session.default(seat), self.table.seats[seat]
        by_person = occupant.person and (not occupant.is_played_by_bot or self.random.random() < 0.1)
        self.attempt(
            occupant.person if by_person else c.SERVER, c.Choose(session.number, seat, choice.to, choice.answer)
        )

    def go_on_with_the_deal(self) -> None:
        """Reveal some commitments, then make the deal or call it off."""
        pending = self.table.pending_deal
        if pending is None:
            return
        for occupant in self.table.seats:
            if self.random.random() < 0.6:
                self.attempt(occupant.person, c.RevealEntropy("ab" * 32, occupant.person))
        self.attempt(c.SERVER, c.CallOffDeal() if pending.waits and pending.missing else c.Start())

    def something(self) -> None:
        by, seat, other = self.random.choice(PEOPLE), self.random.randrange(5), self.random.randrange(5)
        question = self.table.session.question if self.table.session is not None else 0
        commands: tuple[c.Command, ...] = (
            *(
                c.Sit(by.title(), entropy="sat down"),
                c.Leave(),
                c.ChangeSeat(seat),
                c.Swap(seat, other),
                c.Rename(f"{by.title()} {other}"),
            ),
            *(c.Start(), c.Start(), c.Start(), c.Reopen(), c.SetUp(c.GameSetup("resistance", 5 + other % 2))),
            *(
                c.Pause(),
                c.Resume(),
                c.RequestPause(),
                c.RequestResume(),
                c.StandIn(seat),
                c.ReturnFromAway(seat),
                c.StartDiscussion(60),
            ),
            *(c.WantToGiveUp(), c.GiveUp(), c.HandOver(seat), c.Remove(seat), c.LetBack(other), c.VacateSeat(seat)),
            c.RemoveSpectator(f"spectator {other}", "Eve"),
            c.ArrangeMeeting(4000 + 400 * len(self.log), "UTC"),
            *(
                c.RequestSeat(by.title(), seat),
                c.AnswerSeatRequest(other, True),
                c.AddBot(seat, "random"),
                c.ShareGame(1, "token"),
                c.UnshareGame(1),
            ),
            *(
                c.UnshareGame(1),
                c.AddEntropy(f"entropy {other}"),
                c.CommitEntropy(entropy_hash(self.table.commitment, "ab" * 32, by), self.table.commitment),
                c.Say(f"hello {other}"),
                c.React(self.table.chat.table.count - other, "laugh"),
                c.WriteNotes({seat: c.Note("trust", "well")}),
            ),
            *(c.ChangeSettings(TableSettings(masked_words=f"hello {other}")), c.TimeUp(self.table.games, question)),
            *(c.StandingAnswer(self.table.games, question), c.StandingAnswer(self.table.games, on=False)),
            c.GiveStandingAnswers(self.table.games, question),
        )
        command = self.random.choice(commands)
        by_server = isinstance(command, c.TimeUp | c.GiveStandingAnswers)
        at_will = c.SERVER if by_server else self.table.host if self.random.random() < 0.5 else by
        self.attempt(by if isinstance(command, c.CommitEntropy) else at_will, command)
        if self.random.random() < 0.5:
            self.go_on_with_the_deal()


def without_games(log: list[bytes], last: int) -> list[bytes]:
    """Return the rest of a log after a store has deleted these games."""
    return [data for data in log if not 0 < c.decode(data).game <= last]


def last_in_slots(log: list[bytes]) -> list[bytes]:
    """Return the entries of a log that a store keeps: of each slot only the last."""
    stored = [_stored(c.decode(data)) for data in log]
    last = {one.slot: number for number, one in enumerate(stored) if one.slot}
    return [one.entry for number, one in enumerate(stored) if not one.slot or last[one.slot] == number]


def forget(table: Table, log: list[bytes], last: int) -> list[bytes]:
    """Forget these games like a room. Return the rest of the log."""
    log = log + take(table, c.Entry("", c.SERVER, c.ForgetGames(last), 10**9))
    return without_games(log, last)


def assert_same(again: Table, table: Table) -> None:
    """Assert that two tables are equal in all that anybody can see, including stored games."""
    assert is_same_table(again, table)
    assert again.commitment == table.commitment
    assert again.version >= table.version, "open pages would ignore new entries as old"
    assert again.history.summaries == table.history.summaries
    assert again.history.shared == table.history.shared
    assert again.history.times == table.history.times
    for one, other in ((again.chat.table, table.chat.table), (again.chat.spectator_chat, table.chat.spectator_chat)):
        assert (one.count, list(one.lines)) == (other.count, list(other.lines))
    assert again.chat.voices == table.chat.voices
    assert again.chat.counts() == table.chat.counts()
    assert again.chat.of_games == table.chat.of_games
    assert vars(again.membership) | {"seat_changes": 0, "replaced_bots": 0} == vars(table.membership) | {
        "seat_changes": 0,
        "replaced_bots": 0,
    }
    assert notes_of(again) == notes_of(table)
    if table.session is not None:
        assert again.session is not None
        assert again.session._opening == table.session._opening
        assert again.session.view().events == table.session.view().events


@pytest.mark.parametrize("seed", range(30))
def test_a_log_without_forgotten_games_makes_the_same_table(seed: int) -> None:
    at = RandomTable(seed)
    for _ in range(at.random.randrange(60, 300)):
        if at.table.running and at.random.random() < 0.6:
            at.choose()
        else:
            at.something()
    at.go_on_with_the_deal()
    table, log = at.table, last_in_slots(at.log)
    again, lost = rebuild(log)
    assert lost == ""
    assert_same(again, table)
    for last in range(1, table.last_to_forget(1, FAR_AHEAD) + 1):
        log = forget(table, log, last)
        again, lost = rebuild(log)
        assert lost == ""
        assert_same(again, table)
        assert not any(0 < c.decode(data).game <= last for data in log)
    at.log = log
    for _ in range(40):  # the table continues
        at.choose() if at.table.running and at.random.random() < 0.6 else at.something()
    again, lost = rebuild(last_in_slots(at.log))
    assert lost == ""
    assert_same(again, table)


FORGOTTEN: tuple[type[c.Command], ...] = (
    *(c.AddEntropy, c.CommitEntropy, c.BeginDeal, c.RevealEntropy, c.CallOffDeal, c.DrawSeed, c.Deal),
    *(c.Choose, c.StandingAnswer, c.GiveStandingAnswers, c.TimeUp, c.Reveal),
    *(c.ArchiveGame, c.ShareGame, c.UnshareGame, c.Say, c.React, c.HideWords),
)
"""Commands deleted with a game. Of notes, those about seats are deleted, the general ones are not."""


def test_entries_kept_after_forgetting_reveal_nothing_of_the_game() -> None:
    for data in (data for at in every_table() for data in at.log):
        entry = c.decode(data)
        if isinstance(entry.command, c.WriteNotes):
            assert (entry.game > 0, entry.command.seats != {}) == ((entry.command.text is None,) * 2)
            continue
        assert (entry.game > 0) == isinstance(entry.command, FORGOTTEN)
        if isinstance(entry.command, c.Start | c.EndGame):
            assert (entry.at, entry.digest) == (0.0, ""), "the time is not kept"
        if isinstance(entry.command, c.Sit):
            assert entry.command.entropy == ""


@pytest.mark.parametrize("at", every_table(), ids=lambda at: at.table.game_setup.game)
def test_forgetting_any_command_leaves_the_same_table(at: LoggedTable) -> None:
    """Checked after every entry of logs in which every command occurs, deleting all finished games."""
    for end in range(1, len(at.log) + 1):
        table, lost = rebuild(at.log[:end])
        last = table.games - 1 if table.running else table.games
        is_over = table.session is not None and table.session.result is not None
        if not last or lost or (is_over and table.games not in table.history.summaries):  # its summary is stored first
            continue
        log = forget(table, last_in_slots(at.log[:end]), last)
        again, lost = rebuild(log)
        assert lost == ""
        assert_same(again, table)


def notes_of(table: Table) -> dict[str, tuple[object, ...]]:
    return {person: (table.personal(person).notes, table.personal(person).text) for person in PEOPLE}


@pytest.mark.parametrize("seed", range(12))
def test_the_latest_notes_alone_restore_everybodys_notes(seed: int) -> None:
    at = RandomTable(seed)
    for number in range(250):
        by, seat = at.random.choice(PEOPLE), at.random.randrange(5)
        note = c.Note(at.random.choice(("", "trust")), at.random.choice(("", f"note {number}")))
        text = at.random.choice((None, "", f"text {number}"))
        at.attempt(by, c.WriteNotes({seat: note} if at.random.random() < 0.7 else {}, text))
        if at.random.random() < 0.3:
            at.choose() if at.table.running else at.something()
    short = last_in_slots(at.log)
    again, lost = rebuild(short)
    assert lost == ""
    assert_same(again, at.table)
    written = [(entry.by, entry.command) for entry in map(c.decode, short) if isinstance(entry.command, c.WriteNotes)]
    assert len(written) == len({(by, command.text is None) for by, command in written})
