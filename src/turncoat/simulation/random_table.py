"""Random players of complete games, with one stream of chance for the whole table: the quickest way to play many.

It learns from the public prompts only what may be chosen, draws every answer uniformly from what the option allows (so
ballots are fair coins), and passes it to `Game.play`, which checks it like everybody's. It knows no rule and no game.
It has one shortcut: it keeps the listed answers of options that it has met before. It considers standing offers
whenever the table opens a question, and takes one now and then, as `random` does at a table of others.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations
from math import log
from operator import itemgetter
from random import Random
from typing import Any

from turncoat.bots.bot import OFFER_CHANCE
from turncoat.bots.draws import pick
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, AnyOption, Cards, Form, Order, Word
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt

LOG_LEAVES = log(1 - OFFER_CHANCE)
"""The logarithm of the probability that a seat takes none of its offers."""
MAX_LISTED_PARTS = 2
"""The most parts of a form with ties whose answers are listed."""
MAX_CACHED_OPTIONS = 4096
"""The most options whose answers are cached; with more, the cache is cleared."""
MAX_LISTED_HAND = 12
"""The largest hand from which handfuls are drawn by places; for a larger one the bots' draws are used."""


class Answers(dict[AnyOption, tuple[Answer, ...]]):
    """Every answer that an option allows, listed when the option is first met; nothing where there are too many."""

    def __missing__(self, option: AnyOption) -> tuple[Answer, ...]:
        if isinstance(option, Cards | Order):
            return ()  # too many to keep, and few of them come twice
        if len(self) >= MAX_CACHED_OPTIONS:
            self.clear()
        answers = self[option] = tuple(option.answers()) if is_short(option) else ()
        return answers


def is_short(option: AnyOption) -> bool:
    """Whether the answers can be listed: not orders of a deck, handfuls of a hand, or a form with such parts."""
    if isinstance(option, Form):
        return len(option.parts) <= MAX_LISTED_PARTS and all(is_short(part) for _, part in option.parts)
    return not isinstance(option, Cards | Order)


Handful = tuple[Callable[[tuple[str, ...]], tuple[str, ...]], tuple[int, ...]]


@cache
def handfuls(held: int, low: int, high: int) -> tuple[Handful, ...]:
    """Every choice of places in a hand: what takes the cards there, and the chosen places whose left neighbour is not.

    Nothing where there are too many.
    """
    found: list[Handful] = []
    for size in range(low, high + 1 if low and held <= MAX_LISTED_HAND else 0):
        for places in combinations(range(held), size):
            alone = tuple(place for place in places if place and place - 1 not in places)
            found.append((itemgetter(*places) if size > 1 else itemgetter(slice(places[0], places[0] + 1)), alone))
    return tuple(found)


class RandomTable:
    """Draws answers for every seat, in many games."""

    def __init__(self, seed: int | bytes = 0) -> None:
        self.random = Random(seed)
        self.answers = Answers()
        self.kinds: dict[type[Any], Callable[[Any], Answer]] = {
            Word: self.word,
            Cards: self.handful,
            Order: self.order,
            Form: self.form,
        }
        """The kinds of options that need no list of answers, and how they are drawn."""
        self.quiet = self.gap()
        """How many seats are passed over before the next one considers its standing offers."""

    def begin(self, seed: bytes) -> None:
        """Start again from this seed."""
        self.random.seed(seed)
        self.quiet = self.gap()

    def draw(self, option: AnyOption) -> Answer:
        """One of the answers that the option allows."""
        return self.kinds.get(type(option), self.listed)(option)

    def listed(self, option: AnyOption) -> Answer:
        """One of the listed answers; for an option with too many answers the bots' draws are used."""
        answers = self.answers[option]
        return answers[int(self.random.random() * len(answers))] if answers else pick(option, self.random)

    def word(self, option: Word) -> Answer:
        """One of the words."""
        words = option.allowed
        return words[int(self.random.random() * len(words))]

    def form(self, option: Form) -> Answer:
        """An answer for each part, where the parts do not depend on each other."""
        if option.ties:
            return self.listed(option)
        kinds, listed, answer = self.kinds, self.listed, []
        for _, part in option.parts:
            answer.append(kinds.get(type(part), listed)(part))
        return tuple(answer)

    def handful(self, option: Cards) -> Answer:
        """Some cards of a sorted hand, equally likely: of equal cards the first ones count, else draw again."""
        hand, random = option.hand, self.random.random
        ways = handfuls(len(hand), option.low, option.high)
        while ways:
            take, alone = ways[int(random() * len(ways))]
            for place in alone:
                if hand[place] == hand[place - 1]:
                    break
            else:
                return take(hand)
        return pick(option, self.random)

    def order(self, option: Order) -> Answer:
        """The cards in the order of as many random numbers."""
        drawn = sorted(zip(iter(self.random.random, None), option.cards, strict=False))
        return tuple([card for _, card in drawn])

    def gap(self) -> int:
        """How many seats in a row take none of their standing offers, when each takes one with OFFER_CHANCE."""
        return int(log(1 - self.random.random()) / LOG_LEAVES)

    def speak_first(self, game: Game[Any], prompts: Mapping[Seat, Prompt]) -> None:
        """One of the seats that are asked, all equally likely, makes the choice that ends the question."""
        seat, prompt = self.random.choice(list(prompts.items()))
        game.play(seat, Choice(prompt.number, self.draw(prompt.option)))

    def take_offer(self, game: Game[Any]) -> bool:
        """Each seat considers its standing offers now and then, and takes one of them; True when one was taken."""
        players, takers = game.ruleset.players, []
        while self.quiet < players:
            takers.append(self.quiet)
            self.quiet += 1 + self.gap()
        self.quiet -= players
        if len(takers) > 1:
            self.random.shuffle(takers)
        for seat in takers:
            if offers := game.offers(seat):
                offer = self.random.choice(offers)
                game.play(seat, Choice(offer.name, self.draw(offer.option)))
                return True
        return False


def play(game: Game[Any], table: RandomTable) -> None:
    """Play the game to its end."""
    random, known, choose, draw = table.random.random, table.answers, game.play, table.draw
    offering, players = bool(game.compiled.offering), game.ruleset.players
    number, count = 0, 0
    answers: tuple[Answer, ...] = ()
    only = Choice(0, None)
    while prompts := game.prompts():
        if offering:
            if table.quiet >= players:
                table.quiet -= players
            elif table.take_offer(game):
                continue
        asked = None
        for seat, prompt in prompts.items():
            if prompt is not asked:
                asked = prompt
                if prompt.question.first_ends:
                    table.speak_first(game, prompts)
                    break
                number, option = prompt.number, prompt.option
                if type(option) is Word:
                    answers = option.allowed
                else:
                    answers = known[option] if type(option) is not Form or option.ties else ()
                count = len(answers)
                if count == 1:
                    only = Choice(number, answers[0])
            if count == 1:
                choose(seat, only)
            elif count:
                choose(seat, Choice(number, answers[int(random() * count)]))
            else:
                choose(seat, Choice(number, draw(prompt.option)))
