"""Cost of the deduction for each event of a game, including every seat's chance after it."""

from time import perf_counter, process_time
from typing import Any

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.deduction import Beliefs
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.simulation.playing import play_numbered, seating

CHARACTERS = ("black-widow", "maria-hill", "alexander-pierce", "arnim-zola", "baron-zemo", "scarlet-witch")
SETUPS: tuple[tuple[str, int, tuple[str, ...], bool, float], ...] = (
    ("resistance", 10, (), False, 50),
    ("resistance", 10, (), True, 500),
    ("resistance", 10, ("hunter",), False, 2_000),
    ("winter-soldier", 12, CHARACTERS, False, 5_000),
)
"""Game, players and modules, whether to leave out NumPy, and the goal for an event in microseconds."""
TRIES = 15
"""Number of repetitions for the undisturbed cost of an event."""


class Update(msgspec.Struct, frozen=True):
    """Cost of events, in microseconds."""

    game: str
    players: int
    modules: tuple[str, ...]
    numpy: bool
    goal: float
    events: int
    of_processor: float
    """Mean of processor time, including events without information. It is comparable even on a busy machine."""
    undisturbed: float
    """Mean of the least wall-clock time of each event over all repetitions, which excludes the effect of other
    programs. It is over events with information, as are the figures below."""
    median: float
    slowest_tenth: float
    """Nine in ten of these events were faster."""
    slowest: float


def measure(name: str, players: int, modules: tuple[str, ...], plain: bool, goal: float, games: int) -> Update:
    """Follow some games of bots as a seat and as a spectator. Caches between games stay warm, but each game is new."""
    ruleset = Ruleset.of(name, players, modules)
    played = [play_numbered(ruleset, seating(ruleset, ("sensible",)), "bench", number) for number in range(games)]
    costs: list[float] = []
    follow([begun(ruleset, played[0], viewer, plain) for viewer in (SPECTATOR, 0)], [])
    views = [begun(ruleset, game, viewer, plain) for game in played[1:] for viewer in (SPECTATOR, 0)]
    start = process_time()
    follow(views, costs)
    of_processor = (process_time() - start) * 1e6 / len(costs)
    tries = [costs]
    for _ in range(TRIES):
        again: list[float] = []
        follow([begun(ruleset, game, viewer, plain) for game in played[1:] for viewer in (SPECTATOR, 0)], again)
        tries.append(again)
    undisturbed = sum(map(min, zip(*tries, strict=True))) / len(costs)
    costs.sort()
    median, tenth = costs[len(costs) // 2], costs[9 * len(costs) // 10]
    return Update(
        name, players, modules, not plain, goal, len(costs), of_processor, undisturbed, median, tenth, costs[-1]
    )


def begun(ruleset: Ruleset, game: Game[Any], viewer: int, plain: bool) -> tuple[Beliefs, list[Event]]:
    """Return beliefs that have followed everything before the first act, and the events from then on."""
    beliefs = Beliefs(ruleset, viewer, plain=plain)
    events = list(game.view(viewer).events)
    while events and not tuple(events[0].acts(ruleset, beliefs.worlds.view.board)):
        beliefs.see((events.pop(0),))
    beliefs.traitor(0)
    return beliefs, events


def follow(views: list[tuple[Beliefs, list[Event]]], costs: list[float]) -> None:
    """Follow the events, and add the cost of each that has information."""
    for beliefs, events in views:
        ruleset, board = beliefs.ruleset, beliefs.worlds.view.board
        for event in events:
            tells = tells_something(event, ruleset, board)
            start = perf_counter()
            beliefs.see((event,))
            if tells:
                for seat in range(ruleset.players):
                    beliefs.traitor(seat)
                costs.append((perf_counter() - start) * 1e6)


def tells_something(event: Event, ruleset: Ruleset, board: Any) -> bool:
    """Return whether anything can be learned from the event."""
    return any(True for _ in (*event.acts(ruleset, board), *event.facts(ruleset, board)))


def all_updates(games: int = 20) -> list[Update]:
    """Measure every setup, one after another."""
    return [measure(*setup, games) for setup in SETUPS]


def in_words(update: Update) -> str:
    """Format a line about a setup."""
    what = ", ".join((update.game, f"{update.players} players", *update.modules))
    numpy = "with" if update.numpy else "without"
    return (
        f"beliefs in {what}, {numpy} NumPy: {update.of_processor:.0f} µs of processor time an event, "
        f"undisturbed {update.undisturbed:.0f}, median {update.median:.0f}, "
        f"nine in ten under {update.slowest_tenth:.0f}, slowest {update.slowest:.0f} "
        f"(goal {update.goal:.0f}); {update.events} events"
    )


if __name__ == "__main__":
    for update in all_updates():
        print(in_words(update), flush=True)
