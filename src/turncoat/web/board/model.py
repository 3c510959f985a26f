"""What everybody sees of a table in play."""

from typing import Literal

import msgspec

from turncoat.web.games.hail_hydra_model import HydraPart

Side = Literal["shield", "jagged"]
"""The two outlines by which sides are told apart; which side of which game wears which is the presenter's."""

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


class BoardSeat(msgspec.Struct, frozen=True):
    """One seat as everybody sees it."""

    number: int
    name: str
    kind: OccupantKind = "person"
    presence: Presence = "here"
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
    considered: bool = False
    """The leader considers him for the team, and nothing is named yet."""
    side: Side | None = None
    role: str = ""
    """Only when public: at the end, or when a rule has shown it."""


class Space(msgspec.Struct, frozen=True):
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
    art: str = "mast"
    label: str = ""
    """The whole space in one sentence, for those who hear it."""
    stamped_new: bool = False


class Row(msgspec.Struct, frozen=True):
    """One proposal in the table of all ballots; `marks` has one entry a seat, in seat order."""

    mission: int
    attempt: int
    leader: int
    team: tuple[int, ...]
    ballots: tuple[Ballot, ...]
    outcome: Literal["", "approved", "rejected", "success", "fail"] = ""
    outcome_word: str = ""
    about: str = ""
    note: str = ""


class LogLine(msgspec.Struct, frozen=True):
    """One thing that happened; a heading begins a mission."""

    number: int
    text: str
    heading: bool = False
    rule: str = ""
    rule_url: str = ""


class CardShown(msgspec.Struct, frozen=True):
    """A card turned face up: a mission card, never whose, or a character card, by its side."""

    kind: Literal["success", "fail", "shield", "jagged"]
    word: str


class Stage(msgspec.Struct, frozen=True):
    """The middle of the table: one sentence on what is going on, a line below it, and what was just turned over."""

    headline: str
    line: str = ""
    slots: tuple[str, ...] = ()
    """The places on the team: a name each, or "" where nobody is named yet."""
    cards: tuple[CardShown, ...] = ()
    fresh: bool = False
    """Just turned over: play the animation. Told of the event alone, so it is the same for every viewer."""
    stamp: Literal["", "success", "fail", "approved", "rejected"] = ""
    stamp_word: str = ""
    hidden_cards: int = 0
    """Cards that lie face down while a mission is being played: one a team member, whoever has chosen."""
    waiting: str = ""
    """The part of the line that says who is waited for; and what stands there for those who are themselves."""
    waiting_for_me: str = ""


class Said(msgspec.Struct, frozen=True):
    """What somebody said, under his name."""

    number: int
    name: str
    text: str


class TalkPart(msgspec.Struct, frozen=True):
    """What was said, the oldest first: by those at the table, and apart from it by those who watch."""

    said: tuple[Said, ...] = ()
    gallery: tuple[Said, ...] = ()


class PublicPart(msgspec.Struct, frozen=True):
    """All that everybody sees, spectators too. Rendered once per event and language."""

    code: str
    game: str
    stage: Stage
    seats: tuple[BoardSeat, ...]
    spaces: tuple[Space, ...]
    rejected: int
    rejected_limit: int
    rejected_label: str
    hydra: HydraPart | None = None
    """The board of Hail Hydra; None in the other games."""
    goals: tuple[str, ...] = ()
    """What wins, in short: shown beside the tracks."""
    short_names: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    log: tuple[LogLine, ...] = ()
    on_board: str = ""
    """The public facts of the set-up: "7 players, 3 of them spies"."""
    considering: str = ""
    """Whom the leader considers for the team that is not named yet."""
    talk: TalkPart = TalkPart()
    """The talk, to who has muted nobody."""


class Unmasked(msgspec.Struct, frozen=True):
    """A seat at the end: who it was."""

    number: int
    name: str
    role: str
    side: Side
    side_word: str
    portrait: str
    won: bool
    about: str = ""


class EndPart(msgspec.Struct, frozen=True):
    """What is shown when the game is over."""

    winner: Side
    headline: str
    reason: str
    people: tuple[Unmasked, ...]
    scene: tuple[str, ...] = ()
    """How it came to that, in order: what was guessed, named or turned over last."""
    facts: tuple[str, ...] = ()
    post_to: str = ""
    record_url: str = ""
    watch_url: str = ""
    papers_url: str = ""
    """All empty for who may not watch the games of the table that are over."""
    evening_url: str = ""
    evening: tuple[str, ...] = ()
    """The evening so far, in short."""
    may_restart: bool = False
    restart_hint: str = ""
