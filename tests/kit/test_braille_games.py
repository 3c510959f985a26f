"""Whole games in Braille alone: every choice follows from the texts of the cards held."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.kit.braille_player import Player, Reader, Seat, Table
from tests.support.braille_reader import Front, cut
from tests.support.kits import FEW, kit
from turncoat.games.resistance.plot_thickens.deck import plot
from turncoat.kernel.options import Answer, Cards, Form, OneCard, Word
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, seat_set, seats_in
from turncoat.kernel.steps import Choice, Prompt
from turncoat.kit.braille.files import CARDS, braille_files
from turncoat.kit.braille.translations import code_of
from turncoat.telling import Teller
from turncoat.testing import label, pick
from turncoat.testing.games import new_game

GAMES = 25
"""Games per ruleset."""
ASKED = {
    "resistance": {
        *("cast-ballot", "play-card", "name-team", "choose-plot-card", "give-plot-card", "overhear", "show-loyalty"),
        *("take-from", "keeping-a-close-eye", "strong-leader", "no-confidence", "in-the-spotlight"),
    },
    "winter-soldier": {"cast-ballot", "play-card", "name-team", "last-guess", "name-fury"},
    "hail-hydra": {"choose-hero", "lay-cards", "hand-cards", "vote-knock-out", "discard-cards"},
}
"""Questions that must occur in these games, besides going on."""


class Host:
    """Runs a game: deals embossed cards, reads questions aloud, describes the table, and executes choices.

    The host knows the position of each card on the sheets, but no texts.
    """

    def __init__(self, ruleset: Ruleset, seed: int, grade: int) -> None:
        self.game, self.rng = new_game(ruleset, seed)
        book, made = rulebook(ruleset.game), kit(ruleset, "en")
        files = braille_files(made, grade=grade)
        self._fronts: dict[str, dict[str, Front]] = {}
        for deck in made.decks:
            if deck.deck.shape == "card":
                words = [card.word for card in deck.cards for _ in range(card.copies)]
                self._fronts[deck.deck.name] = dict(zip(words, cut(files[f"deck-{deck.deck.name}.brf"]), strict=True))
        reader = Reader(files[CARDS], files["deck-boards.brf"], code_of("en", grade))
        self.players = [
            Player(seat, reader, reader.entry(book.role_deck.title, self._fronts[book.role_deck.name][role]))
            for seat, role in enumerate(self.game.deal.roles)
        ]
        self._aloud = Teller(ruleset, [f"Player {seat}" for seat in range(ruleset.players)])
        self.asked: set[str] = set()
        self.given: tuple[str, ...] = ()

    def play(self) -> None:
        while self.game.result is None:
            for seat, prompt in self.game.prompts().items():
                answer = pick(prompt.option, self.rng) if seat == CHANCE else self.answer(self.players[seat], prompt)
                assert prompt.option.refusal(answer) is None, (prompt, answer)
                self.asked.add(prompt.question.name)
                self.game.play(seat, Choice(prompt.number, answer))

    def answer(self, player: Player, prompt: Prompt) -> Answer:
        """Return the player's choice as an answer."""
        table, option, question = self.table(), prompt.option, self._aloud.prompt(prompt)
        self.given = tuple(value for name, value in prompt.params if name == "card") or self.given
        match prompt.question.name, option:
            case "cast-ballot", Word(shown=words):
                return self.word("ballots", player.ballot(self.fronts("ballots", words), table))
            case "play-card", OneCard(shown=words):
                return self.word("mission-cards", player.mission_card(self.fronts("mission-cards", words)))
            case "name-team", _:
                return (seat_set(player.team(self.game.board.mission, table)),)
            case "last-guess" | "name-fury", _:
                return player.accused(table)
            case "choose-plot-card", OneCard(shown=words):
                return self.word("plot-cards", self.fronts("plot-cards", words)[0])
            case "give-plot-card", _:
                return (player.seat + 1) % table.players
            case "choose-hero", OneCard(shown=words):
                return self.word("heroes", self.fronts("heroes", words)[0])
            case "vote-knock-out", _:
                return player.suspect(table)
            case "lay-cards", Form(parts=((_, Cards(low=low, high=high, hand=hand)), _)):
                return self.attack(player.attack_cards(self.fronts("attack-cards", hand), low, high)), "nothing"
            case "hand-cards", Form(parts=((_, Cards(low=low, hand=hand)), _)):
                return self.attack(player.given_up(self.fronts("attack-cards", hand), low)), player.suspect(table)
            case "discard-cards", Cards(low=low, hand=hand):
                return self.attack(player.given_up(self.fronts("attack-cards", hand), low))
            case _, Word(shown=("go-on",)):
                return "go-on"
        return player.by_plot_card(question, self.plot_cards(player.seat), table)

    def attack(self, cards: Sequence[Front]) -> tuple[str, ...]:
        return tuple(sorted(self.word("attack-cards", card) for card in cards))

    def fronts(self, deck: str, words: tuple[str, ...]) -> list[Front]:
        return [self._fronts[deck][word] for word in words]

    def word(self, deck: str, front: Front) -> str:
        return next(word for word, one in self._fronts[deck].items() if one == front)

    def plot_cards(self, seat: Seat) -> list[Front]:
        """Return the cards in front of a player, and the one just given, which takes effect at once."""
        return self.fronts("plot-cards", (*self.given, *plot(self.game.board).cards_of(seat)))

    def table(self) -> Table:
        board: Any = self.game.board
        players = self.game.ruleset.players
        if self.game.ruleset.game == "hail-hydra":
            return Table(players, heroes=seats_in(board.everyone & ~board.out))
        cards = plot(board) if self.game.ruleset.has("plot-thickens") else None
        return Table(
            players,
            team=seats_in(board.team),
            rejected=board.track,
            before={seat: self.fronts("plot-cards", cards.cards_of(seat)) for seat in range(players)} if cards else {},
            watched=seats_in(cards.seen_on(board.mission)) if cards else (),
            known=seats_in(board.hydra | 1 << board.captain) if self.game.ruleset.game == "winter-soldier" else (),
        )


@pytest.mark.parametrize("grade", [1, 2])
@pytest.mark.parametrize("ruleset", FEW, ids=label)
def test_a_whole_game_can_be_played_with_braille_alone(ruleset: Ruleset, grade: int) -> None:
    asked: set[str] = set()
    winners: set[str] = set()
    for seed in range(GAMES):
        host = Host(ruleset, seed, grade)
        host.play()
        assert host.game.result is not None
        winners.add(host.game.result.winner)
        asked |= host.asked
    assert ASKED[ruleset.game] <= asked
    assert len(winners) == 2, winners
