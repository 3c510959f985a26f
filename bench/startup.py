"""Startup time of the command and the server, and the memory of an idle server."""

import os
import re
import socket
import subprocess
import sys
import tempfile
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from time import perf_counter, sleep

TURNCOAT = Path(sys.executable).with_name("turncoat")
READY_WITHIN = 30.0
"""Timeout in seconds after which a server that does not answer counts as missing."""


def help_seconds(rounds: int) -> tuple[float, float]:
    """Return the duration and the processor time of `turncoat --help` in seconds, in the best round."""
    times: list[tuple[float, float]] = []
    for _ in range(rounds):
        began, cpu_began = perf_counter(), os.times()
        subprocess.run([TURNCOAT, "--help"], stdout=subprocess.DEVNULL, check=True)
        ended, cpu_ended = perf_counter(), os.times()
        cpu = cpu_ended.children_user + cpu_ended.children_system - cpu_began.children_user - cpu_began.children_system
        times.append((ended - began, cpu))
    return min(times)


def server(rounds: int) -> dict[str, float] | None:
    """Return the seconds until the start page is answered (best of the rounds) and the idle server's MB, or None."""
    measured = [found for _ in range(rounds) if (found := _serve_once()) is not None]
    if not measured:
        return None
    return {
        "ready_seconds": min(ready for ready, _, _ in measured),
        "ready_cpu_seconds": min(cpu for _, cpu, _ in measured),
        "idle_megabytes": max(held for _, _, held in measured),
    }


def _serve_once() -> tuple[float, float, float] | None:
    """Return the seconds and the processor time until the first answer, and the MB a second later, or None without
    one."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as data:
        began = perf_counter()
        process = subprocess.Popen(
            [TURNCOAT, "serve", "--port", str(port), "--data", data],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        try:
            while not _answers(port):
                if process.poll() is not None or perf_counter() - began > READY_WITHIN:
                    return None
                sleep(0.01)
            ready, cpu = perf_counter() - began, _cpu_seconds(process.pid)
            sleep(1)
            return ready, cpu, _resident_megabytes(process.pid)
        finally:
            process.terminate()
            process.wait(20)


def _answers(port: int) -> bool:
    connection = HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def _cpu_seconds(pid: int) -> float:
    """Return the processor time of the process so far, or NaN on a system without /proc."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:
        return float("nan")
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_megabytes(pid: int) -> float:
    """Return the resident memory of the process, or NaN on a system without /proc."""
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except OSError:
        return float("nan")
    match = re.search(r"^VmRSS:\s+(\d+) kB$", status, re.MULTILINE)
    return int(match[1]) / 1000 if match else float("nan")
