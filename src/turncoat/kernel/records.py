"""Records: a game as readable text, for replays, tests and bug reports.

    # anything after a hash is a comment
    format = 1
    rules = "1"
    game = "resistance"
    players = 5
    modules = ["targeting"]

    [options]
    fifth-mission-after = "successes"

    [deal]
    first = 2
    roles = ["spy", "resistance", "resistance", "spy", "resistance"]

    --- choices
    2 name-team mission=mission-1 team=0,2
    0 cast-ballot approve

A TOML header, then one choice per line: seat (or `chance`), question (or `!offer`), answer. `parse(print(x)) == x`.
"""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from turncoat.kernel.boards import Result
from turncoat.kernel.chapters import Deal, OptionValue, RulesetError, option_text
from turncoat.kernel.game import Game
from turncoat.kernel.options import AnyOption
from turncoat.kernel.refusals import message_of
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, Seat
from turncoat.kernel.steps import Choice
from turncoat.kernel.toml_text import read_toml
from turncoat.kernel.words import N_, Message, composed

FORMAT = 1
DIVIDER = "--- choices"
_HEADER = N_("header: {why}")
_WORD = re.compile(r"[A-Za-z0-9_+-]+")


class RecordError(ValueError):
    """A record is malformed or breaks the rules. `line` counts from 1, or is 0 if no single line is to blame.

    The message can be translated. Seats in it count from 0, as they do in the record.

    >>> try:
    ...     parse_record("game = 'resistance'")
    ... except RecordError as error:
    ...     print(error)
    the line '--- choices' is missing between header and choices
    """

    def __init__(self, line: int, reason: str) -> None:
        self.message = composed(N_("line {line}: {why}"), line=str(line), why=reason) if line else reason
        super().__init__(str(self.message))
        self.line = line
        self.reason = reason


class Move(msgspec.Struct, frozen=True):
    """One line of choices: the seat, the question (or the offer, prefixed with `!`), and the answer as text."""

    seat: Seat
    to: str
    answer: str


class Record(msgspec.Struct, frozen=True):
    """A game as text: versions, ruleset, deal, choices, and the result (None while the game is in progress).

    >>> from turncoat import Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> replay(Record(ruleset, ruleset.deal(b"an evening"))).prompt(0).question.name
    'name-team'
    """

    ruleset: Ruleset
    deal: Deal
    moves: tuple[Move, ...] = ()
    result: Result | None = None
    rules: str = "1"
    format: int = FORMAT


def record_of(game: Game[Any]) -> Record:
    """Return the record of a game so far.

    Printing an answer needs the option that it answers, so the game is replayed alongside. Raises ValueError for a
    clone without history.

    >>> from turncoat import Choice, Game, Ruleset, seat_set
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> game.play(0, Choice(1, (seat_set([0, 2]),)))
    >>> record_of(game).moves
    (Move(seat=0, to='name-team', answer='team=0,2'),)
    """
    game.check_history("a record")
    again: Game[Any] = Game(game.ruleset, game.deal)
    moves: list[Move] = []
    for seat, choice in game.choices:
        name, option = _asked(again, seat, choice)
        moves.append(Move(seat, name, option.text(choice.answer)))
        again.play(seat, choice)
    return Record(game.ruleset, game.deal, tuple(moves), game.result, rulebook(game.ruleset.game).version)


def _asked(game: Game[Any], seat: Seat, choice: Choice) -> tuple[str, AnyOption]:
    if isinstance(choice.to, str):
        offer = next(offer for offer in game.offers(seat) if offer.name == choice.to)
        return f"!{offer.name}", offer.option
    prompt = game.prompt(seat)
    assert prompt is not None  # the choice has been accepted before
    return prompt.question.name, prompt.option


def choice_of(game: Game[Any], move: Move) -> Choice:
    """Return the choice for a line of a record at this point of the game. Raises ValueError with the reason."""
    if move.to.startswith("!"):
        for offer in game.offers(move.seat):
            if offer.name == move.to[1:]:
                return Choice(offer.name, offer.option.parse(move.answer))
        message = N_("{seat} cannot choose {what} here")
        raise ValueError(composed(message, what=move.to[1:], seat=_seat_text(move.seat)))
    prompt = game.prompt(move.seat)
    if prompt is None:
        asked = ", ".join(f"{_seat_text(seat)} {p.question.name}" for seat, p in game.prompts().items()) or N_("nobody")
        raise ValueError(
            composed(N_("{seat} is not asked; asked here: {asked}"), seat=_seat_text(move.seat), asked=asked)
        )
    if prompt.question.name != move.to:
        message = N_("{seat} is asked {what}, not {given}")
        raise ValueError(composed(message, seat=_seat_text(move.seat), what=prompt.question.name, given=move.to))
    return Choice(prompt.number, prompt.option.parse(move.answer))


def replay(record: Record, lines: Sequence[int] = ()) -> Game[Any]:
    """Play a record. Raises RecordError at the first illegal move, or if the result differs from the record's.

    `lines`: the line number of each move in the source text, for error messages.

    >>> from turncoat import Choice, Game, Ruleset, seat_set
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> game = Game(ruleset, ruleset.deal(b"an evening"))
    >>> game.play(0, Choice(1, (seat_set([0, 2]),)))
    >>> replay(record_of(game)).events == game.events
    True
    """
    try:
        rulebook(record.ruleset.game).check_version(record.rules)
    except RulesetError as error:
        raise RecordError(0, error.message) from None
    try:
        game: Game[Any] = Game(record.ruleset, record.deal)
    except ValueError as error:
        raise RecordError(0, composed(N_("deal: {why}"), why=error_message(error))) from None
    for index, move in enumerate(record.moves):
        line = lines[index] if lines else index + 1
        try:
            choice = choice_of(game, move)
        except ValueError as error:
            raise RecordError(line, error_message(error)) from None
        refusal = game.refusal(move.seat, choice)
        if refusal is not None:
            params = {name: str(value) for name, value in refusal.params}
            why = composed(message_of(refusal), **params)
            raise RecordError(line, composed("{move}: {why}", move=_move_text(move), why=why))
        game.play(move.seat, choice)
    if record.result != game.result:
        ends, rules = _result_text(record.result), _result_text(game.result)
        raise RecordError(
            0, composed(N_("the record says {ends}, but replaying it gives {rules}"), ends=ends, rules=rules)
        )
    return game


def check(text: str) -> Game[Any]:
    """Parse and play a record. Raises RecordError with the line and the reason."""
    bare = [_bare(line) for line in text.splitlines()]
    record = parse_record(text)
    return replay(record, [number for number, line in enumerate(bare, 1) if line and number > bare.index(DIVIDER) + 1])


def print_record(record: Record) -> str:
    """Return the record as text.

    >>> from turncoat import Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> print_record(Record(ruleset, ruleset.deal(b"an evening"))).splitlines()[:3]
    ['format = 1', 'rules = "1"', 'game = "resistance"']
    """
    ruleset, deal = record.ruleset, record.deal
    lines = [
        f"format = {record.format}",
        f"rules = {_toml(record.rules)}",
        f"game = {_toml(ruleset.game)}",
        f"players = {ruleset.players}",
        f"modules = {_toml(ruleset.modules)}",
    ]
    if ruleset.options:
        lines += ["", "[options]", *(f"{name} = {_toml(value)}" for name, value in ruleset.options)]
    lines += ["", "[deal]", f"first = {deal.first}", f"roles = {_toml(deal.roles)}"]
    if deal.decks:
        lines += ["", "[deal.decks]", *(f"{name} = {_toml(cards)}" for name, cards in sorted(deal.decks.items()))]
    if record.result is not None:
        lines += ["", "[result]", f"winner = {_toml(record.result.winner)}", f"reason = {_toml(record.result.reason)}"]
    lines += ["", DIVIDER, *map(_move_text, record.moves)]
    return "\n".join(lines) + "\n"


def parse_record(text: str) -> Record:
    """Parse a record. Raises RecordError with the line and the reason.

    >>> from turncoat import Ruleset
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> record = Record(ruleset, ruleset.deal(b"an evening"))
    >>> parse_record(print_record(record)) == record
    True
    """
    lines = text.splitlines()
    divider = next((number for number, line in enumerate(lines) if _bare(line) == DIVIDER), None)
    if divider is None:
        message = N_("the line {divider} is missing between header and choices")
        raise RecordError(0, composed(message, divider=repr(DIVIDER)))
    try:
        header = read_toml("\n".join(lines[:divider]))
    except ValueError as error:
        raise RecordError(0, composed(_HEADER, why=error_message(error))) from None
    moves = tuple(
        _parse_move(line, number) for number, line in enumerate(lines, 1) if number > divider + 1 and _bare(line)
    )
    return _from_header(header, moves)


def _from_header(header: dict[str, Any], moves: tuple[Move, ...]) -> Record:
    try:
        raw = msgspec.convert(header, _Header)
    except msgspec.ValidationError as error:
        raise RecordError(0, composed(_HEADER, why=str(error))) from None
    if raw.format != FORMAT:
        message = N_("format {given} is not known; this reads format {known}")
        raise RecordError(0, composed(message, given=str(raw.format), known=str(FORMAT)))
    try:
        ruleset = Ruleset.of(raw.game, raw.players, raw.modules, raw.options)
    except RulesetError as error:
        raise RecordError(0, error.message) from None
    return Record(ruleset, raw.deal, moves, raw.result, raw.rules, raw.format)


class _Header(msgspec.Struct, forbid_unknown_fields=True):
    format: int
    rules: str
    game: str
    players: int
    deal: Deal
    modules: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}
    result: Result | None = None


def _parse_move(line: str, number: int) -> Move:
    parts = _bare(line).split(maxsplit=2)
    if len(parts) != 3:
        raise RecordError(
            number, composed(N_("expected seat, question and answer, not {given}"), given=repr(_bare(line)))
        )
    seat, to, answer = parts
    if seat == "chance":
        return Move(CHANCE, to, answer)
    if not seat.isascii() or not seat.isdigit() or len(seat) > 2:
        raise RecordError(number, composed(N_("expected a seat number or chance, not {given}"), given=repr(seat)))
    return Move(int(seat), to, " ".join(answer.split()))


def _bare(line: str) -> str:
    """Strip the comment and surrounding whitespace from a line."""
    return line.partition("#")[0].strip()


def _seat_text(seat: Seat) -> str:
    return "chance" if seat == CHANCE else str(seat)


def _move_text(move: Move) -> str:
    return f"{_seat_text(move.seat)} {move.to} {move.answer}"


def error_message(error: Exception) -> str:
    """Return an error's message, still translatable if it was raised with one."""
    return error.args[0] if error.args and isinstance(error.args[0], Message) else str(error)


def _result_text(result: Result | None) -> str:
    return f"{result.winner} ({result.reason})" if result is not None else N_("no result")


def _toml(value: OptionValue | tuple[str, ...]) -> str:
    if isinstance(value, tuple):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, bool | int):
        return option_text(value)
    if not _WORD.fullmatch(value.replace(".", "")):
        raise ValueError(f"no word of the rules: {value!r}")
    return f'"{value}"'
