"""Whatever people do at a table: the log without its first games makes the same table, again and again."""

from random import Random

import pytest

import turncoat.games  # noqa: F401
from tests.support.taking import check, take
from turncoat.kernel.refusals import Refused
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.redaction import is_same_table, redact, without_former_notes
from turncoat.table.state.chat import BLANK
from turncoat.table.state.table import Table
from turncoat.table.values.deal_opening import entropy_hash
from turncoat.table.values.settings import TableSettings

PEOPLE = ("ola", "jan", "ewa", "zoe", "max")
FAR_AHEAD = 10**12
"""When every game that is over is long over."""


class RandomTable:
    """A table at which people do this and that, with its log as the server keeps it."""

    def __init__(self, seed: int) -> None:
        self.random, self.table, self.log = Random(seed), Table(), list[bytes]()
        self.keep("ola", c.Open("BCDF", "Ola", c.GameSetup("resistance", 5)))

    def keep(self, by: str, command: c.Command) -> None:
        is_start = isinstance(command, c.Start)
        draws = isinstance(command, c.Open | c.Start | c.CallOffDeal)
        seed = f"{self.random.getrandbits(256):064x}" if draws else ""
        bots = ("00" * 16,) * self.table.game_setup.players if is_start else ()
        entry = c.Entry(f"id-{len(self.log)}", by, command, seed, bots, 1000.0 + len(self.log))
        self.log += take(self.table, entry)

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
                c.ArchiveGame(session.number, session.summary(1000, 1000 + len(self.log)), self.table.version),
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
        """Some reveal what they have committed to, and the deal is made or called off."""
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
            *(c.Sit(by.title()), c.Leave(), c.ChangeSeat(seat), c.Swap(seat, other), c.Rename(f"{by.title()} {other}")),
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


@pytest.mark.parametrize("seed", range(30))
def test_the_rest_of_a_log_makes_the_same_table(seed: int) -> None:
    at = RandomTable(seed)
    for _ in range(at.random.randrange(60, 300)):
        if at.table.running and at.random.random() < 0.6:
            at.choose()
        else:
            at.something()
    at.go_on_with_the_deal()
    table, log = at.table, at.log
    again, lost = rebuild(log)
    assert (lost, is_same_table(again, table)) == ("", True)
    for last in range(1, table.last_to_forget(1, FAR_AHEAD) + 1):
        log = redact(log, last, table.history.summaries)
        again, lost = rebuild(log)
        assert (lost, is_same_table(again, table)) == ("", True)
        assert hidden_in_forgotten(log) == []
        assert again.commitment == table.commitment
        if table.session is not None and table.session.number > last:
            assert again.session is not None
            assert again.session._opening == table.session._opening
            assert again.session.view().events == table.session.view().events


def hidden_in_forgotten(log: list[bytes]) -> list[int]:
    """The messages of which nothing is kept but where words were hidden in them."""
    entries = list(map(c.decode, log))
    said = [entry.command for entry in entries if isinstance(entry.command, c.Say)]
    hidden = [entry.command.hidden.get("table", {}) for entry in entries if isinstance(entry.command, c.ChangeSettings)]
    return [number for numbers in hidden for number in numbers if said[number - 1].text == BLANK]


def notes_of(table: Table) -> dict[str, tuple[object, ...]]:
    return {person: (table.personal(person).notes, table.personal(person).text) for person in PEOPLE}


@pytest.mark.parametrize("seed", range(12))
def test_without_former_notes_everybody_has_the_same_notes(seed: int) -> None:
    at = RandomTable(seed)
    for number in range(250):
        by, seat = at.random.choice(PEOPLE), at.random.randrange(5)
        note = c.Note(at.random.choice(("", "trust")), at.random.choice(("", f"note {number}")))
        text = at.random.choice((None, "", f"text {number}"))
        at.attempt(by, c.WriteNotes({seat: note} if at.random.random() < 0.7 else {}, text))
        if at.random.random() < 0.3:
            at.choose() if at.table.running else at.something()
    table, log = at.table, at.log
    short = without_former_notes(log)
    again, lost = rebuild(short)
    whole, lost_before = rebuild(log)
    assert lost == lost_before
    assert is_same_table(again, whole)
    assert notes_of(again) == notes_of(whole) == notes_of(table)
    assert again.commitment == whole.commitment
    assert without_former_notes(short) == short
    written = [(entry.by, entry.command) for entry in map(c.decode, short) if isinstance(entry.command, c.WriteNotes)]
    said = [(by, seat) for by, command in written for seat in command.seats]
    texts = [by for by, command in written if command.text is not None]
    assert len(said) == len(set(said))
    assert len(texts) == len(set(texts))
    others = [data for data in log if not isinstance(c.decode(data).command, c.WriteNotes)]
    assert [data for data in short if not isinstance(c.decode(data).command, c.WriteNotes)] == others


def test_to_forget_a_game_takes_former_notes_out_as_well() -> None:
    at = RandomTable(1)
    for word in ("a first thought", "a second thought", "the last thought"):
        at.keep("ola", c.WriteNotes({2: c.Note("doubt", word)}, f"{word} of all"))
    log = b"".join(redact(at.log, 0, ()))
    assert log.count(b"thought") == 2
    assert b"the last thought of all" in log
