"""Finished games: watching them at their table, by a link or from a record, and who may do so."""

import re
from html import unescape

import pytest

from tests.support.serving import AskForm, Person, Server, serving, visitor


@pytest.fixture(scope="module")
def table(server: Server) -> Person:
    """A table where Ola has played two games with bots."""
    ola = Person(server, "Ola").open()
    ola.start()
    ola.play()
    ola.post(ola.path, do="again")
    ola.play("game-2")
    return ola


@pytest.fixture(autouse=True, scope="module")
def _stay(table: Person) -> None:
    """Keeps Ola's browser open for the module, since another fixture closes those of each test."""


def again(table: Person) -> Person:
    """Return Ola's browser with its previous cookies."""
    fresh = Person(table.server, "Ola", table.code)
    fresh.client.cookies = table.client.cookies
    return fresh


def test_every_game_is_listed_with_its_record(server: Server, table: Person) -> None:
    ola = again(table)
    page = ola.client.get(f"{ola.path}/games").text
    assert [int(number) for number in re.findall(r'id="game-(\d+)"', page)] == [2, 1]
    for number in (1, 2):
        record = ola.client.get(f"{ola.path}/games/{number}/record")
        assert "--- choices" in record.text
        assert f"-{number}.turncoat" in record.headers["content-disposition"]
    assert "Games so far" in ola.look()


def test_a_game_is_watched_moment_by_moment_without_scripts(server: Server, table: Person) -> None:
    ola = again(table)
    url = f"{ola.path}/games/1"
    start = ola.client.get(url).text
    last = int(re.findall(r'data-last="(\d+)"', start)[0])
    assert f"Moment 0 of {last}" in start
    assert "Who was who" not in start
    following = re.findall(r'name="at" value="(\d+)" data-step="next"', start)
    assert following == ["1"]
    assert f"Moment 1 of {last}" in ola.client.get(url, params={"at": following[0], "as": "all", "slide": "0"}).text
    assert f"Moment {last} of {last}" in ola.client.get(f"{url}?at=end").text
    assert f"Moment 0 of {last}" in ola.client.get(f"{url}?event=0").text  # of those that everybody saw
    assert f"Moment {last} of {last}" in ola.client.get(f"{url}?event=9999&as=all").text
    for odd in ("-1", "x", "9999999999", "²"):
        assert ola.client.get(url, params={"at": odd, "as": odd}).status_code == 200


def test_chat_appears_at_its_moment_of_the_replay(server: Server) -> None:
    ola, jan, zoe = Person(server, "Ola").open(), Person(server, "Jan"), Person(server, "Zoe")
    jan.code = ola.code
    jan.sit()
    ola.post(ola.path, do="say", text="Before the game")
    ola.start()
    jan.post(jan.path, do="say", text="At the <b>deal</b>")
    ola.post(ola.path, do="react", message="2 laugh")
    both = ola, jan
    while not any('id="end"' in person.look() for person in both):
        ola.post(ola.path, do="say", text=f"Well, {len(re.findall('Well,', ola.look()))}")
        for person in both:
            if (form := AskForm(person.look())).is_open:
                person.choose(form)
    jan.post(jan.path, do="say", text="What a game!")
    url = f"{ola.path}/games/1"
    last = int(re.findall(r'data-last="(\d+)"', ola.client.get(url).text)[0])
    seen = [ola.client.get(url, params={"at": str(moment), "as": "all"}).text for moment in range(last + 1)]
    assert not any("Before the game" in page for page in seen)
    for text, most in (
        ("At the &lt;b&gt;deal&lt;/b&gt;", last - 1),
        ("<q><bdi>Well, 0</bdi>", last - 1),
        ("What a game!", last),
    ):
        shows = [text in page for page in seen]
        assert shows == sorted(shows)  # from its moment on
        assert 0 < shows.count(True) <= last + 1
        assert shows.index(True) <= most
    assert 'aria-label="Funny: Ola"' in seen[-1]
    assert "What a game!" not in seen[-2]
    counts = [page.count("<q><bdi>Well,") for page in seen]
    assert len(set(counts)) > 3
    # A muted voice is silent here as well. A shared link and the record contain no chat at all.
    voice = re.findall(r'name="voice" value="(\d+)"', ola.look())[0]
    ola.post(ola.path, do="mute", voice=voice)
    assert "What a game!" not in ola.client.get(url, params={"at": "end"}).text
    assert "What a game!" in jan.client.get(url, params={"at": "end"}).text
    assert "What a game!" not in ola.client.get(f"{url}/record").text
    link = ola.client.post(f"{url}/share", data={"csrf": ola.csrf}).url.path
    shown = zoe.client.get(f"{link}/watch", params={"at": "end"}).text
    assert f"Moment {last} of {last}" in shown
    assert "What a game!" not in shown


def test_a_replay_for_a_side_contains_its_secrets_alone(server: Server, table: Person) -> None:
    ola = again(table)
    url, record = f"{ola.path}/games/1", ola.client.get(f"{ola.path}/games/1/record").text
    roles = re.findall(r'"(\w+)"', next(line for line in record.splitlines() if line.startswith("roles")))
    spy, loyal = roles.index("spy"), roles.index("resistance")
    public = ola.client.get(url, params={"at": "1", "as": "all"}).text
    assert "Spies seen at the reveal" not in public
    assert "Asked at this moment" not in public
    as_spy = ola.client.get(url, params={"at": "1", "as": str(spy)}).text
    assert "Spies seen at the reveal" in as_spy
    assert "moment-card" in as_spy
    as_loyal = ola.client.get(url, params={"at": "1", "as": str(loyal)}).text
    assert "Spies seen at the reveal" not in as_loyal
    assert re.search(r"Do you approve.*?(Approve|Reject)", as_loyal, re.DOTALL)
    opened = ola.client.get(url, params={"at": "1", "as": "open"}).text
    assert " only: " in opened
    assert opened.count("Do you approve") == 5


def test_only_players_may_watch_a_game_and_only_after_its_end(server: Server, table: Person) -> None:
    with visitor(server) as eve:
        for path in ("/games/1", "/games/1/record"):
            answer = eve.get(f"{table.path}{path}")
            assert answer.status_code == 404
            assert "watch that game here" in answer.text
        assert "Watch again" not in eve.get(f"{table.path}/games").text
    jan = Person(server, "Jan").open()
    jan.start()
    assert jan.client.get(f"{jan.path}/games/1").status_code == 404
    assert jan.client.get(f"{jan.path}/games/1/record").status_code == 404
    assert "No game has finished here yet" in jan.client.get(f"{jan.path}/games").text


def test_the_last_record_and_its_proof_are_for_players_after_the_end(server: Server, table: Person) -> None:
    ola = again(table)
    assert "--- choices" in ola.client.get(f"{ola.path}/record").text
    assert "--- choices" in ola.client.get(f"{ola.path}/deal").json()["record"]
    assert "Download the record" in ola.look()
    with visitor(server) as eve:
        answer = eve.get(f"{table.path}/record")
        assert (answer.status_code, "watch that game here" in answer.text) == (404, True)
        assert "--- choices" not in answer.text
        proof = eve.get(f"{table.path}/deal").json()
        assert (proof["record"], proof["deal"]["seed"]) == ("", "")
        assert proof["deal"]["commitment"]
        page = eve.get(table.path).text
        assert "Who was who" in page
        assert "Download the record" not in page
        assert "Proof of a fair deal" not in page


def test_no_record_before_the_end_nor_for_a_removed_person(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    for start in (ola.start, ola.look):
        answer = ola.client.get(f"{ola.path}/record")
        assert (answer.status_code, "No game to download yet" in answer.text) == (404, True)
        start()
    ola.post(ola.path, do="remove", seat="1", sure="yes")
    assert "Who was who" in ola.play()
    assert "--- choices" in ola.client.get(f"{ola.path}/record").text
    for path in ("/record", "/games/1", "/games/1/record", "/deal", "/proof"):
        assert jan.client.get(f"{jan.path}{path}").status_code == 404


def test_a_share_link_hides_the_ending_and_can_be_withdrawn(server: Server, table: Person) -> None:
    ola = again(table)
    page = ola.post(f"{ola.path}/games", do="share-game", game="2").text
    link = re.findall(r'class="share-link" href="[^"]*(/r/[^"]+)"', page)[0]
    winners = ("win", "Spies", "spies", "Three missions", "side-jagged", "side-shield", "Success", "Fail")
    for _ in range(3):  # messengers look too
        with visitor(server) as friend:
            door = friend.get(link).text
            content = door[door.index("<main") : door.index("</main>")] + door[: door.index("</head>")]
            content = content.replace("5 players, 2 spies", "")  # public from the beginning
            assert not [word for word in winners if word in content]
            assert 'property="og:description"' in door
            assert "Ola" in content
            assert table.code not in door
            start = friend.get(re.findall(r'href="([^"]+at=0[^"]*)"', door)[0].replace("&amp;", "&")).text
            assert "Moment 0 of" in start
            assert "Who was who" not in start
            assert "Moment" in friend.get(f"{link}/watch?at=end").text
    assert "That game already has a link" in ola.post(f"{ola.path}/games", do="share-game", game="2").text
    with visitor(server) as eve:
        assert eve.get("/r/AAAAAAAAAAAAAAAAAAAAAAAA").status_code == 404
        eve.get("/")
    ola.post(f"{ola.path}/games", do="unshare-game", game="2")
    with visitor(server) as friend:
        gone = friend.get(link)
        assert gone.status_code == 404
        assert "This link shows nothing" in gone.text
        assert friend.get(f"{link}/watch").status_code == 404


def test_only_players_of_a_game_may_share_it(server: Server, table: Person) -> None:
    jan = Person(server, "Jan", table.code)
    jan.sit()
    answer = jan.post(f"{table.path}/games", do="share-game", game="1")
    assert answer.status_code == 422
    assert "Only people who played that game" in answer.text
    assert "That game is no longer stored" in jan.post(f"{table.path}/games", do="share-game", game="99").text


def test_a_record_is_replayed_from_text_or_file(server: Server, table: Person) -> None:
    record = again(table).client.get(f"{table.path}/games/1/record").text
    eve = Person(server, "Eve")
    eve.look()
    shown = eve.post("/replay", record=record).text
    assert "Moment 0 of" in shown
    assert "Seat 1" in shown  # counted as people do, since a record has no names and counts from 0
    assert "Seat 0" not in shown
    assert "Seat 5" in shown
    assert "Seat 6" not in shown
    moved = eve.post("/replay", **{"record": record, "at": "1", "as": "open"}).text
    assert "Moment 1 of" in moved
    files = {"file": ("game.turncoat", record.encode(), "text/plain")}
    uploaded = eve.client.post("/replay", data={"csrf": eve.csrf, "record": ""}, files=files)
    assert "Moment 0 of" in uploaded.text
    eve.client.cookies.set("language", "pl")
    assert "Miejsce 5" in eve.post("/replay", record=record).text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "choose a file"),
        ("hello", "is missing between header and choices"),
        ('format = 1\nrules = "1"\ngame = "chess"\nplayers = 5\n--- choices', "be played:"),
        ("x" * 200_000, "too long for a record"),
        ("<b>format</b>\n--- choices\n", "header"),
    ],
)
def test_an_invalid_record_is_refused_with_advice(server: Server, text: str, said: str) -> None:
    eve = Person(server, "Eve")
    eve.look()
    answer = eve.post("/replay", record=text)
    assert answer.status_code == 422
    assert said in answer.text
    assert "<b>format" not in answer.text


def test_a_record_from_another_sites_form_is_refused(server: Server) -> None:
    eve = Person(server, "Eve")
    eve.look()
    assert eve.client.post("/replay", data={"record": "x"}).status_code == 403
    assert eve.client.post("/replay", data={"record": "x" * 500_000}).status_code == 413
    files = {"file": ("game.txt", b"x" * 500_000)}
    assert eve.client.post("/replay", files=files).status_code == 413


def test_the_host_deletes_the_table(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    assert "Only the host" in jan.post(ola.path, do="delete", sure="yes").text
    assert "tick the box" in ola.post(ola.path, do="delete").text
    gone = ola.post(ola.path, do="delete", sure="yes")
    assert gone.url.path == "/gone"
    assert "erased from this server" in gone.text
    assert jan.client.get(ola.path).status_code == 404
    assert ola.code not in ola.client.get("/").text


def test_a_table_whose_game_is_over_says_so_and_is_none_of_the_games_to_go_on_with(table: Person) -> None:
    ola = again(table)
    assert f'{ola.path}"' in (start := ola.client.get("/").text)
    assert "The Resistance, 5 players: game over" in start
    games = ola.client.get("/my-games").text
    assert ola.path not in games
    assert "Finished games are stored for 30 days, unless their table's host chooses otherwise." in unescape(games)


def test_who_shares_a_game_reads_how_long_it_stays(table: Person) -> None:
    ola = again(table)
    kept = "Anybody with the link can watch the game. Finished games are stored for 30 days."
    assert kept in ola.look()
    assert kept in ola.client.get(f"{ola.path}/games/1").text


def test_the_retention_of_games_is_displayed_and_can_be_changed(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    assert "Finished games are stored for 30 days." in jan.look()
    ola.post(ola.path, do="change-settings", keep_games="7")
    assert "Finished games are stored for 7 days." in jan.look()
    assert ola.post(ola.path, do="change-settings", keep_games="-1").status_code == 422


def test_a_server_enforces_its_retention_limit(tmp_path_factory: pytest.TempPathFactory) -> None:
    code = (
        "import pathlib, sys\nfrom turncoat.table.runtime.server_settings import ServerSettings\n"
        "from turncoat.web.serve import run\nrun(ServerSettings(pathlib.Path(sys.argv[1]), port=0, keep=3))"
    )
    with serving(tmp_path_factory.mktemp("short"), code=code) as short:
        ola = Person(short, "Ola").open()
        page = ola.look()
        assert re.findall(r'<option value="(\d+)"', page[page.index("set-keep_games") :])[:2] == ["1", "3"]
        assert "for 3 days" in page
