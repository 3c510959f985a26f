"""The public surface: every exported name exists, and importing one registers the games."""

import subprocess
import sys
from random import Random

import pytest

import turncoat


def test_every_public_name_exists() -> None:
    assert [name for name in turncoat.__all__ if getattr(turncoat, name, None) is None] == []


@pytest.mark.parametrize(
    "ruleset",
    [
        ("resistance", 10, ("targeting", "plot-thickens", "hunter", "reverser")),
        ("winter-soldier", 8, ("maria-hill",)),
        ("hail-hydra", 6, ()),
    ],
    ids=lambda ruleset: ruleset[0],
)
def test_every_event_of_a_game_is_found_by_its_name(ruleset: tuple[str, int, tuple[str, ...]]) -> None:
    rules = turncoat.Ruleset.of(*ruleset)
    known = turncoat.events_of(rules)
    assert all(issubclass(kind, turncoat.Event) for kind in known.values())
    game: turncoat.Game[turncoat.Board] = turncoat.Game(rules, rules.deal(b"events"))
    rng = Random(1)
    while prompts := game.prompts():
        seat, prompt = next(iter(prompts.items()))
        game.play(seat, turncoat.Choice(prompt.number, turncoat.pick(prompt.option, rng)))
    assert len(game.events) > 30
    for event in game.events:
        assert known[type(event).__name__] is type(event)
    others = turncoat.events_of(turncoat.Ruleset.of(ruleset[0], ruleset[1]))
    assert (len(others) < len(known)) == bool(ruleset[2]), "events of modules out of play are not listed"


def test_other_names_are_attribute_errors() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        turncoat.nonsense  # noqa: B018


def test_a_ruleset_can_be_named_without_other_imports() -> None:
    code = "from turncoat import Ruleset; print(Ruleset.of('resistance', 5).players)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout == "5\n"
