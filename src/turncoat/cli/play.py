"""The command `turncoat play`: one person against bots, in plain lines of text that suit a screen reader.

The person holds a seat through the bot interface: they see the seat's view and get its prompts.
"""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from random import Random
from typing import Any, Final

import typer

from turncoat.bots.bot import Bot
from turncoat.cli import language as languages
from turncoat.cli.arguments import ruleset_of, translator_of
from turncoat.cli.bot_names import names_in
from turncoat.cli.errors import CommandError, command_errors
from turncoat.cli.records import who_was_who
from turncoat.extensions import find_bot
from turncoat.kernel.chapters import Offer
from turncoat.kernel.compiled import compiled
from turncoat.kernel.events import Event, seen_by
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
from turncoat.kernel.seats import NOBODY, SPECTATOR, Seat, everyone, is_in, seat_set, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.simulation.playing import play_game
from turncoat.simulation.seeds import bot_seed
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.typed_text import cleaned
from turncoat.telling import Teller, seats_concerned

NAMES: Final = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana", "Ivo", "June", "Karl", "Lena")
HELP: Final = (
    N_("Type the number of your choice and press Enter; separate several numbers by spaces."),
    N_("You can also ask in words: votes NAME, mission 3, team, left, score, last, question, card, or a name."),
    N_("? repeats the question, b goes back a step, l lists the players, h tells the game so far, q quits."),
)
_HELP_OFFERS: Final = N_("o lists what you may do at any time.")
_OPEN: Final = N_("You may do this now:")
_OPEN_TOO: Final = N_("You may also do this; type o for it. {offers}")
_NOTHING: Final = N_("Nothing now")
_UNTIL: Final = N_("Skip until I'm needed")
_SURE: Final = (N_("Leave it"), N_("Yes, do it"))
_ONE: Final = N_("Your choice: ")
_ENTER: Final = N_("Press Enter for “{choice}”: ")
_SOME: Final = N_("Your choice, {count} number: ", "Your choice, {count} numbers: ")
_SOME_TO: Final = N_("Your choice, {low} to {count} number: ", "Your choice, {low} to {count} numbers: ")
_TYPE: Final = N_("Please type {wanted} of the numbers 1 to {last}, ? to hear them again, or q to leave.")
_TYPE_ONE: Final = N_("Please type one of the numbers 1 to {last}, ? to hear them again, or q to leave.")
_TYPE_ENTER: Final = N_("Please press Enter alone, or type ? to hear the question again, or q to leave.")
_RANGE: Final = N_("{low} to {high}")
_NO_STEP_BACK: Final = N_("There is no step to go back to.")
_AT_TABLE: Final = N_("At the table: {seats:seats}.")
_GAME: Final = N_("{game}, {company}. You are {me:seat}.")
_GOODBYE: Final = N_("You have left the table. Goodbye.")
_WON: Final = N_("You have won.")
_LOST: Final = N_("You have lost.")
_WHO: Final = N_("Who was who:")
_AGAIN: Final = N_("To play this deal again: --seed {seed}")


class Left(Exception):
    """Raised when the person leaves the table."""


class Back(Exception):
    """Raised to return to the previous question."""


class OffersWanted(Exception):
    """Raised to show the standing offers."""


class Taken(Exception):
    """Raised to take a standing offer instead of answering."""

    def __init__(self, choice: Choice) -> None:
        super().__init__()
        self.choice = choice


class Person(Bot):
    """The person at the terminal, as a bot with a seat."""

    name = "person"

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes, teller: Teller, language: str = "en") -> None:
        super().__init__(ruleset, seat, seed)
        self._teller, self._language = teller, language
        self.follows: View[Any] = View(ruleset, seat)
        self._public: View[Any] = View(ruleset, SPECTATOR)
        self._history: list[str] = []
        self._prompt, self._pending_seats = 0, NOBODY
        """Number of the latest question, and the seats that had yet to answer it."""
        self._asked = ""
        """The question in words."""
        self._announced_offers: set[str] = set()
        """Names of standing offers that were announced. Each is announced once."""
        self._skips = self._skips_round_only = False
        """True while optional questions are skipped, and true if that ends with the round.

        Skipping also ends when something concerns the person.
        """
        self._may_go_back = self._may_take = False

    def see(self, events: Iterable[Event]) -> None:
        seen = list(events)
        self.follows.see(seen)
        public = [known for event in seen if (known := seen_by(event, SPECTATOR)) is not None]
        self._public.see(public)
        me = 1 << self.seat
        if seats_concerned(public, everyone(self.ruleset.players), me if self._skips_round_only else NOBODY) & me:
            self._skips = self._skips_round_only = False
        for event in seen:
            if sentence := self._teller.event(event):
                self._history.append(sentence)
                typer.echo(sentence)

    def act(self, prompt: Prompt) -> Choice:
        while True:
            try:
                return super().act(prompt)
            except Taken as taken:
                return taken.choice
            except OffersWanted:
                if taken_now := self._choose_offer(self._offers):
                    return taken_now

    def choose(self, prompt: Prompt) -> Answer:
        if prompt.number != self._prompt:
            self._prompt, self._pending_seats = prompt.number, self.follows.waiting
        option, asked = prompt.option, self._teller.prompt(prompt)
        sole = _only_word(option)
        if sole and self._skips and prompt.question.takes_standing_answer:
            return sole
        self._asked, self._may_take = asked, True
        try:
            if not sole:
                self._announce_offers()
            typer.echo(f"\n{asked}")
            if sole:
                return self._ask_to_go_on(prompt, sole, asked)
            while True:
                answer = self._answer(option, asked)
                if self._is_sure(prompt.question.warns):
                    return answer
        finally:
            self._may_take = False

    def consider(self, offers: Sequence[Offer]) -> Choice | None:
        """Interrupt for new offers. Others are available with each question."""
        found = self._open(offers)
        return self._choose_offer(found) if {offer.name for offer in found} - self._announced_offers else None

    # Standing offers

    @property
    def _offers(self) -> list[Offer]:
        """Offers that the person may take now."""
        return self._open(self.follows.offers)

    def _open(self, offers: Sequence[Offer]) -> list[Offer]:
        """Return the offers with a real choice for this seat.

        Pages show some offers to everybody, so that nobody's screen reveals what they may do. Nobody else looks at a
        terminal.
        """
        return [offer for offer in offers if not _is_for_show(offer.option)]

    def _announce_offers(self) -> None:
        """Announce new offers."""
        new = [offer for offer in self._offers if offer.name not in self._announced_offers]
        if new:
            self._announced_offers |= {offer.name for offer in new}
            typer.echo()
            typer.echo(self._teller.fill(_OPEN_TOO, offers=" ".join(map(self._teller.offer, new))))

    def _choose_offer(self, offers: Sequence[Offer]) -> Choice | None:
        """Let the person take one of the offers, or return None if they take none."""
        self._announced_offers |= {offer.name for offer in offers}
        asked = self._teller.text(_OPEN)
        typer.echo(f"\n{asked}")
        labels = [self._teller.text(_NOTHING), *map(self._teller.offer, offers)]
        before, self._may_take = self._may_take, False
        try:
            while True:
                chosen = self._number(labels, asked)
                if chosen == 0:
                    return None
                try:
                    return self._take(offers[chosen - 1])
                except Back:
                    typer.echo(asked)
        finally:
            self._may_take = before

    def _take(self, offer: Offer) -> Choice | None:
        label, option = self._teller.offer(offer), offer.option
        self._may_go_back = True
        try:
            answer = _only_word(option) or self._answer(option, label)
        finally:
            self._may_go_back = False
        choice = Choice(offer.name, answer)
        return choice if self._is_sure(offer.warns) else None

    def _is_sure(self, warns: str) -> bool:
        """Print the warning of an offer or a question, if it has one, and ask for confirmation."""
        if not warns:
            return True
        warning = self._teller.text(warns)
        typer.echo(warning)
        return self._number(list(map(self._teller.text, _SURE)), warning) == 1

    # Asking

    def _ask_to_go_on(self, prompt: Prompt, sole: str, asked: str) -> Answer:
        """Ask a question with a single answer, together with the offers and, if it is optional, a way to skip it."""
        question, offers, text = prompt.question, self._offers, self._teller.text
        skips = question.takes_standing_answer
        go_on = self._teller.word(sole)
        go_on = f"{go_on}. {text(question.pass_scope)}" if question.pass_scope else go_on
        labels = [go_on, *([text(_UNTIL)] if skips else []), *map(self._teller.offer, offers)]
        self._announced_offers |= {offer.name for offer in offers}
        while True:
            chosen = self._number(labels, asked)
            if chosen <= skips:
                self._skips = skips and (chosen == 1 or bool(question.pass_scope))
                self._skips_round_only = self._skips and chosen == 0
                return sole
            try:
                choice = self._take(offers[chosen - 1 - skips])
            except Back:
                choice = None
            if choice is not None:
                raise Taken(choice)
            typer.echo(asked)

    def _answer(self, option: AnyOption, asked: str) -> Answer:
        """Ask until the answer is legal."""
        while True:
            answer = self._parts(option, asked) if isinstance(option, Form) else self._one(option, asked)
            refusal = option.refusal(answer)
            if refusal is None:
                return answer
            typer.echo(self._teller.refusal(refusal))

    def _parts(self, form: Form, asked: str) -> Answer:
        """Ask for the parts in turn. A part whose size depends on another comes after it."""
        if len(form.parts) == 1:
            return (self._one(form.parts[0][1], asked),)
        values: dict[str, Answer] = {}
        options = dict(form.parts)
        sized = {tie.part: tie for tie in form.ties if isinstance(tie, SizeBy)}
        order = sorted(options, key=lambda name: name in sized)
        before, at = self._may_go_back, 0
        while at < len(order):
            name = order[at]
            option = options[name]
            if name in sized and isinstance(option, Seats):
                size = dict(sized[name].sizes).get(values[sized[name].by])
                if size is not None:
                    option = Seats(size, size, option.shown, option.allowed, option.why)
            label = self._teller.word(name)
            typer.echo(f"{label}:")
            self._may_go_back = before or at > 0
            try:
                values[name] = self._one(option, f"{label}:")
                at += 1
            except Back:
                if not at:
                    raise
                at -= 1
            finally:
                self._may_go_back = before
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
        """Ask for distinct items of a list, and return their indices. A single item is not listed."""
        fill, is_alone = self._teller.fill, len(labels) == low == high == 1
        if is_alone:
            ask, again = fill(_ENTER, choice=labels[0].removesuffix(".")), fill(_TYPE_ENTER)
        elif low == high == 1:
            ask, again = fill(_ONE), fill(_TYPE_ONE, last=len(labels))
        else:
            wanted = str(low) if low == high else fill(_RANGE, low=low, high=high)
            ask = fill(_SOME, count=low) if low == high else fill(_SOME_TO, low=str(low), count=high)
            again = fill(_TYPE, wanted=wanted, last=len(labels))
        self._list([] if is_alone else labels)
        while True:
            line = self._line(ask)
            if line == "?":
                typer.echo(asked)
                self._list([] if is_alone else labels)
                continue
            given = line.replace(",", " ").split() or (["1"] if is_alone else [])
            numbers = [int(text) - 1 for text in given if text.isascii() and text.isdigit() and len(text) < 4]
            fitting = all(0 <= number < len(labels) for number in numbers) and len(set(numbers)) == len(given)
            if fitting and low <= len(numbers) <= high:
                return numbers
            typer.echo(again)

    def _list(self, labels: Sequence[str]) -> None:
        for number, label in enumerate(labels, 1):
            typer.echo(f"{number}. {label}")

    def _line(self, ask: str) -> str:
        """Return the next line of input, after handling commands that are valid at any time.

        Raises Left and, where available, Back and OffersWanted.
        """
        while True:
            try:
                line = input(ask).strip()
            except (EOFError, KeyboardInterrupt):
                typer.echo()
                raise Left from None
            match line.lower():
                case "q" | "quit":
                    raise Left
                case "b" if self._may_go_back:
                    raise Back
                case "b":
                    typer.echo(self._teller.text(_NO_STEP_BACK))
                case "o" if self._may_take:
                    raise OffersWanted
                case "l":
                    typer.echo(self._teller.fill(_AT_TABLE, seats=everyone(self.ruleset.players)))
                case "h":
                    typer.echo("\n".join(self._history))
                case _ if len(line) > 1 and any(sign.isalpha() for sign in line) and (said := self._reply(line)):
                    typer.echo(said)
                case _:
                    return line

    def _reply(self, line: str) -> str:
        """Return the answer to a question in words, or an empty string if it was not understood."""
        # Imported here, since only questions need the page's board.
        from turncoat.web.board.public_part import board_part
        from turncoat.web.board.questions import NO_CARD, TableQuestions, card_said
        from turncoat.web.board.role_card import role_card
        from turncoat.web.games import presenter_of
        from turncoat.web.http.languages import renderer

        teller, presenter = self._teller, presenter_of(self.ruleset.game)
        occupants = [
            Occupant("person" if seat == self.seat else "bot", teller.seat(seat))
            for seat in range(self.ruleset.players)
        ]
        self._public.waiting = self.follows.waiting
        asked = self._pending_seats | self._public.waiting
        public = board_part(self._public, presenter, teller, occupants, asked, len(self._public.events))
        is_dealt = rulebook(self.ruleset.game).is_dealt(self.follows.board)
        card = card_said(role_card(self.follows, presenter, teller)) if is_dealt else teller.text(NO_CARD)
        draw = renderer(self._language)
        questions = TableQuestions(
            public,
            teller.text,
            lambda seat: draw.sentence("board/seat_sentence.html", "said_of", seat),
            is_asked=is_in(self.seat, self._public.waiting),
        )
        return questions.answer(line, {"question": self._asked, "card": card})


def _only_word(option: AnyOption) -> str:
    """Return the only answer, or an empty string if there are or may be others."""
    return option.shown[0] if isinstance(option, Word) and option.shown == option.allowed[:1] else ""


def _is_for_show(option: AnyOption) -> bool:
    """Return whether only one of several visible answers is allowed, so that there is no choice."""
    return isinstance(option, Word) and len(option.allowed) == 1 < len(option.shown)


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
    """Play one game until it ends or the person leaves. `game` may be empty for the default game."""
    say = translator_of(language)
    game = game or default_game()
    ruleset = ruleset_of(game, players, modules, options)
    name = cleaned(name)
    if not name:
        raise CommandError(N_("--name must have printable characters only"))
    with command_errors():
        kinds = [find_bot(kind) for kind in names_in(bots)]
    seed = seed if seed is not None else secrets.token_hex(8)
    rng = Random(f"{seed}/table")
    others = [other for other in NAMES if other.casefold() != name.casefold()]
    names = rng.sample(others, players)
    seat = rng.randrange(players)
    names[seat] = name
    teller = Teller(ruleset, names, say)
    person = Person(ruleset, seat, b"", teller, language or languages.chosen())
    at_table = [
        person if place == seat else kind(ruleset, place, bot_seed(seed, place))
        for place, kind in zip(range(players), _round(kinds), strict=False)
    ]
    typer.echo(teller.fill(_GAME, game=say(rulebook(game).title), company=teller.company, me=seat))
    typer.echo(teller.fill(_AT_TABLE, seats=everyone(players)))
    for line in (*advice(ruleset), *HELP, *([_HELP_OFFERS] if compiled(ruleset).offering else [])):
        typer.echo(say(line))
    typer.echo()
    try:
        ended = play_game(ruleset, ruleset.deal(f"{seed}/deal".encode()), at_table, rng)
    except Left:
        typer.echo(say(_GOODBYE))
        return
    assert ended.result is not None  # every game ends
    roles = getattr(ended.board, "roles", None) or ended.deal.roles
    won = rulebook(game).side_of(roles[seat], ended.board) == ended.result.winner
    typer.echo(say(_WON if won else _LOST))
    typer.echo(say(_WHO))
    for line in who_was_who(ended, teller):
        typer.echo(line)
    typer.echo(teller.fill(_AGAIN, seed=seed))


def _round(kinds: Sequence[type[Bot]]) -> Iterator[Callable[[Ruleset, Seat, bytes], Bot]]:
    while True:
        yield from kinds
