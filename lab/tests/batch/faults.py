"""Faults for the batch core, a line each. The core runs as plain Python with one of them planted.

Run as a program: `python -m lab.tests.batch.faults NUMBER`. It ends with status 1 when the kernel notices the fault.
"""

import sys
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final, NamedTuple

import turncoat_lab
from turncoat.kernel.chapters import OptionValue


class Fault(NamedTuple):
    """A line and its replacement, and a ruleset in which the fault matters."""

    file: str
    line: str
    replaced: str
    players: int
    modules: tuple[str, ...] = ()
    options: tuple[tuple[str, OptionValue], ...] = ()
    game: str = "resistance"
    games: int = 25


R, W = "games/resistance/", "games/winter_soldier/"
SOLDIER = "winter-soldier"

FAULTS: Final = (
    Fault(
        R + "flow.py",
        "approved = size_of(board.approvals) * 2 > rules.players",
        "approved = size_of(board.approvals) * 2 >= rules.players",
        6,
    ),
    Fault(R + "flow.py", "    if board.track == rules.rejections:", "    if board.track == rules.rejections - 1:", 5),
    Fault(R + "flow.py", "        return 1 << SUCCESS | 1 << FAIL", "        return 1 << FAIL", 5),
    Fault(R + "reverser.py", "return fails < needed", "return fails <= needed", 7),
    Fault(R + "targeting.py", "(mission != MISSIONS or done >= 2)", "True", 5, ("targeting",)),
    Fault(
        R + "reverser.py",
        "return fails > 0",
        "return fails >= needed",
        7,
        ("reverser",),
        (("reverser-literal", True),),
        games=150,
    ),
    Fault(R + "reveal.py", "if has(game.seen.rules, BLIND_SPIES):", "if False:", 5, ("blind-spies",)),
    Fault(
        R + "inquisitor.py",
        "if not 2 <= game.seen.board.missions_run <= 4:",
        "if not 2 <= game.seen.board.missions_run <= 3:",
        7,
        ("inquisitor",),
    ),
    Fault(R + "inquisitor.py", "token.used |= 1 << holder", "pass", 7, ("inquisitor",)),
    Fault(R + "hunter.py", "allowed &= ~(1 << hunt.revealed[1 - side])", "pass", 5, ("hunter",), games=60),
    Fault(R + "hunter.py", "hunt.early_spent = 1", "pass", 5, ("hunter",), games=60),
    Fault(
        R + "hunter.py", "return 1 << CHIEF if players < CHIEF_FAILS else 1 << role", "return 1 << role", 5, ("hunter",)
    ),
    Fault(
        R + "blame.py",
        "hidden.spies ^= 1 << agent | 1 << blamed",
        "pass",
        9,
        ("hunter", "deep-agent", "pretender", "blame"),
        games=300,
    ),
    Fault(
        R + "plot_thickens.py",
        "ASK_CLOSE_EYE, unseen & ~(1 << seat), True",
        "ASK_CLOSE_EYE, unseen, True",
        5,
        ("plot-thickens",),
        games=60,
    ),
    Fault(R + "plot_thickens.py", "return first if first else seats", "return seats", 7, ("plot-thickens",)),
    Fault(
        R + "plot_thickens.py",
        "game.seen.plot.vetoed = game.seen.board.proposals",
        "pass",
        7,
        ("plot-thickens",),
        games=60,
    ),
    Fault(
        R + "plot_thickens.py",
        "others &= ~game.seen.plot.recipients",
        "pass",
        9,
        ("plot-thickens",),
        (("distinct-recipients", True),),
    ),
    Fault(
        W + "flow.py",
        "if size_of(board.approvals) * 2 > size_of(left):",
        "if size_of(board.approvals) * 2 > game.seen.rules.players:",
        8,
        game=SOLDIER,
        games=150,
    ),
    Fault(
        W + "accusation.py",
        "go_out(game, log, 1 << accused | 1 << winter.captain)",
        "go_out(game, log, 1 << accused)",
        8,
        game=SOLDIER,
    ),
    Fault(W + "accusation.py", "if winter.out >> board.leader & 1:", "if False:", 8, game=SOLDIER, games=60),
    Fault(W + "flow.py", "cleared |= 1 << seat", "pass", 7, game=SOLDIER, games=60),
    Fault(
        W + "reveal.py",
        "thumbs |= holders(game, ALEXANDER_PIERCE)",
        "pass",
        9,
        ("black-widow", "alexander-pierce"),
        game=SOLDIER,
    ),
)

ROOT: Final = Path(turncoat_lab.__file__).parent / "batch"


class Planted(SourceFileLoader):
    """Loader of a file of the core with one line changed."""

    def __init__(self, name: str, path: str, fault: Fault) -> None:
        super().__init__(name, path)
        self.fault = fault

    def get_data(self, path: str) -> bytes:
        """Return the changed text, and never Python's cached bytecode."""
        if path.endswith(".pyc"):
            raise OSError(path)
        text = Path(path).read_text("utf-8")
        assert text.count(self.fault.line) == 1, f"{self.fault.line!r} is {text.count(self.fault.line)} times in {path}"
        return text.replace(self.fault.line, self.fault.replaced).encode()

    def set_data(self, path: str, data: object, **_more: object) -> None:
        """Cache nothing: other programs would take it for the bytecode of the unchanged file."""


class Finder(MetaPathFinder):
    """Finder of the one file that is changed."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        self.module = "turncoat_lab.batch." + fault.file.removesuffix(".py").replace("/", ".")

    def find_spec(self, fullname: str, path: object, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.module:
            return None
        file = str(ROOT / self.fault.file)
        loader: Loader = Planted(fullname, file, self.fault)
        return spec_from_file_location(fullname, file, loader=loader)


def main(number: int) -> int:
    """Play with that fault, and return 0 if nothing is noticed, 1 if the kernel notices it."""
    fault = FAULTS[number]
    sys.meta_path.insert(0, Finder(fault))
    from turncoat.kernel.rulesets import Ruleset
    from turncoat_lab.batch.engine import logged_games
    from turncoat_lab.batch.replay import Difference, check

    ruleset = Ruleset.of(fault.game, fault.players, fault.modules, dict(fault.options))
    try:
        for rows, outcome in logged_games(ruleset, "faults", 0, fault.games):
            check(ruleset, rows, outcome)
    except Difference as difference:
        print(difference)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
