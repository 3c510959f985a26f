"""Parser of chat messages: who is accused or defended, what is asked, and about whom.

It goes by the English and Polish words in the text, without a language model and without guessing. Anything else is
`unknown`.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple, TypeAlias

import msgspec

from turncoat.bots.typed_names import Mention, Token, mentions, tokens_of
from turncoat.kernel.seats import Seat

LONGEST: Final = 400
"""Length at which texts are cut. The chat does not accept texts that long."""

IntentKind: TypeAlias = Literal[
    "accused",
    "defended",
    "asked-vote",
    "asked-team",
    "asked-why",
    "asked-opinion",
    "asked-suspects",
    "asked-trusts",
    "greeting",
    "thanks",
    "unknown",
]
"""Kinds of messages.

A message accuses or defends a player. Or it asks for the reason of a vote, a team or an opinion, for an opinion of a
seat, or for suspects or trusted players.
"""


class Intent(msgspec.Struct, frozen=True):
    """A parsed message."""

    kind: IntentKind
    to: tuple[Seat, ...] = ()
    """Seats that the message addresses by name. Empty for everybody."""
    about: tuple[Seat, ...] = ()
    """Seats that the message is about."""
    is_question: bool = False
    to_last: bool = False
    """True if the message says "you" without a name, which means the last speaker."""


UNKNOWN: Final = Intent("unknown")


class WordGroup(NamedTuple):
    """Synonyms, as whole words and as prefixes of longer words, all folded."""

    whole: frozenset[str]
    begins: tuple[str, ...] = ()

    def has(self, word: str) -> bool:
        """Return whether the word belongs to the group."""
        return word in self.whole or word.startswith(self.begins)

    def also(self, begins: Sequence[str]) -> "WordGroup":
        """Return a copy with more prefixes."""
        return WordGroup(self.whole, (*self.begins, *begins))


def _words(whole: str, begins: str = "") -> WordGroup:
    return WordGroup(frozenset(whole.split()), tuple(begins.split()))


SUSPECT_NOUNS: Final = _words(
    "spy spies bad evil red scum liar liars lying lies lied sus shady dirty zly zla zli klamie klamia klamiesz sciemnia"
    " sciemniasz scieme",
    "traitor suspicious guilty sabota untrustworth szpieg zdrajc zdradz podejrzan klamc klamal klamczuch winn"
    " oszust oszuk wrobi",
)
"""Words for traitors. Each game's own words are added."""
SUSPECT_VERBS: Final = _words(
    "suspect suspects suspected doubt doubts distrust distrusts mistrust mistrusts watna",
    "accus podejrzewa oskarza oskarzy watpi",
)
TRUST: Final = _words(
    "trust trusts trusted believe believes loyal innocent clean honest good ok okay fine safe green town legit"
    " ufam ufasz ufa wierze wierzysz dobry dobra dobrzy",
    "trustworth ufac zaufa lojaln niewinn czyst uczciw",
)
NEGATIONS: Final = _words(
    "not no never isnt arent wasnt werent dont doesnt didnt cant wont wouldnt aint nor nie nigdy bynajmniej"
)
WHY: Final = _words("why reason reasons explain dlaczego czemu skad powod powody", "wyjasni wytlumacz uzasadni")
EXPLAIN: Final = _words("explain", "wyjasni wytlumacz uzasadni")
VOTES: Final = _words(
    "vote votes voted voting ballot reject rejected approve approved against przeciw przeciwko za glos glosu glosy",
    "glosow zaglosow odrzuc popar poparl",
)
TEAMS: Final = _words(
    "team pick picked picks choose chose chosen took take propose proposed proposal lead lineup sklad bierzesz wziales"
    " wzielas wzial wziela druzyna druzyne druzyny ekipa ekipe ekipy",
    "wybral wybier zaproponow proponuj zabral",
)
WHO: Final = _words("who whom whos which kto kogo komu kim ktory ktora ktorzy ktorego")
ANYBODY: Final = _words("anyone anybody someone somebody everyone everybody kogos komus ktos komukolwiek kogokolwiek")
THINK: Final = _words(
    "think thinks thoughts opinion opinions reckon read reads say take feel feeling view zdanie zdania",
    "mysli sadzi uwaza opini ocenia wrazeni",
)
GREETINGS: Final = _words("hello hi hey hiya howdy greetings yo czesc hej siema siemka witam witaj witajcie elo dobry")
THANKS: Final = _words("thanks thank thx cheers dzieki dziekuje dziekowac dzienks dziex")
YOU: Final = _words("you your youre yours u ya yourself ty ciebie tobie toba cie ci", "twoj twoje twoja twoim")
ME: Final = _words("me mnie mi mna myself")
I_AM: Final = _words("im jestem")
ASKS: Final = _words("do does did is are was were can could would will what whats how czy co jak")
PICKS: Final = _words("want would zabrac wziac wzialbys wzielabys wybralbys wybralabys bys")
_SECOND_PERSON: Final = ("asz", "esz", "isz", "ysz", "les", "las", "jestes", "powiedz")
_NO_SECOND_PERSON: Final = frozenset(
    {"rules", "miles", "unless", "flames", "games", "names", "nas", "las", "wales", "atlas", "tales", "roles", "files"}
)


def _is_second_person(token: Token) -> bool:
    """Return whether the token is "you" or a Polish verb in the second person."""
    word = token.word
    return YOU.has(word) or (len(word) > 3 and word.endswith(_SECOND_PERSON) and word not in _NO_SECOND_PERSON)


class _Reading:
    """A tokenized text with the clues found in it."""

    def __init__(self, text: str, names: Sequence[str], traitors: Sequence[str]) -> None:
        self.tokens = tokens_of(text[:LONGEST])
        self.mentions = mentions(self.tokens, names)
        named = {at for one in self.mentions for at in range(one.first, one.end)}
        self.rest = [token for at, token in enumerate(self.tokens) if at not in named and token.word]
        self.words = [token.word for token in self.rest]
        self.nouns = SUSPECT_NOUNS.also(traitors)
        self.says_you = any(map(_is_second_person, self.rest))
        self.is_question = any(token.text == "?" for token in self.tokens)

    def has(self, words: WordGroup) -> bool:
        return any(map(words.has, self.words))

    @property
    def begins_as_question(self) -> bool:
        first = next((one.end for one in self.mentions if one.first == 0 and one.is_apart), 0)
        words = [token.word for token in self.tokens[first:] if token.word]
        return bool(words) and words[0] in self.words and ASKS.has(words[0])


def intent_of(text: str, names: Sequence[str], traitors: Sequence[str] = (), speaker: Seat | None = None) -> Intent:
    """Parse a chat message into an intent. Never raises.

    `names` are the names at the table by seat. `traitors` are prefixes of the game's own words for traitors, folded.

    >>> names = ["Ola", "Aspen", "Birch"]
    >>> intent_of("Aspen, why that vote?", names)
    Intent(kind='asked-vote', to=(1,), about=(), is_question=True, to_last=False)
    >>> intent_of("Birch, czy ufasz Oli?", names)
    Intent(kind='asked-opinion', to=(2,), about=(0,), is_question=True, to_last=False)
    """
    read = _Reading(text, names, traitors)
    to, about = _addressees(read)
    kind = _kind(read, has_somebody=bool(to or about))
    asks = read.is_question or kind.startswith("asked")
    if kind in ("accused", "defended"):
        kind, to, about = _accusation_or_defense(read, kind, to, about, speaker)
    elif kind in ("asked-vote", "asked-team") and not to:
        at_end = bool(about) and kind == "asked-vote" and not read.mentions[-1].is_inflected
        to, about = (about, ()) if not read.says_you or at_end else (to, about)
    elif kind in ("greeting", "thanks", "unknown") and not to:
        to, about = about, ()
    elif kind.startswith("asked"):
        if read.has(ME) and speaker is not None and not about:
            about, kind = (speaker,), "asked-why" if kind == "asked-why" else "asked-opinion"
        elif kind == "asked-opinion" and not about:
            kind = "asked-suspects"
        elif not to and (kind != "asked-why" or not (read.says_you or read.has(SUSPECT_VERBS))):
            to, about = (about, ()) if kind != "asked-opinion" else (to, about)
    if kind not in ("accused", "defended"):
        about = tuple(seat for seat in about if seat not in to)
    has_nobody = not to and (not about or kind.startswith("asked"))
    return Intent(kind, to, about, asks, has_nobody and (read.says_you or kind == "asked-why") and kind != "unknown")


def _addressees(read: _Reading) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats that the text addresses, and the other seats that it mentions."""

    def is_spoken_to(mention: Mention) -> bool:
        if mention.is_apart:
            return True
        begins = mention.first == 0 and not mention.is_inflected and read.says_you
        ends = read.says_you and not mention.is_inflected and mention.end >= len(read.tokens) - read.is_question
        is_alone = not any(one.is_apart for one in read.mentions)
        return begins or (ends and is_alone and (len(read.mentions) > 1 or read.has(ME)))

    apart = [one.seat for one in read.mentions if is_spoken_to(one)]
    others = [one.seat for one in read.mentions if not is_spoken_to(one)]
    return tuple(dict.fromkeys(apart)), tuple(dict.fromkeys(others))


def _kind(read: _Reading, *, has_somebody: bool) -> IntentKind:
    """Classify the text by its words."""
    suspects, trusts = read.has(read.nouns) or read.has(SUSPECT_VERBS), read.has(TRUST)
    if read.has(WHY) and (read.is_question or read.words[0] in WHY.whole or read.has(EXPLAIN)):
        if read.has(VOTES):
            return "asked-vote"
        return "asked-team" if read.has(TEAMS) else "asked-why"
    if read.has(WHO) and (read.is_question or read.words[0] in WHO.whole):
        if suspects:
            return "asked-suspects" if not _is_negated(read) else "asked-trusts"
        if trusts or read.has(TEAMS) or read.has(PICKS):
            return "asked-trusts" if not _is_negated(read) else "asked-suspects"
    asks = read.is_question or (read.begins_as_question and not read.has(GREETINGS))
    thinks = read.has(THINK) or "na to" in " ".join(read.words)  # "Co ty na to?"
    if asks and thinks and (read.says_you or len(read.words) <= 4):
        return "asked-opinion"
    if asks and (suspects or trusts):
        if read.has(ANYBODY):
            return "asked-suspects" if suspects else "asked-trusts"
        return "asked-opinion" if not (suspects and read.says_you and read.has(read.nouns)) else "accused"
    if suspects or (trusts and _is_negated(read)):
        return "accused" if suspects != _is_negated(read) else ("defended" if suspects else "accused")
    if trusts and not (read.has(GREETINGS) and not has_somebody):
        return "defended"
    if read.has(THANKS) or read.words == ["ty"]:  # short for "thank you", but "you" in Polish
        return "thanks"
    return "greeting" if read.has(GREETINGS) else "unknown"


def _is_negated(read: _Reading) -> bool:
    return read.has(NEGATIONS)


def _accusation_or_defense(
    read: _Reading, kind: IntentKind, to: tuple[Seat, ...], about: tuple[Seat, ...], speaker: Seat | None
) -> tuple[IntentKind, tuple[Seat, ...], tuple[Seat, ...]]:
    """Decide who is accused or defended.

    Asking one player whether another is a traitor counts as asking for an opinion.
    """
    if (read.has(I_AM) or "ja" in read.words or "i am" in " ".join(read.words)) and not about and speaker is not None:
        # About themselves: addressed to somebody, this asks for their opinion of the speaker.
        return ("asked-opinion" if to else "unknown"), to, (speaker,) if to else ()
    if not about or ("are" in read.words and not read.says_you) or "sa" in read.words:
        about, to = (*to, *about), ()
    if not about and not read.says_you:
        return "unknown", to, ()
    return kind, to, about
