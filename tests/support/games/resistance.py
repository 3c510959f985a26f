"""Test games of The Resistance with handwritten deals and whole missions per line."""

from typing import Any

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.tables import SPIES
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import play


def deal_of(players: int, first: int = 0) -> Deal:
    """Build a deal with the spies on the first seats."""
    spies = SPIES[players]
    return Deal(("spy",) * spies + ("resistance",) * (players - spies), first)


def new_game(players: int = 5, *modules: str, first: int = 0, **options: OptionValue) -> Game[Board]:
    """Start a game with the spies on the first seats."""
    return Game(Ruleset.of("resistance", players, modules, options), deal_of(players, first))


def team_text(game: Game[Board], size: int | None = None) -> str:
    """Return the first seats, as many as the mission needs, in record notation."""
    return ",".join(map(str, range(size or game.board.team_size)))


def vote(game: Game[Board], approve: bool = True, mission: int | None = None) -> None:
    """Name the first seats, and vote alike on all seats."""
    if mission is None:
        team = f"team={team_text(game)}"
    else:
        size = dict(game.prompts()[game.board.leader].option.ties[0].sizes)[f"mission-{mission}"]  # type: ignore[union-attr]
        team = f"mission=mission-{mission} team={team_text(game, size)}"
    play(game, f"{game.board.leader} name-team {team}\n* cast-ballot {'approve' if approve else 'reject'}")


def mission(game: Game[Board], fails: int = 0, number: int | None = None) -> None:
    """Play a mission from the proposal to the result, with this many Fails."""
    vote(game, mission=number)
    size = game.board.team.bit_count()
    for seat in range(size):
        play(game, f"{seat} play-card {'fail' if seat < fails else 'success'}")


def last(game: Game[Board], kind: type[Any]) -> Any:
    """Return the latest event of a kind."""
    return next(event for event in reversed(game.events) if type(event) is kind)


def kinds(game: Game[Board], start: int = 0) -> list[str]:
    """Return the names of the events."""
    return [type(event).__name__ for event in game.events[start:]]
