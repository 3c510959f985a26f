"""Step 2 of an offensive: heroes on the mission lay attack cards."""

from typing import ClassVar, Final

from msgspec.structs import replace

from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.moves import SHUFFLE_PILE, Game
from turncoat.games.hail_hydra.tables import MOST_LAID, ROUTINE, next_of, token_order
from turncoat.kernel.options import Answer, Cards, Form, Word
from turncoat.kernel.seats import Seat
from turncoat.kernel.steps import Ask, Prompt, Question, Step
from turncoat.kernel.words import N_

STATEMENT = ("says", Word(("nothing", "good", "bad"), ("nothing", "good", "bad")))
"""Statements allowed about the cards that one lays (HH-TALK-1)."""


class LayCards(Ask, frozen=True):
    """Step 2: heroes lay cards in turn, revealed agents first, then clockwise from the First Player.

    See HH-OFF-2 and HH-HAIL-4. The next hero is determined again whenever somebody lays cards or announces HAIL HYDRA
    (HH-HAIL-7).
    """

    question: ClassVar[Question] = Question(
        "lay-cards", N_("Play attack cards: at most {most}."), "HH-OFF-2", button=N_("Play them"), pause=ROUTINE
    )

    def prompts(self, game: Game, number: int) -> dict[Seat, Prompt]:
        board = game.board
        waiting = board.with_cards & ~(board.has_laid | board.out)
        if not waiting:
            return {}
        seat = next_of(waiting & board.revealed or waiting, board.token)
        hand = board.hands[seat] or ()
        most = min(board.limits.get(seat, MOST_LAID), len(hand))
        is_open = board.face_up >> seat & 1
        params = (("most", most), ("how", "face-up" if is_open else "face-down"))
        form = Form((("cards", Cards(1, most, hand)), STATEMENT))
        return {seat: Prompt(number, OPEN if is_open else self.question, form, params)}

    def default(self, game: Game, seat: Seat) -> Answer:
        return (game.board.hands[seat] or ())[:1], "nothing"

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for seat, (cards, said) in answers.items():
            kind = happened.CardsLaidOpen if game.board.face_up >> seat & 1 else happened.CardsLaid
            game.emit(kind(seat, len(cards), said, cards))
            game.stack.append(self)


OPEN: Final = replace(
    LayCards.question,
    sentence=N_("FACE UP, for everybody to see: play attack cards, at most {most}."),
    button=N_("Play them face up"),
)
"""The same question to a hero whose cards everybody will see."""


class AddBlindCards(Step, frozen=True):
    """Addition of unseen top cards of the pile for heroes on the mission without attack cards (HH-OFF-8)."""

    def run(self, game: Game) -> None:
        board = game.board
        for seat in token_order(board.everyone & ~(board.out | board.has_laid), board.token):
            if not board.pile_size:
                if board.discarded_count:
                    game.follow(SHUFFLE_PILE, self)
                return
            game.emit(happened.BlindCardAdded(seat, board.pile[0]))


LAY = LayCards()
