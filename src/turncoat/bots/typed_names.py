"""Recognition of player names in typed text, in any case, without accents, and inflected as in Polish.

A name that is also an ordinary word ("Will", "Mark", "Ale"), or has one or two letters, counts only if it is
unmistakable: set apart by a comma or an @, or with a capital letter inside a sentence.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from turncoat.kernel.seats import Seat

_TOKEN: Final = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[^\w\s]")
_ENDINGS: Final = frozenset({"s", "a", "owi", "em", "ie", "u", "y", "ego", "emu", "m", "go", "mu", "iem", "i"})
"""Inflections after an apostrophe, in English and in Polish."""
_ENDS: Final = frozenset(".!?;…")
"""Punctuation that ends a sentence."""
_APART: Final = frozenset(",:!?.;…-–—@")
"""Punctuation that sets a name apart."""

_ENGLISH: Final = """
    a about after again against ah ale all also always am an and any anybody anyone are art as ask at bad be
    because been before being bet big bill bo but by call can chance charity clean come could dawn day did do does
    done down drew each else ever every everybody everyone faith fail feel first for frank from gene get give go
    going good grace grant guy had has have he hello help her here hey hi him his hope how i if in is it its jest
    joy just know last lead leader let lie like look loyal mark may me mission more most my never next nick no
    nobody none not now of off oh ok okay old on once one only or other our out pat pick play please quick ray
    read red rich rob round said say see she should so some somebody someone spy still sue sure take team tell
    than thank thanks that the their them then there they thing think this those to too traitor true trust two up
    us very vote want was we well were what when where which who whom why will win with would yes yet you your
"""
_POLISH: Final = """
    albo ani bardzo bez bo bogu by byc byl byla czemu czesc czy dla dlaczego do dobra dobry dosc druzyna gdy gdzie
    glos go gra hej i ich ile im inny ja jak jaka jaki jako jednak jego jej jemu jest jestem jestes jeszcze juz
    kiedy kim kogo komu kto ktora ktory lub ma maja mam masz mi misja mnie moj moja moze mu my na nad nam nami nas
    nasz nic nie nigdy nim no o ona on one oni oraz pan pani po pod podejrzewam poza prosze przez przy rano razem
    runda sa sam sama sie skad sobie spoko sto swoj szpieg ta tak taka taki tam te tego tej ten tez to toba tobie
    tu tutaj twoj twoja ty tych tylko tym u ufam wam was we wiem wiesz wola woli wole wolu wy z za zaraz ze zgoda
    zdrajca zly
"""
COMMON: Final = frozenset((_ENGLISH + _POLISH).split())
"""Ordinary words of both languages, folded. A name among them must be set apart or capitalised."""


class Token(NamedTuple):
    """A word or punctuation mark of a text."""

    text: str
    """The text as typed."""
    word: str
    """The word in lowercase, without accents. Empty for punctuation."""
    ending: str = ""
    """Inflection after an apostrophe."""


class Mention(NamedTuple):
    """A name in a text, with its range of tokens."""

    seat: Seat
    first: int
    end: int
    is_apart: bool
    """True if the name is set apart, as in an address."""
    is_inflected: bool


def folded(word: str) -> str:
    """Return the word in lowercase, without accents.

    >>> folded("Żółć")
    'zolc'
    """
    plain = unicodedata.normalize("NFKD", word.casefold())
    return "".join(sign for sign in plain if not unicodedata.combining(sign)).replace("ł", "l").replace("đ", "d")


def tokens_of(text: str) -> list[Token]:
    """Split a text into words and punctuation.

    >>> [token.word or token.text for token in tokens_of("Don't trust Ola's team!")]
    ['dont', 'trust', 'ola', 'team', '!']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        typed = match[0].replace("’", "'")
        base, _, ending = typed.rpartition("'")
        if base and folded(ending) in _ENDINGS:
            found.append(Token(base, folded(base.replace("'", "")), folded(ending)))
        elif typed[0].isalnum():
            found.append(Token(typed, folded(typed.replace("'", ""))))
        else:
            found.append(Token(typed, ""))
    return found


@lru_cache(maxsize=512)
def forms_of(name: str) -> frozenset[str]:
    """Return the inflected forms of a word of a name, folded and without accents.

    >>> {"ole", "oli", "ola", "olu"} <= forms_of("ola")
    True
    >>> {"jana", "janowi", "janem", "janie"} <= forms_of("jan")
    True
    >>> {"marka", "marku"} <= forms_of("marek") and {"pawla", "pawlowi"} <= forms_of("pawel")
    True
    """
    if len(name) < 3 or not name.isalpha():
        return frozenset({name})
    stem, last = name[:-1], name[-1]
    if last == "a":
        found = {stem + ending for ending in ("a", "y", "i", "e", "ie", "o", "u")}
        for sound, soft in (("k", "c"), ("g", "dz"), ("r", "rz"), ("t", "ci"), ("d", "dzi"), ("ch", "sz"), ("ia", "")):
            if stem.endswith(sound):
                found.add(stem[: -len(sound)] + soft + "e")
        return frozenset(found)
    if last in "iy":
        return frozenset({name, name + "m", *(one + ending for one in (name, stem) for ending in ("ego", "emu"))})
    if last in "eou":
        return frozenset({name, *(stem + ending for ending in ("a", "owi", "em", "iem", "ie", "u", "y"))})
    stems = {name}
    if len(name) > 4 and name[-2] == "e" and name[-3] not in "aeiouy":  # Marek, Paweł and Kacper lose this letter
        stems.add(name[:-2].removesuffix("i") + last)
    found = {one + ending for one in stems for ending in ("a", "owi", "em", "iem", "ie", "u", "e", "y")}
    for one in stems:
        for sound, soft in (("r", "rz"), ("t", "ci"), ("d", "dzi"), ("ch", "sz")):
            if one.endswith(sound):
                found.add(one[: -len(sound)] + soft + "e")
    return frozenset({name, *found})


class _Name(NamedTuple):
    seat: Seat
    words: tuple[str, ...]


@lru_cache(maxsize=128)
def _words_of(names: tuple[str, ...]) -> dict[str, tuple[_Name, ...]]:
    """Return the names by every form of their first word, the longest first."""
    found: list[_Name] = []
    starts: dict[str, set[Seat]] = {}
    for seat, name in enumerate(names):
        words = tuple(token.word for token in tokens_of(name) if token.word)
        if words:
            found.append(_Name(seat, words))
            starts.setdefault(words[0], set()).add(seat)
    # The first word of a name suffices if no other name begins with it.
    found += [_Name(seat, words[:1]) for seat, words in found if len(words) > 1 and len(starts[words[0]]) == 1]
    found.sort(key=lambda one: -len(one.words))
    by_form: dict[str, list[_Name]] = {}
    for one in found:
        for form in forms_of(one.words[0]):
            by_form.setdefault(form, []).append(one)
    return {form: tuple(ones) for form, ones in by_form.items()}


def mentions(tokens: Sequence[Token], names: Sequence[str]) -> list[Mention]:
    """Return the mentions of players in a text, in order.

    >>> text = "Birch, czy ufasz Oli?"
    >>> [(one.seat, one.is_apart) for one in mentions(tokens_of(text), ["Ola", "Birch"])]
    [(1, True), (0, False)]
    """
    by_form = _words_of(tuple(names))
    found: list[Mention] = []
    shouts = sum(token.text.isupper() for token in tokens if len(token.word) > 1) > len(tokens) // 2
    at = 0
    while at < len(tokens):
        mention = _mention_at(tokens, at, by_form, shouts=shouts)
        if mention is None:
            at += 1
        else:
            found.append(mention)
            at = mention.end
    return found


def _mention_at(
    tokens: Sequence[Token], at: int, by_form: dict[str, tuple[_Name, ...]], *, shouts: bool
) -> Mention | None:
    best: list[tuple[tuple[int, bool], Mention]] = []
    for name in by_form.get(tokens[at].word, ()):
        length = len(name.words)
        words = [token.word for token in tokens[at : at + length]]
        if len(words) < length or not all(w in forms_of(n) for w, n in zip(words, name.words, strict=True)):
            continue
        is_exact = tuple(words) == name.words
        mention = Mention(
            name.seat,
            at,
            at + length,
            _is_apart(tokens, at, at + length),
            not is_exact or tokens[at + length - 1].ending not in ("", "s"),
        )
        if _is_meant(tokens, mention, shouts=shouts):
            best.append(((length, is_exact), mention))
    if not best:
        return None
    rank = max(rank for rank, _ in best)
    meant = [mention for other, mention in best if other == rank]
    return meant[0] if len({mention.seat for mention in meant}) == 1 else None


def _is_apart(tokens: Sequence[Token], first: int, end: int) -> bool:
    """Return whether punctuation or the ends of the text enclose the tokens."""
    before = tokens[first - 1].text if first else ""
    after = tokens[end].text if end < len(tokens) else ""
    if before == "@":
        return True
    begins = not before or before in _APART or tokens[first - 1].word in ("hey", "hi", "hello", "hej", "czesc", "ej")
    return begins and (not after or after in _APART)


def _is_meant(tokens: Sequence[Token], mention: Mention, *, shouts: bool) -> bool:
    """Return whether the tokens mean the player, even if they are an ordinary word or very short."""
    words = tokens[mention.first : mention.end]
    if len(words) > 1 or mention.is_apart:
        return True
    (token,) = words
    if len(token.word) == 1:
        return False
    if len(token.word) > 2 and token.word not in COMMON:
        return True
    after = tokens[mention.end].word if mention.end < len(tokens) else ""
    if token.text[0].isupper() and after in ("is", "was", "has", "jest"):
        return True
    is_first = mention.first == 0 or tokens[mention.first - 1].text in _ENDS
    return token.text[0].isupper() and not is_first and not shouts
