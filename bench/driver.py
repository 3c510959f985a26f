"""Random players of complete games, and how fast they play.

The driver stands outside the kernel. It learns from the public prompts only what it may choose, draws every answer
uniformly from what the option allows (so ballots are fair coins), and passes it to `Game.play`, which checks it like
everybody's. It knows no rule and no game. It has one shortcut: it keeps the listed answers of options that it has
met before. It considers standing offers whenever the table opens a question, and takes one now and then.
"""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations
from math import log
from operator import itemgetter
from random import Random
from time import perf_counter, process_time
from typing import Any

import msgspec

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.bot import OFFER_CHANCE
from turncoat.bots.draws import pick
from turncoat.kernel.events import seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, AnyOption, Cards, Form, Order, Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.views import View

LOG_LEAVES = log(1 - OFFER_CHANCE)
"""The logarithm of the probability that a seat takes none of its offers."""
SHORT_FORM = 2
"""The most parts of a form with ties whose answers are listed."""
KEPT_OPTIONS = 4096
"""The most options whose answers are kept; when there are more, all are forgotten together."""
FEW_CARDS = 12
"""The largest hand from which handfuls are drawn by places; for a larger one the bots' draws are used."""


class Answers(dict[AnyOption, tuple[Answer, ...]]):
    """Every answer that an option allows, listed when the option is first met; nothing where there are too many."""

    def __missing__(self, option: AnyOption) -> tuple[Answer, ...]:
        if isinstance(option, Cards | Order):
            return ()  # too many to keep, and few of them come twice
        if len(self) >= KEPT_OPTIONS:
            self.clear()
        answers = self[option] = tuple(option.answers()) if is_short(option) else ()
        return answers


def is_short(option: AnyOption) -> bool:
    """Whether the answers can be listed: not orders of a deck, handfuls of a hand, or a form with such parts."""
    if isinstance(option, Form):
        return len(option.parts) <= SHORT_FORM and all(is_short(part) for _, part in option.parts)
    return not isinstance(option, Cards | Order)


Handful = tuple[Callable[[tuple[str, ...]], tuple[str, ...]], tuple[int, ...]]


@cache
def handfuls(held: int, low: int, high: int) -> tuple[Handful, ...]:
    """Every choice of places in a hand: what takes the cards there, and the chosen places whose left neighbour is not.

    Nothing where there are too many.
    """
    found: list[Handful] = []
    for size in range(low, high + 1 if low and held <= FEW_CARDS else 0):
        for places in combinations(range(held), size):
            alone = tuple(place for place in places if place and place - 1 not in places)
            found.append((itemgetter(*places) if size > 1 else itemgetter(slice(places[0], places[0] + 1)), alone))
    return tuple(found)


class Player:
    """Draws answers for every seat, in many games."""

    def __init__(self, seed: int) -> None:
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


def play(game: Game[Any], player: Player) -> None:
    """Play the game to its end."""
    random, known, choose, draw = player.random.random, player.answers, game.play, player.draw
    offering, players = bool(game.compiled.offering), game.ruleset.players
    number, count = 0, 0
    answers: tuple[Answer, ...] = ()
    only = Choice(0, None)
    while prompts := game.prompts():
        if offering:
            if player.quiet >= players:
                player.quiet -= players
            elif player.take_offer(game):
                continue
        asked = None
        for seat, prompt in prompts.items():
            if prompt is not asked:
                asked = prompt
                if prompt.question.first_ends:
                    player.speak_first(game, prompts)
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


def play_with_views(game: Game[Any], player: Player) -> None:
    """The same with a view kept for every seat.

    Whenever the table opens a question, and after the end, each seat's view gets the new events as the seat may see
    them (`seen_by`, folded into its board), and what the seat is asked, offered and waiting for (`Game.ask`).
    """
    views: list[View[Any]] = [View(game.ruleset, seat) for seat in range(game.ruleset.players)]
    events = game.events
    told = 0
    while True:
        new = events[told:]
        told = len(events)
        for view in views:
            seat = view.seat
            view.see([seen for event in new if (seen := seen_by(event, seat)) is not None])
            game.refresh(view)
        prompts = game.prompts()
        if not prompts:
            return
        for seat, prompt in prompts.items():
            game.play(seat, Choice(prompt.number, player.draw(prompt.option)))


class Speed(msgspec.Struct, frozen=True):
    """Games per second in the best and in the median of several rounds, and how many choices and events a game has."""

    players: int
    games_per_second: float
    median_games_per_second: float
    games_per_cpu_second: float
    """Per second of the process's own processor time: time that other programs use does not count."""
    choices_per_second: float
    choices_per_game: float
    events_per_game: float


def measure(ruleset: Ruleset, how: Callable[[Game[Any], Player], None], seconds: float, rounds: int) -> Speed:
    """Play complete games, each from a deal of its own, for this many seconds in each round."""
    player = Player(20)
    rates: list[float] = []
    cpu_rates: list[float] = []
    games = choices = events = number = 0
    for _ in range(rounds):
        began, cpu_began = perf_counter(), process_time()
        done = 0
        while (passed := perf_counter() - began) < seconds:
            for _ in range(20):
                number += 1
                game: Game[Any] = Game(ruleset, ruleset.deal(number.to_bytes(8, "big")))
                how(game, player)
                choices += len(game.choices)
                events += len(game.events)
            done += 20
        rates.append(done / passed)
        cpu_rates.append(done / (process_time() - cpu_began))
        games += done
    best, middle = max(rates), sorted(rates)[len(rates) // 2]
    cpu = max(cpu_rates)
    return Speed(ruleset.players, best, middle, cpu, best * choices / games, choices / games, events / games)
