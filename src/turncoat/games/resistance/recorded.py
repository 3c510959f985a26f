"""Replay of games recorded elsewhere, in the JSON format of the known collections.

{"players": 5, "spies": [1, 4], "rounds": [{"proposals": [{"leader": 3, "team": [2, 3], "approve": [0, 1, 3]}],
 "cards": {"2": "success", "3": "success"}, "result": "success"}, …], "winner": "spies"}
"""

from collections.abc import Mapping
from typing import Any

from turncoat.games.resistance.steps import Game
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, is_in, seat_set
from turncoat.kernel.steps import Choice


def play_recorded(recorded: Mapping[str, Any]) -> Game:
    """Replay a recorded game choice by choice. Raises ValueError for a choice that the rules refuse."""
    players = recorded["players"]
    spies = seat_set(recorded["spies"])
    roles = tuple("spy" if is_in(seat, spies) else "resistance" for seat in range(players))
    deal = Deal(roles, recorded["rounds"][0]["proposals"][0]["leader"])
    game: Game = KernelGame(Ruleset.of("resistance", players), deal)
    for round in recorded["rounds"]:
        for proposal in round["proposals"]:
            approvals = seat_set(proposal["approve"])
            _choose(game, proposal["leader"], "name-team", (seat_set(proposal["team"]),))
            for seat in range(players):
                _choose(game, seat, "cast-ballot", "approve" if is_in(seat, approvals) else "reject")
        for seat, card in round.get("cards", {}).items():
            _choose(game, int(seat), "play-card", card)
    return game


def _choose(game: Game, seat: Seat, question: str, answer: Answer) -> None:
    prompt = game.prompts().get(seat)
    if prompt is None or prompt.question.name != question:
        raise ValueError(f"seat {seat} is not asked {question!r}")
    choice = Choice(prompt.number, answer)
    refusal = game.refusal(seat, choice)
    if refusal is not None:
        raise ValueError(f"seat {seat} may not answer {answer!r}: {refusal.code}")
    game.play(seat, choice)
