"""Page "Who is in this game": every role, card and token of a table's ruleset, in a sentence each.

It is made from the ruleset alone, so it cannot show anything of a deal. The table's page opens it above the board.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import ClassVar, Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from turncoat.kernel.card_texts import goal_of, icon_of
from turncoat.kernel.components import Deck
from turncoat.kernel.explanations import Thing, things_in_play
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_
from turncoat.telling import Teller, Translate
from turncoat.web.board.model import Side
from turncoat.web.board.telling import explained_id
from turncoat.web.context import WebContext
from turncoat.web.games import presenter_of
from turncoat.web.games.drawings import symbol_of
from turncoat.web.http.languages import language_of, translator
from turncoat.web.http.page import Page, TableLink
from turncoat.web.screen.address import ruleset_of_table


class ExplainedThing(msgspec.Struct, frozen=True):
    """Role, card or token with its explanation."""

    id: str
    title: str
    explanation: str
    when: str = ""
    count: int = 0
    """Number in the game, if that says something about it, else 0."""
    art: str = ""
    sprite: str = ""
    is_dealt: bool = True


class ExplainedGroup(msgspec.Struct, frozen=True):
    """Roles of a side, or cards or tokens of a kind."""

    title: str
    side: Side | None = None
    about: str = ""
    names: tuple[str, ...] = ()
    """Names of cards that the sentence about all of them explains."""
    things: tuple[ExplainedThing, ...] = ()


class ExplainedPage(Page, frozen=True):
    """Everything that a ruleset can bring into play, explained."""

    template: ClassVar[str] = "screen/explained.html"
    company: str
    groups: tuple[ExplainedGroup, ...]
    rules_url: str
    back: TableLink


_TITLE: Final = N_("Who is in this game · Turncoat")
_EXTRAS: Final = N_("Extras")


def explained_routes(context: WebContext) -> list[BaseRoute]:
    """Return the route of the page."""
    pages = ExplainedPages(context)
    return [Route("/t/{code}/who", pages.of_table)]


class ExplainedPages:
    """Request handler of the page."""

    def __init__(self, context: WebContext) -> None:
        self.context = context

    async def of_table(self, request: Request) -> Response:
        """Return the explanations for a table's current or prepared game."""
        found = await ruleset_of_table(self.context, request)
        if found is None:
            return self.context.go(request, f"/t/{request.path_params['code']}")
        ruleset, back = found
        visitor, language = self.context.visitor(request), language_of(request)
        say = translator(language)
        site = self.context.site(request, visitor, say(_TITLE))
        page = ExplainedPage(
            msgspec.structs.replace(site, language=language),
            Teller(ruleset, (), say).company,
            explained_groups(ruleset, say),
            f"/rules/{ruleset.game}",
            back,
        )
        return self.context.page(request, visitor, page)


@lru_cache(maxsize=256)
def explained_groups(ruleset: Ruleset, say: Translate) -> tuple[ExplainedGroup, ...]:
    """Return the roles by side, then extra rules, then cards by kind, then tokens and marks."""
    teller, things = Teller(ruleset, (), say), things_in_play(ruleset)
    role_deck = rulebook(ruleset.game).role_deck
    decks = dict.fromkeys(thing.deck for thing in things if thing.deck != role_deck)
    return (
        *_roles(ruleset, [thing for thing in things if thing.deck == role_deck], teller),
        *_extras(ruleset, teller),
        *(_of_deck(ruleset, deck, [thing for thing in things if thing.deck == deck], teller) for deck in decks),
    )


def _roles(ruleset: Ruleset, roles: list[Thing], teller: Teller) -> Iterator[ExplainedGroup]:
    book, presenter = rulebook(ruleset.game), presenter_of(ruleset.game)
    for side in dict.fromkeys((*book.victories, *(book.side_of(role.word) for role in roles))):
        own = sorted((role for role in roles if book.side_of(role.word) == side), key=lambda role: role.copies)
        yield ExplainedGroup(
            teller.word(side),
            presenter.outline(side),
            teller.text(goal_of(ruleset, side)),
            things=tuple(_thing(ruleset, role, teller, teller.role(role.word), side) for role in own),
        )


def _extras(ruleset: Ruleset, teller: Teller) -> Iterator[ExplainedGroup]:
    """Yield the chapters in play that are not a role or token of the same name."""
    book, words = rulebook(ruleset.game), {thing.word for thing in things_in_play(ruleset)}
    extras = tuple(
        ExplainedThing(
            explained_id(name), teller.text(book.chapters[name].title), teller.text(book.chapters[name].summary)
        )
        for name in ruleset.modules
        if name not in words
    )
    if extras:
        yield ExplainedGroup(teller.text(_EXTRAS), things=extras)


def _of_deck(ruleset: Ruleset, deck: Deck, things: list[Thing], teller: Teller) -> ExplainedGroup:
    title, about = teller.text(deck.title), teller.text(deck.about)
    if deck.about:
        return ExplainedGroup(title, about=about, names=tuple(teller.title(thing.word) for thing in things))
    return ExplainedGroup(
        title, things=tuple(_thing(ruleset, thing, teller, teller.title(thing.word)) for thing in things)
    )


def _thing(ruleset: Ruleset, thing: Thing, teller: Teller, title: str, side: str = "") -> ExplainedThing:
    sprite, art = symbol_of(ruleset.game, thing.word, icon_of(ruleset, thing.word), side)
    is_counted = thing.is_dealt or (thing.deck.shape == "card" and not thing.deck.is_secret and thing.copies > 1)
    return ExplainedThing(
        explained_id(thing.word),
        title,
        " ".join(map(teller.text, thing.explanation)),
        teller.text(thing.when),
        thing.copies if is_counted else 0,
        art,
        sprite,
        thing.is_dealt or not side,
    )
