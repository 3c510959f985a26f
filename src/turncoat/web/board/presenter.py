"""From what a viewer may know to what his page shows: views go in, page models come out; no game comes near."""

from collections.abc import Container, Sequence
from typing import Any, Final

import msgspec

from turncoat.kernel.refusals import SENTENCES, Refusal
from turncoat.kernel.rulesets import Ruleset, rulebook
from turncoat.kernel.seats import NOBODY, SPECTATOR, Seat, SeatSet, is_in, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.occupants import Occupant
from turncoat.telling import Teller, in_number
from turncoat.telling import Translate as Translate  # the pages' modules take it from here
from turncoat.web.board.model import BoardSeat, EndPart, LogLine, PublicPart, Side, Stage, Unmasked
from turncoat.web.games.badges import badges_of
from turncoat.web.games.boards import SHAPES, WINS, draw, missions_of, role_of
from turncoat.web.games.hydra_board import hero_of, hydra_course, hydra_scene
from turncoat.web.games.winter_board import closing_scene
from turncoat.web.table.chat import talk_part

ROUND_EVENTS: Final = frozenset({"RoundBegan", "VillainRevealed"})
"""Events that head a part of the log."""
_PLAYERS: Final = N_("{count} player", "{count} players")
_CONSIDERING: Final = N_("Considering: {team:seats}")
_FOR_ME: Final = N_("Waiting for you.")
_FOR_ME_TOO: Final = N_("Waiting for you and {count} other.", "Waiting for you and {count} others.")
_RESTART: Final = N_("The host can deal again.")


def teller_of(session: GameSession, names: tuple[str, ...], translate: Translate) -> Teller:
    """Who tells of this game in one language."""
    return Teller(session.ruleset, names, translate)


def say_refusal(refusal: Refusal, translate: Translate, session: GameSession | None = None) -> str:
    """A refusal as a sentence; with the words of the game when one is under way."""
    if session is not None:
        return teller_of(session, session.names, translate).refusal(refusal)
    message, params = SENTENCES.get(refusal.code, refusal.code), dict(refusal.params)
    sentence = translate(in_number(message, params.get))
    try:
        return sentence.format_map({name: _said(value, translate) for name, value in refusal.params})
    except (KeyError, ValueError):
        return sentence  # names people or words that only a teller can say


def _said(value: object, translate: Translate) -> str:
    return translate(value) if isinstance(value, str) else str(value)


def shape_of_side(side: str) -> Side:
    """The outline that a side wears."""
    return SHAPES.get(side, "jagged")


def rule_url(ruleset: Ruleset, clause: str) -> str:
    """Where a clause is explained."""
    # Winter Soldier is played by paragraphs of The Resistance too; they stand on that game's page.
    game = "resistance" if clause.startswith("RES-") else ruleset.game
    return f"/rules/{game}#{clause}" if clause else ""


def public_part(room: Room, session: GameSession, translate: Translate) -> PublicPart:
    """All that everybody sees."""
    away = {one.person for one in session.occupants if one.kind == "person" and one.person not in room.here}
    teller = teller_of(session, session.names, translate)
    considered = room.team_draft.seats(room.table)
    view = session.view(SPECTATOR)
    drawn = board_part(view, teller, session.occupants, session.asked, session.news, translate, away, considered)
    return msgspec.structs.replace(drawn, code=room.table.code, talk=talk_part(room.table, translate))


def board_part(
    view: View[Any],
    teller: Teller,
    occupants: Sequence[Occupant],
    asked: SeatSet,
    news: int,
    translate: Translate,
    away: Container[str] = (),
    considered: SeatSet = NOBODY,
) -> PublicPart:
    """The board as the view has it; `asked` and `news` as `boards.draw` wants them."""
    book = rulebook(view.ruleset.game)
    drawn = draw(view, teller, view.waiting, asked, news)
    over = view.board.result is not None
    seats = []
    for seat, occupant in enumerate(occupants):
        role = role_of(view, seat)
        side = book.side_of(role) if role else drawn.come_out.get(seat, "")
        seats.append(
            BoardSeat(
                number=seat,
                name=occupant.name,
                kind=occupant.kind,
                presence="away" if occupant.person in away else "here",
                stand_in=occupant.stand_in,
                leader=drawn.leader == seat and not over,
                on_team=is_in(seat, drawn.team) and not over,
                chosen=is_in(seat, asked & ~view.waiting) and not over,
                asked=is_in(seat, view.waiting),
                ballot=drawn.ballots.get(seat, ""),
                ballot_new=is_in(seat, drawn.new_ballots),
                out=is_in(seat, drawn.out),
                badges=badges_of(view, seat, teller),
                considered=is_in(seat, considered),
                role=teller.role(role or side) if side else "",
                side=shape_of_side(side) if side else None,
            )
        )
    stage = _with_waiting(drawn.stage, view.waiting, teller)
    extras = [translate(book.chapters[name].title) for name in view.ruleset.modules]
    return PublicPart(
        code="",
        game=translate(book.title),
        stage=_with_considered(stage, [occupants[seat].name for seat in seats_in(considered)]),
        considering=teller.fill(_CONSIDERING, team=considered) if considered else "",
        seats=tuple(seats),
        spaces=drawn.spaces,
        rejected=drawn.rejected,
        rejected_limit=drawn.rejected_limit,
        rejected_label=drawn.rejected_label,
        hydra=drawn.hydra,
        goals=drawn.goals,
        short_names=short_names([occupant.name for occupant in occupants]),
        rows=drawn.rows,
        log=log_lines(view, teller),
        on_board=", ".join((teller.fill(_PLAYERS, count=view.ruleset.players), *extras)),
    )


def _with_considered(stage: Stage, names: list[str]) -> Stage:
    """The empty places of the team with who is considered for them; as many names as there are places."""
    if not names or any(stage.slots):
        return stage
    slots = (*names, *stage.slots)[: len(stage.slots)]
    return msgspec.structs.replace(stage, slots=slots)


def _with_waiting(stage: Stage, waiting: SeatSet, teller: Teller) -> Stage:
    """The line taken apart, so that nobody reads that he waits for himself; all viewers share both ways to say it."""
    said = teller.waiting(waiting)
    if not said or said not in stage.line:
        return stage
    return msgspec.structs.replace(stage, waiting=said, waiting_for_me=waiting_for_me(waiting, teller))


def waiting_for_me(waiting: SeatSet, teller: Teller) -> str:
    """Who is waited for, as it is told to one of them."""
    others = waiting.bit_count() - 1
    return teller.fill(_FOR_ME_TOO, count=others) if others else teller.text(_FOR_ME)


def short_names(names: list[str]) -> tuple[str, ...]:
    """For narrow columns: as many first letters of each name as tell it from the others, at most five."""
    return tuple(
        next((name[:size] for size in range(2, 6) if sum(one.startswith(name[:size]) for one in names) == 1), name[:5])
        for name in names
    )


def log_lines(view: View[Any], teller: Teller) -> tuple[LogLine, ...]:
    """What happened, in sentences."""
    return tuple(
        LogLine(
            number,
            text,
            type(event).__name__ in ROUND_EVENTS,
            type(event).clause,
            rule_url(view.ruleset, type(event).clause),
        )
        for number, event in enumerate(view.events)
        if (text := teller.event(event))
    )


def portrait(shape: Side, seat: Seat) -> str:
    """The drawing on a card; by seat, so that it tells nothing but the side."""
    return f"{'resistance' if shape == 'shield' else 'spy'}-{seat % 4 + 1}"


def end_part(room: Room, session: GameSession, is_host: bool, translate: Translate) -> EndPart | None:
    """Who was who; None while the game goes on."""
    result = session.result
    if result is None:
        return None
    table, view = room.table, session.view(SPECTATOR)
    teller, book = teller_of(session, session.names, translate), rulebook(session.ruleset.game)
    people = []
    for seat, occupant in enumerate(session.occupants):
        role = role_of(view, seat)
        side = book.side_of(role) if role else ""
        people.append(
            Unmasked(
                seat,
                occupant.name,
                teller.role(role),
                shape_of_side(side),
                teller.word(side),
                portrait(shape_of_side(side), seat),
                side == result.winner,
                missions_of(view, seat, teller) or hero_of(view, seat, teller),
            )
        )
    return EndPart(
        winner=shape_of_side(result.winner),
        headline=teller.text(WINS[result.winner]) if result.winner in WINS else teller.word(result.winner),
        reason=teller.word(result.reason),
        people=tuple(people),
        scene=closing_scene(view, teller) or hydra_scene(view, teller),
        facts=hydra_course(view, teller),
        post_to=f"/t/{table.code}",
        may_restart=is_host,
        restart_hint=translate(_RESTART),
    )
