"""The stage during Hunter accusations, reversed missions and investigations."""

import re
from random import Random

import pytest

from tests.support.fixtures.models import TablePage, page_of
from tests.support.games.hostile_intent import settle, table, to_third
from tests.support.offline_room import Watching, choose, room
from turncoat.games.resistance.board import Board
from turncoat.kernel.card_texts import goal_of
from turncoat.kernel.chapters import Deal, OptionValue
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing.walks import next_choice, play
from turncoat.web.board.model import BoardModel
from turncoat.web.board.role_card import role_card
from turncoat.web.games import presenter_of
from turncoat.web.http.identity import Visitor
from turncoat.web.http.static_files import STATIC

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Hugo")
PRESENTER = presenter_of("resistance")


def drawn(game: Game[Board], first_new_event: int = 0, language: str = "en") -> BoardModel:
    view = game.view(SPECTATOR)
    return PRESENTER.board(view, Teller(game.ruleset, NAMES, translator(language)), game.waiting, first_new_event)


def test_an_accusation_is_staged_from_reveal_to_reversal() -> None:
    game = table(7)
    to_third(game, success=True)
    stage = drawn(game).stage
    assert stage.headline == "Bartek is revealed: Resistance Hunter!"
    assert "Bartek" in stage.line
    assert stage.stamp == "success"
    before = len(game.view(SPECTATOR).events)
    play(game, "1 accuse 2")
    page = drawn(game, before)
    assert page.stage.headline == "The result of mission 3 is reversed. The mission fails."
    assert (page.stage.stamp, page.stage.fresh) == ("fail", True)
    assert (page.mission_slots[2].result, page.mission_slots[2].stamped_new) == ("fail", True)
    play(game, f"{next(iter(game.prompts()))} investigate 4")
    assert "investigates Ewa" in drawn(game).stage.headline
    settle(game)
    assert "names a team" in drawn(game).stage.headline


def test_a_reverse_does_not_count_as_a_fail() -> None:
    game = table(7, "reverser", instead={2: "resistance-reverser", 6: "spy-reverser"})
    play(game, "0 name-team team=0,2 token=1\n* cast-ballot approve\n0 play-card success\n2 play-card reverse")
    space = drawn(game).mission_slots[0]
    assert (space.result, space.fails, space.turns) == ("fail", 0, 1)
    assert "Success 1, Reverse 1" in space.label


def reversed_mission(cards: str, mission: int = 1, **options: OptionValue) -> Game[Board]:
    """Play these mission cards from seats 0 (resistance), 5 (spy), 6 (spy Reverser) and 3 (resistance Reverser)."""
    roles = ("resistance",) * 3 + ("resistance-reverser", "spy", "spy", "spy-reverser")
    game: Game[Board] = Game(Ruleset.of("resistance", 7, ["targeting", "reverser"], options), Deal(roles, 0))
    played = cards.split()
    team = sorted((0, 5, 6, 3)[: len(played)])
    play(game, f"0 name-team mission=mission-{mission} team={','.join(map(str, team))}\n* cast-ballot approve")
    for seat, card in zip((0, 5, 6, 3), played, strict=False):
        play(game, f"{seat} play-card {card}")
    return game


TURNED = {"en": "A Reverse has reversed the result.", "pl": "Odwrócenie odwróciło wynik."}
CANCEL = {"en": "The two Reverses cancel out.", "pl": "Dwa Odwrócenia znoszą się nawzajem."}


@pytest.mark.clause("REV-MISSION-2", "REV-MISSION-3")
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize(
    ("cards", "mission", "literal", "success", "said"),
    [
        ("success success reverse", 2, False, False, TURNED),
        ("success fail reverse", 2, False, True, TURNED),
        ("success success success", 2, False, True, {}),
        ("success fail reverse reverse", 4, False, True, CANCEL),
        ("success fail reverse success", 4, False, False, TURNED),
        ("success fail reverse success", 4, True, True, {}),
    ],
)
def test_the_stage_explains_the_effect_of_a_reverse(
    cards: str, mission: int, literal: bool, success: bool, said: dict[str, str], language: str
) -> None:
    game = reversed_mission(cards, mission, reverser_literal=literal)
    assert game.board.results[0].success == success
    stage = drawn(game, language=language).stage
    told = [line[language] for line in (TURNED, CANCEL) if stage.line.startswith(line[language])]
    assert told == ([said[language]] if said else [])
    assert drawn(game).mission_slots[mission - 1].turns == cards.count("reverse")


def test_mission_cards_differ_in_word_drawing_and_ink() -> None:
    cards = ("success", "fail", "chief-fail", "reverse")
    teller = Teller(Ruleset.of("resistance", 7, ["hunter", "reverser"]), NAMES)
    fronts = [PRESENTER.card_front(card, teller) for card in cards]
    assert len({front.art for front in fronts}) == len({front.word for front in fronts}) == 4
    drawings = (STATIC / "art.svg").read_text("utf-8")
    shapes = [re.search(rf'<symbol id="{front.art}".*?</symbol>', drawings, re.S) for front in fronts]
    assert len({shape[0].partition(">")[2] for shape in shapes if shape is not None}) == 4
    styles = (STATIC / "css/cards.css").read_text("utf-8")
    inks = [re.search(rf"[^}}]*\.{front.art}\b[^{{]*{{ --tone: var\(--([\w-]+)\)", styles) for front in fronts]
    assert [ink[1] for ink in inks if ink] == ["ink-shield", "ink-jagged", "ink-jagged", "ink-turned"]


def test_cards_look_the_same_on_the_stage_and_in_the_hand() -> None:
    stage = drawn(reversed_mission("success fail reverse", 2)).stage
    teller = Teller(Ruleset.of("resistance", 7, ["reverser"]), NAMES)
    assert [(card.art, card.word) for card in stage.cards] == [
        (front.art, front.word)
        for front in (PRESENTER.card_front(card, teller) for card in ("success", "fail", "reverse"))
    ]


def test_goals_mention_the_accusation_only_with_hunters() -> None:
    game = table(7)
    assert "find a spy Chief" in goal_of(game.ruleset, "resistance")
    assert "accusation" in drawn(game).facts[0]
    assert "Hunter" not in goal_of(Ruleset.of("resistance", 7), "spies")


def test_a_look_between_two_seats_is_on_no_other_seats_card() -> None:
    game = table(7)
    play(game, "0 name-team team=0,1 token=2\n* cast-ballot approve\n0,1 play-card success")
    play(game, "0 investigate 4\n4 hand-loyalty-card spy-chief")
    teller = Teller(game.ruleset, NAMES)
    for seat in (0, 4):
        assert any("hands" in line for line in role_card(game.view(seat), PRESENTER, teller).looks)
    for seat in (1, 2, 3, 5, 6):
        card = role_card(game.view(seat), PRESENTER, teller)
        assert not any("hands" in line for line in card.knows + card.looks)


def test_a_question_for_one_hunter_is_a_single_button_for_all_others() -> None:
    ruleset = Ruleset.of("resistance", 8, ["hunter"])
    for seed in range(40):
        at = room(ruleset, ruleset.deal(b"early %d" % seed))
        session, rng = at.table.session, Random(seed)
        assert session is not None
        while session.result is None:
            prompts = {seat: session.view(seat).prompt for seat in range(8)}
            asked = {seat for seat, one in prompts.items() if one and one.question.name == "early-accusation"}
            if asked == set(range(8)):
                break
            choose(at, *next_choice(session._game, rng))
        else:
            continue
        hunter = session._game.board.roles.index("spy-hunter")
        for seat in range(8):
            page = page_of(at, Visitor(f"person-{seat}", ""), "en", "http://table", "csrf")
            assert isinstance(page, TablePage)
            prompt = page.own_seat.prompt
            assert prompt is not None
            if prompt.form.parts:
                assert seat == hunter
                continue
            assert (prompt.sentence, prompt.form.confirm) == ("The mission is being resolved.", "Continue")
            assert prompt.form.only == (("answer", "no"),)
        # A seat's private part has one size, whatever answers are allowed.
        assert len({Watching(at, seat).own_part() for seat in range(8)}) == 1
        return
    raise AssertionError("no game came to that question")
