"""Test games of Round Table with handwritten deals, and votes and missions per line."""

from collections.abc import Mapping, Sequence
from typing import Any

from turncoat.games.round_table.board import Board
from turncoat.games.round_table.roles import CAST
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.options import OneCard
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seats_in
from turncoat.testing import play

CHARACTERS = ("percival", "morgana", "mordred", "oberon")
FIVE = ("merlin", "percival", "knight", "assassin", "morgana")
SEVEN = ("merlin", "percival", "knight", "knight", "assassin", "morgana", "mordred")
TEN = (
    "merlin",
    "percival",
    "knight",
    "knight",
    "knight",
    "knight",
    "assassin",
    "morgana",
    "mordred",
    "oberon",
)
LANCES = ("merlin", "good-lancelot", "knight", "knight", "evil-lancelot", "assassin", "minion")


def ruleset(players: int, *modules: str, **options: OptionValue) -> Ruleset:
    return Ruleset.of("round-table", players, modules, options)


def table(
    roles: Sequence[str],
    script: str = "",
    *modules: str,
    first: Seat = 0,
    decks: Mapping[str, tuple[str, ...]] | None = None,
    **options: OptionValue,
) -> Game[Board]:
    """Play a script with these roles, with the modules of the optional ones among them."""
    chosen = set(CHARACTERS) & set(roles) | set(modules)
    if "good-lancelot" in roles:
        chosen.add("lancelots")
    game: Game[Board] = Game(ruleset(len(roles), *chosen, **options), Deal(tuple(roles), first, dict(decks or {})))
    play(game, script)
    return game


def dealt(players: int, *modules: str, **options: OptionValue) -> Game[Board]:
    """Start a game with the cards in order, good first and Merlin on seat 0."""
    rules = ruleset(players, *modules, **options)
    return Game(rules, Deal(CAST.cards(rules), 0))


def propose(game: Game[Board], *team: Seat, holder: Seat | None = None) -> None:
    """Name these seats, or the first ones. `holder` gets Excalibur, or else the first other member."""
    leader = game.board.leader
    seats = team or tuple(range(game.board.team_size))
    play(game, f"{leader} name-team team={','.join(map(str, seats))}")
    if "give-excalibur" in asked(game):
        play(game, f"{leader} give-excalibur {next(s for s in seats if s != leader) if holder is None else holder}")


def vote(game: Game[Board], approve: bool = True) -> None:
    play(game, f"* cast-ballot {'approve' if approve else 'reject'}")


def rejected(game: Game[Board], times: int = 1) -> None:
    """Reject so many teams."""
    for _ in range(times):
        propose(game)
        vote(game, False)


def cards(game: Game[Board], fails: int = 0) -> None:
    """Play mission cards with this many Fails as far as the members may, and use no Excalibur."""
    for seat in seats_in(game.board.team):
        prompt = game.prompt(seat)
        assert prompt is not None
        assert isinstance(prompt.option, OneCard)
        wanted = "fail" if fails and "fail" in prompt.option.allowed else "success"
        card = wanted if wanted in prompt.option.allowed else prompt.option.allowed[0]
        fails -= card == "fail"
        play(game, f"{seat} play-card {card}")
    assert fails <= 0, "the team cannot play so many Fails"


def mission(game: Game[Board], *team: Seat, fails: int = 0) -> None:
    """Play a mission from the proposal to the result. Excalibur is not used, and the Lady sees the first she may."""
    propose(game, *team)
    vote(game)
    cards(game, fails)
    if "use-excalibur" in asked(game):
        play(game, "* use-excalibur -")


def won(game: Game[Board], team: Sequence[Seat] = ()) -> None:
    """Play successful missions, with teams from these seats if given, until three have succeeded."""
    while game.board.successes < 3:
        mission(game, *tuple(team)[: game.board.team_size])
        passed(game)


def passed(game: Game[Board]) -> None:
    """Let the clock answer whatever is asked between missions."""
    while game.result is None and asked(game) == {"examine"}:
        for seat in game.prompts():
            game.play(seat, game.default(seat))


def asked(game: Game[Any]) -> set[str]:
    """Return the names of the open questions."""
    return {prompt.question.name for prompt in game.prompts().values()}


def last(game: Game[Any], kind: type[Any]) -> Any:
    """Return the latest event of a kind."""
    return next(event for event in reversed(game.events) if type(event) is kind)


def kinds(game: Game[Any], start: int = 0) -> list[str]:
    return [type(event).__name__ for event in game.events[start:]]


def ended(game: Game[Any]) -> tuple[str, str] | None:
    return (game.result.winner, game.result.reason) if game.result is not None else None
