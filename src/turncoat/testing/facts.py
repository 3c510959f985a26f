"""Checks of facts about roles: they are true, and no event that tells deals apart lacks them."""

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
    """A viewer who collects all facts."""

    def __init__(self, ruleset: Ruleset, seat: Seat) -> None:
        self.view: View[Any] = View(ruleset, seat)
        self.facts: list[Fact] = []

    def see(self, events: list[Event]) -> None:
        """Collect the facts of events from the seat's view."""
        for event in events:
            self.facts += event.facts(self.view.ruleset, self.view.board)
            self.view.see([event])


def check_facts(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that the facts in a seat's events are all true of the deal."""
    watchers = [Watcher(ruleset, seat) for seat in (SPECTATOR, *range(ruleset.players))]
    seen = 0
    for game, _ in walk(ruleset, seed):
        new_events, seen = game.events[seen:], len(game.events)
        for watcher in watchers if new_events else ():
            before = len(watcher.facts)
            watcher.see(all_seen_by(new_events, watcher.view.seat))
            if len(watcher.facts) > before:
                told = hold_for(watcher.facts, game.deal.roles)
                require(told, f"seat {watcher.view.seat}: one of {watcher.facts[before:]} is false", game)


TRIES: Final = 6
"""Number of other deals tried per kind of event, until one has shown a difference."""


def check_telling_facts(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that an event that shows a seat a difference between two deals rules out the other one by its facts.

    A game is played. For each kind of event in it that reveals part of the deal, or that not everybody sees in full,
    other deals are tried in which a seat named in the event has another role. The same choices are played in them as
    long as they are legal.
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
    """Yield the roles with that of one named seat (or of any, if none is named) exchanged for another's."""
    roles = game.deal.roles
    for one in seats_in(named) or range(len(roles)):
        for other, role in enumerate(roles):
            if role != roles[one]:
                swapped = list(roles)
                swapped[one], swapped[other] = role, roles[one]
                yield tuple(swapped)


def played_with(game: Game[Any], roles: tuple[str, ...]) -> Game[Any] | None:
    """Return the game with other roles and the same choices, up to the first illegal one.

    Return None if there is no such deal.
    """
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
    """A finished game, with the events that each viewer saw and the facts in them."""

    def __init__(self, game: Game[Any], kinds: frozenset[type[Event]], moments: Sequence[int]) -> None:
        self.game = game
        self.kinds = kinds
        """Kinds of events that make up the opening, which carry no facts."""
        self.moments = moments
        """Number of events at the start, and after each choice."""
        viewers = (SPECTATOR, *range(game.ruleset.players))
        self.seen = {viewer: all_seen_by(game.events, viewer) for viewer in viewers}
        """Events as each viewer saw them."""
        self.numbers = {
            viewer: [number for number, event in enumerate(game.events) if seen_by(event, viewer) is not None]
            for viewer in viewers
        }
        """Indices of these events in the game."""

    def showing(self) -> dict[type[Event], list[Event]]:
        """Return by kind the events that reveal part of the deal, or that not everybody sees in full."""
        found: dict[type[Event], list[Event]] = {}
        for event in self.game.events:
            kind = type(event)
            if kind not in self.kinds and (kind.reveals or not visibility_of(kind).is_public):
                found.setdefault(kind, []).append(event)
        return found

    def check(self, roles: tuple[str, ...]) -> set[type[Event]]:
        """Check that viewers who would have seen something else with these roles can rule them out by facts.

        Returns the kinds of events that showed somebody a difference.
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
        """Return the facts that a viewer has by their event with this index, including those of the same moment."""
        numbers = self.numbers[viewer]
        moment = self.moments[bisect_right(self.moments, numbers[last])]
        watcher = Watcher(self.game.ruleset, viewer)
        watcher.see(self.seen[viewer][: bisect_left(numbers, moment)])
        return watcher.facts
