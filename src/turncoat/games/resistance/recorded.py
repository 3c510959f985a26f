"""Games in the JSON format of the known collections: those recorded elsewhere are replayed, and our own converted.

{"players": 5, "spies": [1, 4], "rounds": [{"proposals": [{"leader": 3, "team": [2, 3], "approve": [0, 1, 3]}],
 "cards": {"2": "success", "3": "success"}, "result": "success"}, …], "winner": "spies"}
"""

from collections.abc import Mapping, Sequence
from typing import Any

from turncoat.games.resistance.events import BallotsRevealed, CardPlayed, MissionRevealed, TeamProposed
from turncoat.games.resistance.steps import Game
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game as KernelGame
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, is_in, seat_set, seats_in
from turncoat.kernel.steps import Choice
from turncoat.kernel.words import N_


def play_recorded(recorded: Mapping[str, Any]) -> Game:
    """Replay a recorded game choice by choice. Raises ValueError for a choice that the rules refuse."""
    players = recorded["players"]
    spies = seat_set(recorded["spies"])
    roles = tuple("spy" if is_in(seat, spies) else "resistance" for seat in range(players))
    return play_rounds(Ruleset.of("resistance", players), roles, recorded["rounds"])


def play_rounds(ruleset: Ruleset, roles: tuple[str, ...], rounds: Sequence[Mapping[str, Any]]) -> KernelGame[Any]:
    """Play the rounds of a recorded game in which these roles were dealt. Raises ValueError for a refused choice."""
    game: KernelGame[Any] = KernelGame(ruleset, Deal(roles, rounds[0]["proposals"][0]["leader"]))
    for round in rounds:
        for proposal in round["proposals"]:
            approvals = seat_set(proposal["approve"])
            choose(game, proposal["leader"], "name-team", (seat_set(proposal["team"]),))
            for seat in range(ruleset.players):
                choose(game, seat, "cast-ballot", "approve" if is_in(seat, approvals) else "reject")
        for seat, card in round.get("cards", {}).items():
            choose(game, int(seat), "play-card", card)
    return game


def recorded_of(game: Game) -> dict[str, Any]:
    """Return a game as an object of a collection, from which `play_recorded` makes the same game.

    Raises ValueError for a game that has modules, other options or no end, since the collections have no such games.
    """
    game.check_history("a collection")
    players = game.ruleset.players
    if game.ruleset != Ruleset.of("resistance", players) or game.result is None:
        raise ValueError(N_("a collection has only finished games without modules and options"))
    spies = [seat for seat, role in enumerate(game.deal.roles) if role == "spy"]
    return {
        "game": "resistance",
        "players": players,
        "spies": spies,
        "rounds": rounds_of(game),
        "winner": game.result.winner,
    }


def rounds_of(game: KernelGame[Any]) -> list[dict[str, Any]]:
    """Return the rounds of a game as a collection has them."""
    rounds: list[dict[str, Any]] = []
    for event in game.events:
        match event:
            case TeamProposed():
                if not rounds or "result" in rounds[-1]:
                    rounds.append({"proposals": []})
                rounds[-1]["proposals"].append({"leader": event.leader, "team": list(seats_in(event.team))})
            case BallotsRevealed():
                rounds[-1]["proposals"][-1]["approve"] = list(seats_in(event.approvals))
            case CardPlayed():
                rounds[-1].setdefault("cards", {})[str(event.seat)] = event.card
            case MissionRevealed():
                rounds[-1]["result"] = "success" if event.success else "fail"
    return rounds


def choose(game: KernelGame[Any], seat: Seat, question: str, answer: Answer) -> None:
    """Make a recorded choice. Raises ValueError if the seat is not asked so, or may not answer so."""
    prompt = game.prompts().get(seat)
    if prompt is None or prompt.question.name != question:
        raise ValueError(f"seat {seat} is not asked {question!r}")
    choice = Choice(prompt.number, answer)
    refusal = game.refusal(seat, choice)
    if refusal is not None:
        raise ValueError(f"seat {seat} may not answer {answer!r}: {refusal.code}")
    game.play(seat, choice)
