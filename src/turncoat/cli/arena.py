"""The command `turncoat arena`: compare bots at mixed tables."""

import contextlib
import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import msgspec
import typer

from turncoat import __version__
from turncoat.arena import arena
from turncoat.arena.plot import plot
from turncoat.cli.arguments import ruleset_of, translator_of
from turncoat.cli.bot_names import PROGRAM, digest_of_files, find, names_in
from turncoat.cli.errors import CommandError, command_errors
from turncoat.cli.json_text import json_text
from turncoat.cli.phrases import with_modules
from turncoat.cli.progress import progress_bar
from turncoat.cli.written_files import check_file, write_file
from turncoat.kernel.records import error_message
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, composed
from turncoat.simulation.cache_folder import cache_folder
from turncoat.simulation.processes import Workers
from turncoat.telling import Teller, Translate, filled

_PLAYED: Final = N_(
    "{game}, {players} players{modules}: {count} game, seed {seed}",
    "{game}, {players} players{modules}: {count} games, seed {seed}",
)
_RATING: Final = N_("{bot}: rating {points} ± {error}")
_WINS: Final = N_(
    "  {side}: wins {share} (95% interval {low} to {high}; {count} seat), rating {points} ± {error}",
    "  {side}: wins {share} (95% interval {low} to {high}; {count} seats), rating {points} ± {error}",
)
_FAULTS: Final = N_(
    "{bot} forfeited {count} seat by a fault ({kinds}); first in game {number}, seat {seat}: {what}",
    "{bot} forfeited {count} seats by faults ({kinds}); first in game {number}, seat {seat}: {what}",
)
_KINDS: Final = {
    "error": N_("errors: {times}"),
    "time": N_("too slow: {times}"),
    "illegal": N_("illegal answers: {times}"),
}
_RESUMES: Final = N_(
    "resuming after {count} game; to start over, remove {file}",
    "resuming after {count} games; to start over, remove {file}",
)
_NOT_THERE: Final = N_("{name} runs only on this machine, not on a cluster; use --jobs instead of --ray")
_KEPT: Final = N_(
    "{count} game is saved; the same command resumes from there",
    "{count} games are saved; the same command resumes from there",
)


def run(
    game: str,
    players: int,
    modules: list[str],
    options: list[str],
    bots: str,
    games: int,
    seed: str,
    workers: Workers,
    seconds: float,
    *,
    as_json: bool,
    picture: Path | None,
    language: str = "",
) -> None:
    """Play the contest and print the report."""
    say = translator_of(language)
    ruleset = ruleset_of(game, players, modules, options)
    try:
        with command_errors():
            contest = arena.contest(ruleset, names_in(bots), games, seed, seconds)
            for name in contest.bots:
                find(name)
    except arena.ContestError as error:
        raise CommandError(error_message(error)) from None
    check_programs(contest.bots, workers)
    if picture is not None:
        check_file(picture)
    games_played = _play(contest, workers, say)
    report = arena.report(contest, games_played)
    if picture is not None:
        write_file(picture, plot(report, Teller(ruleset, (), say).word))
    typer.echo(json_text(report) if as_json else _report_text(ruleset, report, say))


def check_programs(named: Sequence[str], workers: Workers) -> None:
    """Raise CommandError if a bot is a program but the workers are on other machines."""
    program = next((name for name in named if name.startswith(PROGRAM)), None)
    if program is not None and not workers.are_here:
        raise CommandError(composed(_NOT_THERE, name=program))


def _play(contest: arena.Contest, workers: Workers, say: Translate) -> list[arena.GameOutcome]:
    """Play the games, resuming after an interruption. Another interruption saves the games so far."""
    checkpoint = _Checkpoint(contest)
    show = progress_bar(contest.games, say)
    if checkpoint.games:
        typer.echo(filled(say, _RESUMES, count=len(checkpoint.games), file=str(checkpoint.file)), err=True)
    count = len(checkpoint.games)

    def keep(played: list[arena.GameOutcome]) -> None:
        nonlocal count
        checkpoint.add(played)
        count += len(played)
        if show is not None:
            show(count)

    try:
        games = arena.play(contest, find, workers, checkpoint.games, keep)
    except KeyboardInterrupt:
        if checkpoint.is_written:
            typer.echo("\n" + filled(say, _KEPT, count=count), err=True)
        raise
    checkpoint.remove()
    return games


class _Checkpoint:
    """Games of a contest played so far, saved in a file so that the same contest can resume after an interruption.

    Without a writable folder nothing is saved, which is no reason not to play.
    """

    def __init__(self, contest: arena.Contest) -> None:
        self.file = cache_folder() / "arena" / f"{_digest(contest)}.jsonl"
        self.is_written = False
        self.games: list[arena.GameOutcome] = []
        try:
            lines = self.file.read_bytes().splitlines()
        except OSError:
            lines = []
        for line in lines:
            try:
                self.games += msgspec.json.decode(line, type=list[arena.GameOutcome])
            except msgspec.DecodeError:
                break  # the last line, half written
        if self.games:
            self._write(b"".join(map(_line, [self.games])), "wb")

    def add(self, played: list[arena.GameOutcome]) -> None:
        """Save more games."""
        self._write(_line(played), "ab")

    def remove(self) -> None:
        """Delete the file once all games are played."""
        with contextlib.suppress(OSError):
            self.file.unlink(missing_ok=True)

    def _write(self, data: bytes, mode: str) -> None:
        with contextlib.suppress(OSError):
            self.file.parent.mkdir(parents=True, exist_ok=True)
            with self.file.open(mode) as file:
                file.write(data)
            self.is_written = True


def _line(played: list[arena.GameOutcome]) -> bytes:
    return msgspec.json.encode(played) + b"\n"


def _digest(contest: arena.Contest) -> str:
    """Return a name for the contest that changes with bot files and with the way games are drawn."""
    files = [digest_of_files(name).encode() for name in contest.bots]
    parts = [__version__.encode(), arena.DRAW_VERSION, msgspec.json.encode(contest), *files]
    return hashlib.sha256(b"".join(hashlib.sha256(part).digest() for part in parts)).hexdigest()[:32]


def _report_text(ruleset: Ruleset, report: arena.ArenaReport, say: Translate) -> str:
    teller = Teller(ruleset, (), say)
    modules = with_modules(report.modules, say)
    about = {"game": report.game, "players": str(report.players), "modules": modules, "seed": report.seed}
    lines = [filled(say, _PLAYED, count=report.games, **about)]
    for bot, rating in sorted(report.ratings.items(), key=lambda item: -item[1].points):
        lines.append(say(_RATING).format(bot=bot, points=f"{rating.points:+.0f}", error=f"{rating.error:.0f}"))
        for side, wins in report.bots[bot].items():
            points = rating.sides[side]
            lines.append(
                filled(
                    say,
                    _WINS,
                    side=teller.word(side),
                    share=f"{wins.share:.1%}",
                    low=f"{wins.low:.1%}",
                    high=f"{wins.high:.1%}",
                    count=wins.games,
                    points=f"{points.points:+.0f}",
                    error=f"{points.error:.0f}",
                )
            )
    for bot, faults in report.faults.items():
        first = {"number": faults.game, "seat": faults.first.seat, "what": faults.first.message}
        lines.append(filled(say, _FAULTS, bot=bot, count=faults.count, kinds=told_kinds(faults, say), **first))
    return "\n".join(lines)


def told_kinds(faults: arena.Faults, say: Translate) -> str:
    """Return a summary of a bot's faults by kind."""
    return ", ".join(say(_KINDS[kind]).format(times=times) for kind, times in faults.kinds.items())
