"""The daily puzzles that come with the package, as text: a dictionary of signs, then a puzzle per line.

A puzzle is a record without a result. Whatever occurs often (a ruleset, a role, a question with its answer) has a
sign:

    A resistance 5 rules=1
    a spy
    b cast-ballot approve
    --- puzzles
    A 2 a,c,c,a,c 2d 0b 1b

The ruleset is followed by the first leader, the roles in seat order, and the choices as seat and sign. The list holds
records instead of seeds, so that changes to bots do not affect it. It must be regenerated (`tools.puzzles`) only when
the rules change.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain, product
from string import ascii_letters
from typing import Final

from turncoat.kernel.chapters import Deal
from turncoat.kernel.records import Move, Record
from turncoat.kernel.rulesets import Ruleset

DIVIDER: Final = "--- puzzles"
SHIPPED: Final = "daily.txt"
RULES: Final = "rules="


def write(records: Sequence[Record], about: str = "") -> str:
    """Format records as a list whose first line is `about`. Raises ValueError for records that do not fit."""
    lines = [_words(record) for record in records]
    counts = Counter(chain.from_iterable((ruleset, *roles, *moves) for ruleset, roles, moves in lines))
    signs = dict(zip((word for word, _ in counts.most_common()), _signs(), strict=False))
    words = [f"{sign} {word}" for word, sign in signs.items()]
    puzzles = [
        " ".join(
            (
                signs[ruleset],
                str(record.deal.first),
                ",".join(signs[role] for role in roles),
                *(f"{move.seat}{signs[word]}" for move, word in zip(record.moves, moves, strict=True)),
            )
        )
        for record, (ruleset, roles, moves) in zip(records, lines, strict=True)
    ]
    return "\n".join((f"# {about}", *words, DIVIDER, *puzzles, ""))


def read(text: str) -> tuple[Record, ...]:
    """Parse the records of a list. Raises ValueError, KeyError or RulesetError for invalid text."""
    head, _, body = text.partition(f"{DIVIDER}\n")
    words = dict(line.split(" ", 1) for line in head.splitlines() if not line.startswith("#"))
    return tuple(_record(line.split(), words) for line in body.splitlines())


@cache
def shipped() -> tuple[Record, ...]:
    """Return the records of the daily puzzles, in order."""
    return read(files("turncoat.puzzles").joinpath(SHIPPED).read_text("utf-8"))


def rulesets() -> tuple[Ruleset, ...]:
    """Return the rulesets of the daily puzzles."""
    return tuple(dict.fromkeys(record.ruleset for record in shipped()))


def _signs() -> Iterable[str]:
    return chain(ascii_letters, map("".join, product(ascii_letters, repeat=2)))


def _words(record: Record) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    ruleset, deal = record.ruleset, record.deal
    plain = Ruleset.of(ruleset.game, ruleset.players)
    if ruleset != plain or deal.decks or record.result or any(move.seat < 0 for move in record.moves):
        raise ValueError("a list has no place for modules, options, decks, chance or a result")
    about = f"{ruleset.game} {ruleset.players} {RULES}{record.rules}"
    return about, deal.roles, tuple(f"{move.to} {move.answer}" for move in record.moves)


def _record(line: Sequence[str], words: dict[str, str]) -> Record:
    about, first, roles, *moves = line
    game, players, rules = words[about].split()
    deal = Deal(tuple(words[sign] for sign in roles.split(",")), int(first))
    return Record(
        Ruleset.of(game, int(players)),
        deal,
        tuple(Move(int(move[0]), *words[move[1:]].split(" ", 1)) for move in moves),
        rules=rules.removeprefix(RULES),
    )
