"""Determinization, for search: build a full game with assumed roles that matches a view exactly.

The game is replayed from a deal with these roles. At every step, answers are chosen that reproduce the events in the
view. What the view did not see is drawn from what the rules allow. Nothing but the view is read.

Most of it works for any rules, by trial and error: answers are taken first from the values in the next seen events,
then in random order, and the search backtracks when other events follow. A chapter can help in three ways:

- `Event.facts` constrain secret answers (`Answered`), and `Ask.occasion` names the step that they belong to.
- `Ask.public_answers` reads the answers of many seats off one event.
- `Rules.hidden_cards` draws the decks whose cards are revealed during the game.

The seat's own answers (`View.choices`) are given again, except those that had no effect.

Draws are uniform wherever the rules shuffle, including shuffled secret answers. A free choice that nobody saw (such as
a returned ballot) is drawn uniformly from the legal ones: a model of human choices belongs above this module.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import islice, product
from typing import Any, Final, TypeAlias

import msgspec

from turncoat.kernel.chapters import Deal, HiddenCards, Rules
from turncoat.kernel.compiled import compiled
from turncoat.kernel.deals import deck_names
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event, seen_by, visibility_of
from turncoat.kernel.facts import Fact, KnownAnswers, Occasion, answers_when
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.options import Answer, AnyOption, Form, OneCard, Order, Word, YesNo
from turncoat.kernel.rulesets import deal_of
from turncoat.kernel.seats import CHANCE, SEATS_IN, Seat, is_in, seat_set
from turncoat.kernel.steps import AskFrame, Choice
from turncoat.kernel.views import View

Attempt: TypeAlias = tuple[tuple[Seat, Choice], ...]
"""Choices that complete a step, or one that takes a standing offer."""

Fields: TypeAlias = dict[str, Any]
"""The fields of an event, by name."""

MOST_TRIES: Final = 20_000
"""Number of attempts before the roles are declared not to fit. A game takes about one per step."""
MOST_ANSWERS: Final = 256
"""Number of answers tried per option after those named in the next events have failed."""
MOST_MISSES: Final = 24
"""Number of consecutive misses before the joint answers of many seats are given up."""
FEW_ANSWERS: Final = 4
"""Number of answers to a step tried before standing offers that the next event does not mention."""
EVENTS_AHEAD: Final = 3
"""Number of upcoming events that may name a seat's answer."""


class RolesDoNotFit(ValueError):
    """Raised if no game with these roles matches the view."""

    def __init__(self, view: View[Any], roles: tuple[str, ...], why: str) -> None:
        super().__init__(f"a deal of the roles {', '.join(roles)} does not fit what seat {view.seat} has seen: {why}")
        self.roles = roles


def determinize(view: View[Any], roles: tuple[str, ...], draws: Draws) -> Game[Any]:
    """Return a full game in which these roles were dealt and that matches the view of the seat (or SPECTATOR).

    The seat sees the same events in it, and the same seats have the same open prompts. Hidden cards and secret answers
    are drawn, uniformly wherever cards were shuffled.

    The view must be up to date (`Game.refresh`). Raises RolesDoNotFit.

    >>> import turncoat.games
    >>> from turncoat.kernel.rulesets import Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> view = Game(ruleset, ruleset.deal(b"an evening")).view(-1)
    >>> roles = ("spy", "spy", "resistance", "resistance", "resistance")
    >>> made = determinize(view, roles, Draws(b"any"))
    >>> made.deal.roles == roles, made.view(-1).events == view.events
    (True, True)
    """
    return Determinizer(view).game(roles, draws)


class Determinizer:
    """Builds many games from one view. Work that depends only on the view is done once."""

    def __init__(self, view: View[Any]) -> None:
        self.view = view
        self.facts: tuple[Fact, ...] = tuple(
            fact for board, event in view.history() for fact in event.facts(view.ruleset, board)
        )

    def game(self, roles: tuple[str, ...], draws: Draws) -> Game[Any]:
        """Return a game with these roles. Raises RolesDoNotFit."""
        if tuple(sorted(roles)) != role_cards(self.view.ruleset):
            raise RolesDoNotFit(self.view, roles, f"the cards are {', '.join(role_cards(self.view.ruleset))}")
        occasions = answers_when(self.facts, roles)
        if occasions is None:
            raise RolesDoNotFit(self.view, roles, "what was told of roles rules it out")
        return _Search(self.view, roles, draws, occasions).run()


class _Search:
    """Backtracking search for one game."""

    def __init__(
        self,
        view: View[Any],
        roles: tuple[str, ...],
        draws: Draws,
        occasions: Mapping[Occasion, tuple[KnownAnswers, list[str]]],
    ) -> None:
        self.view = view
        self.seat = view.seat
        self.seen = view.events
        self.roles = roles
        self.draws = draws
        self.occasions = occasions
        self.own: dict[int | str, Answer] = {choice.to: choice.answer for choice in view.choices}
        """The seat's own answers, by the number of the prompt or the name of the offer."""
        hidden: list[HiddenCards] = []
        for source in _rules_of(view):
            cards = source.hidden_cards(view, draws)
            if cards is None:
                raise RolesDoNotFit(view, roles, "no hidden cards were found that fit")
            hidden.append(cards)
        self.decks = {name: cards for one in hidden for name, cards in one.decks.items()}
        self.full = {number: event for one in hidden for number, event in one.events.items()}
        """Seen events whose hidden fields were drawn beforehand, by index."""
        self.tries = 0
        self.leads: dict[tuple[Any, Any], type[Event] | None] = {}
        """Failed standing offers, with the kind of event that came first. None if nothing happened."""
        self.is_far_off = False
        """True if the latest attempt led to another kind of event than the one seen."""

    def run(self) -> Game[Any]:
        """Return the game. Raises RolesDoNotFit."""
        why = "at the start they tell the seat something else"
        for game, at in self._starts():
            path: list[tuple[Game[Any], int, Iterator[Attempt]]] = []
            position: tuple[Game[Any], int] | None = (game, at)
            while position is not None:
                game, at = position
                if at == len(self.seen) and (made := self._with_same_prompts(game)) is not None:
                    return made
                path.append((game, at, self._attempts(game, at)))
                position = self._next(path)
            why = "what was seen cannot have happened so"
        raise RolesDoNotFit(self.view, self.roles, why)

    def _next(self, path: list[tuple[Game[Any], int, Iterator[Attempt]]]) -> tuple[Game[Any], int] | None:
        """Return the game after the next matching attempt, with its position in the seen events.

        Backtracks when the attempts at a position are exhausted. None if there are none left.
        """
        while path:
            before, at, attempts = path[-1]
            for attempt in attempts:
                self.tries += 1
                if self.tries > MOST_TRIES:
                    raise RolesDoNotFit(self.view, self.roles, f"none was found in {MOST_TRIES} tries")
                game = before.clone()
                for seat, choice in attempt:
                    game.play(seat, choice)
                start = len(before.events)
                is_offer = type(attempt[0][1].to) is str
                if is_offer and len(game.events) == start:
                    self.leads[_offer_variant(attempt[0][1])] = None
                    continue  # without this, an offer that has no effect would be taken forever
                now = self._matched(game, at, start)
                if now >= 0:
                    return game, now
                if is_offer:
                    visible = (event for event in game.events[start:] if seen_by(event, self.seat) is not None)
                    self.leads[_offer_variant(attempt[0][1])] = type(next(visible))
            path.pop()
        return None

    def _starts(self) -> Iterator[tuple[Game[Any], int]]:
        """Yield the game before any choice, for each possible first seat, with the number of seen events so far."""
        ruleset = self.view.ruleset
        decks = self.decks
        if not decks.keys() >= deck_names(ruleset):
            decks = {**deal_of(ruleset, self.draws).decks, **decks}
        named = [value for event in self.seen[:EVENTS_AHEAD] for value in _fields(event).values() if type(value) is int]
        firsts = dict.fromkeys([value for value in named if 0 <= value < ruleset.players])
        firsts.update(dict.fromkeys(self.draws.shuffled(range(ruleset.players))))
        for first in firsts:
            game: Game[Any] = Game(ruleset, Deal(self.roles, first, decks))
            at = self._matched(game, 0, 0)
            if at >= 0:
                yield game, at

    def _matched(self, game: Game[Any], at: int, start: int) -> int:
        """Return the number of seen events that have happened, or -1 if the seat sees anything else."""
        seen, seat, full = self.seen, self.seat, self.full
        events = game.events
        for number in range(start, len(events)):
            event = events[number]
            visible = event if visibility_of(type(event)).is_public else seen_by(event, seat)
            if visible is None:
                continue
            if at == len(seen) or visible != seen[at] or (full and full.get(at, event) != event):
                self.is_far_off = at == len(seen) or type(visible) is not type(seen[at])
                return -1
            at += 1
        self.is_far_off = False
        return at

    # The open question

    def _with_same_prompts(self, game: Game[Any]) -> Game[Any] | None:
        """Return the game with the open step's secret answers, if the same prompts are then open as in the view."""
        view, frame = self.view, game.frame
        if frame is None:
            return game if view.board.result is not None else None
        if CHANCE in frame.prompts:
            return game if not view.waiting and view.board.result is None else None
        asked = seat_set(frame.prompts)
        if not view.waiting or view.waiting & ~asked:
            return None
        if view.prompt is not None and frame.prompts.get(view.seat) != view.prompt:
            return None
        made = game.clone()
        answered = asked & ~view.waiting
        own = frame.prompts.get(view.seat)
        if own is not None and is_in(view.seat, answered) and own.option.refusal(view.answer) is not None:
            return None  # the seat has answered no such question
        if answered:
            for seat, choice in self._secret_answers(game, frame):
                if answered >> seat & 1:
                    made.play(seat, choice)
        is_same = made.waiting == view.waiting and made.prompt(view.seat) == view.prompt
        is_same = is_same and made.answer(view.seat) == view.answer
        return made if is_same and made.offers(view.seat) == view.offers else None

    def _secret_answers(self, game: Game[Any], frame: AskFrame) -> Attempt:
        """Return a legal answer for every seat asked. The view knows its own seat's answer."""
        view = self.view
        attempt = []
        for seat, prompt in frame.prompts.items():
            answer = view.answer if seat == view.seat else next(self._candidates(prompt.option, ()))
            attempt.append((seat, Choice(frame.number, answer)))
        return tuple(attempt)

    # Candidates for the next move

    def _attempts(self, game: Game[Any], at: int) -> Iterator[Attempt]:
        """Yield every possible move, those suggested by the next event first."""
        frame = game.frame
        if frame is None:
            return
        ahead = self._next_fields(at, EVENTS_AHEAD)
        named = frozenset(value for fields in ahead[:1] for value in fields.values() if type(value) is int)
        offering = bool(game.compiled.offering)
        answers = self._answers(game, frame, at, ahead)
        if offering:
            tried: set[tuple[Seat, str, Answer]] = set()
            yield from self._offers(game, at, ahead, named, tried)
            yield from islice(answers, FEW_ANSWERS)
            yield from self._offers(game, at, ahead, None, tried)  # some offers leave no visible event
        yield from answers

    def _next_fields(self, at: int, count: int) -> list[Fields]:
        """Return the fields of the next seen events."""
        numbers = range(at, min(len(self.seen), at + count))
        return [_fields(self.full.get(number, self.seen[number])) for number in numbers]

    def _offers(
        self,
        game: Game[Any],
        at: int,
        ahead: list[Fields],
        named: frozenset[int] | None,
        tried: set[tuple[Seat, str, Answer]],
    ) -> Iterator[Attempt]:
        """Yield standing offers to take.

        With `named`, only offers of seats that the next event names and that may cause it. Otherwise, those of any
        seat.
        """
        if not ahead:
            return
        coming = type(self.seen[at])
        for seat, offers in game.open_offers().items():
            for offer in offers if named is None or seat in named else ():
                for answer in self._candidates(offer.option, ahead):
                    choice = Choice(offer.name, answer)
                    leads = self.leads.get(_offer_variant(choice), coming)
                    taken = (seat, offer.name, answer)
                    if leads is not None and (named is None or leads is coming) and taken not in tried:
                        tried.add(taken)
                        yield ((seat, choice),)

    def _answers(self, game: Game[Any], frame: AskFrame, at: int, ahead: list[Fields]) -> Iterator[Attempt]:
        """Yield answers of all seats asked, or of the one that ends the step."""
        prompts = frame.prompts
        number = frame.number
        if frame.wanted < len(prompts):
            for seat, prompt in prompts.items():
                for answer in self._candidates(prompt.option, _mentioning(ahead, seat)):
                    if seat != self.seat or self.own.get(number, answer) == answer:
                        yield ((seat, Choice(number, answer)),)
            return
        occasion = frame.step.occasion(game)
        if occasion is not None:
            yield from self._secrets(frame, occasion)
            return
        known = dict(frame.step.public_answers(game, self.seen[at:]))
        if number in self.own and self.seat in prompts:
            known[self.seat] = self.own[number]
        left, given = [], []
        for seat, prompt in prompts.items():
            option = prompt.option
            if seat in known:
                if not _is_allowed(option, known[seat]):
                    return
                given.append((seat, Choice(number, known[seat])))
            elif isinstance(option, Word | YesNo) and len(option.allowed) == 1:
                given.append((seat, Choice(number, option.allowed[0])))
            else:
                left.append(seat)
        said = tuple(given)
        if not left:
            yield said
        elif len(left) == 1:
            (seat,) = left
            for answer in self._candidates(prompts[seat].option, ahead):
                yield (*said, (seat, Choice(number, answer)))
        else:
            further = self._next_fields(at, 2 * len(prompts))
            could = [list(self._candidates(prompts[seat].option, _mentioning(further, seat))) for seat in left]
            misses = 0
            for answers in product(*could):
                yield (*said, *zip(left, [Choice(number, answer) for answer in answers], strict=True))
                misses = misses + 1 if self.is_far_off else 0
                if misses == MOST_MISSES:
                    return

    def _secrets(self, frame: AskFrame, occasion: Occasion) -> Iterator[Attempt]:
        """Yield secret answers that satisfy the facts. Answers known only as a set are dealt out uniformly."""
        prompts, number = frame.prompts, frame.number
        known, roles = self.occasions.get(occasion, (KnownAnswers(), list(self.roles)))
        could: dict[Seat, tuple[Answer, ...]] = {}
        for seat, prompt in prompts.items():
            allowed = known.allowed.get(roles[seat]) if seat >= 0 else None
            given = known.given.get(seat, self.own.get(number) if seat == self.seat else None)
            could[seat] = tuple(
                answer
                for answer in islice(prompt.option.answers(), MOST_ANSWERS)
                if (allowed is None or answer in allowed) and (given is None or answer == given)
            )

        def other(answer: Answer) -> Answer:
            return known.other.get(answer, answer)

        together = [seat for seat in SEATS_IN[known.seats] if seat in could] if known.seats.bit_count() > 1 else []
        turned = {seat for seat in together if known.turned >> seat & 1}
        shown = tuple(tuple(map(other, could[seat])) if seat in turned else could[seat] for seat in together)
        ways = arrangements(shown, known.total if together else ())
        free = [seat for seat in could if seat not in together]
        if not all(could[seat] for seat in free):
            return
        for _ in range(MOST_MISSES if free else 1):
            for index in _order(len(ways), self.draws):
                dealt = dict(zip(together, ways[index], strict=True))
                dealt.update({seat: other(dealt[seat]) for seat in turned})
                for seat in free:
                    dealt[seat] = could[seat][below(self.draws, len(could[seat]))]
                yield tuple((seat, Choice(number, dealt[seat])) for seat in prompts)

    def _candidates(self, option: AnyOption, ahead: Iterable[Fields]) -> Iterator[Answer]:
        """Yield the answers that the option allows: those named by the events, then the others in random order."""
        tried: list[Answer] = []
        for answer in self._named(option, ahead):
            if answer not in tried and _is_allowed(option, answer):
                tried.append(answer)
                yield answer
        others = tuple(answer for answer in islice(option.answers(), MOST_ANSWERS) if answer not in tried)
        for index in _order(len(others), self.draws):
            yield others[index]

    def _named(self, option: AnyOption, ahead: Iterable[Fields]) -> Iterator[Answer]:
        """Yield values in the events that may be an answer, nearer events and later fields first."""
        if isinstance(option, Form):
            parts = [list(self._part(name, part, ahead)) for name, part in option.parts]
            yield from islice(product(*parts), MOST_ANSWERS)
        elif isinstance(option, Order):
            for cards in [value for fields in ahead for value in fields.values() if type(value) is tuple]:
                rest = Counter(option.cards)
                rest.subtract(cards)
                if all(count >= 0 for count in rest.values()):
                    yield cards + self.draws.shuffled(tuple(rest.elements()))
        else:
            for fields in ahead:
                yield from reversed(fields.values())

    def _part(self, name: str, part: AnyOption, ahead: Iterable[Fields]) -> Iterable[Answer]:
        """Return choices for a part of a form: from its own field, else from any field, else all of them."""
        held = [fields[name] for fields in ahead if name in fields]
        for named in (held, self._named(part, ahead)):
            if fitting := dict.fromkeys(answer for answer in named if _is_allowed(part, answer)):
                return fitting
        return islice(part.answers(), MOST_ANSWERS)


def _rules_of(view: View[Any]) -> Iterator[Rules]:
    play = compiled(view.ruleset)
    yield play.book
    yield from play.chapters


@lru_cache(maxsize=1 << 12)
def _fields(event: Event) -> Fields:
    return msgspec.structs.asdict(event)


def _mentioning(ahead: Iterable[Fields], seat: Seat) -> list[Fields]:
    """Return the events that name the seat, those that name it first in front."""
    naming = [fields for fields in ahead if any(type(value) is int and value == seat for value in fields.values())]
    return sorted(naming, key=lambda fields: next(iter(fields.values())) != seat)


def _offer_variant(choice: Choice) -> tuple[Any, Any]:
    """Return the offer taken and its variant, regardless of the target."""
    return choice.to, choice.answer if type(choice.answer) is str else None


def _is_allowed(option: AnyOption, answer: Answer) -> bool:
    """Return whether the option allows the answer. Faster than `refusal`, which composes a message."""
    if isinstance(option, Word | OneCard) and answer is not None:
        return answer in option.allowed
    return option.refusal(answer) is None


def _order(count: int, draws: Draws) -> Iterator[int]:
    """Yield the numbers below `count` in random order. Lazy, because the first one usually works."""
    left = list(range(count))
    while left:
        index = below(draws, len(left))
        left[index], left[-1] = left[-1], left[index]
        yield left.pop()


def below(draws: Draws, bound: int) -> int:
    """Draw a uniform number below a bound of any size."""
    if bound <= 256:
        return draws.below(bound)
    while True:
        number = draws.below(256)
        size = 256
        while size < bound:
            number, size = number * 256 + draws.below(256), size * 256
        if number < size - size % bound:
            return number % bound


@lru_cache(maxsize=1 << 12)
def arrangements(could: tuple[tuple[str, ...], ...], answers: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """Return every way to assign these answers to seats, one each, given the answers that each seat could give.

    >>> arrangements((("success",), ("success", "fail"), ("success", "fail")), ("fail", "success", "success"))
    (('success', 'success', 'fail'), ('success', 'fail', 'success'))
    """
    if not could:
        return () if answers else ((),)
    found: list[tuple[str, ...]] = []
    for answer in could[0]:
        if answer in answers:
            at = answers.index(answer)
            rest = arrangements(could[1:], answers[:at] + answers[at + 1 :])
            found.extend((answer, *others) for others in rest)
    return tuple(found)
