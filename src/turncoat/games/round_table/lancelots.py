"""The Lancelots: two knights, one on each side, who may exchange sides by an allegiance card, or know each other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, ClassVar, Final, cast

from turncoat.characters import beside
from turncoat.games.resistance.board import Board as BaseBoard
from turncoat.games.resistance.hooks import PLAYABLE, ROUND_BEGINS
from turncoat.games.round_table import reveal
from turncoat.games.round_table.board import LANCELOTS, Board
from turncoat.games.round_table.roles import CharacterChapter, Signs
from turncoat.games.round_table.steps import Game
from turncoat.games.round_table.tables import EVIL, GOOD
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import Deal, DealError, HiddenCards, RuleOption, ScriptLine
from turncoat.kernel.components import Component, Deck
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Audience, Event, Public, SeenByAll
from turncoat.kernel.hooks import PolicyHandler, WindowHandler, WindowMemory
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, seats_in
from turncoat.kernel.steps import Step
from turncoat.kernel.views import View
from turncoat.kernel.words import N_, composed

CHAPTER: Final = "lancelots"
DECK: Final = "allegiance"
SWITCH: Final = "switch"
STAY: Final = "no-change"
GOOD_LANCELOT, EVIL_LANCELOT = LANCELOTS

CARDS: Final = Deck(
    "allegiance-cards",
    N_("Allegiance cards"),
    about=N_("With a Switch, the Lancelots exchange sides. With the others, nothing happens."),
)
ROUNDS: Final = 5
DECKS: Final[Mapping[str, tuple[int, int]]] = {"first": (5, 3), "large": (6, 1), "open": (7, 1)}
"""Number of allegiance cards, two of them a Switch, and the first round that has one (RT-LANCE-2, -3)."""

_WAITS = ScriptLine(N_("When evil is called to look, the evil Lancelot's eyes stay closed, with a thumb up."))
_MEET = ScriptLine(N_("Lancelots, open your eyes and find each other."), eyes=CHAPTER, pause=6.0)
_CLOSED = ScriptLine(N_("Everybody, close your eyes."))


class LancelotsPart(Part):
    """The allegiance cards that lie open above the rounds, in the open variant."""

    __slots__ = ("laid",)

    def __init__(self) -> None:
        self.laid: tuple[str, ...] = ()


def laid_cards(board: Board) -> tuple[str, ...]:
    """Return the allegiance cards that lie open, one a round. Empty in the other variants."""
    return cast(LancelotsPart, board.parts[CHAPTER]).laid


class LancelotShown(Event, frozen=True):
    """Evil saw the thumb of the evil Lancelot, whose eyes were closed."""

    message: ClassVar[str] = N_("The evil Lancelot, as seen in the reveal: {lancelot:seat}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-REVEAL-1"
    audience: ClassVar[Audience] = SeenByAll("lookers")
    private_mark: ClassVar[tuple[str, str]] = ("{lancelot:seat}", N_("Evil Lancelot"))
    lookers: Annotated[SeatSet, SeenByAll("lookers")]
    lancelot: Annotated[Seat, SeenByAll("lookers")]

    def apply(self, board: Board) -> None:
        board.roles[self.lancelot] = EVIL_LANCELOT


class LancelotsMet(Event, frozen=True):
    """The Lancelots opened their eyes and learned who the other is."""

    message: ClassVar[str] = N_("The Lancelots: {lancelots:seats}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-LANCE-6"
    audience: ClassVar[Audience] = SeenByAll("lancelots")
    private_mark: ClassVar[tuple[str, str]] = ("{lancelots:seats}", N_("Lancelot"))
    lancelots: Annotated[SeatSet, SeenByAll("lancelots")]

    def apply(self, board: Board) -> None:
        one, two = seats_in(self.lancelots)
        for own, other in ((one, two), (two, one)):
            if board.roles[own] is not None and board.roles[other] is None:
                board.roles[other] = EVIL_LANCELOT if board.roles[own] == GOOD_LANCELOT else GOOD_LANCELOT


class AllegianceLaid(Event, frozen=True):
    """An allegiance card was laid open above a round, before the first proposal."""

    message: ClassVar[str] = N_("Allegiance card of round {number}: {card:word}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-LANCE-3"
    number: Public[int]
    card: Public[str]

    def apply(self, board: Board) -> None:
        part = cast(LancelotsPart, board.parts[CHAPTER])
        part.laid = (*part.laid, self.card)


class AllegianceTurned(Event, frozen=True):
    """An allegiance card took effect at the start of a round. With a Switch the Lancelots exchange sides."""

    message: ClassVar[str] = N_("Allegiance card: {card:word}.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "RT-LANCE-4"
    scene: ClassVar[str] = "accusation"
    suspense: ClassVar[bool] = True
    card: Public[str]

    def apply(self, board: Board) -> None:
        board.switches += self.card == SWITCH


class TurnAllegiance(Step, frozen=True):
    """The effect of this round's allegiance card."""

    card: str

    def run(self, game: Game) -> None:
        game.emit(AllegianceTurned(self.card))


class Lancelots(CharacterChapter):
    """The two Lancelots (RT-LANCE-1 to -8)."""

    name: ClassVar[str] = CHAPTER
    characters: ClassVar[Mapping[str, str]] = {GOOD_LANCELOT: GOOD, EVIL_LANCELOT: EVIL}
    title: ClassVar[str] = N_("Lancelots")
    summary: ClassVar[str] = N_("One on each side. They exchange sides by allegiance cards, or they know each other.")
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            CHAPTER,
            N_(
                "Allegiance cards turned in secret order; open cards, and an evil Lancelot must fail; or brothers who "
                "know each other and never change."
            ),
            ("deck", "open", "brothers"),
            "deck",
            N_("The Lancelots"),
            (N_("a deck of allegiance cards"), N_("open allegiance cards"), N_("brothers")),
        ),
        RuleOption(
            "allegiance-deck",
            N_("Five cards from round 3 on, as in the first edition, or six from round 1 on."),
            ("first", "large"),
            "first",
            N_("Allegiance deck"),
            (N_("five cards, from round 3"), N_("six cards, from round 1")),
        ),
        RuleOption(
            "lancelot-must-fail",
            N_("A Lancelot who is evil must play Fail."),
            (False, True),
            False,
            N_("Evil Lancelot must fail"),
        ),
    )
    words: ClassVar[Mapping[str, str]] = {
        GOOD_LANCELOT: N_("Good Lancelot"),
        EVIL_LANCELOT: N_("Evil Lancelot"),
        CHAPTER: N_("Lancelots"),
        SWITCH: N_("Switch"),
        STAY: N_("No change"),
        "evil-but-lancelot": N_("Evil except Lancelot"),
        "evil-but-oberon-and-lancelot": N_("Evil except Oberon and Lancelot"),
    }
    events: ClassVar[tuple[type[Event], ...]] = (LancelotShown, LancelotsMet, AllegianceLaid, AllegianceTurned)

    def option_matters(self, ruleset: Ruleset, option: str) -> bool:
        """Return whether an option changes anything: those about the deck only where there is one."""
        return option == CHAPTER or ruleset.option(CHAPTER) == "deck"

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        if role not in LANCELOTS:
            return
        if are_brothers(ruleset):
            yield N_("You and the other Lancelot know each other.")
            return
        if role == EVIL_LANCELOT:
            yield N_("Evil know that you were dealt the evil Lancelot, and you know none of them.")
        yield N_("With each Switch, you and the other Lancelot exchange sides.")
        if must_fail(ruleset):
            yield N_("While you are evil, you must play Fail on a quest.")

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        if word not in LANCELOTS:
            return
        if are_brothers(ruleset):
            yield N_("The two Lancelots know each other.")
            return
        if word == EVIL_LANCELOT:
            yield N_("Evil know who it is, but this player knows none of them.")
        yield N_("With each Switch, the two Lancelots exchange sides.")
        if must_fail(ruleset):
            yield N_("While evil, must play Fail on a quest.")

    def signs_of(self, ruleset: Ruleset, role: str) -> Signs:
        """Return the signs: an evil Lancelot who may change keeps eyes closed, with a thumb up (RT-REVEAL-1)."""
        is_evil = role == EVIL_LANCELOT
        return Signs(is_evil and are_brothers(ruleset), shown_to_evil=is_evil, shown_to_merlin=is_evil)

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        """Yield that brothers know each other, or else that evil know the evil Lancelot (RT-REVEAL-1, RT-LANCE-6)."""
        good, evil = map(roles.index, LANCELOTS)
        if are_brothers(ruleset):
            yield LancelotsMet(1 << good | 1 << evil)
        else:
            yield LancelotShown(reveal.REVEAL.seats(ruleset, "looks_with_evil", roles), evil)

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        if are_brothers(ruleset):
            return beside(lines, reveal.OPEN, before=(_MEET, _CLOSED))
        eyes = "evil-but-oberon-and-lancelot" if ruleset.has("oberon") else "evil-but-lancelot"
        lines = reveal.called(lines, reveal.EVIL_LOOKS, eyes=eyes, thumbs=EVIL_LANCELOT)
        return beside(lines, reveal.EVIL_LOOKS, before=(_WAITS,))

    def part(self, ruleset: Ruleset) -> Part:
        return LancelotsPart()

    def deal(self, ruleset: Ruleset, deal: Deal, draws: Draws) -> Deal:
        """Add the shuffled allegiance cards, unless the Lancelots are brothers."""
        cards = allegiance_cards(ruleset)
        return Deal(deal.roles, deal.first, {**deal.decks, DECK: draws.shuffled(cards)}) if cards else deal

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        cards = allegiance_cards(ruleset)
        if sorted(deal.decks.get(DECK, ())) != sorted(cards):
            message = N_("the deck {name} has these cards in any order: {cards}")
            raise DealError("wrong-deck", composed(message, name=repr(DECK), cards=", ".join(cards)))

    def hidden_cards(self, view: View[Board], draws: Draws) -> HiddenCards:
        """Return a possible deck: the cards seen in order, then the others as they may lie."""
        cards = allegiance_cards(view.ruleset)
        if not cards:
            return HiddenCards()
        seen = laid_cards(view.board) or tuple(
            event.card for event in view.events if isinstance(event, AllegianceTurned)
        )
        others = tuple((Counter(cards) - Counter(seen)).elements())
        return HiddenCards({DECK: seen + draws.shuffled(others)})

    def begin(self, game: Game) -> None:
        super().begin(game)
        if game.ruleset.option(CHAPTER) == "open":
            for number, card in enumerate(game.deal.decks[DECK][:ROUNDS], 1):
                game.emit(AllegianceLaid(number, card))

    def windows(self) -> tuple[WindowHandler, ...]:
        return (ROUND_BEGINS.handled_by(turn_allegiance),)

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (PLAYABLE.handled_by(only_fail),)

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """Yield the allegiance cards, unless the Lancelots are brothers."""
        for card, copies in Counter(allegiance_cards(ruleset)).items():
            yield Component(CARDS, card, copies)

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return that the Lancelots are best with 7 or more (RT-SETUP-6)."""
        return () if ruleset.players >= 7 else (N_("The Lancelots are best with 7 or more players."),)


def are_brothers(ruleset: Ruleset) -> bool:
    """Return whether the Lancelots know each other and never change sides (RT-LANCE-6)."""
    return ruleset.option(CHAPTER) == "brothers"


def must_fail(ruleset: Ruleset) -> bool:
    """Return whether a Lancelot who is evil must play Fail (RT-LANCE-3, -5)."""
    variant = ruleset.option(CHAPTER)
    return variant == "open" or (variant == "deck" and bool(ruleset.option("lancelot-must-fail")))


def deck_of(ruleset: Ruleset) -> str:
    """Return the name of the deck in play."""
    return "open" if ruleset.option(CHAPTER) == "open" else str(ruleset.option("allegiance-deck"))


def allegiance_cards(ruleset: Ruleset) -> tuple[str, ...]:
    """Return the allegiance cards in play, before they are shuffled. Brothers have none."""
    if are_brothers(ruleset):
        return ()
    count, _ = DECKS[deck_of(ruleset)]
    return (SWITCH,) * 2 + (STAY,) * (count - 2)


def turn_allegiance(game: Game, memory: WindowMemory) -> Step | None:
    """Insert the effect of this round's allegiance card, once. Where the cards lie open only a Switch has one."""
    if memory or are_brothers(game.ruleset):
        return None
    memory["done"] = 1
    _, first = DECKS[deck_of(game.ruleset)]
    number = game.board.round - first
    if number < 0:
        return None
    card = game.deal.decks[DECK][number]
    return None if card == STAY and laid_cards(game.board) else TurnAllegiance(card)


def only_fail(ruleset: Ruleset, cards: tuple[str, ...], board: BaseBoard, role: str) -> tuple[str, ...]:
    """Let a Lancelot who is evil play nothing but Fail, where that is the rule (RT-LANCE-3, -5)."""
    bound = role in LANCELOTS and must_fail(ruleset) and cast(Board, board).side_of(role) == EVIL
    return ("fail",) if bound else cards
