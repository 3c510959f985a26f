"""The numbers of the batch core match the rulebooks: words, options, modules, questions, events."""

from turncoat.kernel.compiled import events_of
from turncoat.kernel.opening import role_cards
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import rulesets
from turncoat_lab.batch import events, rules, words

GAMES = ("resistance", "winter-soldier")


def test_every_module_and_option_value_is_compiled() -> None:
    books = [BOOKS[game] for game in GAMES]
    assert [name for book in books for name in book.chapters] == list(rules.MODULES)
    specs = [
        spec for book in books for spec in (*book.options, *(s for c in book.chapters.values() for s in c.options))
    ]
    assert {spec.name: spec.values for spec in specs} == rules.OPTIONS
    assert all(spec.values[0] == spec.default for spec in specs)


def test_every_role_and_event_has_a_number() -> None:
    for ruleset in rulesets(*GAMES):
        assert set(role_cards(ruleset)) <= words.NUMBERS.keys()
        told = {kind.__name__ for kind in events_of(ruleset).values()}
        assert told <= set(events.EVENTS)
    assert len(set(words.WORDS)) == len(words.WORDS) < 63


def test_compiled_hiding_sides_agree_with_the_rulebook() -> None:
    for game in GAMES:
        book = BOOKS[game]
        for ruleset in rulesets(game):
            for role in role_cards(ruleset):
                assert (words.HIDING_ROLES >> words.NUMBERS[role] & 1 == 1) == (book.side_of(role) == book.hiding_side)


def test_all_teams_of_a_size_are_listed() -> None:
    one = rules.rules_of(Ruleset.of("winter-soldier", 12))[0]
    teams = one["teams"][6][: one["team_counts"][6]].tolist()
    assert len(set(teams)) == 924
    assert all(team.bit_count() == 6 and team < 1 << 12 for team in teams)
