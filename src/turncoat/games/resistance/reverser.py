"""The Reverser module: a Reverse card reverses the result of a mission, and a second one cancels the first."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import ClassVar, Final

from turncoat.games.resistance.blind_spies import without_meaning
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.components import MISSIONS_DECK, largest_team
from turncoat.games.resistance.first_games import module_advice
from turncoat.games.resistance.hooks import HAND, MISSION_SUCCEEDS, PLAYABLE, SPIES_REVEAL
from turncoat.games.resistance.roles import SPIES_WIN, RoleChapter
from turncoat.games.resistance.steps import Game
from turncoat.kernel.chapters import RuleOption, RulesetError, ScriptLine
from turncoat.kernel.components import Component
from turncoat.kernel.hooks import PolicyHandler
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SeatSet
from turncoat.kernel.words import N_, Message, composed

_OR_ONE_SIDE: Final = {
    "resistance": N_("{why}, or give only the resistance a Reverser"),
    "spy": N_("{why}, or give only the spies a Reverser"),
}
"""Suggestions to add to a refusal, by the value of the option to choose instead."""

CARDS: Mapping[object, Mapping[str, int]] = {
    "both": {"resistance-reverser": 1, "spy-reverser": 1},
    "resistance": {"resistance-reverser": 1},
    "spy": {"spy-reverser": 1},
}
"""Character cards by the option `reversers` (REV-SETUP-1)."""
REVERSERS_CARDS = ("success", "reverse")


class Reverser(RoleChapter):
    """The Reverser module (REV-SETUP-1 to REV-HUNTER-1)."""

    name: ClassVar[str] = "reverser"
    title: ClassVar[str] = N_("Reverser")
    summary: ClassVar[str] = N_("A Reverse card reverses the result of a mission; two of them cancel out.")
    no_value: ClassVar[str] = N_("a Reverser can reverse a mission's result, and the proof does not cover that")
    roles: ClassVar[Mapping[str, str]] = {"resistance-reverser": "resistance", "spy-reverser": SPIES_WIN}
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            "reversers",
            N_("Which side has a Reverser: both, the resistance or the spies."),
            ("both", "resistance", "spy"),
            "both",
            N_("Reversers"),
            (N_("one on each side"), N_("the resistance alone"), N_("the spies alone")),
        ),
        RuleOption(
            "hidden-reverser",
            N_("The spy Reverser takes no part in the reveal."),
            (False, True),
            False,
            N_("Hidden Reverser"),
        ),
        RuleOption(
            "reverser-literal",
            N_(
                "With exactly one Reverse, a Fail makes the mission a success and no Fail makes it a failure, even "
                "where two Fails are needed."
            ),
            (False, True),
            False,
            N_("Read Reverse cards literally"),
        ),
    )
    questions: ClassVar[Mapping[str, tuple[str, ...]]] = {"play-card": ("reverse",)}
    words: ClassVar[Mapping[str, str]] = {
        "resistance-reverser": N_("Resistance Reverser"),
        "spy-reverser": N_("Spy Reverser"),
        "reverse": N_("Reverse"),
    }

    def abilities_of(self, ruleset: Ruleset, role: str) -> Iterator[str]:
        if role not in self.roles:
            return
        if role == "spy-reverser":
            yield N_("On a mission you play Success or Reverse, and never Fail.")
        else:
            yield N_("On a mission you play Success or Reverse.")
        if len(self.special_cards(ruleset)) > 1:
            yield N_("A Reverse card reverses the result; a second one cancels it.")
        else:
            yield N_("The Reverse card reverses the result.")
        if role == "spy-reverser" and ruleset.option("hidden-reverser"):
            yield N_("You and the other spies do not know each other.")

    def explanation_of(self, ruleset: Ruleset, word: str) -> Iterator[str]:
        if word == "resistance-reverser":
            yield N_("On a mission plays Success or Reverse.")
        elif word == "spy-reverser":
            yield N_("On a mission plays Success or Reverse, and never Fail.")
            if ruleset.option("hidden-reverser"):
                yield N_("The other spies do not know who it is.")
        elif word == "reverse":
            yield N_("Only a Reverser may play it.")
            if len(self.special_cards(ruleset)) > 1:
                yield N_("It reverses the result of the mission; a second one cancels it.")
            else:
                yield N_("It reverses the result of the mission.")

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        return module_advice(ruleset, self.name)

    def special_cards(self, ruleset: Ruleset) -> Mapping[str, int]:
        return CARDS[ruleset.option("reversers")]

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        """Yield enough Reverse cards for everybody on a team (REV-MISSION-1)."""
        yield Component(MISSIONS_DECK, "reverse", largest_team(ruleset.players))

    def check(self, ruleset: Ruleset) -> None:
        try:
            super().check(ruleset)
        except RulesetError as error:
            side = self._side_with_room(ruleset) if ruleset.option("reversers") == "both" else None
            if side is None:
                raise
            raise RulesetError(error.code, composed(_OR_ONE_SIDE[side], why=error.message)) from None
        if ruleset.option("hidden-reverser"):
            if ruleset.option("reversers") == "resistance":
                raise RulesetError(
                    "without-meaning",
                    N_(
                        "a hidden Reverser has no effect when only the resistance has one: remove it, or give "
                        "the spies a Reverser"
                    ),
                )
            if ruleset.has("blind-spies"):  # BLD-2
                raise without_meaning(ruleset, Message.named("hidden-reverser", N_("Hidden Reverser")))

    def _side_with_room(self, ruleset: Ruleset) -> str | None:
        """Return the side that could have a Reverser alone, when there is no room for one on each."""
        for side in _OR_ONE_SIDE:
            options = tuple((name, side if name == "reversers" else value) for name, value in ruleset.options)
            alone = Ruleset(ruleset.game, ruleset.players, ruleset.modules, options)
            try:
                self.check(alone)
            except RulesetError:
                continue
            return side
        return None

    def policies(self) -> tuple[PolicyHandler, ...]:
        return (
            SPIES_REVEAL.handled_by(hide, after=("deep-agent", "pretender")),
            HAND.handled_by(with_reverse, after=("hunter",)),  # REV-HUNTER-1
            PLAYABLE.handled_by(reversers_cards, after=("hunter",)),
            MISSION_SUCCEEDS.handled_by(turned_over),
        )

    def script(self, ruleset: Ruleset, lines: tuple[ScriptLine, ...]) -> tuple[ScriptLine, ...]:
        """Exclude a hidden Reverser from the line that calls for the spies' eyes (REV-HIDDEN-1)."""
        if not ruleset.option("hidden-reverser"):
            return lines
        look = N_("Spies, except the spy Reverser, open your eyes and find one another.")
        if ruleset.has("hunter"):
            look = N_("Spies, except the spy Reverser, open your eyes: find one another, and see who has a thumb up.")
        return tuple(
            ScriptLine(look, line.eyes, line.thumbs, line.pause) if line.eyes == "spies" else line for line in lines
        )


def hide(ruleset: Ruleset, reveal: tuple[SeatSet, SeatSet], roles: tuple[str, ...]) -> tuple[SeatSet, SeatSet]:
    """Remove a hidden Reverser both from those who look and from those who are seen (REV-HIDDEN-1)."""
    if not ruleset.option("hidden-reverser"):
        return reveal
    lookers, seen = reveal
    hidden = 1 << roles.index("spy-reverser")
    return lookers & ~hidden, seen & ~hidden


def with_reverse(game: Game, hand: tuple[str, ...]) -> tuple[str, ...]:
    """Add Reverse to each team member's hand (REV-MISSION-1).

    With the Hunter module it is the fourth card (REV-HUNTER-1).
    """
    return (*hand, "reverse")


def reversers_cards(ruleset: Ruleset, cards: tuple[str, ...], board: Board, role: str) -> tuple[str, ...]:
    """Return the cards a role may play: only Reversers may play Reverse, and they never play Fail (REV-MISSION-1)."""
    return REVERSERS_CARDS if role in Reverser.roles else cards


def turned_over(game: Game, success: bool, cards: tuple[str, ...]) -> bool:
    """Return whether the mission succeeds (REV-MISSION-2). A Chief Fail counts as a Fail (REV-HUNTER-1)."""
    literal = bool(game.ruleset.option("reverser-literal"))
    return outcome(cards, game.board.fails_needed, literal)


@lru_cache(maxsize=4096)
def outcome(cards: tuple[str, ...], needed: int, literal: bool) -> bool:
    """Return whether these cards make a success where `needed` Fails are needed (REV-MISSION-2, REV-MISSION-3).

    >>> outcome(("success", "success", "fail", "reverse"), 1, False)
    True
    """
    reverses = cards.count("reverse")
    fails = len(cards) - cards.count("success") - reverses
    if reverses != 1:
        return fails < needed
    return fails > 0 if literal else fails >= needed
