"""Set-up of the Hunter module: roles, cards, and impossible rulesets."""

from collections import Counter
from itertools import combinations

import pytest

from tests.support.games.hostile_intent import RC, SC, SH, TABLES, R, S, propose, send, settle, table
from turncoat.games.resistance.hunter.tables import loyalty_cards
from turncoat.kernel.chapters import Deal, OptionValue, RulesetError
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.options import OneCard
from turncoat.kernel.rulesets import Ruleset, misfits
from turncoat.testing.walks import play, refusal_of


@pytest.mark.clause("HUN-SETUP-1")
@pytest.mark.parametrize("players", TABLES)
def test_each_player_count_has_its_roles(players: int) -> None:
    ruleset = Ruleset.of("resistance", players, ["hunter"])
    assert role_cards(ruleset) == tuple(sorted(TABLES[players]))
    for seed in range(20):
        assert sorted(ruleset.deal(bytes([seed])).roles) == sorted(TABLES[players])


@pytest.mark.clause("HUN-SETUP-1")
def test_every_seat_is_equally_likely_to_get_each_role() -> None:
    ruleset = Ruleset.of("resistance", 7, ["hunter", "coordinator"])
    deals = 4200
    dealt = Counter(
        (seat, role) for n in range(deals) for seat, role in enumerate(ruleset.deal(n.to_bytes(4, "big")).roles)
    )
    copies = Counter(role_cards(ruleset))
    for seat in range(7):
        for role, number in copies.items():
            expected = deals * number / 7
            # Five standard deviations: a correct deal fails for one in many thousand sets of seeds.
            assert abs(dealt[seat, role] - expected) < 5 * (expected * (1 - number / 7)) ** 0.5, (seat, role)


@pytest.mark.clause("HUN-SETUP-1")
@pytest.mark.parametrize(
    ("modules", "roles"),
    [
        (["hunter"], (R, R, R, S, S)),
        (["hunter"], (RC, RC, R, SC, SH)),
        ([], (RC, "resistance-hunter", R, SC, SH)),
        (["hunter", "coordinator"], TABLES[5]),
    ],
)
def test_a_deal_with_wrong_roles_is_refused(modules: list[str], roles: tuple[str, ...]) -> None:
    ruleset = Ruleset.of("resistance", 5, modules)
    with pytest.raises(ValueError, match=r"resistance-chief|coordinator"):
        Game(ruleset, Deal(roles, 0))


@pytest.mark.clause("HUN-SETUP-2")
@pytest.mark.parametrize("players", TABLES)
def test_the_investigated_player_is_offered_every_loyalty_card(players: int) -> None:
    game = table(players)
    send(game, ",".join(map(str, range(game.board.team_size))))
    play(game, "0 investigate 1")
    prompt = game.prompt(1)
    assert prompt is not None
    assert isinstance(prompt.option, OneCard)
    few, many = {"chief", "not-a-chief"}, {"spy-chief", "resistance-chief", "not-a-chief"}
    assert set(prompt.option.shown) == set(loyalty_cards(players)) == (few if players < 7 else many)


@pytest.mark.clause("HUN-SETUP-3", "HUN-MISSION-3")
@pytest.mark.parametrize("players", TABLES)
def test_chief_fail_cards_are_in_play_from_7_players(players: int) -> None:
    game = table(players)
    chief = game.board.roles.index(SC)
    others = [seat for seat in range(players) if seat != chief][: game.board.team_size - 1]
    propose(game, ",".join(map(str, sorted([chief, *others]))))
    play(game, "* cast-ballot approve")
    for seat in (chief, *others):
        prompt = game.prompt(seat)
        assert prompt is not None
        assert isinstance(prompt.option, OneCard)
        assert ("chief-fail" in prompt.option.shown) == (players >= 7)
    assert refusal_of(game, f"{chief} play-card fail") == (None if players < 7 else "card-not-yours-to-play")
    settle(game)


RESISTANCE_ROLES = ["dummy-agent", "coordinator", "pretender", "reverser"]


@pytest.mark.clause("HUN-SETUP-4")
@pytest.mark.parametrize(("players", "room"), [(5, 1), (6, 2), (7, 2), (8, 2), (9, 3), (10, 3)])
def test_too_many_optional_resistance_roles_are_refused(players: int, room: int) -> None:
    options: dict[str, OptionValue] = {"reversers": "resistance"}
    picks = ["dummy-agent", "coordinator", "reverser"] + (["deep-agent", "pretender"] if players >= 7 else [])
    fits: list[int] = []
    for mask in range(1 << len(picks)):
        modules = [name for bit, name in enumerate(picks) if mask >> bit & 1]
        number = sum(name in RESISTANCE_ROLES for name in modules)
        if "pretender" in modules and "deep-agent" not in modules:
            continue
        given = options if "reverser" in modules else {}
        if number > room:
            with pytest.raises(RulesetError, match="remove one") as error:
                Ruleset.of("resistance", players, ["hunter", *modules], given)
            assert error.value.code == "no-plain-card"
        else:
            Ruleset.of("resistance", players, ["hunter", *modules], given)
            fits.append(number)
    assert max(fits) == room


@pytest.mark.clause("HUN-SETUP-4", "HUN-BLAME-1")
@pytest.mark.parametrize(
    ("players", "modules", "code", "named"),
    [
        (5, ["hunter", "deep-agent"], "no-plain-card", "play with 7 or more"),
        (6, ["hunter", "deep-agent"], "no-plain-card", "play with 7 or more"),
        (8, ["deep-agent"], "needs-module", "deep-agent needs hunter"),
        (8, ["hunter", "pretender"], "needs-module", "pretender needs deep-agent"),
        (8, ["hunter", "deep-agent", "blame"], "needs-module", "blame needs pretender"),
        (8, ["hunter", "blame"], "needs-module", "blame needs deep-agent"),
        (8, ["dummy-agent"], "needs-module", "dummy-agent needs hunter"),
        (8, ["coordinator"], "needs-module", "coordinator needs hunter"),
    ],
)
def test_an_optional_role_without_its_requirements_is_refused(
    players: int, modules: list[str], code: str, named: str
) -> None:
    with pytest.raises(RulesetError, match=named) as error:
        Ruleset.of("resistance", players, modules)
    assert error.value.code == code


@pytest.mark.clause("REV-HUNTER-1")
@pytest.mark.parametrize(
    ("players", "modules", "reversers"),
    [(5, [], "both"), (6, [], "spy"), (7, ["deep-agent"], "both"), (10, ["deep-agent"], "spy")],
)
def test_a_spy_reverser_needs_a_plain_spy(players: int, modules: list[str], reversers: str) -> None:
    with pytest.raises(RulesetError, match="reverser") as error:
        Ruleset.of("resistance", players, ["hunter", *modules, "reverser"], {"reversers": reversers})
    assert error.value.code == "no-plain-card"
    Ruleset.of("resistance", players, ["hunter", *modules, "reverser"], {"reversers": "resistance"})


@pytest.mark.clause("REV-HUNTER-1")
def test_advice_about_reversers_can_be_followed() -> None:
    """Check that a Reverser for one side alone is advised exactly where that side has room for it."""

    def misfit(players: int, modules: tuple[str, ...], reversers: str) -> RulesetError | None:
        return misfits(Ruleset.draft("resistance", players, modules, {"reversers": reversers})).get("reverser")

    followed = set()
    roles = ("deep-agent", "pretender", "dummy-agent", "coordinator")
    for players in range(5, 11):
        for number in range(len(roles) + 1):
            for chosen in combinations(roles, number):
                modules = ("hunter", *chosen, "reverser")
                error = misfit(players, modules, "both")
                fitting = {side for side in ("resistance", "spy") if misfit(players, modules, side) is None}
                said = str(error)
                advised = {
                    side
                    for side, words in (("resistance", "only the resistance a"), ("spy", "only the spies a"))
                    if words in said
                }
                assert advised == (fitting if error is not None else set()), (players, modules, said)
                if error is not None:
                    followed.add(len(advised))
    assert followed == {0, 1}


@pytest.mark.clause("BLD-2")
@pytest.mark.parametrize(
    ("modules", "options"),
    [
        (["hunter", "deep-agent"], {}),
        (["hunter", "deep-agent", "pretender"], {}),
        (["reverser"], {"hidden-reverser": True}),
    ],
)
def test_blind_spies_refuse_roles_without_a_meaning(modules: list[str], options: dict[str, OptionValue]) -> None:
    Ruleset.of("resistance", 8, modules, options)
    with pytest.raises(RulesetError, match="has no effect with blind-spies") as error:
        Ruleset.of("resistance", 8, ["blind-spies", *modules], options)
    assert error.value.code == "without-meaning"
