"""Presentation of Winter Soldier and its characters: the board of The Resistance, with scenes of its own."""

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import msgspec

from turncoat.games.winter_soldier.roles import HYDRA
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.telling import Teller
from turncoat.web.board.model import Badge, BoardModel, ScenePart
from turncoat.web.games.resistance import ResistancePresenter
from turncoat.web.games.winter_soldier.guide import TIPS
from turncoat.web.games.winter_soldier.scenes import closing_scene, scene_of, who_deceived_whom, with_scenes

_DECIDES: Final = N_("three failures end it; three successes bring the last guess, then the hunt for Nick Fury")
_HYDRA_WINS: Final = N_("One more rejection and HYDRA wins.")


class WinterSoldierPresenter(ResistancePresenter):
    """Presenter of Winter Soldier."""

    game = "winter-soldier"
    cover = "games/winter-soldier/cover.svg"
    own_texts = 4288
    short_rules = "games/winter-soldier/rules/short.html"
    strategy = ""
    outlines: ClassVar = {"shield": "shield"}
    uniforms = "games/winter-soldier/roles.svg"
    plain_roles: ClassVar = {"shield": "shield-agent", "hydra": "hydra-agent"}
    tips = TIPS
    rejected_label = N_("Rejected teams in this round: {track} of {limit}. At {limit} the mission fails.")
    last_rejection = N_("One more rejection and the mission fails.")

    def board(self, view: View[Any], teller: Teller, asked: SeatSet, first_new_event: int) -> BoardModel:
        board = super().board(view, teller, asked, first_new_event)
        return msgspec.structs.replace(
            board,
            stage=with_scenes(board.stage, view, teller, view.events[first_new_event:]),
            out=view.board.out,
            known_sides=dict.fromkeys(seats_in(view.board.hydra), HYDRA),
        )

    def scene(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        return scene_of(super().scene(view, events, teller), view, events, teller)

    def last_chance(self, view: View[Any], teller: Teller, track: int) -> str:
        told = super().last_chance(view, teller, track)
        # A mission lost to rejections counts like any other failure (WIN-VOTE-3).
        return teller.text(_HYDRA_WINS) if told and view.board.now.failure_decides else told

    def decides(self, view: View[Any], teller: Teller) -> str:
        return teller.text(_DECIDES)

    def badge(self, view: View[Any], seat: Seat, word: str, teller: Teller) -> Badge | None:
        # The seat's own line says that it is out.
        return super().badge(view, seat, word, teller) if word != "out-of-the-game" else None

    def who_deceived_whom(self, view: View[Any], teller: Teller) -> str:
        return who_deceived_whom(view, teller)

    def closing_scene(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        return closing_scene(view, teller)
