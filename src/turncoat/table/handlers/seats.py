"""Handlers of commands about the table itself: seats and names, the setup of the next game, and the settings."""

import secrets
from typing import Any, Final

from msgspec.structs import replace

from turncoat import bots
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.refusals import Refusal, Refused, describe
from turncoat.kernel.seats import Seat
from turncoat.kernel.words import N_
from turncoat.table import commands as c
from turncoat.table.handlers.handler import Accepted, Handler, accepted_name, next_game, own_seat, refuse_if
from turncoat.table.handlers.seating import (
    arranged,
    bots_for,
    next_host,
    person_for,
    successor_on,
    with_characters,
)
from turncoat.table.state.table import FALLBACK_BOT, Table
from turncoat.table.values.avatars import AVATARS
from turncoat.table.values.entropy import check_entropy, check_hash
from turncoat.table.values.masking import masked_words
from turncoat.table.values.names import check_person, clean_name
from turncoat.table.values.settings import checked

describe(
    {
        "table-full": N_("Every seat is taken; you can watch, or ask the host to add a seat."),
        "too-few-chairs": N_("That game has too few seats for everybody here; somebody has to leave first."),
        "ruleset": N_("That can't be played: {why}."),
        "unknown-bot": N_("There is no bot with that name; please choose one of those shown."),
        "seat-gone": N_("Somebody else plays your seat now; you can watch until the next game."),
        "not-own-device": N_("You play on somebody else's device; they can add more people on it."),
    },
    is_public=True,
)
describe(
    {
        "avatar-unknown": N_("There is no such avatar; please choose one of those shown."),
        "avatar-taken": N_("Somebody at this table has that avatar; please choose another."),
        "knows-another-seat": N_(
            "You know the secrets of another seat in this game; you can only go back to that one."
        ),
    }
)


def _accept_open(table: Table, entry: c.Entry, command: c.Open) -> Accepted:
    name = clean_name(command.name)
    check_person(name)
    check_ruleset(command.game_setup)
    _check_bot(command.bot)
    occupants = {0: person_for(table, 0, entry.by, name)}
    opened = replace(command, name=name, bot=command.bot or FALLBACK_BOT, occupants=occupants, host=entry.by)
    return opened, c.DrawSeed(1)


def _open(table: Table, entry: c.Entry, command: c.Open) -> None:
    table.open(command.code, command.game_setup, command.bot, command.settings)
    table.host, table.circle = command.host, command.circle
    table.sit(0, command.occupants[0])


def _accept_sit(table: Table, entry: c.Entry, command: c.Sit) -> Accepted:
    refuse_if(table.seat_of(entry.by) is not None, "seated-already")
    refuse_if(table.membership.is_removed(entry.by), "removed")
    refuse_if(table.settings.locked and entry.by not in table.membership.knows, "locked")
    check_entropy(command.entropy)
    seat = _seat_to_sit_on(table, entry.by, command.seat)
    if seat is None:
        raise Refused(Refusal("table-full"))
    refuse_if(table.occupant(seat).kind == "person", "seat-taken")
    name = accepted_name(table, command.name, seat)
    occupants = {seat: person_for(table, seat, entry.by, name)}
    # If the host was alone here and has left the seat: a table without a host is stuck.
    host = entry.by if table.seat_of(table.host) is None and not table.companions_of(table.host) else ""
    sit = replace(command, name=name, seat=seat, entropy="", occupants=occupants, host=host)
    return (sit, c.AddEntropy(command.entropy)) if command.entropy else sit


def _sit(table: Table, entry: c.Entry, command: c.Sit) -> None:
    assert command.seat is not None  # filled in when accepted
    table.sit(command.seat, command.occupants[command.seat])
    table.host = command.host or table.host


def _accept_seat_companion(table: Table, entry: c.Entry, command: c.SeatCompanion) -> c.SeatCompanion:
    refuse_if(table.running, "game-running")
    refuse_if(table.settings.locked and entry.by != table.host, "locked")
    refuse_if(bool(table.seats[own_seat(table, entry.by)].held_by), "not-own-device")
    seat = table.free_seat() if command.seat is None else command.seat
    if seat is None:
        raise Refused(Refusal("table-full"))
    refuse_if(table.occupant(seat).kind == "person", "seat-taken")
    companion = person_for(table, seat, secrets.token_urlsafe(18), accepted_name(table, command.name, seat))
    occupants = {seat: replace(companion, held_by=entry.by)}
    return replace(command, name=companion.name, seat=seat, occupants=occupants)


def _seat_companion(table: Table, entry: c.Entry, command: c.SeatCompanion) -> None:
    for seat, occupant in command.occupants.items():
        table.sit(seat, occupant)


def _seat_to_sit_on(table: Table, person: str, wanted: Seat | None) -> Seat | None:
    """Return the seat to sit on. During a game it can only be the person's own from before. Raises Refused."""
    if not table.running:
        return table.free_seat() if wanted is None else wanted
    own = table.membership.knows.get(person)
    if own is None:
        raise Refused(Refusal("game-running"))
    refuse_if(wanted is not None and wanted != own, "knows-another-seat")
    refuse_if(table.seats[own].kind != "bot", "seat-gone")
    return own


def _check_change_seat(table: Table, entry: c.Entry, command: c.ChangeSeat) -> None:
    refuse_if(table.running, "game-running")
    refuse_if(table.occupant(command.seat).kind == "person", "seat-taken")


def _change_seat(table: Table, entry: c.Entry, command: c.ChangeSeat) -> None:
    table.swap(own_seat(table, entry.by), command.seat)


def _check_swap(table: Table, entry: c.Entry, command: c.Swap) -> None:
    refuse_if(table.running, "game-running")
    for seat in (command.one, command.other):
        table.occupant(seat)


def _swap(table: Table, entry: c.Entry, command: c.Swap) -> None:
    table.swap(command.one, command.other)


def _accept_leave(table: Table, entry: c.Entry, command: c.Leave) -> c.Leave:
    seat = own_seat(table, entry.by)
    return replace(command, occupants={seat: successor_on(table, seat)}, host=next_host(table, seat))


def _vacate_seat(table: Table, entry: c.Entry, command: c.Leave | c.VacateSeat) -> None:
    table.vacate(command.occupants, command.host)


def _accept_vacate_seat(table: Table, entry: c.Entry, command: c.VacateSeat) -> c.VacateSeat:
    refuse_if(entry.by != table.host and command.seat not in table.companions_of(entry.by), "not-host")
    table.occupant(command.seat)
    occupants = {command.seat: successor_on(table, command.seat)}
    return replace(command, occupants=occupants, host=next_host(table, command.seat))


def _accept_rename(table: Table, entry: c.Entry, command: c.Rename) -> c.Rename:
    return replace(command, name=accepted_name(table, command.name, own_seat(table, entry.by)))


def _rename(table: Table, entry: c.Entry, command: c.Rename) -> None:
    table.rename(own_seat(table, entry.by), command.name)


def _check_choose_avatar(table: Table, entry: c.Entry, command: c.ChooseAvatar) -> None:
    seat = own_seat(table, entry.by)
    refuse_if(command.avatar not in AVATARS, "avatar-unknown")
    refuse_if(command.avatar in table.other_avatars(seat), "avatar-taken")


def _choose_avatar(table: Table, entry: c.Entry, command: c.ChooseAvatar) -> None:
    table.choose_avatar(own_seat(table, entry.by), command.avatar)


def _check_add_entropy(table: Table, entry: c.Entry, command: c.AddEntropy) -> None:
    check_entropy(command.entropy)


def _add_entropy(table: Table, entry: c.Entry, command: c.AddEntropy) -> None:
    table.add_entropy(entry.by, command.entropy)


def _check_commit_entropy(table: Table, entry: c.Entry, command: c.CommitEntropy) -> None:
    check_hash(command.hash)
    refuse_if(command.commitment != table.commitment, "entropy-for-another-deal")
    refuse_if(table.is_entropy_hash_taken(entry.by, command.hash), "entropy-copied")


def _commit_entropy(table: Table, entry: c.Entry, command: c.CommitEntropy) -> None:
    table.commit_entropy(entry.by, command.hash)


def _accept_set_up(table: Table, entry: c.Entry, command: c.SetUp) -> c.SetUp:
    _check_bot(command.bot)
    refuse_if(table.running, "game-running")
    # Modules that do not fit together are refused at the start of the game, so people can choose step by step.
    check_ruleset(command.game_setup, is_draft=True)
    people = sum(occupant.kind == "person" for occupant in table.seats)
    refuse_if(people > command.game_setup.players, "too-few-chairs")
    bot = command.bot or table.bot
    occupants = arranged(table, command.game_setup.players, bot, changes_seated=command.changes_seated)
    return replace(command, bot=bot, occupants=occupants)


def _set_up(table: Table, entry: c.Entry, command: c.SetUp) -> None:
    table.set_up(command.game_setup, command.bot, command.occupants)


def _accept_add_bot(table: Table, entry: c.Entry, command: c.AddBot) -> c.AddBot:
    _check_bot(command.bot)
    refuse_if(table.running, "game-running")
    refuse_if(table.occupant(command.seat).kind != "empty", "seat-taken")
    bot = command.bot or table.bot
    return replace(command, bot=bot, occupants=bots_for(table, (command.seat,), bot))


def _check_bot(bot: str) -> None:
    refuse_if(bool(bot) and bot not in bots.names(), "unknown-bot")


def _add_bot(table: Table, entry: c.Entry, command: c.AddBot) -> None:
    table.seat(command.occupants)


def _check_replace_bot(table: Table, entry: c.Entry, command: c.ReplaceBot) -> None:
    refuse_if(not table.running or table.session is None, "no-game")
    refuse_if(table.session is not None and table.session.number != command.game, "past-game")
    refuse_if(not table.occupant(command.seat).is_played_by_bot, "seat-taken")


def _replace_bot(table: Table, entry: c.Entry, command: c.ReplaceBot) -> None:
    table.replace_bot(command.seat, command.bot)


def _accept_change_settings(table: Table, entry: c.Entry, command: c.ChangeSettings) -> Accepted:
    settings = checked(command.settings)
    occupants = {} if table.running else with_characters(table, settings)  # during a game a bot does not change
    hidden = table.chat.hidden_by(masked_words(settings.masked_words))
    changed = replace(command, settings=settings, occupants=occupants)
    return changed, *(c.HideWords(game, parts) for game, parts in hidden.items())


def _change_settings(table: Table, entry: c.Entry, command: c.ChangeSettings) -> None:
    table.settings = command.settings
    table.seat(command.occupants)


def check_ruleset(game_setup: c.GameSetup, *, is_draft: bool = False) -> None:
    """Raise Refused if the game cannot be played or, for a draft, if it does not know one of the choices."""
    try:
        game_setup.draft() if is_draft else game_setup.ruleset()
    except RulesetError as error:
        raise Refused(Refusal("ruleset", (("why", error.message),))) from None


HANDLERS: Final[tuple[Handler[Any], ...]] = (
    Handler(c.Open, _accept_open, _open, ("anybody",)),
    Handler(c.Sit, _accept_sit, _sit, ("anybody",), blocked_during_deal=True),
    Handler(c.SeatCompanion, _accept_seat_companion, _seat_companion, ("seated",), blocked_during_deal=True),
    Handler(c.ChangeSeat, _check_change_seat, _change_seat, ("seated",), blocked_during_deal=True),
    Handler(c.Swap, _check_swap, _swap, ("host",), blocked_during_deal=True),
    Handler(c.Leave, _accept_leave, _vacate_seat, ("seated",), blocked_during_deal=True),
    Handler(c.VacateSeat, _accept_vacate_seat, _vacate_seat, ("anybody",), blocked_during_deal=True),
    Handler(c.Rename, _accept_rename, _rename, ("seated",)),
    Handler(c.ChooseAvatar, _check_choose_avatar, _choose_avatar, ("seated",)),
    Handler(c.AddEntropy, _check_add_entropy, _add_entropy, ("seated",), blocked_during_deal=True, game=next_game),
    Handler(
        c.CommitEntropy, _check_commit_entropy, _commit_entropy, ("seated",), blocked_during_deal=True, game=next_game
    ),
    Handler(c.SetUp, _accept_set_up, _set_up, ("host",), blocked_during_deal=True),
    Handler(c.AddBot, _accept_add_bot, _add_bot, ("host",), blocked_during_deal=True),
    Handler(c.ReplaceBot, _check_replace_bot, _replace_bot, ("server",)),
    Handler(c.ChangeSettings, _accept_change_settings, _change_settings, ("host",)),
)
