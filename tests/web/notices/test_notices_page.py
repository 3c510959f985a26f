"""People choose how they are told, are told so, and can have all of it deleted."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from msgspec.structs import replace
from py_vapid import Vapid02

from tests.support.notices import HERE, visiting
from tests.support.push_browser import PushBrowser
from tests.support.running import RESISTANCE, settled
from turncoat.table import commands as c
from turncoat.table.runtime.notices import TOLD, TurnNotice
from turncoat.table.values.notice_settings import PERSON, NoticeSettings, Webhook
from turncoat.web.http.limits import RateLimits
from turncoat.web.notices import push

pytestmark = pytest.mark.anyio


def text(page: httpx.Response) -> str:
    return re.sub(r"<[^>]+>", " ", page.text)


async def test_a_browser_that_was_turned_on_can_read_its_message_and_nobody_else_can(tmp_path: Path) -> None:
    async with visiting(tmp_path, "201 Created") as visit:
        browser = PushBrowser()
        page = await visit.post(**browser.fields())
        assert "This browser is told from now on." in page.text
        assert await visit.turn() == []
        (request,) = visit.site.requests
        assert browser.read(request.body) == {
            "title": "It is your turn",
            "body": "The Resistance · BCD FGH",
            "url": "/t/BCDFGH",
            "tag": "turn-BCDFGH",
        }
        assert request.headers["content-encoding"] == "aes128gcm"
        assert int(request.headers["ttl"]) > 0
        assert not re.search("BCDFGH|turn|Resistance", f"{request.line} {request.headers} {request.body!r}")
        assert Vapid02.verify(request.headers["authorization"])
        key = re.search(r'data-push="([^"]+)"', page.text)
        assert key
        assert request.headers["authorization"].endswith(f"k={key[1]}")


async def test_the_servers_key_is_made_once(tmp_path: Path) -> None:
    keys = set()
    for _ in range(2):
        async with visiting(tmp_path) as visit:
            key = re.search(r'data-push="([^"]+)"', (await visit.client.get("/notices")).text)
            assert key
            keys.add(key[1])
    assert len(keys) == 1


@pytest.mark.parametrize("status", ["404 Not Found", "410 Gone"])
async def test_a_browser_that_takes_no_more_messages_is_forgotten(tmp_path: Path, status: str) -> None:
    async with visiting(tmp_path, status, "201 Created") as visit:
        await visit.post(**PushBrowser().fields())
        await visit.post(**PushBrowser("other").fields())
        assert await visit.turn() == []
        assert len((await visit.settings()).browsers) == 1
        await visit.turn()
        assert len(visit.site.requests) == 3


@pytest.mark.parametrize(("status", "again"), [("503 Busy", True), ("429 Slow down", True), ("403 Forbidden", False)])
async def test_only_a_passing_failure_is_worth_another_try(tmp_path: Path, status: str, again: bool) -> None:
    async with visiting(tmp_path, status) as visit:
        await visit.post(**PushBrowser().fields())
        await visit.post(do="webhook", url=HERE)
        browser = (await visit.settings()).browsers[0].id
        assert await visit.turn() == ([browser, "webhook"] if again else [])
        assert len((await visit.settings()).browsers) == 1


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "http://push.example.org/1"},
        {"endpoint": "https://127.0.0.1/1"},
        {"endpoint": ""},
        {"p256dh": ""},
        {"p256dh": "AAAA"},
        {"p256dh": "B" + "A" * 86},
        {"p256dh": "ż" * 87},
        {"p256dh": "!" * 87},
        {"auth": "AAAA"},
        {"auth": "A" * 10_000},
    ],
)
async def test_an_odd_subscription_is_refused_and_nothing_is_stored(tmp_path: Path, wrong: dict[str, str]) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.post(**{**PushBrowser().fields(), **wrong})
        assert page.status_code == 422
        assert 'class="problem" role="alert"' in page.text
        assert await visit.settings() == NoticeSettings()


async def test_a_subscription_or_webhook_with_a_private_address_is_refused(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        visit.site.redirect(visit.notifier.poster, ["192.168.0.1"])
        for fields in (PushBrowser().fields(), {"do": "webhook", "url": HERE}):
            page = await visit.post(**fields)
            assert page.status_code == 422
            assert "private network" in page.text
            assert "Discord" in page.text
        assert await visit.settings() == NoticeSettings()
        assert visit.site.connected_to == []


async def test_a_name_that_turns_private_later_is_not_connected_to(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        await visit.post(do="webhook", url=HERE)
        visit.site.redirect(visit.notifier.poster, ["9.9.9.9", "10.0.0.1"])
        assert await visit.turn() == []
        assert visit.site.connected_to == []
        assert "private network" in (await visit.client.get("/notices")).text


async def test_a_webhook_is_saved_tried_and_removed(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        assert "Send a test" not in (await visit.client.get("/notices")).text
        page = await visit.post(do="webhook", url=f" {HERE} ", form="text")
        assert "Saved." in page.text
        assert f'value="{HERE}"' in page.text
        page = await visit.post(do="test")
        assert "The test was sent and accepted." in page.text
        assert visit.site.requests[0].body.decode().startswith("This is a test.")
        await visit.turn()
        assert visit.site.requests[1].body.decode() == "It is your turn at the table BCD FGH: The Resistance."
        assert visit.site.requests[1].headers["click"] == "http://localhost/t/BCDFGH"
        page = await visit.post(do="remove-webhook")
        assert "The address was removed." in page.text
        assert HERE not in page.text


@pytest.mark.parametrize(("status", "says"), [("404 Not Found", "404"), ("302 Found", "leads on to another")])
async def test_the_last_failure_is_told_to_its_owner_until_a_message_arrives(
    tmp_path: Path, status: str, says: str
) -> None:
    async with visiting(tmp_path, status, "204 No Content") as visit:
        await visit.post(do="webhook", url=HERE)
        page = await visit.post(do="test")
        assert page.status_code == 502
        assert says in text(page)
        page = await visit.client.get("/notices")
        assert "The last message did not arrive:" in page.text
        assert says in text(page)
        await visit.turn()
        assert "did not arrive" not in (await visit.client.get("/notices")).text


async def test_a_slow_site_is_named_as_the_reason(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        visit.site.silent = True
        visit.notifier.poster._time_limit = 0.3
        await visit.post(do="webhook", url=HERE)
        page = await visit.post(do="test")
        assert "did not answer within" in page.text
        assert page.status_code == 502


async def test_words_are_in_the_language_in_which_the_page_was_read(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        visit.client.headers["Accept-Language"] = "pl"
        await visit.post(do="webhook", url=HERE)
        assert (await visit.settings()).language == "pl"


async def test_a_forged_form_changes_nothing(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        visit.csrf = "0" * 32
        page = await visit.post(do="webhook", url=HERE)
        assert page.status_code == 403
        assert await visit.settings() == NoticeSettings()


@pytest.mark.parametrize("fields", [{}, {"do": "x"}, {"do": "remind"}, {"do": "remind", "remind": "7"}, {"do": "test"}])
async def test_odd_forms_change_nothing(tmp_path: Path, fields: dict[str, str]) -> None:
    async with visiting(tmp_path) as visit:
        page = await visit.post(**fields)
        assert page.status_code in (200, 422)
        assert await visit.settings() == NoticeSettings()
        assert visit.site.requests == []


async def test_addresses_can_be_tried_only_so_often(tmp_path: Path) -> None:
    async with visiting(tmp_path, rates=RateLimits(notice_trials="3/minute")) as visit:
        await visit.post(do="webhook", url=HERE)
        statuses = [(await visit.post(do="test")).status_code for _ in range(4)]
        assert statuses == [200, 200, 429, 429]
        assert len(visit.site.requests) == 2


async def test_one_person_is_not_told_without_end(tmp_path: Path) -> None:
    async with visiting(tmp_path, rates=RateLimits(notices="2/minute")) as visit:
        await visit.post(do="webhook", url=HERE)
        for _ in range(5):
            assert await visit.turn() == []
        assert len(visit.site.requests) == 2


async def test_reminders_are_stored_and_the_oldest_browser_makes_room(tmp_path: Path) -> None:
    async with visiting(tmp_path, rates=RateLimits(notice_trials="100/minute")) as visit:
        page = await visit.post(do="remind", remind="6")
        assert '<option value="6" selected' in page.text
        for number in range(12):
            await visit.post(**PushBrowser(str(number)).fields())
        browsers = (await visit.settings()).browsers
        assert [one.endpoint.rpartition("/")[2] for one in browsers] == [str(number) for number in range(2, 12)]
        page = await visit.post(do="unsubscribe", id=browsers[0].id)
        assert "not told any more" in page.text
        assert (await visit.settings()).browsers == browsers[1:]
        assert (await visit.settings()).remind == 6


async def test_the_same_browser_is_stored_once(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        for _ in range(3):
            await visit.post(**PushBrowser().fields())
        assert len((await visit.settings()).browsers) == 1


async def test_everything_is_deleted_at_once_what_was_told_too(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        registry = visit.app.state.context.registry
        room = await registry.open("ola", "Ola", RESISTANCE)
        told = msgspec.json.encode({person: {"question": "1.1", "at": 5} for person in ("ola", "jan")})
        await registry.store.write_document(TOLD, room.table.code, told)
        page = await visit.post(do="delete")
        assert "Everything was deleted." in page.text
        assert "Nothing of yours is stored." in page.text
        assert await registry.store.read_document(PERSON, "ola") is None
        document = await registry.store.read_document(TOLD, room.table.code)
        assert list(json.loads(document.value)) == ["jan"]


async def test_without_the_extra_the_page_offers_no_push(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("turncoat.web.notices.notifier.is_available", lambda: False)
    async with visiting(tmp_path) as visit:
        page = await visit.client.get("/notices")
        assert "data-push=" not in page.text
        await visit.post(**PushBrowser().fields())
        assert await visit.settings() == NoticeSettings()
        assert await visit.app.state.context.registry.store.read_document(push.VAPID, "key") is None


async def test_a_newcomer_gets_the_page(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        visit.client.cookies.clear()
        page = await visit.client.get("/notices")
        assert page.status_code == 200
        assert "turncoat" in page.cookies
        assert "Nothing of yours is stored." in page.text


async def test_a_table_that_waits_tells_the_person_through_the_web(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        registry = visit.app.state.context.registry
        room = await registry.open("ola", "Ola", RESISTANCE)
        for person in ("jan", "ewa", "piotr", "zofia"):
            await room.submit(person, c.Sit(person.title()))
        deliver = registry.notice_runner.deliver
        sent: list[Any] = []

        async def note(notice: TurnNotice, channels: Any) -> Any:
            sent.append((notice, tuple(channels)))
            return await deliver(notice, channels)

        registry.notice_runner.deliver = note
        await room.submit("ola", c.Start())
        waiting = registry.notice_runner._rooms[room.table.code]
        (leader,) = waiting.since = dict.fromkeys(waiting.since, 0.0)  # long ago
        await visit.notifier.recipients.change(leader, lambda one: replace(one, webhook=Webhook(HERE)))
        registry.notice_runner._check(room, waiting)
        await settled(registry)
        assert sent == [(TurnNotice(leader, room.table.code, "resistance"), ("webhook",))]
        assert len(visit.site.requests) == 1
