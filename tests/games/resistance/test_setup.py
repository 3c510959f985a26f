"""Set-up and reveal of The Resistance."""

from collections import Counter
from itertools import combinations

import pytest

from tests.support.games.resistance import deal_of, mission, new_game, vote
from turncoat.games.resistance.events import LeaderChosen, RoleDealt, SpiesSeen
from turncoat.games.resistance.tables import SPIES
from turncoat.kernel.card_texts import reveal_script, touch_script
from turncoat.kernel.chapters import Deal, RulesetError, ScriptLine
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, everyone, seat_set
from turncoat.telling import Teller
from turncoat.testing import play

COUNTS = range(5, 11)
DEALS = 12_000


@pytest.mark.clause("RES-SETUP-1")
@pytest.mark.parametrize("players", [*range(-1, 16), 100])
def test_the_resistance_is_for_five_to_ten_players(players: int) -> None:
    if players in COUNTS:
        assert Ruleset.of("resistance", players).players == players
        return
    with pytest.raises(RulesetError, match=f"resistance is for 5 to 10 players, not {players}$") as refused:
        Ruleset.of("resistance", players)
    assert refused.value.code == "players"


@pytest.mark.clause("RES-SETUP-2")
@pytest.mark.parametrize(("players", "spies"), [(5, 2), (6, 2), (7, 3), (8, 3), (9, 3), (10, 4)])
def test_the_number_of_spies_depends_on_the_players(players: int, spies: int) -> None:
    ruleset = Ruleset.of("resistance", players)
    for seed in range(20):
        roles = Counter(ruleset.deal(bytes([seed])).roles)
        assert roles == {"spy": spies, "resistance": players - spies}
    assert players - spies == dict(zip(COUNTS, (3, 4, 4, 5, 6, 6), strict=True))[players]
    for wrong in (spies - 1, spies + 1):
        with pytest.raises(ValueError, match=f"{players} players have {spies} spies, not {wrong}"):
            Game(ruleset, Deal(("spy",) * wrong + ("resistance",) * (players - wrong), 0))
    for size in (players - 1, players + 1):
        with pytest.raises(ValueError, match=f"the deal has {size} roles for {players} players"):
            Game(ruleset, Deal(("spy",) * spies + ("resistance",) * (size - spies), 0))
    with pytest.raises(ValueError, match="unknown role 'wizard'"):
        Game(ruleset, Deal(("wizard", *deal_of(players).roles[1:]), 0))
    for first in (-1, players):
        with pytest.raises(ValueError, match=f"the first seat must be one of 0 to {players - 1}, not {first}"):
            Game(ruleset, deal_of(players, first))


def spread(counts: Counter[object], cells: int) -> float:
    """Return Pearson's chi-squared of the counts against the uniform distribution, per degree of freedom."""
    expected = counts.total() / cells
    seen = sum((count - expected) ** 2 / expected for count in counts.values())
    return (seen + (cells - len(counts)) * expected) / (cells - 1)


@pytest.mark.clause("RES-SETUP-3", "RES-SETUP-4")
@pytest.mark.parametrize("players", [5, 7])
def test_roles_and_first_leader_are_dealt_uniformly(players: int) -> None:
    ruleset = Ruleset.of("resistance", players)
    sets: Counter[object] = Counter()
    leaders: Counter[object] = Counter()
    both: Counter[object] = Counter()
    for number in range(DEALS):
        deal = ruleset.deal(number.to_bytes(4, "big"))
        sets[tuple(seat for seat, role in enumerate(deal.roles) if role == "spy")] += 1
        leaders[deal.first] += 1
        both[deal.first, deal.roles[0]] += 1
    assert len(sets) == len(list(combinations(range(players), SPIES[players])))
    # The seeds are fixed, so this cannot fail by chance. A faulty shuffle is far above it.
    assert spread(sets, len(sets)) < 1.7
    assert spread(leaders, players) < 2.5
    share = SPIES[players] / players
    for leader in range(players):
        assert both[leader, "spy"] / leaders[leader] == pytest.approx(share, abs=0.05), "the leader reveals nothing"


@pytest.mark.clause("RES-SETUP-3")
@pytest.mark.parametrize("players", COUNTS)
def test_each_seat_knows_only_its_own_card(players: int) -> None:
    game = new_game(players, "blind-spies")
    for seat in range(players):
        view = game.view(seat)
        assert [event for event in view.events if isinstance(event, RoleDealt)] == [
            RoleDealt(seat, game.deal.roles[seat])
        ]
        assert view.board.roles == [role if k == seat else None for k, role in enumerate(game.deal.roles)]
    assert game.view(SPECTATOR).board.roles == [None] * players


@pytest.mark.clause("RES-SETUP-4")
@pytest.mark.parametrize("first", range(5))
def test_the_leader_is_public(first: int) -> None:
    game = new_game(first=first)
    for viewer in (SPECTATOR, *range(5)):
        view = game.view(viewer)
        assert view.events[0] == LeaderChosen(first)
        assert view.board.leader == first
        assert view.waiting == seat_set([first])


@pytest.mark.clause("RES-SETUP-5")
@pytest.mark.parametrize("players", COUNTS)
def test_only_the_number_of_spies_is_public(players: int) -> None:
    game = new_game(players)
    ruleset = game.view(SPECTATOR).ruleset
    assert ruleset.deal(b"any deal").roles.count("spy") == SPIES[players], "the ruleset alone determines the number"
    for viewer in (SPECTATOR, *range(SPIES[players], players)):
        board = game.view(viewer).board
        assert "spy" not in board.roles
        assert board.spies_seen == 0


@pytest.mark.clause("RES-SETUP-6")
@pytest.mark.parametrize("players", COUNTS)
def test_everybody_keeps_both_ballots_for_the_whole_game(players: int) -> None:
    game = new_game(players)
    assert (game.board.mission, game.board.round, game.board.track) == (1, 1, 0)
    for _ in range(3):
        vote(game, approve=False)
        play(game, f"{game.board.leader} name-team team={','.join(map(str, range(game.board.team_size)))}")
        ballots = game.prompts()
        assert seat_set(ballots) == everyone(players)
        assert all(set(prompt.option.answers()) == {"approve", "reject"} for prompt in ballots.values())
        play(game, "* cast-ballot approve\n* play-card success")


@pytest.mark.clause("RES-REVEAL-1")
@pytest.mark.parametrize("players", COUNTS)
def test_only_spies_learn_who_the_spies_are(players: int) -> None:
    game = new_game(players)
    spies = everyone(SPIES[players])
    for viewer in (SPECTATOR, *range(players)):
        seen = [event for event in game.view(viewer).events if isinstance(event, SpiesSeen)]
        if viewer != SPECTATOR and game.deal.roles[viewer] == "spy":
            assert [event.spies for event in seen] == [spies]
            assert game.view(viewer).board.spies_seen == spies
        else:
            assert seen == []
            assert game.view(viewer).board.spies_seen == 0


@pytest.mark.clause("RES-REVEAL-2", "RES-REVEAL-4")
@pytest.mark.parametrize("players", COUNTS)
def test_the_reveal_script_does_not_depend_on_the_deal(players: int) -> None:
    script = reveal_script(Ruleset.of("resistance", players))
    assert script == (
        ScriptLine("Everybody, close your eyes.", eyes="", pause=2.0),
        ScriptLine("Spies, open your eyes and find one another.", eyes="spies", pause=6.0),
        ScriptLine("Spies, close your eyes. Everybody's eyes are closed now.", eyes="", pause=2.0),
        ScriptLine("Everybody, open your eyes.", eyes="everyone", pause=0.0),
    )
    assert reveal_script(Ruleset.of("resistance", players)) == script, "made from the ruleset, which knows no deal"
    teller = Teller(Ruleset.of("resistance", players), ["?"] * players, translate=str.upper)
    assert [teller.text(line.text) for line in script] == [line.text.upper() for line in script], "in any language"


@pytest.mark.clause("RES-REVEAL-3")
@pytest.mark.parametrize("players", COUNTS)
def test_by_touch_each_card_is_passed_around_once(players: int) -> None:
    own, rule, first, *others, end = touch_script(Ruleset.of("resistance", players, ["plot-thickens", "targeting"]))
    assert "lower edge" in own.text
    for must in ("under the table", "one at a time", "Nobody watches", "Spies may feel", "nobody else may"):
        assert must in rule.text
    assert first.text.startswith("Leader, ")
    assert [line.text for line in others] == [others[0].text] * (players - 1), "then everybody else's, clockwise"
    assert "on the left" in others[0].text
    assert len({line.pause for line in (first, *others)}) == 1, "equally long for each card"
    assert end.pause == 0
    assert not any(line.eyes or line.thumbs for line in (own, rule, first, *others, end))


@pytest.mark.clause("RES-REVEAL-3", "BLD-1")
def test_a_module_that_changes_the_reveal_has_no_script_by_touch() -> None:
    for modules in (["blind-spies"], ["hunter"], ["hunter", "coordinator"]):
        assert touch_script(Ruleset.of("resistance", 8, modules)) == ()
    assert touch_script(Ruleset.of("winter-soldier", 7)) == touch_script(Ruleset.of("hail-hydra", 7)) == ()


@pytest.mark.clause("RES-REVEAL-3")
@pytest.mark.parametrize("players", COUNTS)
def test_knowledge_from_the_reveal_is_available_as_text(players: int) -> None:
    """Check that all knowledge from the reveal, by touch, by sight or read aloud, is text in the seat's events."""
    game = new_game(players)
    names = [f"Player{seat}" for seat in range(players)]
    teller = Teller(game.ruleset, names)
    for seat in range(players):
        said = [teller.event(event) for event in game.view(seat).events]
        if game.deal.roles[seat] == "spy":
            (spies,) = (text for text in said if text.startswith("Spies seen at the reveal"))
            assert [name for name in names if name in spies] == names[: SPIES[players]]
        else:
            assert not any("spies" in text.lower() for text in said)
        assert any(text.startswith("Your character card") for text in said)


@pytest.mark.clause("RES-REVEAL-4", "BLD-1")
@pytest.mark.parametrize("players", COUNTS)
def test_blind_spies_have_no_script(players: int) -> None:
    assert reveal_script(Ruleset.of("resistance", players, ["blind-spies"])) == ()


@pytest.mark.clause("RES-REVEAL-4")
def test_the_script_depends_on_the_roles_in_play() -> None:
    base, hunter = (reveal_script(Ruleset.of("resistance", 8, modules)) for modules in ([], ["hunter"]))
    assert base != hunter
    assert any(line.eyes == "resistance-chief" for line in hunter)


@pytest.mark.clause("BLD-1")
@pytest.mark.parametrize("players", COUNTS)
def test_a_blind_spy_knows_only_their_own_role(players: int) -> None:
    game = new_game(players, "blind-spies")
    assert not any(isinstance(event, SpiesSeen) for event in game.events)
    view = game.view(0)
    assert view.board.roles == ["spy", *[None] * (players - 1)]
    assert view.board.spies_seen == 0
    mission(game, fails=1)
    assert not game.board.results[0].success, "played like any spy"


@pytest.mark.clause("BLD-2")
@pytest.mark.parametrize("roles", [("deep-agent",), ("deep-agent", "pretender")])
def test_blind_spies_refuse_roles_that_need_the_reveal(roles: tuple[str, ...]) -> None:
    assert Ruleset.of("resistance", 10, ["hunter", *roles]).has(roles[-1])
    with pytest.raises(RulesetError, match="blind-spies"):
        Ruleset.of("resistance", 10, ["hunter", *roles, "blind-spies"])


@pytest.mark.clause("BLD-2")
def test_blind_spies_refuse_the_hidden_reverser() -> None:
    hidden = {"hidden-reverser": True}
    assert Ruleset.of("resistance", 10, ["reverser"], hidden).option("hidden-reverser")
    assert Ruleset.of("resistance", 10, ["reverser", "blind-spies"]).has("blind-spies")
    with pytest.raises(RulesetError, match="blind-spies"):
        Ruleset.of("resistance", 10, ["reverser", "blind-spies"], hidden)
