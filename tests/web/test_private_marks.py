"""What a seat may mark others with, for itself alone: from its own view, and from nothing else."""

from typing import Any

import pytest

from tests.web.test_secrets import Watching, bytes_of_own, room
from turncoat.games.resistance.events import SpiesSeen
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing.games import walk
from turncoat.testing.rulesets import label, rulesets
from turncoat.web.board.role_card import OwnLog

RESISTANCE = Ruleset.of("resistance", 5)
NAMES = ["Ola", "Jan", "Ewa", "Kai", "Mia"]


def marks(seat: int, *events: Event, language: str = "en") -> dict[int, list[str]]:
    view: View[Any] = View(RESISTANCE, seat)
    log = OwnLog(Teller(RESISTANCE, NAMES, translator(language)))
    view.events = [seen for event in events if (seen := seen_by(event, seat)) is not None]
    log.update(view)
    return log.marks


def test_fellows_are_marked_and_oneself_is_not() -> None:
    assert marks(1, SpiesSeen(0b01010, 0b01010)) == {3: ["Spy"]}
    assert marks(0, SpiesSeen(0b01010, 0b01010)) == {}


def test_a_card_that_was_seen_is_marked_for_whoever_saw_it() -> None:
    shown = LoyaltyShown(2, 4, "spies")
    assert marks(4, shown) == {2: ["Spies"]}
    assert marks(2, shown) == {}
    assert marks(0, shown) == {}
    assert marks(4, shown, shown) == {2: ["Spies"]}
    assert marks(4, shown, language="pl") == {2: ["Agenci"]}


def test_the_marks_are_in_the_own_part_and_its_size_does_not_tell_them() -> None:
    ruleset = Ruleset.of("resistance", 7)
    at = room(ruleset, ruleset.deal(b"marks"))
    assert at.table.session is not None
    roles = at.table.session._game.deal.roles
    sizes = set()
    for seat, role in enumerate(roles):
        one = Watching(at, seat, packs=True)
        assert one.page().count("data-known=") == (roles.count("spy") - 1 if role == "spy" else 0)
        one.viewer.update()
        sizes.add(bytes_of_own(one.viewer.update()))
    assert len(sizes) == 1
    assert "data-known" not in Watching(at, SPECTATOR).page()


@pytest.mark.parametrize("ruleset", rulesets()[::12], ids=label)
def test_only_what_the_card_says_is_marked_and_shortly(ruleset: Ruleset) -> None:
    names = [f"Person {seat}" for seat in range(ruleset.players)]
    last = None
    for game, _ in walk(ruleset, 3):
        last = game
    assert last is not None
    for seat in range(ruleset.players):
        log = OwnLog(Teller(ruleset, names))
        log.update(last.view(seat))
        said = " ".join([*log.at_reveal, *(text for _, text in log.since)])
        for other, texts in log.marks.items():
            assert other != seat
            assert names[other] in said
            assert all(text and "{" not in text and len(text) < 40 for text in texts)


def test_every_game_where_some_are_seen_at_the_deal_marks_them() -> None:
    for name, book in BOOKS.items():
        told = [kind for kind in book.events if kind.private_mark != ("", "")]
        assert told, name
