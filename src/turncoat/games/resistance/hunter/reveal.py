"""The reveal with the Hunter module: who learns what, and the lines that a narrator reads (HUN-REVEAL-4, HUN-DEEP-2).

Every chapter that changes the script replaces a line, found by whose eyes are open or whose thumbs are up during it, or
puts its own steps before the last one. Whoever is at the table, the pauses are the same.
"""

from turncoat.games.resistance.hooks import SPIES_REVEAL
from turncoat.games.resistance.hunter.events import ChiefsSeen, ResistanceChiefsMet
from turncoat.games.resistance.hunter.tables import CHIEFS_MEET
from turncoat.games.resistance.roles import SIDES
from turncoat.games.resistance.steps import Game
from turncoat.kernel.chapters import ScriptLine
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet, seat_set
from turncoat.kernel.words import N_

FISTS_OUT = ScriptLine(N_("Everybody, close your eyes and hold out a fist."))
CHIEFS_THUMBS = ScriptLine(N_("Chiefs of the spies, put up your thumb."), thumbs="spy-chief")
SPIES_LOOK = ScriptLine(
    N_("Spies, open your eyes: find one another, and see which of you has the thumb up."),
    eyes="spies",
    thumbs="spy-chief",
    pause=6.0,
)
SPIES_CLOSE = ScriptLine(N_("Spies, close your eyes. All thumbs down. Now all eyes are closed."))
CHIEFS_LOOK = ScriptLine(
    N_("Chiefs of the resistance, open your eyes and find each other."), eyes="resistance-chief", pause=4.0
)
CHIEFS_CLOSE = ScriptLine(N_("Chiefs of the resistance, close your eyes."))
ALL_OPEN = ScriptLine(N_("Everybody, open your eyes."), eyes="everyone", pause=0.0)


def role_holders(game: Game, *roles: str) -> SeatSet:
    """The seats with one of these roles."""
    return seat_set(seat for seat, role in enumerate(game.board.roles) if role in roles)


def lookers_of(game: Game) -> SeatSet:
    """The spies who open their eyes at the reveal."""
    spies = seat_set(seat for seat, role in enumerate(game.board.roles) if role is not None and SIDES[role] == "spies")
    lookers, _ = game.decide(SPIES_REVEAL, (spies, spies))
    return lookers


def show_chiefs(game: Game) -> None:
    """What the steps of the Chiefs show (HUN-REVEAL-1, HUN-REVEAL-2)."""
    lookers = lookers_of(game)
    if lookers:
        game.emit(ChiefsSeen(lookers, role_holders(game, "spy-chief")))
    if game.board.players >= CHIEFS_MEET:
        game.emit(ResistanceChiefsMet(role_holders(game, "resistance-chief")))


def script(ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
    """The script with the Chiefs' steps; without the spies' look (BLD-2) the resistance's alone."""
    if any(line.eyes == "spies" for line in lines):
        lines = (FISTS_OUT, CHIEFS_THUMBS, SPIES_LOOK, SPIES_CLOSE, ALL_OPEN)
    return before_the_end(lines, CHIEFS_LOOK, CHIEFS_CLOSE) if ruleset.players >= CHIEFS_MEET else lines


def before_the_end(lines: tuple[ScriptLine, ...], *steps: ScriptLine) -> tuple[ScriptLine, ...]:
    """The script with these steps before all open their eyes; where there was no script, a whole one."""
    begin, end = (lines[:-1], lines[-1:]) if lines else ((FISTS_OUT,), (ALL_OPEN,))
    return (*begin, *steps, *end)


def with_line(lines: tuple[ScriptLine, ...], new: ScriptLine) -> tuple[ScriptLine, ...]:
    """The script with a line in the place of the one during which the same eyes are open."""
    return tuple(new if line.eyes == new.eyes else line for line in lines)


def with_thumbs(lines: tuple[ScriptLine, ...], new: ScriptLine) -> tuple[ScriptLine, ...]:
    """The script with another line that calls for the spies' thumbs; all eyes are closed during it."""
    return tuple(new if line.thumbs and not line.eyes else line for line in lines)
