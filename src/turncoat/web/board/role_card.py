"""A seat's own card: its role, and everything revealed to it alone (or to a few seats)."""

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
    """A seat's own card. For every seat it has the same parts and takes up the same space."""

    role: str
    side: Side
    side_word: str
    portrait: Portrait
    goal: str
    knows: tuple[str, ...]
    """Information from the reveal."""
    looks: tuple[str, ...] = ("",)
    """Cards looked at, played or drawn in private since then, newest first: from one line to `MOST_LOOKS`."""
    may_choose: str = ""
    """Cards among those on offer that this seat may choose, so that nobody has to try."""
    ability: str = ""
    """Abilities and weaknesses of the role, empty if it has none."""
    marks: tuple[tuple[Seat, str], ...] = ()
    """Conclusions about other seats in a word or two, displayed at the seats while the card is open."""


MOST_LOOKS: Final = 40
"""Number of private observations on a card, which has to fit into a size that reveals nothing about it."""
MOST_DONE: Final = 10
"""Number of these lines that report choices made for the seat."""
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
    """Private log of a seat in sentences, extended as the view grows."""

    def __init__(self, teller: Teller) -> None:
        self._teller = teller
        self.at_reveal: list[str] = []
        self.since: list[tuple[int, str]] = []
        """Sentences with the numbers of their events."""
        self.marks: dict[Seat, list[str]] = {}
        """Observations about other seats, in a word or two."""
        self._events = 0
        """Number of events covered."""

    def update(self, view: View[Any], role: str) -> None:
        """Process the new events of the view for a seat with this role.

        The view must be the same one as before, grown.
        """
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
    """Build a seat's own card, with its private log and the choices made for it.

    The card shows the occupant's avatar. `log` is the stored log of the same view, if there is one.
    """
    role = presenter.role(view, view.seat)
    side = rulebook(view.ruleset.game).side_of(role, view.board) if role else ""
    log = log or OwnLog(teller)
    log.update(view, role)
    since = list(log.since)
    # Anyone who was away or too late is entitled to know what their seat has done, since they have to answer for it.
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
    """List the cards that the seat may choose, because the forms look the same for all seats.

    Cards with a text of their own, such as heroes or plot cards, are face up, and all of them may be chosen.
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
    """Return whether a seen event contains anything that is not public."""
    visibility = visibility_of(type(event))
    return not visibility.is_public and all(getattr(event, name) is not None for name, _ in visibility.private)


def is_of_the_reveal(event: Event) -> bool:
    """Return whether the event belongs to the deal and was seen by some seats only.

    That a look took place during the game is announced to everybody, so such looks do not count.
    """
    return type(event).reveals and visibility_of(type(event)).audience != EVERYONE
