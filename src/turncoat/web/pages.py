"""What the templates show: page models in words, with no game object behind them.

The presenter turns views into these values in the viewer's language. A template sees nothing else, so what a model has
no field for cannot reach a page. The public part of a table holds nothing of any one seat; `MinePart` holds one seat's
own.
"""

from typing import Literal

import msgspec

from turncoat.web.options import Form

Theme = Literal["auto", "dark", "light"]
Side = Literal["shield", "jagged"]
"""The two outlines by which sides are told apart; which side of which game wears which is the presenter's."""

Presence = Literal["here", "away", "gone"]
Kind = Literal["person", "bot", "empty"]
Ballot = Literal["", "approve", "reject"]
SpaceState = Literal["done", "now", "next"]


class Language(msgspec.Struct, frozen=True):
    """A language that the page can be switched to, in its own name."""

    code: str
    name: str


class Site(msgspec.Struct, frozen=True):
    """What every page has round it."""

    title: str
    path: str
    csrf: str = ""
    language: str = "en"
    languages: tuple[Language, ...] = (Language("en", "English"), Language("pl", "Polski"))
    theme: Theme = "auto"


class TableLink(msgspec.Struct, frozen=True):
    """A table in a list: where the visitor has a seat, or where he was."""

    code: str
    name: str
    about: str
    url: str


class StartPage(msgspec.Struct, frozen=True):
    """The front door: open a table, join one, what this is."""

    site: Site
    visitor: str = ""
    code: str = ""
    problem: str = ""
    tables: tuple[TableLink, ...] = ()


# --- set-up -----------------------------------------------------------------------------------------------------------


class Choice(msgspec.Struct, frozen=True):
    """One thing to pick in a set-up form; `about` is one line of plain words, `advice` a friendly warning."""

    value: str
    label: str
    about: str = ""
    chosen: bool = False
    allowed: bool = True
    advice: str = ""


class OptionField(msgspec.Struct, frozen=True):
    """A setting of the game with its possible values."""

    name: str
    label: str
    about: str
    choices: tuple[Choice, ...]


class SetupSeat(msgspec.Struct, frozen=True):
    """One chair before the game: who sits there and what the viewer may do with it."""

    number: int
    name: str
    kind: Kind
    presence: Presence = "here"
    host: bool = False
    mine: bool = False
    may_sit: bool = False
    may_clear: bool = False
    bot: str = ""


class SetupPart(msgspec.Struct, frozen=True):
    """The table before its first game, and between two."""

    code: str
    post_to: str
    seats: tuple[SetupSeat, ...]
    games: tuple[Choice, ...]
    players: tuple[Choice, ...]
    modules: tuple[Choice, ...]
    options: tuple[OptionField, ...]
    bots: tuple[Choice, ...]
    summary: str
    join_url: str
    qr: str = ""
    """The QR code as SVG markup made by the server, never from anything that a visitor wrote."""
    host_name: str = ""
    is_host: bool = False
    seated: bool = False
    visitor: str = ""
    problem: str = ""
    may_start: bool = False
    why_not: str = ""


class SetupPage(msgspec.Struct, frozen=True):
    """A table that is not playing."""

    site: Site
    setup: SetupPart
    socket: str = ""
    version: int = 0


# --- the table --------------------------------------------------------------------------------------------------------


class Badge(msgspec.Struct, frozen=True):
    """A public mark on a seat: a plot card, a token, a role that is known to all."""

    text: str
    icon: str = "badge"
    about: str = ""
    """What it does, in one line: shown when it is tapped."""
    word: str = ""
    """What it is, whatever the language: part of its id on the page."""


class Seat(msgspec.Struct, frozen=True):
    """One seat as everybody sees it."""

    number: int
    name: str
    kind: Kind = "person"
    presence: Presence = "here"
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


class Said(msgspec.Struct, frozen=True):
    """What somebody said, under his name."""

    number: int
    name: str
    text: str


class PublicPart(msgspec.Struct, frozen=True):
    """All that everybody sees, spectators too. Rendered once per event and language."""

    code: str
    game: str
    stage: Stage
    seats: tuple[Seat, ...]
    spaces: tuple[Space, ...]
    rejected: int
    rejected_limit: int
    rejected_label: str
    goals: tuple[str, ...] = ()
    """What wins, in short: shown beside the tracks."""
    short_names: tuple[str, ...] = ()
    rows: tuple[Row, ...] = ()
    log: tuple[LogLine, ...] = ()
    on_board: str = ""
    """The public facts of the set-up: "7 players, 3 of them spies"."""
    said: tuple[Said, ...] = ()
    """The talk at the table, the oldest first."""


class RoleCard(msgspec.Struct, frozen=True):
    """My own card. Every seat's has the same parts and takes the same room."""

    role: str
    side: Side
    side_word: str
    portrait: str
    goal: str
    knows: tuple[str, ...]
    """What was seen at the reveal."""
    looks: tuple[str, ...] = ("",)
    """What was looked at, played or drawn in private since, the newest first; one line at least."""


class Prompt(msgspec.Struct, frozen=True):
    """What is asked of me: one sentence, the rule behind it, and the form."""

    sentence: str
    form: Form
    hint: str = ""
    rule: str = ""
    rule_url: str = ""
    answered: str = ""
    """Set when I have chosen and may still change: the line that says so, without saying what."""


class Away(msgspec.Struct, frozen=True):
    """Somebody who is away in the middle of a game: the host may let a bot play for him."""

    number: int
    name: str
    post_to: str


class SayForm(msgspec.Struct, frozen=True):
    """Where I may say something."""

    id: str
    post_to: str
    command: str
    channel: Literal["table", "channel"] = "table"
    most: int = 300
    """The longest text, in characters."""


class ChannelPart(msgspec.Struct, frozen=True):
    """The channel that the rules give to me and some others."""

    readers: str
    """Who reads it, and that nobody else does."""
    form: SayForm
    said: tuple[Said, ...] = ()


class MinePart(msgspec.Struct, frozen=True):
    """One seat's private part, and the only thing on the page that differs between two seats."""

    seat: int | None
    waiting: str = ""
    """When nothing is asked of me: what the table waits for."""
    card: RoleCard | None = None
    prompt: Prompt | None = None
    offers: tuple[Prompt, ...] = ()
    any_time: bool = False
    """Whether anything may be open at any time in what is played: then every seat has the same flap for it."""
    refusal: str = ""
    away: tuple[Away, ...] = ()
    """For the host alone."""
    say: SayForm | None = None
    may_not_say: str = ""
    """Why there is no form for talk."""
    channel: ChannelPart | None = None
    padding: str = ""
    """Filled by the server so that every seat's part has one size."""


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
    may_restart: bool = False
    restart_hint: str = ""


class TablePage(msgspec.Struct, frozen=True):
    """A table in play, as one viewer sees it."""

    site: Site
    public: PublicPart
    mine: MinePart
    end: EndPart | None = None
    socket: str = ""
    version: int = 0
    """The event that this page is up to; the socket carries on from there."""


# --- the rest ---------------------------------------------------------------------------------------------------------


class Clause(msgspec.Struct, frozen=True):
    """One clause of the rules, in our own words."""

    id: str
    text: str


class RulesChapter(msgspec.Struct, frozen=True):
    """Clauses that belong together."""

    id: str
    title: str
    clauses: tuple[Clause, ...]
    intro: str = ""


class RulesPage(msgspec.Struct, frozen=True):
    """The rules of one game."""

    site: Site
    game: str
    lead: str
    chapters: tuple[RulesChapter, ...]
    games: tuple[TableLink, ...] = ()


class ErrorPage(msgspec.Struct, frozen=True):
    """Not found, refused, or broken: what happened and the way on."""

    site: Site
    status: int
    headline: str
    text: str
    art: Literal["nobody", "broken"] = "nobody"
    code: str = ""


Page = StartPage | SetupPage | TablePage | RulesPage | ErrorPage
