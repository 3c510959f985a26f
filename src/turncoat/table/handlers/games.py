"""Handlers of commands that begin, play and end a game."""

from typing import Any, Final

from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import CHANCE, NOBODY, is_in
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.handlers.handler import Accepted, Handler, as_asked, next_game, own_game, own_seat, refuse_if
from turncoat.table.handlers.seating import bots_for_empty_seats
from turncoat.table.handlers.seats import check_ruleset
from turncoat.table.state.game_session import GameSession
from turncoat.table.state.table import Table
from turncoat.table.values.entropy import check_entropy
from turncoat.table.values.meetings import EARLY
from turncoat.table.values.occupants import seats_of_people


def _accept_start(table: Table, entry: c.Entry, command: c.Start) -> Accepted:
    if table.pending_deal is None:
        _check_deal(table, entry)
        if any(table.entropy_hashes):
            return c.BeginDeal(table.deal_to_begin(), waits=table.settings.unrevealed == "wait")
    else:
        refuse_if(entry.by != c.SERVER, "dealing")
    game, rules = table.games + 1, rulebook(table.game_setup.game).version
    deal = c.Deal(game, rules, command.teaches)
    meets = table.meeting is not None and entry.at >= table.meeting.at - EARLY
    return c.Start(occupants=bots_for_empty_seats(table), meets=meets), deal, c.DrawSeed(game + 1)


def _check_begin_deal(table: Table, entry: c.Entry, command: c.BeginDeal) -> None:
    _check_deal(table, entry)
    refuse_if(command.deal != table.deal_to_begin(), "stale")


def _check_deal(table: Table, entry: c.Entry) -> None:
    refuse_if(entry.by != table.host, "not-host")
    refuse_if(table.pending_deal is not None, "dealing")
    refuse_if(table.running, "game-running")
    check_ruleset(table.game_setup)


def _begin_deal(table: Table, entry: c.Entry, command: c.BeginDeal) -> None:
    table.begin_deal(command.deal, waits=command.waits)


def _check_reveal_entropy(table: Table, entry: c.Entry, command: c.RevealEntropy) -> None:
    seat, pending = own_seat(table, entry.by), table.pending_deal
    check_entropy(command.entropy)
    if pending is None:
        raise Refused(Refusal("entropy-not-committed"))
    refusal = pending.refusal(seat, command.nonce, command.entropy)
    if refusal is not None:
        raise Refused(refusal)


def _reveal_entropy(table: Table, entry: c.Entry, command: c.RevealEntropy) -> None:
    seat = table.seat_of(entry.by)
    assert seat is not None  # checked
    assert table.pending_deal is not None
    table.pending_deal.reveal(seat, command.nonce, command.entropy)


def _accept_call_off_deal(table: Table, entry: c.Entry, command: c.CallOffDeal) -> Accepted:
    pending = table.pending_deal
    refuse_if(pending is None or not pending.waits or not pending.missing, "stale")
    return command, c.DrawSeed(table.games + 1)


def _call_off_deal(table: Table, entry: c.Entry, command: c.CallOffDeal) -> None:
    table.call_off_deal()


def _draw_seed(table: Table, entry: c.Entry, command: c.DrawSeed) -> bool:
    table.commit_to(command.seed)
    return False


def _start(table: Table, entry: c.Entry, command: c.Start) -> bool:
    """Begin a game unnoticed, since `Deal` is noticed."""
    table.begin_game(command.occupants)
    if command.meets:
        table.call_off_meeting()
    return False


def _deal(table: Table, entry: c.Entry, command: c.Deal) -> None:
    table.deal(entry.at, command.bots, teaches=command.teaches, holds=command.holds)


def _accept_choose(table: Table, entry: c.Entry, command: c.Choose) -> Accepted:
    session = table.session
    if session is None:
        raise Refused(Refusal("no-game"))
    refuse_if(command.game != session.number, "past-game")
    if command.seat == CHANCE:
        refuse_if(entry.by != c.CHANCE_PERSON, "not-seated")
    else:
        occupant = table.occupant(command.seat)
        by_bot = entry.by == c.SERVER and occupant.is_played_by_bot
        refuse_if(not by_bot and entry.by != (occupant.person or c.SERVER), "not-seated")
        refuse_if(bool(table.control.paused_by), "paused")
    refusal = session.refusal(command.seat, Choice(command.to, command.answer))
    if refusal is not None:
        raise Refused(refusal)
    is_back = command.seat >= 0 and entry.by != c.SERVER and table.seats[command.seat].stand_in
    return (c.ReturnFromAway(command.seat), command) if is_back else None


def _choose(table: Table, entry: c.Entry, command: c.Choose) -> bool:
    """Play a choice. Return whether others can notice it."""
    session, seat = _session_of(table, command), command.seat
    if session is None:
        return False
    choice = Choice(command.to, command.answer)
    if entry.by == c.SERVER and seat >= 0 and table.seats[seat].kind == "person":
        session.note(seat, choice, "bot")
    is_noticed = session.take(seat, choice)
    if is_noticed and seat >= 0 and entry.by != c.SERVER:
        table.control.timed_out = NOBODY
    return is_noticed


def _session_of(table: Table, command: c.GameCommand) -> GameSession | None:
    """Return the game for which the command was accepted, or None if it is not stored or not played here.

    Raises Refused if it is not the current one.
    """
    if table.history.in_forgotten:
        return None
    session = table.session
    if session is None or session.number != command.game:
        raise Refused(Refusal("past-game"))
    return session


def _check_standing_answer(table: Table, entry: c.Entry, command: c.StandingAnswer) -> None:
    session, seat = table.session, own_seat(table, entry.by)
    if session is None or session.result is not None:
        raise Refused(Refusal("no-game"))
    refuse_if(command.game != session.number, "past-game")
    if not command.on:
        return
    refuse_if(bool(table.control.paused_by), "paused")
    refuse_if(command.question != session.question, "stale")
    refuse_if(not session.takes_standing_answers or not is_in(seat, session.waiting), "not-asked")
    refuse_if(not table.occupant(seat).is_played_by_person, "not-asked")


def _standing_answer(table: Table, entry: c.Entry, command: c.StandingAnswer) -> bool:
    """Set or end a standing answer. Return whether others can notice it: they see who has answered, but never why."""
    session, seat = _session_of(table, command), own_seat(table, entry.by)
    if session is None:
        return False
    if not command.on:
        session.end_standing_answers(1 << seat)
        return False
    session.skip_until_concerned(seat, for_round=command.for_round)
    table.control.timed_out = NOBODY
    return True


def _check_give_standing_answers(table: Table, entry: c.Entry, command: c.GiveStandingAnswers) -> None:
    session = _check_question(table, entry, command)
    is_due = session.takes_standing_answers and session.standing_answers & session.waiting
    refuse_if(not is_due, "stale")


def _give_standing_answers(table: Table, entry: c.Entry, command: c.GiveStandingAnswers) -> bool:
    session = _session_of(table, command)
    if session is None:
        return False
    session.give_standing_answers()
    table.control.timed_out = NOBODY
    return True


def _check_time_up(table: Table, entry: c.Entry, command: c.TimeUp) -> None:
    session = _check_question(table, entry, command)
    refuse_if(session.is_held, "stale")


def _time_up(table: Table, entry: c.Entry, command: c.TimeUp) -> bool:
    session = _session_of(table, command)
    if session is None:
        return False
    # A clock of the rules closes the step for all. The time limit of a decision only applies to people.
    seats = session.waiting if session.clock else session.waiting & seats_of_people(table.seats)
    question = session.latest_question
    table.control.time_is_up(session.take_defaults(seats), question)
    return True


def _check_reveal(table: Table, entry: c.Entry, command: c.Reveal) -> None:
    session = _check_question(table, entry, command)
    refuse_if(not session.is_held, "stale")


def _reveal(table: Table, entry: c.Entry, command: c.Reveal) -> bool:
    session = _session_of(table, command)
    if session is None:
        return False
    session.reveal()
    return True


def _check_question(table: Table, entry: c.Entry, command: c.TimeUp | c.Reveal | c.GiveStandingAnswers) -> GameSession:
    session = table.session
    if session is None or session.number != command.game:
        raise Refused(Refusal("past-game"))
    refuse_if(bool(table.control.paused_by), "paused")
    refuse_if(session.result is not None or session.question != command.question, "stale")
    return session


def _check_reopen(table: Table, entry: c.Entry, command: c.Reopen) -> None:
    refuse_if(table.running, "game-running")


def _reopen(table: Table, entry: c.Entry, command: c.Reopen) -> None:
    table.reopen()


def _abort_game(table: Table, entry: c.Entry, command: c.AbortGame) -> None:
    table.end_early(command.reason)


HANDLERS: Final[tuple[Handler[Any], ...]] = (
    Handler(c.Start, _accept_start, _start, ("host", "server"), is_dated=False),
    Handler(c.BeginDeal, _check_begin_deal, _begin_deal, ("host",), game=next_game),
    Handler(c.RevealEntropy, _check_reveal_entropy, _reveal_entropy, ("seated",), game=next_game),
    Handler(c.CallOffDeal, _accept_call_off_deal, _call_off_deal, ("server",), game=next_game),
    Handler(c.DrawSeed, as_asked, _draw_seed, ("server",), game=own_game),
    Handler(c.Deal, as_asked, _deal, ("server",), game=own_game),
    Handler(c.Choose, _accept_choose, _choose, ("anybody", "server"), game=own_game),
    Handler(c.StandingAnswer, _check_standing_answer, _standing_answer, ("seated",), game=own_game),
    Handler(c.GiveStandingAnswers, _check_give_standing_answers, _give_standing_answers, ("server",), game=own_game),
    Handler(c.TimeUp, _check_time_up, _time_up, ("server",), game=own_game),
    Handler(c.Reveal, _check_reveal, _reveal, ("server",), game=own_game),
    Handler(c.Reopen, _check_reopen, _reopen, ("host",), blocked_during_deal=True),
    Handler(c.AbortGame, as_asked, _abort_game, ("server",)),
)
