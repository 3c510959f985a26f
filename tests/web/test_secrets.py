"""Pages keep secrets: alike deals give the same bytes, and every seat's private part has one size."""

import secrets
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest

from tests.support.alike_deals import compare_alike_deals
from tests.support.drawn_views import page_bytes
from tests.support.offline_room import Watching, choose, long_names, room
from tests.support.own_sizes import sizes_at
from tests.support.taking import take
from turncoat.kernel.chapters import Deal
from turncoat.kernel.opening import role_cards
from turncoat.kernel.refusals import Refusal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, is_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.locales import translator
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.state.chat import in_channel, is_silent
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.secrecy import check_alike_deals
from turncoat.testing.walks import next_choice
from turncoat.web.board.telling import teller_of
from turncoat.web.programs.protocol import UpdateMessage, sent_offer, sent_prompt, told
from turncoat.web.programs.socket import EVENTS, OWN, _public
from turncoat.web.programs.socket import filled_up as filled_up_update
from turncoat.web.table import sealed
from turncoat.web.table import seat as seat_part
from turncoat.web.table.guide import read
from turncoat.web.table.sealed import EACH_NAME_BYTE, own_size
from turncoat.web.updates.padding import PaddedSizeExceeded
from turncoat.web.updates.viewer import Outcome


class StillTime:
    """A clock that stands still until a test moves it."""

    moment = 100.0

    def now(self) -> float:
        return self.moment


def test_alike_deals_give_the_same_pages_and_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "token_hex", lambda size: "0" * 2 * size)  # distinguishes rooms
    compare_alike_deals()


EVERY = rulesets()
SOME = [
    pytest.param(Ruleset.of("resistance", 5), marks=pytest.mark.sweep),
    Ruleset.of("resistance", 10),
    Ruleset.of("resistance", 7, ("targeting", "plot-thickens", "hunter", "inquisitor")),
    Ruleset.of("resistance", 8, ("plot-thickens", "reverser")),
    Ruleset.of("winter-soldier", 7, ("black-widow", "maria-hill")),
]


@pytest.mark.parametrize("ruleset", SOME, ids=label)
def test_pages_satisfy_the_contract(ruleset: Ruleset) -> None:
    check_alike_deals(ruleset, renderers=[page_bytes], pairs=1)


@pytest.mark.sweep
@pytest.mark.timeout(600)
@pytest.mark.parametrize("ruleset", EVERY, ids=label)
def test_pages_of_every_ruleset_satisfy_the_contract(ruleset: Ruleset) -> None:
    check_alike_deals(ruleset, renderers=[page_bytes], pairs=1)


def with_every_role() -> list[Ruleset]:
    """Return rulesets at large tables that together deal every role of every game."""
    found: list[Ruleset] = []
    missing = {(ruleset.game, role) for ruleset in EVERY for role in role_cards(ruleset)}
    while missing:
        best = max(EVERY, key=lambda one: (len(missing & {(one.game, role) for role in role_cards(one)}), one.players))
        missing -= {(best.game, role) for role in role_cards(best)}
        found.append(best)
    return found


EACH_ROLE = with_every_role()
SIZED = [
    *EACH_ROLE,
    *(pytest.param(ruleset, marks=pytest.mark.sweep) for ruleset in EVERY[::24] if ruleset not in EACH_ROLE),
]


@pytest.fixture
def nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requires a seat's private part to fit as a whole."""

    def within_size(fill: Callable[[Any], Any], models: Any) -> Any:
        return fill(models)

    monkeypatch.setattr(sealed, "_within_size", within_size)


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("ruleset", SIZED, ids=label)
def test_private_parts_of_all_seats_have_one_size(ruleset: Ruleset) -> None:
    plays_with_one_size(ruleset, packs=True)


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("ruleset", SIZED[::4], ids=label)
def test_unpacked_private_parts_of_all_seats_have_one_size(ruleset: Ruleset) -> None:
    plays_with_one_size(ruleset, packs=False)


def plays_with_one_size(ruleset: Ruleset, *, packs: bool) -> None:
    at = room(ruleset, ruleset.deal(b"sizes"), long_names(ruleset.players))
    session = at.table.session
    assert session is not None
    rng = Random(label(ruleset))
    watching = [Watching(at, seat, packs=packs, language=("en", "pl")[seat % 2]) for seat in range(ruleset.players)]
    silent = dict.fromkeys(range(ruleset.players), False)
    for one in watching:
        one.viewer.answer(Outcome())  # brings the table menu, in which the host differs from the others
    asked: set[tuple[Seat, bool]] = set()
    for _ in range(40):
        if session.result is not None:
            break
        for one in watching:
            one.viewer.catch_up(at.table.version)
        # Players who leave the game lose the chat form, and others get a channel. Both are public.
        silent, before = {one.seat: is_silent(session, one.seat) for one in watching}, silent
        updates = {one: one.viewer.answer(Outcome()) for one in watching}
        known = {
            (one.language, before[one.seat], silent[one.seat], in_channel(session, one.seat), len(update))
            for one, update in updates.items()
        }
        assert len(known) == len({one[:-1] for one in known})
        sizes_at(watching, session)
        asked |= {(seat, session.view(seat).prompt is not None) for seat in range(ruleset.players)}
        choose(at, *next_choice(session._game, rng))
    assert len(asked) == 2 * ruleset.players, "somebody was never asked, or always"


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("ruleset", SIZED, ids=label)
def test_the_leaders_private_part_has_the_common_size(ruleset: Ruleset) -> None:
    """Knowledge from the deal comes beside the first question, which names everybody."""
    deal = ruleset.deal(b"sizes")
    for first in range(ruleset.players):
        at = room(ruleset, msgspec.structs.replace(deal, first=first), long_names(ruleset.players))
        assert at.table.session is not None
        language = ("en", "pl")[first % 2]
        watching = [Watching(at, seat, packs=True, language=language) for seat in range(ruleset.players)]
        sizes_at(watching, at.table.session)


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("names", [long_names, lambda count: tuple("ABCDEFGHIJKL"[:count])], ids=["long", "short"])
def test_everything_seen_and_explained_in_a_long_game_fits(
    names: Callable[[int], tuple[str, ...]],
) -> None:
    """Bots have chosen for absent people over and over, and the guide has said everything that it can."""
    for ruleset in (Ruleset.of("resistance", 10), Ruleset.of("winter-soldier", 12), Ruleset.of("hail-hydra", 8)):
        at = room(ruleset, ruleset.deal(b"long"), names(ruleset.players))
        session, rng = at.table.session, Random("long")
        assert session is not None
        watching = [Watching(at, seat, packs=True, language="pl") for seat in range(ruleset.players)]
        for one in watching:
            take(at.table, c.Entry("", one.visitor.id, c.Guide(on=True)))
        for turn in range(300):
            if session.result is not None:
                break
            seat, choice = next_choice(session._game, rng)
            session.note(seat, choice, "bot")
            if turn % 20 == 0:
                sizes_at(watching, session)
            for one in watching if turn < 100 else ():
                if (explained := read(at.table, session, one.visitor.id, one.seat, "first")) is not None:
                    take(at.table, c.Entry("", one.visitor.id, explained))
            choose(at, seat, choice)


def test_the_size_depends_only_on_the_names() -> None:
    short, long = own_size("AB", 5, with_aid=False), own_size(["A", "\U00020000"], 5, with_aid=False)
    assert long.packed - short.packed == 3 * EACH_NAME_BYTE.packed
    assert own_size("AB", 5, with_aid=False, channel=1) == own_size("AB", 5, with_aid=False, channel=4096)


@pytest.mark.parametrize("packs", [False, True], ids=["in full", "packed"])
def test_a_hint_too_long_for_the_size_is_omitted(packs: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """An outside package may attach a longer hint to a question than any game of ours."""
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"hint"))
    watching = [Watching(at, seat, packs=packs) for seat in range(5)]
    real, hint = seat_part._PromptForms.prompt, "".join(map(str, range(5000)))

    def prompt(asks: Any, of: Prompt) -> seat_part.PromptPart:
        return msgspec.structs.replace(real(asks, of), hint=hint)

    monkeypatch.setattr(seat_part._PromptForms, "prompt", prompt)
    updates = [
        (one.viewer.answer(Outcome()), one.viewer.answer(Outcome()))[1] for one in watching
    ]  # the first brings the menu
    assert len({(one.own_part(), len(update)) for one, update in zip(watching, updates, strict=True)}) == 1
    asked = [one for one in watching if 'id="answer-form"' in one.page()]
    assert len(asked) == 1, "the question and its form are there"
    assert hint not in asked[0].page()


def test_a_question_too_long_for_the_size_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"hint"))
    monkeypatch.setattr(seat_part, "TALK", "".join(map(str, range(5000))))
    waits = [seat for seat in range(5) if not is_in(seat, at.table.session.waiting)]  # type: ignore[union-attr]
    with pytest.raises(PaddedSizeExceeded):
        Watching(at, waits[0], packs=True).viewer.answer(Outcome())


def test_nobody_else_notices_a_changed_ballot() -> None:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0))
    session = at.table.session
    assert session is not None
    choose(at, 0, Choice(1, (0b11,)))
    choose(at, 1, Choice(2, "approve"))
    watching = {seat: Watching(at, seat) for seat in (0, 1, 2, SPECTATOR)}
    before = {seat: (one.viewer.update(), one.page())[1] for seat, one in watching.items()}
    choose(at, 1, Choice(2, "reject"))
    assert [seat for seat, one in watching.items() if one.viewer.update() is not None] == [1]
    assert [seat for seat, one in watching.items() if before[seat] != one.page()] == [1]


def with_ballots(changes: int) -> tuple[Room, Watching]:
    """Open a table where everybody watches a vote, and somebody has changed their ballot this many times."""
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, Deal(("spy", "spy", "resistance", "resistance", "resistance"), 0))
    choose(at, 0, Choice(1, (0b11,)))
    choose(at, 1, Choice(2, "approve"))
    other = Watching(at, 2)
    other.viewer.update()
    for number in range(changes):
        choose(at, 1, Choice(2, ("reject", "approve")[number % 2]))
        at.tell()
        assert other.viewer.update() is None
    return at, other


def test_announcement_ids_do_not_count_secret_events() -> None:
    told = []
    for changes in (0, 1, 2):
        at, other = with_ballots(changes)
        at.table.control.paused_by = "Person 0"
        at.table.note_change()
        message = other.viewer.update()
        assert message is not None
        assert b"Person 0 has paused the game" in message
        told.append(message)
    assert told[1:] == told[:-1]


def test_secret_actions_stay_unnoticed_after_a_refusal() -> None:
    at, other = with_ballots(1)
    refused = other.viewer.answer(Outcome("1", Refusal("stale")))
    assert other.viewer.update() is None
    choose(at, 1, Choice(2, "approve"))
    at.tell()
    assert other.viewer.update() is None
    again = other.viewer.answer(Outcome("2", Refusal("stale")))
    assert again == refused.replace(b'"answers":"1"', b'"answers":"2"')


def test_programs_updates_have_one_size_for_any_role() -> None:
    for said in range(3900, 4100):
        public = [{"event": "Said", "text": "x" * said, "role": None}]
        shown = UpdateMessage(1, public, None, None, (), 0, None)
        sizes = {
            len(
                filled_up_update(
                    msgspec.json.encode(UpdateMessage(1, [{**public[0], "role": role}], None, None, (), 0, None)),
                    len(msgspec.json.encode(shown)),
                    len(public),
                )
            )
            for role in ("spy", "resistance", None)
        }
        assert len(sizes) == 1


@pytest.mark.parametrize("ruleset", SIZED, ids=label)
def test_programs_updates_fill_at_most_half_of_the_room(ruleset: Ruleset) -> None:
    at = room(ruleset, ruleset.deal(b"programs"))
    session, rng = at.table.session, Random(label(ruleset))
    assert session is not None
    seen, teller = [(0, 0)] * ruleset.players, teller_of(session, session.names, translator("pl"))
    for _ in range(150):
        if session.result is not None:
            break
        for seat in range(ruleset.players):
            view = session.view(seat)
            for public, own in {seen[seat], (0, 0)}:  # since the last update, and for a page loaded only now
                prompt = sent_prompt(view.prompt, teller) if view.prompt is not None else None
                offers = tuple(sent_offer(offer, teller) for offer in view.offers)
                events = view.events[own:]
                update = UpdateMessage(
                    1,
                    events,
                    prompt,
                    view.answer,
                    offers,
                    view.waiting,
                    session.result,
                    told=told(events, teller),
                )
                everybody = _public(session, public, teller)
                room_for = OWN * (1 + (everybody.events - public) // EVENTS)
                assert len(msgspec.json.encode(update)) - everybody.size < room_for / 2
            seen[seat] = len(session.view().events), len(view.events)
        choose(at, *next_choice(session._game, rng))
