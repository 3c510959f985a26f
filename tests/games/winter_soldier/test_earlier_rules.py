"""A table whose game began by the first rules: by them it goes on, is watched, and its deal is checked."""

import msgspec

from turncoat.games.winter_soldier.versions import FIRST_VERSION, VERSION
from turncoat.kernel.records import parse_record
from turncoat.kernel.seats import seats_in
from turncoat.table import commands as c
from turncoat.table.handlers.dispatch import accept, apply
from turncoat.table.past.proof import DealProof, check_proof
from turncoat.table.past.replay import Replay
from turncoat.table.rebuilding import rebuild
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table

SEED = "11" * 32
SETUP = c.GameSetup("winter-soldier", 7, ("scarlet-witch",))


def at_the_end_of_three_successes(rules: str) -> tuple[Table, list[bytes]]:
    """A table where three missions have succeeded, and its log."""
    table = Table()
    log: list[bytes] = []

    def do(command: c.Command) -> None:
        starts = isinstance(command, c.Start)
        by = c.SERVER if isinstance(command, c.Choose) and command.seat else "ola"
        entry = accept(table, c.Entry("", by, command, SEED, ("00",) * 10 if starts else ()))
        if isinstance(entry.command, c.Start):  # as a server of those rules has stored it
            entry = msgspec.structs.replace(entry, command=msgspec.structs.replace(entry.command, rules=rules))
        log.append(c.encode(entry))
        apply(table, entry)

    do(c.Open("BCDF", "Ola", SETUP))
    do(c.Start())
    session = table.session
    assert session is not None
    roles = session._game.deal.roles
    loyal = [seat for seat, role in enumerate(roles) if role != "winter-soldier"]
    while session._game.board.successes < 3:
        seat = seats_in(session.waiting)[0]
        choice = session.default(seat)
        answer = choice.answer
        if session.view(seat).prompt.question.name == "name-team":  # type: ignore[union-attr]
            answer = (sum(1 << member for member in loyal[: session._game.board.team_size]),)
        do(c.Choose(session.number, seat, choice.to, answer))
    return table, log


def question(session: GameSession | None) -> str:
    """What the table waits for."""
    assert session is not None
    (seat,) = seats_in(session.waiting)
    prompt = session.view(seat).prompt
    assert prompt is not None
    return prompt.question.name


def test_each_goes_on_by_the_rules_that_it_began_with() -> None:
    for rules, asked in ((FIRST_VERSION, "last-guess"), (VERSION, "examine")):
        table, log = at_the_end_of_three_successes(rules)
        again, lost = rebuild(log)
        assert not lost
        assert again.session is not None
        assert again.session.rules == rules
        assert question(table.session) == question(again.session) == asked


def test_its_record_is_watched_and_its_deal_is_fair() -> None:
    table, _ = at_the_end_of_three_successes(FIRST_VERSION)
    session = table.session
    assert session is not None
    while session.result is None:
        seat = seats_in(session.waiting)[0]
        choice = session.default(seat)
        apply(table, c.Entry("", c.SERVER if seat else "ola", c.Choose(session.number, seat, choice.to, choice.answer)))
    record = session.record()
    assert parse_record(record).rules == FIRST_VERSION
    replay = Replay(record)
    assert replay.result == session.result
    assert replay.view(replay.last).board.result == session.result
    proof = DealProof(session.number, session.opened(), "", record)
    assert check_proof(proof).result == session.result
