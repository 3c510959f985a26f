"""The machine of the measurement: its facts, and its current speed of plain Python."""

import os
import platform
import re
from pathlib import Path
from time import process_time


def facts() -> dict[str, str | int | float]:
    """Return processor, cores, Python, system and load average over the last minute.

    The name of the machine and of its user are left out. With a load above the number of cores, compare only processor
    time.
    """
    return {
        "processor": _processor(),
        "cores": os.cpu_count() or 0,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "system": f"{platform.system()} {platform.machine()}",
        "load": round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else -1.0,
    }


def _processor() -> str:
    try:
        match = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        match = None
    return match[1].strip() if match else platform.processor() or "unknown"


def calibration(rounds: int = 5) -> float:
    """Return million turns of a plain loop per second of processor time: calls, tuples, dicts, small ints, as in rules
    code.

    To compare the figures of two machines, divide each by its machine's own calibration.
    """
    turns = 200_000

    def step(number: int, seen: dict[int, tuple[int, int]]) -> int:
        seen[number & 63] = (number, number >> 3)
        return seen[number & 63][1]

    best = float("inf")
    for _ in range(rounds):
        seen: dict[int, tuple[int, int]] = {}
        total = 0
        began = process_time()
        for number in range(turns):
            total += step(number, seen)
        best = min(best, process_time() - began)
        assert total
    return turns / best / 1e6
