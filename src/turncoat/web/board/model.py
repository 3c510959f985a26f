"""What a page shows of a game: the board that everybody sees, and a seat's own card. No game is known here."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from turncoat.kernel.seats import NOBODY, Seat, SeatSet

Side = Literal["shield", "jagged"]
"""The two outlines by which sides are told apart; which side of a game wears which, its presenter says."""

Presence = Literal["here", "away", "gone"]
OccupantKind = Literal["person", "bot", "empty"]
Ballot = Literal["", "approve", "reject"]
SpaceState = Literal["done", "now", "next"]


class Badge(msgspec.Struct, frozen=True):
    """A public mark on a seat: a plot card, a token, a role that is known to all."""

    text: str
    icon: str = "badge"
    about: str = ""
    """What it does, in one line: shown when it is tapped."""
    word: str = ""
    """What it is, whatever the language: part of its id on the page."""
    sprite: str = "art.svg"
    """The file that its drawing is in."""
    count: int = 0
    """A number that stands on it: how many fingers point here."""
    spent: bool = False
    """Used up; it only lies there."""


class Portrait(msgspec.Struct, frozen=True):
    """The drawing on a seat's own card."""

    art: str
    sprite: str = "art.svg"
    """The file that it is in."""
    avatar: str = ""
    """The avatar of the seat, which is put on a drawing that has none."""


class BoardSeat(msgspec.Struct, frozen=True):
    """One seat as everybody sees it."""

    number: int
    name: str
    kind: OccupantKind = "person"
    avatar: str = ""
    """The avatar of who sits there; empty on an empty seat."""
    presence: Presence = "here"
    character: str = ""
    """What a bot is like."""
    character_about: str = ""
    """How that shows, in one line."""
    stand_in: bool = False
    """Whether a bot plays for the person, who is away."""
    leader: bool = False
    on_team: bool = False
    chosen: bool = False
    """Has chosen the secret thing that is being collected; said of every seat alike, or of none."""
    asked: bool = False
    """The table waits for this seat, and everyone may know it."""
    ballot: Ballot = ""
    ballot_new: bool = False
    out: bool = False
    badges: tuple[Badge, ...] = ()
    in_draft: bool = False
    """They are in the leader's draft of the team, and nothing is named yet."""
    side: Side | None = None
    role: str = ""
    """Only when public: at the end, or when a rule has shown it."""
    hand: int | None = None
    """How many cards it holds, where the game says so."""
    hand_label: str = ""
    """The same in words."""
    speech: str = ""
    """What it has said by the rules of the game, as the shared screen shows it."""
    struck: bool = False
    """Something has just hit it: play the animation. Told of public events alone."""


class MissionSlot(msgspec.Struct, frozen=True):
    """A mission's place on the track."""

    number: int
    size: int
    fails_needed: int = 1
    state: SpaceState = "next"
    result: Literal["", "success", "fail"] = ""
    result_word: str = ""
    counts: str = ""
    """Of a finished mission: "2 Success, 1 Fail"."""
    fails: int = 0
    turns: int = 0
    """How many of the cards turned the result over."""
    art: str = "mast"
    label: str = ""
    """The whole space in one sentence, for those who hear it."""
    stamped_new: bool = False


class ProposalRow(msgspec.Struct, frozen=True):
    """One proposal in the table of all ballots; `marks` has one entry a seat, in seat order."""

    mission: int
    attempt: int
    leader: int
    team: tuple[int, ...]
    ballots: tuple[Ballot, ...]
    outcome: Literal["", "approved", "rejected", "success", "fail"] = ""
    about: str = ""
    """The whole row in one sentence, for those who hear it."""


class LogLine(msgspec.Struct, frozen=True):
    """One thing that happened; a heading begins a mission."""

    number: int
    text: str
    heading: bool = False
    rule: str = ""
    rule_url: str = ""


class FaceUpCard(msgspec.Struct, frozen=True):
    """A card turned face up: a mission card, never whose, or a character card, by its side."""

    art: str
    """The name of its drawing, which says its ink too: `card-success`, `side-shield`. Without one it bears its word."""
    word: str


class Stage(msgspec.Struct, frozen=True):
    """The middle of the table: one sentence on what is going on, a line below it, and what was just turned over."""

    headline: str
    line: str = ""
    slots: tuple[str, ...] = ()
    """The places on the team: a name each, or "" where nobody is named yet."""
    cards: tuple[FaceUpCard, ...] = ()
    fresh: bool = False
    """Just turned over: play the animation. Told of the event alone, so it is the same for every viewer."""
    stamp: Literal["", "success", "fail", "approved", "rejected"] = ""
    stamp_word: str = ""
    hidden_cards: int = 0
    """Cards that lie face down while a mission is being played: one a team member, whoever has chosen."""
    waiting: str = ""
    """The part of the line that says who is waited for."""
    waiting_for_me: str = ""
    """What stands in its place for those who are waited for themselves."""
    waiting_for_others: str = ""
    """And for those of them who go on without being asked."""
    waiting_for_me_alone: str = ""
    """And for those for whom all wait while they are asked nothing."""
    open_places: int = 0
    """How many are on the team at most, while that is not certain: there are no places yet, only a draft."""
    screen_line: str | None = None
    """A shorter line for the shared screen, where the seats say the rest."""


class SceneBallot(msgspec.Struct, frozen=True):
    """A ballot as it is turned over together with all the others."""

    name: str
    ballot: Ballot = ""


class SceneCard(msgspec.Struct, frozen=True):
    """A card that somebody turns over in a great moment: who they are."""

    portrait: Portrait
    side: Side | Literal[""] = "jagged"
    """The side in whose ink it is drawn; empty for none."""


class SceneFigure(msgspec.Struct, frozen=True):
    """Somebody whom a great moment is about, as a card with their name."""

    seat: Seat
    role: str = ""
    """Their role, where everybody knows it by then; without one the card bears their avatar."""
    becomes: str = ""
    """The role on the card that they turn over when it is told what comes of the moment."""
    portrait: Portrait | None = None
    """Another drawing on the card."""
    caption: str = ""


class SceneNumber(msgspec.Struct, frozen=True):
    """A number on a card that is shown big, with its drawing and a word."""

    number: int
    word: str
    icon: str
    sprite: str = "art.svg"


class UnmaskedCard(msgspec.Struct, frozen=True):
    """The card of a seat that is turned over when the game is over. Its place is that of the seat."""

    name: str
    role: str
    side: Side
    portrait: Portrait
    turn: int
    """When it is turned over: those of the open side first, so that whose card still lies there is a turncoat."""


class ScenePart(msgspec.Struct, frozen=True):
    """A great moment as it is shown big. Public, like everything on the board."""

    kind: str
    headline: str
    lines: tuple[str, ...] = ()
    cards: tuple[FaceUpCard, ...] = ()
    """Turned over one after another; what they come to is told after the last."""
    ballots: tuple[SceneBallot, ...] = ()
    """Turned over together."""
    revealed: tuple[SceneCard, ...] = ()
    """Who turns out to be who, shown with what is told."""
    unmasked: tuple[UnmaskedCard, ...] = ()
    """The cards of all seats, in the order of the seats, turned over one after another."""
    stamp: Literal["", "success", "fail", "approved", "rejected"] = ""
    stamp_word: str = ""
    intro: str = ""
    """What it is about, above everything from the start: who accuses whom."""
    figures: tuple[SceneFigure, ...] = ()
    """Whom it is about. Of two the first does something to the second."""
    numbers: tuple[SceneNumber, ...] = ()
    """What the card that is shown says in numbers."""


class Panel(msgspec.Struct, frozen=True):
    """The middle of the table as a game draws it itself, in place of the cards on the stage."""

    template: str
    model: Any
    """What the template shows, as `public.panel.model`. Public, like everything on the board."""
    score: tuple[str, ...] = ()
    """How things stand there, in sentences: said when somebody asks for the score. The template has the same texts,
    hidden from the eye, in elements with `data-score`."""


class BoardModel(msgspec.Struct, frozen=True):
    """A game's board, as its presenter fills it; each part may be left out."""

    stage: Stage
    mission_slots: tuple[MissionSlot, ...] = ()
    rejected: int = 0
    rejected_limit: int = 0
    rejected_label: str = ""
    facts: tuple[str, ...] = ()
    """What wins, or how things stand: in short, below the tracks."""
    panel: Panel | None = None
    rows: tuple[ProposalRow, ...] = ()
    leader: Seat | None = None
    team: SeatSet = NOBODY
    ballots: Mapping[Seat, Ballot] = {}
    new_ballots: SeatSet = NOBODY
    out: SeatSet = NOBODY
    known_sides: Mapping[Seat, str] = {}
    """The sides of seats that have become public, whether or not their roles have."""
    hands: Mapping[Seat, tuple[int, str]] = {}
    """How many cards a seat holds, as a number and in words."""
    struck: SeatSet = NOBODY
    """Whom something has just hit."""
    speeches: Mapping[Seat, str] = {}
    """What a seat has said by the rules of the game."""


class ReactionCount(msgspec.Struct, frozen=True):
    """How many have reacted to a message in one way."""

    key: str
    count: int
    label: str
    """What the reaction says, and whose it is."""


class ChatLine(msgspec.Struct, frozen=True):
    """A message in the chat, with the name of its author."""

    number: int
    name: str
    text: str
    reactions: tuple[ReactionCount, ...] = ()
    may_react: bool = True
    """Whether it is one to which people react."""


class ChatPart(msgspec.Struct, frozen=True):
    """The chat, the oldest message first: of the people at the table, and apart from it of the spectators."""

    lines: tuple[ChatLine, ...] = ()
    spectator_chat: tuple[ChatLine, ...] = ()


class PublicPart(msgspec.Struct, frozen=True):
    """All that everybody sees, spectators too. Rendered once per event and language."""

    code: str
    game: str
    stage: Stage
    seats: tuple[BoardSeat, ...]
    mission_slots: tuple[MissionSlot, ...] = ()
    rejected: int = 0
    rejected_limit: int = 0
    rejected_label: str = ""
    panel: Panel | None = None
    facts: tuple[str, ...] = ()
    """What wins, or how things stand: in short, below the tracks."""
    short_names: tuple[str, ...] = ()
    rows: tuple[ProposalRow, ...] = ()
    log: tuple[LogLine, ...] = ()
    on_board: str = ""
    """The public facts of the set-up: "7 players, 3 of them spies"."""
    draft: str = ""
    """The leader's draft of the team that is not named yet."""


class RevealedSeat(msgspec.Struct, frozen=True):
    """A seat at the end: who it was."""

    number: int
    name: str
    role: str
    side: Side
    side_word: str
    portrait: Portrait
    won: bool
    about: str = ""


class EndCard(msgspec.Struct, frozen=True):
    """Somebody on a mission, with the card that they played."""

    name: str
    word: str = ""
    """Empty for those who may not know it."""
    against: bool = False
    """Whether the card was meant to do harm."""


class EndAttack(msgspec.Struct, frozen=True):
    """One of the goes that a mission was played in, where a game has more than one."""

    title: str
    team: tuple[EndCard, ...] = ()
    about: str = ""
    """What came of it."""


class EndMission(msgspec.Struct, frozen=True):
    """A mission as it is told at the end."""

    number: int
    title: str
    result: Literal["success", "fail"]
    result_word: str
    team: tuple[EndCard, ...] = ()
    about: str = ""
    """Who led it, and how the vote was."""
    attacks: tuple[EndAttack, ...] = ()
    """Its goes, where it has several; then these have the teams."""


class Deception(msgspec.Struct, frozen=True):
    """Who deceived whom, or was seen through by whom, as a game tells it."""

    text: str
    seats: tuple[Seat, ...]
    """Whose avatars stand beside it: of who deceived, and of who believed it or did not; or of one alone."""
    found: bool = False
    """Whether they were seen through."""


class DeceptionLine(msgspec.Struct, frozen=True):
    """The same as the page shows it, with the avatars and the outline of the side of each."""

    text: str
    avatars: tuple[tuple[str, Side], ...]
    found: bool = False


class EndPart(msgspec.Struct, frozen=True):
    """What is shown when the game is over."""

    winner: Side
    headline: str
    reason: str
    people: tuple[RevealedSeat, ...]
    verdict: Literal["", "won", "lost"] = ""
    """Whether the viewer's side has won; empty for those who did not play."""
    deceived: str = ""
    """What it all came down to, in a sentence."""
    deceptions: tuple[DeceptionLine, ...] = ()
    """Who deceived whom, one by one."""
    missions: tuple[EndMission, ...] = ()
    decisive: str = ""
    """The vote that decided, in a sentence."""
    share_to: str = ""
    """Where a link to the game is made, for those who may."""
    share_picture: str = ""
    """Where its picture is, for its sharer to look at before there is a link."""
    turning_url: str = ""
    """What works out the moment that changed suspicion most; and the chart of all suspicion."""
    beliefs_url: str = ""
    scene: tuple[str, ...] = ()
    """How it came to that, in order: what was guessed, named or turned over last."""
    facts: tuple[str, ...] = ()
    post_to: str = ""
    record_url: str = ""
    watch_url: str = ""
    proof_url: str = ""
    """All empty for those who may not watch the games of the table that are over."""
    statistics_url: str = ""
    statistics: tuple[str, ...] = ()
    """The statistics of the latest games, in short."""
    held_up: str = ""
    """Why the next deal has not come yet, or was called off."""
    may_restart: bool = False
    may_ask_again: bool = False
    """Whether the viewer sits there, and may ask for another game if they cannot deal themselves."""
    restart_hint: str = ""

    @property
    def poster_of(self) -> Side:
        """The side on the poster: the one that has won, and for those who have lost their own."""
        if self.verdict != "lost":
            return self.winner
        return "jagged" if self.winner == "shield" else "shield"


class CardFront(msgspec.Struct, frozen=True):
    """A card as it is drawn where it can be chosen."""

    word: str
    art: str = ""
    """The name of its drawing; a card without one bears its word alone."""
    sprite: str = "art.svg"
    """The file that its drawing is in."""
    about: str = ""
    when: str = ""
    """When it may do what is said of it."""
    edge: Literal["", "blue", "red"] = ""
    """The edge of a card with a number: whether it helps or harms, told by its shape as well as its colour."""
    spoken: str = ""
    """How the word is said where signs are not heard: "minus 2"."""


class Tip(msgspec.Struct, frozen=True):
    """What the guide for a first game explains once."""

    key: str
    on: str
    """When: an event's name, `asked:` and a question's name, or `deal`."""
    text: str
    where: tuple[tuple[str, object], ...] = ()
    """What the event's fields must be."""
