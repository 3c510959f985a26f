"""The public board: a model that every game can fill in.

A presenter in another package may rely on the names in `__all__`.
"""

from turncoat.web.board.model import (
    Badge,
    BoardModel,
    CardFront,
    Deception,
    EndMission,
    FaceUpCard,
    MissionSlot,
    Panel,
    Portrait,
    ProposalRow,
    SceneBallot,
    SceneCard,
    SceneFigure,
    SceneNumber,
    ScenePart,
    Side,
    Stage,
    Tip,
    UnmaskedCard,
)
from turncoat.web.board.presenter import GamePresenter

__all__ = [
    "Badge",
    "BoardModel",
    "CardFront",
    "Deception",
    "EndMission",
    "FaceUpCard",
    "GamePresenter",
    "MissionSlot",
    "Panel",
    "Portrait",
    "ProposalRow",
    "SceneBallot",
    "SceneCard",
    "SceneFigure",
    "SceneNumber",
    "ScenePart",
    "Side",
    "Stage",
    "Tip",
    "UnmaskedCard",
]
