"""Actions: every answer in a ruleset as a few small choices from one fixed list.

A player who names a team of three takes three actions, a seat at a time. So a ruleset needs few actions (its seats, its
words and cards, yes, no, pass and done), although some options have thousands of answers. The list depends on the
ruleset alone. An action means the same in every game, and whatever the question.

Each answer has exactly one sequence of actions: seats in ascending order, cards in sorted order, the parts of a form in
turn, and `done` wherever the number is free. Actions after the first are skipped if nothing else is possible.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from turncoat.kernel.compiled import compiled
from turncoat.kernel.options import (
    Answer,
    AnyOption,
    Apart,
    Cards,
    Form,
    OneCard,
    OneSeat,
    Order,
    Seats,
    SizeBy,
    Word,
    YesNo,
)
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, seat_set, seats_in

_What: TypeAlias = Literal["done", "pass", "no", "yes", "seat", "word", "offer"]


class Action(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A seat, a word or card, the name of a standing offer, or one of yes, no, pass and done.

    >>> Action("seat", seat=2), Action("word", word="approve")
    (Action(what='seat', seat=2, word=''), Action(what='word', seat=-1, word='approve'))
    """

    what: _What
    seat: Seat = -1
    word: str = ""

    def __str__(self) -> str:
        if self.what == "seat":
            return f"seat-{self.seat}"
        return f"offer-{self.word}" if self.what == "offer" else self.word or self.what


DONE: Final = Action("done")
PASS: Final = Action("pass")
NO: Final = Action("no")
YES: Final = Action("yes")
_SEATS: Final = tuple(Action("seat", seat) for seat in range(64))


class ActionSpace:
    """The actions of a ruleset, with a number for each.

    >>> from turncoat import Ruleset
    >>> space = ActionSpace(Ruleset.of("resistance", 5))
    >>> list(map(str, space.actions))  # doctest: +NORMALIZE_WHITESPACE
    ['done', 'pass', 'no', 'yes', 'seat-0', 'seat-1', 'seat-2', 'seat-3', 'seat-4', 'approve', 'reject', 'success',
     'fail']
    >>> space.questions
    {'name-team': (), 'cast-ballot': ('approve', 'reject'), 'play-card': ('success', 'fail')}
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        play = compiled(ruleset)
        sources = (play.book, *play.chapters)
        self.questions = _joined(rules.questions_of(ruleset) for rules in sources)
        """Every question of the ruleset, with the words and cards that its answers may have."""
        self.offers = _joined(rules.offered for rules in sources)
        """Every standing offer of the ruleset, in the same way."""
        lists = (*self.questions.values(), *self.offers.values())
        words = dict.fromkeys(word for listed in lists for word in listed)
        self.actions: tuple[Action, ...] = (
            *(DONE, PASS, NO, YES),
            *_SEATS[: ruleset.players],
            *(Action("word", word=word) for word in words),
            *(Action("offer", word=name) for name in self.offers),
        )
        self.numbers: Mapping[Action, int] = {action: number for number, action in enumerate(self.actions)}


def _joined(tables: Iterable[Mapping[str, tuple[str, ...]]]) -> dict[str, tuple[str, ...]]:
    joined: dict[str, tuple[str, ...]] = {}
    for table in tables:
        for name, words in table.items():
            joined[name] = tuple(dict.fromkeys((*joined.get(name, ()), *words)))
    return joined


class PartialAnswer:
    """An answer to an option that is being put together, action by action. Immutable.

    >>> from turncoat import Seats, begin_answer, seat_set
    >>> team = begin_answer(Seats(low=2, high=2, shown=seat_set([0, 1, 2, 3]), allowed=seat_set([0, 2, 3])))
    >>> isinstance(team, PartialAnswer), list(map(str, team.actions))
    (True, ['seat-0', 'seat-2'])
    >>> one, other = team.after(Action("seat", 0)).actions
    >>> team.after(Action("seat", 0)).after(other).answer
    9
    """

    __slots__ = ("_after", "_given", "_option", "_taken", "actions", "answer")

    def __init__(self, option: AnyOption, given: tuple[Answer, ...], taken: tuple[Action, ...]) -> None:
        """Continue with the answers to the finished parts of a form, and the actions in the part at hand."""
        self._option = option
        self._given = given
        self._taken = taken
        self._after: dict[Action, PartialAnswer] = {}
        self.actions: tuple[Action, ...] = ()
        """The possible actions, in a fixed order. Empty once the answer is complete."""
        self.answer: Answer = None
        """The answer, once it is complete."""
        parts = _parts(option)
        if len(given) == len(parts):
            self.answer = given if isinstance(option, Form) else given[0]
            return
        actions = _next_actions(_narrowed(option, given), taken)
        if isinstance(option, Form) and option.ties:
            actions = tuple(
                action for action in actions if _can_be_completed(option, *_taking(option, given, taken, action))
            )
        self.actions = actions

    def after(self, action: Action) -> "PartialAnswer":
        """Return the answer with one more action. Raises ValueError, naming what is possible, for any other action."""
        then = self._after.get(action)
        if then is None:
            if action not in self.actions:
                raise ValueError(
                    f"{action} is not possible here; possible: {', '.join(map(str, self.actions)) or 'none'}"
                )
            then = PartialAnswer(self._option, *_taking(self._option, self._given, self._taken, action))
            while len(then.actions) == 1:
                then = PartialAnswer(self._option, *_taking(self._option, then._given, then._taken, then.actions[0]))
            self._after[action] = then
        return then

    def chances(self) -> dict[Action, float]:
        """Return the probability of each action if all answers are equally likely, as they are when chance is asked."""
        if isinstance(self._option, Order):
            left = Counter(self._option.cards) - Counter(action.word for action in self._taken)
            ways = {action: left[action.word] for action in self.actions}
        else:
            ways = {action: _count(self.after(action)) for action in self.actions}
        return {action: count / sum(ways.values()) for action, count in ways.items()}


@lru_cache(maxsize=1 << 14)
def begin_answer(option: AnyOption) -> PartialAnswer:
    """Return an answer to the option without any action yet.

    >>> list(map(str, begin_answer(YesNo()).actions))
    ['no', 'yes']
    """
    return PartialAnswer(option, (), ())


def _parts(option: AnyOption) -> tuple[AnyOption, ...]:
    return tuple(part for _, part in option.parts) if isinstance(option, Form) else (option,)


def _narrowed(option: AnyOption, given: tuple[Answer, ...]) -> AnyOption:
    """Return the part at hand, limited by the ties to the parts before it."""
    if not isinstance(option, Form):
        return option
    name, part = option.parts[len(given)]
    known = dict(zip(option.names, given, strict=False))
    for tie in option.ties:
        if isinstance(tie, SizeBy) and tie.part == name and tie.by in known:
            assert isinstance(part, Seats)
            size = dict(tie.sizes)[known[tie.by]]
            part = replace(part, low=size, high=size)
        elif isinstance(tie, Apart) and tie.part == name and tie.other in known:
            assert isinstance(part, OneSeat)
            part = replace(part, allowed=part.allowed & ~known[tie.other])
    return part


def _taking(
    option: AnyOption, given: tuple[Answer, ...], taken: tuple[Action, ...], action: Action
) -> tuple[tuple[Answer, ...], tuple[Action, ...]]:
    """Return the finished answers and the actions in the part at hand after one more action."""
    part, taken = _narrowed(option, given), (*taken, action)
    if _next_actions(part, taken):
        return given, taken
    return (*given, _answer_of(part, taken)), ()


def _can_be_completed(option: Form, given: tuple[Answer, ...], taken: tuple[Action, ...]) -> bool:
    if len(given) == len(option.parts):
        return option.refusal(given) is None
    return any(
        _can_be_completed(option, *_taking(option, given, taken, action))
        for action in _next_actions(_narrowed(option, given), taken)
    )


def _count(partial: PartialAnswer) -> int:
    """Return the number of answers that it can become."""
    return sum(_count(partial.after(action)) for action in partial.actions) if partial.actions else 1


def _next_actions(option: AnyOption, taken: tuple[Action, ...]) -> tuple[Action, ...]:
    """Return the actions that may follow in an option that is no form. Empty once the answer is complete."""
    if isinstance(option, Seats):
        return _next_seats(option, taken)
    if isinstance(option, Cards):
        return _next_cards(option.low, min(option.high, len(option.hand)), option.hand, taken)
    if isinstance(option, Order):
        left = Counter(option.cards) - Counter(action.word for action in taken)
        return tuple(Action("word", word=card) for card in sorted(left)) if option.cards or taken else (DONE,)
    if taken:
        return ()
    if isinstance(option, OneSeat):
        return (*(_SEATS[seat] for seat in seats_in(option.allowed)), *((PASS,) if option.may_pass else ()))
    if isinstance(option, YesNo):
        return tuple(YES if yes else NO for yes in option.allowed)
    assert isinstance(option, Word | OneCard)
    words = tuple(Action("word", word=word) for word in dict.fromkeys(option.allowed))
    return (*words, PASS) if isinstance(option, OneCard) and option.may_pass else words


def _next_seats(option: Seats, taken: tuple[Action, ...]) -> tuple[Action, ...]:
    count = len(taken)
    if taken and (count == option.high or taken[-1] == DONE):
        return ()
    after = taken[-1].seat if taken else -1
    seats = [seat for seat in seats_in(option.allowed) if seat > after] if option.high else []
    missing = max(option.low - count, 1)
    fitting = tuple(_SEATS[seat] for seat in seats[: len(seats) - missing + 1])
    return (DONE, *fitting) if count >= option.low and (fitting or not taken) else fitting


def _next_cards(low: int, high: int, hand: tuple[str, ...], taken: tuple[Action, ...]) -> tuple[Action, ...]:
    count = len(taken)
    if taken and (count == high or taken[-1] == DONE):
        return ()
    cards = sorted(hand) if high else []
    after = taken[-1].word if taken else ""
    held = sum(action.word == after for action in taken)
    rest = cards[cards.index(after) + held :] if taken else cards
    missing = max(low - count, 1)
    fitting = tuple(Action("word", word=card) for card in dict.fromkeys(rest[: len(rest) - missing + 1]))
    return (DONE, *fitting) if count >= low and (fitting or not taken) else fitting


def _answer_of(option: AnyOption, taken: tuple[Action, ...]) -> Answer:
    """Return the answer to an option that is no form, made of these actions."""
    chosen = [action for action in taken if action != DONE]
    if isinstance(option, Seats):
        return seat_set(action.seat for action in chosen)
    if isinstance(option, Cards | Order):
        return tuple(action.word for action in chosen)
    (action,) = chosen
    if isinstance(option, YesNo):
        return action == YES
    if action == PASS:
        return None
    return action.seat if isinstance(option, OneSeat) else action.word
