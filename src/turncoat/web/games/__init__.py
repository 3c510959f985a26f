"""What the games look like, a package each, and the registry of them.

A game from another package brings its presenter in the entry point group `turncoat.web.games`.
"""

from turncoat.kernel.rulesets import BOOKS
from turncoat.web.board.presenter import GamePresenter
from turncoat.web.games.hail_hydra import HailHydraPresenter
from turncoat.web.games.resistance import ResistancePresenter
from turncoat.web.games.winter_soldier import WinterSoldierPresenter
from turncoat.web.http import assets

PRESENTERS: dict[str, GamePresenter] = {}
"""The presenters of the games that have one, by the name of the game."""
_PLAIN = GamePresenter()


def presenter_of(game: str) -> GamePresenter:
    """The presenter of a game; for a game without one, the plain one that can show every game."""
    return PRESENTERS.get(game, _PLAIN)


def screen_styles() -> tuple[str, ...]:
    """The style sheets that games bring for the shared screen."""
    return tuple(sheet for presenter in PRESENTERS.values() for sheet in presenter.screen_styles)


def register(presenter: object) -> None:
    """Make a presenter known: a class that derives from GamePresenter, or an instance. Raises TypeError, ValueError.

    Registering the same class again does no harm.
    """
    made = presenter() if isinstance(presenter, type) and issubclass(presenter, GamePresenter) else presenter
    if not isinstance(made, GamePresenter):
        raise TypeError(f"{presenter!r} is no presenter; name a class that derives from GamePresenter, or an instance")
    if made.game not in BOOKS:
        known = ", ".join(BOOKS)
        raise ValueError(f"the presenter {type(made).__name__} is for a game {made.game!r} that is not known: {known}")
    if type(PRESENTERS.get(made.game, made)) is not type(made):
        raise ValueError(f"the game {made.game!r} has a presenter already")
    PRESENTERS[made.game] = made
    if made.folder is not None:
        assets.add_folder(f"games/{made.game}", made.folder)


for _presenter in (ResistancePresenter, WinterSoldierPresenter, HailHydraPresenter):
    register(_presenter)
