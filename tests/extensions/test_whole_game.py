"""A whole game from outside is on a par with ours on every client, and no module here mentions it."""

import html
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.pofile import read_po

from tests.support.commands import SECONDS, english, forked
from tests.support.forking import Forked
from tests.support.installing import announce
from tests.support.lighthouse import CARDS, EXAMPLES, installed, lighthouse_serving
from tests.support.program_lines import Program, new_table, program
from tests.support.serving import VISITORS, AskForm, Person, Server
from tools.messages import texts_of_python
from turncoat.locales import catalogue_of

LIBRARIES = """
import pettingzoo
import pyspiel
import turncoat.envs.openspiel
import turncoat.envs.pettingzoo

print(pyspiel.load_game("turncoat_lighthouse").get_type().short_name)
print(pettingzoo.make("aec", "turncoat/lighthouse-v0", players=4))
"""


@pytest.fixture(scope="module")
def environ(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    return installed(tmp_path_factory.mktemp("installed"))


@pytest.fixture(scope="module")
def lighthouse(tmp_path_factory: pytest.TempPathFactory, environ: dict[str, str]) -> Iterator[Server]:
    with lighthouse_serving(tmp_path_factory.mktemp("data"), environ) as server:
        yield server


@pytest.fixture(autouse=True)
def _visitors_go_home() -> Iterator[None]:
    yield
    while VISITORS:
        VISITORS.pop().close()


# The terminal


def test_the_commands_support_a_game_from_outside(environ: dict[str, str], tmp_path: Path) -> None:
    games = json.loads(forked("games", "--json", environ=environ).stdout)
    (game,) = (game for game in games if game["name"] == "lighthouse")
    assert (game["title"], game["players"]) == ("Lighthouse", [3, 6])
    script = forked("script", "lighthouse", "--players", 5, environ=environ).stdout
    assert "2. Wreckers, open your eyes and find each other." in script
    (file := tmp_path / "record").write_text(CARDS + "1 !ring 0\n", encoding="utf-8")
    assert "passed, 1 choice. The game is not finished." in forked("record", "check", file, environ=environ).stdout
    shown = forked("record", "show", file, "--public", environ=environ).stdout
    assert "rings the bell" in shown
    assert "turns over: Keeper." in shown
    assert "Your card" not in shown


def test_a_game_from_outside_can_be_played_at_the_terminal(environ: dict[str, str]) -> None:
    said = forked("play", "lighthouse", "--players", 4, "--seed", "a", stdin="1\n" * 40, environ=environ).stdout
    assert said.startswith("Lighthouse, 4 players, 1 wrecker. You are Guest.")
    assert "What do you pour into the lamp?\n1. Oil\n2. Water" in said
    assert said.count("You may also do this; type o for it. Name a wrecker.") == 1
    assert re.search(r"^Guest was: \w+ \((Keep|Wreck)ers\)$", said, re.MULTILINE)


def test_the_libraries_of_researchers_have_a_game_from_outside(environ: dict[str, str]) -> None:
    for library in ("pyspiel", "pettingzoo"):
        pytest.importorskip(library)
    process = Forked(LIBRARIES, ["python"], english(environ))
    said, complained = process.communicate(timeout=SECONDS)
    assert (said, complained) == ("turncoat_lighthouse\nturncoat_lighthouse_v0\n", "")


def test_an_outside_games_own_bot_beats_random_bots(environ: dict[str, str]) -> None:
    """Keepers with a bot that rings when it has seen water win more often than keepers with random bots."""

    def share(keepers: str) -> float:
        words = ("--players", 4, "--bots", f"keepers={keepers},wreckers=lamplighter", "--games", 300, "--json")
        report = json.loads(forked("simulate", "lighthouse", *words, environ=environ).stdout)
        assert sum(report["reasons"].values()) == 300
        return float(report["wins"]["keepers"]["share"])

    assert share("sensible") == share("lamplighter") > share("random") + 0.05


# Programs


def test_programs_play_a_game_from_outside_with_its_standing_offer(lighthouse: Server) -> None:
    url, token = new_table(lighthouse, game="lighthouse", players=3)
    with program(url, token=token) as keeper, program(url, name="Wrecker") as wrecker, program(url, name="Eve") as eve:
        for one in (wrecker, eve):
            one.hear("welcome")
        keeper.say(type="start")
        asked = [until(one, lambda message: message["prompt"]) for one in (keeper, wrecker, eve)]
        assert [told(message, "RoleDealt") for message in asked] == [
            [{"event": "RoleDealt", "seat": seat, "role": role}]
            for seat, role in enumerate(("keeper", "wrecker", "keeper"))
        ]
        assert all(message["prompt"]["option"]["shown"] == ["oil", "water"] for message in asked)
        assert asked[0]["prompt"]["option"]["allowed"] == ["oil"]
        assert [offer["name"] for offer in asked[1]["offers"]] == ["ring"]
        for one, can in ((keeper, "oil"), (wrecker, "water"), (eve, "oil")):
            one.say(type="choose", to=1, answer=can)
        look = until(keeper, lambda message: asks(message) == "look-into-can")
        keeper.say(type="choose", to=look["prompt"]["number"], answer=1)
        seen = until(keeper, lambda message: told(message, "CanSeen"))
        assert told(seen, "CanSeen") == [{"event": "CanSeen", "watch": 0, "seat": 1, "can": "water"}]
        others = until(eve, lambda message: told(message, "CanSeen"))
        assert told(others, "CanSeen") == [{"event": "CanSeen", "watch": 0, "seat": 1, "can": None}]
        keeper.say(type="choose", to="ring", answer=1)
        result = until(eve, lambda message: message["result"])["result"]
        assert result == {"winner": "keepers", "reason": "wrecker-named"}


def until(one: Program, wanted: Any) -> dict[str, Any]:
    """Return the next update that satisfies the condition."""
    while True:
        message = one.hear("update")
        if wanted(message):
            return message


def told(message: dict[str, Any], event: str) -> list[dict[str, Any]]:
    return [one for one in message["events"] if one["event"] == event]


def asks(message: dict[str, Any]) -> str:
    return str(message["prompt"]["question"]["name"]) if message["prompt"] else ""


# The page, by forms alone


def sit_down(server: Server) -> tuple[Person, Person, Person]:
    """Seat a keeper, the wrecker and a keeper at a new table, and deal the cards."""
    ola = Person(server, "Ola").open()
    assert "Keep the light burning, and find out" in ola.look()
    chosen = ola.post(ola.path, do="set-up", game="lighthouse", players="3")
    assert "Lighthouse, 3 players" in chosen.text
    jan, eve = Person(server, "Jan", ola.code).sit(), Person(server, "Eve", ola.code).sit()
    ola.start()
    return ola, jan, eve


def answer(person: Person, value: str) -> str:
    """Answer the open question, and return the resulting page."""
    form = AskForm(person.look())
    sent = person.client.post(form.action, data={**form.hidden, "answer": value})
    assert sent.status_code == 200, re.findall('class="problem"[^>]*>[^<]*', sent.text)
    return sent.text


def words(page: str) -> str:
    """Return the text of a page without its markup."""
    return re.sub(r"\s+", " ", html.unescape(re.sub(r"<[^>]+>", " ", page)))


def part(page: str, begin: str, end: str) -> str:
    """Return the text between two markers of a page."""
    return words(page.split(begin, 1)[1].split(end, 1)[0])


def card(page: str) -> str:
    """Return the text of the viewer's card."""
    return part(page, 'id="card-front">', "</article>")


def pour(table: tuple[Person, Person, Person], of_wrecker: str) -> None:
    for person, can in zip(table, ("oil", of_wrecker, "oil"), strict=True):
        answer(person, can)


def test_the_page_of_a_game_from_outside_has_its_own_looks(lighthouse: Server) -> None:
    ola, jan, _ = sit_down(lighthouse)
    page = ola.look()
    assert 'class="lighthouse' in page
    for text in ("Night 1: Ola keeps watch.", "What do you pour into the lamp?", "Oil keeps the light burning."):
        assert text in words(page)
    assert "<legend>Your can</legend>" in page
    assert re.search(r"data-confirm[^>]*>Pour it</button>", page)
    assert "<legend>Who is a wrecker?</legend>" in page
    assert re.search(r"data-confirm[^>]*>Ring the bell</button>", page)
    assert "I poured oil." in page  # a quick phrase
    assert "Watch" in part(page, 'id="seat-0"', "</li>")
    assert "Keeper" in card(page)
    assert "Keep the light burning for three nights" in card(page)
    assert "Wrecker" in card(jan.look())
    assert re.search(r'class="portrait"[^>]*><use href="/static/games/lighthouse/art\.svg\?v=\w+#keeper"', page)
    for name, kind in (("table.css", "text/css"), ("art.svg", "image/svg+xml")):
        (address, *_) = re.findall(rf'"(/static/games/lighthouse/{name}\?v=\w+)[#"]', page)
        file = ola.client.get(address)
        assert file.headers["content-type"].startswith(kind)
        assert "immutable" in file.headers["cache-control"]
    answered = answer(ola, "oil")
    assert "Your can is at the lamp." in words(answered)


def test_only_a_wrecker_learns_that_water_may_be_poured(lighthouse: Server) -> None:
    ola, jan, _ = sit_down(lighthouse)
    pages = [person.look() for person in (ola, jan)]
    hands = [re.findall(r'class="hand".*?</fieldset>', page, re.DOTALL)[0] for page in pages]
    assert hands[0] == hands[1]
    form = AskForm(pages[0])
    refused = ola.client.post(form.action, data={**form.hidden, "answer": "water"})
    assert refused.status_code == 422
    assert "Keepers pour no water; pour one of: Oil." in words(refused.text)


def test_a_look_is_private_while_a_false_alarm_and_its_replay_are_public(lighthouse: Server) -> None:
    table = ola, jan, eve = sit_down(lighthouse)
    pour(table, "water")
    assert "Night 1: Oil 2, Water 1. The light goes out." in words(jan.look())
    assert "Dark nights: 1 of 3" in words(eve.look())
    looked = answer(ola, "1")
    assert "Ola (me) looks into Jan's can: Water." in card(looked)
    for page in (jan.look(), eve.look()):
        assert "Ola looks into Jan's can." in words(page)
        assert "can: Water" not in words(page)

    ring = {"csrf": jan.csrf, "prompt": "ring", "command": "bell", "answer": "2"}
    unsure = jan.client.post(f"{jan.path}/choose", data=ring)
    assert unsure.status_code == 422  # it comes with a warning
    rung = jan.client.post(f"{jan.path}/choose", data={**ring, "sure": "yes"})
    assert "Jan rings the bell. Eve turns over: Keeper." in words(rung.text)
    assert "Bell" in part(ola.look(), 'id="seat-1"', "</li>")
    assert "Keeper" in part(ola.look(), 'id="seat-2"', "</li>")
    assert "Nothing to do right now." in words(ola.look())
    pour(table, "water")

    end = ola.look()
    assert 'id="end"' in end
    for text in ("The wreckers win", "The light went out for the third time.", "Night 2: Oil 2, Water 1."):
        assert text in words(end)

    evening = words(ola.client.get(f"{ola.path}/games").text)
    assert "Game 1: Lighthouse" in evening
    assert "Wreckers Lighthouse 1 1" in evening

    replay = f"{ola.path}/games/1"
    everybody, opened = (
        words(ola.client.get(replay, params={"at": "end", "as": side}).text) for side in ("all", "open")
    )
    assert "can: Water" not in everybody.partition("All cards")[2]
    assert "Ola looks into Jan's can: Water." in opened
    assert 'class="lighthouse' in ola.client.get(replay, params={"at": "3"}).text


def test_a_record_of_a_game_from_outside_can_be_checked_and_watched(
    lighthouse: Server, environ: dict[str, str], tmp_path: Path
) -> None:
    table = ola, jan, _ = sit_down(lighthouse)
    for _night in range(3):
        pour(table, "oil")
    assert "The keepers win" in words(ola.look())
    (record := tmp_path / "record").write_text(ola.client.get(f"{ola.path}/games/1/record").text, encoding="utf-8")
    checked = forked("record", "check", record, environ=environ).stdout
    assert checked.endswith("passed, 9 choices. The keepers win. The light burned for three nights.\n")
    handed_in = jan.post("/replay", record=record.read_text("utf-8"))
    assert 'class="lighthouse' in handed_in.text


def test_the_rules_of_a_game_from_outside_are_where_the_table_links(lighthouse: Server) -> None:
    table = ola, _, _ = sit_down(lighthouse)
    pour(table, "water")
    pages = [ola.look()]
    answer(ola, "1")
    pages += [person.look() for person in table]
    linked = set(re.findall(r'href="/rules/lighthouse#([\w-]+)"', "".join(pages)))
    assert {"LIG-NIGHT-1", "LIG-NIGHT-2", "LIG-NIGHT-3", "LIG-LOOK-1", "LIG-BELL-1"} <= linked
    rules = ola.client.get("/rules/lighthouse").text
    assert linked <= set(re.findall(r'id="([\w-]+)"', rules))
    assert "After a dark night the watch looks into another player" in rules
    assert 'href="/rules/lighthouse"' in ola.client.get("/rules").text


def test_an_outside_chapters_rules_are_on_its_games_page(lighthouse: Server) -> None:
    ola = Person(lighthouse, "Ola").open()
    ola.post(ola.path, do="set-up", game="resistance", players="5", module=["saboteur"], bots="random")
    ola.start()
    rules = ola.client.get("/rules/resistance").text
    assert '<section id="saboteur"' in rules
    assert "A Wrench fails the mission by itself" in part(rules, 'id="SAB-CARD-2"', "</div>")


def test_the_narrator_and_the_shared_screen_support_a_game_from_outside(lighthouse: Server) -> None:
    ola, _, _ = sit_down(lighthouse)
    narrated = ola.client.get("/narrator", params={"game": "lighthouse", "players": "5"}).text
    assert "Wreckers, open your eyes and find each other." in narrated
    assert "Lighthouse" in ola.client.get(f"{ola.path}/narrator").text
    screen = ola.client.get(f"{ola.path}/screen").text
    assert 'class="lighthouse' in screen
    assert "games/lighthouse/screen.css" in screen
    assert "Keeper" not in words(screen).replace("keepers", "")


def test_a_game_from_outside_can_be_learned_by_playing(lighthouse: Server) -> None:
    guest = Person(lighthouse, "Guest")
    assert 'value="lighthouse"' in guest.look()
    learning = guest.post("/learn", game="lighthouse")
    path, page = learning.url.path, learning.text
    for _ in range(20):  # a bot that keeps the watch waits until the preceding tips are read
        if "All pour at once." in page:
            break
        page = guest.post(path, do="guide", guide="read").text
    assert "All pour at once." in page  # the question comes first


def test_a_game_from_outside_speaks_polish(lighthouse: Server) -> None:
    table = ola, _, _ = sit_down(lighthouse)
    ola.client.cookies.set("language", "pl")
    page = ola.look()
    assert "Noc 1: wartę trzyma Ola." in words(page)
    assert "Latarnik" in card(page)
    assert "Co wlewasz do lampy?" in words(page)
    pour(table, "water")
    assert "Noc 1: Oliwa 2, Woda 1. Światło gaśnie." in words(ola.look())
    assert "Po ciemnej nocy warta zagląda do bańki" in ola.client.get("/rules/lighthouse").text


def test_every_text_of_the_example_has_a_polish_translation() -> None:
    package = EXAMPLES / "lighthouse" / "lighthouse"
    texts = set()
    for file in package.glob("*.py"):
        with file.open("rb") as code:
            texts |= {text for _, _, text, _ in texts_of_python(code, {}, (), {})}
    known, translated = (
        {message.id for message in read_po(path.read_text("utf-8").splitlines()) if message.id and message.string}
        for path in (catalogue_of("pl"), package / "locales" / "pl" / "LC_MESSAGES" / "lighthouse.po")
    )
    assert translated == texts - known


def test_bots_play_a_game_from_outside_with_a_person_to_the_end(lighthouse: Server) -> None:
    ola = Person(lighthouse, "Ola").open()
    ola.post(ola.path, do="set-up", game="lighthouse", players="3", bots="sensible")
    ola.start()
    assert "Who was who" in ola.play()


def test_a_game_from_outside_needs_no_more_than_its_rules(tmp_path: Path) -> None:
    """Without a presenter or bot of its own, the kernel's description is enough for the page."""
    (package := tmp_path / "package").mkdir()
    shutil.copytree(EXAMPLES / "lighthouse" / "lighthouse", package / "lighthouse")
    announce(package, "turncoat.games", "lighthouse.rules:Lighthouse", name="lighthouse")
    (data := tmp_path / "data").mkdir()
    with lighthouse_serving(data, {"PYTHONPATH": str(package)}) as server:
        table = ola, _, eve = sit_down(server)
        assert "Keeper" in card(ola.look())
        pour(table, "water")
        assert "Night 1: Oil 2, Water 1. The light goes out." in words(eve.look())
        assert "Ola (me) looks into Jan's can: Water." in card(answer(ola, "1"))
        for _night in range(3):
            pour(table, "oil")
        assert "The keepers win" in words(ola.look())


def test_no_module_here_names_the_game_from_outside() -> None:
    source = Path(__file__).parents[2] / "src"
    files = [path for path in source.rglob("*") if path.suffix in {".py", ".html", ".css", ".js"}]
    assert len(files) > 100
    assert [path for path in files if "wrecker" in path.read_text("utf-8").lower()] == []
