"""What events tell of who has which role: it is true, and nothing that tells deals apart goes unsaid."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import Any, Final

import msgspec

from turncoat.kernel.events import Event, all_seen_by, seen_by, visibility_of
from turncoat.kernel.facts import Fact, hold_for
from turncoat.kernel.game import Game
from turncoat.kernel.opening import opening_kinds, role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, seats_in
from turncoat.kernel.views import View
from turncoat.telling import named_in
from turncoat.testing.broken import require
from turncoat.testing.games import new_game, walk
from turncoat.testing.walks import random_walk


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
                require(told, f"seat {watcher.view.seat}: one of {watcher.facts[before:]} is not so", game)


TRIES: Final = 6
"""How many other deals are tried, for each kind of event, until one has shown something else."""


def check_telling_facts(ruleset: Ruleset, seed: int = 1) -> None:
    """An event that shows a seat a difference between two deals of roles rules out the other one by its facts.

    A game is played. For each kind of event in it that shows something of the deal, or something that not everybody
    sees, deals are tried in which a seat that it names has another role. The same is chosen as long as it is legal.
    """
    kinds = opening_kinds(ruleset, role_cards(ruleset))
    game, rng = new_game(ruleset, seed)
    moments = [len(game.events), *(len(game.events) for _ in random_walk(game, rng))]
    told = WatchedGame(game, kinds, moments)
    for events in told.showing().values():
        tries = [roles for event in events for roles in swaps(game, named_in(event))]
        rng.shuffle(tries)
        for roles in tries[:TRIES]:
            if type(events[0]) in told.check(roles):
                break


def swaps(game: Game[Any], named: SeatSet) -> Iterator[tuple[str, ...]]:
    """The roles, with that of one of these seats, or of any if there is none, exchanged for another's."""
    roles = game.deal.roles
    for one in seats_in(named) or range(len(roles)):
        for other, role in enumerate(roles):
            if role != roles[one]:
                swapped = list(roles)
                swapped[one], swapped[other] = role, roles[one]
                yield tuple(swapped)


def played_with(game: Game[Any], roles: tuple[str, ...]) -> Game[Any] | None:
    """The game as it goes with other roles and the same choices, up to the first that is not legal; None when there is
    no such deal."""
    try:
        other: Game[Any] = Game(game.ruleset, msgspec.structs.replace(game.deal, roles=roles))
    except ValueError:
        return None
    for seat, choice in game.choices:
        if other.refusal(seat, choice) is not None:
            break
        other.play(seat, choice)
    return other


class WatchedGame:
    """A game that is over, what each viewer was told in it, and what that says of the roles."""

    def __init__(self, game: Game[Any], kinds: frozenset[type[Event]], moments: Sequence[int]) -> None:
        self.game = game
        self.kinds = kinds
        """The kinds of events in which a deal is told at its start: they say no facts."""
        self.moments = moments
        """How many events there were at the start, and after each choice."""
        viewers = (SPECTATOR, *range(game.ruleset.players))
        self.seen = {viewer: all_seen_by(game.events, viewer) for viewer in viewers}
        """By viewer, the events as they saw them."""
        self.numbers = {
            viewer: [number for number, event in enumerate(game.events) if seen_by(event, viewer) is not None]
            for viewer in viewers
        }
        """Which events of the game these are."""

    def showing(self) -> dict[type[Event], list[Event]]:
        """By kind, the events that show something of the deal, or something that not everybody sees."""
        found: dict[type[Event], list[Event]] = {}
        for event in self.game.events:
            kind = type(event)
            if kind not in self.kinds and (kind.reveals or not visibility_of(kind).is_public):
                found.setdefault(kind, []).append(event)
        return found

    def check(self, roles: tuple[str, ...]) -> set[type[Event]]:
        """Viewers who would have seen something else with these roles can rule them out by the facts they were told.

        Returns the kinds of events in which somebody was shown a difference.
        """
        game, shown = self.game, set[type[Event]]()
        other = played_with(game, roles)
        if other is None:
            return shown
        for viewer, mine in self.seen.items():
            its = all_seen_by(other.events, viewer)
            at = next((at for at, both in enumerate(zip(mine, its, strict=False)) if both[0] != both[1]), None)
            if at is not None and type(mine[at]) not in self.kinds:
                shown.add(type(mine[at]))
                ruled_out = not hold_for(self.facts(viewer, at), roles)
                require(ruled_out, f"seat {viewer} sees {mine[at]}, and no fact rules out {roles}", game)
        return shown

    def facts(self, viewer: Seat, last: int) -> list[Fact]:
        """What a viewer was told of the roles up to their event with this number, and by what came with it."""
        numbers = self.numbers[viewer]
        moment = self.moments[bisect_right(self.moments, numbers[last])]
        watcher = Watcher(self.game.ruleset, viewer)
        watcher.see(self.seen[viewer][: bisect_left(numbers, moment)])
        return watcher.facts
