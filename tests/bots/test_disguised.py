"""`disguised`: a traitor's votes and teams are those of a loyal seat that saw what everybody saw."""

from random import Random

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.deducer import Deducer
from turncoat.bots.disguised import Disguised
from turncoat.games.resistance.events import RoleDealt
from turncoat.kernel.events import all_seen_by
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR
from turncoat.kernel.steps import Prompt
from turncoat.lab.simulation import play_game
from turncoat.missions import MissionRun

FIVE = Ruleset.of("resistance", 5)


class Compared(Disguised):
    """Asks a loyal `deducer` that saw what everybody saw the same questions, and plays as itself."""

    alike = differing = 0

    def choose(self, prompt: Prompt) -> Answer:
        outlook = self._look()
        assert outlook is not None
        if outlook.is_traitor and prompt.question.act != MissionRun.__name__:
            loyal = Deducer(FIVE, self.seat, b"")
            loyal.see([RoleDealt(self.seat, "resistance"), *all_seen_by(self._seen, SPECTATOR)])
            loyal.rng.setstate(self.rng.getstate())
            state = self.rng.getstate()
            said = loyal.choose(prompt)
            self.rng.setstate(state)
            answer = super().choose(prompt)
            if answer == said:
                Compared.alike += 1
            else:
                Compared.differing += 1
            return answer
        return super().choose(prompt)


def test_it_votes_and_names_teams_as_a_loyal_seat_would(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Compared, "alike", 0)
    monkeypatch.setattr(Compared, "differing", 0)
    for number in range(12):
        table = [Compared(FIVE, seat, b"%d %d" % (number, seat)) for seat in range(5)]
        play_game(FIVE, FIVE.deal(b"disguised %d" % number), table, Random(number))
    assert Compared.alike > 100
    assert Compared.differing == 0
