"""Which commands a table takes from whom: raises Refused, and changes nothing.

What chapters of a table check themselves (people, course, talk, games that are over) stands in their own files.
"""

from typing import TYPE_CHECKING

from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, Seat
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.state.game_control import plays_by_bot
from turncoat.table.state.personal import check_private
from turncoat.table.values.entropy import check_entropy
from turncoat.table.values.names import check_person, clean_name
from turncoat.table.values.settings import checked

if TYPE_CHECKING:
    from turncoat.table.state.table import Table


def check(table: "Table", by: str, command: c.AnyCommand) -> None:
    """Raise Refused when the command is not to be taken from this person."""
    match command:
        case c.Open():
            check_person(clean_name(command.name))
            check_entropy(command.entropy)
            _ruleset(command.game_setup)
        case c.Sit():
            _check_sit(table, by, command)
        case c.Move():
            _refuse(table.running, "game-running")
            own_seat(table, by)
            _refuse(table.occupant(command.seat).kind == "person", "seat-taken")
        case c.Leave():
            own_seat(table, by)
        case c.Rename():
            seat = own_seat(table, by)
            table.check_name(command.name, seat)
        case c.AddEntropy():
            own_seat(table, by)
            check_entropy(command.entropy)
        case c.Choose():
            _check_choice(table, by, command)
        case c.Say():
            table.chat.check(table, by, command)
        case c.PersonalCommand():
            check_private(table, by, command)
        case c.AbortGame():
            _refuse(by != c.SERVER, "not-host")
        case c.HistoryCommand():
            table.history.check(table, by, command)
        case c.MembershipCommand():
            table.membership.check(table, by, command)
        case c.ControlCommand():
            table.control.check(table, by, command)
        case _:
            _check_host(table, by, command)


def _check_sit(table: "Table", by: str, command: c.Sit) -> None:
    _refuse(table.seat_of(by) is not None, "seated-already")
    _refuse(table.membership.is_removed(by), "removed")
    _refuse(table.settings.locked and by not in table.membership.knows, "locked")
    check_entropy(command.entropy)
    seat = seat_for(table, by, command)
    if seat is None:
        raise Refused(Refusal("table-full"))
    _refuse(table.occupant(seat).kind == "person", "seat-taken")
    table.check_name(command.name, seat)


def seat_for(table: "Table", by: str, command: c.Sit) -> Seat | None:
    """Where who sits down will sit: in the middle of a game only where he sat before."""
    if table.running:
        return table.membership.check_return(table, by, command.seat)
    return free_seat(table) if command.seat is None else command.seat


def _check_host(table: "Table", by: str, command: c.AnyCommand) -> None:
    _refuse(by != table.host, "not-host")
    match command:
        case c.SetUp():
            _refuse(table.running, "game-running")
            _ruleset(command.game_setup)
            people = sum(occupant.kind == "person" for occupant in table.seats)
            _refuse(people > command.game_setup.players, "too-few-chairs")
        case c.AddBot():
            _refuse(table.running, "game-running")
            _refuse(table.occupant(command.seat).kind != "empty", "seat-taken")
        case c.VacateSeat():
            table.occupant(command.seat)
        case c.Start():
            _refuse(table.running, "game-running")
            _ruleset(table.game_setup)
        case c.Reopen():
            _refuse(table.running, "game-running")
        case c.ChangeSettings():
            checked(command.settings)
        case _:
            raise AssertionError(f"{type(command).__name__} is no command of a host")


def _check_choice(table: "Table", by: str, command: c.Choose) -> None:
    session = table.session
    if session is None:
        raise Refused(Refusal("no-game"))
    _refuse(command.game != session.number, "past-game")
    if command.seat == CHANCE:
        _refuse(by != c.CHANCE_PERSON, "not-seated")
    else:
        person = table.occupant(command.seat).person
        by_bot = by == c.SERVER and plays_by_bot(table, command.seat)
        _refuse(not by_bot and by != (person or c.SERVER), "not-seated")
        _refuse(bool(table.control.paused_by), "paused")
    refusal = session.refusal(command.seat, Choice(command.to, command.answer))
    if refusal is not None:
        raise Refused(refusal)


def own_seat(table: "Table", by: str) -> Seat:
    """Where the person sits. Raises Refused for who sits nowhere."""
    seat = table.seat_of(by)
    if seat is None:
        raise Refused(Refusal("not-seated"))
    return seat


def free_seat(table: "Table") -> Seat | None:
    """The first seat that is empty, or else a bot's."""
    for kind in ("empty", "bot"):
        for seat, occupant in enumerate(table.seats):
            if occupant.kind == kind:
                return seat
    return None


def _refuse(when: bool, code: str) -> None:
    if when:
        raise Refused(Refusal(code))


def _ruleset(game_setup: c.GameSetup) -> Ruleset:
    try:
        return Ruleset.of(game_setup.game, game_setup.players, game_setup.modules, game_setup.options)
    except RulesetError as error:
        raise Refused(Refusal("ruleset", (("why", error.message),))) from None
