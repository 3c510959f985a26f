"""Games as people play them, in the form of collections of recorded games."""

from random import Random
from typing import Any

from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seats_in
from turncoat.kernel.steps import Choice


def people(number: int) -> dict[str, Any]:
    """Return a recorded game whose spies mostly reject teams that they are not on, and mostly sabotage."""
    rng = Random(f"people {number}")
    players = 5 + number % 3
    game: Game[Any] = Game(Ruleset.of("resistance", players), Ruleset.of("resistance", players).deal(b"%d" % number))
    spies = [seat for seat, role in enumerate(game.deal.roles) if role == "spy"]
    rounds: list[dict[str, Any]] = [{"proposals": []}]
    while game.result is None:
        for seat, prompt in game.prompts().items():
            board = game.board
            if prompt.question.name == "name-team":
                team = sum(1 << other for other in rng.sample(range(players), board.team_size))
                if "cards" in rounds[-1]:
                    rounds.append({"proposals": []})
                rounds[-1]["proposals"].append({"leader": seat, "team": list(seats_in(team)), "approve": []})
                answer: Any = (team,)
            elif prompt.question.name == "cast-ballot":
                likely = 0.2 if seat in spies and not board.team >> seat & 1 else 0.8
                answer = "approve" if rng.random() < likely else "reject"
                if answer == "approve":
                    rounds[-1]["proposals"][-1]["approve"].append(seat)
            else:
                answer = "fail" if seat in spies and rng.random() < 0.8 else "success"
                rounds[-1].setdefault("cards", {})[str(seat)] = answer
            game.play(seat, Choice(prompt.number, answer))
            break
    return {"players": players, "spies": spies, "rounds": rounds, "winner": game.result.winner}
