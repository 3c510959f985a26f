"""Handlers of commands about the members of a table: its host, removed people, requests for seats, and devices."""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.handlers.handler import Handler, accepted_name, as_asked, refuse_if
from turncoat.table.handlers.seating import next_host, person_for, successors_on, successors_with_companions
from turncoat.table.state.table import Table

MOST_REQUESTS: Final = 12
"""Maximum number of people who may wait for the host's answer."""

describe(
    {
        "no-newcomers": N_("You can't join this table during a game; you can watch until it is over."),
        "turned-down": N_("The host has said no for this game; you can watch until the next one."),
        "asked-already": N_("You have already asked; please wait for the host."),
        "too-many-requests": N_("Many people are asking already; please try again when the host has answered."),
    },
    is_public=True,
)
describe(
    {
        "plays-on-another-device": N_(
            "Only somebody with a device of their own can be the host; please choose another."
        ),
        "own-seat": N_("That is your own seat; use “Leave seat” instead."),
        "no-bot-there": N_("No bot plays that seat; please choose one with a bot."),
        "spectator-gone": N_("That person is no longer watching."),
        "no-request": N_("Nobody is asking for that now."),
        "link-used": N_("That link has been used; please make a new one on the device where the seat is open."),
    }
)


def _check_hand_over(table: Table, entry: c.Entry, command: c.HandOver) -> None:
    refuse_if(table.occupant(command.seat).kind != "person", "not-a-person")
    refuse_if(bool(table.seats[command.seat].held_by), "plays-on-another-device")


def _hand_over(table: Table, entry: c.Entry, command: c.HandOver) -> None:
    table.host = table.seats[command.seat].person


def _accept_remove(table: Table, entry: c.Entry, command: c.Remove) -> c.Remove:
    refuse_if(table.occupant(command.seat).kind != "person", "not-a-person")
    refuse_if(table.seat_of(entry.by) == command.seat, "own-seat")
    # Whoever is removed takes their device along.
    occupants = successors_with_companions(table, command.seat)
    return replace(command, occupants=occupants, host=next_host(table, command.seat))


def _remove(table: Table, entry: c.Entry, command: c.Remove) -> None:
    occupant = table.seats[command.seat]
    table.membership.remove(occupant.person, occupant.name)
    table.vacate(command.occupants, command.host)


def _check_remove_spectator(table: Table, entry: c.Entry, command: c.RemoveSpectator) -> None:
    is_seated = command.person == table.host or table.seat_of(command.person) is not None
    refuse_if(is_seated or table.membership.is_removed(command.person), "spectator-gone")


def _remove_spectator(table: Table, entry: c.Entry, command: c.RemoveSpectator) -> None:
    table.membership.remove(command.person, command.name)


def _accept_keep_out(table: Table, entry: c.Entry, command: c.KeepOut) -> c.KeepOut:
    refuse_if(command.blocker != table.host or table.host in command.people, "not-host")
    if not command.vacates:
        return command
    new = set(command.people) - table.membership.kept_out
    # They take their device along.
    seats = [seat for seat, one in enumerate(table.seats) if one.person in new or one.held_by in new]
    return replace(command, occupants=successors_on(table, seats))


def _keep_out(table: Table, entry: c.Entry, command: c.KeepOut) -> bool:
    table.membership.keep_out(command.people, command.blocker)
    table.vacate(command.occupants, "")
    # Otherwise nobody at the table may notice that the host has blocked somebody elsewhere.
    return bool(command.occupants)


def _check_let_back(table: Table, entry: c.Entry, command: c.LetBack) -> None:
    refuse_if(command.number not in table.membership.removed, "no-request")


def _let_back(table: Table, entry: c.Entry, command: c.LetBack) -> None:
    table.membership.let_back(command.number)


def _accept_request_seat(table: Table, entry: c.Entry, command: c.RequestSeat) -> c.RequestSeat:
    check_own_request(table, entry.by, command, table.games)
    requests = {one.person: one.seat for one in table.membership.requests.values()}
    return accepted_request(table, entry.by, command, requests)


def check_own_request(table: Table, by: str, command: c.RequestSeat, game: int) -> None:
    """Raise Refused for reasons that concern the person alone, who sees the game of that number."""
    refuse_if(table.seat_of(by) is not None, "seated-already")
    refuse_if(table.membership.is_removed(by), "removed")
    known = table.membership.known_since(by, game)
    refuse_if(known is not None and known.seat != command.seat, "knows-another-seat")


def accepted_request(table: Table, by: str, command: c.RequestSeat, requests: Mapping[str, Seat]) -> c.RequestSeat:
    """Return the request to store, given the open requests. Raises Refused."""
    refuse_if(not table.running, "no-game")
    refuse_if(table.settings.locked, "locked")
    refuse_if(not table.settings.newcomers, "no-newcomers")
    refuse_if(by in table.membership.turned_down, "turned-down")
    refuse_if(by in requests, "asked-already")
    refuse_if(table.occupant(command.seat).kind != "bot", "no-bot-there")
    refuse_if(len(requests) >= MOST_REQUESTS, "too-many-requests")
    return replace(command, name=accepted_name(table, command.name, command.seat))


def _request_seat(table: Table, entry: c.Entry, command: c.RequestSeat) -> None:
    table.membership.request(entry.by, command.name, command.seat)


def _check_withdraw_seat_request(table: Table, entry: c.Entry, command: c.WithdrawSeatRequest) -> None:
    refuse_if(table.membership.request_of(entry.by) is None, "no-request")


def _withdraw_seat_request(table: Table, entry: c.Entry, command: c.WithdrawSeatRequest) -> None:
    table.membership.withdraw_request(entry.by)


def _accept_answer_seat_request(table: Table, entry: c.Entry, command: c.AnswerSeatRequest) -> c.AnswerSeatRequest:
    request = table.membership.requests.get(command.number)
    if request is None:
        raise Refused(Refusal("no-request"))
    if not command.yes:
        return replace(command, occupants={})
    refuse_if(table.occupant(request.seat).kind != "bot", "no-bot-there")
    name = accepted_name(table, request.name, request.seat)  # the name may have been taken, or a word masked, since
    return replace(command, occupants={request.seat: person_for(table, request.seat, request.person, name)})


def _answer_seat_request(table: Table, entry: c.Entry, command: c.AnswerSeatRequest) -> None:
    table.membership.answer(command.number, yes=command.yes)
    for seat, occupant in command.occupants.items():
        table.sit(seat, occupant)


def _check_open_device(table: Table, entry: c.Entry, command: c.OpenDevice) -> None:
    refuse_if(command.link in table.membership.used_links, "link-used")


def _open_device(table: Table, entry: c.Entry, command: c.OpenDevice) -> None:
    table.membership.open_device(entry.by, command.link)


def _close_devices(table: Table, entry: c.Entry, command: c.CloseDevices) -> None:
    table.membership.close_devices(entry.by, command.link)


HANDLERS: Final[tuple[Handler[Any], ...]] = (
    Handler(c.HandOver, _check_hand_over, _hand_over, ("host",)),
    Handler(c.Remove, _accept_remove, _remove, ("host",), blocked_during_deal=True),
    Handler(c.RemoveSpectator, _check_remove_spectator, _remove_spectator, ("host",)),
    Handler(c.KeepOut, _accept_keep_out, _keep_out, ("server",), blocked_during_deal=True),
    Handler(c.LetBack, _check_let_back, _let_back, ("host",)),
    Handler(c.RequestSeat, _accept_request_seat, _request_seat, ("anybody",)),
    Handler(c.WithdrawSeatRequest, _check_withdraw_seat_request, _withdraw_seat_request, ("anybody",)),
    Handler(c.AnswerSeatRequest, _accept_answer_seat_request, _answer_seat_request, ("host",)),
    Handler(c.OpenDevice, _check_open_device, _open_device, ("seated",)),
    Handler(c.CloseDevices, as_asked, _close_devices, ("seated",)),
)
