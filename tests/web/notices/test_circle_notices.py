"""A circle chooses an address that is told for whom its tables wait, and nobody can read it again."""

import json
import re
from pathlib import Path

import httpx
import pytest

from tests.support.notices import HERE, Visit, visiting
from tests.support.tls_site import HOST
from turncoat.circles import changes
from turncoat.circles.store import CIRCLE
from turncoat.table.runtime.notices import TurnNotice
from turncoat.table.values.notice_settings import NoticeSettings, circle_recipient
from turncoat.web.notices.words import words_of

pytestmark = pytest.mark.anyio


class Friend(Visit):
    """A member of a circle, on the server of another visit."""

    id = ""

    async def found(self) -> "Friend":
        page = await self.client.post("/circles", data={"csrf": self.csrf, "circle": "Thursdays", "name": "Ola"})
        self.id = page.url.path.rpartition("/")[2]
        return self

    async def page(self) -> httpx.Response:
        return await self.client.get(f"/c/{self.id}")

    async def act(self, do: str, **fields: str) -> httpx.Response:
        return await self.client.post(f"/c/{self.id}", data={"csrf": self.csrf, "do": do, **fields})

    async def join(self, other: "Friend") -> "Friend":
        self.id = other.id
        link = re.search(r"/c/join/[A-Z]+", (await other.page()).text)
        assert link
        await self.client.post(link[0], data={"csrf": self.csrf, "name": "Jan"})
        return self

    async def circle(self) -> NoticeSettings:
        return await self.notifier.recipients.read(circle_recipient(self.id))

    async def waits(self, *names: str) -> list[str]:
        """Tell the circle for whom a table waits."""
        notice = TurnNotice(circle_recipient(self.id), "BCDFGH", "resistance", names)
        return list(await self.notifier.deliver(notice, (await self.circle()).channels))


def contents(folder: Path) -> list[bytes]:
    return [file.read_bytes() for file in folder.iterdir() if file.is_file()]


async def founded(visit: Visit) -> Friend:
    return await Friend(visit.app, visit.site).found()


async def test_the_circle_is_told_who_is_waited_for_at_which_table(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        ola = await founded(visit)
        page = await ola.act("webhook", url=HERE, form="text")
        assert "Saved." in page.text
        assert await ola.waits("Ewa", "Jan") == []
        (request,) = visit.site.requests
        assert request.body.decode() == "The table BCD FGH (The Resistance) is waiting for: Ewa, Jan."
        assert request.headers["click"] == "http://localhost/t/BCDFGH"


async def test_any_member_tries_changes_and_removes_it(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        ola = await founded(visit)
        await ola.act("webhook", url=HERE)
        jan = await Friend(visit.app, visit.site, "jan").join(ola)
        assert "The test was sent" in (await jan.act("test")).text
        assert "your circle" in json.loads(visit.site.requests[0].body)["text"]
        assert (await jan.act("remind", remind="6")).status_code == 200
        assert (await ola.circle()).remind == 6
        assert "The address was removed." in (await jan.act("remove-webhook")).text
        assert (await ola.circle()).webhook is None


async def test_members_read_the_site_alone_and_strangers_and_former_members_nothing(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        ola = await founded(visit)
        jan = await Friend(visit.app, visit.site, "jan").join(ola)
        await ola.act("webhook", url=f"{HERE}/Secret")
        for friend in (ola, jan):
            page = (await friend.page()).text
            assert HOST in page
            assert "Secret" not in page
        export = (await ola.client.get(f"/c/{ola.id}/circle.json")).text
        assert json.loads(export)["notices"] == {"site": HOST, "reminder_hours": 0}
        assert "Secret" not in export
        await ola.act("remove", member="2")
        for answer in (await jan.page(), await jan.act("test"), await jan.act("remove-webhook")):
            assert answer.status_code == 404
            assert HOST not in answer.text
        assert (await ola.circle()).webhook is not None
        assert visit.site.requests == []


async def test_a_wrong_address_is_explained_and_stays_in_the_field(tmp_path: Path) -> None:
    async with visiting(tmp_path) as visit:
        ola = await founded(visit)
        page = await ola.act("webhook", url="http://10.0.0.1/x")
        assert page.status_code == 422
        assert "Please give an address that begins with https://" in page.text
        assert page.text.count('role="alert"') == 1
        assert 'value="http://10.0.0.1/x"' in page.text
        assert re.search(r'<details[^>]*id="notices" open', page.text)


async def test_the_page_says_why_the_last_message_did_not_arrive(tmp_path: Path) -> None:
    async with visiting(tmp_path, "404 Not Found", "204 No Content") as visit:
        ola = await founded(visit)
        await ola.act("webhook", url=HERE)
        assert await ola.waits("Ewa") == []
        assert "The last message did not arrive: That site refused the message" in (await ola.page()).text
        await ola.waits("Ewa")
        assert "did not arrive" not in (await ola.page()).text


@pytest.mark.parametrize("do", ["leave", "delete"])
async def test_the_address_goes_with_the_circle_and_nothing_is_sent_then(tmp_path: Path, do: str) -> None:
    async with visiting(tmp_path) as visit:
        ola = await founded(visit)
        await ola.act("webhook", url=f"{HERE}/Secret")
        await ola.act(do, sure="yes")
        assert await visit.app.state.context.registry.store.read_document(CIRCLE, ola.id) is None
        assert (await ola.circle()).channels == ()
        assert await ola.waits("Ewa") == []
        assert visit.site.requests == []
        assert not any(b"Secret" in content for content in contents(tmp_path))


async def test_a_circle_that_goes_while_it_is_told_stops_nothing(tmp_path: Path) -> None:
    async with visiting(tmp_path, "404 Not Found") as visit:
        ola = await founded(visit)
        await ola.act("webhook", url=HERE)
        circles = visit.notifier.recipients._circles
        told = await ola.circle()
        await circles.change(ola.id, lambda circle: changes.left(circle, "ola"))
        await visit.notifier._note(circle_recipient(ola.id), told, ["webhook"], {})


def test_a_name_mentions_nobody_in_a_channel_and_hides_no_link() -> None:
    notice = TurnNotice(
        circle_recipient("BCDFGHJK"), "BCDFGH", "resistance", ("<!channel>", "@all", "[x](https://a.b)")
    )
    words = words_of(notice, "en", "https://turncoat.example.org").sentence
    assert not re.search(r"[<>@\[\]]", words)
    assert "channel" in words
