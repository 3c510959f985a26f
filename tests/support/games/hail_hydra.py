"""Test games of Hail Hydra with handwritten deals and whole offensives per line."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from turncoat.games.hail_hydra import HOUSE_CARDS
from turncoat.games.hail_hydra.board import Board, Hand
from turncoat.games.hail_hydra.tables import HYDRA, opening_hand
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.options import Word
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, clockwise
from turncoat.kernel.steps import Choice
from turncoat.testing import play

PLAIN = ("rust-baron", "glass-colonel", "hollow-choir", "iron-tide", "red-skull")
"""Villains whose cards do little beyond their numbers."""
QUIET = (
    "clockmaker",
    "alderman",
    "she-hulk",
    "quartermaster",
    "paper-lantern",
    "doctor-monsoon",
    "quiet-anvil",
    "hulk",
)
"""Default heroes of the seats."""


MOMENTS = (
    *("before-collect", "before-discard", "before-attack", "after-damage"),
    *("shuffle-pile", "take-at-random"),
)
"""Questions between the last laid card and the end of an offensive."""


def cards(text: str) -> tuple[str, ...]:
    """Split a text into cards, and sort them."""
    return tuple(sorted(text.split()))


def deal_of(
    players: int = 5,
    hands: Mapping[int, str] | None = None,
    pile: str = "",
    villains: Iterable[str] = PLAIN,
    agents: Iterable[int] | None = None,
    first: int = 0,
) -> Deal:
    """Build a deal with these opening hands and this top of the draw pile. By default, agents take the last seats."""
    left = Counter(HOUSE_CARDS.attack_cards)
    wanted = {seat: text.split() for seat, text in (hands or {}).items()}
    top = pile.split()
    left.subtract([*top, *(card for hand in wanted.values() for card in hand)])
    assert min(left.values()) >= 0, "more copies than there are"
    rest = sorted(left.elements(), key=lambda card: int(card[1]))
    attack: list[str] = []
    for seat in clockwise(first, players):
        size = opening_hand(players, first, seat)
        hand = wanted.get(seat) or [rest.pop() for _ in range(size)]
        assert len(hand) == size, f"seat {seat} begins with {size} cards"
        attack += hand
    hydra = set(agents) if agents is not None else set(range(players - HYDRA[players], players))
    roles = tuple("hydra" if seat in hydra else "shield" for seat in range(players))
    return Deal(roles, first, {"attack": (*attack, *top, *rest), "villains": tuple(villains)})


def new_game(
    players: int = 5,
    heroes: Mapping[int, str] | None = None,
    options: Mapping[str, OptionValue] | None = None,
    **deal: Any,
) -> Game[Board]:
    """Play a game up to its first offensive. Seats play the heroes named here, or quiet ones."""
    game: Game[Board] = Game(Ruleset.of("hail-hydra", players, options=options), deal_of(players, **deal))
    wanted = dict(heroes or {})
    spare = [hero for hero in QUIET if hero not in wanted.values()]
    while asks(game) == "choose-hero":
        (seat,) = game.prompts()
        play(game, f"{seat} choose-hero {wanted.get(seat) or spare.pop(0)}")
    return game


def asks(game: Game[Board]) -> str:
    """Return the open question, or an empty string when the game is over."""
    return next((prompt.question.name for prompt in game.prompts().values()), "")


def go_on(game: Game[Board], until: str = "", passing: Iterable[str] = ()) -> None:
    """Answer continue prompts and chance by default until another question is asked (or `until`)."""
    while (ask := asks(game)) and ask != until:
        seats = list(game.prompts())
        if seats == [CHANCE]:
            game.play(CHANCE, game.default(CHANCE))
        elif isinstance(game.prompts()[seats[0]].option, Word) and ask not in ("choose-act", *passing):
            for seat in seats:
                game.play(seat, game.default(seat))
        else:
            return


def lay(game: Game[Board], *laid: str) -> None:
    """Lay these cards, each for the hero whose turn it is."""
    for text in laid:
        go_on(game, "lay-cards")
        assert asks(game) == "lay-cards", asks(game)
        (seat,) = game.prompts()
        play(game, f"{seat} lay-cards cards={','.join(cards(text))} says=nothing")


def lay_rest(game: Game[Board], prefer: str = "") -> None:
    """Lay one card for every other hero: one of `prefer` if the hand has it, otherwise the first."""
    go_on(game, "lay-cards")
    while asks(game) == "lay-cards":
        (seat,) = game.prompts()
        hand = hand_of(game, seat)
        lay(game, next((card for card in prefer.split() if card in hand), hand[0]))


def offensive(game: Game[Board], *laid: str) -> None:
    """Play an offensive up to the first question of the next one or of the knock-out phase."""
    lay(game, *laid)
    began = game.board.offensive, game.board.mission
    while asks(game) in MOMENTS:
        for seat in list(game.prompts()):
            game.play(seat, game.default(seat))
        if (game.board.offensive, game.board.mission) != began:
            return


def auto(game: Game[Board], until: str, limit: int = 3000) -> None:
    """Make default choices, with strong attacks so that villains fall, until this is asked (or the game is over)."""
    for _ in range(limit):
        if asks(game) in ("", until):
            return
        for seat, prompt in list(game.prompts().items()):
            choice = game.default(seat)
            if prompt.question.name == "lay-cards":
                most = dict(prompt.params)["most"]
                hand = sorted(game.board.hands[seat] or (), key=int, reverse=True)
                blue = [card for card in hand if int(card) > 0][:most] or hand[:1]
                choice = Choice(prompt.number, (tuple(sorted(blue)), "nothing"))
            if game.prompt(seat) is prompt:
                game.play(seat, choice)
    raise AssertionError(f"{until} is not asked")


def to_two_rounds(game: Game[Board], until: str = "vote-knock-out") -> None:
    """Play to this question of the first knock-out phase with two voting rounds, knocking out nobody before."""
    while True:
        auto(game, until)
        if game.board.rounds == 2:
            return
        go_on(game, "vote-knock-out")
        play(game, "* vote-knock-out -")


def hand_of(game: Game[Board], seat: int) -> Hand:
    """Return the cards in the seat's hand."""
    hand = game.board.hands[seat]
    assert hand is not None
    return hand


def happened(game: Game[Board], kind: type[Event]) -> list[Any]:
    """Return the events of a kind so far."""
    return [event for event in game.events if type(event) is kind]


def offers(game: Game[Board], seat: int) -> set[str]:
    """Return the names of a seat's standing offers."""
    return {offer.name for offer in game.offers(seat)}


def hail(game: Game[Board], seat: int) -> None:
    """Announce HAIL HYDRA for the seat."""
    play(game, f"{seat} !hail-hydra hail-hydra")
