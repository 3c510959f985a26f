"""Everybody sees the draft of a team, which is never stored. Secret answers stay in the browser until they are sent."""

from collections.abc import Iterator
from random import Random

import httpx
import pytest

import turncoat.games  # noqa: F401 - their questions are examined
from tests.support.guests import Guest
from tests.support.offline_room import Watching, choose, room
from tests.support.taking import take
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, seats_in
from turncoat.kernel.steps import Ask, Choice
from turncoat.table import commands as c
from turncoat.table.rebuilding import rebuild
from turncoat.table.runtime.room import Room
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.values.settings import TableSettings
from turncoat.testing.rulesets import label
from turncoat.testing.walks import next_choice
from turncoat.web.app import create_app
from turncoat.web.updates.viewer import Outcome

OPEN = {"name-team"}
SOME = [
    Ruleset.of("resistance", 10, ("plot-thickens", "hunter", "inquisitor", "reverser")),
    Ruleset.of("resistance", 5, ("targeting",)),
    Ruleset.of("winter-soldier", 8, ("black-widow", "maria-hill", "scarlet-witch")),
    Ruleset.of("hail-hydra", 6),
]


def kinds(of: type[Ask] = Ask) -> Iterator[type[Ask]]:
    for kind in of.__subclasses__():
        yield kind
        yield from kinds(kind)


def test_only_team_naming_shares_drafts() -> None:
    asked = {kind.question for kind in kinds() if kind.__module__.startswith("turncoat.games.")}
    assert len(asked) > 20
    assert {question.name for question in asked if question.shows_draft} == OPEN


@pytest.mark.parametrize("ruleset", SOME, ids=label)
def test_forms_of_secret_questions_have_no_draft_address(ruleset: Ruleset) -> None:
    at = room(ruleset, ruleset.deal(b"half"))
    session = at.table.session
    assert session is not None
    rng, found = Random(5), 0
    for _ in range(60):
        if session.result is not None:
            break
        for seat in range(ruleset.players):
            prompt, page = session.view(seat).prompt, Watching(at, seat).page()
            if prompt is not None and prompt.question.name in OPEN:
                assert page.count("data-draft") == 1
                found += 1
            else:
                assert "data-draft" not in page
                fields = {"team": ["0"], "answer": ["0"]}
                number = str(prompt.number) if prompt is not None else "1"
                assert not at.team_draft.update(at.table, f"person-{seat}", number, fields)
                assert at.team_draft.seats(at.table) == 0
        choose(at, *next_choice(session._game, rng))
    assert found or ruleset.game == "hail-hydra"


def leading() -> tuple[Room, list[Watching]]:
    ruleset = Ruleset.of("resistance", 5)
    at = room(ruleset, ruleset.deal(b"considering"))
    assert at.table.session is not None
    leader = seats_in(at.table.session.waiting)[0]
    order = [leader, *(seat for seat in range(5) if seat != leader), SPECTATOR]
    return at, [Watching(at, seat) for seat in order]


def test_everybody_sees_the_draft_until_the_team_is_named() -> None:
    at, watching = leading()
    leader = f"person-{watching[0].seat}"
    for one in watching:
        one.viewer.update()
    entries = at.entries
    assert at.team_draft.update(at.table, leader, "1", {"team": ["2", "3", "9", "x"]})
    assert not at.team_draft.update(at.table, leader, "1", {"team": ["3", "2"]})
    at.tell()
    for one in watching:
        assert '<h2 class="draft">Draft: Person 2 and Person 3</h2>' in one.page()
        update = one.viewer.answer(Outcome())
        assert b"Draft: Person 2 and Person 3" in update
        assert b'"text":"Considering' not in update
    # Nobody else can change the leader's draft, and the table's log has nothing of it.
    assert not at.team_draft.update(at.table, f"person-{watching[1].seat}", "1", {"team": ["0"]})
    assert not at.team_draft.update(at.table, leader, "2", {"team": ["0"]})
    assert at.entries == entries
    choose(at, watching[0].seat, Choice(1, (0b11,)))
    assert all("Considering" not in one.page() for one in watching)


def test_a_leader_or_a_table_can_keep_drafts_private() -> None:
    at, watching = leading()
    leader = f"person-{watching[0].seat}"
    at.team_draft.update(at.table, leader, "1", {"team": ["2"]})
    at.tell()
    take(at.table, c.Entry("", leader, c.ShowTeamDraft(shows=False)))
    assert all('class="draft"' not in one.page() for one in watching)
    assert "data-draft" not in watching[0].page()
    assert 'id="show-draft" name="shows_draft" value="1">' in watching[0].page()
    assert not at.team_draft.update(at.table, leader, "1", {"team": ["3"]})
    take(at.table, c.Entry("", leader, c.ShowTeamDraft(shows=True)))
    assert 'class="draft"' in watching[1].page()
    take(at.table, c.Entry("", "person-0", c.ChangeSettings(TableSettings(show_drafts=False))))
    assert all('class="draft"' not in one.page() for one in watching)
    assert 'name="shows_draft"' not in watching[0].page()


@pytest.mark.anyio
async def test_drafts_over_http_get_uniform_answers_and_need_our_form(tmp_path) -> None:  # type: ignore[no-untyped-def]
    app = create_app(ServerSettings(tmp_path, bot_pause=60))
    transport = httpx.ASGITransport(app)
    registry = app.state.context.registry
    async with httpx.AsyncClient(transport=transport, base_url="http://table", follow_redirects=True) as client:
        host = Guest(client)
        host.path = (await host.post("/new", name="Ola")).url.path
        at = await registry.find(host.path.rpartition("/")[2])
        path = f"{host.path}/draft"
        assert (await client.post(path, data={"prompt": "1", "team": "2"})).status_code == 403
        for prompt in ("1", "x", "9" * 50, ""):
            assert (await host.post(path, prompt=prompt, team="2")).status_code == 204
        await host.post(do="start")
        entries, moment = at.entries, at.watchers.moment
        for seat in [0, 1, 2, 3, 4] * 60:
            answer = await client.post(path, data={"csrf": host.csrf, "prompt": "1", "team": str(seat)})
            assert answer.status_code == 204
        assert at.watchers.moment - moment <= 240
        assert at.entries == entries
        again, _lost = rebuild(await registry.store.load(at.table.code))
        assert again.version == at.table.version
    await registry.close()
