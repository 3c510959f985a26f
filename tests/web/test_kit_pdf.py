"""The PDF of a kit: made once in another process, kept, counted by address, and refused in plain words."""

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

import httpx
import pytest
from pypdf import PdfReader

from tests.support.serving import SERVE, Person, Server, serving
from turncoat.kernel.refusals import Refused
from turncoat.kernel.rulesets import Ruleset
from turncoat.web.screen import kit_press
from turncoat.web.screen.kit_press import KitOrder, KitPress

ONE_AN_HOUR = SERVE.replace("tables=often", 'kits="1/hour", tables=often')
WITHOUT_THE_EXTRA = f"from turncoat.web.screen import kit\nkit.can_print = lambda: False\n{SERVE}"
PLAIN = {"Accept": "application/pdf, text/plain"}
SMALL = {"game": "resistance", "players": "5", "lang": "pl", "paper": "letter"}
ORDERS = [KitOrder(Ruleset.of("resistance", players), "en", "a4") for players in range(5, 11)]


def asked(server: Server, **fields: str) -> httpx.Response:
    return httpx.get(f"{server.url}/kit.pdf", params=SMALL | fields, headers=PLAIN, timeout=120)


def test_two_who_ask_at_once_get_one_pdf_which_counts_once(tmp_path: Path) -> None:
    with serving(tmp_path, code=ONE_AN_HOUR) as server:
        with ThreadPoolExecutor(2) as pool:
            first, second = pool.map(lambda _: asked(server), range(2))
        assert (first.status_code, second.status_code) == (200, 200), (first.text[:200], second.text[:200])
        assert first.content == second.content == asked(server).content
        assert first.headers["Content-Type"] == "application/pdf"
        assert first.headers["Content-Disposition"] == 'attachment; filename="turncoat-resistance-5-pl-letter.pdf"'
        pages = PdfReader(BytesIO(first.content)).pages
        assert {tuple(sorted(map(float, page.mediabox[2:]))) for page in pages} == {(612.0, 792.0)}
        text = "".join(page.extract_text() for page in pages)
        assert text.count("Karty Tożsamości") > 9
        assert "Żetony i znaczniki" in text
        other = asked(server, paper="a4")
        assert (other.status_code, other.text) == (429, "Za dużo naraz; poczekaj chwilę i spróbuj jeszcze raz.")


def test_a_conflict_leads_to_the_kits_page(server: Server) -> None:
    answer = asked(server, game="resistance", module="deep-agent")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"/kit?{answer.request.url.query.decode()}")


def test_the_kit_page_has_a_button_for_each_paper(server: Server) -> None:
    ola = Person(server, "Ola").open()
    for page in (ola.client.get("/kit"), ola.client.get(f"{ola.path}/kit")):
        assert 'action="/kit.pdf"' in page.text
        assert [f'name="paper" value="{paper}"' in page.text for paper in ("a4", "letter")] == [True, True]


def test_a_server_without_the_extra_says_how_to_add_it(tmp_path: Path) -> None:
    with serving(tmp_path, code=WITHOUT_THE_EXTRA) as server:
        page = httpx.get(f"{server.url}/kit").text
        assert "/kit.pdf" not in page
        assert "Do you run this server?" in page
        assert "turncoat kit resistance --players 5" in page
        assert asked(server).status_code == 501


def fake(code: str) -> tuple[str, ...]:
    """Return a worker that runs this code instead of making a PDF."""
    return (sys.executable, "-c", f"import sys\nsys.stdin.buffer.read()\n{code}")


def nothing() -> None:
    """Count nothing."""


@pytest.mark.anyio
async def test_a_pdf_is_made_once_and_the_oldest_makes_room(tmp_path: Path) -> None:
    log = tmp_path / "log"
    press = KitPress(fake(f"open({str(log)!r}, 'a').write('x')\nsys.stdout.write('x' * 100)"), most_kept=250)
    counted: list[int] = []

    async def take(number: int) -> bytes:
        return await press.pdf(ORDERS[number], lambda: counted.append(number))

    assert set(await asyncio.gather(take(0), take(0), take(1))) == {b"x" * 100}
    await take(0)
    await take(2)  # the one in slot 1 has to go
    await take(0)
    assert counted == [0, 1, 2]
    await take(1)
    assert (counted, log.read_text()) == ([0, 1, 2, 1], "xxxx")
    await press.close()


@pytest.mark.anyio
async def test_a_full_press_refuses_and_closing_ends_what_it_makes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit_press, "MOST_ORDERS", 2)
    press = KitPress(fake("import time\ntime.sleep(600)"))
    waiting = [asyncio.ensure_future(press.pdf(order, nothing)) for order in ORDERS[:2]]
    await asyncio.sleep(0)
    with pytest.raises(Refused, match="kit-busy"):
        await press.pdf(ORDERS[2], nothing)
    monkeypatch.setattr(kit_press, "LONGEST_WAIT", 0.0)
    with pytest.raises(Refused, match="kit-busy"):
        await press.pdf(ORDERS[0], nothing)
    await press.close()
    assert [isinstance(one, asyncio.CancelledError) for one in await asyncio.gather(*waiting, return_exceptions=True)]


@pytest.mark.anyio
@pytest.mark.parametrize("code", ["raise SystemExit(1)", "pass"])
async def test_a_failed_pdf_is_refused_and_not_kept(code: str) -> None:
    press = KitPress(fake(code))
    for _ in range(2):
        with pytest.raises(Refused, match="kit-failed"):
            await press.pdf(ORDERS[0], nothing)
    await press.close()


@pytest.mark.anyio
async def test_a_pdf_that_takes_too_long_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit_press, "LONGEST", 0.0)
    press = KitPress(fake("import time\ntime.sleep(600)"))
    with pytest.raises(Refused, match="kit-failed"):
        await press.pdf(ORDERS[0], nothing)
    await press.close()


def test_the_name_of_the_file_says_what_is_in_it() -> None:
    order = KitOrder(Ruleset.of("resistance", 7, ["hunter"]), "en", "a4", large=True)
    assert order.file_name == "turncoat-resistance-7-hunter-en-a4-large-print.pdf"
