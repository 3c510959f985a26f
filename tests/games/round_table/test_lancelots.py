"""The Lancelots: allegiance cards from a deck or open, and brothers who know each other."""

from collections import Counter

import pytest

from tests.support.games.round_table import (
    LANCES,
    asked,
    ended,
    kinds,
    last,
    mission,
    propose,
    rejected,
    ruleset,
    table,
    vote,
    won,
)
from turncoat.games.round_table import BOOK
from turncoat.games.round_table.board import Board
from turncoat.games.round_table.events import EvilCameOut, EvilSeen, MerlinSaw
from turncoat.games.round_table.lancelots import AllegianceTurned, LancelotShown, LancelotsMet, laid_cards
from turncoat.kernel.card_texts import reveal_script
from turncoat.kernel.chapters import Deal, DealError, RulesetError
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.seats import SPECTATOR, seat_set
from turncoat.testing import play, refusal_of

STAY, SWITCH = "no-change", "switch"
AT_THREE: dict[str, tuple[str, ...]] = {"allegiance": (SWITCH, STAY, SWITCH, STAY, STAY)}
"""A first deck that switches in rounds 3 and 5."""
LARGE = {"allegiance": (SWITCH, STAY, STAY, SWITCH, STAY, STAY)}
OPEN = {"allegiance": (STAY, SWITCH, STAY, STAY, STAY, SWITCH, STAY)}
"""Open cards that switch in round 2, while the second Switch is not in play."""


def turned(game: Game[Board]) -> list[str]:
    return [event.card for event in game.events if isinstance(event, AllegianceTurned)]


def playable(game: Game[Board], seat: int) -> tuple[str, ...]:
    """Return the cards that a seat may play, as a member of the next team."""
    twin = game.clone()
    size = twin.board.team_size
    team = [seat, *(other for other in range(7) if other != seat)][:size]
    propose(twin, *team)
    vote(twin)
    prompt = twin.prompt(seat)
    assert prompt is not None
    return prompt.option.allowed  # type: ignore[union-attr,return-value]


@pytest.mark.clause("RT-LANCE-1")
def test_both_lancelots_take_the_places_of_a_knight_and_a_minion() -> None:
    for players in range(5, 11):
        cards, plain = role_cards(ruleset(players, "lancelots")), role_cards(ruleset(players))
        assert Counter(cards) - Counter(plain) == Counter(("good-lancelot", "evil-lancelot"))
        assert Counter(plain) - Counter(cards) == Counter(("knight", "minion"))


@pytest.mark.clause("RT-LANCE-1")
def test_a_deal_with_only_one_lancelot_is_refused() -> None:
    for roles in ((*LANCES[:1], "knight", *LANCES[2:]), (*LANCES[:4], "minion", *LANCES[5:])):
        with pytest.raises(DealError, match=r"the deal lacks .*-lancelot"):
            Game(ruleset(7, "lancelots"), Deal(roles, 0, AT_THREE))


@pytest.mark.clause("RT-SETUP-3")
def test_a_lancelot_or_oberon_is_never_the_assassin() -> None:
    for modules in (("lancelots", "oberon"),):
        with pytest.raises(RulesetError, match=r"leave no card for the Assassin.* put Mordred or Morgana") as refused:
            ruleset(5, *modules)
        assert refused.value.code == "no-assassin"
    assert "assassin" not in role_cards(ruleset(5, "lancelots", "mordred"))


# Deck


@pytest.mark.clause("RT-LANCE-2")
def test_a_card_of_the_deck_is_turned_at_the_start_of_rounds_three_four_and_five() -> None:
    game = table(LANCES, decks=AT_THREE)
    found = []
    for fails in (0, 1, 0, 2, 0):
        found.append(turned(game))
        before = len(game.events)
        mission(game, 5, 6, 0, 2, 3) if game.board.team_size == 5 else mission(
            game, *(5, 6, 0, 2, 3)[: game.board.team_size], fails=fails
        )
        if len(game.board.results) in (2, 3, 4):
            at = kinds(game, before)
            assert at[at.index("RoundBegan") :] == ["RoundBegan", "AllegianceTurned"]
    assert found == [[], [], [SWITCH], [SWITCH, STAY], [SWITCH, STAY, SWITCH]]


@pytest.mark.clause("RT-LANCE-2")
def test_a_card_is_turned_once_a_round_however_many_teams_are_rejected() -> None:
    game = table(LANCES, decks=LARGE, allegiance_deck="large")
    assert turned(game) == [SWITCH]
    rejected(game, 3)
    assert turned(game) == [SWITCH]


@pytest.mark.clause("RT-LANCE-2")
@pytest.mark.parametrize(("deck", "count"), [("first", 5), ("large", 6)])
def test_decks_have_two_switches_and_are_shuffled(deck: str, count: int) -> None:
    rules = ruleset(7, "lancelots", allegiance_deck=deck)
    decks = [rules.deal(bytes([seed])).decks["allegiance"] for seed in range(40)]
    assert {(len(cards), cards.count(SWITCH)) for cards in decks} == {(count, 2)}
    assert len(set(decks)) > 8
    with pytest.raises(DealError, match="has these cards in any order: switch, switch, no-change"):
        Game(rules, Deal(LANCES, 0, {"allegiance": (SWITCH,) * count}))


# Open


@pytest.mark.clause("RT-LANCE-3")
def test_five_of_seven_cards_lie_open_from_the_start() -> None:
    game = table(LANCES, decks=OPEN, lancelots="open")
    for viewer in (SPECTATOR, *range(7)):
        assert laid_cards(game.view(viewer).board) == OPEN["allegiance"][:5]
    assert kinds(game).index("AllegianceLaid") < kinds(game).index("RoundBegan")
    rules = ruleset(7, "lancelots", lancelots="open")
    assert rules.deal(b"open").decks["allegiance"].count(SWITCH) == 2
    assert len(rules.deal(b"open").decks["allegiance"]) == 7


@pytest.mark.clause("RT-LANCE-3")
def test_in_the_open_variant_whoever_is_evil_must_fail_from_the_start_of_the_round_of_a_switch() -> None:
    game = table(LANCES, decks=OPEN, lancelots="open")
    assert (playable(game, 4), playable(game, 1)) == (("fail",), ("success",))
    mission(game)
    assert turned(game) == [SWITCH]
    assert (playable(game, 4), playable(game, 1)) == (("success",), ("fail",))
    propose(game, 0, 1, 2)
    vote(game)
    assert refusal_of(game, "1 play-card success") == "card-not-yours-to-play"
    assert game.default(1).answer == "fail"
    play(game, "0 play-card success\n1 play-card fail\n2 play-card success")
    assert turned(game) == [SWITCH], "a card without a Switch has no effect"


# Switches


@pytest.mark.clause("RT-LANCE-4", "RT-LANCE-8")
def test_after_a_switch_the_former_evil_lancelot_must_succeed_and_the_other_may_choose() -> None:
    game = table(LANCES, decks=AT_THREE)
    assert (playable(game, 4), playable(game, 1)) == (("success", "fail"), ("success",))
    mission(game)
    mission(game)
    assert (playable(game, 4), playable(game, 1)) == (("success",), ("success", "fail"))
    assert [BOOK.side_of(role, game.board) for role in ("good-lancelot", "evil-lancelot")] == ["evil", "good"]
    assert [BOOK.side_of(role) for role in ("good-lancelot", "evil-lancelot")] == ["good", "evil"]


@pytest.mark.clause("RT-LANCE-4")
def test_a_switch_is_public_and_tells_nobody_who_the_lancelots_are() -> None:
    game = table(LANCES, decks=AT_THREE)
    mission(game)
    before = {viewer: game.view(viewer).board.roles for viewer in (SPECTATOR, *range(7))}
    mission(game)
    for viewer, roles in before.items():
        view = game.view(viewer)
        assert isinstance(view.events[-1], AllegianceTurned)
        assert view.board.roles == roles
        assert view.board.switches == 1
    assert game.view(0).board.seen_by_merlin == seat_set([4, 5, 6]), "Merlin's marks stay"
    assert game.deal.roles == LANCES, "cards are not exchanged"


@pytest.mark.clause("RT-LANCE-4")
def test_two_switches_lead_back() -> None:
    game = table(LANCES, decks={"allegiance": (SWITCH, SWITCH, STAY, STAY, STAY, STAY)}, allegiance_deck="large")
    assert BOOK.side_of("evil-lancelot", game.board) == "good"
    mission(game)
    assert BOOK.side_of("evil-lancelot", game.board) == "evil"


@pytest.mark.clause("RT-LANCE-5")
def test_with_the_deck_an_evil_lancelot_must_fail_only_by_option() -> None:
    assert playable(table(LANCES, decks=AT_THREE), 4) == ("success", "fail")
    assert playable(table(LANCES, decks=AT_THREE, lancelot_must_fail=True), 4) == ("fail",)
    brothers = ruleset(7, "lancelots", lancelots="brothers")
    options = BOOK.chapters["lancelots"]
    assert not options.option_matters(brothers, "lancelot-must-fail")
    assert not options.option_matters(brothers, "allegiance-deck")


# Reveal


@pytest.mark.clause("RT-REVEAL-1")
@pytest.mark.parametrize("variant", ["deck", "open"])
def test_evil_see_the_evil_lancelot_as_such_who_sees_nobody(variant: str) -> None:
    game = table(LANCES, decks=AT_THREE if variant == "deck" else OPEN, lancelots=variant)
    for seat, role in enumerate(LANCES):
        looks = [
            e for e in game.view(seat).events if isinstance(e, EvilSeen | MerlinSaw | LancelotShown | LancelotsMet)
        ]
        if role in ("assassin", "minion"):
            assert looks == [EvilSeen(seat_set([5, 6]), seat_set([4, 5, 6])), LancelotShown(seat_set([5, 6]), 4)]
            assert game.view(seat).board.roles[4] == "evil-lancelot"
        elif role == "merlin":
            assert looks == [MerlinSaw(0, seat_set([4, 5, 6]))]
        else:
            assert looks == []


@pytest.mark.clause("RT-LANCE-6", "RT-REVEAL-1")
def test_brothers_know_each_other_and_the_evil_one_looks_with_evil() -> None:
    game = table(LANCES, lancelots="brothers")
    evil, met = EvilSeen(seat_set([4, 5, 6]), seat_set([4, 5, 6])), LancelotsMet(seat_set([1, 4]))
    expected = {1: [met], 4: [evil, met], 5: [evil], 6: [evil], 0: [MerlinSaw(0, seat_set([4, 5, 6]))]}
    for seat in range(7):
        looks = [
            e for e in game.view(seat).events if isinstance(e, EvilSeen | MerlinSaw | LancelotShown | LancelotsMet)
        ]
        assert looks == expected.get(seat, [])
    assert game.view(1).board.roles[4] == "evil-lancelot"
    assert game.view(4).board.roles[1] == "good-lancelot"
    assert game.view(5).board.roles[4] is None


@pytest.mark.clause("RT-LANCE-6")
def test_brothers_never_change_sides() -> None:
    assert "allegiance" not in ruleset(7, "lancelots", lancelots="brothers").deal(b"brothers").decks
    game = table(LANCES, lancelots="brothers")
    won(game)
    assert turned(game) == []
    assert playable(table(LANCES, lancelots="brothers"), 4) == ("success", "fail")


@pytest.mark.clause("RT-REVEAL-5")
def test_the_script_calls_the_lancelots() -> None:
    def calls(*modules: str, **options: str) -> list[tuple[str, str]]:
        return [(line.eyes, line.thumbs) for line in reveal_script(ruleset(10, "lancelots", *modules, **options))]

    assert ("evil-but-lancelot", "evil-lancelot") in calls()
    assert ("evil-but-oberon-and-lancelot", "evil-lancelot") in calls("oberon", lancelots="open")
    brothers = calls("percival", lancelots="brothers")
    assert brothers[-4:] == [("", ""), ("lancelots", ""), ("", ""), ("everyone", "")]
    assert ("evil", "") in brothers


# End


@pytest.mark.clause("RT-LANCE-7")
def test_the_side_held_at_the_end_counts_and_the_good_lancelot_turned_evil_comes_out() -> None:
    game = table(LANCES, decks=AT_THREE)
    won(game)
    assert game.board.switches == 1
    assert last(game, EvilCameOut).evil == seat_set([1, 5, 6])
    assert asked(game) == {"name-merlin"}
    assert refusal_of(game, "5 name-merlin 4") == "cannot-be-merlin", "shown as the evil Lancelot"
    assert refusal_of(game, "5 name-merlin 1") == "cannot-be-merlin", "out with evil"
    play(game, "5 name-merlin 2")
    assert ended(game) == ("good", "merlin-missed")
    assert BOOK.side_of("evil-lancelot", game.view(SPECTATOR).board) == "good"


@pytest.mark.clause("RT-END-2")
def test_no_allegiance_card_is_turned_after_the_third_success() -> None:
    game = table(LANCES, decks=AT_THREE)
    won(game)
    assert turned(game) == [SWITCH]


@pytest.mark.clause("RT-LANCE-8")
def test_the_worked_example() -> None:
    game = table(LANCES, decks=AT_THREE)
    mission(game)
    mission(game)
    assert turned(game) == [SWITCH]
    propose(game, 0, 2, 4)
    vote(game)
    assert refusal_of(game, "4 play-card fail") == "card-not-yours-to-play"
    assert game.view(0).board.seen_by_merlin >> 4 & 1
