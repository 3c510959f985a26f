"""Models of a game on the page, independent of any particular game: the public board and a seat's own card."""

from collections.abc import Mapping
from typing import Any, Literal

import msgspec

from turncoat.kernel.seats import NOBODY, Seat, SeatSet

Side = Literal["shield", "jagged"]
"""Outlines by which the two sides are told apart. A game's presenter assigns them."""

Presence = Literal["here", "away", "gone"]
OccupantKind = Literal["person", "bot", "empty"]
Ballot = Literal["", "approve", "reject"]
SpaceState = Literal["done", "now", "next"]


class Badge(msgspec.Struct, frozen=True):
    """Public mark on a seat: a plot card, a token, a public role."""

    text: str
    icon: str = "badge"
    about: str = ""
    """Explanation in one line, displayed on tapping the badge."""
    word: str = ""
    """Language-independent word for it, part of its id on the page."""
    sprite: str = "art.svg"
    """File with the drawing."""
    count: int = 0
    """Number displayed on the badge, such as how many fingers point here."""
    spent: bool = False
    """True if it is used up and merely lies there."""


class Portrait(msgspec.Struct, frozen=True):
    """Drawing on a seat's own card."""

    art: str
    sprite: str = "art.svg"
    """File with the drawing."""
    avatar: str = ""
    """Avatar of the seat, placed on a drawing that has none."""


class BoardSeat(msgspec.Struct, frozen=True):
    """Public view of one seat."""

    number: int
    name: str
    kind: OccupantKind = "person"
    avatar: str = ""
    """Avatar of the occupant, empty for an empty seat."""
    presence: Presence = "here"
    character: str = ""
    """Character of a bot."""
    character_about: str = ""
    """Effect of the character, in one line."""
    stand_in: bool = False
    """True if a bot plays for the person, who is away."""
    leader: bool = False
    on_team: bool = False
    chosen: bool = False
    """True if the seat has made the secret choice being collected. Either all seats get this mark or none."""
    asked: bool = False
    """True if the table waits for this seat and everyone may know it."""
    ballot: Ballot = ""
    ballot_new: bool = False
    out: bool = False
    badges: tuple[Badge, ...] = ()
    in_draft: bool = False
    """True if the seat is in the leader's draft, before the team is named."""
    side: Side | None = None
    role: str = ""
    """Set only when public: at the end, or after a rule has revealed it."""
    hand: int | None = None
    """Number of cards in hand, if the game counts them."""
    hand_label: str = ""
    """Number of cards in words."""
    speech: str = ""
    """Statement that the seat has made under the game's rules, for the shared screen."""
    struck: bool = False
    """True if something has just hit the seat, which plays an animation. Depends on public events alone."""


class MissionSlot(msgspec.Struct, frozen=True):
    """Space of a mission on the track."""

    number: int
    size: int
    fails_needed: int = 1
    state: SpaceState = "next"
    result: Literal["", "success", "fail"] = ""
    result_word: str = ""
    counts: str = ""
    """Cards of a finished mission in words: "2 Success, 1 Fail"."""
    fails: int = 0
    turns: int = 0
    """Number of cards that turned the result over."""
    art: str = "mast"
    label: str = ""
    """The whole space in one sentence, for screen readers."""
    stamped_new: bool = False
    sprite: str = "art.svg"
    """File with the drawing."""


class ProposalRow(msgspec.Struct, frozen=True):
    """Row of the table of all ballots. `ballots` has one entry per seat, in seat order."""

    mission: int
    attempt: int
    leader: int
    team: tuple[int, ...]
    ballots: tuple[Ballot, ...]
    outcome: Literal["", "approved", "rejected", "success", "fail"] = ""
    about: str = ""
    """The whole row in one sentence, for screen readers."""


class NamedText(msgspec.Struct, frozen=True):
    """Piece of a sentence: the name of a role, card or token, with the address of its explanation, or other text."""

    text: str
    url: str = ""


class LogLine(msgspec.Struct, frozen=True):
    """Entry of the log, or the heading of a mission."""

    number: int
    text: str
    heading: bool = False
    rule: str = ""
    rule_url: str = ""
    named: tuple[NamedText, ...] = ()
    """The text in pieces, if it names anything that is explained."""
    part: Literal["", "begins", "ends"] = ""
    """`begins` or `ends` a part of the game that is summed up in one line."""
    summary: str = ""
    """Sentence about it in that line, empty for a detail."""


class LogPart(msgspec.Struct, frozen=True):
    """Line of the log as displayed: an entry, or a part of the game summed up, with its entries."""

    number: int
    text: str
    heading: bool = False
    rule: str = ""
    rule_url: str = ""
    named: tuple[NamedText, ...] = ()
    """The text in pieces, if it names anything that is explained. Empty for a summary."""
    lines: tuple[LogLine, ...] = ()
    """Entries of the part. Empty for an entry on its own."""
    latest: str = ""
    """Latest entry of the current part, unless the text contains it."""


class FaceUpCard(msgspec.Struct, frozen=True):
    """Card turned face up: an anonymous mission card, or a character card, represented by its side."""

    art: str
    """Name of the drawing, which implies its ink: `card-success`, `side-shield`. Without one, the word is printed."""
    word: str
    sprite: str = "art.svg"
    """File with the drawing."""


class Naming(msgspec.Struct, frozen=True):
    """Team being named. A draft of it takes the place of whatever lay on the stage before."""

    places: int
    line: str
    """Line of the stage beside a draft."""
    is_open: bool = False
    """True if smaller teams are possible, too. Then there are no empty places."""


class Stage(msgspec.Struct, frozen=True):
    """Centre of the table: a headline on the current action, a line below it, and the cards just turned over."""

    headline: str
    line: str = ""
    slots: tuple[str, ...] = ()
    """Places on the team: a name each, or "" while nobody is named."""
    cards: tuple[FaceUpCard, ...] = ()
    fresh: bool = False
    """True if the cards were just turned over, which plays an animation.

    Depends on the event alone, so it is the same for every viewer.
    """
    stamp: Literal["", "success", "fail", "approved", "rejected"] = ""
    stamp_word: str = ""
    hidden_cards: int = 0
    """Number of face-down cards during a mission: one per team member, whoever has chosen."""
    headline_for_me: str = ""
    """Replacement of the headline for the one viewer who is asked, if it names them."""
    waiting: str = ""
    """Part of the line that names the awaited seats."""
    waiting_for_me: str = ""
    """Replacement of that part for viewers who are awaited themselves."""
    waiting_for_others: str = ""
    """Replacement for awaited viewers with a standing answer."""
    waiting_for_me_alone: str = ""
    """Replacement for viewers for whom everybody waits although they have no question."""
    naming: Naming | None = None
    """Team that is being named."""
    screen_line: str | None = None
    """Shorter line for the shared screen, where the seats show the rest."""


class SceneBallot(msgspec.Struct, frozen=True):
    """Ballot turned over together with all others."""

    name: str
    ballot: Ballot = ""


class SceneCard(msgspec.Struct, frozen=True):
    """Identity card that somebody turns over in a scene."""

    portrait: Portrait
    side: Side | Literal[""] = "jagged"
    """Side whose ink is used for the drawing, or empty."""


class SceneFigure(msgspec.Struct, frozen=True):
    """Person at the centre of a scene, as a card with their name."""

    seat: Seat
    role: str = ""
    """Role, if it is public by then. Without one, the card has their avatar."""
    becomes: str = ""
    """Role on the card that they turn over when the outcome is announced."""
    portrait: Portrait | None = None
    """Drawing to use on the card instead."""
    caption: str = ""


class SceneNumber(msgspec.Struct, frozen=True):
    """Number on a card displayed in large, with its drawing and a word."""

    number: int
    word: str
    icon: str
    sprite: str = "art.svg"


class UnmaskedCard(msgspec.Struct, frozen=True):
    """Card turned over at the end of the game, at the place of its seat."""

    name: str
    role: str
    side: Side
    portrait: Portrait
    turn: int
    """Position in the order of turning over. The open side comes first, so that the cards left are the turncoats'."""


class ScenePart(msgspec.Struct, frozen=True):
    """Scene played in full size. Public, like everything on the board."""

    kind: str
    headline: str
    lines: tuple[str, ...] = ()
    cards: tuple[FaceUpCard, ...] = ()
    """Cards turned over one after another. The outcome is announced after the last."""
    ballots: tuple[SceneBallot, ...] = ()
    """Ballots turned over together."""
    revealed: tuple[SceneCard, ...] = ()
    """Identities revealed together with the outcome."""
    unmasked: tuple[UnmaskedCard, ...] = ()
    """Cards of all seats in seat order, turned over one after another."""
    stamp: Literal["", "success", "fail", "approved", "rejected"] = ""
    stamp_word: str = ""
    intro: str = ""
    """Introduction displayed above everything from the start, such as who accuses whom."""
    figures: tuple[SceneFigure, ...] = ()
    """People at the centre of the scene. If there are two, the first acts on the second."""
    decisive: tuple[Seat, ...] = ()
    """Seats whose cards tell the outcome: they are turned over last, together."""
    numbers: tuple[SceneNumber, ...] = ()
    """Numbers on the displayed card."""


class Panel(msgspec.Struct, frozen=True):
    """Centre of the table rendered by the game itself, in place of the cards on the stage."""

    template: str
    model: Any
    """Model for the template, available as `public.panel.model`. Public, like everything on the board."""
    score: tuple[str, ...] = ()
    """State of the panel in sentences, for questions about the score.

    The template has the same texts, visually hidden, in elements with `data-score`.
    """


class BoardModel(msgspec.Struct, frozen=True):
    """Board filled in by a game's presenter. Every part is optional."""

    stage: Stage
    mission_slots: tuple[MissionSlot, ...] = ()
    rejected: int = 0
    rejected_limit: int = 0
    rejected_label: str = ""
    last_chance: str = ""
    """Consequence of one more rejection, while the current team is the last that may be rejected without it."""
    facts: tuple[str, ...] = ()
    """Victory conditions or standings in short, below the tracks."""
    panel: Panel | None = None
    rows: tuple[ProposalRow, ...] = ()
    leader: Seat | None = None
    team: SeatSet = NOBODY
    ballots: Mapping[Seat, Ballot] = {}
    new_ballots: SeatSet = NOBODY
    out: SeatSet = NOBODY
    known_sides: Mapping[Seat, str] = {}
    """Public sides of seats, whether or not their roles are public."""
    hands: Mapping[Seat, tuple[int, str]] = {}
    """Number of cards in each hand, as a number and in words."""
    struck: SeatSet = NOBODY
    """Seats that something has just hit."""
    speeches: Mapping[Seat, str] = {}
    """Statements made under the game's rules, by seat."""


class ReactionCount(msgspec.Struct, frozen=True):
    """Count of one kind of reaction to a message."""

    key: str
    count: int
    label: str
    """Meaning of the reaction, and the names of those who gave it."""


class ChatLine(msgspec.Struct, frozen=True):
    """Chat message with the name of its author."""

    number: int
    name: str
    text: str
    reactions: tuple[ReactionCount, ...] = ()
    may_react: bool = True
    """True if people can react to the message."""
    thrown: str = ""
    """Reaction that the message throws at a seat."""
    thrown_at: int | None = None


class ChatPart(msgspec.Struct, frozen=True):
    """Chat, oldest message first: of the table, and separately of the spectators."""

    lines: tuple[ChatLine, ...] = ()
    earlier: int = 0
    """Number of the last message from before the current game."""
    spectator_chat: tuple[ChatLine, ...] = ()


class PublicPart(msgspec.Struct, frozen=True):
    """Everything that all viewers see, including spectators. Rendered once per event and language."""

    code: str
    game: str
    stage: Stage
    seats: tuple[BoardSeat, ...]
    mission_slots: tuple[MissionSlot, ...] = ()
    rejected: int = 0
    rejected_limit: int = 0
    rejected_label: str = ""
    last_chance: str = ""
    """Consequence of one more rejection, while the current team is the last that may be rejected without it."""
    panel: Panel | None = None
    facts: tuple[str, ...] = ()
    """Victory conditions or standings in short, below the tracks."""
    short_names: tuple[str, ...] = ()
    rows: tuple[ProposalRow, ...] = ()
    log: tuple[LogLine, ...] = ()
    on_board: str = ""
    """Public facts of the set-up: "7 players, 3 of them spies"."""
    draft: str = ""
    """The leader's draft, before the team is named."""


class RevealedSeat(msgspec.Struct, frozen=True):
    """Seat at the end of a game, with its role."""

    number: int
    name: str
    role: str
    side: Side
    side_word: str
    portrait: Portrait
    won: bool
    about: str = ""


class EndCard(msgspec.Struct, frozen=True):
    """Mission member with the card that they played."""

    name: str
    word: str = ""
    """Empty for viewers who may not know it."""
    against: bool = False
    """True if the card was meant to do harm."""


class EndAttack(msgspec.Struct, frozen=True):
    """One attempt of a mission, in games where a mission has several."""

    title: str
    team: tuple[EndCard, ...] = ()
    about: str = ""
    """Outcome of the attempt."""


class EndMission(msgspec.Struct, frozen=True):
    """Summary of a mission at the end."""

    number: int
    title: str
    result: Literal["success", "fail"]
    result_word: str
    team: tuple[EndCard, ...] = ()
    about: str = ""
    """Leader and vote."""
    attacks: tuple[EndAttack, ...] = ()
    """Attempts of the mission if it had several, with a team each."""


class Deception(msgspec.Struct, frozen=True):
    """One deception of the game, successful or seen through."""

    text: str
    seats: tuple[Seat, ...]
    """Seats whose avatars accompany the text: the deceiver and those who believed it or not, or a single seat."""
    found: bool = False
    """True if the deception was seen through."""


class DeceptionLine(msgspec.Struct, frozen=True):
    """Deception as rendered, with the avatar and the side's outline of each person."""

    text: str
    avatars: tuple[tuple[str, Side], ...]
    found: bool = False


class EndPart(msgspec.Struct, frozen=True):
    """Content of the page when the game is over."""

    winner: Side
    headline: str
    reason: str
    people: tuple[RevealedSeat, ...]
    verdict: Literal["", "won", "lost"] = ""
    """Result for the viewer's side, empty for those who did not play."""
    deceived: str = ""
    """Summary of the decisive deception, in one sentence."""
    deceptions: tuple[DeceptionLine, ...] = ()
    """Deceptions, one by one."""
    missions: tuple[EndMission, ...] = ()
    decisive: str = ""
    """Decisive vote, in one sentence."""
    share_to: str = ""
    """Address that creates a public link to the game, for those who may."""
    share_picture: str = ""
    """Address of the picture, as a preview before the link exists."""
    share_kept: str = ""
    """Sentence on how long the link works."""
    turning_url: str = ""
    """Address of the moment that changed suspicion most. `beliefs_url` has the chart of all suspicion."""
    beliefs_url: str = ""
    scene: tuple[str, ...] = ()
    """Course of the finale in order: the last guess, naming or reveal."""
    facts: tuple[str, ...] = ()
    post_to: str = ""
    record_url: str = ""
    watch_url: str = ""
    proof_url: str = ""
    """Like the two addresses before, empty for viewers who may not watch the finished games of this table."""
    circle_url: str = ""
    """Address that leads members to the circle of the table, or empty."""
    statistics_url: str = ""
    statistics: tuple[str, ...] = ()
    """Short statistics of the latest games."""
    delay_reason: str = ""
    """Reason why the next deal is pending or was called off."""
    may_restart: bool = False
    may_ask_again: bool = False
    """True if the viewer has a seat and may ask for another game if they cannot deal themselves."""
    restart_hint: str = ""

    @property
    def poster_of(self) -> Side:
        """Side on the poster: the winner's, or for viewers who have lost their own."""
        if self.verdict != "lost":
            return self.winner
        return "jagged" if self.winner == "shield" else "shield"


class CardFront(msgspec.Struct, frozen=True):
    """Front of a card that can be chosen."""

    word: str
    art: str = ""
    """Name of the drawing. Without one, the word is printed."""
    sprite: str = "art.svg"
    """File with the drawing."""
    about: str = ""
    when: str = ""
    """Condition for the ability described."""
    edge: Literal["", "blue", "red"] = ""
    """Edge of a numbered card that helps or harms, told apart by shape as well as colour."""
    spoken: str = ""
    """Pronunciation of the word for screen readers: "minus 2"."""


class Tip(msgspec.Struct, frozen=True):
    """One explanation in the guide for a first game."""

    key: str
    on: str
    """Occasion: the name of an event, `asked:` and the name of a question, or `deal`."""
    text: str
    where: tuple[tuple[str, object], ...] = ()
    """Required values of the event's fields."""
    to_hiding: str = ""
    """Text for somebody on the hiding side, where another one fits them better."""
