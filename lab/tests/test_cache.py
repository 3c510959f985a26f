"""Cached results are found for equal work by equal code, and for nothing else."""

from collections import Counter
from pathlib import Path

import pytest

from turncoat.extensions import ExtensionFile
from turncoat.simulation.processes import ONE_PROCESS
from turncoat_lab import cache
from turncoat_lab.balance import Tally
from turncoat_lab.cache import ResultCache

PIECES = [(number, "x") for number in range(6)]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path)
    return tmp_path / "lab"


def work(number: int, name: str) -> int:
    work.calls += 1  # type: ignore[attr-defined]
    return number * 10


def other_work(number: int, name: str) -> int:
    return number * 11


work.calls = 0  # type: ignore[attr-defined]


def calls(results: ResultCache[int], *pieces: tuple[int, str]) -> int:
    """Return the number of pieces that had to be computed, after checking all results."""
    before = work.calls  # type: ignore[attr-defined]
    given = pieces or PIECES
    assert list(ONE_PROCESS.map(work, given, results)) == [number * 10 for number, _ in given]
    return int(work.calls - before)  # type: ignore[attr-defined]


def test_cached_results_are_computed_once(folder: Path) -> None:
    assert calls(ResultCache(int), *PIECES[:2]) == 2
    assert calls(ResultCache(int)) == 4
    assert calls(ResultCache(int)) == 0
    assert list(ONE_PROCESS.map(other_work, PIECES, ResultCache(int))) == [number * 11 for number, _ in PIECES]
    assert calls(ResultCache(int), (1, "y")) == 1


def test_changed_files_or_code_invalidate_the_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    assert calls(ResultCache(int)) == 6
    files = [ExtensionFile("cards", "cards.toml", b"a card set")]
    monkeypatch.setattr(cache, "loaded_files", lambda: files)
    assert calls(ResultCache(int)) == 6
    files.append(ExtensionFile("bots", "mybot.py", b"a bot"))
    assert calls(ResultCache(int)) == 0, "rulesets that use a card set name it themselves"
    assert calls(ResultCache(int), (1, "./mybot.py:Mine")) == 1
    files[-1] = ExtensionFile("bots", "mybot.py", b"a better bot")
    assert calls(ResultCache(int), (1, "./mybot.py:Mine")) == 1
    monkeypatch.setattr(cache, "code_digest", lambda: "changed")
    assert calls(ResultCache(int)) == 6


def test_the_cache_key_covers_rules_bots_and_lab(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = tuple(tmp_path / place.parent.name / place.name for place in cache.CODE)
    for place in code:
        place.touch() if place.suffix else place.mkdir(parents=True)
    monkeypatch.setattr(cache, "CODE", code)
    digest = cache.code_digest.__wrapped__
    seen = {digest()}
    outside = ("turncoat/games/rule.py", "turncoat/bots/weights.json", "turncoat/missions.py")
    for name in (*outside, "src/turncoat_lab/policy.py"):
        file = tmp_path / name
        file.write_text("one")
        seen.add(digest())
        file.write_text("two")
        seen.add(digest())
    assert len(seen) == 9
    (tmp_path / "turncoat" / "web").mkdir()
    (tmp_path / "turncoat" / "web" / "page.py").write_text("looks")
    assert digest() in seen


def test_without_a_writable_folder_nothing_is_cached(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a file").touch()
    monkeypatch.setattr(cache, "cache_folder", lambda: tmp_path / "a file")
    assert calls(ResultCache(int)) == 6
    assert calls(ResultCache(int)) == 6


def test_counters_survive_the_cache() -> None:
    tally = Tally(3, Counter(a=2), counts=Counter({("x", "y", "z"): 5}))
    tally.had["cape", "good"] = 4
    results = ResultCache(Tally)
    results.put("0" * 64, tally)
    assert results.get("0" * 64) == tally
    found = results.get("0" * 64)
    assert found is not None
    found.add(tally)
    assert found.had["cape", "good"] == 8
