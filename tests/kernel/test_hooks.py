"""Windows, policies and notices: a chapter with handlers for unknown hooks or of the wrong type is refused."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest

import turncoat.games  # noqa: F401  # makes the games known
from tests.support.toys import ToyChapter, resistance_with
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import ENDING, HAND, HOOKS, MISSION_SETTLED, PLAYABLE, PROPOSAL_MADE, TEAM_APPROVED
from turncoat.games.winter_soldier import hooks as winter
from turncoat.kernel.game import Game
from turncoat.kernel.hooks import HookHandler, Notice, Policy, Window, in_order
from turncoat.kernel.rulebooks import BOOKS, Rulebook, handlers_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Step

Call = Callable[..., Any]


@pytest.fixture
def book() -> Iterator[Rulebook]:
    with resistance_with() as toy:
        yield toy


def chapter(*handlers: HookHandler, name: str = "mine") -> ToyChapter:
    """Return a chapter with these handlers."""
    made = ToyChapter()
    made.name = name  # type: ignore[misc]
    made.windows = lambda: handlers  # type: ignore[method-assign, assignment, return-value]
    return made


def one_card(game: Game[Any], hand: tuple[str, ...]) -> tuple[str, ...]:
    return hand[:1]


def any_cards(game: Game[Any], hand: Sequence[str], *rest: object) -> tuple[str, ...]:
    return tuple(hand)


def of_a_role(ruleset: Ruleset, cards: tuple[str, ...], board: Board, role: str) -> tuple[str, ...]:
    return cards


def a_list(game: Game[Any], hand: tuple[str, ...]) -> list[str]:
    return [*hand]


def of_numbers(game: Game[Any], hand: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(map(str, hand))


def settled(game: Game[Any], memory: dict[str, int]) -> Step | None:
    return None


def says_yes(game: Game[Any], memory: dict[str, int]) -> bool:
    return True


def heard(game: Game[Any], values: dict[str, Any]) -> None: ...


def at_once(game: Game[Any], ending: tuple[str, str] | None) -> tuple[str, str]:
    return ending or ("spies", "no-patience")


class Method:
    def __call__(self, game: Game[Any], approved: bool) -> bool:
        return not approved

    def approved(self, game: Game[Any], approved: bool, again: bool = True) -> bool:
        return approved and again


FITTING: list[tuple[Any, Call]] = [
    (HAND, one_card),
    (HAND, any_cards),
    (PLAYABLE, any_cards),
    (PLAYABLE, of_a_role),
    (HAND, lambda game, hand: hand),
    (HAND, lambda *everything: everything[1]),
    (MISSION_SETTLED, settled),
    (PROPOSAL_MADE, heard),
    (ENDING, at_once),
    (TEAM_APPROVED, Method()),
    (TEAM_APPROVED, Method().approved),
    (TEAM_APPROVED, bool),
]


@pytest.mark.parametrize(("hook", "call"), FITTING)
def test_a_hook_function_with_a_fitting_signature_is_accepted(book: Rulebook, hook: Any, call: Call) -> None:
    book.add(chapter(hook.handled_by(call)))
    assert [handler.call for handler in handlers_of(book.chapters["mine"])] == [call]


MISFITS: list[tuple[Any, Call, str]] = [
    (PLAYABLE, one_card, "one_card is called with the ruleset and tuple[str, ...] and Board and str for 'playable'"),
    (HAND, of_a_role, "of_a_role is called with the game and tuple[str, ...] for 'hand'"),
    (HAND, lambda: (), "is called with the game and tuple[str, ...] for 'hand'"),
    (HAND, a_list, "a_list returns list[str]; 'hand' wants tuple[str, ...]"),
    (HAND, of_numbers, "of_numbers takes hand as tuple[int, ...]; for 'hand' it is tuple[str, ...]"),
    (TEAM_APPROVED, one_card, "one_card takes hand as tuple[str, ...]; for 'team-approved' it is bool"),
    (MISSION_SETTLED, says_yes, "says_yes returns bool; 'mission-settled' wants turncoat.kernel.steps.Step | None"),
    (PROPOSAL_MADE, one_card, "takes hand as tuple[str, ...]; for 'proposal-made' it is dict[str, typing.Any]"),
    (PROPOSAL_MADE, settled, "settled returns"),
    (ENDING, settled, "settled takes memory as dict[str, int]; for 'ending' it is tuple[str, str] | None"),
]


@pytest.mark.parametrize(("hook", "call", "why"), MISFITS)
def test_a_hook_function_with_another_signature_is_refused(book: Rulebook, hook: Any, call: Call, why: str) -> None:
    with pytest.raises(ValueError, match="the chapter 'mine': ") as refused:
        book.add(chapter(hook.handled_by(call)))
    assert why in str(refused.value)
    assert not book.chapters


def test_a_hook_unknown_to_the_game_is_refused(book: Rulebook) -> None:
    misspelled = Policy[tuple[str, ...]]("hnad", "Not a hook of any game.")
    known = ", ".join(hook.name for hook in HOOKS)
    for handler in (
        misspelled.handled_by(one_card),
        Window("mission-settled", "Another of the same name.").handled_by(settled),
        winter.MISSION_SETTLED.handled_by(settled),
        Notice[()]("players-out", "Nobody goes out here.").handled_by(lambda game: None),
    ):
        with pytest.raises(ValueError, match=f"toy does not ask '{handler.hook.name}'; it asks {known}"):
            book.add(chapter(handler))
    with pytest.raises(ValueError, match="the chapter 'mine' answers 'hand' twice"):
        book.add(chapter(HAND.handled_by(one_card), HAND.handled_by(any_cards)))


def test_unannotated_types_are_not_checked(book: Rulebook) -> None:
    plain: Any = Policy("plain", "Of what type, it does not say.")
    book.hooks = (*HOOKS, plain)  # type: ignore[misc]
    book.add(chapter(plain.handled_by(of_a_role)))


def test_a_chapter_may_set_its_place_in_the_order(book: Rulebook) -> None:
    def named(*names: str, **places: dict[str, tuple[str, ...]]) -> list[str]:
        return in_order({name: HAND.handled_by(one_card, **places.get(name, {})) for name in names})

    assert named("c", "a", "b") == ["a", "b", "c"]
    assert named("c", "a", "b", c={"before": ("a",)}) == ["b", "c", "a"]
    assert named("c", "a", "b", a={"after": ("c",)}) == ["b", "c", "a"]
    assert named("c", "a", "b", c={"before": ("a", "b")}) == ["c", "a", "b"]
    assert named("a", "b", a={"after": ("not-in-play",), "before": ("neither",)}) == ["a", "b"]
    book.add(chapter(HAND.handled_by(one_card, before=("second",)), name="first"))
    book.add(chapter(HAND.handled_by(one_card, before=("third",)), name="second"))
    with pytest.raises(ValueError, match="'hand': each of these comes before another of them: first, second, third"):
        book.add(chapter(HAND.handled_by(one_card, before=("first",)), name="third"))
    assert list(book.chapters) == ["first", "second"]


def test_every_hook_of_a_game_has_a_description() -> None:
    for known in BOOKS.values():
        names = [hook.name for hook in known.hooks]
        assert len(set(names)) == len(names)
        assert all(hook.about.endswith(".") for hook in known.hooks)


def test_places_in_the_order_name_existing_chapters() -> None:
    """Unknown names are ignored at runtime, since they may be chapters that are not installed."""
    for known in BOOKS.values():
        for one in known.chapters.values():
            for handler in handlers_of(one):
                assert {*handler.before, *handler.after} <= known.chapters.keys()
