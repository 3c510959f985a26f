"""Public part of the page, built from a spectator's view."""

from collections.abc import Container, Sequence
from functools import lru_cache
from typing import Any, Final

import msgspec

from turncoat.bots import CHARACTERS, Character
from turncoat.kernel.rulebooks import rule_of, rulebook
from turncoat.kernel.seats import NOBODY, SeatSet, is_in, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.missions import situation_of
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller
from turncoat.web.board.model import BoardSeat, LogLine, PublicPart, Stage
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.board.telling import named_texts, rule_url, waiting_for_me, waiting_for_others

_DRAFT: Final = N_("Draft: {team:seats}")


def board_part(
    view: View[Any],
    presenter: GamePresenter,
    teller: Teller,
    occupants: Sequence[Occupant],
    asked: SeatSet,
    first_new_event: int,
    away: Container[str] = (),
    draft: SeatSet = NOBODY,
    log: "GameLog | None" = None,
) -> PublicPart:
    """Build the public board from a view. See `GamePresenter.board` for `asked` and `first_new_event`.

    `log` is the stored log of the same view, if there is one.
    """
    book = rulebook(view.ruleset.game)
    board = presenter.board(view, teller, asked, first_new_event)
    over = view.board.result is not None
    seats = []
    for seat, occupant in enumerate(occupants):
        role = presenter.role(view, seat)
        side = book.side_of(role, view.board) if role else board.known_sides.get(seat, "")
        character = CHARACTERS.get(occupant.character)
        hand, hand_label = board.hands.get(seat, (None, ""))
        seats.append(
            BoardSeat(
                number=seat,
                name=occupant.name,
                kind=occupant.kind,
                avatar=occupant.avatar_on(seat) if occupant.kind != "empty" else "",
                presence="away" if occupant.person in away else "here",
                character=teller.text(character.title) if character is not None else "",
                character_about=_about(character, view, teller) if character is not None else "",
                stand_in=occupant.stand_in,
                leader=board.leader == seat and not over,
                on_team=is_in(seat, board.team) and not over,
                chosen=is_in(seat, asked & ~view.waiting) and not over,
                asked=is_in(seat, view.waiting),
                ballot=board.ballots.get(seat, ""),
                ballot_new=is_in(seat, board.new_ballots),
                out=is_in(seat, board.out),
                badges=presenter.badges(view, seat, teller),
                in_draft=is_in(seat, draft),
                role=teller.role(role or side) if side else "",
                side=presenter.outline(side) if side else None,
                hand=hand,
                hand_label=hand_label,
                speech=board.speeches.get(seat, ""),
                struck=is_in(seat, board.struck),
            )
        )
    stage = _with_waiting(board.stage, view.waiting, teller)
    extras = [teller.text(book.chapters[name].title) for name in view.ruleset.modules]
    return PublicPart(
        code="",
        game=teller.text(book.title),
        stage=_with_draft(stage, [occupants[seat].name for seat in seats_in(draft)]),
        draft=teller.fill(_DRAFT, team=draft) if draft else "",
        seats=tuple(seats),
        mission_slots=board.mission_slots,
        rejected=board.rejected,
        rejected_limit=board.rejected_limit,
        rejected_label=board.rejected_label,
        last_chance=board.last_chance,
        panel=board.panel,
        facts=board.facts,
        short_names=short_names(tuple(occupant.name for occupant in occupants)),
        rows=board.rows,
        log=(log or GameLog(teller)).lines(view),
        on_board=", ".join((teller.company, *extras)),
    )


def _about(character: Character, view: View[Any], teller: Teller) -> str:
    """Return the visible behavior of a character, without that about teams in a game that has none."""
    return teller.text(character.speech if situation_of(view.board) is None else character.summary)


def _with_draft(stage: Stage, names: list[str]) -> Stage:
    """Put the draft in the team's places, instead of the team, the cards and the stamp that lay there before."""
    if not names or stage.naming is None:
        return stage
    places, line = stage.naming.places, stage.naming.line
    empty = () if stage.naming.is_open else ("",) * places
    slots = (*names, *empty)[:places]
    return msgspec.structs.replace(stage, line=line, slots=slots, cards=(), stamp="", stamp_word="", fresh=False)


def _with_waiting(stage: Stage, waiting: SeatSet, teller: Teller) -> Stage:
    """Split the line into parts, so that all viewers can share it although those who are awaited read "you"."""
    said = teller.waiting(waiting)
    if not said or said not in stage.line:
        return stage
    return msgspec.structs.replace(
        stage,
        waiting=said,
        waiting_for_me=waiting_for_me(waiting, teller),
        waiting_for_others=waiting_for_others(waiting, teller),
        waiting_for_me_alone=waiting_for_me(NOBODY, teller),
    )


@lru_cache
def short_names(names: tuple[str, ...]) -> tuple[str, ...]:
    """Shorten each name for narrow columns to its shortest unique prefix of two to five letters."""
    return tuple(
        next((name[:size] for size in range(2, 6) if sum(one.startswith(name[:size]) for one in names) == 1), name[:5])
        for name in names
    )


def log_lines(view: View[Any], teller: Teller) -> tuple[LogLine, ...]:
    """Return the events as sentences."""
    return GameLog(teller).lines(view)


class GameLog:
    """Log of one game in sentences, extended as the view grows. Only its last line is ever rewritten."""

    def __init__(self, teller: Teller, explained_at: str = "") -> None:
        self._teller = teller
        self._explained_at = explained_at
        """Address of the page that explains what is named. Without one, nothing is linked."""
        self._lines: list[LogLine] = []
        self._events = 0
        """Number of events covered."""
        self._open = 0
        """First event that may still be joined with the next ones in a sentence."""

    def lines(self, view: View[Any]) -> tuple[LogLine, ...]:
        """Return all lines so far. The view must be the same one as before, grown."""
        if len(view.events) > self._events:
            first = self._open
            while self._lines and self._lines[-1].number >= first:
                self._lines.pop()
            told = self._teller.events(view.events[first:])
            for one in told:
                event = view.events[first + one.first]
                kind, pieces = type(event), self._teller.event_with_words(event) if one.first == one.last else []
                rule = rule_of(view.ruleset, view.events, first + one.first)
                url = rule_url(view.ruleset, rule)
                named = named_texts(view.ruleset, pieces, self._explained_at, self._teller)
                summary = self._teller.summary(event)
                line = LogLine(first + one.first, one.text, kind.is_heading, rule, url, named, kind.part, summary)
                self._lines.append(line)
            self._events = len(view.events)
            is_open = bool(told) and first + told[-1].last == self._events - 1
            self._open = first + told[-1].first if is_open else self._events
        return tuple(self._lines)
