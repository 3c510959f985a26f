"""`turncoat lab`: fit the deduction's model of how people play, and measure it."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import msgspec
import typer

from turncoat.cli.arguments import translator_of
from turncoat.cli.errors import CommandError, needs_numpy
from turncoat.cli.pictures import check_picture, write_picture
from turncoat.kernel.game import Game
from turncoat.kernel.words import N_, composed
from turncoat.lab.recorded import CollectionError, read_games
from turncoat.telling import filled

_GAMES: Final = N_(
    "{count} recorded game, ten-fold cross-validation", "{count} recorded games, ten-fold cross-validation"
)
_TOO_FEW: Final = N_("recorded games in {file}: {count}; at least {least} are needed")
_NO_CHART: Final = N_("--plot writes a file that ends in .svg, not {given}")
_NATS: Final = N_(
    "After mission {mission}: {nats} nats ({count} game)",
    "After mission {mission}: {nats} nats ({count} games)",
)
_NOT_REACHED: Final = N_("After mission {mission}: no game came so far")


def fit(file: Path, language: str = "") -> None:
    """Print the parameters that fit the games of a file best."""
    translator_of(language)
    games = _games(file)
    with needs_numpy():
        from turncoat.lab.deduction import SEEN, fitted_parameters, parameters_text

        _enough(file, games, SEEN)
        parameters, about = fitted_parameters(games)
    typer.echo(parameters_text(parameters, about), nl=False)


def measure(file: Path, plot: Path | None, *, as_json: bool, language: str = "") -> None:
    """Print how well games are guessed that the model was not fitted to."""
    say = translator_of(language)
    if plot is not None:
        if plot.suffix.lower() != ".svg":
            raise CommandError(composed(_NO_CHART, given=str(plot)))
        check_picture(plot)
    games = _games(file)
    with needs_numpy():
        from turncoat.lab.calibration import calibration_svg
        from turncoat.lab.deduction import FOLDS, cross_validated

        _enough(file, games, FOLDS)
        report = cross_validated(games)
    if plot is not None:
        write_picture(plot, calibration_svg(report.calibration))
    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(report), indent=2))
        return
    typer.echo(filled(say, _GAMES, count=report.games))
    for mission, (nats, reached) in enumerate(zip(report.nats, report.reached, strict=True), 1):
        if nats is not None:
            typer.echo(filled(say, _NATS, mission=str(mission), nats=f"{nats:.3f}", count=reached))
        else:
            typer.echo(filled(say, _NOT_REACHED, mission=mission))


def _enough(file: Path, games: Sequence[Game[Any]], least: int) -> None:
    """Of fewer games nothing would come: no feature is met often enough to be kept, or a part would have no game."""
    if len(games) < least:
        raise CommandError(composed(_TOO_FEW, file=str(file), count=str(len(games)), least=str(least)))


def _games(file: Path) -> list[Game[Any]]:
    try:
        return read_games(file)
    except CollectionError as error:
        raise CommandError(f"{file}: {error}") from None
    except OSError as error:
        raise CommandError(f"{file}: {(error.strerror or str(error)).lower()}") from None
