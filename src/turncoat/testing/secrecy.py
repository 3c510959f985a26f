"""Checks of secrecy: what a viewer receives does not depend on what they cannot know.

Everything is compared as the bytes that would be sent. `renderers` adds pages, as functions from a view to bytes.
"""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final, TypeAlias

import msgspec

from turncoat.kernel.chapters import Deal
from turncoat.kernel.deals import check_deal
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, AnyOption, Form, OneCard, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import AskFrame, Choice
from turncoat.kernel.views import View
from turncoat.testing.broken import ContractBroken, require
from turncoat.testing.rulesets import label
from turncoat.testing.walks import next_choice, pick

Renderer: TypeAlias = Callable[[View[Any]], bytes]


def sent(game: Game[Any], viewer: Seat) -> bytes:
    """Return everything that a viewer receives apart from events: prompt, answer, offers, and who is waited for."""
    return msgspec.json.encode((game.prompt(viewer), game.answer(viewer), game.offers(viewer), game.waiting))


def seen_from(game: Game[Any], start: int, viewer: Seat) -> list[Event]:
    """Return the events from index `start` as the viewer sees them."""
    return [seen for event in game.events[start:] if (seen := seen_by(event, viewer)) is not None]


def check_open_choices(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that others learn who has chosen but not what, and nothing when a choice is changed."""
    name = f"open/{label(ruleset)}/{seed}"
    game: Game[Any] = Game(ruleset, ruleset.deal(name.encode()))
    rng = Random(name)
    viewers = (SPECTATOR, *range(ruleset.players))
    while game.result is None:
        seat, choice = next_choice(game, rng, 0.05, 0.25)
        frame = game.frame
        if frame is not None and choice.to == frame.number:
            changing = seat in frame.answers
            others = [viewer for viewer in viewers if viewer != seat]
            twin, before, count = game.clone(), [sent(game, viewer) for viewer in others], len(game.events)
            twin.play(seat, Choice(choice.to, pick(frame.prompts[seat].option, rng)))
            game.play(seat, choice)
            still_open = game.frame is not None and game.frame.number == choice.to
            if changing:
                require(
                    [sent(game, viewer) for viewer in others] == before, "others can see that a choice changed", game
                )
                require(len(game.events) == count, "changing a choice adds an event", game)
            if still_open:
                after = [sent(game, viewer) for viewer in others]
                require(after == [sent(twin, viewer) for viewer in others], "others can see an open choice", game)
                require(game.events[count:] == twin.events[count:], "an open choice affects the events", game)
        else:
            game.play(seat, choice)


FEW_DEALS: Final = 20
"""Smallest number of pairs of deals tried. With many roles, few of them look alike to anybody."""


def check_alike_deals(ruleset: Ruleset, seed: int = 1, renderers: Sequence[Renderer] = (), pairs: int = 4) -> None:
    """Check that two deals that look alike to a viewer give the viewer the same bytes after equal choices.

    They may diverge at an event that `reveals`, and at nothing else.
    """
    rng = Random(f"alike/{label(ruleset)}/{seed}")
    compared = 0
    for turn in range(max(FEW_DEALS, pairs * 5)):
        deal = ruleset.deal(f"alike/{label(ruleset)}/{seed}/{turn}".encode())
        other = other_deal(ruleset, deal, rng)
        if other is not None:
            compared += Pair(ruleset, deal, other, renderers).play(rng)
            if compared >= pairs:
                return
    require(compared > 0, f"{label(ruleset)}: no two deals look alike to any seat, so nothing was compared")


def other_deal(ruleset: Ruleset, deal: Deal, rng: Random) -> Deal | None:
    """Return the deal with roles at other seats or a deck in another order, or None if that is no valid other deal."""
    roles = list(deal.roles)
    seats = rng.sample(range(ruleset.players), rng.randint(2, ruleset.players))
    for seat, role in zip(seats, rng.sample([roles[seat] for seat in seats], len(seats)), strict=True):
        roles[seat] = role
    decks = deal.decks
    if decks and rng.random() < 0.5:
        name = rng.choice(sorted(decks))
        decks = {**decks, name: tuple(rng.sample(decks[name], len(decks[name])))}
        if rng.random() < 0.5:
            roles = list(deal.roles)
    other = msgspec.structs.replace(deal, roles=tuple(roles), decks=decks)
    try:
        check_deal(ruleset, other)
    except ValueError:
        return None
    return other if other != deal else None


def way_of(frame: AskFrame | None) -> tuple[object, ...]:
    """Return the public properties by which everybody could tell one question from another."""
    if frame is None:
        return ()
    asks = frame.step.question
    flags = asks.may_change, asks.first_ends, asks.takes_standing_answer, asks.shows_draft, asks.pause
    return frame.may_change, frame.wanted, asks.clock, *flags


def orders_of(option: AnyOption) -> list[tuple[Any, ...]]:
    """Return the choices that an option displays, in order. A form has one such list per part."""
    if isinstance(option, Form):
        return [order for _, part in option.parts for order in orders_of(part)]
    return [tuple(option.shown)] if isinstance(option, Word | OneCard) else []


class Pair:
    """Two games with different deals, in which equal choices are played."""

    def __init__(self, ruleset: Ruleset, one: Deal, other: Deal, renderers: Sequence[Renderer]) -> None:
        self.games: tuple[Game[Any], Game[Any]] = (Game(ruleset, one), Game(ruleset, other))
        self.renderers = renderers
        self.views = {
            viewer: (View[Any](ruleset, viewer), View[Any](ruleset, viewer))
            for viewer in (SPECTATOR, *range(ruleset.players))
        }
        """Views of those to whom both games still look alike."""
        self.compared = (0, 0)

    def play(self, rng: Random) -> bool:
        """Play until no viewer is left or no choice is legal in both games.

        Return whether any viewer was left at the start.
        """
        one, other = self.games
        self.compare()
        had_viewers = bool(self.views)
        while self.views and one.result is None and other.result is None:
            choice = self.common_choice(rng)
            if choice is None:
                break
            one.play(*choice)
            other.play(*choice)
            self.compare()
        return had_viewers

    def common_choice(self, rng: Random) -> tuple[Seat, Choice] | None:
        """Return a choice that is legal in both games, or None."""
        one, other = self.games
        for _ in range(20):
            # The game that draws restricts the choice, so both take turns.
            game = rng.choice(self.games)
            if not game.prompts():
                return None
            seat, choice = next_choice(game, rng)
            if one.refusal(seat, choice) is None and other.refusal(seat, choice) is None:
                return seat, choice
        for seat in one.prompts():
            choice = one.default(seat)
            if other.refusal(seat, choice) is None:
                return seat, choice
        return None

    def compare(self) -> None:
        """Compare the new output for each viewer, and drop viewers who have been shown a difference."""
        for viewer, views in list(self.views.items()):
            new_events = [seen_from(game, start, viewer) for game, start in zip(self.games, self.compared, strict=True)]
            if self.shows_difference(viewer, *new_events):
                del self.views[viewer]
                continue
            got = [sent(game, viewer) for game in self.games]
            if got[0] != got[1]:
                raise self.difference_error(viewer, f"{got[0].decode()}\nother:\n{got[1].decode()}")
            if self.renderers:
                for view, game, events in zip(views, self.games, new_events, strict=True):
                    view.see(events)
                    game.refresh(view)
                for renderer in self.renderers:
                    if renderer(views[0]) != renderer(views[1]):
                        raise self.difference_error(viewer, f"the renderer {renderer}")
        if SPECTATOR in self.views:
            self.compare_questions()
        self.compared = (len(self.games[0].events), len(self.games[1].events))

    def compare_questions(self) -> None:
        """Check that the games that look alike to everybody also ask alike, and have the same defaults.

        The public properties of the open question are the same: the clock that closes it, whether the first answer
        does, whether an answer may change, and whether it takes a standing answer. A seat's choices are displayed in
        the same order. A seat's default is the same, unless its cards leave it no choice in one of the games.
        """
        frames = [game.frame for game in self.games]
        ways = [way_of(frame) for frame in frames]
        if ways[0] != ways[1]:
            raise self.difference_error(SPECTATOR, f"the form of the question: {ways[0]}\nother: {ways[1]}")
        one, other = frames
        if one is None or other is None:
            return
        for seat in one.prompts.keys() & other.prompts.keys():
            shown = [orders_of(frame.prompts[seat].option) for frame in (one, other)]
            for mine, its in zip(*shown, strict=False):
                if mine != its and sorted(mine) == sorted(its):
                    raise self.difference_error(SPECTATOR, f"the order in which seat {seat} is shown {mine}, or {its}")
            answers = [game.default(seat).answer for game in self.games]
            if answers[0] != answers[1] and self.may_both(seat, answers):
                texts = " / ".join(map(repr, answers))
                raise self.difference_error(
                    SPECTATOR, f"the default of seat {seat} at {one.step.question.name}: {texts}"
                )

    def may_both(self, seat: Seat, answers: Sequence[Answer]) -> bool:
        """Return whether the seat may give each of these answers to the open question, in both games."""
        asked = [(game, game.frame.number) for game in self.games if game.frame is not None]
        return all(game.refusal(seat, Choice(number, answer)) is None for game, number in asked for answer in answers)

    def shows_difference(self, viewer: Seat, one: list[Event], other: list[Event]) -> bool:
        """Return whether the viewer was shown a difference. Raises ContractBroken if no event may have shown it."""
        if msgspec.json.encode(one) == msgspec.json.encode(other):
            return False
        same = 0
        while same < min(len(one), len(other)) and one[same] == other[same]:
            same += 1
        differing = [*one[same : same + 1], *other[same : same + 1]]
        if not all(type(event).reveals for event in differing):
            raise self.difference_error(viewer, " / ".join(map(repr, differing)))
        return True

    def difference_error(self, viewer: Seat, how: str) -> ContractBroken:
        """Return the error that reports the difference."""
        one, other = self.games
        return ContractBroken(
            f"deals {one.deal.roles} and {other.deal.roles} look alike to viewer {viewer}, but differ in: {how}",
            one,
        )
