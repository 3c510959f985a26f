"""Presentation of the games, one package each, and the registry of presenters.

A game from another package provides its presenter in the entry point group `turncoat.web.games`.
"""

from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.words import N_, composed
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.games.hail_hydra import HailHydraPresenter
from turncoat.web.games.resistance import ResistancePresenter
from turncoat.web.games.round_table import RoundTablePresenter
from turncoat.web.games.winter_soldier import WinterSoldierPresenter
from turncoat.web.http import assets

PRESENTERS: dict[str, GamePresenter] = {}
"""Registered presenters by game."""
_PLAIN = GamePresenter()


def presenter_of(game: str) -> GamePresenter:
    """Return the presenter of a game, or the default one, which can present any game."""
    return PRESENTERS.get(game, _PLAIN)


def screen_styles() -> tuple[str, ...]:
    """Return the games' style sheets for the shared screen."""
    return tuple(sheet for presenter in PRESENTERS.values() for sheet in presenter.screen_styles)


def register(presenter: object) -> None:
    """Register a presenter: a subclass of GamePresenter, or an instance. Raises TypeError, ValueError.

    Registering the same class again has no effect.
    """
    made = presenter() if isinstance(presenter, type) and issubclass(presenter, GamePresenter) else presenter
    if not isinstance(made, GamePresenter):
        message = N_("{given} is not a presenter: expected a GamePresenter class or instance")
        raise TypeError(composed(message, given=repr(presenter)))
    if made.game not in BOOKS:
        message = N_("the presenter {given} is for the unknown game {name}; known: {known}")
        given, known = type(made).__name__, ", ".join(BOOKS)
        raise ValueError(composed(message, given=given, name=repr(made.game), known=known))
    if type(PRESENTERS.get(made.game, made)) is not type(made):
        raise ValueError(composed(N_("the game {name} has a presenter already"), name=repr(made.game)))
    PRESENTERS[made.game] = made
    if made.folder is not None:
        assets.add_folder(f"games/{made.game}", made.folder)


for _presenter in (ResistancePresenter, WinterSoldierPresenter, HailHydraPresenter, RoundTablePresenter):
    register(_presenter)
