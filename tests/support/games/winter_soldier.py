"""Test games of Winter Soldier with handwritten deals, votes and missions per line."""

from collections.abc import Sequence
from typing import Any

from turncoat.games.winter_soldier.board import Board
from turncoat.games.winter_soldier.roles import SIDES, character_cards
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seats_in
from turncoat.testing import play

ALL = ("black-widow", "maria-hill", "alexander-pierce", "arnim-zola", "baron-zemo", "scarlet-witch")
FIVE = ("captain-america", "nick-fury", "shield-agent", "winter-soldier", "hydra-agent")
SEVEN = (
    "captain-america",
    "nick-fury",
    "shield-agent",
    "shield-agent",
    "winter-soldier",
    "hydra-agent",
    "hydra-agent",
)
HILL = ("captain-america", "nick-fury", "maria-hill", "shield-agent", "winter-soldier", "hydra-agent", "hydra-agent")
"""Seven seats, with Maria Hill on seat 2."""


def ruleset(players: int, *modules: str, **options: OptionValue) -> Ruleset:
    return Ruleset.of("winter-soldier", players, modules, options)


def table(roles: Sequence[str], script: str = "", *modules: str, **options: OptionValue) -> Game[Board]:
    """Play a script with these roles and the modules of the optional ones among them."""
    chosen = {role for role in roles if role in ALL} | set(modules)
    game: Game[Board] = Game(ruleset(len(roles), *chosen, **options), Deal(tuple(roles), 0))
    play(game, script)
    return game


def dealt(players: int, *modules: str, **options: OptionValue) -> Game[Board]:
    """Start a game with the cards in order: S.H.I.E.L.D. first, and Captain America on seat 0."""
    rules = ruleset(players, *modules, **options)
    return Game(rules, Deal(character_cards(rules), 0))


def propose(game: Game[Board], *team: Seat) -> None:
    """Name these seats, or as many of the first seats still in the game as the mission takes."""
    seats = team or seats_in(game.board.left)[: game.board.team_size]
    play(game, f"{game.board.leader} name-team team={','.join(map(str, seats))}")


def vote(game: Game[Board], approve: bool = True, *without: Seat) -> None:
    """Vote alike on every seat that is asked, as far as it may. The seats in `without` wait."""
    for seat, prompt in game.prompts().items():
        if seat not in without:
            wanted = "approve" if approve else "reject"
            allowed: tuple[str, ...] = prompt.option.allowed  # type: ignore[union-attr,assignment]
            play(game, f"{seat} cast-ballot {wanted if wanted in allowed else allowed[0]}")


def cards(game: Game[Board], *fails: Seat) -> None:
    """Play Failure for the seats named and for those that must, and Success for the others."""
    for seat, prompt in game.prompts().items():
        allowed: tuple[str, ...] = prompt.option.allowed  # type: ignore[union-attr,assignment]
        play(game, f"{seat} play-card {'fail' if seat in fails or 'success' not in allowed else 'success'}")


def mission(game: Game[Board], *team: Seat, fails: Sequence[Seat] = ()) -> None:
    """Play a mission from the proposal to the result."""
    propose(game, *team)
    vote(game)
    cards(game, *fails)


def rejected(game: Game[Board], times: int = 1) -> None:
    """Play proposals that everybody who may rejects."""
    for _ in range(times):
        propose(game)
        vote(game, False)


def won(game: Game[Board], number: int = 3) -> None:
    """Play this many successful missions, with S.H.I.E.L.D. teams as far as possible and default examinations."""
    for _ in range(number):
        roles = game.deal.roles
        safe = [seat for seat in seats_in(game.board.left) if roles[seat] != "winter-soldier"]
        mission(game, *sorted(safe, key=lambda seat: SIDES[roles[seat]] == "hydra")[: game.board.team_size])
        while game.frame is not None and game.frame.step.question.name == "examine":
            (seat,) = game.prompts()
            game.play(seat, game.default(seat))


def asked(game: Game[Board]) -> dict[Seat, str]:
    """Return the question of each seat that is asked."""
    return {seat: prompt.question.name for seat, prompt in game.prompts().items()}


def offered(game: Game[Board], seat: Seat) -> dict[str, tuple[Seat, ...]]:
    """Return a seat's standing offers, each with the seats that it may name."""
    return {offer.name: seats_in(offer.option.allowed) for offer in game.offers(seat)}  # type: ignore[union-attr,arg-type]


def kinds(game: Game[Board], start: int = 0) -> list[str]:
    """Return the names of the events."""
    return [type(event).__name__ for event in game.events[start:]]


def last(game: Game[Board], kind: type[Any]) -> Any:
    """Return the latest event of a kind."""
    return next(event for event in reversed(game.events) if type(event) is kind)


def ended(game: Game[Board]) -> tuple[str, str] | None:
    """Return the winner and the reason, or None during the game."""
    return (game.result.winner, game.result.reason) if game.result is not None else None
