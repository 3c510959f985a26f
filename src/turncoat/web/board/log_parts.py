"""The log as pages display it: each part of the game (`Event.part`) is one line, with its entries behind it."""

from collections.abc import Sequence

from turncoat.web.board.model import LogLine, LogPart


def log_parts(log: Sequence[LogLine]) -> tuple[LogPart, ...]:
    """Return the lines that are displayed, oldest first. The same entries give the same lines."""
    runs: list[list[LogLine]] = []
    for line in log:
        begins = line.part == "begins"
        is_alone = not runs or runs[-1][0].part != "begins" or line.heading or line.part == "ends"
        if begins or is_alone:
            runs.append([line])
        else:
            runs[-1].append(line)
    return tuple(_summed_up(run, is_current=run is runs[-1]) for run in runs)


def _summed_up(run: Sequence[LogLine], *, is_current: bool) -> LogPart:
    first, last = run[0], run[-1]
    if len(run) == 1:
        return LogPart(first.number, first.text, first.heading, first.rule, first.rule_url, first.named)
    text = " ".join(line.summary for line in run if line.summary)
    latest = last.text if is_current and not last.summary else ""
    return LogPart(first.number, text, first.heading, first.rule, first.rule_url, lines=tuple(run), latest=latest)
