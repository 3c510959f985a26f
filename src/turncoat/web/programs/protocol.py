"""Messages of the JSON protocol for bots and programs. `docs/protocol.md` explains their use.

These types are the only source: the server encodes and decodes with them, and the JSON schema is generated from them.
"""

from collections.abc import Sequence
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
    """Return the `type` of a message: the name of its class without "Message"."""
    return kebab_case(name.removesuffix("Message"))


class FromProgram(msgspec.Struct, frozen=True, tag_field="type", tag=_tag, forbid_unknown_fields=True):
    """A message from a program. Unknown fields are errors, so that typing mistakes are noticed at once."""


class HelloMessage(FromProgram, frozen=True):
    """The first message: a token returns to its seat, a name takes a free seat, and neither means to watch.

    `entropy` is mixed into the next deal, whose `commitment` was sent before. It is open: others can read it before the
    deal. A `commit-entropy` keeps it secret until nothing can be changed any more. With `talk`, the program receives
    all public messages of the table's chat, and the reactions to them. With a `language`, such as `en` or `pl`, all
    sentences are in that language, and each update also tells its events in sentences.
    """

    protocol: int
    token: str = ""
    name: str = ""
    entropy: str = ""
    talk: bool = False
    language: str = ""


class StartMessage(FromProgram, frozen=True):
    """A request to deal the cards (host only)."""

    id: str = ""


class ChooseAvatarMessage(FromProgram, frozen=True):
    """A request for another avatar: one of `fox`, `owl`, … that nobody else at the table has."""

    avatar: str
    id: str = ""


class ChooseMessage(FromProgram, frozen=True):
    """A choice: `to` is the number of a prompt or the name of an offer. The same `id` sent twice is taken once.

    `game` is the number of the game that the choice is for. With 0 it is the current game, whichever that is.
    """

    to: int | str
    answer: Any
    id: str = ""
    game: int = 0


class StandingAnswerMessage(FromProgram, frozen=True):
    """A standing answer: pass on prompt `to`, and on all others that accept it, until something concerns the seat.

    With `on` false, the seat is asked again from now on, and `to` is ignored. `game` and `id` are as in a choice.
    """

    to: int = 0
    on: bool = True
    id: str = ""
    game: int = 0


class CommitEntropyMessage(FromProgram, frozen=True):
    """A commitment to entropy for the next deal: `hash` covers `commitment`, a nonce and a text (docs/fair-deal.md).

    `commitment` is the one in `seats`. If it has been replaced meanwhile, this message is refused.
    """

    hash: str
    commitment: str
    id: str = ""


class RevealEntropyMessage(FromProgram, frozen=True):
    """The values behind the hash, after a `deal-begun`: the nonce of 32 bytes in hex, and the text."""

    nonce: str
    entropy: str = ""
    id: str = ""


class SayMessage(FromProgram, frozen=True):
    """A chat message to everybody at the table, of up to 300 characters."""

    text: str
    id: str = ""


class ReactMessage(FromProgram, frozen=True):
    """A reaction to the chat message of that number: `agree`, `doubt`, `laugh`, `surprise` or `heart`.

    There is one reaction to a message, and sending the same one again removes it.
    """

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
    """The body of a request for a new table, which is answered by a `welcome`."""

    name: str
    game: str = default_game()
    players: int = 5
    modules: tuple[str, ...] = ()
    options: dict[str, OptionValue] = {}


class ToProgram(msgspec.Struct, frozen=True, tag_field="type", tag=_tag):
    """A message from the server."""


class WelcomeMessage(ToProgram, frozen=True):
    """The answer to a hello. Keep the token, which stands for the seat. `seat` is null for a spectator."""

    protocol: int
    table: str
    seat: int | None
    host: bool
    token: str


class SeatEntry(msgspec.Struct, frozen=True):
    """The occupant of a seat: a person, a bot or nobody ("empty"), and the avatar displayed for them.

    A bot has the name of its level or kind, and possibly a character.
    """

    kind: str
    name: str
    avatar: str = ""
    bot: str = ""
    character: str = ""


class SeatsMessage(ToProgram, frozen=True):
    """The occupants of all seats, sent at first and after changes. `commitment` is the hash of the next deal's seed."""

    seats: tuple[SeatEntry, ...]
    running: bool
    commitment: str
    seat: int | None


class DealBegunMessage(ToProgram, frozen=True):
    """The beginning of a deal to which this program committed entropy. It has to reveal that within `seconds`.

    All fields except `seconds`, `seat` and `mark` are the fixed part of the deal: the commitments of each seat, the
    open texts, and the game. `mark` is their hash. Compute and store it before anything is revealed, and reveal nothing
    if it differs, or if the program's hash is not at its `seat` (docs/fair-deal.md). Programs without a commitment do
    not get this message.
    """

    commitment: str
    hashes: tuple[str, ...]
    seconds: float
    seat: int
    game: str
    players: int
    modules: tuple[str, ...]
    options: tuple[tuple[str, str], ...]
    """Options with other values than their defaults, sorted by name. A value is `true`, `false`, a number or a word."""
    open_texts: tuple[str, ...]
    mark: str


class GameStartedMessage(ToProgram, frozen=True):
    """The deal of a game: its number at this table and its rules. Event numbers start again."""

    game: int
    ruleset: Ruleset
    rules: str
    hiding: int
    """Number of seats on the hiding side, which everybody knows."""


class SentQuestion(msgspec.Struct, frozen=True):
    """The question of a prompt: `name` is the kind of step, and `sentence` is in English."""

    name: str
    sentence: str
    clause: str
    may_change: bool
    first_ends: bool
    clock: str
    shows_draft: bool
    takes_standing_answer: bool
    """True if a `standing-answer` is accepted."""


class SentPrompt(msgspec.Struct, frozen=True):
    """A prompt to a seat. A choice refers to it by its number, which all prompts of one step share.

    `params` has the values in its sentence, by name.
    """

    number: int
    question: SentQuestion
    option: AnyOption
    params: tuple[tuple[str, Any], ...]


class SentOffer(msgspec.Struct, frozen=True):
    """A standing offer: a choice open to a seat at any time, separate from prompts. A choice refers to it by `name`."""

    name: str
    option: AnyOption
    sentence: str
    clause: str
    warns: str


class Told(msgspec.Struct, frozen=True):
    """A sentence about the events of an update from number `first` to `last`, counted from 0.

    Events without a sentence have none. What several seats in a row did alike is one sentence.
    """

    first: int
    last: int
    text: str


class UpdateMessage(ToProgram, frozen=True):
    """Changes for this seat: the events since the last update, and the current prompt.

    `prompt` is also present if it was answered and may be changed. `answer` has the choice until it takes effect.
    `waiting` is the set of seats that the table waits for (a bit mask). `pad` fills messages with secrets up to one
    size, and can be ignored.
    """

    game: int
    events: list[Any]
    prompt: SentPrompt | None
    answer: Any
    offers: tuple[SentOffer, ...]
    waiting: int
    result: Result | None
    standing_answer: bool = False
    """True if the seat's standing answer is given to its questions until something concerns the seat."""
    told: tuple[Told, ...] = ()
    """The events in sentences, for programs whose hello has a language."""
    pad: str = ""


class GivenReaction(msgspec.Struct, frozen=True):
    """A reaction to a message, with the name of its author."""

    name: str
    reaction: str


class SaidMessage(ToProgram, frozen=True):
    """A chat message to everybody at the table, sent again in full when its reactions have changed.

    Only programs that asked for `talk` get it. `seat` is null before and after a game. For a quick phrase, `text` is in
    English, `phrase` is its key, and `about` the seat that it is about.
    """

    message: int
    name: str
    seat: int | None
    text: str
    phrase: str
    about: int | None
    reactions: tuple[GivenReaction, ...]


class ClockMessage(ToProgram, frozen=True):
    """The time left, the same for everybody, sent when a clock starts, stops or ends.

    `kind` is empty if there is no limit. Otherwise it is `decision` (then seats without a choice get the rules'
    default), `talk` or `abilities` (then it is over for everybody), or `reveal` (all have chosen, and the table is held
    open for standing offers). `left` is in seconds. `until` is the end in seconds since 1970 at a table that is played
    by day, otherwise 0. While `paused_by` has a name, nothing can be chosen and no clock
    runs.
    """

    kind: str
    left: float
    paused_by: str
    until: int = 0


class AcceptedMessage(ToProgram, frozen=True):
    """The choice, start, commitment or revelation with that id was accepted and stored."""

    id: str


class RefusedMessage(ToProgram, frozen=True):
    """The message with that id was refused, and nothing has changed. `code` is stable, `sentence` is for people."""

    id: str
    code: str
    sentence: str


class ErrorMessage(ToProgram, frozen=True):
    """The message could not be decoded. The connection stays open, and nothing is lost."""

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
    """Return a prompt in the form sent to programs."""
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


def told(events: Sequence[Event], teller: Teller) -> tuple[Told, ...]:
    """Return seen events in sentences."""
    return tuple(Told(one.first, one.last, one.text) for one in teller.events(events))


def sent_offer(offer: Offer, teller: Teller) -> SentOffer:
    """Return a standing offer in the form sent to programs."""
    return SentOffer(offer.name, offer.option, teller.offer(offer), offer.clause, teller.text(offer.warns))


def schema() -> dict[str, Any]:
    """Return the JSON schema of all messages, generated from the types."""
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
    """Return the components by name. Their descriptions end before a docstring's example in Python."""
    for component in components.values():
        if "description" in component:
            component["description"] = component["description"].partition("\n\n    >>> ")[0]
    return {name: components[name] for name in sorted(components)}
