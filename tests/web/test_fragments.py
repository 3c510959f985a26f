"""Parts that viewers share are drawn once, and are never older than the table."""

from random import Random

import msgspec
import pytest

from tests.web.test_secrets import Watching, choose, room
from turncoat.kernel.chapters import Deal
from turncoat.kernel.refusals import Refusal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.kernel.steps import Choice
from turncoat.table.runtime.room import Room
from turncoat.web.board.model import Said
from turncoat.web.table.chat import ChannelPart, SayForm
from turncoat.web.table.guide import GuidePart
from turncoat.web.table.menu import JoinPart
from turncoat.web.table.page import TablePage, own_parts, page_of, public_parts
from turncoat.web.updates.fragments import FragmentCache


def fresh(at: Room, watching: Watching, language: str) -> tuple[dict[str, str], dict[str, str]]:
    """The shared parts from the cache, and the same drawn without it."""
    page = page_of(at, watching.visitor, language, "http://table", "csrf")
    assert isinstance(page, TablePage)
    kept = public_parts(at, page)
    at.drawn = {}
    page = page_of(at, watching.visitor, language, "http://table", "csrf")
    assert isinstance(page, TablePage)
    return kept, public_parts(at, page)


@pytest.mark.parametrize("game", ["resistance", "winter-soldier", "hail-hydra"])
def test_cached_parts_are_what_would_be_drawn_now(game: str) -> None:
    ruleset = Ruleset.of(game, 7)
    at = room(ruleset, ruleset.deal(b"7"))
    watching, rng = Watching(at, SPECTATOR), Random(3)
    for turn in range(120):
        session = at.table.session
        assert session is not None
        if session.result is not None:
            break
        kept_drawings = dict(at.drawn)
        kept, drawn = fresh(at, watching, "en")
        assert kept == drawn, turn
        at.drawn = kept_drawings
        if not session.waiting:
            break
        seat = rng.choice(seats_in(session.waiting))
        prompt = session.view(seat).prompt
        assert prompt is not None
        choose(at, seat, Choice(prompt.number, rng.choice(list(prompt.option.answers()))))


def test_a_spectator_gets_only_what_has_changed() -> None:
    ruleset = Ruleset.of("resistance", 7)
    at = room(ruleset, ruleset.deal(b"7"))
    session = at.table.session
    assert session is not None
    watching = Watching(at, 0)
    first = msgspec.json.decode(watching.viewer.update())["parts"]
    assert {"public", "past", "said", "mine"} <= set(first)
    again = msgspec.json.decode(watching.viewer.update())["parts"]
    assert "mine" in again  # an own part always comes, so that it tells nothing by coming
    assert not {"public", "past", "said"} & set(again)
    seat = seats_in(session.waiting)[0]
    prompt = session.view(seat).prompt
    assert prompt is not None
    choose(at, seat, Choice(prompt.number, next(iter(prompt.option.answers()))))
    after = msgspec.json.decode(watching.viewer.update())["parts"]
    assert {"public", "past"} <= set(after)
    assert "said" not in after


def test_a_seats_own_parts_are_drawn_again_when_what_they_show_changes() -> None:
    ruleset = Ruleset.of("resistance", 7)
    watching = Watching(room(ruleset, ruleset.deal(b"7")), SPECTATOR)
    page = page_of(watching.at, watching.visitor, "en", "http://table", "csrf")
    assert isinstance(page, TablePage)
    kept, form = FragmentCache(), SayForm("say-channel", "/t/BCDF", "1", "channel")
    replace = msgspec.structs.replace
    changed = [
        replace(page, mine=replace(page.mine, waiting="Waiting for nobody.")),
        replace(page, mine=replace(page.mine, channel=ChannelPart("Only they can read it", form))),
        replace(
            page,
            mine=replace(page.mine, channel=ChannelPart("Only they can read it", form, (Said(1, "Ola", "Hello"),))),
        ),
        replace(page, mine=replace(page.mine, guide=GuidePart("/t/BCDF", on=True, tip="Look!"))),
        replace(page, menu=replace(page.menu, join=JoinPart(why_not="The table is locked."))),
    ]
    drawn = [own_parts(one, kept) for one in (page, *changed)]
    assert drawn == [own_parts(one) for one in (page, *changed)]
    assert len({tuple(one.items()) for one in drawn}) == len(drawn)


def test_a_new_game_has_nothing_of_the_game_before() -> None:
    ruleset = Ruleset.of("resistance", 7)
    spies = ("spy", "spy", "spy", "resistance", "resistance", "resistance", "resistance")
    rooms = [room(ruleset, Deal(roles, 2)) for roles in (spies, spies[::-1])]
    at, viewer, before = rooms[0], Watching(rooms[0], 0), []
    for number, dealt in enumerate(rooms, 1):
        assert dealt.table.session is not None
        at.table.session = dealt.table.session
        at.table.session.number = at.table.games = number
        kept = page_of(at, viewer.visitor, "en", "http://table", "csrf", kept=viewer.viewer.kept)
        at.drawn = {}
        assert kept == page_of(at, viewer.visitor, "en", "http://table", "csrf")
        assert isinstance(kept, TablePage)
        assert kept.mine.card is not None
        before.append(kept.mine.card.knows)
    assert before[0] != before[1]


def test_the_answer_to_a_refused_choice_leaves_to_the_socket_what_it_brings() -> None:
    ruleset = Ruleset.of("resistance", 7)
    at = room(ruleset, ruleset.deal(b"7"))
    watching = [Watching(at, seat) for seat in range(7)]
    answers = [one.viewer.refuse(Refusal("stale")) for one in watching]
    assert len({len(answer) for answer in answers}) == 1
    answer = msgspec.json.decode(answers[0])
    assert (answer["code"], set(answer["parts"])) == ("stale", {"mine", "channel", "guide"})
    assert answer["problem"] in answer["parts"]["mine"]
