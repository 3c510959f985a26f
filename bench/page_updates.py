"""The cost of an update of an open page, and its parts: `python -m bench.page_updates`.

Whole games of random legal choices are played in this process, without a server. Every player's page is updated after
each choice, or with `--together` after all choices that are asked for at once. The figures are processor time.
"""

import argparse
import gc
import importlib
import sys
from collections import defaultdict
from collections.abc import Callable
from operator import itemgetter
from random import Random
from statistics import median
from time import process_time
from typing import Any, Final

import turncoat.games  # noqa: F401
from tests.support.offline_room import Watching, choose, room
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.walks import next_choice

GAMES: Final = 6
BURSTS: Final = 5
PARTS: Final[dict[str, str]] = {
    "deflating": "table.sealed:piece",
    "drawing with Jinja": "http.rendering:Renderer.draw",
    "public parts: the model": "table.public:public_part",
    "what everybody gets": "table.room_cache:RoomCache.piece",
    "a seat's own parts": "table.sealed:SealedParts.piece",
    "a seat's question and its form": "table.seat:_PromptForms.prompt",
    "a seat's card": "table.seat:role_card",
    "the viewer's parts": "table.open_page:OpenPage._own",
    "announcements to a seat": "table.open_page:to_the_seat",
    "the rest: the message": "table.open_page:OpenPage.update",
}
"""The function that does each part of the work. Time in a nested part counts only for that part."""


class Watch:
    """Accumulates the time of each part of the work."""

    def __init__(self) -> None:
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self._inner: list[float] = []

    def time(self, part: str, place: str) -> None:
        """Start to time that function."""
        module, _, name = place.partition(":")
        owner: Any = importlib.import_module(f"turncoat.web.{module}")
        *classes, name = name.split(".")
        for one in classes:
            owner = getattr(owner, one)
        setattr(owner, name, self._timed(part, getattr(owner, name)))

    def _timed(self, part: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def timed(*args: Any, **kwargs: Any) -> Any:
            began = process_time()
            self._inner.append(0.0)
            try:
                return function(*args, **kwargs)
            finally:
                took = process_time() - began
                self.seconds[part] += took - self._inner.pop()
                if self._inner:
                    self._inner[-1] += took

        return timed


def play(ruleset: Ruleset, seed: int, *, together: bool) -> tuple[int, int, float]:
    """Play a game, and return the updates, the choices, and the seconds of the updates."""
    at = room(ruleset, ruleset.deal(str(seed).encode()))
    session, rng = at.table.session, Random(seed)
    assert session is not None
    viewers = [Watching(at, seat, packs=True).viewer for seat in range(ruleset.players)]
    for viewer in viewers:
        viewer.update()
    updates, choices = 0, 0
    seconds = 0.0
    while session.result is None:
        asked = session.waiting
        while True:
            choose(at, *next_choice(session._game, rng))
            choices += 1
            asked &= session.waiting
            if not (together and asked) or session.result is not None:
                break
        began = process_time()
        for viewer in viewers:
            viewer.update()
        seconds += process_time() - began
        updates += len(viewers)
    return updates, choices, seconds


def burst(ruleset: Ruleset, number: int, *, together: bool) -> tuple[int, int, float]:
    """Play some games. Each number has its own games, so that nothing is cached from another burst."""
    played = [play(ruleset, number * GAMES + game, together=together) for game in range(GAMES)]
    return sum(one[0] for one in played), sum(one[1] for one in played), sum(one[2] for one in played)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="resistance")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--together", action="store_true", help="one update for all choices asked for at once")
    parser.add_argument("--parts", action="store_true", help="print how long each part of the work takes")
    given = parser.parse_args()
    ruleset = Ruleset.of(given.game, given.players)
    burst(ruleset, 0, together=given.together)  # compiles templates and loads texts
    gc.freeze()
    watch = Watch()
    if given.parts:
        for part, place in PARTS.items():
            watch.time(part, place)
    bursts = [burst(ruleset, number, together=given.together) for number in range(1, BURSTS + 1)]
    each = [seconds / updates * 1e6 for updates, _, seconds in bursts]
    updates, choices = sum(one[0] for one in bursts), sum(one[1] for one in bursts)
    print(f"an update: {min(each):.0f} µs at best, {median(each):.0f} in the median; {updates / choices:.2f} a choice")
    whole = sum(watch.seconds.values())
    for part, seconds in sorted(watch.seconds.items(), key=itemgetter(1), reverse=True):
        print(f"{seconds / whole:5.0%}  {part}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
