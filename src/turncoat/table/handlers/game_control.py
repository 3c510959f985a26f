"""Handlers of commands that control a game outside its rules: pauses, stand-ins, discussions, giving up."""

from typing import Any, Final

from turncoat.kernel.refusals import describe
from turncoat.kernel.seats import seats_in
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.handlers.handler import Handler, own_seat, refuse_if
from turncoat.table.state.table import Table

LONGEST_DISCUSSION: Final = 3600
"""In seconds."""

describe(
    {
        "paused-already": N_("The game is already paused."),
        "not-paused": N_("The game is not paused."),
        "host-pauses": N_("You are the host: just pause the game, no need to ask."),
        "host-already": N_("You are already the host."),
    },
    is_public=True,
)
describe(
    {
        "bot-plays": N_("A bot is already playing for that person."),
        "no-stand-in": N_("No bot is playing for that person."),
        "voted-already": N_("You have already asked for that."),
        "not-voted": N_("You have not asked for that, so there is nothing to withdraw."),
    }
)


def due(table: Table) -> c.Command | None:
    """Return the command that the server has to give, because enough people want it or nobody is left who could."""
    control = table.control
    if control.paused_by and not any(occupant.person for occupant in table.seats):
        return c.Resume()  # the bots finish the game, and the table is free
    asking = seats_in(control.who_asks(table.seats)) if control.asking and table.running else ()
    if asking and len(asking) >= control.needed(table.seats):
        return c.Resume() if control.paused_by else c.Pause(", ".join(table.names[seat] for seat in asking), True)
    if control.votes and table.running and control.in_favour(table.seats) >= control.needed(table.seats):
        return c.AbortGame("abandoned")
    return None


def _accept_pause(table: Table, entry: c.Entry, command: c.Pause) -> c.Pause | None:
    if entry.by == c.SERVER:
        return None
    refuse_if(not table.running, "no-game")
    refuse_if(bool(table.control.paused_by), "paused-already")
    seat = table.seat_of(entry.by)
    return c.Pause(table.seats[seat].name if seat is not None else "?")


def _pause(table: Table, entry: c.Entry, command: c.Pause) -> None:
    table.control.pause(command.name, by_many=command.by_many)


def _check_resume(table: Table, entry: c.Entry, command: c.Resume) -> None:
    refuse_if(entry.by != c.SERVER and not table.running, "no-game")
    refuse_if(not table.control.paused_by, "not-paused")


def _resume(table: Table, entry: c.Entry, command: c.Resume) -> None:
    table.control.resume()


def _check_guest_in_game(table: Table, by: str) -> None:
    refuse_if(not table.running, "no-game")
    refuse_if(by == table.host, "host-pauses")


def _check_request_pause(table: Table, entry: c.Entry, command: c.RequestPause) -> None:
    _check_guest_in_game(table, entry.by)
    refuse_if(bool(table.control.paused_by), "paused-already")
    refuse_if(entry.by in table.control.asking, "voted-already")


def _check_request_resume(table: Table, entry: c.Entry, command: c.RequestResume) -> None:
    _check_guest_in_game(table, entry.by)
    refuse_if(not table.control.paused_by, "not-paused")
    refuse_if(entry.by in table.control.asking, "voted-already")


def _request(table: Table, entry: c.Entry, command: c.RequestPause | c.RequestResume) -> None:
    table.control.asking.add(entry.by)


def _check_withdraw_pause_request(table: Table, entry: c.Entry, command: c.WithdrawPauseRequest) -> None:
    _check_guest_in_game(table, entry.by)
    refuse_if(entry.by not in table.control.asking, "not-voted")


def _withdraw_pause_request(table: Table, entry: c.Entry, command: c.WithdrawPauseRequest) -> None:
    table.control.asking.discard(entry.by)


def _check_stand_in(table: Table, entry: c.Entry, command: c.StandIn) -> None:
    occupant = table.occupant(command.seat)
    refuse_if(not table.running, "no-game")
    refuse_if(occupant.kind != "person", "not-a-person")
    refuse_if(occupant.stand_in, "bot-plays")


def _stand_in(table: Table, entry: c.Entry, command: c.StandIn) -> None:
    table.set_stand_in(command.seat, stand_in=True)


def _check_return_from_away(table: Table, entry: c.Entry, command: c.ReturnFromAway) -> None:
    occupant = table.occupant(command.seat)
    refuse_if(entry.by not in (c.SERVER, occupant.person), "not-seated")
    refuse_if(not occupant.stand_in, "no-stand-in")


def _return_from_away(table: Table, entry: c.Entry, command: c.ReturnFromAway) -> None:
    table.set_stand_in(command.seat, stand_in=False)


def _check_take_over_hosting(table: Table, entry: c.Entry, command: c.TakeOverHosting) -> None:
    refuse_if(entry.by == table.host, "host-already")
    refuse_if(bool(table.seats[own_seat(table, entry.by)].held_by), "plays-on-another-device")


def _take_over_hosting(table: Table, entry: c.Entry, command: c.TakeOverHosting) -> None:
    table.host = entry.by


def _check_want_to_give_up(table: Table, entry: c.Entry, command: c.WantToGiveUp) -> None:
    refuse_if(not table.running, "no-game")
    refuse_if(command.yes and entry.by in table.control.votes, "voted-already")
    refuse_if(not command.yes and entry.by not in table.control.votes, "not-voted")


def _want_to_give_up(table: Table, entry: c.Entry, command: c.WantToGiveUp) -> None:
    table.control.vote_to_give_up(entry.by, yes=command.yes)


def _check_give_up(table: Table, entry: c.Entry, command: c.GiveUp) -> None:
    refuse_if(not table.running, "no-game")


def _give_up(table: Table, entry: c.Entry, command: c.GiveUp) -> None:
    table.end_early("abandoned")


def _check_start_discussion(table: Table, entry: c.Entry, command: c.StartDiscussion) -> None:
    refuse_if(not table.running, "no-game")
    refuse_if(not 0 <= command.seconds <= LONGEST_DISCUSSION, "setting")


def _start_discussion(table: Table, entry: c.Entry, command: c.StartDiscussion) -> None:
    table.control.start_discussion(command.seconds, entry.at)


HANDLERS: Final[tuple[Handler[Any], ...]] = (
    Handler(c.Pause, _accept_pause, _pause, ("host", "server")),
    Handler(c.Resume, _check_resume, _resume, ("host", "server")),
    Handler(c.RequestPause, _check_request_pause, _request, ("seated",)),
    Handler(c.RequestResume, _check_request_resume, _request, ("seated",)),
    Handler(c.WithdrawPauseRequest, _check_withdraw_pause_request, _withdraw_pause_request, ("seated",)),
    Handler(c.StandIn, _check_stand_in, _stand_in, ("host", "server")),
    Handler(c.ReturnFromAway, _check_return_from_away, _return_from_away, ("anybody", "server")),
    Handler(c.TakeOverHosting, _check_take_over_hosting, _take_over_hosting, ("seated",)),
    Handler(c.WantToGiveUp, _check_want_to_give_up, _want_to_give_up, ("seated",)),
    Handler(c.GiveUp, _check_give_up, _give_up, ("host",)),
    Handler(c.StartDiscussion, _check_start_discussion, _start_discussion, ("host",)),
)
