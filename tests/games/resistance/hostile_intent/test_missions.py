"""The Investigator token, the Chiefs' mission cards, and the investigation."""

import pytest

from tests.support.games.hostile_intent import (
    RC,
    SC,
    TABLES,
    asked,
    last,
    names,
    propose,
    send,
    settle,
    table,
    to_third,
    viewers,
)
from turncoat.games.resistance.events import MissionRevealed
from turncoat.games.resistance.hunter.events import (
    HunterPart,
    Investigated,
    InvestigatorNamed,
    LoyaltyCardHanded,
    part_of,
)
from turncoat.kernel.card_texts import about_word, face_up_items
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.options import Apart, Form
from turncoat.kernel.rulesets import Ruleset, advice
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.testing.walks import play, refusal_of


@pytest.mark.clause("HUN-INVESTIGATOR-1")
def test_the_investigator_is_neither_the_leader_nor_on_the_team() -> None:
    game = table(5, first=2)
    assert refusal_of(game, "2 name-team team=0,1 token=1") == "must-differ"
    assert refusal_of(game, "2 name-team team=0,1 token=2") == "seat-not-allowed"
    prompt = game.prompt(2)
    assert prompt is not None
    assert isinstance(prompt.option, Form)
    assert prompt.option.ties == (Apart("token", "team"),)
    play(game, "2 name-team team=0,1 token=4")
    for viewer in viewers(game):
        assert InvestigatorNamed(4) in all_seen_by(game.events, viewer)
        part = game.view(viewer).board.parts["hunter"]
        assert isinstance(part, HunterPart)
        assert part.investigator == 4
    assert asked(game) == "cast-ballot"  # the token is given before the vote
    play(game, "* cast-ballot reject")
    play(game, "3 name-team team=0,1 token=2")
    assert part_of(game.board).investigator == 2


@pytest.mark.clause("HUN-INVESTIGATOR-1", "HUN-INVESTIGATE-1")
@pytest.mark.parametrize(("card", "investigator"), [("success", 0), ("fail", 3)])
def test_the_leader_investigates_after_a_success_the_investigator_after_a_failure(card: str, investigator: int) -> None:
    game = table(7)
    send(game, "0,6", 3, s6=card)
    assert list(game.prompts()) == [investigator]
    assert refusal_of(game, f"{investigator} investigate {investigator}") == "seat-not-allowed"
    play(game, f"{investigator} investigate 5")
    for viewer in viewers(game):
        assert last(game, Investigated, viewer) == Investigated(investigator, 5)


@pytest.mark.clause("HUN-INVESTIGATOR-2")
def test_the_fifth_mission_has_no_investigation() -> None:
    game = table(7)
    to_third(game, success=True)
    play(game, "1 accuse 2")  # a wrong one, so mission 3 is a failure
    settle(game)
    send(game, "0,1,5,6", 2, s5="fail", s6="fail")
    settle(game)
    assert (game.board.successes, game.board.failures) == (2, 2)
    prompt = next(iter(game.prompts().values()))
    assert isinstance(prompt.option, Form)
    assert prompt.option.names == ["team"]
    before = names(game).count("Investigated")
    send(game, "0,1,2,3")
    assert asked(game) == "accuse"
    play(game, "1 accuse 3")
    assert asked(game) == "accuse"
    assert names(game).count("Investigated") == before == 4


@pytest.mark.clause("HUN-INVESTIGATOR-2", "TGT-8")
def test_with_targeting_the_last_played_mission_has_no_investigator() -> None:
    game = table(7, "targeting")
    has_token: list[bool] = []
    for mission, fails in ((3, 0), (1, 0), (5, 1), (4, 2), (2, 0)):
        (leader,) = game.prompts()
        form = game.prompts()[leader].option
        assert isinstance(form, Form)
        has_token.append("token" in form.names)
        if mission != 2:
            team = [5, 6, *range(5)][: {3: 3, 1: 2, 5: 4, 4: 4}[mission]]
            token = next(seat for seat in range(7) if seat not in (*team, leader))
            line = f"{leader} name-team mission=mission-{mission} team={','.join(map(str, sorted(team)))} token={token}"
            play(game, line + "\n* cast-ballot approve")
            for seat in team:
                play(game, f"{seat} play-card {'fail' if seat in team[:fails] else 'success'}")
            settle(game)
    assert has_token == [True, True, True, True, False]


@pytest.mark.clause("HUN-MISSION-1", "HUN-MISSION-3")
@pytest.mark.parametrize("players", TABLES)
def test_each_hunter_role_may_play_its_own_cards(players: int) -> None:
    roles = TABLES[players]
    shown = ("success", "fail", "chief-fail") if players >= 7 else ("success", "fail")
    for seat, role in enumerate(roles):
        game = table(players, first=seat)
        team = sorted((seat + step) % players for step in range(game.board.team_size))
        propose(game, ",".join(map(str, team)))
        play(game, "* cast-ballot approve")
        allowed = {"success"}
        if role.startswith("spy"):
            allowed.add("chief-fail" if role == SC and players >= 7 else "fail")
        prompt = game.prompt(seat)
        assert prompt is not None
        assert set(prompt.option.answers()) == allowed
        for card in set(shown) - allowed:
            assert refusal_of(game, f"{seat} play-card {card}") == "card-not-yours-to-play"


@pytest.mark.clause("HUN-MISSION-2")
@pytest.mark.parametrize(
    ("mission", "cards", "success"),
    [
        (1, {}, True),
        (1, {"s6": "fail"}, False),
        (1, {"s4": "chief-fail"}, False),
        (1, {"s4": "chief-fail", "s6": "fail"}, False),
        (4, {"s4": "chief-fail"}, True),
        (4, {"s6": "fail"}, True),
        (4, {"s4": "chief-fail", "s6": "fail"}, False),
        (4, {"s5": "fail", "s6": "fail"}, False),
    ],
)
def test_fails_and_chief_fails_count_together(mission: int, cards: dict[str, str], success: bool) -> None:
    game = table(7)
    for k in range(1, mission):
        team = {1: "0,1", 2: "0,1,5", 3: "0,1,5"}[k]
        send(game, team, **({"s5": "fail"} if k == 3 else {}))
        settle(game)
    team = "4,6" if mission == 1 else "0,4,5,6"
    send(game, team, **cards)
    revealed = last(game, MissionRevealed)
    assert isinstance(revealed, MissionRevealed)
    assert revealed.success is success
    laid = sorted(cards.values()) + ["success"] * (len(team.split(",")) - len(cards))
    assert sorted(revealed.cards) == sorted(laid)  # the number of each kind is public
    assert last(game, MissionRevealed, SPECTATOR) == revealed


@pytest.mark.clause("HUN-MISSION-2", "TGT-8")
def test_space_4_needs_two_fails_when_played_first() -> None:
    game = table(7, "targeting")
    play(game, "0 name-team mission=mission-4 team=0,4,5,6 token=1")
    play(game, "* cast-ballot approve")
    play(game, "0,4,5 play-card success\n6 play-card fail")
    assert game.board.results[0].success


@pytest.mark.clause("HUN-LOYALTY-1", "HUN-LOYALTY-2")
@pytest.mark.parametrize("players", [5, 6, 7, 10])
def test_only_the_two_concerned_know_the_fitting_loyalty_card(players: int) -> None:
    for target, role in enumerate(TABLES[players]):
        investigator = (target + 1) % players
        game = table(players, first=investigator)
        send(game, ",".join(map(str, range(game.board.team_size))))
        play(game, f"{investigator} investigate {target}")
        is_chief = role in (RC, SC)
        fits = (role if players >= 7 else "chief") if is_chief else "not-a-chief"
        assert list(game.prompts()) == [target]
        wrong = {"chief", RC, SC, "not-a-chief"} - {fits}
        for card in wrong:
            assert refusal_of(game, f"{target} hand-loyalty-card {card}") in ("card-does-not-fit", "not-allowed")
        play(game, f"{target} hand-loyalty-card {fits}")
        for viewer in viewers(game):
            handed = last(game, LoyaltyCardHanded, viewer)
            assert isinstance(handed, LoyaltyCardHanded)
            assert (handed.investigator, handed.investigated) == (investigator, target)
            assert handed.card == (fits if viewer in (investigator, target) else None)


@pytest.mark.clause("HUN-LOYALTY-2")
def test_everybody_is_asked_for_the_card_in_the_same_words() -> None:
    prompts = []
    for target in range(1, 7):
        game = table(7)
        send(game, "0,1")
        play(game, f"0 investigate {target}")
        prompt = game.prompt(target)
        assert prompt is not None
        prompts.append((prompt.number, prompt.question, prompt.params, prompt.option.shown))  # type: ignore[union-attr]
        assert game.waiting == 1 << target
    assert len(set(prompts)) == 1


@pytest.mark.clause("HUN-INVESTIGATE-2")
@pytest.mark.parametrize("success", [True, False])
def test_the_accusation_after_a_third_result_precedes_the_investigation(success: bool) -> None:
    game = table(7)
    to_third(game, success)
    hunter = 1 if success else 5
    assert asked(game) == "accuse"
    assert names(game).count("Investigated") == 2
    play(game, f"{hunter} accuse 2")
    assert asked(game) == "investigate"
    settle(game)
    assert names(game).count("Investigated") == 3


@pytest.mark.clause("HUN-INVESTIGATE-3")
@pytest.mark.parametrize("by", ["final-result", "original-result"])
@pytest.mark.parametrize("success", [True, False])
def test_an_option_decides_who_makes_a_delayed_investigation(by: str, success: bool) -> None:
    game = table(7, options={"delayed_investigation_by": by})
    to_third(game, success)
    leader, investigator = game.board.leader, part_of(game.board).investigator
    assert leader != investigator
    play(game, f"{1 if success else 5} accuse 2")
    leader_investigates = success if by == "original-result" else not success
    assert list(game.prompts()) == [leader if leader_investigates else investigator]


@pytest.mark.clause("HUN-INVESTIGATE-3")
@pytest.mark.parametrize("by", ["final-result", "original-result"])
def test_an_investigation_without_delay_depends_on_the_result(by: str) -> None:
    for card, seat in (("success", 0), ("fail", 3)):
        game = table(7, options={"delayed_investigation_by": by})
        send(game, "0,6", 3, s6=card)
        assert seats_in(game.waiting) == (seat,)


def test_tokens_and_revealed_cards_belong_to_a_seat() -> None:
    game = table(7, "inquisitor")
    before = game.view(SPECTATOR).board
    assert face_up_items(game.ruleset, before, 6) == ("inquisitor",)
    to_third(game, success=False)
    board = game.view(SPECTATOR).board
    investigator = part_of(game.board).investigator
    assert investigator is not None
    assert "investigator" in face_up_items(game.ruleset, board, investigator)
    assert "spy-hunter" in face_up_items(game.ruleset, board, 5)
    everything = [word for seat in range(7) for word in face_up_items(game.ruleset, board, seat)]
    assert sorted(everything) == ["inquisitor", "investigator", "spy-hunter"]
    assert all(about_word(game.ruleset, word) for word in everything)


def test_discouraged_hunter_rulesets_are_advised_against_but_allowed() -> None:
    assert len(advice(Ruleset.of("resistance", 6, ["hunter", "dummy-agent", "coordinator", "inquisitor"]))) >= 2
    assert advice(Ruleset.of("resistance", 7, ["hunter"])) == advice(
        Ruleset.of("resistance", 7, ["hunter", "coordinator"])
    )
