"""Maria Hill, who passes for HYDRA, and the Winter Soldier's power to assassinate her at any point."""

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, ClassVar, Final, cast

from turncoat.characters import beside
from turncoat.games.resistance.tables import MISSION_CARDS
from turncoat.games.winter_soldier import reveal
from turncoat.games.winter_soldier.board import Board, PendingOffer
from turncoat.games.winter_soldier.events import CharacterShown, drop_pending
from turncoat.games.winter_soldier.hooks import OFFER_DUE
from turncoat.games.winter_soldier.roles import HYDRA, SHIELD, CharacterChapter, Signs
from turncoat.games.winter_soldier.steps import Game, act_now_or_later
from turncoat.games.winter_soldier.tables import MISSIONS, hydra_cards
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import Offer, RuleOption, ScriptLine
from turncoat.kernel.events import Audience, Event, Public, SeenBy
from turncoat.kernel.facts import Fact, HasRole
from turncoat.kernel.hooks import NoticeHandler
from turncoat.kernel.options import Answer, OneSeat
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.words import N_

describe(
    {"not-seen-with-hydra": N_("Choose a player who opened their eyes with HYDRA: nobody else can be Maria Hill.")}
)

ASSASSINATE: Final = "assassinate-hill"
ASSASSINATION: Final = "assassination"
SENTENCE: Final = N_("Assassinate Maria Hill.")
WARNS: Final = N_(
    "You can do this once. If you are right, HYDRA wins at once; if not, you and the agent you named are exposed."
)
_BEST_WITH_TEN: Final = N_("Maria Hill is best with 10 or more players.")
_SEEN_ALONE: Final = N_(
    "With so few players and Baron Zemo, the Winter Soldier sees only Maria Hill and knows her at once."
)


class MariaHillPart(Part):
    """State of the assassination power: used or not. Pending orders are not in it, since it is public."""

    __slots__ = ("used",)

    def __init__(self) -> None:
        self.used = False


def part_of(board: Board) -> MariaHillPart:
    """Return the chapter's part of the board."""
    return cast(MariaHillPart, board.parts["maria-hill"])


class AssassinationOrdered(Event, frozen=True):
    """The Winter Soldier ordered the assassination. Nobody else knows before it takes effect."""

    message: ClassVar[str] = N_("You have ordered the assassination of {named:seat} as Maria Hill.")
    clause: ClassVar[str] = "WIN-HILL-2"
    audience: ClassVar[Audience] = SeenBy("winter_soldier")
    winter_soldier: Annotated[Seat, SeenBy("winter_soldier")]
    named: Annotated[Seat, SeenBy("winter_soldier")]

    def apply(self, board: Board) -> None:
        board.pending.append(PendingOffer(ASSASSINATION, self.named))


class AssassinationLapsed(Event, frozen=True):
    """The target or Maria Hill went out before the order took effect, so it does not use up the power."""

    message: ClassVar[str] = N_("Your order to assassinate {named:seat} lapses.")
    clause: ClassVar[str] = "WIN-HILL-2"
    audience: ClassVar[Audience] = SeenBy("winter_soldier")
    winter_soldier: Annotated[Seat, SeenBy("winter_soldier")]
    named: Annotated[Seat, SeenBy("winter_soldier")]

    def apply(self, board: Board) -> None:
        drop_pending(board, PendingOffer(ASSASSINATION, self.named))


class HillNamed(Event, frozen=True):
    """The Winter Soldier named a player as Maria Hill, and is thereby known to everybody."""

    message: ClassVar[str] = N_("{winter_soldier:seat}, the Winter Soldier, names {named:seat} as Maria Hill.")
    reveals: ClassVar[bool] = True
    clause: ClassVar[str] = "WIN-HILL-2"
    scene: ClassVar[str] = "accusation"
    winter_soldier: Public[Seat]
    named: Public[Seat]

    def apply(self, board: Board) -> None:
        drop_pending(board, PendingOffer(ASSASSINATION, self.named))
        part_of(board).used = True

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(self.winter_soldier, frozenset({"winter-soldier"}))
        yield HasRole(self.named, reveal.opening_with_hydra(ruleset))


class CardShown(CharacterShown, frozen=True):
    """The character card of the named agent, or of the Winter Soldier, was turned up."""

    clause: ClassVar[str] = "WIN-HILL-2"
    suspense: ClassVar[bool] = True


class MariaHill(CharacterChapter):
    """The optional character Maria Hill (WIN-HILL-1 to WIN-HILL-4)."""

    name: ClassVar[str] = "maria-hill"
    side: ClassVar[str] = SHIELD  # for accusations and loyalty too (WIN-HILL-4)
    cards: ClassVar[tuple[str, ...]] = MISSION_CARDS  # she passes for HYDRA (WIN-MISSION-1)
    title: ClassVar[str] = N_("Maria Hill")
    summary: ClassVar[str] = N_(
        "S.H.I.E.L.D.: passes for HYDRA in the reveal, and may play either card; HYDRA wins if the Winter Soldier has "
        "her assassinated."
    )
    abilities: ClassVar[Mapping[str, str]] = {
        "maria-hill": N_(
            "On a mission you may play either card. Stay hidden: if the Winter Soldier has you assassinated, HYDRA "
            "wins."
        ),
        "winter-soldier": N_(
            "Once, until the fifth mission is over, you may have Maria Hill assassinated: if you find her, HYDRA wins."
        ),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "maria-hill": N_("May play either card. If the Winter Soldier has her assassinated, HYDRA wins."),
        "winter-soldier": N_(
            "Once, until the fifth mission is over, may have Maria Hill assassinated: finding her wins for HYDRA."
        ),
        "fail": N_("Maria Hill may play it, too."),
    }
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            "fury-sees-hill",
            N_("Nick Fury sees Maria Hill among HYDRA."),
            (False, True),
            False,
            N_("Nick Fury sees Maria Hill"),
        ),
    )
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {ASSASSINATE: ()}
    words: ClassVar[Mapping[str, str]] = {
        "hill-assassinated": N_("Maria Hill was assassinated."),
        ASSASSINATE: N_("Assassinate Maria Hill"),
        "hydra-and-hill": N_("HYDRA and Maria Hill"),
    }
    events: ClassVar[tuple[type[Event], ...]] = (
        AssassinationOrdered,
        AssassinationLapsed,
        HillNamed,
        CardShown,
    )

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        """Yield the role's abilities, those about being seen at the reveal first (WIN-HILL-1, WIN-HILL-4)."""
        if role == self.name:
            if is_seen_alone(ruleset):
                yield N_("The Winter Soldier saw only you in the reveal, so he knows who you are.")
            else:
                yield N_("HYDRA takes you for one of them.")
            if ruleset.option("fury-sees-hill"):
                yield N_("Nick Fury saw you among HYDRA.")
        yield from super().abilities_of(ruleset, role)

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        if word == self.name:
            if is_seen_alone(ruleset):
                yield N_("The Winter Soldier sees only her in the reveal, and so knows her.")
            else:
                yield N_("HYDRA takes her for one of them.")
            if ruleset.option("fury-sees-hill"):
                yield N_("Nick Fury sees her among HYDRA.")
        yield from super().explanation_of(ruleset, word)

    def signs(self, ruleset: Ruleset) -> Signs:
        """Return the signs of Maria Hill in the reveal: seen by HYDRA and, by option, by Nick Fury (WIN-HILL-1)."""
        return Signs(opens_with_hydra=True, shown_to_fury=bool(ruleset.option("fury-sees-hill")))

    def notices(self) -> tuple[NoticeHandler, ...]:
        return (OFFER_DUE.handled_by(assassinate),)

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the set-up advice: for fewer than 10 players, and for 5 or 6 players with Baron Zemo (WIN-HILL-4)."""
        advice: tuple[str, ...] = () if ruleset.players >= 10 else (_BEST_WITH_TEN,)
        return (*advice, _SEEN_ALONE) if is_seen_alone(ruleset) else advice

    def part(self, ruleset: Ruleset) -> Part:
        return MariaHillPart()

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        too = ScriptLine(N_("When HYDRA is called, Maria Hill does as they do."))
        down = ScriptLine(N_("Maria Hill, put your thumb down."))
        lines = beside(lines, reveal.HYDRA_LOOKS, before=(too,))
        lines = reveal.hydra_as(lines, "-and-hill", reveal.HYDRA_LOOKS, reveal.HYDRA_CLOSES)
        if ruleset.option("fury-sees-hill"):
            return reveal.hydra_as(lines, "-and-hill", reveal.FURY_LOOKS)
        return beside(lines, reveal.HYDRA_CLOSES, after=(down,))

    def offer_holders(self, game: Game) -> SeatSet:
        return 1 << game.deal.roles.index("winter-soldier")

    def offers(self, game: Game, seat: Seat) -> tuple[Offer, ...]:
        if seat < 0 or game.deal.roles[seat] != "winter-soldier" or not is_power_open(game):
            return ()
        others = game.board.left & ~(1 << seat)
        return hill_offers(others, others & game.board.with_hydra)

    def take(self, game: Game, seat: Seat, offer: str, answer: Answer) -> None:
        game.emit(AssassinationOrdered(seat, answer))
        act_now_or_later(game)


def is_seen_alone(ruleset: Ruleset) -> bool:
    """Return whether the Winter Soldier sees only Maria Hill, because HYDRA's only other agent is Baron Zemo."""
    return hydra_cards(ruleset.players) == 2 and ruleset.has("baron-zemo")


@cache
def hill_offers(shown: SeatSet, allowed: SeatSet) -> tuple[Offer, ...]:
    """Return the offer to assassinate one of the `allowed` players. All of `shown` are listed to choose from."""
    return (Offer(ASSASSINATE, OneSeat(shown, allowed, False, "not-seen-with-hydra"), SENTENCE, "WIN-HILL-2", WARNS),)


def is_power_open(game: Game) -> bool:
    """Return whether the assassination can be ordered now (WIN-HILL-2, WIN-HILL-3).

    The power ends once it is used, Maria Hill is out, the fifth mission is over, or HYDRA has come out. A pending order
    rules out another one.
    """
    board = game.board
    if len(board.results) == MISSIONS or board.hydra:
        return False
    if part_of(board).used or (board.pending and any(offer.kind == ASSASSINATION for offer in board.pending)):
        return False
    return not board.out >> game.deal.roles.index("maria-hill") & 1


def assassinate(game: Game, order: PendingOffer) -> None:
    """Carry out the order, unless its target or Maria Hill has gone out.

    If the target is Maria Hill, HYDRA wins. Otherwise the Winter Soldier and the target are exposed, and both stay in.
    """
    board, roles = game.board, game.deal.roles
    soldier, hill = roles.index("winter-soldier"), roles.index("maria-hill")
    if board.out & (1 << order.seat | 1 << hill):
        game.emit(AssassinationLapsed(soldier, order.seat))
        return
    game.emit(HillNamed(soldier, order.seat))
    game.emit(CardShown(order.seat, roles[order.seat]))
    if order.seat == hill:
        game.end(HYDRA, "hill-assassinated")
    else:
        game.emit(CardShown(soldier, "winter-soldier"))
