"""The inputs of a policy at each decision of a batch game, and in games with other roles that look alike to its seat.

The core runs as plain Python (NUMBA_DISABLE_JIT). A policy gets the public record, that of its seat, the allowed
answers, and random draws. If all of these are equal in two games, the choices are equal as well.

Run as a program: `python -m lab.tests.batch.peeking FIRST STEP [FAULT]`. It ends with status 1 when a record differs.
"""

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any, Final

import turncoat.games  # noqa: F401 - makes the games known
from lab.tests.batch.faults import Fault, Finder
from turncoat.kernel.determinize import RolesDoNotFit, determinize
from turncoat.kernel.draws import Draws
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import label, rulesets

PEEKS: Final = (
    Fault(
        "games/resistance/reveal.py", "own.spies_seen = seen if lookers >> seat & 1 else 0", "own.spies_seen = seen", 0
    ),
    Fault("games/winter_soldier/reveal.py", "elif role == NICK_FURY:", "elif role != NICK_FURY:", 0),
    Fault("games/resistance/flow.py", "board.named_before = board.team", "board.named_before = game.hidden.spies", 0),
)
"""Peeks that can be planted: a seat knows something that it should not, or a secret is in the public record."""
GAMES: Final = 6
DEALS: Final = 6
MOST_QUESTIONS: Final = 24

Decision = tuple[int, bytes, bytes, tuple[int, ...]]
"""The question, the public record, the seat's knowledge, and the allowed answers."""


class Stopped(Exception):
    """The script is at its end."""


class Script:
    """Makes the choices of a kernel game in a batch game, and records the inputs of each seat's policy."""

    def __init__(self, game: Game[Any]) -> None:
        self.answers: dict[tuple[str, int], Iterator[Any]] = {}
        self.seen: dict[int, list[Decision]] = defaultdict(list)
        answers: dict[tuple[str, int], list[Any]] = defaultdict(list)
        twin: Game[Any] = Game(game.ruleset, game.deal)
        for seat, choice in game.choices:
            prompt = twin.prompt(seat)
            assert prompt is not None
            answers[prompt.question.name, seat].append((prompt.option, choice.answer))
            twin.play(seat, choice)
        self.answers = {key: iter(found) for key, found in answers.items()}

    def keep(self, game: Any, seat: int, question: int, *allowed: int) -> None:
        """Record the inputs of the seat's policy for this decision."""
        decision = int(question), game.seen.tobytes(), game.seats[seat].tobytes(), tuple(map(int, allowed))
        self.seen[seat].append(decision)

    def next(self, name: str, seat: int) -> Any:
        """Return the option and the answer of the seat's next choice of this kind."""
        found = next(self.answers.get((name, seat), iter(())), None)
        if found is None:
            raise Stopped
        return found


def plant(script: Script) -> None:
    """Replace the policies by the script, wherever the rules ask."""
    from turncoat_lab.batch import events, words
    from turncoat_lab.batch.policies import decide

    def number_of(answer: Any) -> int:
        return -1 if answer is None else words.NUMBERS[answer] if isinstance(answer, str) else int(answer)

    def name_of(question: int) -> str:
        return events.QUESTIONS[question - events.FIRST_QUESTION]

    def choose(game: Any, log: Any, seat: int, question: int, *allowed: int) -> int:
        script.keep(game, seat, question, *allowed)
        return number_of(script.next(name_of(question), seat)[1])

    def says_yes(game: Any, log: Any, seat: int, question: int, may: bool) -> bool:
        return bool(choose(game, log, seat, question, may))

    def choose_team(game: Any, log: Any, missions: int, size: int, *rest: int) -> tuple[int, int, int]:
        seat = int(game.seen.board.leader)
        script.keep(game, seat, events.ASK_TEAM, missions, size, *rest)
        option, answer = script.next("name-team", seat)
        parts = dict(zip(option.names, answer, strict=True))
        mission = int(parts["mission"][-1]) if "mission" in parts else int(game.seen.board.mission)
        return mission, parts["team"], parts.get("token", -1)

    def cast_ballots(game: Any, log: Any, voters: int, bound: int) -> int:
        approvals = 0
        for seat in range(game.seen.rules.players):
            if voters >> seat & 1:
                script.keep(game, seat, events.ASK_BALLOT, bound >> seat & 1)
                approvals |= (script.next("cast-ballot", seat)[1] == "approve") << seat
        return approvals

    def play_card(game: Any, log: Any, seat: int, allowed: int) -> int:
        return choose(game, log, seat, events.ASK_CARD, allowed)

    def take_offer(*_: Any) -> int:
        return -1

    replaced: dict[str, Callable[..., Any]] = {
        "choose_seat": choose,
        "choose_word": choose,
        "says_yes": says_yes,
        "choose_team": choose_team,
        "cast_ballots": cast_ballots,
        "play_card": play_card,
        "take_offer": take_offer,
    }
    for name, module in list(sys.modules.items()):
        if name.startswith("turncoat_lab.batch"):
            for one, function in replaced.items():
                if getattr(module, one, None) is not None:
                    setattr(module, one, function)
    assert decide.choose_seat is choose


def decisions(game: Game[Any]) -> dict[int, list[Decision]]:
    """Return the inputs of the policy `people` on each seat, up to the game's current state."""
    from turncoat_lab.batch.chance import key_of
    from turncoat_lab.batch.games.resistance import flow as resistance
    from turncoat_lab.batch.games.winter_soldier import flow as winter_soldier
    from turncoat_lab.batch.rules import rules_of
    from turncoat_lab.batch.state import new_game
    from turncoat_lab.batch.words import NUMBERS

    script = Script(game)
    plant(script)
    room = new_game(rules_of(game.ruleset, ("people", "people")), key_of("peek"))
    deck = [NUMBERS[card] for cards in game.deal.decks.values() for card in cards]
    roles = [NUMBERS[role] for role in game.deal.roles]

    def dealt(stream: Any, items: Any, count: int) -> None:
        """Deal the kernel game's cards in place of a shuffle."""
        items[:count] = roles if len(roles) == count and sorted(items[:count]) == sorted(roles) else deck[:count]

    def first(stream: Any, bound: int) -> int:
        return game.deal.first

    for name, module in list(sys.modules.items()):
        if name.startswith("turncoat_lab.batch.games"):
            for one, function in (("shuffle", dealt), ("below", first)):
                if hasattr(module, one):
                    setattr(module, one, function)
    flow = winter_soldier if game.ruleset.game == "winter-soldier" else resistance
    with suppress(Stopped):
        flow.play(room[0], None, 0)
    return script.seen


def played(ruleset: Ruleset, number: int, random: Random) -> Game[Any]:
    """Return a kernel game in progress, in which no standing offers were taken."""
    from turncoat.bots.draws import pick
    from turncoat.kernel.steps import Choice

    game: Game[Any] = Game(ruleset, ruleset.deal(b"peek %d" % number))
    for _ in range(random.randrange(MOST_QUESTIONS)):
        if game.result is not None:
            break
        for seat, prompt in game.prompts().items():
            game.play(seat, Choice(prompt.number, pick(prompt.option, random)))
            if game.prompt(seat) is not prompt:
                break
    return game


def differences(ruleset: Ruleset, random: Random) -> Iterator[str]:
    """Yield a description for each compared deal where the seat's policy gets different inputs, or an empty text if
    not.

    The compared games look alike to the seat.
    """
    for number in range(GAMES):
        game = played(ruleset, number, random)
        if game.result is not None:
            continue
        seat = random.randrange(ruleset.players)
        view = game.view(seat)
        wanted = decisions(game)[seat]
        for roles in others(game, seat, random):
            try:
                made = determinize(view, roles, Draws(b"peek"))
            except RolesDoNotFit:
                continue
            if len(made.choices) != len(game.choices):
                continue
            got = decisions(made)[seat]
            place = next((i for i, (one, other) in enumerate(zip(got, wanted, strict=False)) if one != other), None)
            if got == wanted:
                yield ""
            else:
                yield f"{label(ruleset)}, game {number}, seat {seat}: decision {place} differs with {roles}"


def others(game: Game[Any], seat: int, random: Random) -> Iterator[tuple[str, ...]]:
    """Yield a few deals with the roles of two other seats exchanged."""
    players = game.ruleset.players
    pairs = [(one, other) for one in range(players) for other in range(one) if seat not in (one, other)]
    random.shuffle(pairs)
    left = DEALS
    for one, other in pairs:
        roles = list(game.deal.roles)
        if roles[one] != roles[other] and left:
            roles[one], roles[other] = roles[other], roles[one]
            left -= 1
            yield tuple(roles)


def main(first: int, step: int, peek: int = -1) -> int:
    """Check every STEP-th ruleset, beginning with FIRST."""
    if peek >= 0:
        sys.meta_path.insert(0, Finder(PEEKS[peek]))
    random, compared, found = Random(f"peek {first}"), 0, []
    for ruleset in rulesets("resistance", "winter-soldier")[first::step]:
        for difference in differences(ruleset, random):
            compared += 1
            found += [difference] if difference else []
        if found and peek >= 0:
            break  # it is noticed
    print(f"{compared} compared", *found, sep="\n")
    return 1 if found else 0 if compared else 2


if __name__ == "__main__":
    sys.exit(main(*map(int, sys.argv[1:])))
