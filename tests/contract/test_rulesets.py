"""The rulesets of the contract tests: every count, module and option value, and every pair of modules."""

from itertools import combinations, product

import pytest

from tests.support.toys import ToyChapter, resistance_with
from turncoat.kernel.chapters import RuleOption, RulesetError
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing import label, rulesets

FOUND = rulesets()


def possible(game: str, players: int, modules: set[str]) -> bool:
    try:
        Ruleset.of(game, players, modules)
    except RulesetError:
        return False
    return True


@pytest.mark.parametrize("game", BOOKS)
def test_the_rulesets_cover_every_player_count_module_and_option_value(game: str) -> None:
    book = BOOKS[game]
    mine = [ruleset for ruleset in FOUND if ruleset.game == game]
    assert {ruleset.players for ruleset in mine} == set(book.players)
    for players in book.players:
        at_count = [ruleset for ruleset in mine if ruleset.players == players]
        assert () in {ruleset.modules for ruleset in at_count}
        for module in book.chapters:
            if possible(game, players, {module}):
                assert (module,) in {ruleset.modules for ruleset in at_count}
    played = {pair for ruleset in mine for pair in ruleset.options}
    specs = [*book.options, *(spec for chapter in book.chapters.values() for spec in chapter.options)]
    assert played == {(spec.name, value) for spec in specs for value in spec.values}


@pytest.mark.parametrize("game", BOOKS)
def test_the_rulesets_cover_every_compatible_pair_of_modules(game: str) -> None:
    book = BOOKS[game]
    met = {pair for ruleset in FOUND if ruleset.game == game for pair in combinations(ruleset.modules, 2)}
    for pair in combinations(book.chapters, 2):
        if any(possible(game, players, set(pair)) for players in book.players):
            assert pair in met


def test_ruleset_labels_are_unique() -> None:
    assert len({label(ruleset) for ruleset in FOUND}) == len(FOUND) == len(set(FOUND))
    assert label(Ruleset.of("resistance", 5, ["targeting"])) == "resistance-5-targeting"
    polish = Ruleset.of("resistance", 5, ["targeting"], {"fifth-mission-after": "completed"})
    assert label(polish) == "resistance-5-targeting-fifth-mission-after=completed"


def toy(name: str, *, needs: str = "", clash: str = "") -> ToyChapter:
    class Chapter(ToyChapter):
        options = (RuleOption(f"{name}-size", "How big.", (1, 2, 3), 2),)

        def check(self, ruleset: Ruleset) -> None:
            if (needs and not ruleset.has(needs)) or (clash and ruleset.has(clash)):
                raise RulesetError("clash", "not so")

    Chapter.name = name
    return Chapter()


def test_the_rulesets_respect_needs_and_clashes() -> None:
    chapters = [toy("a"), toy("b", needs="a"), toy("c", clash="a"), toy("d"), toy("e")]
    with resistance_with(*chapters):
        found = rulesets("toy")
        pairs = {
            (one, one in ruleset.modules, other, other in ruleset.modules)
            for ruleset in found
            for one, other in combinations("abcde", 2)
        }
        states = product([False, True], repeat=5)
        allowed = [dict(zip("abcde", state, strict=True)) for state in states]
        allowed = [s for s in allowed if not (s["b"] and not s["a"]) and not (s["c"] and s["a"])]
        assert pairs == {(o, s[o], p, s[p]) for s in allowed for o, p in combinations("abcde", 2)}
        assert all(sum(r.modules == ("a", "b") and dict(r.options)["b-size"] == 2 for r in found if r.players == n) == 1
                   for n in range(5, 11))  # fmt: skip
        assert {r.modules for r in rulesets("toy", every=True)} == {
            tuple(name for name in "abcde" if state[name]) for state in allowed
        }
        plain = [ruleset for ruleset in found if all(value == 2 for _, value in ruleset.options)]
        assert len(plain) < 6 * len(allowed) / 2, "not every set at every player count"


def test_a_chapter_class_selects_the_rulesets_that_use_it() -> None:
    class Lamp(ToyChapter):
        game, name = "toy", "lamp"

    with resistance_with() as book:
        found = rulesets(Lamp)
        assert {ruleset.modules for ruleset in found} == {("lamp",)}
        assert {ruleset.players for ruleset in found} == set(book.players)
        assert rulesets(Lamp) == found, "it is added once"
        assert len(rulesets("toy")) > len(found)


def test_a_chapter_that_no_ruleset_uses_is_an_error() -> None:
    class Refusing(ToyChapter):
        game, name = "toy", "refusing"

        def check(self, ruleset: Ruleset) -> None:
            raise RulesetError("never", "not here")

    with resistance_with(), pytest.raises(ValueError, match="no ruleset of toy has the chapter 'refusing' in play"):
        rulesets(Refusing)


def test_an_unknown_game_is_an_error_with_the_known_ones() -> None:
    with pytest.raises(ValueError, match="unknown game 'chess'; known: hail-hydra"):
        rulesets("chess")
