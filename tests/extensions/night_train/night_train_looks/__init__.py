"""The appearance of Night Train: the board of The Resistance, with a drawing of the train in the middle."""

from pathlib import Path
from typing import Any

import msgspec

from turncoat.kernel.seats import SeatSet
from turncoat.kernel.views import View
from turncoat.telling import Teller
from turncoat.web.board.model import BoardModel, Panel
from turncoat.web.games.resistance import ResistancePresenter


class Train(msgspec.Struct, frozen=True):
    cars: int


class NightTrainPresenter(ResistancePresenter):
    game = "night-train"
    folder = Path(__file__).parent
    screen_styles = ("games/night-train/screen.css",)

    def board(self, view: View[Any], teller: Teller, asked: SeatSet, first_new_event: int) -> BoardModel:
        board = super().board(view, teller, asked, first_new_event)
        panel = Panel("games/night-train/train.html", Train(view.ruleset.players))
        return msgspec.structs.replace(board, panel=panel)
