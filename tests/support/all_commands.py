"""Logs that contain every command of a table, as the current server writes them."""

from functools import cache

import turncoat.games  # noqa: F401
from tests.support.running import HYDRA, RESISTANCE
from tests.support.taking import take
from turncoat.kernel.seats import CHANCE, seats_in
from turncoat.table import commands as c
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.deal_opening import entropy_hash
from turncoat.table.values.settings import TableSettings

SEED = "ab" * 32
NONCE = "cd" * 32
WATCHED = TableSettings(spectators_talk=True, bots_talk=True, bots_characters=True)


class LoggedTable:
    """A table with its log, to which a test submits one command after another."""

    def __init__(self, game_setup: c.GameSetup) -> None:
        self.table, self.log, self.at = Table(), list[bytes](), 1000.0
        self.table.code = "BCDF"
        self.do("ola", c.Open("BCDF", "  Ola\t\U0001fa77 ", game_setup, bot="random"))

    def do(self, by: str, *commands: c.Command, holds: bool = False) -> None:
        for command in commands:
            self.at += 30.0
            self.log += take(self.table, c.Entry(f"id-{len(self.log)}", by, command, self.at), SEED, holds=holds)

    @property
    def session(self) -> GameSession:
        assert self.table.session is not None
        return self.table.session

    def choose(self) -> None:
        """Make the default choice of whoever is asked, draw for chance, or reveal a held result."""
        session = self.session
        if (chance := session.chance()) is not None:
            self.do(c.CHANCE_PERSON, c.Choose(session.number, CHANCE, chance.to, chance.answer))
        elif session.is_held:
            self.do(c.SERVER, c.Reveal(session.number, session.question))
        else:
            seat = seats_in(session.waiting)[0]
            choice = session.default(seat)
            by = self.table.seats[seat].person or c.SERVER
            self.do(by, c.Choose(session.number, seat, choice.to, choice.answer))

    def play(self) -> None:
        """Play the game to its end and archive it."""
        while self.session.result is None:
            self.choose()
        self.do(c.SERVER, c.ArchiveGame(self.table.games, self.session.summary(1000, 2000)))


def of_people() -> LoggedTable:
    """Return a table whose players come, talk, argue, and play two games."""
    at = LoggedTable(RESISTANCE)
    do = at.do
    do("jan", c.Sit("Jan\u200b"), c.ChangeSeat(4), c.Rename("Janek \U0001f9d1\u200d\U0001f680"), c.ChooseAvatar("owl"))
    do("ewa", c.Sit("e\u0301wa", 2, "my entropy"), c.AddEntropy("another"))
    do("ola", c.Swap(2, 4), c.AddBot(3, "random"), c.VacateSeat(3), c.ChangeSettings(WATCHED))
    do("ola", c.Say("  a darn\u202e thing "), c.Say("", phrase="trust", about=2))
    do("jan", c.Say("Darn!"), c.React(1, "laugh"), c.Mute(1))
    do("zoe", c.Say("so darn late", "spectators", name="Zoe\u3164"))
    do("ola", c.ChangeSettings(TableSettings(masked_words="darn", spectators_talk=True, bots_talk=True)))
    do("ola", c.SetUp(c.GameSetup("resistance", 7), "normal", changes_seated=True))
    do("jan", c.SeatCompanion(" Bo\u200b", 5), c.VacateSeat(5))
    do("ola", c.SetUp(RESISTANCE, "hard"), c.Remove(at.table.seat_of("ewa") or 0), c.LetBack(1))
    do("ola", c.RemoveSpectator("a stranger", "Eve"))
    do("ola", c.ArrangeMeeting(100_000, "Europe/Warsaw"), c.ArrangeMeeting(3000, "Europe/Warsaw"))
    do(c.SERVER, c.KeepOut(("a stranger", "jan"), "ola"), c.KeepOut((), "ola"))
    do("jan", c.Sit("Jan"))
    do("ewa", c.Sit("Ewa"), c.CommitEntropy(entropy_hash(at.table.commitment, NONCE, "mine"), at.table.commitment))
    do("ola", c.ChangeSettings(TableSettings(bots_talk=True, spectators_behind=0, unrevealed="wait")), c.Start())
    do(c.SERVER, c.CallOffDeal())
    do("ewa", c.CommitEntropy(entropy_hash(at.table.commitment, NONCE, "mine"), at.table.commitment))
    do("ola", c.Start())
    do("ewa", c.RevealEntropy(NONCE, "mine"))
    do(c.SERVER, c.Start())
    bot = next(seat for seat, one in enumerate(at.table.seats) if one.kind == "bot")
    name = at.table.seats[bot].name
    do("ola", c.Say(f"{name} is a spy!"), c.Say(f"{name}, why did you vote like that?"))
    do(c.SERVER, c.Say("", phrase="trust", about=0, seat=bot, answers=4), c.ReplaceBot(1, bot, "sensible"))
    do("ola", c.WriteNotes({1: c.Note("doubt", " a  \u2066note ")}, " first \n\n second\x07 "), c.Guide(on=True))
    do("ola", c.ShowTeamDraft(shows=False), c.StartDiscussion(60), c.Pause(), c.Resume())
    do("jan", c.RequestPause(), c.WithdrawPauseRequest(), c.RequestPause())
    do("ewa", c.RequestPause())
    do("jan", c.RequestResume())
    do("ewa", c.RequestResume())
    do("zoe", c.RequestSeat("Zoe\u2800", bot), c.WithdrawSeatRequest(), c.RequestSeat(" Zoe", bot))
    do("ola", c.AnswerSeatRequest(4, yes=True), c.StandIn(at.table.seat_of("jan") or 0))
    do(c.SERVER, c.ReturnFromAway(at.table.seat_of("jan") or 0))
    do("jan", c.OpenDevice("link"), c.CloseDevices("link"), c.TakeOverHosting(), c.HandOver(0))
    do("zoe", c.Leave())
    at.choose()
    do(c.SERVER, c.TimeUp(1, at.session.question))
    at.play()
    do("ola", c.ShareGame(1, "token"), c.UnshareGame(1), c.Reopen(), c.Start())
    at.choose()
    do("jan", c.WantToGiveUp())
    do("ewa", c.WantToGiveUp())
    do("ola", c.Start(), c.GiveUp(), c.SetUp(c.GameSetup("resistance", 5), "random", changes_seated=True))
    do("ola", c.Leave())
    do("ewa", c.Leave())
    do("jan", c.Leave())
    do("kim", c.Sit("Kim"))
    do(c.SERVER, c.ForgetGames(1))
    return at


def is_due(at: LoggedTable) -> bool:
    """Return whether a seat that is asked has given a standing answer."""
    return at.session.takes_standing_answers and bool(at.session.standing_answers & at.session.waiting)


def of_standing_answers() -> LoggedTable:
    """Return a table whose rules ask everybody for a standing answer, and whose bots are replaced at the end."""
    at = LoggedTable(HYDRA)
    for person in ("jan", "ewa", "piotr", "zofia"):
        at.do(person, c.Sit(person.title()))
    at.do("ola", c.Start(), holds=True)
    while not at.session.takes_standing_answers:
        at.choose()
    question = at.session.question
    at.do("jan", c.StandingAnswer(1, question))
    while not is_due(at):
        at.choose()
    at.do(c.SERVER, c.GiveStandingAnswers(1, at.session.question))
    while not at.session.is_held:
        at.choose()
    at.choose()
    at.do(c.SERVER, c.AbortGame("rules-changed"))
    return at


@cache
def every_table() -> tuple[LoggedTable, ...]:
    """Return tables whose logs together contain every command."""
    return of_people(), of_standing_answers()
