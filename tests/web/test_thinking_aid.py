"""The thinking aid: certainties in a seat's private part, of one size for all, at tables that publicly enable it."""

from functools import partial
from random import Random
from typing import Any

import pytest

from tests.support.drawn_views import page_bytes
from tests.support.fixtures.models import TablePage, own_parts, page_of
from tests.support.offline_room import Watching, choose, long_names, room
from tests.support.own_sizes import sizes_at
from tests.support.serving import Person, Server
from tests.support.taking import take
from turncoat.kernel.chapters import Deal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.steps import Choice
from turncoat.table import commands as c
from turncoat.table.runtime.room import Room
from turncoat.table.values.settings import TableSettings
from turncoat.testing import label
from turncoat.testing.rulesets import rulesets
from turncoat.testing.secrecy import check_alike_deals
from turncoat.testing.walks import next_choice
from turncoat.web.table.page_parts import PublicContext
from turncoat.web.table.public import public_of
from turncoat.web.table.thinking_aid import AidPart
from turncoat.web.updates.viewer import Outcome

FIVE = Ruleset.of("resistance", 5)
DEAL = Deal(("resistance", "spy", "resistance", "spy", "resistance"), 0)
AIDED = TableSettings(thinking_aid=True)


def aided(ruleset: Ruleset, deal: Deal, names: tuple[str, ...] = ()) -> Room:
    at = room(ruleset, deal, names) if names else room(ruleset, deal)
    take(at.table, c.Entry("", "person-0", c.ChangeSettings(AIDED)))
    return at


def page(at: Room, seat: int) -> TablePage:
    drawn = page_of(at, Watching(at, seat).visitor, "en", "http://table", "csrf")
    assert isinstance(drawn, TablePage)
    return drawn


def aid(at: Room, seat: int) -> AidPart:
    part = page(at, seat).own_seat.aid
    assert part is not None
    return part


def fail_the_first_mission(at: Room) -> None:
    """Send seats 1 and 2 on the mission, where seat 1, a spy, plays a Fail."""
    choose(at, 0, Choice(1, (0b00110,)))
    for seat in range(5):
        choose(at, seat, Choice(2, "approve"))
    choose(at, 1, Choice(3, "fail"))
    choose(at, 2, Choice(3, "success"))


def test_the_aid_tells_each_seat_what_it_can_deduce() -> None:
    at = aided(FIVE, DEAL)
    names = at.table.session.names  # type: ignore[union-attr]
    assert aid(at, 0).certain == ()
    assert aid(at, 1).certain[0] == f"{names[0]} is certainly: Resistance."
    assert f"{names[3]} is certainly: Spy." in aid(at, 1).certain
    fail_the_first_mission(at)
    two = f"{names[1]} and {names[2]}"
    assert aid(at, 0).certain == (f"At least one of them is on this side (Spies): {two}.",)
    assert aid(at, 2).certain == (f"{names[1]} is certainly: Spy.",)


def test_the_aid_gives_its_reasons() -> None:
    at = aided(FIVE, DEAL)
    fail_the_first_mission(at)
    of_one = next(one for one in aid(at, 2).seats if one.seat == 1)
    assert of_one.says == "Spy"
    (reason,) = of_one.reasons
    assert reason.event.startswith("Mission 1: ")
    assert reason.certain == (f"{of_one.name} is certainly: Spy.",)
    html = own_parts(page(at, 2))["own_seat"]
    assert 'data-known="1" data-says="Spy"' in html


def test_the_aid_does_not_repeat_the_role_cards_marks() -> None:
    at = aided(FIVE, DEAL)  # seat 1 saw seat 3 at the reveal, so its card marks that seat
    html = own_parts(page(at, 1))["own_seat"]
    assert html.count('data-known="3"') == 1
    assert html.count('data-known="0"') == 1


def test_spectators_see_only_that_the_aid_is_on() -> None:
    without, at = room(FIVE, DEAL), aided(FIVE, DEAL)
    assert page(at, SPECTATOR).own_seat.aid is None
    assert page(without, 0).own_seat.aid is None
    for seat in (0, SPECTATOR):
        assert "Thinking aid" in page(at, seat).public.on_board
        assert "Thinking aid" not in page(without, seat).public.on_board
    assert "The players use the thinking aid." in page(at, SPECTATOR).own_seat.waiting
    assert "Podpowiedzi" in public_of(PublicContext(at, "pl")).on_board


def test_the_aid_is_silent_during_the_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    at = aided(FIVE, DEAL)
    monkeypatch.setattr(type(at.scenes), "dealing", property(lambda _: 5.0))
    assert aid(at, 1) == AidPart()


def in_play(ruleset: Ruleset, seed: bytes, packs: bool) -> tuple[Room, list[Watching], Random]:
    at = aided(ruleset, ruleset.deal(seed), long_names(ruleset.players))
    watching = [Watching(at, seat, packs=packs) for seat in range(ruleset.players)]
    for one in watching:
        one.viewer.answer(Outcome())  # brings the table menu, in which the host differs from the others
    return at, watching, Random(label(ruleset))


@pytest.mark.parametrize(
    ("ruleset", "packs"),
    [(ruleset, number % 4 > 0) for number, ruleset in enumerate(rulesets()[::24])],
    ids=lambda value: label(value) if isinstance(value, Ruleset) else str(value),
)
def test_thinking_aids_of_all_seats_have_one_size(ruleset: Ruleset, packs: bool) -> None:
    at, watching, rng = in_play(ruleset, b"sizes", packs)
    session: Any = at.table.session
    for turn in range(60):
        if session.result is not None:
            break
        if turn % 6 == 0:
            for one in watching:
                one.viewer.catch_up(at.table.version)
            sizes_at(watching, session)
        choose(at, *next_choice(session._game, rng))


def test_the_host_enables_the_aid_before_the_game(server: Server) -> None:
    ola = Person(server, "Ola").open()
    assert 'name="thinking_aid" value="true"' in ola.look()
    assert 'id="set-thinking_aid" name="thinking_aid" value="true" checked' not in ola.look()
    ola.post(ola.path, do="change-settings", thinking_aid=["false", "true"])
    assert 'name="thinking_aid" value="true" checked' in ola.look()
    jan = Person(server, "Jan", ola.code)
    jan.look()
    jan.sit()
    assert "Everybody sees that it is on." in jan.look()
    ola.start()
    assert 'id="aid"' in ola.look()
    assert 'id="aid"' not in Person(server, "Ewa", ola.code).look()


def test_pages_with_the_aid_depend_on_the_view_alone() -> None:
    face = partial(page_bytes, settings=AIDED)
    check_alike_deals(Ruleset.of("resistance", 5, ("hunter",)), renderers=[face], pairs=1)
