"""The button “Skip until I'm needed” is the same for every seat, and using it changes nobody else's page."""

import msgspec

from tests.support.fixtures.models import TablePage, page_of
from tests.support.offline_room import Watching, room
from tests.support.open_page import unpacked
from tests.support.taking import check, take
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.game_session import GameSession
from turncoat.web.board.telling import teller_of, waiting_for_others
from turncoat.web.http.languages import translator
from turncoat.web.updates.messages import Announcement
from turncoat.web.updates.viewer import Outcome

BUTTON = "Skip until I&#39;m needed"
PLAIN = "Until then you pass on optional questions."


def session_of(at: Room) -> GameSession:
    session = at.table.session
    assert session is not None
    return session


def at_a_question_to_everybody() -> tuple[Room, Deal]:
    ruleset = Ruleset.of("hail-hydra", 5)
    deal = ruleset.deal(b"going on")
    at = room(ruleset, deal)
    session = session_of(at)
    while not session.takes_standing_answers:
        chance = session.chance()
        seat, choice = (-2, chance) if chance is not None else (-1, None)
        if choice is None:
            seat = session.waiting.bit_length() - 1
            choice = session.default(seat)
        do(at, seat, c.Choose(1, seat, choice.to, choice.answer))
    return at, deal


def do(at: Room, seat: int, command: c.Command) -> None:
    by = c.CHANCE_PERSON if seat == -2 else f"person-{seat}"
    check(at.table, by, command)
    take(at.table, c.Entry("", by, command))


def test_every_seat_has_the_skip_button_with_an_explanation() -> None:
    at, deal = at_a_question_to_everybody()
    assert set(deal.roles) == {"hydra", "shield"}
    for seat in range(5):
        page = Watching(at, seat).page()
        assert page.count(BUTTON) == 1
        assert page.count(PLAIN) == 1
        # The large button skips the whole offensive, and says so.
        assert page.count('data-confirm name="until" value="round"') == 1
        assert page.count("Counts for the whole offensive.") == 1
    assert BUTTON not in Watching(at, SPECTATOR).page()


def test_a_standing_answer_is_visible_only_to_its_seat() -> None:
    at, _ = at_a_question_to_everybody()
    do(at, 1, c.StandingAnswer(1, session_of(at).question))
    page = Watching(at, 1).page()
    assert BUTTON not in page
    assert page.count('value="ask-again"') == 1
    assert page.count("Skipping until you're needed.") == 1
    for seat in (0, 2, SPECTATOR):
        assert "ask-again" not in Watching(at, seat).page()


def test_while_a_seat_is_asked_something_that_it_cannot_skip_nothing_says_that_it_skips() -> None:
    at, _ = at_a_question_to_everybody()
    session = session_of(at)
    while session.takes_standing_answers or session.chance() is not None:
        chance = session.chance()
        seat = session.waiting.bit_length() - 1 if chance is None else -2
        choice = chance or session.default(seat)
        do(at, seat, c.Choose(1, seat, choice.to, choice.answer))
    session.standing_answers = 0b11111
    asked = session.waiting.bit_length() - 1
    page = Watching(at, asked).page()
    assert " my-turn" in page
    assert "ask-again" not in page


def told_to(one: Watching) -> list[Announcement]:
    """Return the announcements to a single seat."""
    return [msgspec.convert(said, Announcement) for said in unpacked(one.viewer.answer(Outcome()))["announcements"]]


def test_a_seat_with_a_standing_answer_is_not_called_to_its_turn() -> None:
    at, _ = at_a_question_to_everybody()
    session_of(at).standing_answers = 0b10
    said: dict[int, list[str]] = {}
    for seat, called in ((0, True), (1, False), (2, True)):
        watching = Watching(at, seat)
        page = page_of(at, watching.visitor, "en", "http://table", "csrf")
        assert isinstance(page, TablePage)
        announcements = told_to(watching)
        assert (" my-turn" in watching.page()) == called
        assert ("turn" in [one.kind for one in announcements]) == called
        said[seat] = [one.text for one in announcements if one.kind == "status"]
    assert said[0] == said[2] != said[1]


def test_a_seat_with_a_standing_answer_is_not_told_that_others_wait() -> None:
    at, _ = at_a_question_to_everybody()
    session = session_of(at)
    session.standing_answers = 0b10
    waiting = session.waiting
    assert waiting & 0b10
    others = waiting.bit_count() - 1
    words = f"Waiting for {others} others."
    one_with_answer, other = Watching(at, 1), Watching(at, 2)
    page = page_of(at, one_with_answer.visitor, "en", "http://table", "csrf")
    assert isinstance(page, TablePage)
    assert [one.text for one in told_to(one_with_answer) if one.kind == "status"] == [words]
    # The line on the board is the same for all. The seat's own part chooses one of its wordings.
    assert page.public.stage.waiting_for_others == words
    assert 'class="own-seat standing-answer"' in one_with_answer.page()
    assert "own-seat standing-answer" not in other.page()
    assert (
        waiting_for_others(0b10, teller_of(session, session.names, translator("en")))
        == "The game continues in a moment."
    )


def test_nobody_else_notices_a_withdrawn_standing_answer() -> None:
    at, _ = at_a_question_to_everybody()
    do(at, 1, c.StandingAnswer(1, session_of(at).question))
    watching = [Watching(at, seat) for seat in (*range(5), SPECTATOR)]
    for one in watching:
        one.viewer.answer(Outcome())
    before = [one.got() for one in watching]
    do(at, 1, c.StandingAnswer(1, on=False))
    after = [one.got() for one in watching]
    assert [one.seat for one, was, now in zip(watching, before, after, strict=True) if was != now] == [1]
    assert len(before[1][1]) == len(after[1][1])  # type: ignore[arg-type]
