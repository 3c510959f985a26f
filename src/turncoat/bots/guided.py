"""The bot of a guided first game: a level that also demonstrates what the game is about.

Its departures from the level may be known to everybody. As a traitor it sabotages the first mission that it is on and
that can fail. And after its first failed mission it always speaks, denying with the phrases of all bots that it was the
cause (`remarks`). So speaking up reveals nothing, and what a traitor says is a lie that others may see through.
"""

from math import inf
from typing import ClassVar

from turncoat.bots.levels import Easy
from turncoat.bots.sabotage import goes_first
from turncoat.kernel.options import Answer, OneCard
from turncoat.kernel.steps import Prompt
from turncoat.missions import MissionRun


def guided(name: str) -> str:
    """Return the name of the bot that plays for the given one in a guided first game.

    >>> guided("easy"), guided("sensible")
    ('guided', 'sensible')
    """
    return Guided.name if name == Easy.name else name


class Guided(Easy):
    """The `easy` level, adapted to a first game."""

    name: ClassVar[str] = "guided"
    title: ClassVar[str] = ""
    summary: ClassVar[str] = ""

    def decide(self, prompt: Prompt) -> Answer:
        usual, option = super().decide(prompt), prompt.option  # the game's own bot may play the whole game
        if prompt.question.act == MissionRun.__name__ and isinstance(option, OneCard) and self._sabotages_openly():
            against = option.shown[-1]
            return against if against in option.allowed else usual
        return usual

    def _sabotages_openly(self) -> bool:
        """Return whether this is the first mission that it may sabotage, with enough traitors aboard to make it fail.

        Only as many as needed do, in order from the leader. If a result proved all members traitors, none could lie
        about it.
        """
        assessment, named = self._current_assessment(), self._named
        if assessment is None or named is None or not assessment.is_traitor:
            return False
        now, aboard = named.situation, assessment.known_traitors & named.team
        before = goes_first(aboard, self.seat, named.leader, self.ruleset.players).bit_count()
        return before < now.fails_needed <= aboard.bit_count() and not now.failed >> self.seat & 1

    @property
    def _talks(self) -> float:
        return inf if self._is_to_deny() else super()._talks

    def _is_to_deny(self) -> bool:
        """Return whether its first failed mission has just been run, and it has accused nobody since."""
        self._current_assessment()
        speaker, named = self._speaker, self._named
        topic = speaker.reasons.topic
        is_own = topic is not None and topic.kind == "mission" and self.seat in topic.stances
        is_first = named is not None and not named.situation.failed >> self.seat & 1
        return is_own and is_first and not speaker.has_judged
