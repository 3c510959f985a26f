"""Round Table on the page: tokens, allegiance cards, and the assassination from the finger to the card."""

import re
from typing import Any

import httpx
import pytest

from tests.support.games.round_table import FIVE, LANCES, SEVEN, asked, cards, mission, propose, rejected, table, vote
from tests.support.games.round_table import won as three_successes
from tests.support.offline_room import Watching, room
from tests.support.serving import Server
from turncoat.deduction.timeline import timeline
from turncoat.games.round_table.board import Board
from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kit.contents import kit_of
from turncoat.locales import translator
from turncoat.table import commands as c
from turncoat.table.past.replay import Replay
from turncoat.table.runtime.room import Room
from turncoat.table.values.occupants import Occupant
from turncoat.table.values.scenes import scenes_of
from turncoat.telling import Teller, in_words_of
from turncoat.testing import play
from turncoat.web.board.model import PublicPart, SceneFigure, ScenePart
from turncoat.web.board.telling import teller_of
from turncoat.web.games import presenter_of
from turncoat.web.games.round_table.drawings import SPRITE
from turncoat.web.http.forms import FormFields
from turncoat.web.http.identity import Visitor
from turncoat.web.replays.beliefs import turning_part
from turncoat.web.screen.explained import explained_groups
from turncoat.web.site.rules_text import rules_sections
from turncoat.web.table.end import end_part
from turncoat.web.table.page_parts import ViewerContext
from turncoat.web.table.public import public_part
from turncoat.web.table.routes import choice_in
from turncoat.web.table.seat import seat_part

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Hugo", "Ines", "Jan", "Kim")
ALONE: dict[str, Any] = {"evil-comes-out": False}
GOES: dict[str, Any] = {"fifth-team": "goes"}
DECK = ("switch", "switch", "no-change", "no-change", "no-change")


def at_table(game: Game[Board]) -> Room:
    """Open a table at which this game is played."""
    at = room(game.ruleset, game.deal, NAMES)
    session = at.table.session
    assert session is not None
    session._game, session.asked = game, game.waiting
    return at


def page(game: Game[Board]) -> PublicPart:
    at = at_table(game)
    assert at.table.session is not None
    return public_part(at, at.table.session, str)


def scenes(game: Game[Board]) -> list[ScenePart]:
    """Return all scenes of a game."""
    session = at_table(game).table.session
    assert session is not None
    view, presenter, teller = game.view(SPECTATOR), presenter_of("round-table"), teller_of(session, NAMES, str)
    found = scenes_of(view.events, 0, game.ruleset.players)
    return [presenter.scene(view, view.events[one.first : one.last + 1], teller) for one in found]


def badges(game: Game[Board]) -> dict[str, list[str]]:
    return {seat.name: [badge.icon for badge in seat.badges] for seat in page(game).seats if seat.badges}


def test_missions_and_their_cards_have_the_games_own_drawings() -> None:
    game = table(FIVE)
    mission(game, 0, 3, fails=1)
    public = page(game)
    assert len({slot.art for slot in public.mission_slots}) == 5
    assert {slot.sprite for slot in public.mission_slots} == {SPRITE}
    assert [(card.art, card.sprite) for card in public.stage.cards] == [("card-success", SPRITE), ("card-fail", SPRITE)]


def test_the_third_success_brings_evil_into_the_open_and_clears_the_table() -> None:
    game = table(FIVE)
    three_successes(game, (0, 1, 2))
    public = page(game)
    assert public.stage.headline == "Who is Merlin?"
    assert "Dmitri" in public.stage.line
    assert [card.word for card in public.stage.cards] == ["Assassin"]
    assert {seat.name: seat.role for seat in public.seats if seat.side == "jagged"} == {
        "Dmitri": "Assassin",
        "Ewa": "Evil",
    }
    assert not any(seat.on_team or seat.leader or seat.ballot for seat in public.seats)


def test_only_the_assassin_comes_out_if_the_table_has_chosen_so() -> None:
    game = table(FIVE, **ALONE)
    three_successes(game, (0, 1, 2))
    assert {seat.name: seat.role for seat in page(game).seats if seat.side} == {"Dmitri": "Assassin"}


@pytest.mark.parametrize(
    ("named", "card", "told"),
    [
        (0, "merlin", "Ania was Merlin, found by Dmitri."),
        (1, "percival", "Ania was Merlin; Dmitri named Bartek, who was Percival."),
        (2, "knight", "Ania was Merlin; Dmitri named Cleo."),
    ],
)
def test_the_assassination_is_staged_from_the_finger_to_the_card(named: int, card: str, told: str) -> None:
    game = table(FIVE)
    three_successes(game, (0, 1, 2))
    play(game, f"3 name-merlin {named}")
    *_, came_out, naming, unmasked = scenes(game)
    assert came_out.headline == "Evil is revealed: Dmitri and Ewa. The Assassin is Dmitri."
    assert naming.intro == f"Is {NAMES[named]} Merlin?"
    assert naming.figures == (
        SceneFigure(3, "assassin", caption="Assassin"),
        SceneFigure(named, becomes=card),
    )
    assert (
        naming.headline == f"Dmitri names {NAMES[named]} as Merlin, and is {'right' if card == 'merlin' else 'wrong'}."
    )
    assert not unmasked.figures, "all cards are turned over after the answer, not before it"
    session = at_table(game).table.session
    assert session is not None
    end = end_part(at_table(game), session, False, str)
    assert end is not None
    assert (end.deceived, len(end.scene)) == (told, 2)


def test_an_assassination_is_what_decided_the_game() -> None:
    game = table(FIVE)
    three_successes(game, (0, 1, 2))
    play(game, "3 name-merlin 0")
    end = end_part(at_table(game), at_table(game).table.session, False, str)  # type: ignore[arg-type]
    assert end is not None
    assert (end.decisive, end.scene[-1]) == ("", "Dmitri names Ania as Merlin, and is right.")
    replay = Replay(print_record(record_of(game)))
    told = timeline(replay.ruleset, SPECTATOR, replay.view(replay.last).events)
    people = tuple(Occupant("person", name) for name in NAMES[:5])
    turning = turning_part(replay, told, people, str, lambda moment: "")
    assert turning is not None
    assert (turning.happened, turning.moved) == (end.scene[-1], "This decided the game.")


@pytest.mark.parametrize(("best", "is_praised"), [(0, False), (1, False), (2, True)], ids=FIVE[:3])
def test_nobody_who_was_told_about_others_at_the_start_is_the_best_detective(best: int, is_praised: bool) -> None:
    game = table(FIVE)
    for _ in range(4):  # all but one want the teams with evil
        propose(game, *range(3, 3 + game.board.team_size) if game.board.team_size == 2 else (2, 3, 4))
        against = {best}
        for seat in range(5):
            play(game, f"{seat} cast-ballot {'reject' if seat in against else 'approve'}")
        cards(game, 2)
        if game.result is not None:
            break
    assert game.result is not None
    session = at_table(game).table.session
    assert session is not None
    told = presenter_of("round-table").deceptions(game.view(SPECTATOR), teller_of(session, NAMES, str))
    praised = [one.seats for one in told if one.text.startswith("Best detective")]
    assert praised == ([(best,)] if is_praised else [])


def test_percival_is_told_that_one_of_two_is_merlin_or_who_is() -> None:
    two, one = table(FIVE), table(("merlin", "percival", "knight", "assassin", "minion"))
    for game, told in ((two, "One of these is Merlin: 0 and 4."), (one, "Merlin is 0.")):
        view = game.view(1)
        teller = Teller(game.ruleset, "01234")
        assert told in map(teller.event, view.events)


def test_a_character_who_is_the_assassin_too_is_named_as_such() -> None:
    game = table(("merlin", "percival", "knight", "mordred", "morgana"))
    three_successes(game, (0, 1, 2))
    assert [card.word for card in page(game).stage.cards] == ["Assassin"]
    play(game, "3 name-merlin 2")
    naming = scenes(game)[-2]
    assert naming.figures[0] == SceneFigure(3, "mordred", caption="Assassin")


def test_the_fifth_team_may_go_without_a_vote() -> None:
    game = table(FIVE, **GOES)
    assert page(game).rejected_limit == 4
    assert page(game).rejected_label.endswith(" of 4. After 4 the next team goes without a vote.")
    rejected(game, 4)
    propose(game)
    assert page(game).stage.line == "Four teams were rejected: the fifth goes without a vote."


def test_excalibur_lies_before_its_holder_from_the_proposal_to_the_result() -> None:
    game = table(SEVEN, "", "excalibur")
    play(game, f"{game.board.leader} name-team team=0,1")
    assert badges(game) == {"Bartek": ["sword"]}
    assert page(game).stage.line.startswith("Ania gives Excalibur to Bartek.")
    vote(game)
    cards(game)
    assert asked(game) == {"use-excalibur"}
    assert badges(game) == {"Bartek": ["sword"]}
    assert page(game).stage.headline == "All cards are in"
    play(game, "1 use-excalibur 0")
    assert page(game).stage.line.startswith("Bartek uses Excalibur on Ania.")
    assert scenes(game)[-1].intro == "Bartek uses Excalibur on Ania."
    assert badges(game) == {}


def test_the_leader_is_waited_for_while_excalibur_is_given() -> None:
    game = table(SEVEN, "", "excalibur")
    mission(game)
    leader = game.board.leader
    play(game, f"{leader} name-team team={','.join(str(seat) for seat in range(game.board.team_size))}")
    assert asked(game) == {"give-excalibur"}
    assert page(game).stage.headline == f"{NAMES[leader]} gives Excalibur to somebody on the team"


def test_the_lady_of_the_lake_lies_before_its_holder() -> None:
    game = table(SEVEN, "", "lady-of-the-lake")
    assert badges(game) == {"Hugo": ["lady"]}
    mission(game)
    mission(game)
    play(game, "6 examine 2")
    assert badges(game) == {"Cleo": ["lady"]}


def test_an_allegiance_card_is_turned_over_for_all_and_names_nobody() -> None:
    game = table(LANCES, decks={"allegiance": DECK})
    fact = "allegiance cards to come: 2 × Switch, 3 × No change"
    assert fact in page(game).facts
    mission(game)
    mission(game)
    public = page(game)
    assert public.stage.headline == "Allegiance card: Switch."
    assert [(card.art, card.sprite) for card in public.stage.cards] == [("card-turned", SPRITE)]
    assert "allegiance cards to come: 1 × Switch, 3 × No change" in public.facts
    (staged,) = [scene for scene in scenes(game) if scene.kind == "accusation"]
    assert (staged.lines, staged.figures) == (("The Lancelots exchange sides.",), ())
    assert not any(seat.side for seat in public.seats)


def test_open_allegiance_cards_are_told_from_the_start() -> None:
    deck = ("no-change", "switch", "no-change", "no-change", "switch", "no-change", "no-change")
    game = table(LANCES, decks={"allegiance": deck}, lancelots="open")
    told = "allegiance cards, round by round: No change, Switch, No change, No change, Switch"
    assert told in page(game).facts


def test_the_about_page_alone_tells_its_better_known_name(server: Server) -> None:
    name = "The Resistance: Avalon"
    pages = {path: httpx.get(f"{server.url}{path}", timeout=60).text for path in ("/", "/rules/round-table", "/about")}
    assert {path: page.count(name) for path, page in pages.items()} == {"/": 0, "/rules/round-table": 0, "/about": 1}
    assert "unofficial project" in pages["/about"]


@pytest.mark.clause("RT-END-4")
# Its word for missions


def told_on(page: str) -> str:
    """Return all that a page tells its readers, in text and in labels."""
    page = re.sub(r"<(script|style).*?</\1>", " ", page, flags=re.DOTALL)
    labels = re.findall(r'(?:aria-label|title|alt|placeholder)="([^"]*)"', page)
    return " ".join((re.sub(r"<[^>]*>", " ", page), *labels))


def assert_tells_of_quests(told: str) -> None:
    assert re.search(r"\bquests?\b", told, re.IGNORECASE)
    found = re.search(r".{40}\b[Mm]issions?\b.{40}", told, re.DOTALL)  # clauses have it in capitals
    assert found is None, found


def test_whoever_plays_or_watches_reads_of_quests_and_never_of_missions() -> None:
    game = table(SEVEN, "", "lady-of-the-lake", "excalibur")
    pages: list[str] = []

    def read() -> None:
        at = at_table(game)
        for seat in (SPECTATOR, 0, 1, 6):
            person = f"person-{seat}"
            at.table.change_personal(person, at.table.personal(person).guiding(on=True, explained=()))
            pages.append(told_on(Watching(at, seat).page()))

    read()
    rejected(game)
    propose(game, 1, 6)
    read()
    vote(game)
    read()
    cards(game, fails=1)
    play(game, "* use-excalibur -")
    read()
    three_successes(game, (0, 1, 2, 3))
    read()
    play(game, "4 name-merlin 1")
    read()
    for told in pages:
        assert_tells_of_quests(told)


def test_rules_kit_and_explanations_tell_of_quests() -> None:
    ruleset = Ruleset.of("round-table", 8, ["percival", "morgana", "lady-of-the-lake", "excalibur", "targeting"])
    kit = kit_of(ruleset, "en", translator("en"), "")
    for told in (
        [(deck.title, deck.cards) for deck in kit.decks],
        kit.leaflet,
        explained_groups(ruleset, translator("en")),
        rules_sections(ruleset, "en"),
    ):
        assert_tells_of_quests(repr(told).replace("mission-", ""))


def test_other_languages_have_the_word_of_their_catalogue() -> None:
    polish, text = translator("pl"), "The mission is being resolved."
    assert in_words_of("round-table", polish)(text) == polish(text) != text


def test_bots_talk_of_quests() -> None:
    say = in_words_of("round-table", str)
    assert say("Mission {mission} failed with them on it.") == "Quest {mission} failed with them on it."
    assert say("Two missions succeeded with them.") == "Two quests succeeded with them."
    assert in_words_of("resistance", str) is str


def test_the_assassin_names_a_player_only_after_a_tick() -> None:
    game = table(FIVE)
    three_successes(game, (0, 1, 2))
    at = at_table(game)
    prompt = seat_part(ViewerContext(at, Visitor("person-3"), "en", "")).prompt
    assert prompt is not None
    assert prompt.form.warns
    fields = {"prompt": [prompt.form.prompt], "answer": ["0"]}
    with pytest.raises(Refused, match="not-confirmed"):
        choice_in(at, Visitor("person-3"), FormFields(fields))
    assert choice_in(at, Visitor("person-3"), FormFields({**fields, "sure": ["yes"]})) == c.Choose(
        1, 3, int(prompt.form.prompt), 0
    )
