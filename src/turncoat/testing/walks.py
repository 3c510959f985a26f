"""Walks through a game: random legal ones, and scripts written as the lines of a record."""

from collections.abc import Iterator
from random import Random
from typing import Any

from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.options import Answer, AnyOption, Cards, Form, OneCard, OneSeat, Order, Seats, Word
from turncoat.kernel.records import Move, choice_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, Seat, seat_set, seats_in
from turncoat.kernel.steps import Choice

LIMIT = 20_000
"""More choices than any game in the rulebook takes."""


def pick(option: AnyOption, rng: Random) -> Answer:
    """Return a random legal answer. Raises LookupError if the option has none."""
    for _ in range(200):
        answer = _draw(option, rng)
        if option.refusal(answer) is None:
            return answer
    for answer in option.answers():
        return answer
    raise LookupError(f"no legal answer to {option}")


def _draw(option: AnyOption, rng: Random) -> Answer:
    """Return an answer that fits the option itself. Ties between the parts of a form may still refuse it."""
    if isinstance(option, Form):
        return tuple(_draw(part, rng) for _, part in option.parts)
    if isinstance(option, Seats):
        seats = seats_in(option.allowed)
        return seat_set(rng.sample(seats, min(len(seats), rng.randint(option.low, option.high))))
    if isinstance(option, Cards):
        return tuple(sorted(rng.sample(option.hand, min(len(option.hand), rng.randint(option.low, option.high)))))
    if isinstance(option, Order):
        return tuple(rng.sample(option.cards, len(option.cards)))
    if isinstance(option, OneSeat):
        return rng.choice([*seats_in(option.allowed), *([None] if option.may_pass else [])])
    if isinstance(option, OneCard):
        return rng.choice([*option.allowed, *([None] if option.may_pass else [])])
    if isinstance(option, Word):
        return rng.choice(option.allowed)
    return rng.choice(option.allowed)


def next_choice(game: Game[Any], rng: Random, offers: float = 0.05, changes: float = 0.05) -> tuple[Seat, Choice]:
    """Return a random legal choice of a seat that is waited for, or at times a standing offer or a changed choice."""
    seats = range(game.ruleset.players)
    if offers and rng.random() < offers:
        standing = [(seat, offer) for seat in seats for offer in game.offers(seat)]
        if standing:
            seat, offer = rng.choice(standing)
            return seat, Choice(offer.name, pick(offer.option, rng))
    waited = game.prompts()
    if changes and rng.random() < changes:
        open_still = [(seat, prompt) for seat in seats if seat not in waited and (prompt := game.prompt(seat))]
        if open_still:
            seat, prompt = rng.choice(open_still)
            return seat, Choice(prompt.number, pick(prompt.option, rng))
    seat, prompt = rng.choice(list(waited.items()))
    return seat, Choice(prompt.number, pick(prompt.option, rng))


def random_walk(
    game: Game[Any], rng: Random, *, offers: float = 0.05, changes: float = 0.05, limit: int = LIMIT
) -> Iterator[tuple[Seat, Choice]]:
    """Play random legal choices to the end, yielding each after it was played.

    `offers` and `changes` are the probabilities of taking a standing offer and of changing an earlier choice. Raises
    AssertionError if the game asks nobody before it is over, or has not ended after `limit` choices.
    """
    for _ in range(limit):
        if game.result is not None:
            return
        if not game.prompts():
            raise AssertionError("the game is not over, but has no prompts")
        seat, choice = next_choice(game, rng, offers, changes)
        game.play(seat, choice)
        yield seat, choice
    raise AssertionError(f"the game has not ended after {limit} choices")


def play_script(ruleset: Ruleset, deal: Deal, script: str) -> Game[Any]:
    """Return a new game with the script played. See `play`."""
    game: Game[Any] = Game(ruleset, deal)
    play(game, script)
    return game


def play(game: Game[Any], script: str) -> None:
    """Play the lines of a record, skipping comments and empty lines.

    Two shorthands extend the record format: several seats (`0,2 cast-ballot approve`), and `*` for everybody who is
    still asked that question. Raises ValueError, or Refused, at the first line that the rules do not accept.
    """
    for line in script.splitlines():
        for move in _moves(game, line.partition("#")[0].strip()):
            try:
                choice = choice_of(game, move)
            except ValueError as error:
                raise ValueError(f"{line.strip()!r}: {error}") from None
            game.play(move.seat, choice)


def refusal_of(game: Game[Any], line: str) -> str | None:
    """Return the code with which the choice of one line would be refused, or None if it would be accepted."""
    (move,) = _moves(game, line)
    refusal = game.refusal(move.seat, choice_of(game, move))
    return refusal.code if refusal is not None else None


def _moves(game: Game[Any], line: str) -> list[Move]:
    if not line:
        return []
    who, to, answer = line.split(maxsplit=2)
    if who == "chance":
        seats = [CHANCE]
    elif who == "*":
        seats = [seat for seat, prompt in game.prompts().items() if prompt.question.name == to]
        if not seats:
            raise ValueError(f"{line!r}: nobody has a prompt {to}")
    else:
        seats = [int(seat) for seat in who.split(",")]
    return [Move(seat, to, answer) for seat in seats]
