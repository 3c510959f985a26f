"""The spectators attack measures the waiting times of other clients and the bytes that each spectator receives."""

import os

import pytest

from bench.load.spectators_attack import Attack, measure

TWO = hasattr(os, "sched_getaffinity") and len(os.sched_getaffinity(0)) > 1


@pytest.mark.sweep
@pytest.mark.skipif(not TWO, reason="server and driver each need a core")
@pytest.mark.parametrize("attack", [Attack(9, connects=5.0, named=True), Attack(9, playing=False)])
def test_a_short_attack_of_spectators_reports_its_figures(attack: Attack) -> None:
    found = measure(attack, 1.0)
    assert found.asked > 10
    assert 0 < found.median_ms <= found.p99_ms <= found.worst_ms
    assert found.renamed > 5
    assert found.bytes_each > 0, "spectators hear of the new names"
    assert found.server_busy > 0
