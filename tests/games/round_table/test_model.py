"""The deduction against a model of its own: all deals are tried by what the rulebook says, without the rules' code."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from tests.support.brute_force import arrangements
from tests.support.games.round_table import ruleset
from turncoat.deduction import Worlds
from turncoat.kernel.game import Game
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.kernel.steps import Choice
from turncoat.testing import label
from turncoat.testing.walks import next_choice

EVIL = {"assassin", "minion", "morgana", "mordred", "oberon", "evil-lancelot"}
RULESETS = (
    ruleset(5, "morgana", "percival"),
    ruleset(5, "morgana", "mordred", "percival"),
    ruleset(6, "mordred", "oberon", "excalibur"),
    ruleset(7, "morgana", "mordred", "oberon", "percival"),
    ruleset(6, "lancelots", "excalibur", "lady-of-the-lake", allegiance_deck="large"),
    ruleset(6, "lancelots", "excalibur", lancelots="open"),
    ruleset(6, "lancelots", "morgana", lancelots="brothers"),
    ruleset(6, "lancelots", "lady-of-the-lake", allegiance_deck="large", lancelot_must_fail=True),
)


class Model:
    """The public story of a game and what one seat knows more, as plain data, and the deals that fit it."""

    def __init__(self, game: Game[Any], viewer: int) -> None:
        self.rules, self.viewer, self.roles = game.ruleset, viewer, game.deal.roles
        self.evil_known = self.switches = 0
        self.missions: list[tuple[tuple[int, ...], tuple[str, ...], int | None, int, dict[int, str]]] = []
        """Team, cards read, seat whose card was exchanged, Switches so far, and cards that the viewer knows."""
        self.looks: list[tuple[int, str, int]] = []
        """Seat examined, side, and Switches so far."""
        target: int | None = None
        known: dict[int, str] = {}
        team: tuple[int, ...] = ()
        for event in game.view(viewer).events:
            match type(event).__name__:
                case "AllegianceTurned":
                    self.switches += event.card == "switch"  # type: ignore[attr-defined]
                case "TeamApproved":
                    team, target, known = seats_in(event.team), None, {}  # type: ignore[attr-defined]
                case "CardPlayed":
                    known[event.seat] = event.card  # type: ignore[attr-defined]
                case "ExcaliburUsed":
                    target = event.target  # type: ignore[attr-defined]
                    if event.card is not None:  # type: ignore[attr-defined]
                        known[event.target] = event.card  # type: ignore[attr-defined]
                case "MissionRevealed":
                    self.missions.append((team, event.cards, target, self.switches, known))  # type: ignore[attr-defined]
                case "LoyaltyExamined" if event.side is not None:  # type: ignore[attr-defined]
                    self.looks.append((event.shower, event.side, self.switches))  # type: ignore[attr-defined]

    def option(self, name: str) -> Any:
        return self.rules.option(name) if self.rules.has("lancelots") else None

    def is_evil(self, role: str, switches: int) -> bool:
        return (role in EVIL) != (role.endswith("lancelot") and switches % 2 == 1)

    def cards_of(self, role: str, switches: int) -> str:
        """Return the cards that a role may play: s, f or sf."""
        if not self.is_evil(role, switches):
            return "s"
        bound = self.option("lancelots") == "open" or (
            self.option("lancelots") == "deck" and self.option("lancelot-must-fail")
        )
        return "f" if role.endswith("lancelot") and bound else "sf"

    def knowledge(self, roles: Sequence[str]) -> Any:
        """Return what the viewer learns of a deal before the first round."""
        if self.viewer == SPECTATOR:
            return None
        own = roles[self.viewer]
        brothers = self.option("lancelots") == "brothers"
        at = dict(enumerate(roles))

        def seats(*wanted: str) -> set[int]:
            return {seat for seat, role in at.items() if role in wanted}

        looking = ("assassin", "minion", "morgana", "mordred", *(["evil-lancelot"] if brothers else []))
        told: list[Any] = [own]
        if own in looking:
            told.append(("evil", sorted(seats("assassin", "minion", "morgana", "mordred", "evil-lancelot"))))
            if not brothers:
                told.append(("lancelot", sorted(seats("evil-lancelot"))))
        if own == "merlin":
            told.append(("evil", sorted(seats("assassin", "minion", "morgana", "oberon", "evil-lancelot"))))
        if own == "percival":
            told.append(("merlin", sorted(seats("merlin", "morgana"))))
        if own.endswith("lancelot") and brothers:
            told.append(("brothers", sorted(seats("good-lancelot", "evil-lancelot"))))
        return told

    def fits(self, roles: Sequence[str]) -> bool:
        if self.knowledge(roles) != self.knowledge(self.roles):
            return False
        if any(self.is_evil(roles[seat], switches) != (side == "evil") for seat, side, switches in self.looks):
            return False
        return all(self.may_read(roles, *mission) for mission in self.missions)

    def may_read(
        self,
        roles: Sequence[str],
        team: Sequence[int],
        cards: Sequence[str],
        target: int | None,
        switches: int,
        known: dict[int, str],
    ) -> bool:
        could = [self.cards_of(roles[seat], switches) for seat in team]
        for played in product(*could):
            if any(played[team.index(seat)] != card[0] for seat, card in known.items()):
                continue
            read = ["sf"[card == "s"] if seat == target else card for seat, card in zip(team, played, strict=True)]
            if Counter(read) == Counter(card[0] for card in cards):
                return True
        return False

    def deals(self) -> Iterator[tuple[str, ...]]:
        return (roles for roles in arrangements(role_cards(self.rules)) if self.fits(roles))


def games(rules: Ruleset, seed: int) -> Iterator[Game[Any]]:
    """Yield a random game after each mission, without the end. Most teams are approved."""
    rng = Random(f"{label(rules)}/{seed}")
    game: Game[Any] = Game(rules, rules.deal(f"model/{seed}".encode()))
    missions = 0
    while game.board.successes < 3:
        seat, choice = next_choice(game, rng, 0.02, 0.0)
        approval = Choice(choice.to, "approve")
        game.play(seat, approval if game.refusal(seat, approval) is None and rng.random() < 0.8 else choice)
        if game.result is not None or game.board.successes == 3:
            return
        if len(game.board.results) > missions:
            missions = len(game.board.results)
            yield game


@pytest.mark.parametrize("rules", RULESETS, ids=label)
def test_the_worlds_are_those_of_the_model(rules: Ruleset) -> None:
    compared = 0
    for seed in range(3):
        for game in games(rules, seed):
            for viewer in (SPECTATOR, seed, rules.players - 1):
                expected = set(Model(game, viewer).deals())
                assert set(Worlds.of(game.view(viewer)).deals()) == expected, (viewer, game.choices)
                compared += 1
    assert compared > 10
