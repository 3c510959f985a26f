"""Marks that a seat sees on others, derived from its own view alone."""

from typing import Any

import pytest

from tests.support.games.hostile_intent import send
from tests.support.games.hostile_intent import table as hunter_table
from tests.support.games.winter_soldier import HILL, SEVEN
from tests.support.games.winter_soldier import table as winter_table
from tests.support.offline_room import Watching, room
from tests.support.own_sizes import bytes_of_own
from turncoat.games.resistance.events import SpiesSeen
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.events import Event, seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import opening_knowledge
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing.games import walk
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import play
from turncoat.web.board.role_card import OwnLog, RoleCard, role_card
from turncoat.web.games import presenter_of
from turncoat.web.updates.viewer import Outcome

RESISTANCE = Ruleset.of("resistance", 5)
NAMES = ["Ola", "Jan", "Ewa", "Kai", "Mia"]


def marks(seat: int, *events: Event, language: str = "en") -> dict[int, list[str]]:
    view: View[Any] = View(RESISTANCE, seat)
    log = OwnLog(Teller(RESISTANCE, NAMES, translator(language)))
    view.events = [seen for event in events if (seen := seen_by(event, seat)) is not None]
    log.update(view, "")
    return log.marks


def test_allies_are_marked_but_not_the_viewer() -> None:
    assert marks(1, SpiesSeen(0b01010, 0b01010)) == {3: ["Spy"]}
    assert marks(0, SpiesSeen(0b01010, 0b01010)) == {}


def test_a_card_is_marked_for_the_seat_that_saw_it() -> None:
    shown = LoyaltyShown(2, 4, "spies")
    assert marks(4, shown) == {2: ["Spies"]}
    assert marks(2, shown) == {}
    assert marks(0, shown) == {}
    assert marks(4, shown, shown) == {2: ["Spies"]}
    assert marks(4, shown, language="pl") == {2: ["Agenci"]}


def test_marks_are_private_and_do_not_change_sizes() -> None:
    ruleset = Ruleset.of("resistance", 7)
    at = room(ruleset, ruleset.deal(b"marks"))
    assert at.table.session is not None
    roles = at.table.session._game.deal.roles
    sizes = set()
    for seat, role in enumerate(roles):
        one = Watching(at, seat, packs=True)
        assert one.page().count("data-known=") == (roles.count("spy") - 1 if role == "spy" else 0)
        one.viewer.answer(Outcome())
        sizes.add(bytes_of_own(one.viewer.answer(Outcome())))
    assert len(sizes) == 1
    assert "data-known" not in Watching(at, SPECTATOR).page()


@pytest.mark.parametrize("ruleset", rulesets()[::12], ids=label)
def test_marks_repeat_the_card_in_brief(ruleset: Ruleset) -> None:
    names = [f"Person {seat}" for seat in range(ruleset.players)]
    last = None
    for game, _ in walk(ruleset, 3):
        last = game
    assert last is not None
    for seat in range(ruleset.players):
        log = OwnLog(Teller(ruleset, names))
        log.update(last.view(seat), "")
        said = " ".join([*log.at_reveal, *(text for _, text in log.since)])
        for other, texts in log.marks.items():
            assert other != seat
            assert names[other] in said
            assert all(text and "{" not in text and len(text) < 40 for text in texts)


def card_of(game: Game[Any], seat: int) -> RoleCard:
    """Return the seat's own card."""
    teller = Teller(game.ruleset, [f"Person {one}" for one in range(game.ruleset.players)])
    return role_card(game.view(seat), presenter_of(game.ruleset.game), teller)


@pytest.mark.clause("WIN-HILL-1")
@pytest.mark.parametrize("options", [{}, {"fury_sees_hill": True}])
def test_a_possible_maria_hill_is_marked_as_doubtful(options: dict[str, OptionValue]) -> None:
    with_hill = winter_table(HILL, "", **options)
    assert dict(card_of(with_hill, 4).marks) == dict.fromkeys((2, 5, 6), "HYDRA?")
    assert dict(card_of(with_hill, 2).marks) == dict.fromkeys((4, 5, 6), "HYDRA"), "she knows them"
    fury = dict.fromkeys((2, 4, 5, 6), "HYDRA?") if options else dict.fromkeys((4, 5, 6), "HYDRA")
    assert dict(card_of(with_hill, 1).marks) == fury
    assert dict(card_of(winter_table(SEVEN), 4).marks) == dict.fromkeys((5, 6), "HYDRA")


@pytest.mark.clause("HUN-DUMMY-1")
@pytest.mark.parametrize(("modules", "mark"), [((), "Resistance Chief"), (("dummy-agent",), "Resistance Chief?")])
def test_a_chiefs_mark_is_doubtful_with_a_dummy_agent(modules: tuple[str, ...], mark: str) -> None:
    game = hunter_table(7, *modules, instead=dict.fromkeys((2,), "dummy-agent") if modules else {}, first=1)
    send(game, "0,1")
    play(game, "1 investigate 0\n0 hand-loyalty-card resistance-chief")
    assert dict(card_of(game, 1).marks) == {0: mark}


@pytest.mark.parametrize("ruleset", rulesets(every=True)[::9], ids=label)
def test_marks_of_the_reveal_are_true_or_have_a_question_mark(ruleset: Ruleset) -> None:
    for seed in range(4):
        roles = ruleset.deal(bytes([seed])).roles
        teller = Teller(ruleset, [f"Person {seat}" for seat in range(ruleset.players)])
        for seat, role in enumerate(roles):
            view: View[Any] = View(ruleset, seat)
            view.events = opening_knowledge(ruleset, roles, seat)
            log = OwnLog(teller)
            log.update(view, role)
            for other, texts in log.marks.items():
                for text in texts:
                    assert text.endswith("?") or is_said_of(text, roles[other], ruleset, teller), (
                        f"the mark {text!r} names neither the role {roles[other]!r} of its seat nor their "
                        "side. A mark of opening knowledge (`Event.private_mark`) says what was seen, by the label of "
                        "a role or side, such as {role:role}; where that is not certain, it ends with a question mark."
                    )


def is_said_of(mark: str, role: str, ruleset: Ruleset, teller: Teller) -> bool:
    """Whether a mark names the role or its side: by its label or the plain card of the side, or by a part of it."""
    side = BOOKS[ruleset.game].side_of(role)
    labels = {teller.role(role), teller.word(side)}
    if plain := presenter_of(ruleset.game).plain_roles.get(side):
        labels.add(teller.role(plain))
    return any(label in mark or mark in label for label in labels)


def test_every_game_marks_the_people_seen_at_the_deal() -> None:
    for name, book in BOOKS.items():
        told = [kind for kind in book.events if kind.private_mark != ("", "")]
        assert told, name
