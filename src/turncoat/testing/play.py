"""Checks of whole games: end, replay, clones, the board as the fold of its events, and the isolation of views."""

import re
from typing import Any

import msgspec

from turncoat.kernel.events import Event, GameEnded, all_seen_by, sentence_of, visibility_of
from turncoat.kernel.game import Game
from turncoat.kernel.records import check, parse_record, print_record, record_of, replay
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.views import View, empty_board
from turncoat.testing.broken import ContractBroken, require
from turncoat.testing.games import new_game, state_of, walk
from turncoat.testing.references import leads_back
from turncoat.testing.walks import next_choice, random_walk

_VALUE = re.compile(r"{([a-z_]+)(?::[a-z]+)?}")


def check_ends(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that every legal walk ends with a result, and that nobody is asked or offered anything after it."""
    for bias in (0.0, 0.2):
        game, rng = new_game(ruleset, seed)
        try:
            for _ in random_walk(game, rng, offers=bias, changes=bias):
                pass
        except AssertionError as error:
            raise ContractBroken(str(error), game) from None
        require(
            game.result is not None and not game.prompts() and not game.waiting,
            "a finished game still has prompts",
            game,
        )
        for seat in range(ruleset.players):
            require(
                not game.offers(seat) and game.prompt(seat) is None,
                f"a finished game still has offers for seat {seat}",
                game,
            )


def check_records(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that records replay to the same events and survive printing and parsing, midway and at the end."""
    game, rng = new_game(ruleset, seed)
    stop = rng.randrange(1, 40)
    for count, _ in enumerate(random_walk(game, rng)):
        if count == stop:
            _check_record(game)
    _check_record(game)


def _check_record(game: Game[Any]) -> None:
    record = record_of(game)
    text = print_record(record)
    require(parse_record(text) == record, "a printed record parses to a different record", game)
    require(print_record(parse_record(text)) == text, "a parsed record prints differently", game)
    for again in (replay(record), check("# kept\n" + text)):
        require(again.events == game.events, "a record replays to different events", game)
        require(
            again.choices == game.choices and again.result == game.result,
            "a record replays to different choices or another result",
            game,
        )
        require(state_of(again) == state_of(game), "a record replays to a different state", game)


def check_clones(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that clones, with or without history, play on identically and independently of the original."""
    game, rng = new_game(ruleset, seed)
    clones: list[tuple[int, Game[Any]]] = [(0, game.clone())]
    brief: list[tuple[int, int, Game[Any]]] = [(0, len(game.events), game.clone(history=False))]
    for count, _ in enumerate(random_walk(game, rng), 1):
        if rng.random() < 0.15:
            twin = game.clone()
            clones.append((count, twin))
            before = state_of(game)
            require(state_of(twin) == before, "a clone differs", game)
            short = game.clone(history=False)
            brief.append((count, len(game.events), short))
            require(_without_past(short, 0, 0) == _without_past(game, count, len(game.events)), "a clone differs", game)
            for stray in (twin.clone(), game.clone(history=False)):
                for _ in range(rng.randrange(1, 12)):
                    if stray.result is None:
                        stray.play(*next_choice(stray, rng, 0.2, 0.2))
            require(state_of(game) == before and state_of(twin) == before, "playing a clone changed the original", game)
    for count, twin in clones:
        for seat, choice in game.choices[count:]:
            twin.play(seat, choice)
        require(state_of(twin) == state_of(game), f"a clone made after {count} choices plays on differently", twin)
    for count, told, short in brief:
        for seat, choice in game.choices[count:]:
            short.play(seat, choice)
        is_same = _without_past(short, 0, 0) == _without_past(game, count, told)
        require(is_same, f"a clone made without history after {count} choices plays on differently", game)


def _without_past(game: Game[Any], choices: int, events: int) -> tuple[Any, ...]:
    """Return the state of a game with only the history after these numbers of choices and events."""
    board, happened, chosen, *rest = state_of(game)
    return board, happened[events:], chosen[choices:], *rest


def check_boards(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that the fold of all events is the game's board after every choice, and that old and new views agree."""
    book = rulebook(ruleset.game)
    board = empty_board(ruleset)
    kinds = {GameEnded, *book.events, *(kind for name in ruleset.modules for kind in book.chapters[name].events)}
    views: list[View[Any]] = [View(ruleset, seat) for seat in (SPECTATOR, *range(ruleset.players))]
    folded = 0
    for game, rng in walk(ruleset, seed):
        new_events = game.events[folded:]
        folded = len(game.events)
        for event in new_events:
            require(type(event) in kinds, f"{type(event).__name__} is not among the events of the rulebook", game)
            event.apply(board)
        require(board == game.board, "folding the events does not give the board", game)
        for view in views:
            view.see(all_seen_by(new_events, view.seat))
        view = rng.choice(views)
        require(
            game.view(view.seat).board == view.board, f"the view of seat {view.seat} depends on how it is made", game
        )
        require(game.result == view.board.result, "a view does not show that the game is over", game)


def check_views(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that a view holds no reference to the game, and that playing on does not change it."""
    for count, (game, rng) in enumerate(walk(ruleset, seed)):
        if count % 7:
            continue
        view = game.view(rng.choice((SPECTATOR, *range(ruleset.players))))
        way = leads_back(view, game)
        require(way is None, f"a view gives access to the game: {way}", game)
        before = msgspec.json.encode((view.events, view.prompt, view.offers, view.waiting)), view.board.copy()
        if game.result is None:
            twin = game.clone()
            twin.play(*next_choice(twin, rng, 0, 0))
            game.play(*twin.choices[-1])
        after = msgspec.json.encode((view.events, view.prompt, view.offers, view.waiting)), view.board
        require(before == after, "a view changed by itself", game)


def check_sentences(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that event messages and prompts name only values that their reader has."""
    game, rng = new_game(ruleset, seed)
    for _ in random_walk(game, rng):
        for seat, prompt in game.prompts().items():
            named = set(_VALUE.findall(prompt.question.sentence))
            require(
                named <= dict(prompt.params).keys(),
                f"{prompt.question.name} (seat {seat}) names {named} without values",
                game,
            )
            require(
                bool(re.fullmatch("[a-z][a-z0-9-]*", prompt.question.name)),
                f"the question name {prompt.question.name!r} must be lowercase words joined by hyphens",
                game,
            )
    for viewer in (SPECTATOR, *range(ruleset.players)):
        for seen in all_seen_by(game.events, viewer):
            for name in _VALUE.findall(sentence_of(seen)):
                require(
                    getattr(seen, name, None) is not None,
                    f"{type(seen).__name__} names {name}, which viewer {viewer} does not have",
                    game,
                )


def check_audiences(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that every event class can be rendered and sent: audiences are fields, and names are unique."""
    book = rulebook(ruleset.game)
    kinds: list[type[Event]] = [GameEnded, *book.events]
    for name in ruleset.modules:
        kinds.extend(book.chapters[name].events)
    names: dict[str, type[Event]] = {}
    for kind in kinds:
        visibility_of(kind)
        require(names.setdefault(kind.__name__, kind) is kind, f"two event classes are named {kind.__name__}")
    game, rng = new_game(ruleset, seed)
    for _ in random_walk(game, rng):
        pass
    for event in game.events:
        sent = msgspec.json.encode(event)
        require(
            msgspec.json.decode(sent, type=names[type(event).__name__]) == event,
            f"{event} does not survive encoding",
            game,
        )
