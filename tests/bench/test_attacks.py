"""Every attack of the load driver runs while other clients send requests. Their waiting times are not tested."""

import os

import pytest

from bench.load.attacks import ATTACKS, attack

OFTEN = ("notes", "replays")
"""Attacks in every run. The sweep has all of them."""
TWO = hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1


@pytest.mark.skipif(not TWO, reason="server and driver each need a core")
@pytest.mark.timeout(300)
@pytest.mark.parametrize(
    "name", [name if name in OFTEN else pytest.param(name, marks=pytest.mark.sweep) for name in sorted(ATTACKS)]
)
def test_every_attack_reports_its_figures(name: str) -> None:
    found = attack(name, 0.5)
    assert (found.attack, found.asked) == (name, 10)
    assert 0 < found.p50_ms <= found.p99_ms <= found.max_ms
    assert found.memory_mb > 0
    assert sum(found.counts.values()) > 0 or name == "quiet"
    assert not [answer for answer in found.counts if answer.startswith("5")], "the server broke"
