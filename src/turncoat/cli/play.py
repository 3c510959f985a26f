"""`turncoat play`: one person against bots in the terminal, in plain lines that a screen reader can follow.

The person has a seat as a bot has one: they are shown what the seat sees, and asked what the seat is asked.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Final

import typer

from turncoat import bots as known_bots
from turncoat.bots.bot import Bot
from turncoat.cli.arguments import ruleset_of, translator_of
from turncoat.cli.errors import CommandError, command_errors
from turncoat.cli.records import who_was_who
from turncoat.kernel.chapters import Offer
from turncoat.kernel.events import Event
from turncoat.kernel.options import (
    Answer,
    AnyOption,
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
from turncoat.kernel.rulebooks import default_game, rulebook
from turncoat.kernel.rulesets import Ruleset, advice
from turncoat.kernel.seats import Seat, everyone, seat_set, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.words import N_
from turncoat.lab.seeds import bot_seed
from turncoat.lab.simulation import play_game
from turncoat.table.values.typed_text import cleaned
from turncoat.telling import Teller

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "June", "Karl", "Lena")
HELP: Final = (
    N_("Type the number of your choice and press Enter; separate several numbers by spaces."),
    N_("? repeats the question, l lists who sits at the table, h repeats the game so far, q quits."),
)
_OPEN: Final = N_("You may do this now:")
_NOTHING: Final = N_("Nothing now")
_SURE: Final = (N_("Leave it"), N_("Yes, do it"))
_ONE: Final = N_("Your choice: ")
_SOME: Final = N_("Your choice, {count} number: ", "Your choice, {count} numbers: ")
_SOME_TO: Final = N_("Your choice, {low} to {count} number: ", "Your choice, {low} to {count} numbers: ")
_TYPE: Final = N_("Please type {wanted} of the numbers 1 to {last}, ? to hear them again, or q to leave.")
_TYPE_ONE: Final = N_("Please type one of the numbers 1 to {last}, ? to hear them again, or q to leave.")
_RANGE: Final = N_("{low} to {high}")
_AT_TABLE: Final = N_("At the table: {seats:seats}.")
_GAME: Final = N_("{game}, {players} player. You are {me:seat}.", "{game}, {players} players. You are {me:seat}.")
_GOODBYE: Final = N_("You have left the table. Goodbye.")
_WON: Final = N_("You have won.")
_LOST: Final = N_("You have lost.")
_WHO: Final = N_("Who was who:")
_AGAIN: Final = N_("To play this deal again: --seed {seed}")


class Left(Exception):
    """The person has left the table."""


class Person(Bot):
    """The person at the terminal, who holds a seat."""

    name = "person"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes, teller: Teller) -> None:
        super().__init__(ruleset, seat, seed)
        self._teller = teller
        self._told: list[str] = []

    def see(self, events: Iterable[Event]) -> None:
        for event in events:
            if sentence := self._teller.event(event):
                self._told.append(sentence)
                typer.echo(sentence)

    def choose(self, prompt: Prompt) -> Answer:
        typer.echo(f"\n{self._teller.prompt(prompt)}")
        return self._answer(prompt.option, self._teller.prompt(prompt))

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        asked = self._teller.text(_OPEN)
        typer.echo(f"\n{asked}")
        labels = [self._teller.offer(offer) for offer in offers]
        chosen = self._number([self._teller.text(_NOTHING), *labels], asked)
        if chosen == 0:
            return None
        offer = offers[chosen - 1]
        choice = Choice(offer.name, self._answer(offer.option, labels[chosen - 1]))
        return choice if self._is_sure(offer) else None

    def _is_sure(self, offer: Offer) -> bool:
        """Tell what can come of the offer, and ask once more."""
        if not offer.warns:
            return True
        warning = self._teller.text(offer.warns)
        typer.echo(warning)
        return self._number(list(map(self._teller.text, _SURE)), warning) == 1

    # Asking

    def _answer(self, option: AnyOption, asked: str) -> Answer:
        """Ask until the answer is legal."""
        while True:
            answer = self._parts(option, asked) if isinstance(option, Form) else self._one(option, asked)
            refusal = option.refusal(answer)
            if refusal is None:
                return answer
            typer.echo(self._teller.refusal(refusal))

    def _parts(self, form: Form, asked: str) -> Answer:
        """Ask for the parts one after another. A part whose size depends on another is asked for after it."""
        if len(form.parts) == 1:
            return (self._one(form.parts[0][1], asked),)
        values: dict[str, Answer] = {}
        options = dict(form.parts)
        sized = {tie.part: tie for tie in form.ties if isinstance(tie, SizeBy)}
        for name in sorted(options, key=lambda name: name in sized):
            option = options[name]
            if name in sized and isinstance(option, Seats):
                size = dict(sized[name].sizes).get(values[sized[name].by])
                if size is not None:
                    option = Seats(size, size, option.shown, option.allowed, option.why)
            label = self._teller.word(name)
            typer.echo(f"{label}:")
            values[name] = self._one(option, f"{label}:")
        return tuple(values[name] for name, _ in form.parts)

    def _one(self, option: AnyOption, asked: str) -> Answer:
        word = self._teller.word
        match option:
            case Word():
                return option.shown[self._number([word(shown) for shown in option.shown], asked)]
            case YesNo():
                return (True, False)[self._number([word("yes"), word("no")], asked)]
            case OneCard():
                cards = [*option.shown, *([None] if option.may_pass else [])]
                return cards[self._number([self._teller.answer(option, card) for card in cards], asked)]
            case OneSeat():
                seats = [*seats_in(option.shown), *([None] if option.may_pass else [])]
                return seats[self._number([self._teller.answer(option, seat) for seat in seats], asked)]
            case Seats():
                shown = seats_in(option.shown)
                chosen = self._numbers([self._teller.seat(seat) for seat in shown], asked, option.low, option.high)
                return seat_set(shown[index] for index in chosen)
            case Cards():
                chosen = self._numbers([word(card) for card in option.hand], asked, option.low, option.high)
                return tuple(sorted(option.hand[index] for index in chosen))
            case Order():
                size = len(option.cards)
                chosen = self._numbers([word(card) for card in option.cards], asked, size, size)
                return tuple(option.cards[index] for index in chosen)
            case Form():
                return self._parts(option, asked)

    def _number(self, labels: Sequence[str], asked: str) -> int:
        return self._numbers(labels, asked, 1, 1)[0]

    def _numbers(self, labels: Sequence[str], asked: str, low: int, high: int) -> list[int]:
        """Ask for different numbers of the list; they are given counted from 0."""
        fill = self._teller.fill
        if low == high == 1:
            ask, again = fill(_ONE), fill(_TYPE_ONE, last=len(labels))
        else:
            wanted = str(low) if low == high else fill(_RANGE, low=low, high=high)
            ask = fill(_SOME, count=low) if low == high else fill(_SOME_TO, low=str(low), count=high)
            again = fill(_TYPE, wanted=wanted, last=len(labels))
        self._list(labels)
        while True:
            line = self._line(ask)
            if line == "?":
                typer.echo(asked)
                self._list(labels)
                continue
            given = line.replace(",", " ").split()
            numbers = [int(text) - 1 for text in given if text.isascii() and text.isdigit() and len(text) < 4]
            fitting = all(0 <= number < len(labels) for number in numbers) and len(set(numbers)) == len(given)
            if fitting and low <= len(numbers) <= high:
                return numbers
            typer.echo(again)

    def _list(self, labels: Sequence[str]) -> None:
        for number, label in enumerate(labels, 1):
            typer.echo(f"{number}. {label}")

    def _line(self, ask: str) -> str:
        """The next line that the person typed. What can be typed at any time is done here. Raises Left."""
        while True:
            try:
                line = input(ask).strip()
            except (EOFError, KeyboardInterrupt):
                typer.echo()
                raise Left from None
            match line.lower():
                case "q" | "quit":
                    raise Left
                case "l":
                    typer.echo(self._teller.fill(_AT_TABLE, seats=everyone(self.ruleset.players)))
                case "h":
                    typer.echo("\n".join(self._told))
                case _:
                    return line


def run(
    game: str,
    players: int,
    modules: list[str],
    options: list[str],
    bots: str,
    seed: str | None,
    name: str,
    language: str = "",
) -> None:
    """Play one game to its end, or until the person leaves. Without a name of a game it is the default game."""
    say = translator_of(language)
    game = game or default_game()
    ruleset = ruleset_of(game, players, modules, options)
    name = cleaned(name)
    if not name:
        raise CommandError(N_("--name takes printable characters only"))
    with command_errors():
        kinds = [known_bots.find(kind.strip()) for kind in bots.split(",")]
    seed = seed if seed is not None else secrets.token_hex(8)
    rng = Random(f"{seed}/table")
    others = [other for other in NAMES if other.casefold() != name.casefold()]
    names = rng.sample(others, players)
    seat = rng.randrange(players)
    names[seat] = name
    teller = Teller(ruleset, names, say)
    person = Person(ruleset, seat, b"", teller)
    at_table = [
        person if place == seat else kind(ruleset, place, bot_seed(seed, place))
        for place, kind in zip(range(players), _round(kinds), strict=False)
    ]
    typer.echo(teller.fill(_GAME, game=say(rulebook(game).title), players=players, me=seat))
    typer.echo(teller.fill(_AT_TABLE, seats=everyone(players)))
    for line in (*advice(ruleset), *HELP):
        typer.echo(say(line))
    typer.echo()
    try:
        ended = play_game(ruleset, ruleset.deal(f"{seed}/deal".encode()), at_table, rng)
    except Left:
        typer.echo(say(_GOODBYE))
        return
    assert ended.result is not None  # every game ends
    roles = getattr(ended.board, "roles", None) or ended.deal.roles
    won = rulebook(game).side_of(roles[seat]) == ended.result.winner
    typer.echo(say(_WON if won else _LOST))
    typer.echo(say(_WHO))
    for line in who_was_who(ended, teller):
        typer.echo(line)
    typer.echo(teller.fill(_AGAIN, seed=seed))


def _round(kinds: Sequence[type[Bot]]) -> Iterator[Callable[[Ruleset, Seat, bytes], Bot]]:
    while True:
        yield from kinds
