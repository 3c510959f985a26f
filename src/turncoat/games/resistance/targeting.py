"""Targeting: the leader proposes a mission together with the team, so missions need not go in order."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import ClassVar, Final

from msgspec.structs import replace

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import MISSION_CHOSEN, NEXT_MISSION, PROPOSAL, TEAM_QUESTION
from turncoat.games.resistance.steps import Game
from turncoat.games.resistance.tables import MISSIONS, team_size
from turncoat.kernel.chapters import Chapter, OptionValue, RuleOption
from turncoat.kernel.hooks import PolicyHandler
from turncoat.kernel.options import Answer, Form, Seats, SizeBy, Word
from turncoat.kernel.seats import everyone
from turncoat.kernel.steps import Question
from turncoat.kernel.words import N_

FIFTH_MISSION_AFTER: Final = "fifth-mission-after"


class Targeting(Chapter):
    """The variant Targeting (TGT-1 to TGT-6)."""

    name: ClassVar[str] = "targeting"
    title: ClassVar[str] = N_("Targeting")
    summary: ClassVar[str] = N_("The leader also chooses which mission the team goes on.")
    no_value: ClassVar[str] = ""
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            FIFTH_MISSION_AFTER,
            N_("Mission 5 opens when two others have succeeded (English edition) or are completed (Polish edition)."),
            ("successes", "completed"),
            "successes",
            N_("Mission 5 opens after"),
            (N_("two successes"), N_("two completed missions")),
        ),
    )
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {
        "name-team": tuple(f"mission-{number}" for number in range(1, 6))
    }
    words: ClassVar[Mapping[str, str]] = {
        "mission": N_("Mission"),
        "mission-1": N_("Mission 1"),
        "mission-2": N_("Mission 2"),
        "mission-3": N_("Mission 3"),
        "mission-4": N_("Mission 4"),
        "mission-5": N_("Mission 5"),
    }

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (
            NEXT_MISSION.handled_by(first_open_mission),
            PROPOSAL.handled_by(choose_mission),
            TEAM_QUESTION.handled_by(ask_for_mission),
            MISSION_CHOSEN.handled_by(chosen_mission),
        )


def first_open_mission(game: Game, mission: int) -> int:
    """Return the first open mission, on which the round marker waits for the leader's choice."""
    return game.board.open_missions[0]


def ask_for_mission(game: Game, question: Question) -> Question:
    """Ask for a mission too, and name none before the leader has chosen."""
    return mission_question(question)


@cache
def mission_question(question: Question) -> Question:
    """Return the question for a team, changed to ask for a mission as well."""
    return replace(
        question,
        sentence=N_("Choose a mission and name its team."),
        hint=N_("Pick a mission, then tap the seats. You may pick yourself."),
    )


def choose_mission(game: Game, form: Form) -> Form:
    """Add a mission to the leader's form. The team has the size of that mission (TGT-1)."""
    board = game.board
    return mission_form(form, board.players, open_missions(board, game.ruleset.option(FIFTH_MISSION_AFTER)))


@lru_cache(maxsize=1024)
def mission_form(form: Form, players: int, missions: tuple[int, ...]) -> Form:
    """Return the leader's form with a choice among these missions."""
    words = tuple(f"mission-{mission}" for mission in missions)
    sizes = tuple((word, team_size(players, int(word[-1]))) for word in words)
    team = Seats(min(size for _, size in sizes), max(size for _, size in sizes), everyone(players), everyone(players))
    parts = (("mission", Word(words, words)), *((name, team if name == "team" else part) for name, part in form.parts))
    return Form(parts, (*form.ties, SizeBy("team", "mission", sizes)))


def open_missions(board: Board, fifth_after: OptionValue) -> tuple[int, ...]:
    """Return the missions that may be chosen: each once (TGT-3), the fifth after two others (TGT-4)."""
    done = board.successes if fifth_after == "successes" else len(board.results)
    return tuple(mission for mission in board.open_missions if mission != MISSIONS or done >= 2)


def chosen_mission(game: Game, mission: int, values: dict[str, Answer]) -> int:
    """Return the mission that the leader chose in the form."""
    return int(values["mission"][-1])
