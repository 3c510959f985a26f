"""Pages of Find the Spy: the question hides the answer, the answer explains it, and no table is held up."""

import re
import threading
from collections.abc import AsyncIterator, Callable
from datetime import date
from html import unescape
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from tests.support.clients import ATTACKER, OTHER, client_of
from tests.support.guests import Guest
from turncoat.kernel.determinize import determinize
from turncoat.kernel.draws import Draws
from turncoat.kernel.records import record_of
from turncoat.kernel.seats import SeatSet, seats_in
from turncoat.puzzles import Puzzle, making
from turncoat.puzzles.daily import puzzle_of
from turncoat.puzzles.puzzle_list import shipped
from turncoat.table.runtime.server_settings import ServerSettings
from turncoat.table.state.table import BOT_NAMES
from turncoat.table.store.server_key import key_of
from turncoat.web.app import create_app
from turncoat.web.http.limits import RateLimits
from turncoat.web.puzzles import routes
from turncoat.web.puzzles.page import answer_of
from turncoat.web.replays.beliefs import DECISIVE

pytestmark = pytest.mark.anyio
TODAY = date(2026, 3, 1)


@pytest.fixture
async def app(tmp_path: Path) -> AsyncIterator[Any]:
    app = create_app(ServerSettings(tmp_path))
    yield app
    await app.state.context.registry.close()


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> list[date]:
    """The current date, which a test may change."""
    days = [TODAY]

    class Clock:
        @staticmethod
        def now(zone: object) -> Any:
            class Now:
                @staticmethod
                def date() -> date:
                    return days[0]

            return Now

    monkeypatch.setattr(routes, "datetime", Clock)
    return days


async def guess(
    client: httpx.AsyncClient, seats: SeatSet, path: str = "/spy", day: date | None = TODAY
) -> httpx.Response:
    page = await client.get(path)
    found = re.search(r'name="csrf" value="([0-9a-f]+)"', page.text)
    assert found
    fields: dict[str, Any] = {"csrf": found[1], "seat": list(map(str, seats_in(seats)))}
    return await client.post(path, data=fields | ({"day": day.isoformat()} if day is not None else {}))


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("language", ["en", "pl"])
async def test_a_puzzles_question_has_the_same_bytes_whoever_hides(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, language: str
) -> None:
    real = Puzzle(shipped()[number])
    deals = [real.beliefs.draw(Random(seed)) for seed in range(12)]
    deals = list(dict.fromkeys(roles for roles in deals if roles != real.record.deal.roles))[:4]
    assert deals
    others = [determinize(real.seen, roles, Draws(b"other")) for roles in deals]
    puzzles = [real, *(Puzzle(record_of(other)) for other in others)]
    assert len({puzzle.answer for puzzle in puzzles}) > 1
    key_of(tmp_path).keep()  # the same server each time
    cookies: dict[str, str] = {"language": language}
    pages, answers = [], []
    for puzzle in puzzles:
        monkeypatch.setattr(routes, "puzzle_of", lambda day, puzzle=puzzle: puzzle)
        app = create_app(ServerSettings(tmp_path))
        async with client_of(app, OTHER) as client:
            client.cookies.update(cookies)
            await client.get("/spy")
            cookies = dict(client.cookies)  # the same visitor each time
            page = await client.get("/spy")
            pages.append((page.content, sorted(page.headers.items())))
            answers.append((await guess(client, real.answer)).text)
        await app.state.context.registry.close()
    assert all(page == pages[0] for page in pages)
    assert len(set(answers)) > 1


async def test_a_public_role_is_displayed_at_its_seat(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(shipped()[3])
    open_seat = puzzle.record.deal.roles.index("captain-america")
    monkeypatch.setattr(routes, "puzzle_of", lambda day: puzzle)
    async with client_of(app, OTHER) as client:
        page = (await client.get("/spy")).text
    chips = page.partition('<ul class="chips"')[2].partition("</ul>")[0].split("<li")[1:]
    assert [seat for seat, chip in enumerate(chips) if "Captain America" in chip] == [open_seat]
    assert "known to be loyal" in chips[open_seat]


async def test_nobody_proved_loyal_can_be_chosen(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = Puzzle(shipped()[7])
    roles = puzzle.record.deal.roles
    proved = [seat for seat in range(len(roles)) if not puzzle.suspects >> seat & 1]
    assert any(roles[seat] != "captain-america" for seat in proved)
    monkeypatch.setattr(routes, "puzzle_of", lambda day: puzzle)
    async with client_of(app, OTHER) as client:
        page = (await client.get("/spy")).text
        chips = page.partition('<ul class="chips"')[2].partition("</ul>")[0].split("<li")[1:]
        assert [seat for seat, chip in enumerate(chips) if "<input" not in chip] == proved
        for seat in proved:
            assert ("known to be loyal" if roles[seat] == "captain-america" else "proved loyal") in chips[seat]
        others = puzzle.answer & (puzzle.answer - 1)
        sent = await guess(client, others | 1 << proved[0])
        assert sent.status_code == 422
        assert f"Please choose {puzzle.count} players." in sent.text


async def test_the_right_answer_gets_full_marks_and_the_explanation(app: Any) -> None:
    puzzle = puzzle_of(TODAY)
    async with client_of(app, OTHER) as client:
        question = (await client.get("/spy")).text
        answer = await guess(client, puzzle.answer)
    assert 'role="alert"' not in question
    assert answer.status_code == 200
    text = unescape(answer.text)
    names = [BOT_NAMES[seat] for seat in seats_in(puzzle.answer)]
    assert f"Right: it was {', '.join(names[:-1])} and {names[-1]}." in text
    assert "100 of 100 points" in text
    assert 'data-points="100"' in text
    assert text.count("beliefs-change is-up") >= puzzle.count
    assert "--- choices" in text  # the record, for watching with all cards face up


async def test_a_wrong_answer_gets_the_truth_and_its_evidence(app: Any) -> None:
    puzzle = puzzle_of(TODAY)
    wrong = next(one for one, _ in puzzle.beliefs.likeliest(2) if one != puzzle.answer)
    chosen = (one for one in range(1 << puzzle.ruleset.players) if one.bit_count() == puzzle.count)
    excluded = next(one for one in chosen if one not in puzzle.sets and not one & ~puzzle.suspects)
    async with client_of(app, OTHER) as client:
        answer, none = await guess(client, wrong), await guess(client, excluded)
    for guessed, page in ((wrong, answer.text), (excluded, none.text)):
        found = puzzle.found(guessed)
        assert f"{puzzle.points(guessed)} of 100 points" in page
        assert f'data-points="{puzzle.points(guessed)}"' in page
        assert (f"{found} of {puzzle.count} found: it was" if found else "Not quite: it was") in page
        assert page.count('class="is-found"') == found
        assert page.count('class="is-missed"') == puzzle.count - found
    assert "your answer had a chance of" in answer.text
    assert "your answer as a whole was impossible" in none.text


async def test_the_answer_is_one_chart_with_its_decisive_moments(app: Any) -> None:
    async with client_of(app, OTHER) as client:
        page = (await guess(client, puzzle_of(TODAY).answer)).text
    assert page.count('<svg class="chart"') == 2  # one for phones, one for wider windows
    moments = page.partition('<ol class="beliefs-marks">')[2].partition("</ol>")[0]
    assert 1 <= moments.count("<li") <= DECISIVE
    assert moments.count("Suspicion of ") == moments.count("<li")
    assert " open" not in page.partition('id="puzzle-people"')[2].partition("</details>")[0]


@pytest.mark.parametrize("number", range(4))
async def test_the_line_to_share_depends_on_how_many_were_found_and_not_on_whom(
    app: Any, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    puzzle = Puzzle(shipped()[number])
    monkeypatch.setattr(routes, "puzzle_of", lambda day: puzzle)
    lines: dict[int, set[str]] = {}
    sets = [one for one in range(1 << puzzle.ruleset.players) if one.bit_count() == puzzle.count]
    guesses = [one for one in sets if not one & ~puzzle.suspects]
    async with client_of(app, OTHER) as client:
        for guessed in [puzzle.answer, *guesses[:8]]:
            page = unescape((await guess(client, guessed)).text)
            copied = re.search(r'data-copy="([^"]+)"', page)
            assert copied
            lines.setdefault(puzzle.found(guessed), set()).add(copied[1])
            assert not any(name in copied[1] for name in BOT_NAMES)
            assert 'data-share-link="http://table/spy/2026-03-01"' in page
    assert len(lines) > 1
    count = puzzle.count
    for found, told in lines.items():
        signs = "🎯" * found + "⬜" * (count - found)
        line = f"Turncoat, Find the spy, Puzzle 60, 2026-03-01: {signs} {found} of {count}"
        assert told == {f"{line} http://table/spy/2026-03-01"}


async def test_the_link_of_a_result_leads_to_its_puzzle_on_later_days(app: Any, today: list[date]) -> None:
    async with client_of(app, OTHER) as client:
        page = (await client.get("/spy")).text
        assert (await client.get("/spy/2026-03-02")).headers["location"] == "/spy"
        today[0] = date(2026, 3, 5)
        later = (await client.get("/spy/2026-03-01")).text
        assert f'data-day="{TODAY}"' in later
        assert 'href="/spy">' in later
        assert 'content="noindex"' in later
        assert 'content="noindex"' not in page
        for odd in ("2025-12-31", "2026-02-30", "today"):
            assert (await client.get(f"/spy/{odd}")).status_code == 404


async def test_an_incomplete_guess_is_asked_again_with_its_seats(app: Any) -> None:
    puzzle = puzzle_of(TODAY)
    async with client_of(app, OTHER) as client:
        for seats in (puzzle.suspects & -puzzle.suspects, puzzle.suspects):
            answer = await guess(client, seats)
            assert answer.status_code == 422
            assert f"Please choose {puzzle.count} players." in answer.text
            assert answer.text.count(" checked") == seats.bit_count()
            assert "--- choices" not in answer.text
        odd = {"csrf": "", "seat": ["0", "1"]}
        assert (await client.post("/spy", data=odd)).status_code == 403
        sent = await guess(client, 0)
        assert sent.status_code == 422


async def test_nonexistent_seats_are_no_answer(app: Any) -> None:
    async with client_of(app, OTHER) as client:
        page = await client.get("/spy")
        csrf = page.text.partition('name="csrf" value="')[2][:32]
        for seats in (["99", "x", "-1"], ["999999999", "12"], ["٣", "0"]):
            fields: dict[str, Any] = {"csrf": csrf, "day": TODAY.isoformat(), "seat": seats}
            assert (await client.post("/spy", data=fields)).status_code == 422


async def test_the_puzzle_changes_at_midnight_utc_but_an_open_page_keeps_its_own(app: Any, today: list[date]) -> None:
    tomorrow = date(2026, 3, 2)
    async with client_of(app, OTHER) as client:
        before = (await client.get("/spy")).text
        early = await guess(client, puzzle_of(tomorrow).answer, day=tomorrow)
        assert early.status_code == 303  # nobody gets tomorrow's answer
        today[0] = tomorrow
        after = (await client.get("/spy")).text
        assert before != after
        assert f'data-day="{tomorrow}"' in after
        late = await guess(client, puzzle_of(TODAY).answer, day=TODAY)
        assert 'data-points="100"' in late.text
        assert f'data-day="{TODAY}"' in late.text
        for odd in ("", "today", "2026-02-30", "0001-01-01", "9999-12-31"):
            csrf = after.partition('name="csrf" value="')[2][:32]
            sent = await client.post("/spy", data={"csrf": csrf, "day": odd, "seat": ["0", "1"]})
            assert sent.status_code == 303


async def test_a_practice_puzzle_depends_on_its_seed_and_has_no_streak(app: Any) -> None:
    async with client_of(app, OTHER) as client, client_of(app, ATTACKER) as other:
        led = await client.get("/spy/practice")
        assert led.status_code == 303
        path = led.headers["location"]
        assert path != (await client.get("/spy/practice")).headers["location"]
        page = await client.get("/spy/practice/QUESTION")
        assert page.status_code == 200
        assert "data-day" not in page.text
        assert "data-days" not in page.text
        no_token = re.compile(r'name="csrf" value="\w+"')
        again = await other.get("/spy/practice/QUESTION")
        assert no_token.sub("", again.text) == no_token.sub("", page.text)
        answer = await guess(client, 0b11, "/spy/practice/QUESTION", None)
        assert answer.status_code in (200, 422)
        for bad in ("x" * 17, "a-b", "%C5%81"):
            assert (await client.get(f"/spy/practice/{bad}")).status_code == 404


async def test_puzzles_are_generated_once_and_off_the_event_loop(app: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    where: list[tuple[str, bool]] = []
    loop_thread = threading.get_ident()

    def noting(name: str, work: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **named: Any) -> Any:
            where.append((name, threading.get_ident() == loop_thread))
            return work(*args, **named)

        return noted

    monkeypatch.setattr(making, "make", noting("make", making.make))
    monkeypatch.setattr(routes, "puzzle_of", noting("daily", puzzle_of))
    monkeypatch.setattr(routes, "answer_of", noting("answer", answer_of))
    async with client_of(app, OTHER) as client:
        for _ in range(2):
            await client.get("/spy/practice/MADE")
            await guess(client, puzzle_of(TODAY).answer)
    assert where == [("make", False), ("daily", False), ("answer", False)]


async def test_a_client_that_generates_many_puzzles_waits_alone(tmp_path: Path) -> None:
    app = create_app(ServerSettings(tmp_path), rates=RateLimits(replays="0/minute"))
    async with client_of(app, ATTACKER) as attacker:
        assert (await attacker.get("/spy/practice/MANY")).status_code == 429
    await app.state.context.registry.close()


async def test_the_start_page_links_to_the_puzzle_and_to_a_game_without_a_name(app: Any) -> None:
    registry = app.state.context.registry
    for language, name in (("en", "Guest"), ("pl", "Gość")):
        async with client_of(app, OTHER) as client:
            client.cookies.set("language", language)
            one = Guest(client)
            start = await one.look()
            assert 'href="/spy"' in start
            form = start.partition('action="/learn"')[2].partition("</form>")[0]
            assert "<input" not in form.replace('<input type="hidden" name="csrf"', "")
            dealt = await one.post("/learn", game="resistance")
            assert dealt.status_code == 303
            at = await registry.find(dealt.headers["location"].rpartition("/")[2])
            assert at.table.seats[0].name == name
            assert at.table.session is not None
            settings = at.table.settings
            clocks = [settings.time_for(clock) for clock in ("", "talk", "abilities")]
            assert clocks == [0, 0, 0]
            # The name belongs to the table. A form that asks for a name never suggests the guest's one.
            assert f'value="{name}"' not in await one.look()
