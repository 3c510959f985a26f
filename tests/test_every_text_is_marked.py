"""Every text of the games is translatable: in the pseudo-language, no unaccented letter is left."""

import re
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from tools.messages import gather
from turncoat.kernel.card_texts import abilities_of, about_word, reveal_script
from turncoat.kernel.chapters import Chapter, RulesetError
from turncoat.kernel.events import seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.options import AnyOption, Cards, Form, OneCard, Word
from turncoat.kernel.refusals import REFUSALS
from turncoat.kernel.rulebooks import BOOKS, Rulebook
from turncoat.kernel.rulesets import Ruleset, advice
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.words import Message
from turncoat.locales import translator
from turncoat.locales.pseudo import PSEUDO
from turncoat.telling import Teller
from turncoat.testing.rulesets import label, rulesets
from turncoat.testing.walks import random_walk
from turncoat.web.games import presenter_of

PLAIN = re.compile(r"[A-Za-z]+")
"""Letters that never occur in the pseudo-language."""
NO_WORDS = re.compile(r"\{[^{}]*\}|\W")
"""Parts of a text that are not translated."""
in_pseudo = translator(PSEUDO)
texts = cache(gather)


def say(text: str) -> str:
    """Render a marked text in the pseudo-language, any other in English."""
    for part in text.parts.values() if isinstance(text, Message) else ():
        if say(part) == part and PLAIN.search(part):
            return text
    return in_pseudo(text) if is_marked(text) else text


def is_marked(text: str) -> bool:
    """Return whether translators get to see the text."""
    if isinstance(text, Message):
        key = (text.one, text.many) if text.many else text.one
        return not NO_WORDS.sub("", text.one) or texts().get(key, text.context or None) is not None
    return not NO_WORDS.sub("", text) or text in texts()


def labels(option: AnyOption, teller: Teller) -> Iterator[str]:
    """Yield the texts in a form for the option."""
    match option:
        case Form():
            for name, part in option.parts:
                if len(option.parts) > 1:
                    yield teller.word(name)
                yield from labels(part, teller)
        case Word() | OneCard():
            yield from map(teller.word, option.shown)
        case Cards():
            yield from map(teller.word, option.hand)
        case _:
            return


@pytest.mark.parametrize("ruleset", rulesets()[::4], ids=label)
def test_whole_games_are_told_in_the_readers_language(ruleset: Ruleset) -> None:
    teller = Teller(ruleset, [f"№{seat}" for seat in range(ruleset.players)], say)
    game: Game[Any] = Game(ruleset, ruleset.deal(b"marked"))
    said: dict[str, str] = {}
    walk = random_walk(game, Random(7), offers=0.2)
    going = True
    while going:
        for seat, prompt in game.prompts().items():
            if seat >= 0:
                for text in (teller.prompt(prompt), *labels(prompt.option, teller)):
                    said[text] = prompt.question.name
        for seat in range(ruleset.players):
            for offer in game.offers(seat):
                for text in (teller.offer(offer), teller.text(offer.warns), *labels(offer.option, teller)):
                    said[text] = offer.name
        going = next(walk, None) is not None
    for event in game.events:
        for seat in (SPECTATOR, *range(ruleset.players)):
            if (seen := seen_by(event, seat)) is not None:
                said[teller.event(seen)] = type(event).__name__
    drawn = presenter_of(ruleset.game).board(game.view(SPECTATOR), teller, 0, 0)
    for text in (drawn.stage.headline, drawn.stage.line, *drawn.facts, *(space.label for space in drawn.mission_slots)):
        said[text] = "the page"
    assert {text: whose for text, whose in said.items() if PLAIN.search(text)} == {}


@pytest.mark.parametrize("book", BOOKS.values(), ids=list(BOOKS))
def test_game_names_and_explanations_are_translatable(book: Rulebook) -> None:
    sources: list[Rulebook | Chapter] = [book, *book.chapters.values()]
    said = [text for one in sources for text in (one.title, one.summary, *one.words.values(), *one.about.values())]
    for spec in (spec for one in sources for spec in one.options):
        values = [value for value in spec.values if not isinstance(value, bool)]
        assert spec.label, spec.name
        assert len(spec.labels) == len(values), spec.name
        said += spec.label, spec.description, *spec.labels
    assert [text for text in said if PLAIN.search(say(text))] == []


@pytest.mark.parametrize("ruleset", rulesets()[::4], ids=label)
def test_scripts_and_advice_are_translatable(ruleset: Ruleset) -> None:
    teller = Teller(ruleset, (), say)
    roles = sorted(set(ruleset.deal(b"words").roles))
    said = [say(line.text) for line in reveal_script(ruleset)] + list(map(teller.role, roles))
    said += [say(text) for text in (*advice(ruleset), *(about_word(ruleset, role) for role in roles))]
    said += [say(text) for role in roles for text in abilities_of(ruleset, role)]
    assert [text for text in said if PLAIN.search(text)] == []


def test_refusals_are_translatable() -> None:
    assert [code for code, one in REFUSALS.items() if PLAIN.search(NO_WORDS.sub("", say(one.sentence)))] == []


IMPOSSIBLE = [
    ("resistance", 8, ["blame"], {}),
    ("resistance", 8, ["hunter", "deep-agent", "blind-spies"], {}),
    ("resistance", 5, ["hunter", "deep-agent"], {}),
    ("resistance", 7, ["hunter", "deep-agent", "reverser"], {"reversers": "both"}),
    ("resistance", 8, ["reverser"], {"hidden-reverser": True, "reversers": "resistance"}),
    ("resistance", 8, ["reverser", "blind-spies"], {"hidden-reverser": True}),
    ("winter-soldier", 5, ["arnim-zola", "baron-zemo", "alexander-pierce"], {}),
]


@pytest.mark.parametrize(("game", "players", "modules", "options"), IMPOSSIBLE)
def test_reasons_against_a_ruleset_are_translatable(
    game: str, players: int, modules: list[str], options: dict[str, str | bool]
) -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.of(game, players, modules, options)
    assert PLAIN.search(str(refused.value))
    assert not PLAIN.search(say(refused.value.message)), say(refused.value.message)
