"""The messages of the JSON protocol for bots and programs. `docs/protocol.md` explains how to use them.

The types here are the only source: the server reads and writes with them, and the JSON schema is made from them.
"""

from typing import Any, Final

import msgspec

import turncoat.games  # noqa: F401 - the schema lists every game's events
from turncoat.kernel.boards import Result
from turncoat.kernel.chapters import Offer, OptionValue
from turncoat.kernel.events import Event
from turncoat.kernel.options import AnyOption
from turncoat.kernel.rulebooks import BOOKS, default_game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt
from turncoat.kernel.words import kebab_case
from turncoat.telling import Teller

VERSION: Final = 1


def _tag(name: str) -> str:
    """The `type` of a message: the name of its class without "Message"."""
    return kebab_case(name.removesuffix("Message"))


class FromProgram(msgspec.Struct, frozen=True, tag_field="type", tag=_tag, forbid_unknown_fields=True):
    """A message from a program. Unknown fields are errors, so a typing mistake is noticed at once."""


class HelloMessage(FromProgram, frozen=True):
    """The first message. With a token: come back to its seat. With a name: take a free seat. With neither: watch.

    `entropy` is mixed into the next deal, for which `commitment` was shown before. It is open: others can read it
    before the deal. A `commit-entropy` keeps it to oneself until nothing can be changed any more. With `talk` the
    program is told what is said to everybody at the table, and how people react to it.
    """

    protocol: int
    token: str = ""
    name: str = ""
    entropy: str = ""
    talk: bool = False


class StartMessage(FromProgram, frozen=True):
    """Deal the cards (host)."""

    id: str = ""


class ChooseAvatarMessage(FromProgram, frozen=True):
    """Take another avatar, before a game: one of `fox`, `owl`, … that nobody at the table has."""

    avatar: str
    id: str = ""


class ChooseMessage(FromProgram, frozen=True):
    """A choice: `to` is the number of a prompt or the name of an offer. The same `id` sent twice is taken once.

    `game` is the number of the game that the choice is for; 0 is the one under way, whichever that is by now.
    """

    to: int | str
    answer: Any
    id: str = ""
    game: int = 0


class StandingAnswerMessage(FromProgram, frozen=True):
    """Go on at the prompt `to`, and at every other that takes a standing answer, until something concerns the seat.

    With `on` false: be asked again from now on; `to` is not looked at. `game` and `id` are as in a choice.
    """

    to: int = 0
    on: bool = True
    id: str = ""
    game: int = 0


class CommitEntropyMessage(FromProgram, frozen=True):
    """Commit to entropy for the next deal: `hash` is of `commitment`, a nonce and a text (docs/fair-deal.md).

    `commitment` is the one in `seats`: when another has come meanwhile, this is refused.
    """

    hash: str
    commitment: str
    id: str = ""


class RevealEntropyMessage(FromProgram, frozen=True):
    """Reveal what the hash stands for, after a `deal-begun`: the nonce of 32 bytes in hex, and the text."""

    nonce: str
    entropy: str = ""
    id: str = ""


class SayMessage(FromProgram, frozen=True):
    """Say something to everybody at the table, in up to 300 characters."""

    text: str
    id: str = ""


class ReactMessage(FromProgram, frozen=True):
    """React to the message of that number: `agree`, `doubt`, `laugh`, `surprise` or `heart`. There is one reaction to
    a message; the same again takes it back."""

    message: int
    reaction: str
    id: str = ""


AnyFromProgram = (
    HelloMessage
    | StartMessage
    | ChooseAvatarMessage
    | ChooseMessage
    | StandingAnswerMessage
    | CommitEntropyMessage
    | RevealEntropyMessage
    | SayMessage
    | ReactMessage
)


class NewTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The body of a request for a new table; the answer is a `welcome`."""

    name: str
    game: str = default_game()
    players: int = 5
    modules: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}


class ToProgram(msgspec.Struct, frozen=True, tag_field="type", tag=_tag):
    """A message from the server."""


class WelcomeMessage(ToProgram, frozen=True):
    """The answer to a hello. Keep the token: it stands for the seat. `seat` is null for a spectator."""

    protocol: int
    table: str
    seat: int | None
    host: bool
    token: str


class SeatEntry(msgspec.Struct, frozen=True):
    """Who sits on a seat: a person, a bot or nobody ("empty"), and the avatar by which people tell them.

    A bot has the name of its level or kind, and perhaps a character.
    """

    kind: str
    name: str
    avatar: str = ""
    bot: str = ""
    character: str = ""


class SeatsMessage(ToProgram, frozen=True):
    """Who sits where; sent at first and when it changes. `commitment` is the hash of the seed of the next deal."""

    seats: tuple[SeatEntry, ...]
    running: bool
    commitment: str
    seat: int | None


class DealBegunMessage(ToProgram, frozen=True):
    """The host deals, and this program has committed to entropy: it reveals that now, within `seconds`.

    All but `seconds`, `seat` and `mark` is what is fixed of the deal: what each seat has committed to, the open texts,
    and what is played. `mark` is the hash of it. Compute it, and keep it, before anything is revealed; reveal nothing
    when it differs, or when the program's hash is not at its `seat` (docs/fair-deal.md). Programs that have committed
    to nothing do not get this message.
    """

    commitment: str
    hashes: tuple[str, ...]
    seconds: float
    seat: int
    game: str
    players: int
    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    """Those that are not at their default, sorted by name; a value is `true`, `false`, a number or a word."""
    open_texts: tuple[str, ...]
    mark: str


class GameStartedMessage(ToProgram, frozen=True):
    """A game was dealt: its number at this table, its rules. Event numbers begin again."""

    game: int
    ruleset: Ruleset
    rules: str
    hiding: int
    """How many seats are of the side that hides among the others; everybody knows it."""


class SentQuestion(msgspec.Struct, frozen=True):
    """What is asked: `name` is that of the kind of step, and `sentence` is in English."""

    name: str
    sentence: str
    clause: str
    may_change: bool
    first_ends: bool
    clock: str
    shows_draft: bool
    takes_standing_answer: bool
    """Whether a `standing-answer` may be given to it."""


class SentPrompt(msgspec.Struct, frozen=True):
    """A question to a seat. A choice names the prompt by its number; all prompts of one step share it.

    `params` has the values in its sentence, by name.
    """

    number: int
    question: SentQuestion
    option: AnyOption
    params: tuple[tuple[str, Any], ...]


class SentOffer(msgspec.Struct, frozen=True):
    """A standing offer: a choice open to a seat at any time, listed apart from prompts; a choice names it by `name`."""

    name: str
    option: AnyOption
    sentence: str
    clause: str
    warns: str


class UpdateMessage(ToProgram, frozen=True):
    """News for this seat: the events since the last update, and the current prompt.

    `prompt` is also there when it was answered and may be changed (`answer` holds the choice). `waiting` is the set of
    seats that the table waits for (a bit mask). `pad` fills messages with secrets up to one size; ignore it.
    """

    game: int
    events: list[Any]
    prompt: SentPrompt | None
    answer: Any
    offers: tuple[SentOffer, ...]
    waiting: int
    result: Result | None
    standing_answer: bool = False
    """Whether the seat's standing answer is given to what it is asked, until something concerns the seat."""
    pad: str = ""


class GivenReaction(msgspec.Struct, frozen=True):
    """A reaction to a message, and the name of who gave it."""

    name: str
    reaction: str


class SaidMessage(ToProgram, frozen=True):
    """Something that was said to everybody at the table; sent again, whole, when its reactions have changed.

    Only programs that asked for `talk` get it. `seat` is null before and after a game. Of a quick phrase `text` is in
    English, `phrase` is its key, and `about` the seat that it speaks of.
    """

    message: int
    name: str
    seat: int | None
    text: str
    phrase: str
    about: int | None
    reactions: tuple[GivenReaction, ...]


class ClockMessage(ToProgram, frozen=True):
    """How much time is left; the same for everybody, sent when a clock begins, stops or ends.

    `kind` is empty when there is no limit; else `decision` (then seats without a choice get the rules' default),
    `talk` or `abilities` (then it is over for everybody), or `reveal` (all have chosen, and the table is held open for
    standing offers). `left` is in seconds. While `paused_by` has a name nothing can be chosen, and no clock runs.
    """

    kind: str
    left: float
    paused_by: str


class AcceptedMessage(ToProgram, frozen=True):
    """The choice, start, commit or reveal with that id was accepted, and is stored."""

    id: str


class RefusedMessage(ToProgram, frozen=True):
    """What has that id was refused; nothing has changed. `code` is stable, `sentence` is for people."""

    id: str
    code: str
    sentence: str


class ErrorMessage(ToProgram, frozen=True):
    """The message could not be read. The connection stays open, and nothing is lost."""

    code: str
    sentence: str


AnyToProgram = (
    WelcomeMessage
    | SeatsMessage
    | DealBegunMessage
    | GameStartedMessage
    | UpdateMessage
    | SaidMessage
    | ClockMessage
    | AcceptedMessage
    | RefusedMessage
    | ErrorMessage
)


def sent_prompt(prompt: Prompt, teller: Teller) -> SentPrompt:
    """Return the prompt as programs get it."""
    asked = prompt.question
    question = SentQuestion(
        asked.name,
        teller.prompt(prompt),
        asked.clause,
        asked.may_change,
        asked.first_ends,
        asked.clock,
        asked.shows_draft,
        asked.takes_standing_answer,
    )
    return SentPrompt(prompt.number, question, prompt.option, prompt.params)


def sent_offer(offer: Offer, teller: Teller) -> SentOffer:
    """Return the standing offer as programs get it."""
    return SentOffer(offer.name, offer.option, teller.offer(offer), offer.clause, teller.text(offer.warns))


def schema() -> dict[str, Any]:
    """The JSON schema of all messages, made from the types."""
    events = sorted(
        {event for book in BOOKS.values() for event in _events_of(book)}, key=lambda event: event.__qualname__
    )
    refs, components = msgspec.json.schema_components(
        [AnyFromProgram, AnyToProgram, NewTable, *events], ref_template="#/$defs/{name}"
    )
    from_program, to_program, new_table, *event_refs = refs
    event_refs = sorted(event_refs, key=lambda ref: str(ref["$ref"]))
    components["UpdateMessage"]["properties"]["events"] = {"type": "array", "items": {"anyOf": event_refs}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"Turncoat protocol {VERSION}",
        "description": "A message is FromProgram or ToProgram; NewTable is the body of a request for a new table.",
        "anyOf": [{"$ref": "#/$defs/FromProgram"}, {"$ref": "#/$defs/ToProgram"}, {"$ref": "#/$defs/NewTable"}],
        "$defs": {"FromProgram": from_program, "ToProgram": to_program, "NewTable": new_table, **_sorted(components)},
    }


def _events_of(book: Any) -> list[type[Event]]:
    from turncoat.kernel.events import GameEnded

    return [*book.events, *(event for chapter in book.chapters.values() for event in chapter.events), GameEnded]


def _sorted(components: dict[str, Any]) -> dict[str, Any]:
    return {name: components[name] for name in sorted(components)}
