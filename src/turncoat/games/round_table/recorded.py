"""Games in the JSON format of the known collection: those recorded elsewhere are replayed, and our own converted.

It is the format of `turncoat.games.resistance.recorded`, and in place of `spies` has `roles`, `assassin` (a seat) and
`named` (the seat named as Merlin). In these games evil did not come out, and a character could be the Assassin too.
"""

from collections.abc import Mapping
from typing import Any, Final

from turncoat.characters import characters_of
from turncoat.games.resistance.recorded import choose, play_rounds, rounds_of
from turncoat.games.round_table.events import MerlinNamed
from turncoat.games.round_table.roles import ASSASSIN, assassin_of
from turncoat.games.round_table.steps import Game
from turncoat.kernel.chapters import OptionValue
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_

OPTIONS: Final[Mapping[str, OptionValue]] = {"evil-comes-out": False}


def play_recorded(recorded: Mapping[str, Any]) -> Game:
    """Replay a recorded game choice by choice. Raises ValueError for a choice that the rules refuse.

    A minion who was the Assassin gets that card.
    """
    roles, assassin = list(recorded["roles"]), recorded["assassin"]
    if assassin is None or "merlin" not in roles:
        raise ValueError("it needs Merlin and one Assassin")
    if roles[assassin] == "minion":
        roles[assassin] = ASSASSIN
    modules = set(roles) & rulebook("round-table").chapters.keys()
    ruleset = Ruleset.of("round-table", recorded["players"], modules, OPTIONS)
    if roles[assassin] != assassin_of(ruleset):
        raise ValueError(f"the Assassin is {assassin_of(ruleset)!r}, not {roles[assassin]!r}")
    game = play_rounds(ruleset, tuple(roles), recorded["rounds"])
    if recorded["named"] is not None:
        choose(game, assassin, "name-merlin", recorded["named"])
    return game


def recorded_of(game: Game) -> dict[str, Any]:
    """Return a game as an object of a collection, from which `play_recorded` makes the same game.

    Raises ValueError for a game with tokens, other options or no end, since the collection has no such games.
    """
    game.check_history("a collection")
    ruleset, characters = game.ruleset, {chapter.name for chapter in characters_of(game.ruleset)}
    if ruleset != Ruleset.of(ruleset.game, ruleset.players, characters, OPTIONS) or game.result is None:
        raise ValueError(N_("this collection has only finished games without tokens in which evil did not come out"))
    named = next((event.named for event in game.events if isinstance(event, MerlinNamed)), None)
    return {
        "game": ruleset.game,
        "players": ruleset.players,
        "roles": list(game.deal.roles),
        "rounds": rounds_of(game),
        "assassin": game.deal.roles.index(assassin_of(ruleset)),
        "named": named,
        "winner": game.result.winner,
        "reason": game.result.reason,
    }
