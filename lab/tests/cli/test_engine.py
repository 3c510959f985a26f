"""`turncoat simulate --engine batch`: the report of the compiled core, and its refusals."""

import json

import pytest

from tests.support.commands import turncoat

BATCH = ("simulate", "resistance", "--players", "5", "--games", "4000", "--engine", "batch")


@pytest.mark.usefixtures("core")
def test_the_batch_core_and_the_kernel_report_alike() -> None:
    one, again = (json.loads(turncoat(*BATCH, "--json", "--jobs", jobs).stdout) for jobs in (1, 2))
    kernel = json.loads(turncoat(*BATCH[:-1], "kernel", "--json").stdout)
    for report in (one, again):
        for timing in ("seconds", "games_per_second", "choices_per_second"):
            assert report.pop(timing) > 0
    assert one == again
    assert (one["engine"], kernel["engine"]) == ("batch", "kernel")
    assert one.keys() == kernel.keys() - {"seconds", "games_per_second", "choices_per_second"}
    assert sum(wins["games"] for wins in one["wins"].values()) == 4000
    for side, wins in one["wins"].items():
        assert wins["share"] == pytest.approx(kernel["wins"][side]["share"], abs=0.04)


@pytest.mark.parametrize(
    ("arguments", "wanted"),
    [
        (
            (*BATCH, "--bots", "hard"),
            "the batch core plays random, baseline:people, not hard; use --engine kernel",
        ),
        ((*BATCH, "--bots", "random,baseline:people"), "one bot on each side: name them as SIDE=NAME,SIDE=NAME"),
        ((*BATCH, "--talk"), "bots do not talk in the batch core; leave out --talk or --engine batch"),
        (
            ("simulate", "hail-hydra", "--players", "5", "--engine", "batch"),
            "does not know hail-hydra; use --engine kernel",
        ),
        ((*BATCH[:-1], "quick"), "--engine must be one of kernel, batch, not 'quick'"),
    ],
)
def test_unsupported_batch_games_are_refused_with_what_would_work(arguments: tuple[str, ...], wanted: str) -> None:
    done = turncoat(*arguments)
    assert done.returncode == 2
    assert wanted in done.stderr
