"""A game for newcomers to watch comes with the server, and is played by today's rules."""

import pytest

from tests.support.serving import Person, Server
from turncoat.games.resistance.events import MissionRevealed
from turncoat.kernel.records import check
from turncoat.table.past.replay import Replay
from turncoat.web.http.languages import languages, translator
from turncoat.web.replays.page import ALL, OPEN, replay_part, with_talk
from turncoat.web.replays.sample import sample_game


def test_the_sample_game_agrees_with_the_rules_and_its_last_mission_decides_it() -> None:
    game = check(sample_game().record)
    assert game.result is not None
    results = [event.success for event in game.events if isinstance(event, MissionRevealed)]
    assert sorted(results) in ([False, False, False, True, True], [False, False, True, True, True])


@pytest.mark.parametrize("language", [known.code for known in languages()])
def test_every_moment_of_the_sample_game_can_be_watched_with_all_that_was_said(language: str) -> None:
    sample, say = sample_game(), translator(language)
    replay, talk = Replay(sample.record), sample.talk(say)
    parts = {
        side: [replay_part(replay, sample.occupants, moment, side, say) for moment in range(replay.last + 1)]
        for side in (ALL, OPEN, "0")
    }
    assert all(part.new_events for some in parts.values() for part in some)
    last = with_talk(parts[ALL][-1], replay, talk)
    said = [line for moment in last.history for line in moment.said]
    assert len(said) == len(sample.messages) > 10
    assert all(line.text and "{" not in line.text for line in said)


def test_anybody_can_watch_the_sample_game_from_the_start_page(server: Server) -> None:
    visitor = Person(server, "Ola").client
    assert 'href="/sample"' in visitor.get("/").text
    answer = visitor.get("/sample?at=end&as=all")
    assert answer.status_code == 200
    for occupant in sample_game().occupants:
        assert occupant.name in answer.text
    chart = visitor.get("/sample?show=beliefs")
    assert chart.status_code == 200
    assert 'href="/sample?at=' in chart.text
