"""Bots hold a seat's view and nothing else, answer everything legally, and are found by name."""

import gc
from collections.abc import Iterator
from itertools import product
from random import Random
from types import FunctionType, ModuleType

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots.bot import OFFER_CHANCE, Bot
from turncoat.kernel.boards import Board
from turncoat.kernel.chapters import Deal, Offer
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import AnyOption, Cards, Form, OneCard, OneSeat, Order, Seats, Word, YesNo
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt, Question
from turncoat.simulation.playing import play_game
from turncoat.testing.rulesets import label

RULESETS = [Ruleset.of("resistance", 5), Ruleset.of("resistance", 5, ["targeting"])]
KNIGHTS = Ruleset.of("round-table", 5, ["percival", "morgana"])
OPTIONS: list[AnyOption] = [
    Word(("a", "b"), ("b",)),
    OneCard(("plot", "other"), ("plot", "other"), may_pass=True),
    Cards(1, 2, ("a", "b", "b")),
    Order(("a", "b")),
    YesNo((False,)),
    OneSeat(31, 12),
    Seats(1, 2, 31, 14),
    Form((("card", OneCard(("a",), ("a",))), ("to", OneSeat(31, 30)))),
]


class Listening(Bot):
    """Records everything that it is given."""

    name = "listening"

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.seen: list[Event] = []
        self.inner = bots.find("sensible")(ruleset, seat, seed)

    def see(self, events: object) -> None:
        new = list(events)  # type: ignore[call-overload]
        self.seen += new
        self.inner.see(new)

    def decide(self, prompt: Prompt) -> object:
        return self.inner.decide(prompt)


def held_by(root: object) -> Iterator[object]:
    """Yield everything reachable from the object, including closures and bound methods.

    Globally shared objects (classes, modules, the globals of functions) do not count.
    """
    todo, seen = [root], {id(root)}
    while todo:
        thing = todo.pop()
        yield thing
        if isinstance(thing, FunctionType):
            held: list[object] = [thing.__closure__, thing.__defaults__]
        else:
            held = gc.get_referents(thing)
        for other in held:
            if id(other) not in seen and not isinstance(other, type | ModuleType):
                seen.add(id(other))
                todo.append(other)


@pytest.mark.parametrize("ruleset", [RULESETS[0], KNIGHTS], ids=label)
@pytest.mark.parametrize("name", bots.names())
def test_a_bot_holds_no_game_and_no_deal(name: str, ruleset: Ruleset) -> None:
    players = [bots.find(name)(ruleset, seat, b"%d" % seat) for seat in range(5)]
    play_game(ruleset, ruleset.deal(b"held"), players, Random(1))
    for bot in players:
        held = list(held_by(bot))
        assert not [thing for thing in held if isinstance(thing, Game | Deal)]
        assert any(thing is ruleset for thing in held)


def test_a_bot_gets_exactly_the_events_its_seat_saw() -> None:
    ruleset = RULESETS[1]
    players = [Listening(ruleset, seat, b"%d" % seat) for seat in range(5)]
    game = play_game(ruleset, ruleset.deal(b"seen"), players, Random(1))
    for bot in players:
        assert bot.seen == [seen for event in game.events if (seen := seen_by(event, bot.seat)) is not None]


@pytest.mark.parametrize("name", bots.names())
def test_bots_with_equal_seeds_play_equally(name: str) -> None:
    ruleset = RULESETS[1]

    def choices() -> object:
        players = [bots.find(name)(ruleset, seat, b"%d" % seat) for seat in range(5)]
        return play_game(ruleset, ruleset.deal(b"again"), players, Random(1)).choices

    assert choices() == choices()


@pytest.mark.parametrize("ruleset", [RULESETS[0], KNIGHTS], ids=label)
@pytest.mark.parametrize("name", bots.names())
def test_an_unknown_question_is_answered_legally(name: str, ruleset: Ruleset) -> None:
    game: Game[Board] = Game(ruleset, ruleset.deal(b"odd"))
    for seat, option, ask in product(range(5), OPTIONS, ("never-heard-of", "name-team", "cast-ballot", "play-card")):
        bot = bots.find(name)(ruleset, seat, b"odd")
        assert option.refusal(bot.choose(Prompt(1, Question(ask), option))) is None, (option, ask)
        bot.see(game.view(seat).events)
        assert option.refusal(bot.choose(Prompt(1, Question(ask), option))) is None, (option, ask)


@pytest.mark.parametrize("name", ["random", "sensible"])
def test_standing_offers_are_taken_with_the_stated_chance(name: str) -> None:
    bot = bots.find(name)(RULESETS[0], 0, b"offers")
    offers = (Offer("accuse", OneSeat(31, 6)), Offer("hail", Word(("hail",), ("hail",))))
    taken = [choice for _ in range(20_000) if (choice := bot.consider(offers)) is not None]
    assert abs(len(taken) / 20_000 - OFFER_CHANCE) < 0.004
    assert {(choice.to, choice.answer) for choice in taken} == {("accuse", 1), ("accuse", 2), ("hail", "hail")}
    assert bot.consider(()) is None


def test_bots_are_found_by_name() -> None:
    assert set(bots.names()) == {"random", "easy", "normal", "hard", "sensible", "guided"}
    assert all(bots.find(name).name == name for name in bots.names())
    with pytest.raises(bots.UnknownBotError, match=r"unknown bot 'clever'; known: .*random, sensible"):
        bots.find("clever")


@pytest.mark.parametrize("game", BOOKS)
def test_sensible_plays_as_the_games_default_bot(game: str) -> None:
    ruleset = Ruleset.of(game, BOOKS[game].players[0])
    assert bots.default_bot(game).game == game
    played = [
        play_game(
            ruleset,
            ruleset.deal(b"same"),
            [kind(ruleset, seat, b"%d" % seat) for seat in range(ruleset.players)],
            Random(1),
        ).choices
        for kind in (bots.find("sensible"), bots.default_bot(game))
    ]
    assert played[0] == played[1]
