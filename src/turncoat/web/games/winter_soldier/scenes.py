"""Scenes of Winter Soldier: accusations and eliminations, missions lost to rejections, and the two final stages."""

from collections.abc import Sequence
from typing import Final

import msgspec

from turncoat.games.resistance import events as base
from turncoat.games.resistance.loyalty_token import AFTER, token_of
from turncoat.games.winter_soldier import events as happened
from turncoat.games.winter_soldier.board import ACCUSATION, Board
from turncoat.games.winter_soldier.maria_hill import HillNamed
from turncoat.games.winter_soldier.roles import HYDRA, SHIELD, SIDES, side_of
from turncoat.games.winter_soldier.scarlet_witch import CHAPTER, Examine, WitchPassed
from turncoat.games.winter_soldier.tables import WINS
from turncoat.kernel.events import Event
from turncoat.kernel.seats import is_in, seat_set
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import FaceUpCard, SceneFigure, ScenePart, Stage
from turncoat.web.games.resistance.end import trust_in

_FURY_FOUND: Final = N_("{fury:seat} was Nick Fury, found by {soldier:seat}.")
_FURY_SAFE: Final = N_("{fury:seat} was Nick Fury; {soldier:seat} named {named:seat}.")
_SOLDIER_FOUND: Final = N_("{soldier:seat} was the Winter Soldier, found by {captain:seat}.")
_LAST_GUESS: Final = N_("The last guess: who is the Winter Soldier?")
_NAME_FURY: Final = N_("HYDRA is revealed. Who is Nick Fury?")
_ONCE: Final = N_("The Winter Soldier, {seat:seat}, names one player, once.")
_LATER: Final = N_("It is answered when all have chosen.")
_IS_SOLDIER: Final = N_("The last guess: is {guessed:seat} the Winter Soldier?")
_IS_FURY: Final = N_("Is {named:seat} Nick Fury?")
_NAMES_TEAM: Final = N_("{leader:seat} names a team.")

_COURSE: Final = (base.TeamProposed, base.TeamApproved, base.TeamRejected, base.MissionRevealed)
"""Events of a round's normal course on the stage. A later scene is displayed above it."""
_SCENES: Final = (
    happened.Accused,
    happened.AccusationLapsed,
    happened.CharacterShown,
    happened.BuckySaved,
    happened.WentOut,
    happened.TeamVoided,
    happened.MissionLost,
    HillNamed,
)
_CLOSING: Final = (
    happened.CharacterShown,
    happened.BuckySaved,
    happened.LastGuessMade,
    happened.LastGuessForgone,
    happened.FuryNamed,
    HillNamed,
)
"""Events that the end page repeats if they followed the last mission or cut one short."""
_LAST_USE: Final = (
    base.MissionRevealed,
    WitchPassed,
    happened.LastGuessMade,
    happened.LastGuessForgone,
    happened.HydraCameOut,
)
"""The latest of these decides whether the Scarlet Witch token is still to be used."""


def with_scenes(stage: Stage, view: View[Board], teller: Teller, fresh: list[Event]) -> Stage:
    """Return the stage with extraordinary events above it."""
    board = view.board
    if board.result is not None:
        return stage
    if board.successes == WINS:
        return stage if last_use_is_due(view) else _last_stages(stage, view, teller)
    if any(act.kind == ACCUSATION for act in board.pending):
        accused = next(event for event in reversed(view.events) if isinstance(event, happened.Accused))
        line = f"{teller.text(_LATER)} {stage.line}"
        return msgspec.structs.replace(stage, headline=teller.event(accused), line=line)
    turn = max((k for k, event in enumerate(view.events) if isinstance(event, _COURSE)), default=-1)
    scene = [event for event in view.events[turn + 1 :] if isinstance(event, _SCENES)]
    if not scene:
        # The answer at the last ballot or card goes beside the result of the vote or the mission.
        told = [teller.event(event) for event in fresh if isinstance(event, _SCENES)]
        return msgspec.structs.replace(stage, line=" ".join((*told, stage.line))) if told else stage
    while len(scene) > 1 and isinstance(scene[0], happened.Accused):
        scene = scene[1:]  # the outcome takes precedence; a second accusation may have come to nothing
    first, *rest = scene
    names_team = is_in(board.leader, view.waiting)
    then = teller.fill(_NAMES_TEAM, leader=board.leader) if names_team else teller.waiting(view.waiting)
    told = [*map(teller.event, rest), then]
    is_lost = isinstance(first, happened.MissionLost)
    return Stage(
        teller.event(first),
        " ".join(told),
        cards=tuple(_card(event, teller) for event in scene if isinstance(event, happened.CharacterShown)),
        fresh=first in fresh,
        stamp="fail" if is_lost else "",
        stamp_word=teller.word("fail") if is_lost else "",
    )


def scene_of(part: ScenePart, view: View[Board], events: Sequence[Event], teller: Teller) -> ScenePart:
    """Put the accuser and the accused first, then the revealed card or the answer, then the consequences."""
    begins = _beginning(view, events, teller)
    if begins is None:
        return part
    intro, names, named = begins
    seen = [event for event in events if not type(event).reveals_all_roles]
    told = [text for event in seen if (text := teller.event(event)) and text != intro]
    # If another was named, the card of Nick Fury tells it as well as that of the one who was.
    is_last = any(isinstance(event, happened.FuryNamed) for event in events)
    furies = [seat for seat, role in enumerate(view.board.roles) if role == "nick-fury"] if is_last else []
    return msgspec.structs.replace(
        part,
        decisive=(named.seat, *furies) if is_last else (),
        intro=intro,
        figures=(names, named),
        headline=told[0] if told else teller.text(_LATER),
        lines=tuple(told[1:]),
    )


def _beginning(
    view: View[Board], events: Sequence[Event], teller: Teller
) -> tuple[str, SceneFigure, SceneFigure] | None:
    """Return the opening of a scene: a sentence on who names whom, and both as cards.

    The named person's card includes the role that is revealed, if any.
    """
    shown = {one.seat: one.role for one in events if isinstance(one, happened.CharacterShown)}
    captain = SceneFigure(view.board.captain, "captain-america")
    for event in events:
        match event:
            case happened.Accused(accused=seat) | happened.AccusationAnswered(seat=seat):
                # An accusation that waits for others' choices is answered in a scene of its own.
                intro = teller.fill(happened.Accused.message, captain=captain.seat, accused=seat)
                return intro, captain, SceneFigure(seat, becomes=shown.get(seat, ""))
            case happened.LastGuessMade(guessed=seat):
                return teller.fill(_IS_SOLDIER, guessed=seat), captain, SceneFigure(seat)
            case HillNamed(winter_soldier=soldier, named=seat):
                names = SceneFigure(soldier, "winter-soldier")
                return teller.event(event), names, SceneFigure(seat, becomes=shown.get(seat, ""))
            case happened.FuryNamed(winter_soldier=soldier, named=seat, right=right):
                names = SceneFigure(soldier, "winter-soldier")
                return teller.fill(_IS_FURY, named=seat), names, SceneFigure(seat, becomes="nick-fury" if right else "")
            case _:
                continue
    return None


def closing_scene(view: View[Board], teller: Teller) -> tuple[str, ...]:
    """Return the course of the finale."""
    turn = max((k for k, event in enumerate(view.events) if isinstance(event, base.TeamProposed)), default=0)
    return tuple(teller.event(event) for event in view.events[turn:] if isinstance(event, _CLOSING))


def who_deceived_whom(view: View[Board], teller: Teller) -> str:
    """Say who was found or not, or else who was fooled most or saw through HYDRA best."""
    board = view.board
    if board.result is None or not all(board.roles):
        return ""
    soldier = next((seat for seat, role in enumerate(board.roles) if role == "winter-soldier"), None)
    fury = next((seat for seat, role in enumerate(board.roles) if role == "nick-fury"), None)
    for event in reversed(view.events):
        match event:
            case happened.FuryNamed(winter_soldier=namer, named=named, right=right) if fury is not None:
                found = _FURY_FOUND if right else _FURY_SAFE
                return teller.fill(found, fury=fury, soldier=namer, named=named)
            case happened.LastGuessMade(captain=captain, right=True) if soldier is not None:
                return teller.fill(_SOLDIER_FOUND, soldier=soldier, captain=captain)
            case happened.BuckySaved(seat=seat):
                return teller.fill(_SOLDIER_FOUND, soldier=seat, captain=board.roles.index("captain-america"))
            case _:
                continue
    hydra = seat_set(seat for seat, role in enumerate(board.roles) if side_of(role) == HYDRA)
    return trust_in(view, hydra, spies_won=board.result.winner == HYDRA, teller=teller)


def last_use_is_due(view: View[Board]) -> bool:
    """Return whether the Scarlet Witch token is still to be used before the last guess (WIN-WITCH-1)."""
    board = view.board
    if not view.ruleset.has(CHAPTER) or len(board.results) not in AFTER:
        return False
    latest = next(event for event in reversed(view.events) if isinstance(event, _LAST_USE))
    holder = token_of(board, CHAPTER).holder
    if not isinstance(latest, base.MissionRevealed) or holder is None:
        return False
    # Under the first rules it is not used at that point: then the table waits for Captain America.
    return is_in(holder, view.waiting) and bool(Examine().examinable(board, holder))


def _last_stages(stage: Stage, view: View[Board], teller: Teller) -> Stage:
    """Return Captain America's last guess, on the cards of the third success, and then HYDRA in the open."""
    guess = ""
    for event in view.events:
        if isinstance(event, happened.LastGuessMade | happened.LastGuessForgone):
            guess = teller.event(event)
        elif isinstance(event, happened.HydraCameOut):
            line = f"{guess} {teller.fill(_ONCE, seat=event.winter_soldier)}".strip()
            return Stage(teller.text(_NAME_FURY), line)
    return msgspec.structs.replace(stage, headline=teller.text(_LAST_GUESS), line=teller.waiting(view.waiting))


def _card(event: happened.CharacterShown, teller: Teller) -> FaceUpCard:
    return FaceUpCard("side-shield" if SIDES[event.role] == SHIELD else "side-jagged", teller.word(event.role))
