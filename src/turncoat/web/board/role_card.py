"""A seat's own card: its role, and what it alone (or with a few others) was told."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import msgspec

from turncoat.kernel.card_texts import abilities_of, card_text, goal_of
from turncoat.kernel.events import EVERYONE, Event, visibility_of
from turncoat.kernel.options import OneCard, Word
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.seats import Seat, seats_in
from turncoat.kernel.views import View
from turncoat.kernel.words import N_
from turncoat.table.state.game_session import AutomaticChoice
from turncoat.table.values.occupants import EMPTY, Occupant
from turncoat.telling import Teller
from turncoat.web.board.model import Portrait, Side
from turncoat.web.board.presenter import GamePresenter


class RoleCard(msgspec.Struct, frozen=True):
    """A seat's own card. Every seat's has the same parts and takes the same room."""

    role: str
    side: Side
    side_word: str
    portrait: Portrait
    goal: str
    knows: tuple[str, ...]
    """What was seen at the reveal."""
    looks: tuple[str, ...] = ("",)
    """What was looked at, played or drawn in private since, the newest first: one line to `MOST_LOOKS`."""
    may_choose: str = ""
    """Of the cards that are asked about now, those that this seat may choose: so nobody has to try."""
    ability: str = ""
    """What the role can do or has to fear; empty for a plain one."""
    marks: tuple[tuple[Seat, str], ...] = ()
    """What all this tells of other seats, in a word or two: put at the seats while the card is open."""


MOST_LOOKS: Final = 40
"""How many lines of what was seen in private a card has: it has to fit into a size that tells nothing of it."""
MOST_DONE: Final = 10
"""How many of them say what was chosen for the seat."""
_KNOWS_NOTHING: Final = N_("You know nothing about the others.")
_LOOKED_AT_NOTHING: Final = N_("No private information yet.")
_DONE: Final[Mapping[str, str]] = {
    "bot": N_("A bot chose for you: {answer}."),
    "clock": N_("You ran out of time; the default was chosen: {answer}."),
}
_GOAL: Final = N_("Win with your side.")
_MAY_CHOOSE: Final = N_("You may play: {cards}.")
_MAY_CAST: Final = N_("You may cast: {cards}.")
_CARD_UNKNOWN: Final = N_("No card yet")


class OwnLog:
    """What a seat alone (or with a few others) was told, in sentences. It grows with the view."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self.at_reveal: list[str] = []
        self.since: list[tuple[int, str]] = []
        """Each with the number of its event."""
        self.marks: dict[Seat, list[str]] = {}
        """What was seen of other seats, in a word or two."""
        self._events = 0
        """How many events of the view are told."""

    def update(self, view: View[Any], role: str) -> None:
        """Tell a seat of this role what has come to the view. It is always the same one, as it has grown."""
        for number, event in enumerate(view.events[self._events :], self._events):
            if is_told_to_few(event) and not type(event).is_on_role_card and (text := self._teller.event(event)):
                if is_of_the_reveal(event):
                    self.at_reveal.append(text)
                else:
                    self.since.append((number, text))
                self._mark(event, view.seat, role)
        self._events = len(view.events)

    def _mark(self, event: Event, own: Seat, role: str) -> None:
        seats, text = self._teller.private_mark(event, role)
        for seat in seats_in(seats & ~(1 << own)):
            marks = self.marks.setdefault(seat, [])
            if text not in marks:
                marks.append(text)


def role_card(
    view: View[Any],
    presenter: GamePresenter,
    teller: Teller,
    occupant: Occupant = EMPTY,
    done: Sequence[AutomaticChoice] = (),
    log: OwnLog | None = None,
) -> RoleCard:
    """The seat's own card, what else it alone (or with a few others) was told, and what was chosen for it.

    The avatar of the occupant is on the card. `log` is that of the view, when it was kept.
    """
    role = presenter.role(view, view.seat)
    side = rulebook(view.ruleset.game).side_of(role) if role else ""
    log = log or OwnLog(teller)
    log.update(view, role)
    since = list(log.since)
    # Whoever was away, or too late, is entitled to know what their seat has done: they have to answer for it.
    since += [
        (one.seen - 1, teller.fill(_DONE[one.by], answer=teller.answer(one.prompt.option, one.choice.answer)))
        for one in [one for one in done if not one.prompt.question.clock][-MOST_DONE:]
    ]
    looks = tuple(text for _, text in sorted(since, key=lambda one: one[0], reverse=True)[:MOST_LOOKS])
    return RoleCard(
        teller.role(role) if role else teller.text(_CARD_UNKNOWN),
        presenter.outline(side),
        teller.word(side) if side else "",
        presenter.drawing_of(role, side, view.seat, occupant.avatar_on(view.seat)),
        teller.text(goal_of(view.ruleset, side) or _GOAL),
        tuple(log.at_reveal) or (teller.text(_KNOWS_NOTHING),),
        looks or (teller.text(_LOOKED_AT_NOTHING),),
        _may_choose(view, teller),
        " ".join(map(teller.text, abilities_of(view.ruleset, role))) if role else "",
        tuple((seat, ", ".join(marks)) for seat, marks in sorted(log.marks.items())),
    )


def _may_choose(view: View[Any], teller: Teller) -> str:
    """Which cards the seat may choose, whoever it is: the forms look the same for all, and its own card tells it.

    Cards with a text of their own, heroes or plot cards, lie open before all, and every one of them may be chosen.
    """
    option = view.prompt.option if view.prompt is not None else None
    if isinstance(option, Word) and view.prompt is not None and view.prompt.question.tells_allowed:
        return teller.fill(_MAY_CAST, cards=", ".join(map(teller.word, option.allowed)))
    if not isinstance(option, OneCard) or len(option.shown) < 2:
        return ""
    if option.allowed == option.shown and any(card_text(view.ruleset, card).text for card in option.shown):
        return ""
    return teller.fill(_MAY_CHOOSE, cards=", ".join(map(teller.word, dict.fromkeys(option.allowed))))


def is_told_to_few(event: Event) -> bool:
    """Whether a seen event holds something that not everybody sees."""
    visibility = visibility_of(type(event))
    return not visibility.is_public and all(getattr(event, name) is not None for name, _ in visibility.private)


def is_of_the_reveal(event: Event) -> bool:
    """Whether the event is of the deal, told to some alone; that there was a look in the game everybody learns."""
    return type(event).reveals and visibility_of(type(event)).audience != EVERYONE
