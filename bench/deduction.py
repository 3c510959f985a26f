"""How long a seat's beliefs take to follow a game: what an event costs, with the chance of every seat read after it."""

from time import perf_counter

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.deduction import Beliefs
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.lab.simulation import play_numbered, seating

CHARACTERS = ("black-widow", "maria-hill", "alexander-pierce", "arnim-zola", "baron-zemo", "scarlet-witch")
SETUPS: tuple[tuple[str, int, tuple[str, ...], bool, float], ...] = (
    ("resistance", 10, (), False, 50),
    ("resistance", 10, (), True, 500),
    ("resistance", 10, ("hunter",), False, 2_000),
    ("winter-soldier", 12, CHARACTERS, False, 5_000),
)
"""The game, players and modules; whether NumPy is left out; and the goal for an event, in millionths of a second."""


class Update(msgspec.Struct, frozen=True):
    """What events cost, in millionths of a second."""

    game: str
    players: int
    modules: tuple[str, ...]
    numpy: bool
    goal: float
    events: int
    median: float
    """Of the events that the seat saw after the cards were dealt, those that tell nothing left out."""
    mean: float
    slowest_tenth: float
    """Nine in ten of these were quicker."""
    slowest: float


def measure(name: str, players: int, modules: tuple[str, ...], plain: bool, goal: float, games: int) -> Update:
    """Follow some games of bots as a seat and as a spectator. What is kept between games is kept; each game is new."""
    ruleset = Ruleset.of(name, players, modules)
    played = [play_numbered(ruleset, seating(ruleset, ("sensible",)), "bench", number) for number in range(games)]
    follow(ruleset, played[0], SPECTATOR, plain)
    costs = [cost for game in played[1:] for viewer in (SPECTATOR, 0) for cost in follow(ruleset, game, viewer, plain)]
    costs.sort()
    median, mean, tenth = costs[len(costs) // 2], sum(costs) / len(costs), costs[9 * len(costs) // 10]
    return Update(name, players, modules, not plain, goal, len(costs), median, mean, tenth, costs[-1])


def follow(ruleset: Ruleset, game: Game[object], viewer: int, plain: bool) -> list[float]:
    """What each event of a game cost that tells anything, after the first."""
    beliefs = Beliefs(ruleset, viewer, plain=plain)
    found: list[float] = []
    begun = False
    for event in game.view(viewer).events:
        board = beliefs.worlds.view.board
        acts = list(event.acts(ruleset, board))
        if acts and not begun:
            begun = True
            beliefs.traitor(0)  # the deal is taken in once
        tells = begun and (acts or list(event.facts(ruleset, board)))
        start = perf_counter()
        beliefs.see((event,))
        for seat in range(ruleset.players):
            beliefs.traitor(seat)
        if tells:
            found.append((perf_counter() - start) * 1e6)
    return found


def all_updates(games: int = 20) -> list[Update]:
    """Every set-up, one after another."""
    return [measure(*setup, games) for setup in SETUPS]


if __name__ == "__main__":
    for update in all_updates():
        print(
            f"{update.game}, {update.players} players {' '.join(update.modules)} "
            f"{'with' if update.numpy else 'without'} NumPy: {update.median:.0f} µs an event "
            f"(mean {update.mean:.0f}), nine in ten under "
            f"{update.slowest_tenth:.0f}, slowest {update.slowest:.0f} (goal {update.goal:.0f}); {update.events} events"
        )
