"""Scenes of a game as open pages receive them: rendered once for everybody, and never after they are over.

An update is sent at once together with its scenes, and the page plays them one after another (`js/director.js`). The
server delays nothing: programs and pages without scripts lose no time, and the traffic does not depend on what is being
played.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from turncoat.kernel.events import Event
from turncoat.kernel.facts import HasRole
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View
from turncoat.kernel.words import N_, P_
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.scene_queue import StagedScene
from turncoat.table.state.game_session import GameSession
from turncoat.table.values.scenes import Scene, ScenePace
from turncoat.table.values.settings import TableSettings
from turncoat.telling import Teller, Translate
from turncoat.web.board.model import Portrait, SceneCard, SceneFigure, UnmaskedCard
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.http.languages import renderer, translator
from turncoat.web.http.page import SelectOption
from turncoat.web.table.page_parts import PublicContext
from turncoat.web.updates.cache import Memo
from turncoat.web.updates.messages import DrawnScene

PACE_LABELS: Final[Mapping[ScenePace, str]] = {
    "calm": N_("Slow"),
    "normal": P_("pace", "Normal"),
    "brisk": N_("Fast"),
    "instant": N_("Off"),
}
MANY_CARDS: Final = 4
"""Number of cards from which they are not displayed beside the sentences: all are turned over when the game ends."""
_DRAWN: Final[Memo[dict[tuple[Scene, float], DrawnScene]]] = Memo()


def scene_paces(settings: TableSettings, translate: Translate) -> tuple[SelectOption, ...]:
    """Return the paces of scenes for the host to choose from. The last is listed only if it is chosen already."""
    return tuple(
        SelectOption(pace, translate(label), chosen=pace == settings.scene_pace)
        for pace, label in PACE_LABELS.items()
        if pace != "instant" or pace == settings.scene_pace
    )


def new_scenes(room: Room, since: int, language: str, until: float = math.inf) -> tuple[DrawnScene, ...]:
    """Return the running scenes for somebody who has received all public events before `since`.

    Only events before `until` are considered. A deal among them needs no drawing, because it is a part of the page.
    """
    session = room.table.session
    if session is None:
        return ()
    factor = room.scene_factor
    return tuple(
        _drawn(room, session, staged, factor, language)
        for staged in room.scenes.running
        if staged.game == session.number and since <= staged.scene.last < until
    )


def _drawn(room: Room, session: GameSession, staged: StagedScene, factor: float, language: str) -> DrawnScene:
    scene, id = staged.scene, f"{session.number}-{staged.scene.last}"
    if scene.kind == "deal":
        return DrawnScene(f"{id}-deal", scene.kind, "", 0.0, 0.0)

    def draw() -> DrawnScene:
        view = session.view(SPECTATOR)
        events = view.events[scene.first : scene.last + 1]
        presenter, teller = presenter_of(session.ruleset.game), teller_of(session, session.names, translator(language))
        draws = presenter.opening if scene.kind == "opening" else presenter.scene
        part = draws(view, events, teller)
        if any(type(event).reveals_all_roles for event in events):
            part = msgspec.structs.replace(part, unmasked=unmasked_cards(session, view, presenter, language))
        elif not (part.revealed or part.figures):
            part = msgspec.structs.replace(part, revealed=revealed_cards(session, view, events, presenter))
        figures = tuple(drawn_figure(one, session, presenter, teller) for one in part.figures)
        html = renderer(language).draw("board/scene.html", scene=part, figures=figures)
        says = tuple(f"e{session.number}-{number}" for number in range(scene.first, scene.last + 1))
        return DrawnScene(id, scene.kind, html, round(scene.seconds(factor), 2), round(scene.turning(factor), 2), says)

    drawn = PublicContext(room, language).cache.get(_DRAWN, (session.number, session.names), dict)
    if (scene, factor) not in drawn:
        drawn[scene, factor] = draw()
    return drawn[scene, factor]


class DrawnFigure(msgspec.Struct, frozen=True):
    """Person in a scene, with the drawings on their card."""

    name: str
    caption: str
    card: SceneCard
    turned: SceneCard | None
    """Card that they turn over."""


def drawn_figure(figure: SceneFigure, session: GameSession, presenter: GamePresenter, teller: Teller) -> DrawnFigure:
    """Return a figure with the name and the avatar of its seat."""
    seat, avatar = figure.seat, session.occupants[figure.seat].avatar_on(figure.seat)

    def card_of(role: str) -> SceneCard:
        side = rulebook(session.ruleset.game).side_of(role, session.view().board)
        return SceneCard(presenter.drawing_of(role, side, seat, avatar), presenter.outline(side))

    known = card_of(figure.role) if figure.role else SceneCard(Portrait(avatar, "avatars.svg"), "")
    card = SceneCard(figure.portrait, "") if figure.portrait is not None else known
    caption = figure.caption or (teller.role(figure.role) if figure.role else "")
    turned = card_of(figure.becomes) if figure.becomes else None
    return DrawnFigure(session.names[seat], caption, card, turned)


def revealed_cards(
    session: GameSession, view: View[Any], events: Sequence[Event], presenter: GamePresenter
) -> tuple[SceneCard, ...]:
    """Return the cards that the events reveal to everybody, with their seats' avatars, or none if they are many."""
    told = [fact for event in events if type(event).reveals for fact in event.facts(view.ruleset, view.board)]
    roles = {
        fact.seat: role for fact in told if isinstance(fact, HasRole) and len(fact.roles) == 1 for role in fact.roles
    }
    if len(roles) >= MANY_CARDS:
        return ()
    book = rulebook(view.ruleset.game)
    sides = {role: book.side_of(role, view.board) for role in roles.values()}
    return tuple(
        SceneCard(
            presenter.drawing_of(role, sides[role], seat, session.occupants[seat].avatar_on(seat)),
            presenter.outline(sides[role]),
        )
        for seat, role in roles.items()
    )


def unmasked_cards(
    session: GameSession, view: View[Any], presenter: GamePresenter, language: str
) -> tuple[UnmaskedCard, ...]:
    """Return the cards of all seats in seat order. Those of the hiding side are turned over last."""
    teller, book = teller_of(session, session.names, translator(language)), rulebook(session.ruleset.game)
    roles = [presenter.role(view, seat) for seat in range(session.ruleset.players)]
    sides = [book.side_of(role, view.board) if role else "" for role in roles]
    order = sorted(range(len(roles)), key=lambda seat: (sides[seat] == book.hiding_side, seat))
    return tuple(
        UnmaskedCard(
            session.occupants[seat].name,
            teller.role(role),
            presenter.outline(sides[seat]),
            presenter.drawing_of(role, sides[seat], seat, session.occupants[seat].avatar_on(seat)),
            order.index(seat),
        )
        for seat, role in enumerate(roles)
    )
