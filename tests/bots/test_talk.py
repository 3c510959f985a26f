"""Whole games with talk: no repeated wording, no exaggerated certainty, and answers to every accusation."""

import re
from collections import Counter
from functools import cache
from itertools import pairwise
from random import Random
from typing import Final

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.levels import Normal
from turncoat.bots.remarks import FIRM, OPINIONS, PLAIN, SURE, ChatQuestion, Remark, worded
from turncoat.bots.wordings import CAREFUL, MANNERS, phrase_keys, phrase_text, reason_keys, reason_text, wordings_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.locales import codes, translator
from turncoat.simulation.playing import BotRemark, play_game
from turncoat.telling import filled
from turncoat.testing.rulesets import label

RULESETS: Final = [
    Ruleset.of("resistance", 5),
    Ruleset.of("resistance", 10),
    Ruleset.of("winter-soldier", 7),
    Ruleset.of("hail-hydra", 6),
    Ruleset.of("round-table", 7, ["percival", "morgana", "oberon"]),
]
GAMES: Final = 12
CERTAIN: Final = {
    "en": r"\b(sure|surely|certain|certainly|definitely|no doubt|no question|can only be|must be|must have)\b",
    "pl": r"\b(na pewno|pewne|pewien|pewna|bez wątpienia|bez dwóch zdań|może być tylko|to musi być|musisz|zdecydowanie"
    r"|rękę uciąć)\b",
}
"""Expressions of certainty by language."""
KEYS: Final = sorted(phrase_keys() | reason_keys())


def texts_of(key: str) -> list[str]:
    return [phrase_text(key, wording) or reason_text(key, wording) for wording in range(wordings_of(key))]


class Watched(Normal):
    """Records how likely its claims are to a loyal player on its seat."""

    talkative = 1.0

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.beliefs: list[tuple[Remark, float]] = []

    def remark(self) -> Remark | None:
        return self._noted(super().remark())

    def reply(self, question: ChatQuestion) -> Remark | None:
        return self._noted(super().reply(question))

    def _noted(self, remark: Remark | None) -> Remark | None:
        odds = self._loyal_odds()
        if remark is not None and remark.about is not None and odds is not None:
            suspicion = odds.suspicion[remark.about]
            self.beliefs.append((remark, suspicion if remark.opinion == "suspect" else 1 - suspicion))
        return remark


@cache
def talk(ruleset: Ruleset, number: int) -> tuple[list[Watched], list[BotRemark]]:
    """Return the players and the remarks of a game."""
    seed = b"talk %d" % number
    players = [Watched(ruleset, seat, seed + b" %d" % seat) for seat in range(ruleset.players)]
    said: list[BotRemark] = []
    play_game(ruleset, ruleset.deal(seed), players, Random(number), talk=True, said=said)
    return players, said


def text_of(remark: Remark, language: str) -> str:
    translate = translator(language)
    values = {"mission": remark.mission, "leader": f"L{remark.leader}", "seat": f"S{remark.about}"}
    said = translate(phrase_text(remark.phrase, remark.wording)).format(**values)
    reason = reason_text(remark.reason, remark.reason_wording)
    others = {"count": remark.count, "others": str(remark.others)}
    return f"{said} {filled(translate, reason, mission=remark.mission, **others)}" if reason else said


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_no_wording_is_repeated_in_a_game(ruleset: Ruleset) -> None:
    for number in range(GAMES):
        remarks = [one.remark for one in talk(ruleset, number)[1] if one.remark is not None]
        wordings = Counter(wording for remark in remarks for wording in remark.wordings)
        assert [wording for wording, times in wordings.items() if times > 1] == []
        for language in codes():
            texts = [text_of(remark, language) for remark in remarks]
            assert len(texts) == len(set(texts))
        assert len(remarks) > 3


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_nobody_sounds_surer_than_a_loyal_player_would(ruleset: Ruleset) -> None:
    seen: Counter[str] = Counter()
    for number in range(GAMES):
        for bot in talk(ruleset, number)[0]:
            for remark, belief in bot.beliefs:
                claim = OPINIONS.get(remark.phrase)
                if claim is not None:
                    assert belief >= claim.certainty - 1e-9, remark
                    seen[remark.phrase] += 1
                    if claim.certainty >= SURE:
                        assert remark.reason in bot._speaker.reasons.solid  # not for a single thin fact
    assert seen.keys() >= {"doubt", "hope", "trust"}  # in large games few seats are more than doubtful


def test_bots_sometimes_sound_firm_or_sure() -> None:
    phrases = Counter(
        remark.phrase
        for ruleset in RULESETS
        for number in range(GAMES)
        for bot in talk(ruleset, number)[0]
        for remark, _ in bot.beliefs
    )
    assert phrases.keys() >= {*PLAIN["suspect"], *PLAIN["trust"]}


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_the_accused_answer_a_limited_number_of_times(ruleset: Ruleset) -> None:
    answers: Counter[str] = Counter()
    for number in range(GAMES):
        said = talk(ruleset, number)[1]
        for one, after in pairwise(said):
            accused = one.remark.accuses if one.remark is not None else None
            assert after.is_answer == (accused is not None)
            if accused is not None:
                assert after.seat == accused
                assert after.remark is not None
                answers[after.remark.phrase] += 1
                if one.is_answer:
                    assert after.remark.accuses is None
    assert answers.keys() >= {"deny", "rather", "in-return"}


@pytest.mark.parametrize("key", KEYS)
def test_wordings_of_a_phrase_are_many_and_name_the_same(key: str) -> None:
    texts = texts_of(key)
    assert len(texts) >= MANNERS
    names = [frozenset(re.findall(r"\{(?!count)(\w+)\}", text)) for text in texts]
    assert len(set(names)) == 1, "each names its subject"


@pytest.mark.parametrize("language", sorted(codes()))
def test_no_two_wordings_read_alike(language: str) -> None:
    translate = translator(language)
    counts = Counter(translate(text) for key in KEYS for text in texts_of(key))
    assert [text for text, times in counts.items() if times > 1] == []


@pytest.mark.parametrize("language", sorted(codes()))
def test_only_phrases_of_certainty_sound_sure(language: str) -> None:
    """Check every wording of every phrase against the phrase's declared certainty. A reason may follow any phrase."""
    translate, words = translator(language), re.compile(CERTAIN[language], re.IGNORECASE)
    sounds_sure: set[str] = set()
    for key in KEYS:
        certainty = OPINIONS[key].certainty if key in OPINIONS else 0.0
        for text in texts_of(key):
            if words.search(translate(text)):
                assert certainty >= SURE, text
                sounds_sure.add(key)
    assert sounds_sure >= {phrases[0] for phrases in PLAIN.values()}


def test_no_reason_weakens_firm_words() -> None:
    remark, said = Remark("suspect", 1, "on-failed", 2), list[Remark]()
    while (found := worded(remark, said, CAREFUL, str(len(said)))) is not None:
        assert not found.reason or found.reason_wording % MANNERS != CAREFUL
        said.append(found)
    assert len(said) == wordings_of("suspect")
    assert OPINIONS["suspect"].certainty >= FIRM
