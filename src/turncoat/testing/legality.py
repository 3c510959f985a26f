"""Checks of legality: options, defaults and refusals agree, and nobody chooses out of turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

from turncoat.kernel.game import Game
from turncoat.kernel.options import AnyOption
from turncoat.kernel.refusals import REFUSALS, Refused, english
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import CHANCE, SPECTATOR, Seat
from turncoat.kernel.steps import Choice
from turncoat.testing.broken import ContractBroken, require
from turncoat.testing.domains import FOREIGN, candidates
from turncoat.testing.games import new_game, state_of, walk
from turncoat.testing.walks import pick


def check_defaults(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that defaults are legal at every moment, and that a game played only by defaults ends.

    All seats have the same standing answer.
    """
    for game, _ in walk(ruleset, seed):
        for seat, prompt in game.prompts().items():
            refusal = game.refusal(seat, game.default(seat))
            require(refusal is None, f"seat {seat}: the default for {prompt.question.name} is refused: {refusal}", game)
        frame = game.frame
        if frame is not None and frame.step.question.takes_standing_answer:
            ways = {game.default(seat).answer for seat in frame.prompts}
            require(
                len(ways) == 1,
                f"{frame.step.question.name} takes standing answers, but the seats' defaults differ",
                game,
            )
    game, _ = new_game(ruleset, seed)
    for _ in range(5000):
        waited = game.prompts()
        if not waited:
            break
        seat = next(iter(waited))
        game.play(seat, game.default(seat))
    require(game.result is not None, "a game played only by defaults does not end", game)


def check_options(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that options list what the game accepts, answers survive printing and parsing, and refusals have texts."""
    seen: set[Any] = set()
    for game, rng in walk(ruleset, seed):
        found: list[tuple[Seat, int | str, AnyOption]] = [
            (seat, prompt.number, prompt.option) for seat, prompt in game.prompts().items()
        ]
        for seat in range(ruleset.players):
            offers = game.offers(seat)
            require(
                game.open_offers().get(seat, ()) == offers, f"the offers of seat {seat} differ from open_offers()", game
            )
            found.extend((seat, offer.name, offer.option) for offer in offers)
            for rules in game.compiled.offering:
                secret = [offer.name for offer in rules.offers(game, seat) if not offer.is_public]
                require(
                    not (rules.offers_are_public and secret), f"{rules.name} offers {secret}, which is not public", game
                )
        for seat, to, option in found:
            if (key := (type(to), option)) not in seen:
                seen.add(key)
                _check_option(game, rng, seat, to, option)


def _check_option(game: Game[Any], rng: Random, seat: int, to: int | str, option: AnyOption) -> None:
    tried = candidates(option)
    legal = list(option.answers()) if tried is not None else [pick(option, rng) for _ in range(20)]
    require(bool(legal), f"seat {seat} has no legal answer to {to}", game)
    for answer in legal:
        refusal = game.refusal(seat, Choice(to, answer))
        require(refusal is None, f"{answer!r} is listed by {option}, but refused: {refusal}", game)
        text = option.text(answer)
        require(
            option.parse(text) == answer and "#" not in text and text == text.strip() != "",
            f"{answer!r}: {text!r}",
            game,
        )
    if tried is not None:
        require(len(set(legal)) == len(legal), f"{option} lists an answer twice", game)
        accepted = {answer for answer in tried if game.refusal(seat, Choice(to, answer)) is None}
        require(accepted == set(legal), f"{option} lists and accepts different answers: {accepted ^ set(legal)}", game)
        illegal = [answer for answer in tried if answer not in accepted]
        refused = rng.sample(illegal, min(len(illegal), 12))
    else:
        refused = []
    known = set(map(repr, legal))
    with _unchanged(game):
        for answer in [*refused, *(answer for answer in FOREIGN if repr(answer) not in known)]:
            _check_refused(game, seat, Choice(to, answer))


@contextmanager
def _unchanged(game: Game[Any]) -> Iterator[None]:
    """Check that refusals inside the block change nothing. Comparing after each one would take most of the time."""
    before = state_of(game)
    yield
    require(state_of(game) == before, "a refused choice changed the game", game)


def _check_refused(game: Game[Any], seat: int, choice: Choice, code: str | None = None) -> None:
    """Check that the choice is refused with a described code, equal to `code` if given."""
    refusal = game.refusal(seat, choice)
    require(refusal is not None, f"seat {seat}: {choice} should be refused", game)
    assert refusal is not None
    require(
        code is None or refusal.code == code, f"seat {seat}: {choice} is refused as {refusal.code}, not {code}", game
    )
    require(refusal.code in REFUSALS and "{" not in english(refusal), f"{refusal.code} has no text", game)
    try:
        game.play(seat, choice)
    except Refused as refused:
        require(
            refused.refusal == refusal,
            f"{choice}: play() refuses with {refused.refusal}, refusal() says {refusal}",
            game,
        )
    else:
        raise ContractBroken(f"seat {seat}: {choice} is refused, but play() accepts it", game)


def check_turns(ruleset: Ruleset, seed: int = 1) -> None:
    """Check that nobody chooses late, twice, out of turn, for nobody or after the end.

    Only an open choice that may change may be made again.
    """
    for count, (game, rng) in enumerate(walk(ruleset, seed, changes=0.2)):
        if count % 3 and game.result is None:
            continue
        with _unchanged(game):
            seats = [*range(ruleset.players), CHANCE]
            strangers = [SPECTATOR, ruleset.players, 99]
            if game.result is not None:
                for seat in [*seats, *strangers]:
                    _check_refused(game, seat, Choice(game.latest_prompt, "approve"), "game-over")
                    _check_refused(game, seat, Choice("no-such-offer", None), "game-over")
                continue
            waited = game.prompts()
            asked = next(iter(waited.values()))
            answer = pick(asked.option, rng)
            for seat in strangers:
                _check_refused(game, seat, Choice(asked.number, answer), "unknown-seat")
            for seat in seats:
                _check_refused(game, seat, Choice("no-such-offer", None), "no-such-offer")
                prompt = game.prompt(seat)
                if prompt is None:
                    chosen = seat in (game.frame.answers if game.frame is not None else {})
                    _check_refused(game, seat, Choice(asked.number - 1, answer), "stale")
                    _check_refused(
                        game, seat, Choice(asked.number, answer), "already-chosen" if chosen else "not-asked"
                    )
                else:
                    own = pick(prompt.option, rng)
                    require(seat in waited or prompt.question.may_change, f"seat {seat} may choose twice", game)
                    for number in (prompt.number - 1, prompt.number + 1, game.latest_prompt + 1):
                        code = "not-yet-asked" if number > game.latest_prompt else "stale"
                        _check_refused(game, seat, Choice(number, own), code)
            past = [choice for seat, choice in game.choices if choice.to != asked.number and isinstance(choice.to, int)]
            for seat, old in zip(waited, past[-3:], strict=False):
                _check_refused(game, seat, old, "stale")
