"""What events tell of who has which role: it is true, and nothing that tells deals apart goes unsaid."""

from random import Random
from typing import Any

import msgspec

from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.facts import Fact, hold_for
from turncoat.kernel.rulesets import Ruleset, opening_kinds, role_cards
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.views import View
from turncoat.testing.broken import hold
from turncoat.testing.games import walk
from turncoat.testing.rulesets import label
from turncoat.testing.secrecy import Pair, other_deal


class Watcher:
    """A viewer who keeps all facts."""

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.view: View[Any] = View(ruleset, seat)
        self.facts: list[Fact] = []

    def see(self, events: list[Event]) -> None:
        """Take in what happened, as the seat sees it."""
        for event in events:
            self.facts += event.facts(self.view.ruleset, self.view.board)
            self.view.see([event])


def check_facts(ruleset: Ruleset, seed: int = 1) -> None:
    """The facts that events tell a seat are true of the deal, all of them together."""
    watchers = [Watcher(ruleset, seat) for seat in (SPECTATOR, *range(ruleset.players))]
    seen = 0
    for game, _ in walk(ruleset, seed):
        news, seen = game.events[seen:], len(game.events)
        for watcher in watchers if news else ():
            before = len(watcher.facts)
            watcher.see(all_seen_by(news, watcher.view.seat))
            if len(watcher.facts) > before:
                told = hold_for(watcher.facts, game.deal.roles)
                hold(told, f"seat {watcher.view.seat}: one of {watcher.facts[before:]} is not so", game)


def check_telling_facts(ruleset: Ruleset, seed: int = 1, pairs: int = 6) -> None:
    """An event that shows a seat a difference between two deals of roles rules out the other one by its facts."""
    rng = Random(f"facts/{label(ruleset)}/{seed}")
    for turn in range(pairs):
        deal = ruleset.deal(f"facts/{label(ruleset)}/{seed}/{turn}".encode())
        other = other_deal(ruleset, deal, rng)
        if other is not None and other.roles != deal.roles:
            FactsPair(ruleset, deal, msgspec.structs.replace(other, decks=deal.decks), ()).play(rng)


class FactsPair(Pair):
    """Two games with different roles, in which the same is chosen, and what one viewer after another concludes."""

    def compare(self) -> None:
        one, other = self.games
        if not self.compared[0]:
            self.watchers = {viewer: Watcher(one.ruleset, viewer) for viewer in self.views}
            self.kinds = opening_kinds(one.ruleset, role_cards(one.ruleset))
        for viewer in list(self.views):
            mine, its = (
                all_seen_by(g.events[start:], viewer) for g, start in zip(self.games, self.compared, strict=True)
            )
            watcher = self.watchers[viewer]
            watcher.see(mine)
            if not self.parts(viewer, mine, its):
                continue
            del self.views[viewer]
            at = next((at for at, event in enumerate(mine) if event != dict(enumerate(its)).get(at)), None)
            if at is not None and type(mine[at]) not in self.kinds:
                ruled_out = not hold_for(watcher.facts, other.deal.roles)
                hold(ruled_out, f"seat {viewer} sees {mine[at]}, and no fact rules out {other.deal.roles}", one)
        self.compared = (len(one.events), len(other.events))
