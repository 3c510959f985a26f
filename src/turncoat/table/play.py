"""One game at a table: the game itself, which nobody gets, and the views, which the faces get."""

from typing import Any

import msgspec

from turncoat.kernel.boards import Result
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.refusals import Refusal, Refused
from turncoat.kernel.rulesets import Ruleset, rulebook
from turncoat.kernel.seats import CHANCE, SPECTATOR, Seat, SeatSet
from turncoat.kernel.steps import Choice
from turncoat.kernel.views import View
from turncoat.table.fairness import chance_draws, commitment, deal_seed, draw_answer


class Opened(msgspec.Struct, frozen=True):
    """What anyone needs to make the deal again; the seed is empty until the game is over."""

    commitment: str
    luck: tuple[str, ...]
    seed: str = ""


class Play:
    """A game that a table plays or has just finished. Its number counts the games of the table from 1."""

    def __init__(
        self, number: int, ruleset: Ruleset, seed: str, luck: tuple[str, ...], bot_seeds: tuple[str, ...]
    ) -> None:
        self.number = number
        self.ruleset = ruleset
        self.rules = rulebook(ruleset.game).version
        self.luck = luck
        self.bot_seeds = bot_seeds
        self._seed = seed
        self._dealt = deal_seed(seed, luck)
        self._game: Game[Any] = Game(ruleset, ruleset.deal(self._dealt))
        self._views: dict[Seat, tuple[View[Any], int]] = {}
        self.acts = [0] * ruleset.players
        """Choices that each seat has made."""
        self.private = [0] * ruleset.players
        """Changes that only the seat itself learns of: a ballot taken back before the reveal."""
        self.asked = self._game.waiting
        """Who was waited for when the open question was put: whoever of them is not waited for any more has chosen."""
        self.news = 0
        """How many events everybody had seen before what happened last."""

    # What may be known

    @property
    def result(self) -> Result | None:
        """How it ended, or None."""
        return self._game.result

    @property
    def waiting(self) -> SeatSet:
        """Who is waited for: the same for everybody."""
        return self._game.waiting

    def view(self, seat: Seat = SPECTATOR) -> View[Any]:
        """What the seat (or a spectator) knows now. One view a seat, brought up to date when asked for."""
        game = self._game
        view, taken = self._views.get(seat) or (View(self.ruleset, seat), 0)
        if taken < len(game.events):
            view.see(all_seen_by(game.events[taken:], seat))
            self._views[seat] = view, len(game.events)
        game.ask(view)
        return view

    def opened(self) -> Opened:
        """The fair-deal papers: the commitment during the game, the seed as well after it."""
        return Opened(commitment(self._seed), self.luck, self._seed if self.result is not None else "")

    def record(self) -> str:
        """The finished game as a text. Raises Refused while it goes on: a record holds every secret."""
        if self.result is None:
            raise Refused(Refusal("game-running"))
        return print_record(record_of(self._game))

    # What happens

    def refusal(self, seat: Seat, choice: Choice) -> Refusal | None:
        """Why a choice would not be taken."""
        return self._game.refusal(seat, choice)

    def default(self, seat: Seat) -> Choice:
        """The choice that tells nothing, for a seat that is waited for."""
        return self._game.default(seat)

    def chance(self) -> Choice | None:
        """What the cards decide now, when they are asked."""
        prompt = self._game.prompts().get(CHANCE)
        if prompt is None:
            return None
        draws = chance_draws(self._dealt, len(self._game.choices))
        return Choice(prompt.number, draw_answer(prompt.option, draws))

    def take(self, seat: Seat, choice: Choice) -> bool:
        """Take a choice. False when nobody but the seat itself can notice: it changed what it had chosen."""
        game = self._game
        events, waiting, told = len(game.events), game.waiting, len(self.view().events)
        if self.result is not None:
            raise Refused(Refusal("game-over"))
        game.play(seat, choice)
        if seat != CHANCE:
            self.acts[seat] += 1
        if len(game.events) == events and game.waiting == waiting and isinstance(choice.to, int):
            self.private[seat] += 1
            return False
        if len(self.view().events) > told:
            self.news, self.asked = told, game.waiting
        elif game.waiting & ~waiting:
            self.asked = game.waiting
        return True
