"""Winter Soldier on the page: irrevocable actions, eliminated players, and the final scenes."""

import msgspec
import pytest

from tests.support.fixtures.models import TablePage, draw_part
from tests.support.games.winter_soldier import HILL, SEVEN, cards, dealt, propose, rejected, table, vote, won
from tests.support.offline_room import room
from tests.support.taking import take
from turncoat.games.winter_soldier.board import Board
from turncoat.kernel.game import Game
from turncoat.kernel.seats import SPECTATOR
from turncoat.locales import translator
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.values.scenes import scenes_of
from turncoat.testing import refusal_of
from turncoat.testing.walks import play
from turncoat.web.board.model import PublicPart, SceneFigure, ScenePart
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.http.identity import Visitor
from turncoat.web.http.page import Site
from turncoat.web.table.end import end_part
from turncoat.web.table.guide import unexplained
from turncoat.web.table.page_parts import ViewerContext
from turncoat.web.table.public import public_part
from turncoat.web.table.seat import SeatPart, seat_part

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Hugo", "Ines", "Jan", "Kim", "Lena", "Max")


def at_table(game: Game[Board]) -> Room:
    """Open a table at which this game is played."""
    at = room(game.ruleset, game.deal, NAMES)
    assert at.table.session is not None
    at.table.session._game = game
    return at


def page(game: Game[Board], first_new_event: int = 0) -> PublicPart:
    at = at_table(game)
    assert at.table.session is not None
    at.table.session.first_new_event = first_new_event
    return public_part(at, at.table.session, str)


def mine(game: Game[Board], seat: int) -> SeatPart:
    return seat_part(ViewerContext(at_table(game), Visitor(f"person-{seat}"), "en", ""))


def drawn(game: Game[Board], seat: int) -> str:
    return draw_part(TablePage(Site("", "/"), page(game), mine(game, seat)), "own_seat")


@pytest.mark.parametrize(("seat", "says"), [(0, "Accuse a player"), (4, "Assassinate Maria Hill")])
def test_an_irrevocable_action_needs_a_tick(seat: int, says: str) -> None:
    game = table(HILL)
    (offer,) = mine(game, seat).offers
    assert says in offer.sentence
    assert offer.form.warns
    html = drawn(game, seat)
    assert html.index(offer.form.warns[:20]) < html.index('name="sure" value="yes" required')
    others = [other for other in range(7) if other != seat and mine(game, other).offers]
    assert others == [4 if seat == 0 else 0]


def test_an_accusation_stands_in_the_open_beside_the_question() -> None:
    """Everybody knows who Captain America is. Without Maria Hill there is no secret action, and no place for any."""
    game = table(SEVEN)
    propose(game)
    html = drawn(game, 0)
    assert "<summary><span>Accuse a player of being the Winter Soldier.</span></summary>" in html
    assert all('id="any-time"' not in drawn(game, seat) for seat in range(7))
    assert 'id="any-time"' in drawn(table(HILL), 3)
    last = table(SEVEN)
    won(last)
    assert mine(last, 0).offers == ()


def test_the_last_guess_says_what_a_miss_costs() -> None:
    game = table(SEVEN)
    won(game)
    prompt = mine(game, 0).prompt
    assert prompt is not None
    assert "HYDRA can still win" in prompt.form.warns
    assert prompt.form.may_pass
    html = drawn(game, 0)
    assert html.index("data-pass") < html.index("data-confirm")
    safe = table(SEVEN, "0 !accuse 1", **{"fury-lost": "play-on"})
    won(safe)
    prompt = mine(safe, 0).prompt
    assert prompt is not None
    assert prompt.form.warns == "", "nobody can name Nick Fury any more"


def test_the_closed_action_menu_looks_the_same_for_every_seat() -> None:
    game = table(HILL)
    propose(game)
    summaries = {drawn(game, seat).partition('id="any-time"')[2].partition("</summary>")[0] for seat in range(7)}
    assert len(summaries) == 1
    assert "At any time" in summaries.pop()


def test_an_accusation_stays_on_stage_until_it_is_answered() -> None:
    game = table(SEVEN)
    propose(game)
    vote(game, True, 3)
    play(game, "0 !accuse 2")
    stage = page(game).stage
    assert stage.headline == "Ania accuses Cleo of being the Winter Soldier."
    assert "answered when all have chosen" in stage.line
    assert stage.slots  # the proposed team stays visible
    before = len(game.view(SPECTATOR).events)
    play(game, "3 cast-ballot approve")
    assert "Cleo shows a character card" in page(game, before).stage.line + page(game, before).stage.headline


def test_a_voided_accusation_leaves_the_stage() -> None:
    """Captain America accuses two agents before either answers, and is out with the first of them."""
    game = table(SEVEN)
    propose(game)
    vote(game, True, 3)
    play(game, "0 !accuse 5\n0 !accuse 2\n3 cast-ballot approve")
    stage = page(game).stage
    assert stage.headline.startswith("Farouk shows a character card")
    assert "Cleo" in stage.line


def test_an_eliminated_players_card_is_face_up() -> None:
    game = table(SEVEN)
    play(game, "0 !accuse 5")
    public = page(game)
    assert public.stage.headline.startswith("Farouk shows a character card")
    assert [card.art for card in public.stage.cards] == ["side-jagged"]
    assert [(seat.name, seat.role, seat.side) for seat in public.seats if seat.out] == [
        ("Ania", "Captain America", "shield"),
        ("Farouk", public.stage.cards[0].word, "jagged"),
    ]


def test_three_rejections_lose_the_mission_and_stay_in_the_vote_table() -> None:
    game = table(SEVEN)
    rejected(game, 2)
    assert (page(game).rejected, page(game).rejected_limit) == (2, 3)
    rejected(game)
    public = page(game)
    assert public.stage.headline == "Nobody goes: mission 1 fails."
    assert public.stage.stamp == "fail"
    assert (public.mission_slots[0].result, public.mission_slots[0].counts) == ("fail", "Nobody went")
    assert public.rejected == 0
    propose(game, 0, 1, 2)
    vote(game)
    cards(game)
    assert [row.outcome for row in page(game).rows] == ["rejected"] * 3 + ["success"]


def test_the_end_stages_the_last_guess_and_then_the_hunt_for_nick_fury() -> None:
    game = table(SEVEN)
    won(game)
    stage = page(game).stage
    assert "last guess" in stage.headline
    assert "Ania" in stage.line
    play(game, "0 last-guess 5")
    public = page(game)
    assert public.stage.headline == "HYDRA is revealed. Who is Nick Fury?"
    assert "Farouk is the Winter Soldier: No." in public.stage.line
    assert {seat.number: seat.role for seat in public.seats if seat.side == "jagged"} == {
        4: "Winter Soldier",
        5: "HYDRA",
        6: "HYDRA",
    }
    play(game, "4 name-fury 1")
    at = at_table(game)
    assert at.table.session is not None
    end = end_part(at, at.table.session, False, str)
    assert end is not None
    assert [line.partition(" ")[0] for line in end.scene] == ["Ania", "Ewa"]
    assert "names Bartek as Nick Fury, and is right." in end.scene[-1]
    page_of_end = msgspec.structs.replace(TablePage(Site("", "/"), page(game), mine(game, 0)), end=end)
    assert end.scene[-1] in draw_part(page_of_end, "end")


def test_the_scarlet_witchs_last_look_precedes_the_last_guess() -> None:
    game = table(SEVEN, "", "scarlet-witch")
    missions_won(game, 2)
    (holder,) = game.prompts()
    earlier = page(game).stage
    game.play(holder, game.default(holder))
    missions_won(game, 1)
    (holder,) = game.prompts()
    stage = page(game).stage
    assert (stage.headline, earlier.headline) == ("Mission 3 succeeded", "Mission 2 succeeded")
    assert NAMES[holder] in stage.line
    game.play(holder, game.default(holder))
    assert "last guess" in page(game).stage.headline
    assert "Ania" in page(game).stage.line


def missions_won(game: Game[Board], number: int) -> None:
    """Win this many missions without any examination."""
    for _ in range(number):
        propose(game, *range(4)[: game.board.team_size])
        vote(game)
        cards(game)


@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize("players", [5, 8, 12])
def test_the_guide_matches_the_rules_for_the_number_of_players(players: int, language: str) -> None:
    """Three successes do not end the game, and from 8 players on some missions take two Failures."""
    say = translator(language)
    game = dealt(players)
    at = at_table(game)
    session = at.table.session
    assert session is not None
    take(at.table, c.Entry("", "person-0", c.Guide(on=True)))
    told: dict[str, str] = {}
    propose(game)
    told |= {tip.key: say(tip.text) for tip in unexplained(at.table, session, "person-0", 0)}
    vote(game)
    cards(game)
    told |= {tip.key: say(tip.text) for tip in unexplained(at.table, session, "person-0", 0)}
    ballots, success = told["cast-ballot"], told["success"]
    wrong = ("is enough to make", "decide the game", "wystarczy, by misja", "rozstrzygają trzy sukcesy")
    assert not any(words in tip for words in wrong for tip in (ballots, success))
    assert ("takes two" if language == "en" else "potrzeba dwóch") in ballots
    assert "Nick Fury" in success or "Nicka Fury" in success
    if language == "pl":
        assert "Three" not in success
        assert "Everybody" not in ballots


@pytest.mark.clause("WIN-VOTE-2")
def test_the_literal_reading_does_not_reveal_teams_on_any_page() -> None:
    """The Winter Soldier learns it by trying: a ballot that he may not cast is refused."""
    game = table(HILL, winter_soldier_literal=True)
    propose(game, 2, 3)
    vote(game, False)
    propose(game, 1, 5)
    card = mine(game, 4).card
    assert card is not None
    assert len(card.knows) == 1, "what was seen at the reveal"
    assert card.may_choose == ""
    assert all("HYDRA on the team" not in drawn(game, seat) for seat in range(7))
    assert refusal_of(game, "4 cast-ballot reject") == "winter-soldier-must-approve-any"


def scene(game: Game[Board], kind: str, since: int = 0) -> ScenePart:
    """Return the latest scene of this kind since an event, as the stage presents it."""
    at = at_table(game)
    session = at.table.session
    assert session is not None
    view = session.view()
    one = [found for found in scenes_of(view.events[since:], since) if found.kind == kind][-1]
    teller = teller_of(session, session.names, str)
    return presenter_of("winter-soldier").scene(view, view.events[one.first : one.last + 1], teller)


@pytest.mark.parametrize(
    ("accused", "role", "told"),
    [
        (2, "shield-agent", ["Cleo shows a character card", "Out of the game: Cleo."]),
        (5, "hydra-agent", ["Farouk shows a character card", "Out of the game: Ania and Farouk."]),
        (
            4,
            "winter-soldier",
            ["Ewa shows a character card", "The Winter Soldier is found: Ewa is Bucky Barnes again."],
        ),
    ],
)
def test_an_accusation_is_staged_with_its_outcome(accused: int, role: str, told: list[str]) -> None:
    game = table(SEVEN)
    play(game, f"0 !accuse {accused}")
    part = scene(game, "accusation")
    assert part.intro == f"Ania accuses {NAMES[accused]} of being the Winter Soldier."
    assert part.figures == (SceneFigure(0, "captain-america"), SceneFigure(accused, becomes=role))
    assert [line[: len(words)] for line, words in zip((part.headline, *part.lines), told, strict=True)] == told
    assert part.intro not in (part.headline, *part.lines)


def test_a_delayed_accusation_is_staged_twice() -> None:
    """No card is turned over before the answer. With it, both players are on stage again."""
    game = table(SEVEN)
    propose(game)
    vote(game, True, 3)
    play(game, "0 !accuse 2")
    before = scene(game, "accusation")
    assert before.figures == (SceneFigure(0, "captain-america"), SceneFigure(2))
    assert before.headline == "It is answered when all have chosen."
    start = len(game.view(SPECTATOR).events)
    play(game, "3 cast-ballot approve")
    after = scene(game, "accusation", start)
    assert after.intro == before.intro
    assert after.figures == (SceneFigure(0, "captain-america"), SceneFigure(2, becomes="shield-agent"))


def test_the_assassination_of_maria_hill_is_staged() -> None:
    right, wrong = table(HILL), table(HILL)
    play(right, "4 !assassinate-hill 2")
    play(wrong, "4 !assassinate-hill 5")
    for game, named, role in ((right, 2, "maria-hill"), (wrong, 5, "hydra-agent")):
        part = scene(game, "accusation")
        assert part.intro == f"Ewa, the Winter Soldier, names {NAMES[named]} as Maria Hill."
        assert part.figures == (SceneFigure(4, "winter-soldier"), SceneFigure(named, becomes=role))
        assert part.headline.startswith(f"{NAMES[named]} shows a character card")


def test_the_last_guess_and_the_hunt_for_nick_fury_are_staged() -> None:
    game = table(SEVEN)
    won(game)
    play(game, "0 last-guess 5")
    guess = scene(game, "accusation")
    assert guess.intro == "The last guess: is Farouk the Winter Soldier?"
    assert guess.figures == (SceneFigure(0, "captain-america"), SceneFigure(5))
    assert guess.headline.endswith(": No.")
    start = len(game.view(SPECTATOR).events)
    play(game, "4 name-fury 1")
    hunt = scene(game, "finale", start)
    assert hunt.intro == "Is Bartek Nick Fury?"
    assert hunt.figures == (SceneFigure(4, "winter-soldier"), SceneFigure(1, becomes="nick-fury"))
    assert hunt.headline == "Ewa names Bartek as Nick Fury, and is right."


def test_a_guess_is_shown_before_its_outcome() -> None:
    game = table(SEVEN)
    play(game, "0 !accuse 2")
    (answered,) = [found for found in scenes_of(game.view(SPECTATOR).events) if found.kind == "accusation"]
    assert answered.turning() > 0
