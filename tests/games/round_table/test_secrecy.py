"""Secrecy: two deals that look alike to a seat give it the same bytes, for every pair of the rulebook's table."""

from collections.abc import Sequence
from itertools import combinations
from random import Random
from typing import Any

import pytest

from tests.support.games.round_table import CHARACTERS, LANCES, SEVEN, TEN, ruleset, table
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.testing import play
from turncoat.testing.secrecy import Pair, seen_from, sent

MINIONS = ("merlin", "percival", "knight", "knight", "knight", "knight", "assassin", "minion", "morgana", "mordred")
KNIGHTS = ("merlin", "percival", "good-lancelot", "knight", "knight", "knight")
DECK = (*KNIGHTS, "assassin", "evil-lancelot", "morgana", "oberon")
MORDRED = (*KNIGHTS, "mordred", "evil-lancelot", "minion", "assassin")
CARDS = {
    "deck": ("switch", "no-change", "switch", "no-change", "no-change"),
    "open": ("no-change", "switch", "no-change", "no-change", "switch", "no-change", "no-change"),
}

OF_EVIL = ("assassin", "minion", "morgana", "mordred")
MERLIN_OR_MORGANA = {"merlin": "merlin?", "morgana": "merlin?"}
SEEN_BY_MERLIN = dict.fromkeys(("assassin", "minion", "morgana", "oberon", "evil-lancelot"), "evil")
SEEN_BY_EVIL = dict.fromkeys(OF_EVIL, "evil")


def marks_of(role: str, variant: str) -> dict[str, str]:
    """Return a row of the table of RT-REVEAL-1: what a character's holder sees of each other character."""
    brothers = variant == "brothers"
    if role == "merlin":
        return SEEN_BY_MERLIN
    if role == "percival":
        return MERLIN_OR_MORGANA
    if role in OF_EVIL:
        return SEEN_BY_EVIL | {"evil-lancelot": "evil" if brothers else "evil lancelot"}
    if role == "good-lancelot" and brothers:
        return {"evil-lancelot": "evil lancelot"}
    if role == "evil-lancelot" and brothers:
        return SEEN_BY_EVIL | {"good-lancelot": "good lancelot"}
    return {}


def viewers_of(roles: Sequence[str], one: str, other: str, variant: str) -> list[Seat]:
    """Return the seats to whom two characters look alike by the table, and the spectator."""
    seats = [
        seat
        for seat, role in enumerate(roles)
        if seat not in (roles.index(one), roles.index(other))
        and (marks := marks_of(role, variant)).get(one) == marks.get(other)
    ]
    return [SPECTATOR, *seats]


def pairs() -> list[Any]:
    """Return every pair of different characters, in sets that have them all."""
    found = []
    for name, roles, variant in (
        ("characters", TEN, ""),
        ("minions", MINIONS, ""),
        ("deck", DECK, "deck"),
        ("open", DECK, "open"),
        ("mordred", MORDRED, "deck"),
        ("brothers", DECK, "brothers"),
    ):
        for one, other in combinations(dict.fromkeys(roles), 2):
            found.append(pytest.param(roles, one, other, variant, id=f"{name}-{one}-{other}"))
    return found


def alike(
    roles: Sequence[str], one: Seat, other: Seat, variant: str, seed: int, **options: OptionValue
) -> tuple[Pair, int]:
    """Return a random game of two deals in which two seats have exchanged their cards, and the number of choices."""
    changed = list(roles)
    changed[one], changed[other] = changed[other], changed[one]
    modules = {*CHARACTERS} & {*roles} | {"lady-of-the-lake", "excalibur"} | ({"lancelots"} if variant else set())
    if variant:
        options["lancelots"] = variant
    decks = {"allegiance": CARDS[variant]} if variant in CARDS else {}
    rules = ruleset(len(roles), *modules, **options)
    pair = Pair(rules, Deal(tuple(roles), 0, decks), Deal(tuple(changed), 0, decks), ())
    pair.compare()
    return pair, seed


@pytest.mark.clause("RT-SECRET-1", "RT-REVEAL-1")
@pytest.mark.parametrize(("roles", "one", "other", "variant"), pairs())
def test_nobody_tells_two_characters_apart_who_look_alike_to_them(
    roles: Sequence[str], one: str, other: str, variant: str
) -> None:
    """Compare everything that is sent, and the clock's defaults, until a card or an answer shows the difference."""
    viewers = viewers_of(roles, one, other, variant)
    longest = 0
    for seed in range(2):
        pair, _ = alike(roles, roles.index(one), roles.index(other), variant, seed, evil_comes_out=bool(seed))
        assert set(viewers) == pair.views.keys(), "the reveal tells apart whom the table does, and nobody else"
        pair.play(Random(f"{one}/{other}/{seed}"))
        longest = max(longest, len(pair.games[0].choices))
    assert longest > 30, "too little was compared"


def all_sent(game: Game[Any], viewers: Sequence[Seat]) -> list[Any]:
    """Return everything that the viewers have received, as bytes, including who is waited for."""
    return [(sent(game, viewer), seen_from(game, 0, viewer)) for viewer in viewers]


@pytest.mark.clause("RT-SECRET-1", "RT-SWORD-4", "RT-SWORD-5")
def test_which_card_excalibur_changed_is_known_to_the_holder_and_the_target_only() -> None:
    """Exchange a Success in one game and a Fail in the other. The cards read are the same."""
    games = [table(SEVEN, "", "excalibur") for _ in range(2)]
    for game, card in zip(games, ("success", "fail"), strict=True):
        play(game, "0 name-team team=0,1\n* cast-ballot approve\n* play-card success\n1 use-excalibur -")
        play(game, "1 name-team team=2,4,5\n1 give-excalibur 2\n* cast-ballot approve")
        play(game, f"2 play-card success\n4 play-card {card}\n5 play-card {card}\n2 use-excalibur 4")
    others = (SPECTATOR, 0, 1, 3, 6)
    assert all_sent(games[0], others) == all_sent(games[1], others)
    for knowing in (2, 4):
        assert all_sent(games[0], (knowing,)) != all_sent(games[1], (knowing,))


@pytest.mark.clause("RT-SECRET-1", "RT-LANCE-4")
def test_which_seats_switched_is_not_told() -> None:
    """Exchange a Lancelot with a plain card of the side as dealt: after a Switch, nothing differs for the others."""
    for one, other, viewers in ((1, 2, (SPECTATOR, 0, 3, 4, 5, 6)), (4, 6, (SPECTATOR, 0, 1, 2, 3))):
        for seed in range(6):
            pair, _ = alike(LANCES, one, other, "deck", seed)
            pair.views = {viewer: pair.views[viewer] for viewer in viewers}
            pair.play(Random(seed))
            assert len(pair.games[0].choices) > 10


@pytest.mark.clause("RT-SECRET-1", "RT-END-5")
def test_a_refused_name_is_private() -> None:
    game = table(TEN, evil_comes_out=False)
    for team in ("0,1,2", "0,1,2,3", "0,1,2,3"):
        play(game, f"{game.board.leader} name-team team={team}\n* cast-ballot approve\n* play-card success")
    others = tuple(seat for seat in (SPECTATOR, *range(10)) if seat != 6)
    before = all_sent(game, others)
    prompt = game.prompt(6)
    assert prompt is not None
    assert game.refusal(6, type(game.default(6))(prompt.number, 7)) is not None
    assert all_sent(game, others) == before


@pytest.mark.clause("RT-SECRET-1")
def test_the_clock_tells_nothing_of_those_who_may_choose() -> None:
    """Let the clock answer a whole game: nobody's default differs from that of another who is asked the same."""
    game = table(TEN, "", "lady-of-the-lake", "excalibur")
    while game.result is None:
        defaults = {seat: game.default(seat).answer for seat in game.prompts()}
        (question,) = {prompt.question.name for prompt in game.prompts().values()}
        if question in ("cast-ballot", "play-card"):
            assert len(set(defaults.values())) == 1
        for seat in defaults:
            choice = game.default(seat)
            game.play(seat, type(choice)(choice.to, "approve") if question == "cast-ballot" else choice)
