"""The Plot Thickens: plot cards, drawn and given each round, that reveal loyalties and change the course of a round.

`deck` has the cards and their positions, `windows` the moments for playing them, `steps` their effects, and `events`
the events.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import ClassVar

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.components import loyalty_cards
from turncoat.games.resistance.first_games import is_hostile_intent
from turncoat.games.resistance.hooks import (
    CARDS_IN,
    LEADER_ACTS,
    ROUND_BEGINS,
    TEAM_APPROVED,
    TEAM_FINAL,
    VOTE_COUNTED,
    VOTERS,
)
from turncoat.games.resistance.loyalty_token import has_loyalty_cards
from turncoat.games.resistance.plot_thickens import windows
from turncoat.games.resistance.plot_thickens.deck import (
    ABOUT,
    ABOUT_LOYALTY,
    CARDS,
    CHAPTER,
    ICONS,
    LABELS,
    SPOTLIT,
    PlotCards,
    components,
    full_deck,
    plot,
    sorted_deck,
)
from turncoat.games.resistance.plot_thickens.events import EVENTS, PlotCardsDrawn, PlotDeckShuffled
from turncoat.games.resistance.steps import Game
from turncoat.kernel.chapters import Chapter, Deal, DealError, HiddenCards, RuleOption
from turncoat.kernel.components import Component
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.hooks import PolicyHandler, WindowHandler
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.views import View
from turncoat.kernel.words import N_, composed

describe(
    {
        "one-card-each": N_("Choose another player: this one already has a plot card from this round."),
        "not-a-neighbour": N_("Only your two neighbours can be overheard; choose one of them."),
        "holds-no-plot-card": N_("That player has no plot card; choose one who does."),
        "not-yourself": N_("Name another player here."),
        "card-not-to-be-watched": N_("That card is your own, or has been seen; choose another team member's."),
    }
)


class PlotThickens(Chapter):
    """The expansion The Plot Thickens (chapter PLT)."""

    name: ClassVar[str] = CHAPTER
    title: ClassVar[str] = N_("The Plot Thickens")
    summary: ClassVar[str] = N_("Plot cards give you more to go on, and more to lie about.")
    no_value: ClassVar[str] = N_(
        "some players look at a card in secret, so the value depends on what they may say about it"
    )
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            "distinct-recipients",
            N_("The cards that a leader draws in one round must go to different players."),
            (False, True),
            False,
            N_("Cards to different players"),
        ),
        RuleOption(
            "spotlight-on",
            N_("In the Spotlight names any team member (English edition), or another player (Polish edition)."),
            ("any-member", "another-player"),
            "any-member",
            N_("In the Spotlight names"),
            (N_("any team member"), N_("another player")),
        ),
    )
    words: ClassVar[Mapping[str, str]] = LABELS
    about: ClassVar[Mapping[str, str]] = ABOUT
    icons: ClassVar[Mapping[str, str]] = ICONS
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        **dict.fromkeys(("choose-plot-card", "take-plot-card"), tuple(CARDS)),
        **dict.fromkeys(("give-plot-card", "overhear", "show-loyalty", "take-from"), ()),
        **dict.fromkeys(("strong-leader", "no-confidence", "in-the-spotlight", "keeping-a-close-eye"), ()),
    }
    events: ClassVar[tuple[type[Event], ...]] = EVENTS

    def windows(self) -> tuple[WindowHandler, ...]:
        return (
            LEADER_ACTS.handled_by(windows.before_the_leader_acts),
            ROUND_BEGINS.handled_by(windows.round_begins),
            VOTE_COUNTED.handled_by(windows.vote_counted),
            TEAM_FINAL.handled_by(windows.team_final),
            CARDS_IN.handled_by(windows.cards_in),
        )

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (VOTERS.handled_by(windows.voters), TEAM_APPROVED.handled_by(windows.team_approved))

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """Yield the deck, and loyalty cards if roles have names (PLT-SECRET-2)."""
        yield from components(ruleset.players)
        if has_loyalty_cards(ruleset):
            yield from loyalty_cards(ruleset)

    def about_word(self, ruleset: Ruleset, word: str) -> str:
        return (ABOUT_LOYALTY.get(word) if has_loyalty_cards(ruleset) else None) or super().about_word(ruleset, word)

    def part(self, ruleset: Ruleset) -> PlotCards:
        return PlotCards()

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the advice for newcomers, unless a module of Hostile Intent already gives it."""
        if is_hostile_intent(ruleset):
            return ()
        return (N_("New to the game? Play a few times without plot cards first."),)

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        """Return the plot cards before a player.

        Those that the leader has yet to give lie before the leader (PLT-DECK-2).
        """
        part = plot(board)
        cards = part.cards_of(seat) + (part.to_give if seat == board.leader else ())
        return (*cards, SPOTLIT) if seat == part.spotlit else cards

    def deal(self, ruleset: Ruleset, deal: Deal, draws: Draws) -> Deal:
        """Deal the deck for the player count, shuffled uniformly (PLT-DECK-1, -2)."""
        deck = draws.shuffled(full_deck(ruleset.players))
        return Deal(deal.roles, deal.first, {**deal.decks, CHAPTER: deck})

    def hidden_cards(self, view: View[Board], draws: Draws) -> HiddenCards:
        """Return a possible deck: the drawn cards in order, then a random draw from the rest, as many as are left."""
        drawn: tuple[str, ...] = ()
        for event in view.events:
            if isinstance(event, PlotCardsDrawn):
                drawn += event.cards
        others = tuple((Counter(full_deck(view.ruleset.players)) - Counter(drawn)).elements())
        return HiddenCards({CHAPTER: drawn + draws.shuffled(others)[: plot(view.board).left]})

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        """Raise DealError for a card beyond the printed ones. A deck written by hand may be short (PLT-DRAW-3)."""
        deck = deal.decks.get(CHAPTER)
        if deck is None:
            raise DealError("missing-deck", composed(N_("the deal has no deck {name}"), name=repr(CHAPTER)))
        full = full_deck(ruleset.players)
        if sorted(deck) == sorted_deck(ruleset.players):
            return
        extra = Counter(deck) - Counter(full)
        if extra:
            message = N_("{chapter}: the deck for {players} players has no more {card}")
            raise DealError(
                "wrong-deck",
                composed(message, chapter=CHAPTER, players=str(ruleset.players), card=repr(min(extra))),
            )

    def begin(self, game: Game) -> None:
        game.emit(PlotDeckShuffled(len(game.deal.decks[CHAPTER])))
