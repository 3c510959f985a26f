"""The rules of Lighthouse, in order of play. The tutorial in `docs/games.md` walks through them."""

from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar, Final, TypeAlias

from turncoat import chapters
from turncoat.chapters import (
    N_,
    Answer,
    Answered,
    AnyOption,
    Ask,
    AskOne,
    Audience,
    Component,
    Deal,
    Deck,
    Draws,
    Event,
    Fact,
    HasRole,
    Occasion,
    Offer,
    OneCard,
    OneSeat,
    Public,
    Question,
    Rulebook,
    Ruleset,
    ScriptLine,
    Seat,
    SeatSet,
    SeenBy,
    SeenByAll,
    Step,
    describe,
    left_of,
    seat_set,
)

CLAUSES: Final[Mapping[str, str]] = {
    "LIG-SETUP-1": N_("3 to 6 players. With 3 or 4 one of them is a wrecker, with 5 or 6 two; the rest are keepers."),
    "LIG-SETUP-2": N_("Two wreckers know each other. Nobody else knows anything."),
    "LIG-NIGHT-1": N_("One player keeps watch; each night the watch passes to the left."),
    "LIG-NIGHT-2": N_("Everybody pours one can into the lamp, in secret. Keepers pour oil, wreckers oil or water."),
    "LIG-NIGHT-3": N_("The cans are shown shuffled, so nobody knows whose is whose. Any water makes the night dark."),
    "LIG-LOOK-1": N_("After a dark night the watch looks into another player's can, and may say anything about it."),
    "LIG-BELL-1": N_(
        "Once a game, at any time, one player may ring the bell and name another, who turns over their card."
    ),
    "LIG-BELL-2": N_("If it is a wrecker, the keepers win at once. If not, it counts as a dark night."),
    "LIG-END-1": N_("Three bright nights win for the keepers, three dark ones for the wreckers."),
}
WRECKERS: Final[Mapping[int, int]] = {3: 1, 4: 1, 5: 2, 6: 2}
SIDES: Final[Mapping[str, str]] = {"keeper": "keepers", "wrecker": "wreckers"}
CANS: Final = ("oil", "water")
CANS_DECK: Final = Deck(
    "cans", N_("Cans"), is_secret=True, about=N_("Oil keeps the lamp burning, any water puts it out.")
)
TOKENS: Final = Deck("tokens", N_("Tokens"), shape="token")
ALLOWED: Final = {"keeper": ("oil",), "wrecker": CANS}
"""Cans that each role may pour (LIG-NIGHT-2)."""
NIGHTS: Final = 3
"""Number of nights of one kind that win (LIG-END-1)."""

describe({"keepers-pour-oil": N_("Keepers pour no water; pour one of: {allowed}.")})


class Board(chapters.Board):
    """The state of the table. In a view, only what one seat knows."""

    __slots__ = ("caught", "cleared", "nights", "ringer", "roles", "watch")

    def __init__(self, players: int) -> None:
        super().__init__(players)
        self.roles: list[str | None] = [None] * players
        self.watch: Seat = 0
        self.nights: list[bool] = []
        """Past nights, True if bright."""
        self.caught: SeatSet = 0
        """Seats in whose cans the owner of this board has seen water."""
        self.ringer: Seat | None = None
        self.cleared: Seat | None = None
        """The seat named at the bell, if it turned out to be a keeper."""

    @property
    def bright(self) -> int:
        """Number of nights on which the light burned."""
        return self.nights.count(True)

    @property
    def dark(self) -> int:
        """Number of dark nights, including a false alarm (LIG-BELL-2)."""
        return self.nights.count(False) + (self.cleared is not None)


Game: TypeAlias = chapters.Game[Board]


# Events


class RoleDealt(Event, frozen=True):
    """A card was dealt, seen only by its seat."""

    message: ClassVar[str] = N_("Your card: {role:role}.")
    clause: ClassVar[str] = "LIG-SETUP-1"
    reveals: ClassVar[bool] = True
    is_on_role_card: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenBy("seat")
    seat: Annotated[Seat, SeenBy("seat")]
    role: Annotated[str, SeenBy("seat")]

    def apply(self, board: Board) -> None:
        board.roles[self.seat] = self.role


class WreckersMet(Event, frozen=True):
    """Two wreckers learned who they are."""

    message: ClassVar[str] = N_("The wreckers are {wreckers:seats}.")
    clause: ClassVar[str] = "LIG-SETUP-2"
    reveals: ClassVar[bool] = True
    audience: ClassVar[Audience] = SeenByAll("wreckers")
    private_mark: ClassVar[tuple[str, str]] = ("{wreckers:seats}", N_("Wrecker"))
    wreckers: Annotated[SeatSet, SeenByAll("wreckers")]

    def apply(self, board: Board) -> None:
        for seat in range(board.players):
            board.roles[seat] = "wrecker" if self.wreckers >> seat & 1 else "keeper"


class NightFell(Event, frozen=True):
    """A night began."""

    message: ClassVar[str] = N_("Night {number}: {watch:seat} keeps watch.")
    clause: ClassVar[str] = "LIG-NIGHT-1"
    is_heading: ClassVar[bool] = True
    number: Public[int]
    watch: Public[Seat]

    def apply(self, board: Board) -> None:
        board.watch = self.watch


class NightPassed(Event, frozen=True):
    """The cans were shuffled and turned over."""

    message: ClassVar[str] = N_("Night {number}: {cans:tally}. {light:word}.")
    clause: ClassVar[str] = "LIG-NIGHT-3"
    number: Public[int]
    cans: Public[tuple[str, ...]]

    @property
    def is_bright(self) -> bool:
        """True if the light burned."""
        return "water" not in self.cans

    @property
    def light(self) -> str:
        """The outcome of the night, as a word."""
        return "bright" if self.is_bright else "dark"

    def apply(self, board: Board) -> None:
        board.nights.append(self.is_bright)

    def facts(self, ruleset: Ruleset, board: Board) -> Iterable[Fact]:
        yield Answered(("pour", self.number), board.everyone, self.cans, ALLOWED)


class CanSeen(Event, frozen=True):
    """The watch looked into a can. Only the watch learns what was in it."""

    message: ClassVar[str] = N_("{watch:seat} looks into {seat:seat}'s can: {can:word}.")
    redacted_message: ClassVar[str] = N_("{watch:seat} looks into {seat:seat}'s can.")
    clause: ClassVar[str] = "LIG-LOOK-1"
    watch: Public[Seat]
    seat: Public[Seat]
    can: Annotated[str | None, SeenBy("watch")] = None

    def apply(self, board: Board) -> None:
        if self.can == "water":
            board.caught |= 1 << self.seat

    def facts(self, ruleset: Ruleset, board: Board) -> Iterable[Fact]:
        if self.can is not None:
            yield Answered(("pour", len(board.nights)), 1 << self.seat, (self.can,), ALLOWED)


class BellRung(Event, frozen=True):
    """Somebody rang the bell, and the player they named turned their card over."""

    message: ClassVar[str] = N_("{ringer:seat} rings the bell. {named:seat} turns over: {role:role}.")
    clause: ClassVar[str] = "LIG-BELL-1"
    reveals: ClassVar[bool] = True
    interrupts: ClassVar[bool] = True
    ringer: Public[Seat]
    named: Public[Seat]
    role: Public[str]

    def apply(self, board: Board) -> None:
        board.ringer = self.ringer
        board.roles[self.named] = self.role
        if self.role == "keeper":
            board.cleared = self.named

    def facts(self, ruleset: Ruleset, board: Board) -> Iterable[Fact]:
        yield HasRole(self.named, frozenset({self.role}))


class CardsTurned(Event, frozen=True):
    """All cards were turned over after the end."""

    message: ClassVar[str] = N_("All cards are turned over.")
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "finale"
    reveals_all_roles: ClassVar[bool] = True
    roles: Public[tuple[str, ...]]

    def apply(self, board: Board) -> None:
        board.roles = list(self.roles)

    def facts(self, ruleset: Ruleset, board: Board) -> Iterable[Fact]:
        for seat, role in enumerate(self.roles):
            yield HasRole(seat, frozenset({role}))


# Steps of a night


class Night(Step, frozen=True):
    """The next player keeps watch, and all pour."""

    def run(self, game: Game) -> None:
        board = game.board
        watch = left_of(board.watch, board.players) if board.nights else game.deal.first
        game.emit(NightFell(len(board.nights) + 1, watch))
        game.follow(Pour())


class Pour(Ask, frozen=True):
    """Everybody pours a can. All are shown both kinds, so only the seat itself learns which one it may not pour."""

    question: ClassVar[Question] = Question(
        "pour",
        N_("What do you pour into the lamp?"),
        "LIG-NIGHT-2",
        may_change=True,
        button=N_("Pour it"),
        legend=N_("Your can"),
        hint=N_("Oil keeps the light burning. A single can of water puts it out."),
        answered=N_("Your can is at the lamp. You can change it until the last one is there."),
    )

    def asked(self, game: Game) -> SeatSet:
        return game.board.everyone

    def option(self, game: Game, seat: Seat) -> AnyOption:
        return OneCard(CANS, ALLOWED[game.deal.roles[seat]], why="keepers-pour-oil")

    def default(self, game: Game, seat: Seat) -> Answer:
        return "oil"

    def occasion(self, game: Game) -> Occasion:
        return "pour", len(game.board.nights) + 1

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        board = game.board
        game.emit(NightPassed(len(board.nights) + 1, tuple(sorted(answers.values()))))
        if end_if_decided(game):
            return
        poured = tuple(answers[seat] for seat in range(board.players))
        if board.nights[-1]:
            game.follow(Night())
        else:
            game.follow(LookIntoCan(board.watch, poured), Night())


class LookIntoCan(AskOne, frozen=True):
    """The watch looks into a can after a dark night (LIG-LOOK-1)."""

    poured: tuple[str, ...]

    question: ClassVar[Question] = Question(
        "look-into-can",
        N_("The light went out. Whose can do you look into?"),
        "LIG-LOOK-1",
        button=N_("Look into it"),
        hint=N_("You alone see what was in it. What you say of it is up to you."),
    )

    def option(self, game: Game, seat: Seat) -> AnyOption:
        others = game.board.everyone & ~(1 << seat)
        return OneSeat(others, others)

    def chosen(self, game: Game, answer: Answer) -> None:
        game.emit(CanSeen(self.seat, answer, self.poured[answer]))


def end_if_decided(game: Game) -> bool:
    """End the game if one side has its three nights (LIG-END-1). Return whether the game is over."""
    if game.board.bright == NIGHTS:
        game.end("keepers", "three-bright")
    elif game.board.dark == NIGHTS:
        game.end("wreckers", "three-dark")
    return game.result is not None


# The game


class Lighthouse(Rulebook):
    """Lighthouse, 3 to 6 players."""

    name: ClassVar[str] = "lighthouse"
    title: ClassVar[str] = N_("Lighthouse")
    summary: ClassVar[str] = N_("Keep the light burning, and find out who pours water into the lamp.")
    players: ClassVar[range] = range(3, 7)
    events: ClassVar[tuple[type[Event], ...]] = (
        RoleDealt,
        WreckersMet,
        NightFell,
        NightPassed,
        CanSeen,
        BellRung,
        CardsTurned,
    )
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"pour": CANS, "look-into-can": ()}
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {"ring": ()}
    clauses: ClassVar[Mapping[str, str]] = CLAUSES
    words: ClassVar[Mapping[str, str]] = {
        "keeper": N_("Keeper"),
        "keepers": N_("Keepers"),
        "wrecker": N_("Wrecker"),
        "wreckers": N_("Wreckers"),
        "oil": N_("Oil"),
        "water": N_("Water"),
        "bright": N_("The light burns"),
        "dark": N_("The light goes out"),
        "watch": N_("Watch"),
        "bell": N_("Bell"),
        "three-bright": N_("The light burned for three nights."),
        "three-dark": N_("The light went out for the third time."),
        "wrecker-named": N_("A wrecker was named."),
    }
    about: ClassVar[Mapping[str, str]] = {
        "watch": N_("Looks into one can after a dark night."),
        "bell": N_("Has rung the bell. It rings once a game."),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "keeper": N_("Knows nothing about the others, and pours oil."),
        "wrecker": N_("Knows the other wrecker, if there is one, and pours oil or water."),
    }
    icons: ClassVar[Mapping[str, str]] = {"watch": "eye", "bell": "horn"}
    goals: ClassVar[Mapping[str, str]] = {
        "keepers": N_("Keep the light burning for three nights, or name a wrecker."),
        "wreckers": N_("Put the light out three times without being caught."),
    }
    victories: ClassVar[Mapping[str, str]] = {
        "keepers": N_("The keepers win"),
        "wreckers": N_("The wreckers win"),
    }
    hiding_side: ClassVar[str] = "wreckers"
    hiders: ClassVar[str] = N_("{count} wrecker", "{count} wreckers")
    phrases: ClassVar[Mapping[str, str]] = {
        "lighthouse-oil": N_("I poured oil."),
        "lighthouse-water": N_("There was water in your can, {seat}."),
    }

    def components(self, ruleset: Ruleset) -> Iterable[Component]:
        """Yield a can of each kind per player, the watch and the bell."""
        for can in CANS:
            yield Component(CANS_DECK, can, ruleset.players)
        yield Component(TOKENS, "watch")
        yield Component(TOKENS, "bell")

    def board(self, ruleset: Ruleset) -> Board:
        return Board(ruleset.players)

    def deal(self, ruleset: Ruleset, draws: Draws) -> Deal:
        return Deal(draws.shuffled(self.role_cards(ruleset)), draws.below(ruleset.players))

    def role_cards(self, ruleset: Ruleset) -> tuple[str, ...]:
        wreckers = WRECKERS[ruleset.players]
        return ("wrecker",) * wreckers + ("keeper",) * (ruleset.players - wreckers)

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        if set(deal.roles) - SIDES.keys() or deal.roles.count("wrecker") != WRECKERS[ruleset.players]:
            raise ValueError(f"{ruleset.players} players are keepers but {WRECKERS[ruleset.players]}, the wreckers")

    def begin(self, game: Game) -> None:
        game.announce_deal(self)
        game.follow(Night())

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        for seat, role in enumerate(roles):
            yield RoleDealt(seat, role)
        if WRECKERS[ruleset.players] > 1:  # LIG-SETUP-2
            yield WreckersMet(seat_set(seat for seat, role in enumerate(roles) if role == "wrecker"))

    def offers(self, game: Game, seat: Seat) -> Iterable[Offer]:
        """Offer the bell to everybody until it has rung (LIG-BELL-1)."""
        if game.board.ringer is None:
            others = game.board.everyone & ~(1 << seat)
            yield Offer(
                "ring",
                OneSeat(others, others),
                N_("Name a wrecker."),
                "LIG-BELL-1",
                warns=N_("The player named turns over their card. If it is a keeper, that counts as a dark night."),
                button=N_("Ring the bell"),
                legend=N_("Who is a wrecker?"),
            )

    def take(self, game: Game, seat: Seat, offer: str, answer: Answer) -> None:
        game.emit(BellRung(seat, answer, game.deal.roles[answer]))
        if game.board.cleared is None:
            game.end("keepers", "wrecker-named")
        else:
            end_if_decided(game)

    def ended(self, game: Game) -> None:
        game.emit(CardsTurned(game.deal.roles))

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return ("watch",) * (seat == board.watch) + ("bell",) * (seat == board.ringer)

    def script(self, ruleset: Ruleset) -> tuple[ScriptLine, ...]:
        if WRECKERS[ruleset.players] == 1:
            return ()
        return (
            ScriptLine(N_("Everybody, close your eyes.")),
            ScriptLine(N_("Wreckers, open your eyes and find each other."), eyes="wreckers", pause=5.0),
            ScriptLine(N_("Wreckers, close your eyes.")),
            ScriptLine(N_("Everybody, open your eyes."), eyes="everyone", pause=0.0),
        )

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        return (N_("With three players one look tells almost everything; four or more play better."),) * (
            ruleset.players == 3
        )

    def side_of(self, role: str, board: Board | None = None) -> str:
        return SIDES[role]
