"""Circles over the web: only members see one, invitations can be renewed, all can be exported or deleted."""

import json
from typing import Final

import pytest

from tests.support.circles import Friend
from tests.support.serving import Server
from turncoat.circles.circle import MOST_MEMBERS

BARE: Final = '{"id":"YQ","rawId":"YQ","type":"public-key","response":{}}'
"""An answer of a passkey without anything in it."""


@pytest.fixture
def ola(server: Server) -> Friend:
    return Friend(server, "Ola").found()


@pytest.fixture
def jan(server: Server, ola: Friend) -> Friend:
    jan = Friend(server, "Jan")
    assert jan.join(ola.invitation).status_code == 200
    return jan


def test_a_friend_joins_by_the_link_and_both_see_each_other(ola: Friend, jan: Friend) -> None:
    assert jan.id == ola.id
    for page in (ola.page().text, jan.page().text):
        assert "Ola" in page
        assert "Jan" in page
    assert "Thursdays" in jan.client.get("/circles").text


def test_looking_at_an_invitation_changes_nothing_and_names_nobody(server: Server, ola: Friend) -> None:
    ewa, invitation = Friend(server, "Ewa"), ola.invitation
    page = ewa.client.get(f"/c/join/{invitation}").text
    assert "Thursdays" in page
    assert "Ola" not in page
    assert "Ewa" not in ola.page().text
    ewa.token()
    spelled = f"{invitation[:4].lower()} {invitation[4:]}"
    assert ewa.post("/circles/join", code=spelled).url.path == f"/c/join/{invitation}"
    for wrong in ("BCDF", f"{ola.id} BCDF GHJK"):
        answer = ewa.post("/circles/join", code=wrong)
        assert answer.status_code == 404
        assert "Please ask a friend" in answer.text
        assert f'value="{wrong[:4]}' in answer.text, "it can be corrected"


def test_strangers_cannot_tell_a_circle_from_none(server: Server, ola: Friend) -> None:
    ewa = Friend(server, "Ewa")
    ewa.token()
    for path in ("", "/circle.json"):
        there, nowhere = ewa.client.get(f"/c/{ola.id}{path}"), ewa.client.get(f"/c/BCDFGHJK{path}")
        assert there.status_code == nowhere.status_code == 404
        assert there.text.replace(ola.id, "BCDFGHJK") == nowhere.text
    there, nowhere = (ewa.post(f"/c/{id}", do="rename", name="Mine") for id in (ola.id, "BCDFGHJK"))
    assert there.status_code == nowhere.status_code == 404
    there, nowhere = (ewa.client.get(f"/c/join/{id}BCDFGHJK") for id in (ola.id, "BCDFGHJK"))
    assert there.status_code == nowhere.status_code == 404
    assert "Please ask a friend" in there.text
    assert "Thursdays" in ola.page().text


def test_a_renewed_invitation_ends_the_old_one(server: Server, ola: Friend, jan: Friend) -> None:
    old = ola.invitation
    assert jan.act("renew").status_code == 422
    assert ola.act("renew").status_code == 200
    assert ola.invitation != old
    assert Friend(server, "Ewa").join(old).status_code == 404
    assert Friend(server, "Ewa").join(ola.invitation).status_code == 200


def test_bad_names_are_refused_with_what_would_be_right(server: Server, ola: Friend) -> None:
    for name in ("", "\u202e", "x" * 41):
        page = ola.post("/circles", circle=name, name="Ola")
        assert page.status_code == 422
        assert "at most 40 characters" in page.text
    page = Friend(server, "O\u200bla").join(ola.invitation)
    assert page.status_code == 422
    assert "looks just like it" in page.text
    assert ola.act("no such thing").status_code == 422


def test_an_admin_governs_and_members_do_not(ola: Friend, jan: Friend) -> None:
    assert "Remove from the circle" in ola.page().text
    assert "Remove from the circle" not in jan.page().text
    for do in ("rename", "remove", "ratings", "delete"):
        assert jan.act(do, name="Mine", member=1, sure="yes").status_code == 422
    ola.act("rename", name="Fridays")
    ola.act("begin-season", name="Winter")
    assert "Fridays" in jan.page().text
    assert "Winter" in jan.page().text
    ola.act("remove", member=2)
    assert jan.page().status_code == 404
    assert "Fridays" not in jan.client.get("/circles").text


def test_a_game_at_the_circles_table_appears_with_its_figures(ola: Friend, jan: Friend) -> None:
    ola.code = ola.act("open-table").url.path.rpartition("/")[2]
    assert ola.code in jan.page().text
    ola.start()
    ola.play()
    page = jan.page().text
    assert "too few games to tell" in page
    assert "In numbers" in page
    assert page.count('class="evening-game"') == 1
    whole = json.loads(jan.client.get(f"/c/{jan.id}/circle.json").text)
    assert len(whole["games"]) == 1
    assert [one["name"] for one in whole["games"][0]["seats"] if one["member"]] == ["Ola"]
    assert jan.page(season=7).text.count('class="evening-game"') == 1


def test_a_table_leads_its_circles_members_there_and_tells_others_nothing(
    server: Server, ola: Friend, jan: Friend
) -> None:
    ola.code = ola.act("open-table").url.path.rpartition("/")[2]
    guest = Friend(server, "Ewa")
    guest.code = jan.code = ola.code
    guest.sit()
    jan.sit()
    link = f"/t/{ola.code}/circle"
    assert link in guest.look()
    assert ola.id not in guest.look()
    assert jan.client.get(link, follow_redirects=True).url.path == f"/c/{ola.id}"
    refused = guest.client.get(link, follow_redirects=True)
    assert refused.status_code == 404
    assert ola.id not in refused.text
    assert 'href="/circles"' in refused.text


def test_an_invitation_into_a_full_circle_says_so(server: Server, ola: Friend) -> None:
    invitation = ola.invitation
    for number in range(MOST_MEMBERS - 1):
        assert Friend(server, f"Friend {number}").join(invitation).status_code == 200
    ewa = Friend(server, "Ewa")
    page = ewa.client.get(f"/c/join/{invitation}")
    assert "which is the most" in page.text
    assert "Your name" not in page.text
    assert ewa.join(invitation).status_code == 422


def test_leaving_and_deleting_need_a_yes(ola: Friend, jan: Friend) -> None:
    assert jan.act("leave").status_code == 422
    assert jan.page().status_code == 200
    assert jan.act("leave", sure="yes").url.path == "/circles"
    assert jan.page().status_code == 404
    assert "Jan" not in ola.page().text
    assert ola.act("delete").status_code == 422
    assert ola.act("delete", sure="yes").url.path == "/circles"
    assert ola.page().status_code == 404


def test_a_form_of_another_visitor_changes_nothing(ola: Friend, jan: Friend) -> None:
    jan.csrf = ola.csrf
    assert jan.act("leave", sure="yes").status_code == 403
    assert "Jan" in ola.page().text


@pytest.mark.parametrize("path", ["/circles/return", "/c/{id}/passkeys"])
@pytest.mark.parametrize("credential", ["", "{}", "[]", "null", '{"id": 1}', BARE, "x" * 20_000])
def test_a_forged_passkey_is_refused_kindly(ola: Friend, path: str, credential: str) -> None:
    pytest.importorskip("webauthn")
    options = ola.post("/circles/passkey").json()
    answer = ola.post(path.format(id=ola.id), token=options["token"], credential=credential)
    assert answer.status_code == 422
    assert "try again" in answer.json()["problem"]
    stale = ola.post(path.format(id=ola.id), token="forged", credential=credential or "{}")
    assert "took too long" in stale.json()["problem"]
