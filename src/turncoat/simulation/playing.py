"""Driver for bots that play games through the public prompts, without a table.

Bots receive what people would: events as their seats saw them, prompts and offers. Only the driver holds the game.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import Any, Final, NamedTuple, TypeAlias

from turncoat.bots.bot import Bot, RandomBot
from turncoat.bots.draws import pick
from turncoat.bots.intents import Intent
from turncoat.bots.remarks import ChatQuestion, Remark, worded
from turncoat.extensions import find_bot
from turncoat.kernel.chapters import Deal
from turncoat.kernel.events import seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side, roles_of_side
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, Seat, SeatSet, seat_set
from turncoat.kernel.steps import Choice
from turncoat.kernel.words import N_, composed
from turncoat.simulation import random_table
from turncoat.simulation.seeds import bot_seed

BotMaker: TypeAlias = Callable[[Ruleset, Seat, bytes], Bot]
"""Factory of a bot for one seat of a game, such as a bot class."""
Seating: TypeAlias = Sequence[str] | Mapping[str, str]
"""The players: bot names in seat order, repeated around the table, or a bot name for each side. A side may join several
names with `+`: in seat order, each plays one seat, and the last one all remaining seats."""

_RANDOM_TABLE: Final = random_table.RandomTable()
"""Shared table, which caches legal answers across games."""


class BotRemark(NamedTuple):
    """One opportunity for a bot to speak, and its remark, if any."""

    after: int
    """Number of events in the game at that time."""
    seat: Seat
    remark: Remark | None
    is_answer: bool = False
    """True if it answers an accusation."""


def play_numbered(
    ruleset: Ruleset,
    seat_bots: Callable[[Deal], Sequence[BotMaker]],
    seed: str,
    number: int,
    illegal: Counter[str] | None = None,
    *,
    talk: bool = False,
    said: list[BotRemark] | None = None,
    alter: Callable[[Deal], Deal] | None = None,
) -> Game[Any]:
    """Play the game of that number to its end. Equal arguments give equal games.

    `seat_bots` comes from `seating`. `illegal` counts illegal decisions by bot. `said` collects the remarks if the bots
    talk. `alter` changes the deal.
    """
    stem = f"{seed}/{number}/".encode()
    deal = ruleset.deal(stem + b"deal")
    if alter is not None:
        deal = alter(deal)
    kinds = seat_bots(deal)
    if kinds.count(RandomBot) == len(kinds):  # random bots need no events, so one random stream plays all seats
        game: Game[Any] = Game(ruleset, deal)
        _RANDOM_TABLE.begin(stem)
        random_table.play(game, _RANDOM_TABLE)
        return game
    players = [kind(ruleset, seat, bot_seed(seed, number, seat)) for seat, kind in enumerate(kinds)]
    for bot in players:
        bot.share(bot_seed(seed, number).hex())
    game = play_game(ruleset, deal, players, Random(stem + b"chance"), talk=talk, said=said)
    for bot in players:
        if illegal is not None and bot.illegal_answers:
            illegal[bot.name or type(bot).__name__] += bot.illegal_answers
    return game


def play_game(
    ruleset: Ruleset,
    deal: Deal,
    bots: Sequence[Bot],
    rng: Random,
    *,
    talk: bool = False,
    said: list[BotRemark] | None = None,
) -> Game[Any]:
    """Play one game to its end.

    `rng` draws chance's answers, and the answering order where only the first answer counts. A bot considers its
    standing offers once per question that the table opens. If the bots talk, each may then make a remark, which all
    others hear, and anyone accused replies. `said` collects the remarks.

    >>> from random import Random
    >>> from turncoat import Bot, Ruleset, pick
    >>> class Anybody(Bot):
    ...     def decide(self, prompt):
    ...         return pick(prompt.option, self.rng)
    >>> ruleset = Ruleset.of("resistance", 5)
    >>> bots = [Anybody(ruleset, seat, bytes([seat])) for seat in range(5)]
    >>> play_game(ruleset, ruleset.deal(b"an evening"), bots, Random(1)).result.winner
    'resistance'
    """
    game: Game[Any] = Game(ruleset, deal)
    feed = EventFeed(game, bots)
    offering = bool(game.compiled.offering)
    opened = spoken = -1
    talk_so_far: list[BotRemark] = [] if said is None else said
    while prompts := game.prompts():
        if offering and game.latest_prompt != opened:
            opened = game.latest_prompt
            if _offer(game, feed, bots, rng):
                continue
        if talk and game.latest_prompt != spoken:
            spoken = game.latest_prompt
            _speak(feed, bots, talk_so_far)
        seats = list(prompts)
        if prompts[seats[0]].question.first_ends:
            rng.shuffle(seats)
        for seat in seats:
            prompt = prompts[seat]
            if game.prompt(seat) is not prompt:
                break  # an answer has ended the question or changed it
            if seat == CHANCE:
                game.play(seat, Choice(prompt.number, pick(prompt.option, rng)))
                continue
            bot = bots[seat]
            if bot.wants_events:
                feed.update(seat)
            if bot.follows is not None:
                game.refresh(bot.follows)
            game.play(seat, bot.act(prompt))
    feed.update_all()
    return game


def _offer(game: Game[Any], feed: "EventFeed", bots: Sequence[Bot], rng: Random) -> bool:
    """Let every seat with standing offers consider them, in random order. Return True if one was taken."""
    offered = list(game.open_offers().items())
    rng.shuffle(offered)
    for seat, offers in offered:
        follows = bots[seat].follows
        if follows is not None and game.prompt(seat) is not None:
            continue  # it considers its offers together with the question
        feed.update(seat)
        if follows is not None:
            game.refresh(follows)
        choice = bots[seat].consider(offers)
        if choice is not None:
            game.play(seat, choice)
            return True
    return False


def _speak(feed: "EventFeed", bots: Sequence[Bot], said: list[BotRemark]) -> None:
    """Let every talking bot speak, in random order, with replies from anyone accused."""
    feed.update_all()
    seats = [seat for seat, bot in enumerate(bots) if bot.speaks]
    for seat in Random(feed.count).sample(seats, len(seats)):
        remark = _say(feed, bots, said, seat, bots[seat].remark())
        speaker, is_answer = seat, False
        while remark is not None and remark.accuses is not None and bots[remark.accuses].speaks:
            accused = remark.accuses
            question = ChatQuestion(len(said), speaker, Intent("accused", (), (accused,)), is_answer)
            remark = _say(feed, bots, said, accused, bots[accused].reply(question), is_answer=True)
            speaker, is_answer = accused, True


def _say(
    feed: "EventFeed",
    bots: Sequence[Bot],
    said: list[BotRemark],
    seat: Seat,
    remark: Remark | None,
    *,
    is_answer: bool = False,
) -> Remark | None:
    """Deliver a bot's remark to all bots, in words that are new in this game."""
    if remark is not None:
        remark = worded(remark, [one.remark for one in said if one.remark is not None], None, f"{seat} {len(said)}")
    said.append(BotRemark(feed.count, seat, remark, is_answer))
    if remark is not None:
        for listener in bots:
            listener.hear(((seat, remark),))
    return remark


class EventFeed:
    """Delivers new events to each bot that wants them, as seen from its seat."""

    def __init__(self, game: Game[Any], bots: Sequence[Bot]) -> None:
        self._events = game.events
        self._bots = bots
        self._seen = [0 if bot.wants_events else None for bot in bots]

    @property
    def count(self) -> int:
        """Number of events so far."""
        return len(self._events)

    def update(self, seat: Seat) -> None:
        """Deliver new events to this seat's bot."""
        seen = self._seen[seat]
        if seen is None or seen == len(self._events):
            return
        new = [event for happened in self._events[seen:] if (event := seen_by(happened, seat)) is not None]
        self._seen[seat] = len(self._events)
        self._bots[seat].see(new)

    def update_all(self) -> None:
        """Deliver new events to every bot."""
        for seat in range(len(self._bots)):
            self.update(seat)


def sides(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the sides of a ruleset, sorted, from the roles in one of its deals."""
    side_of = rulebook(ruleset.game).side_of
    return tuple(sorted({side_of(role) for role in ruleset.deal(b"sides").roles}))


def traitors_of(game: Game[Any]) -> SeatSet:
    """Return the seats on the hiding side."""
    hiding = roles_of_side(game.ruleset, hiding_side(game.ruleset), game.board)
    return seat_set(seat for seat, role in enumerate(game.deal.roles) if role in hiding)


def seating(ruleset: Ruleset, bots: Seating) -> Callable[[Deal], list[type[Bot]]]:
    """Return a function that assigns bots to seats for each deal. Raises ValueError for an unknown bot or side."""
    if isinstance(bots, Mapping):
        side_of, known = rulebook(ruleset.game).side_of, sides(ruleset)
        if sorted(bots) != sorted(known):
            message, given = (
                N_("bots by side need one for each of {sides}, not {given}"),
                ", ".join(bots) or N_("none"),
            )
            raise ValueError(composed(message, sides=", ".join(known), given=given))
        by_side = {side: [find_bot(one) for one in name.split("+")] for side, name in bots.items()}
        return lambda deal: _by_side(by_side, [side_of(role) for role in deal.roles])
    if not bots or len(bots) > ruleset.players:
        message, seats = N_("{seats} seats take 1 to {seats} bots, not {given}"), str(ruleset.players)
        raise ValueError(composed(message, seats=seats, given=str(len(bots))))
    kinds = [find_bot(name) for name in bots]
    in_turn = [kinds[seat % len(kinds)] for seat in range(ruleset.players)]
    return lambda deal: in_turn


def _by_side(by_side: Mapping[str, Sequence[type[Bot]]], seats: Sequence[str]) -> list[type[Bot]]:
    """Assign bots to seats, given the side of each seat."""
    counted: Counter[str] = Counter()
    kinds = []
    for side in seats:
        kinds.append(by_side[side][min(counted[side], len(by_side[side]) - 1)])
        counted[side] += 1
    return kinds
