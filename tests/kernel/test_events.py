"""Events and their audiences, and boards and views folded from them."""

from typing import Annotated, Any, ClassVar

import msgspec
import pytest

import turncoat.games  # noqa: F401
from turncoat.kernel.boards import Board, Part, Result
from turncoat.kernel.events import (
    NOBODY_SEES,
    Audience,
    Event,
    GameEnded,
    Hidden,
    Public,
    SeenBy,
    SeenByAll,
    all_seen_by,
    seen_by,
    sentence_of,
    visibility_of,
)
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, SPECTATOR
from turncoat.kernel.views import View, fold


class CardShown(Event, frozen=True):
    message: ClassVar[str] = "{shower:seat} shows {card:word}."
    redacted_message: ClassVar[str] = "{shower:seat} shows a card."
    shower: Public[int]
    viewer: Public[int]
    lookers: Public[int]
    card: Annotated[str | None, SeenBy("viewer")]
    side: Annotated[str | None, SeenByAll("lookers")]
    kept: Hidden[str] = None
    forgotten: str | None = "nobody said who may see this"


class Whispered(Event, frozen=True):
    message: ClassVar[str] = "Psst: {text}"
    audience: ClassVar[Audience] = SeenByAll("ears")
    ears: Annotated[int, SeenByAll("ears")]
    text: Annotated[str, SeenByAll("ears")]


class Announced(Event, frozen=True):
    text: Public[str]


SHOWN = CardShown(0, 1, 0b1100, "fail", "spies", "kept", "forgotten")


@pytest.mark.parametrize(
    ("seat", "card", "side"),
    [(0, None, None), (1, "fail", None), (2, None, "spies"), (3, None, "spies"), (4, None, None),
     (SPECTATOR, None, None), (CHANCE, None, None)],
)  # fmt: skip
def test_each_field_has_its_audience(seat: int, card: str | None, side: str | None) -> None:
    seen = seen_by(SHOWN, seat)
    assert seen == CardShown(0, 1, 0b1100, card, side, None, None)
    assert SHOWN.card == "fail", "the event itself is unchanged"


def test_nobody_sees_a_field_without_an_audience() -> None:
    assert dict(visibility_of(CardShown).private)["forgotten"] == NOBODY_SEES
    for seat in (SPECTATOR, *range(6)):
        seen = seen_by(SHOWN, seat)
        assert isinstance(seen, CardShown)
        assert seen.forgotten is None
        assert seen.kept is None


def test_others_do_not_get_a_private_event() -> None:
    whisper = Whispered(0b101, "it is me")
    assert [seen_by(whisper, seat) for seat in (SPECTATOR, 0, 1, 2)] == [None, whisper, None, whisper]
    assert all_seen_by([whisper, Announced("hi"), whisper], 1) == [Announced("hi")]
    assert all_seen_by([whisper, Announced("hi")], 2) == [whisper, Announced("hi")]


def test_all_viewers_share_a_public_event() -> None:
    event = Announced("hi")
    assert visibility_of(Announced).is_public
    assert not visibility_of(CardShown).is_public
    assert not visibility_of(Whispered).is_public
    assert all(seen_by(event, seat) is event for seat in (SPECTATOR, 0, 9))


def test_an_event_has_another_sentence_for_viewers_who_see_less() -> None:
    seen = [seen_by(SHOWN, seat) for seat in (0, 1)]
    assert [sentence_of(event) for event in seen if event] == ["{shower:seat} shows a card."] * 2
    everything = CardShown(0, 1, 0, "fail", "spies", "kept", "also")
    assert sentence_of(everything) == "{shower:seat} shows {card:word}."
    assert sentence_of(Announced("hi")) == ""
    assert sentence_of(Whispered(1, "x")) == "Psst: {text}"


def test_an_audience_must_name_a_field() -> None:
    class Wrong(Event, frozen=True):
        card: Annotated[str, SeenBy("holder")]

    class AlsoWrong(Event, frozen=True):
        audience: ClassVar[Audience] = SeenByAll("holders")

    for kind in (Wrong, AlsoWrong):
        with pytest.raises(TypeError, match=f"{kind.__name__}: no field 'holders?' to hold an audience"):
            visibility_of(kind)


def test_an_audience_must_not_be_a_string() -> None:
    class Wrong(Event, frozen=True):
        audience: ClassVar[Audience] = "seat"  # type: ignore[assignment]
        seat: Annotated[int, SeenBy("seat")]

    with pytest.raises(TypeError, match=r"Wrong: its audience is no Audience, such as SeenBy\('seat'\)"):
        visibility_of(Wrong)


def test_a_sent_event_names_its_kind() -> None:
    assert msgspec.json.encode(Announced("hi")) == b'{"event":"Announced","text":"hi"}'
    assert GameEnded("spies", "why").reveals
    assert not Announced("hi").reveals
    with pytest.raises(NotImplementedError):
        Announced("hi").apply(None)


class Tokens(Part):
    __slots__ = ("held",)

    def __init__(self, *held: str) -> None:
        self.held = list(held)


class Table(Board):
    __slots__ = ("laid", "turn")

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.laid: dict[int, str] = {}
        self.turn = 0


def table(**changes: Any) -> Table:
    board = Table(3)
    board.parts["tokens"] = Tokens("a")
    for name, value in changes.items():
        setattr(board, name, value)
    return board


def test_boards_are_equal_if_all_their_contents_are() -> None:
    assert table() == table()
    assert table().everyone == 0b111
    for changes in ({"turn": 1}, {"laid": {0: "x"}}, {"result": Result("a", "b")}, {"parts": {"tokens": Tokens("b")}}):
        assert table() != table(**changes)
    assert table() != Board(3)
    assert repr(Tokens("a")) == "Tokens(held=['a'])"
    board = Board(1)
    assert repr(board) == "Board(everyone=1, parts={}, players=1, result=None)"
    with pytest.raises(TypeError, match="unhashable"):
        hash(table())


def test_a_copied_board_shares_nothing_mutable() -> None:
    board = table(laid={0: "x"}, turn=2)
    twin = board.copy()
    assert twin == board
    assert type(twin) is Table
    tokens = twin.parts["tokens"]
    assert isinstance(tokens, Tokens)
    tokens.held.append("b")
    assert board.parts["tokens"] == Tokens("a")
    twin.parts["more"] = Tokens()
    twin.laid[1] = "y"
    twin.turn = 0
    assert board == table(laid={0: "x"}, turn=2)
    assert Table(2).copy().parts == {}


def test_a_new_view_has_no_events_and_no_prompt() -> None:
    view: View[Any] = View(Ruleset.of("resistance", 5), 3)
    assert (view.seat, view.ruleset.players, view.events) == (3, 5, [])
    assert (view.prompt, view.answer, view.offers, view.waiting) == (None, None, (), 0)
    assert view.board == fold(view.ruleset, [])
    view.see([GameEnded("spies", "why")])
    assert view.board.result == Result("spies", "why")
    assert view.events == [GameEnded("spies", "why")]
