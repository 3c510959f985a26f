"""A told batch game, decided once more: by bots as they are written in Python, from the draws of the batch game."""

from random import Random
from typing import Any, Final

import numpy as np

from turncoat.bots.bot import Bot
from turncoat.bots.registry import default_bot
from turncoat.kernel.events import seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side
from turncoat.kernel.options import AnyOption, OneCard, Word, YesNo
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Choice
from turncoat_lab.batch import chance
from turncoat_lab.batch.events import (
    ASK_BALLOT,
    ASK_CARD,
    ASK_HAND,
    ASK_PLOT_CARD,
    ASK_TAKE,
    ASK_TEAM,
    ASKING,
    FIRST_OFFER,
    FIRST_QUESTION,
    OPEN,
)
from turncoat_lab.batch.policies import random_play
from turncoat_lab.batch.policies.decide import APPROVE, REJECT
from turncoat_lab.batch.replay import YES_OR_NO, answer_of, deal_of, named
from turncoat_lab.batch.rules import rules_of

WORDS_ASKED: Final = (ASK_PLOT_CARD, ASK_TAKE, ASK_HAND)
"""The questions about words for which `random` draws, even if there is one answer."""


class Drawn(Random):
    """The draws of a batch game, one after the other."""

    def __init__(self, seed: str, game: int) -> None:
        super().__init__(0)
        made = np.zeros(1, chance.CHANCE).view(np.recarray)
        made["key_low"], made["key_high"] = chance.key_of(seed)
        self.stream = made[0]
        chance.open_stream(self.stream, np.uint64(game), chance.CHOSEN)

    def random(self) -> float:
        return float(chance.fraction(self.stream))


class Retold:
    """The kernel's game of a told game; who plays `sensible` is asked again, and so is chance for `random`."""

    def __init__(self, ruleset: Ruleset, rows: Any, draws: Drawn, loyal: str, hiding: str) -> None:
        self.game: Game[Any] = Game(ruleset, deal_of(ruleset, rows))
        self.rules = rules_of(ruleset).view(np.recarray)[0]
        self.rows, self.draws, self.told, self.coins = rows.tolist(), draws, 0, 0
        self.bots: dict[Seat, Bot] = {}
        for seat, role in enumerate(self.game.deal.roles):
            hides = rulebook(ruleset.game).side_of(role) == hiding_side(ruleset)
            if (hiding if hides else loyal) == "sensible":
                self.bots[seat] = default_bot(ruleset.game)(ruleset, seat, b"")
                self.bots[seat].rng = draws

    def play(self) -> str:
        """Play to the end; the first choice that the bots make otherwise, or an empty text."""
        at, before = 0, 0
        while at < len(self.rows):
            kind, *fields = self.rows[at]
            at += 1
            if kind < FIRST_QUESTION:
                before = kind
                continue
            self.tell()
            if kind == ASKING:
                first = at
                while at < len(self.rows) and self.rows[at][0] == OPEN:
                    at += 1
                wanted = self.considered(self.rows[first:at])
                found = tuple(self.rows[at][:3]) if FIRST_OFFER <= self.rows[at][0] < OPEN else None
                if wanted != found:
                    return f"row {at}: offer {wanted}, told {found}"
            elif kind >= FIRST_OFFER:
                self.game.play(fields[0], Choice(named(kind), fields[1]))
            else:
                if kind == ASK_BALLOT and before != ASK_BALLOT:
                    self.coins = int(chance.bits(self.draws.stream, 12))
                if difference := self.answered(kind, fields):
                    return f"row {at}: {difference}"
            before = kind
        return ""

    def tell(self) -> None:
        """Tell the bots what has happened."""
        new, self.told = self.game.events[self.told :], len(self.game.events)
        for seat, bot in self.bots.items():
            bot.see([seen for event in new if (seen := seen_by(event, seat)) is not None])

    def considered(self, offers: list[list[int]]) -> tuple[int, ...] | None:
        """The offer that is taken, of those that are open: which, by whom, and whom it names."""
        for _, offer, seat, allowed, *_ in offers:
            if seat in self.bots:
                choice = self.bots[seat].consider(list(self.game.open_offers()[seat]))
                if choice is not None:
                    return offer, seat, choice.answer
            elif allowed and random_play.takes_offer(self.draws.stream):
                return offer, seat, int(random_play.seat(self.draws.stream, allowed, False))
        return None

    def answered(self, kind: int, fields: list[int]) -> str:
        """Play the choice that was told; where the seat's policy chooses otherwise, what it chooses."""
        seat, prompt = fields[0], self.game.prompt(fields[0])
        assert prompt is not None
        told = answer_of(prompt.option, kind, fields)
        if is_forced(prompt.option) and (seat in self.bots or kind not in WORDS_ASKED):
            answer = told
        elif seat in self.bots:
            answer = self.bots[seat].choose(prompt)
        else:
            answer = answer_of(prompt.option, kind, self.drawn(kind, fields))
        self.game.play(seat, Choice(prompt.number, told))
        return "" if answer == told else f"{prompt.question.name} of {seat}: {answer}, told {told}"

    def drawn(self, kind: int, fields: list[int]) -> list[int]:
        """What the policy `random` chooses: the row as it would be told."""
        seat, stream = fields[0], self.draws.stream
        if kind == ASK_TEAM:
            allowed, missions, tokens = fields[4:7]
            mission = self.game.board.mission
            size = self.game.board.size_of(mission)
            drawn = random_play.proposal(self.rules, stream, missions, mission, size, allowed, tokens)
            return [seat, *map(int, drawn), *fields[4:]]
        if kind == ASK_BALLOT:
            answer = APPROVE if self.coins >> seat & 1 else REJECT
        elif kind in YES_OR_NO:
            answer = int(random_play.is_true(stream))
        elif kind == ASK_CARD or kind in WORDS_ASKED:
            answer = int(random_play.word(stream, fields[2]))
        else:
            answer = int(random_play.seat(stream, fields[2], bool(fields[3])))
        return [seat, answer, *fields[2:]]


def is_forced(option: AnyOption) -> bool:
    """Whether there is one answer: the batch core asks no policy for it."""
    return isinstance(option, OneCard | Word | YesNo) and len(set(option.allowed)) == 1
