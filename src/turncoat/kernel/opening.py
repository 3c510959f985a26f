"""Knowledge about a deal before any choice: the roles in it, and what each seat learns.

Bots and the deduction hold a view and ask about hypothetical deals, so these are functions of ruleset and roles. The
game itself deals from them (`Game.announce_deal`), so there is no second copy of the rules. Decisions that chapters may
change, such as who looks at the reveal, are a `RulesetPolicy`, whose handlers get no game.
"""

from collections.abc import Iterator
from functools import lru_cache

from turncoat.kernel.boards import Board
from turncoat.kernel.compiled import compiled
from turncoat.kernel.events import Event, all_seen_by
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, seat_set


@lru_cache(maxsize=1 << 8)
def role_cards(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the roles in every deal of the ruleset, sorted. They are public.

    >>> import turncoat.games
    >>> role_cards(Ruleset.of("resistance", 5, ["hunter"]))
    ('resistance', 'resistance-chief', 'resistance-hunter', 'spy-chief', 'spy-hunter')
    """
    play = compiled(ruleset)
    cards = play.book.role_cards(ruleset)
    for chapter in play.chapters:
        cards = chapter.role_cards(ruleset, cards)
    return tuple(sorted(cards))


def roles_of_side(ruleset: Ruleset, side: str, board: Board | None = None) -> frozenset[str]:
    """Return the roles of a deal of the ruleset that belong to a side: on this board, or as dealt without one."""
    book = rulebook(ruleset.game)
    return frozenset(role for role in role_cards(ruleset) if book.side_of(role, board) == side)


def hiding_side(ruleset: Ruleset) -> str:
    """Return the side that hides among the others.

    >>> import turncoat.games
    >>> hiding_side(Ruleset.of("resistance", 5))
    'spies'
    """
    return rulebook(ruleset.game).hiding_side


def hiding_count(ruleset: Ruleset) -> int:
    """Return the number of seats on the hiding side, which is public.

    >>> import turncoat.games
    >>> hiding_count(Ruleset.of("resistance", 7))
    3
    """
    book = rulebook(ruleset.game)
    return sum(book.side_of(role) == book.hiding_side for role in role_cards(ruleset))


def roles_but(ruleset: Ruleset, *roles: str) -> frozenset[str]:
    """Return the roles in a deal of the ruleset, except these."""
    return frozenset(role_cards(ruleset)).difference(roles)


def opening_knowledge(ruleset: Ruleset, roles: tuple[str, ...], seat: Seat) -> list[Event]:
    """Return what a deal of these roles tells the seat (or SPECTATOR) before any choice, as the events that it sees.

    >>> import turncoat.games
    >>> opening_knowledge(Ruleset.of("resistance", 5), ("spy", "resistance", "resistance", "spy", "resistance"), 0)
    [RoleDealt(seat=0, role='spy'), SpiesSeen(lookers=9, spies=9)]
    """
    return all_seen_by(_opening(ruleset, roles), seat)


def told_of_others(ruleset: Ruleset, roles: tuple[str, ...]) -> SeatSet:
    """Return the seats that a deal of these roles tells something of the others' roles before any choice.

    >>> import turncoat.games
    >>> told_of_others(Ruleset.of("resistance", 5), ("spy", "resistance", "resistance", "spy", "resistance"))
    9
    """
    opening = list(_opening(ruleset, roles))
    return seat_set(
        seat
        for seat in range(ruleset.players)
        if any(any(type(event).private_mark) for event in all_seen_by(opening, seat))
    )


def opening_kinds(ruleset: Ruleset, roles: tuple[str, ...]) -> frozenset[type[Event]]:
    """Return the event classes that announce a deal of these roles. They are the same for every deal of a ruleset."""
    return frozenset(map(type, _opening(ruleset, roles)))


def _opening(ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
    play = compiled(ruleset)
    yield from play.book.opening_knowledge(ruleset, roles)
    for chapter in play.chapters:
        yield from chapter.opening_knowledge(ruleset, roles)
