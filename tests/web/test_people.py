"""People at a table over real HTTP: seats, removal, requests, names, and clear answers to nonsense."""

import json
import re
import time

import pytest

from tests.support.serving import AskForm, Person, Server
from turncoat.table.past.proof import check_proof, read_proof


def seat_names(page: str) -> list[str]:
    """Return the names on the set-up page, seat by seat."""
    return [name.strip() for name in re.findall(r'class="name"(?: aria-hidden="true")?>([^<{]+)', page)]


def test_a_seat_is_taken_by_its_own_button(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code)
    assert 'name="sit" value="3"' in jan.look()
    answer = jan.post(jan.path, sit="3", name="Jan")
    assert answer.status_code == 200
    assert seat_names(answer.text)[3].startswith("Jan")
    eve = Person(server, "Eve", ola.code)
    late = eve.post(eve.path, sit="3", name="Eve")  # somebody was faster
    assert late.status_code == 422
    assert "That seat is taken" in late.text
    assert 'value="Eve"' in late.text  # the typed name is preserved
    nowhere = eve.post(eve.path, sit="17", name="Eve")
    assert "no such seat" in nowhere.text


def test_an_avatar_can_be_chosen_before_and_during_the_game(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    assert 'id="avatars"' not in Person(server, "Eve", ola.code).look()  # she has no seat
    taken = re.search(r'value="(\w+)" aria-pressed="true"', jan.look())
    assert taken
    assert re.search(rf'value="{taken[1]}" aria-pressed="false" disabled title="\w+"', ola.look())
    refused = ola.post(ola.path, do="choose-avatar", avatar=taken[1])
    assert refused.status_code == 422
    assert "Somebody at this table has that avatar" in refused.text
    free = "tortoise" if taken[1] != "tortoise" else "owl"
    assert ola.post(ola.path, do="choose-avatar", avatar=free).status_code == 200
    for page in (jan.look(), ola.start()):
        assert len(re.findall(rf'class="emblem"[^>]*><svg class="avatar"[^>]*><use href="[^"]*#{free}"', page)) == 1
    assert re.search(rf'id="menu-avatar-{free}"[^>]* aria-pressed="false" disabled', jan.look())
    assert jan.post(jan.path, do="choose-avatar", avatar=free).status_code == 422
    other = next(avatar for avatar in ("lion", "ram") if avatar not in (taken[1], free))
    assert jan.post(jan.path, do="choose-avatar", avatar=other).status_code == 200
    for person in (ola, jan):
        page = person.look()
        assert len(re.findall(rf'class="emblem"[^>]*><svg class="avatar"[^>]*><use href="[^"]*#{other}"', page)) == 1
    assert 'id="menu-avatars"' in jan.look()
    assert 'id="menu-avatars"' not in Person(server, "Eve", ola.code).look()


def test_the_host_removes_somebody_and_lets_them_back(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    unsure = ola.post(ola.path, do="remove", seat="1")
    assert unsure.status_code == 422
    assert "tick the box" in unsure.text
    assert seat_names(ola.look())[1] == "Jan"
    ola.post(ola.path, do="remove", seat="1", sure="yes")
    page = jan.look()
    assert "The host has removed you" in page
    assert 'id="sit"' not in page
    refused = jan.post(jan.path, do="sit", name="Someone")
    assert refused.status_code == 422
    number = re.search(r'name="number" value="(\d+)"', ola.look())
    assert number
    ola.post(ola.path, do="let-back", number=number[1])
    jan.sit()
    assert "Jan" in ola.look()


def spectators_of(host: Person) -> dict[str, str]:
    """Return the spectators whom the host may remove, by name, with their values in the form."""
    select = re.search(r'<select id="remove-spectator-who".*?</select>', host.look(), re.DOTALL)
    found = re.findall(r'<option value="([^"]*)">([^<]*)</option>', select[0]) if select else []
    return {name: mark for mark, name in found}


def spectators_by_now(host: Person, *names: str) -> dict[str, str]:
    """Wait until exactly these people are spectating."""
    ends = time.monotonic() + 20
    while (found := spectators_of(host)).keys() != set(names):
        assert time.monotonic() < ends, found
        time.sleep(0.1)
    return found


BLINDS = "This table is private"
"""Headline of a page that may not be seen."""


@pytest.mark.parametrize("behind", [0, 30])
def test_a_spectator_removed_by_the_host_stays_out(server: Server, behind: int) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    ola.post(ola.path, do="change-settings", spectators_behind=behind, spectators_talk="true")
    ola.start()
    eve, max_ = Person(server, "Eve", ola.code), Person(server, "Max", ola.code)
    for one in (eve, max_):
        assert BLINDS not in one.look()
    page = "setup-0" if behind else "game-1"
    with eve.line(page=page) as line, max_.line(page=page) as other:
        line.recv(timeout=20)
        other.recv(timeout=20)
        eve.post(eve.path, do="say", channel="spectators", name="Eve", text="Hello")
        nameless = "Unnamed (2)"
        marks = spectators_by_now(ola, "Eve", nameless)
        assert spectators_of(jan) == spectators_of(eve) == {}
        assert "Only the host" in jan.post(jan.path, do="remove-spectator", spectator=marks["Eve"], sure="yes").text
        assert "tick the box" in ola.post(ola.path, do="remove-spectator", spectator=marks["Eve"]).text
        for wrong in ("", "eve", "0" * 16):
            refused = ola.post(ola.path, do="remove-spectator", spectator=wrong, sure="yes")
            assert refused.headers["Turncoat-Refusal"] == "spectator-gone"
        ola.post(ola.path, do="remove-spectator", spectator=marks["Eve"], sure="yes")
        assert "1 person is watching." in ola.look()
        while "go" not in (message := json.loads(line.recv(timeout=20))):
            pass
        assert message["go"] == eve.path
        assert BLINDS not in max_.look()
    closed = eve.look()
    assert BLINDS in closed
    assert "The host has removed you" in closed
    assert "allows no spectators" not in closed
    for path in ("screen", "updates?page=game-1"):
        assert "Name the team" not in eve.client.get(f"{eve.path}/{path}").text
    assert eve.client.get(f"{eve.path}/games").status_code == 403
    assert eve.client.get(f"{eve.path}/deal").status_code == 404
    assert eve.post(eve.path, do="request-seat", name="Eve", seat="3").headers["Turncoat-Refusal"] == "removed"
    assert (
        eve.post(eve.path, do="say", channel="spectators", name="Eve", text="!").headers["Turncoat-Refusal"]
        == "removed"
    )
    number = re.search(r'name="number" value="(\d+)"', ola.look())
    assert number
    ola.post(ola.path, do="let-back", number=number[1])
    assert BLINDS not in eve.look()


def test_a_removed_player_may_not_spectate_either(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    ola.start()
    ola.post(ola.path, do="remove", seat="1", sure="yes")
    page = jan.look()
    assert "The host has removed you" in page
    assert 'class="table in-play"' not in page


def test_a_player_who_leaves_during_a_game_can_return_to_their_seat(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    ola.start()
    assert "My card" in jan.look()
    left = jan.post(jan.path, do="leave").text
    assert "My card" not in left
    assert "Take my seat back" in left
    assert "My card" in jan.post(jan.path, do="sit", name="Jan").text


def test_a_newcomer_requests_a_seat_and_the_host_answers(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.start()
    zoe = Person(server, "Zoe", ola.code)
    assert "Take over a bot" in zoe.look()
    assert "You have asked to play for the bot" in zoe.post(zoe.path, do="request-seat", name="Zoe", seat="2").text
    page = ola.look()
    assert "Zoe would like to play" in page
    number = re.search(r'name="number" value="(\d+)"', page)
    assert number
    assert "Only the host" in zoe.post(zoe.path, do="let-in", number=number[1]).text
    assert "Zoe" in ola.post(ola.path, do="let-in", number=number[1]).text
    assert "My card" in zoe.look()


def test_a_locked_table_keeps_its_people_and_admits_nobody_new(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    assert "Only the host" in jan.post(jan.path, do="change-settings", locked="true").text
    ola.post(ola.path, do="change-settings", locked="true")
    eve = Person(server, "Eve", ola.code)
    assert "This table is locked" in eve.look()
    assert "This table is locked" in eve.post(eve.path, do="sit", name="Eve").text
    ola.start()
    assert "My card" in jan.look()
    jan.post(jan.path, do="leave")
    assert "My card" in jan.post(jan.path, do="sit", name="Jan").text
    assert "This table is locked" in eve.look()


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("ola", "looks just like it"), ("x" * 200, "too long"), ("\u200b", "at least one letter")],
)
def test_renaming_follows_the_rules_for_names(server: Server, name: str, sentence: str) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    assert sentence in jan.post(jan.path, do="rename", name=name).text
    assert "Janek" in jan.post(jan.path, do="rename", name="Janek").text
    ola.start()
    assert "Johnny" in jan.post(jan.path, do="rename", name="Johnny").text
    assert "Johnny" in ola.look()


@pytest.mark.parametrize(
    "name", ["\U0001f9d9\u200d\u2642\ufe0f\U0001f98a\U0001f389", "عُلا", "\u202eevil", "<img src=x>", "'\"&"]
)
def test_unusual_names_stay_text_within_their_place(server: Server, name: str) -> None:
    ola = Person(server, name).open()
    page = ola.look()
    assert "<img src=x" not in page
    assert "\u202e" not in page
    ola.start()
    page = ola.look()
    assert "<img src=x" not in page
    assert "\u202e" not in page
    assert page.count('id="own-seat"') == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"do": "remove", "seat": "x", "sure": "yes"},
        {"do": "remove", "seat": "-1", "sure": "yes"},
        {"do": "swap", "seat": "0", "other": "99999999999999999999"},
        {"do": "hand-over", "seat": "\u0663"},
        {"do": "let-back", "number": "7"},
        {"do": "let-in", "number": "7"},
        {"do": "withdraw-seat-request"},
        {"do": "request-seat", "name": "Ola", "seat": "1"},
        {"do": "add-entropy", "entropy": "x" * 65},
        {"do": "change-settings", "spectators_behind": "soon"},
        {"sit": "x", "name": "Ola"},
    ],
)
def test_nonsense_is_refused_with_a_sentence(server: Server, fields: dict[str, str]) -> None:
    ola = Person(server, "Ola").open()
    answer = ola.post(ola.path, **fields)
    assert answer.status_code == 422
    assert 'class="problem"' in answer.text
    assert "Ola" in seat_names(ola.look())[0]


def test_entropy_is_accepted_and_the_proof_available_after_the_game(server: Server) -> None:
    ola = Person(server, "Ola").open()
    assert 'value="four-leaf clover"' in ola.post(ola.path, do="add-entropy", entropy="four-leaf clover").text
    promised = ola.client.get(f"{ola.path}/deal").json()["next"]
    assert promised in ola.look()
    ola.start()
    during = ola.client.get(f"{ola.path}/deal").json()
    assert (during["deal"]["seed"], during["record"]) == ("", "")
    assert "Proof of a fair deal" in ola.play()
    proof = ola.client.get(f"{ola.path}/deal").content
    assert check_proof(read_proof(proof), promised).result is not None
    assert ola.client.get(f"{ola.path}/deal").json()["deal"]["entropy"][0] == "four-leaf clover"
    # The entropy was for that deal alone, and doesn't bind the server any further.
    assert "four-leaf clover" not in ola.look()
    promised = ola.client.get(f"{ola.path}/deal").json()["next"]
    assert promised in ola.post(ola.path, do="again").text  # with the commitment for the next deal
    assert ola.client.get(f"{ola.path}/deal").json()["deal"]["entropy"] == [""] * 5


def test_nobody_chooses_for_another_seat(server: Server) -> None:
    ola = Person(server, "Ola").open()
    others = [Person(server, name, ola.code).sit() for name in ("Jan", "Eve", "Kim", "Max")]
    ola.start()
    everybody = [ola, *others]
    forms = [AskForm(person.look()) for person in everybody]
    (leader,) = (seat for seat, form in enumerate(forms) if form.is_open)
    sneak = everybody[leader - 1]
    fields = {**forms[leader].first_choice(), "csrf": sneak.csrf, "seat": str(leader), "person": str(leader)}
    answer = sneak.client.post(forms[leader].action, data=fields)
    assert answer.status_code == 422
    assert answer.headers["Turncoat-Refusal"] == "not-asked"
    assert AskForm(everybody[leader].look()).is_open  # nothing was chosen for the leader
    # The leader's entire form doesn't work either, since it was issued to another visitor.
    stolen = sneak.client.post(forms[leader].action, data=forms[leader].first_choice())
    assert stolen.status_code == 403
    assert everybody[leader].choose(forms[leader]).status_code == 200
