"""Measure how well traitors' lies blend in: how often a loyal bot in their place would have said the same.

    python -m tools.lies --lies 100 --seeds 150

A lie is a remark that names another seat than a loyal bot's would with the same random draws. For each lie, loyal bots
that saw and heard the same, with other seeds, say whom they trust or doubt. Each bot is also asked from time to time
whom it suspects and trusts, and why it voted as it did.
"""

import argparse
import copy
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final

from turncoat.bots.intents import Intent, IntentKind
from turncoat.bots.levels import Normal
from turncoat.bots.odds import Odds
from turncoat.bots.registry import default_bot
from turncoat.bots.remarks import ChatQuestion, Remark, Speaker
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.simulation.playing import play_game

ENOUGH: Final = 0.1
"""Share of loyal bots above which a remark gives nothing away."""
ASKED: Final[tuple[IntentKind, ...]] = (
    "asked-suspects",
    "asked-trusts",
    "asked-vote",
    "asked-team",
    "accused",
    "asked-why",
)
"""Questions put to each bot after each mission and vote."""


class WatchedSpeaker(Speaker):
    """Speaker that records how often each lie would have been told in good faith."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes, seeds: int, chances: list[float]) -> None:
        super().__init__(ruleset, seat, seed, default_bot(ruleset.game).reasons)
        self._seeds = seeds
        self._chances = chances

    def remark(self, odds: Odds, fellows: SeatSet) -> Remark | None:
        honest = self._copy()
        others = [self._copy(Random(number)) for number in range(self._seeds)] if fellows else []
        self._ask(odds, fellows)
        said = super().remark(odds, fellows)
        if said is not None and said != Speaker.remark(honest, odds, 0):
            self._chances.append(sum(Speaker.remark(other, odds, 0) == said for other in others) / self._seeds)
        return said

    def _ask(self, odds: Odds, fellows: SeatSet) -> None:
        for number, kind in enumerate(ASKED):
            question = ChatQuestion(100 * self._seen + number, (self._seat + 1) % self._ruleset.players, Intent(kind))
            said = Speaker.reply(self._copy(), question, odds, fellows)
            if fellows and said != Speaker.reply(self._copy(), question, odds, 0):
                honest = 0
                for seed in range(self._seeds):
                    other = self._copy()
                    other._seed = b"%d" % seed
                    honest += Speaker.reply(other, question, odds, 0) == said
                self._chances.append(honest / self._seeds)

    def _copy(self, rng: Random | None = None) -> "WatchedSpeaker":
        """Return a copy that saw and heard the same. With `rng`, it considers the seats in another order."""
        other = copy.copy(self)
        other.known_remarks, other._own = set(self.known_remarks), dict(self._own)
        if rng is not None:
            other._order = rng.sample(self._order, len(self._order))
        return other


def chances_of_lies(ruleset: Ruleset, first: int, last: int, seeds: int) -> list[float]:
    """Return, for each lie in the games of these numbers, the share of loyal bots that would have said the same."""
    chances: list[float] = []
    for number in range(first, last):
        table = [Normal(ruleset, seat, b"lies %d %d" % (number, seat)) for seat in range(ruleset.players)]
        for bot in table:
            bot._speaker = WatchedSpeaker(ruleset, bot.seat, b"lies %d %d" % (number, bot.seat), seeds, chances)
        play_game(ruleset, ruleset.deal(b"lies %d" % number), table, Random(number), talk=True)
    return chances


def lies(ruleset: Ruleset, count: int, seeds: int) -> Iterator[float]:
    """Yield the chances of the first `count` lies."""
    number = 0
    while count > 0:
        found = chances_of_lies(ruleset, number, number + 1, seeds)[:count]
        yield from found
        number, count = number + 1, count - len(found)


def main(arguments: Sequence[str] | None = None) -> None:
    """Print how many lies no loyal bot would tell, how many are rare, and the mean chance."""
    parser = argparse.ArgumentParser("python -m tools.lies", description="Measure how well traitors hide their lies.")
    parser.add_argument("game", nargs="?", default="resistance")
    parser.add_argument("--players", type=int, default=5)
    parser.add_argument("--lies", type=int, default=100)
    parser.add_argument("--seeds", type=int, default=150, help="of loyal bots, for each lie")
    args = parser.parse_args(arguments)
    ruleset = Ruleset.of(args.game, args.players)
    chances = list(lies(ruleset, args.lies, args.seeds))
    never, seldom = sum(not chance for chance in chances), sum(chance < ENOUGH for chance in chances)
    told = f"of {len(chances)} lies {never} are told by no loyal bot, {seldom} by fewer than one in ten"
    mean = sum(chances) / len(chances)
    print(f"{told}; the least likely by {min(chances):.0%}, on average by {mean:.0%}")


if __name__ == "__main__":
    import turncoat.games  # noqa: F401 - makes the games known

    main()
