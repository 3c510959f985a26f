"""Step 2 of an offensive: who is on the mission lays attack cards."""

from functools import lru_cache
from typing import Any, ClassVar

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.board import Hand
from turncoat.games.hail_hydra.moves import SHUFFLE_PILE, Game
from turncoat.games.hail_hydra.tables import MOST_LAID, next_of, token_order
from turncoat.kernel.options import Answer, Cards, Form, Word
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.steps import Ask, Prompt, Question, Step
from turncoat.kernel.words import N_

SAYS = Word(("nothing", "good", "bad"), ("nothing", "good", "bad"))
"""What may be said of the cards that one lays, and no more (HH-TALK-1)."""


class LayCards(Ask, frozen=True):
    """Step 2: revealed agents first, then the First Player and on clockwise, each lays his cards (HH-OFF-2, HH-HAIL-4).

    Who is next is worked out anew whenever somebody has laid or announced himself (HH-HAIL-7).
    """

    question: ClassVar[Question] = Question("lay-cards", N_("Lay attack cards: at most {most}."), "HH-OFF-2")

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        waiting = board.with_cards & ~(board.has_laid | board.out)
        return 1 << next_of(waiting & board.revealed or waiting, board.token) if waiting else 0

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        asked = self.asked(game)
        if not asked:
            return {}
        seat = asked.bit_length() - 1
        board = game.board
        most = board.limits.get(seat, MOST_LAID) if board.limits else MOST_LAID
        form, params = to_lay(board.hands[seat] or (), most, is_open=bool((board.revealed | board.face_up) & asked))
        return {seat: Prompt(number, self.question, form, params)}

    def default(self, game: Game, seat: Seat) -> Answer:
        return (game.board.hands[seat] or ())[:1], "nothing"

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for seat, (cards, said) in answers.items():
            lay(game, seat, cards, said)
            game.stack.append(self)


@lru_cache(maxsize=8192)
def to_lay(hand: Hand, limit: int, *, is_open: bool) -> tuple[Form, tuple[tuple[str, Any], ...]]:
    """What may be laid of a hand and what goes with it, and the values of the question."""
    most = min(limit, len(hand))
    form = Form((("cards", Cards(1, most, hand)), ("says", SAYS)))
    return form, (("most", most), ("how", "face-up" if is_open else "face-down"))


def lay(game: Game, seat: Seat, cards: tuple[str, ...], said: str) -> None:
    """Cards lie before a hero, face up where they must."""
    board = game.board
    kind = happened.CardsLaidOpen if (board.revealed | board.face_up) >> seat & 1 else happened.CardsLaid
    game.emit(kind(seat, len(cards), said, cards))


class AddBlindCards(Step, frozen=True):
    """Who is on the mission without attack cards adds the top card of the pile unseen (HH-OFF-8)."""

    def run(self, game: Game) -> None:
        board = game.board
        for seat in token_order(board.on_mission & ~board.has_laid, board.token):
            if not board.pile_size:
                if board.discarded_count:
                    game.follow(SHUFFLE_PILE, self)
                return
            game.emit(happened.BlindCardAdded(seat, board.pile[0]))


LAY = LayCards()
