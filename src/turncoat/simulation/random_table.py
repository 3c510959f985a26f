"""Fast random play of complete games, with one random stream for the whole table.

It reads the legal answers from the public prompts only, draws them uniformly (so ballots are fair coin flips), and
passes them to `Game.play`, which validates them as usual. It knows no rules and no game. Its one shortcut is a cache of
the answers to options that it has seen before. It considers standing offers whenever the table opens a question, and
occasionally takes one, as the bot `random` does at a mixed table.
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
"""Log probability that a seat takes none of its offers."""
MAX_LISTED_PARTS = 2
"""Maximum number of parts in a form with ties whose answers are listed."""
MAX_CACHED_OPTIONS = 4096
"""Maximum number of options in the cache. When it is full, it is cleared."""
MAX_LISTED_HAND = 12
"""Maximum hand size for drawing by position. Larger hands use the bots' draws."""


class Answers(dict[AnyOption, tuple[Answer, ...]]):
    """Cache of every legal answer to an option, empty for options with too many."""

    def __missing__(self, option: AnyOption) -> tuple[Answer, ...]:
        if isinstance(option, Cards | Order):
            return ()  # too many to cache, and few of them recur
        if len(self) >= MAX_CACHED_OPTIONS:
            self.clear()
        answers = self[option] = tuple(option.answers()) if is_short(option) else ()
        return answers


def is_short(option: AnyOption) -> bool:
    """Return whether the answers can be listed: not those of an order, of cards from a hand, or of a large form."""
    if isinstance(option, Form):
        return len(option.parts) <= MAX_LISTED_PARTS and all(is_short(part) for _, part in option.parts)
    return not isinstance(option, Cards | Order)


Handful = tuple[Callable[[tuple[str, ...]], tuple[str, ...]], tuple[int, ...]]


@cache
def handfuls(held: int, low: int, high: int) -> tuple[Handful, ...]:
    """Return every selection of positions in a hand. Empty if there are too many.

    Each one is a getter for the cards, and the selected positions whose left neighbour is not selected.
    """
    found: list[Handful] = []
    for size in range(low, high + 1 if low and held <= MAX_LISTED_HAND else 0):
        for places in combinations(range(held), size):
            alone = tuple(place for place in places if place and place - 1 not in places)
            found.append((itemgetter(*places) if size > 1 else itemgetter(slice(places[0], places[0] + 1)), alone))
    return tuple(found)


class RandomTable:
    """Draws answers for every seat, over many games."""

    def __init__(self, seed: int | bytes = 0) -> None:
        self.random = Random(seed)
        self.answers = Answers()
        self.kinds: dict[type[Any], Callable[[Any], Answer]] = {
            Word: self.word,
            Cards: self.handful,
            Order: self.order,
            Form: self.form,
        }
        """Samplers for the kinds of options that need no list of answers."""
        self.quiet = self.gap()
        """Number of seats to skip before one considers its standing offers."""

    def begin(self, seed: bytes) -> None:
        """Restart from this seed."""
        self.random.seed(seed)
        self.quiet = self.gap()

    def draw(self, option: AnyOption) -> Answer:
        """Draw a legal answer."""
        return self.kinds.get(type(option), self.listed)(option)

    def listed(self, option: AnyOption) -> Answer:
        """Draw from the listed answers, or with the bots' draws if there are too many."""
        answers = self.answers[option]
        return answers[int(self.random.random() * len(answers))] if answers else pick(option, self.random)

    def word(self, option: Word) -> Answer:
        """Draw one of the words."""
        words = option.allowed
        return words[int(self.random.random() * len(words))]

    def form(self, option: Form) -> Answer:
        """Draw an answer for each part independently, unless the form has ties."""
        if option.ties:
            return self.listed(option)
        kinds, listed, answer = self.kinds, self.listed, []
        for _, part in option.parts:
            answer.append(kinds.get(type(part), listed)(part))
        return tuple(answer)

    def handful(self, option: Cards) -> Answer:
        """Draw a legal subset of a sorted hand, uniformly.

        Rejects a subset that contains a card but not an equal one to its left.
        """
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
        """Shuffle the cards by sorting them with random keys."""
        drawn = sorted(zip(iter(self.random.random, None), option.cards, strict=False))
        return tuple([card for _, card in drawn])

    def gap(self) -> int:
        """Draw the number of seats in a row that take no offer, if each takes one with probability OFFER_CHANCE."""
        return int(log(1 - self.random.random()) / LOG_LEAVES)

    def speak_first(self, game: Game[Any], prompts: Mapping[Seat, Prompt]) -> None:
        """Let a random seat, uniform among those asked, make the choice that ends the question."""
        seat, prompt = self.random.choice(list(prompts.items()))
        game.play(seat, Choice(prompt.number, self.draw(prompt.option)))

    def take_offer(self, game: Game[Any]) -> bool:
        """Let seats take standing offers with a small probability. Return True if one was taken."""
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
