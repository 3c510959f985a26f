"""Replay a batch game in the kernel from its deal and choices, and require that both agree."""

from collections import Counter
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, Final

import msgspec
import numpy as np

from turncoat.games.resistance.plot_thickens.deck import CHAPTER, full_deck
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.options import AnyOption, Form, OneCard, OneSeat, Seats, Word, YesNo
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Choice
from turncoat_lab.batch.events import (
    ASK_BALLOT,
    ASK_CARD,
    ASK_EARLY,
    ASK_NO_CONFIDENCE,
    ASK_STRONG_LEADER,
    ASK_TEAM,
    ASKING,
    EVENTS,
    FIRST_OFFER,
    FIRST_QUESTION,
    LEADER_CHOSEN,
    MISSION_REVEALED,
    OFFERS,
    OPEN,
    PLOT_CARDS_DRAWN,
    QUESTIONS,
    ROLE_DEALT,
    ROLES_REVEALED,
    ROW,
)
from turncoat_lab.batch.policies.decide import APPROVE, REJECT
from turncoat_lab.batch.words import CHIEF_FAIL, FAIL, NUMBERS, REVERSE, SUCCESS, WORDS

BALLOTS: Final = {APPROVE: "approve", REJECT: "reject"}
YES_OR_NO: Final = (ASK_STRONG_LEADER, ASK_NO_CONFIDENCE, ASK_EARLY)
HAND: Final = (SUCCESS, FAIL, CHIEF_FAIL, REVERSE)
EVENT_NUMBERS: Final = {name: number for number, name in enumerate(EVENTS)}


class Difference(AssertionError):
    """The kernel does not reproduce a batch game."""


def events_among(rows: Any) -> Any:
    """Return the rows that are events."""
    return rows[rows[:, 0] < FIRST_QUESTION]


def digest(rows: Any) -> bytes:
    """Return a digest of these rows."""
    return blake2b(np.ascontiguousarray(rows, np.int64).tobytes(), digest_size=16).digest()


def deal_of(ruleset: Ruleset, rows: Any) -> Deal:
    """Return the deal as far as it was logged. A deck has the drawn cards in order, then the others."""
    roles, first, drawn = [], 0, []
    for kind, *fields in rows.tolist():
        if kind == ROLE_DEALT:
            roles.append(WORDS[fields[1]])
        elif kind == LEADER_CHOSEN:
            first = fields[0]
        elif kind == PLOT_CARDS_DRAWN:
            drawn += unpacked(fields[1])
    if not ruleset.has(CHAPTER):
        return Deal(tuple(roles), first)
    others = Counter(full_deck(ruleset.players)) - Counter(drawn)
    return Deal(tuple(roles), first, {CHAPTER: (*drawn, *others.elements())})


def unpacked(words: int) -> list[str]:
    """Unpack words from a number, six bits each."""
    found = []
    while words:
        found.append(WORDS[words & 63])
        words >>= 6
    return found


def packed(words: Sequence[str]) -> int:
    """Pack words into a number, six bits each."""
    return sum(NUMBERS[word] << 6 * place for place, word in enumerate(words))


# The kernel's events as rows


def row_of(event: Event) -> tuple[int, ...]:
    """Return the log row of a kernel event."""
    kind = EVENT_NUMBERS[type(event).__name__]
    values = [getattr(event, name) for name in event.__struct_fields__]
    if kind == ROLES_REVEALED:
        roles = values[0]
        fields = [packed(roles[:6]), packed(roles[6:])]
    elif kind == MISSION_REVEALED:
        cards = sum(values[1].count(WORDS[card]) << 4 * place for place, card in enumerate(HAND))
        fields = [values[0], cards, int(values[2])]
    else:
        fields = [number_of(value) for value in values]
    return (kind, *fields, *[0] * (ROW - 1 - len(fields)))


def number_of(value: Any) -> int:
    """Return a field of an event as a number."""
    if isinstance(value, tuple):
        return packed(value)
    return NUMBERS[value] if isinstance(value, str) else int(value)


# Choices


def play_again(ruleset: Ruleset, rows: Any) -> Game[Any]:
    """Replay a batch game in the kernel. Raises Difference where it asks a different question or allows different
    answers."""
    game: Game[Any] = Game(ruleset, deal_of(ruleset, rows))
    listed, at, considered = rows.tolist(), 0, -1
    while at < len(listed):
        kind, *fields = listed[at]
        at += 1
        if kind < FIRST_QUESTION:
            continue
        if kind == ASKING:
            found = []
            while at < len(listed) and listed[at][0] == OPEN:
                found.append(tuple(listed[at][1:4]))
                at += 1
            check_offers(game, found)
            considered = game.latest_prompt
            continue
        try:
            take(game, kind, fields, considered)
        except Refused as refused:
            raise Difference(f"refused: {named(kind)} {fields}: {refused.refusal.code}") from None
    if game.result is None:
        raise Difference(f"the kernel asks on: {sorted(game.prompts())}")
    return game


def named(kind: int) -> str:
    """Return the name of a row's question or standing offer."""
    return OFFERS[kind - FIRST_OFFER] if kind >= FIRST_OFFER else QUESTIONS[kind - FIRST_QUESTION]


def check_offers(game: Game[Any], logged: list[tuple[int, int, int]]) -> None:
    """Check that the kernel's open standing offers are those in the log. Raises Difference."""
    there = [
        (FIRST_OFFER + OFFERS.index(offer.name), seat, allowed_by(offer.option, 0))
        for seat, offers in game.open_offers().items()
        for offer in offers
    ]
    if sorted(there) != sorted(logged):
        raise Difference(f"open offers: {there}, told: {logged}")


def take(game: Game[Any], kind: int, fields: list[int], considered: int) -> None:
    """Make a choice in the kernel's game, after comparing the question and the allowed answers. Raises Difference."""
    seat = fields[0]
    if kind >= FIRST_OFFER:
        game.play(seat, Choice(named(kind), fields[1]))
        return
    prompt = game.prompt(seat)
    if prompt is None or prompt.question.name != named(kind):
        asked = {one: open_prompt.question.name for one, open_prompt in game.prompts().items()}
        raise Difference(f"told: {named(kind)} of {seat}; the kernel asks {asked}")
    if considered != prompt.number:
        raise Difference(f"standing offers were not considered before {named(kind)}")
    allowed, logged = allowed_by(prompt.option, kind), logged_answers(kind, fields)
    if allowed != logged:
        raise Difference(f"{named(kind)} of {seat}: the kernel allows {allowed}, told {logged}")
    game.play(seat, Choice(prompt.number, answer_of(prompt.option, kind, fields)))


def answer_of(option: AnyOption, kind: int, fields: list[int]) -> Any:
    """Return the kernel's answer to a row."""
    answer = fields[1]
    if kind == ASK_TEAM:
        parts: dict[str, Any] = {"mission": f"mission-{answer}", "team": fields[2], "token": fields[3]}
        assert isinstance(option, Form)
        return tuple(parts[name] for name, _ in option.parts)
    if kind == ASK_BALLOT:
        return BALLOTS[answer]
    if kind in YES_OR_NO:
        return bool(answer)
    if isinstance(option, OneSeat):
        return None if answer < 0 else answer
    return WORDS[answer]


def logged_answers(kind: int, fields: list[int]) -> Any:
    """Return the answers that the batch game allows."""
    if kind == ASK_TEAM:
        _, _, team, _, seats, missions, tokens = fields
        return seats, missions, tokens, None if missions else team.bit_count()
    if kind in (ASK_BALLOT, ASK_CARD):
        return fields[2]
    if kind in YES_OR_NO:
        return fields[2]
    return fields[2] | (fields[3] << 63)


def allowed_by(option: AnyOption, kind: int) -> Any:
    """Return the answers that the kernel allows, in the form of `logged_answers`."""
    match option:
        case Form(parts=parts):
            by = dict(parts)
            team, tokens, missions = by["team"], by.get("token"), by.get("mission")
            assert isinstance(team, Seats)
            numbers = [int(word[-1]) for word in missions.allowed] if isinstance(missions, Word) else []
            size = None if numbers else team.low
            chosen = sum(1 << number for number in numbers)
            return team.allowed, chosen, tokens.allowed if isinstance(tokens, OneSeat) else 0, size
        case Word(allowed=words):
            return sum(number for number, word in BALLOTS.items() if word in words)
        case YesNo(allowed=answers):
            return int(True in answers)
        case OneCard(allowed=cards, may_pass=may_pass):
            return sum(1 << NUMBERS[card] for card in set(cards)) | (int(may_pass) << 63)
        case OneSeat(allowed=seats, may_pass=may_pass):
            return seats | (int(may_pass) << 63 if kind else 0)
        case _:
            raise NotImplementedError(type(option).__name__)


# Comparison


class GameReference(msgspec.Struct, frozen=True):
    """The coordinates of a batch game, enough to play it again."""

    ruleset: Ruleset
    seed: str
    number: int


def check(ruleset: Ruleset, rows: Any, outcome: Any) -> Game[Any]:
    """Replay a batch game and return the kernel's game. Raises Difference, with the first event that differs."""
    game = play_again(ruleset, rows)
    logged, played = events_among(rows), np.array([row_of(event) for event in game.events], np.int64)
    if digest(logged) != digest(played):
        raise Difference(first_difference(logged, played))
    assert game.result is not None
    wanted = (NUMBERS[game.result.winner], NUMBERS[game.result.reason], len(game.board.results), len(game.choices))
    if tuple(outcome.tolist()) != wanted:
        raise Difference(f"outcome told: {outcome.tolist()}, the kernel's: {wanted}")
    return game


def first_difference(logged: Any, played: Any) -> str:
    """Describe the first event that differs between log and replay."""
    for one, other in zip(logged.tolist(), played.tolist(), strict=False):
        if one != other:
            return f"told {EVENTS[one[0]]} {one[1:]}, played {EVENTS[other[0]]} {other[1:]}"
    return f"{len(logged)} events told, {len(played)} played"
