"""The setup of a game: choices are stored, conflicts are reported, and only the displayed setup is dealt."""

import re
from html import unescape

from tests.support.serving import Person, Server
from turncoat.kernel.rulebooks import BOOKS
from turncoat.table import commands as c
from turncoat.web.games import presenter_of
from turncoat.web.http.static_files import STATIC
from turncoat.web.table.setup import module_fields, objections_to

NEEDS = "Dummy Agent needs Hunter: add Hunter or leave Dummy Agent out."


def is_ticked(page: str, module: str) -> bool:
    box = re.search(rf'<input type="checkbox" id="module-{module}"[^>]*>', page)
    assert box
    return " checked" in box[0]


def waits(page: str) -> bool:
    """Return whether the button that deals the cards is disabled."""
    button = re.search(r'<button[^>]*id="deal"[^>]*>', page)
    assert button
    return 'aria-disabled="true"' in button[0]


def test_a_conflict_stays_chosen_and_is_explained_at_its_box_and_the_button(server: Server) -> None:
    ola = Person(server, "Ola").open()
    page = ola.post(ola.path, do="set-up", game="resistance", players="7", module=["dummy-agent"]).text
    assert is_ticked(page, "dummy-agent")
    assert f'<p class="misfit" id="misfit-dummy-agent">{NEEDS}</p>' in page
    assert f'<p class="misfit">{NEEDS}</p>' in page[page.index('id="why-not"') :]
    assert waits(page)
    mended = ola.post(ola.path, do="set-up", game="resistance", players="7", module=["dummy-agent", "hunter"]).text
    assert is_ticked(mended, "dummy-agent")
    assert "misfit" not in mended
    assert not waits(mended)


def test_a_conflicting_setup_is_never_dealt(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="set-up", game="resistance", players="7", module=["dummy-agent"])
    refused = ola.post(ola.path, do="start")
    assert (refused.status_code, refused.headers["Turncoat-Refusal"]) == (422, "ruleset")
    assert NEEDS.rstrip(".") in unescape(refused.text)
    assert is_ticked(ola.look(), "dummy-agent")


def test_the_deal_button_deals_the_form_even_if_unsaved(server: Server) -> None:
    ola = Person(server, "Ola").open()
    page = ola.look()
    button = re.search(r'<button[^>]*id="deal"[^>]*>', page)
    assert button
    assert 'form="choose"' in button[0]
    refused = ola.post(ola.path, do="start", game="resistance", players="7", module=["dummy-agent"])
    assert refused.headers["Turncoat-Refusal"] == "ruleset"
    assert is_ticked(ola.look(), "dummy-agent")
    dealt = ola.post(ola.path, do="start", game="winter-soldier", players="6", bots="random")
    assert dealt.status_code == 200
    assert 'id="own-seat"' in dealt.text
    assert "Winter Soldier" in dealt.text


def test_everybody_reads_a_conflict_in_their_language(server: Server) -> None:
    ola = Person(server, "Ola").open()
    jan = Person(server, "Jan", ola.code).sit()
    jan.client.headers["Accept-Language"] = "pl"
    ola.post(ola.path, do="set-up", game="resistance", players="7", module=["dummy-agent"])
    assert "Figurant wymaga modułu Łowca" in jan.look()


def test_modules_are_listed_below_the_one_they_require() -> None:
    for book in BOOKS.values():
        fields = module_fields(c.GameSetup(book.name, book.players[0]), {}, str)
        for name, chapter in book.chapters.items():
            holders = [field.value for field in fields if name in {extra.value for extra in field.extras}]
            assert (name in {field.value for field in fields}) == (not chapter.needs)
            assert bool(holders) == bool(chapter.needs)
    by_name = {field.value: field for field in module_fields(c.GameSetup("resistance", 7), {}, str)}
    extras = ["dummy-agent", "coordinator", "deep-agent", "pretender", "blame"]
    assert [extra.value for extra in by_name["hunter"].extras] == extras


def test_too_many_modules_of_a_kind_are_refused_with_the_limit() -> None:
    said = objections_to(c.GameSetup("resistance", 5, ("hunter", "deep-agent")), str)
    assert list(said) == ["deep-agent"]
    assert said["deep-agent"].endswith("remove one of these or play with 7 or more.")


def test_a_modules_options_are_listed_with_it() -> None:
    fields = {field.value: field for field in module_fields(c.GameSetup("resistance", 7, ("reverser",)), {}, str)}
    assert [option.name for option in fields["reverser"].options] == [
        "reversers",
        "hidden-reverser",
        "reverser-literal",
    ]
    assert all(not field.options for name, field in fields.items() if name != "reverser")


def test_every_game_has_a_picture() -> None:
    for name in BOOKS:
        assert (STATIC / presenter_of(name).cover).is_file()
    assert (STATIC / presenter_of("a game without looks").cover).is_file()


def previews(page: str) -> dict[str, str]:
    """Return the texts that a messenger reads from a page."""
    found = re.findall(r'<meta (?:property="og:|name=")([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(text) for name, text in found}


def test_a_table_links_preview_has_our_picture_but_nothing_of_the_table(server: Server) -> None:
    ola = Person(server, "Ola").open()
    stranger = Person(server, "Stranger", ola.code)
    before = previews(stranger.look())
    assert before["image"].startswith(f"{server.url}/static/preview.png?v=")
    picture = stranger.client.get(before["image"])
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    ola.start()
    assert previews(stranger.look()) == before == previews(stranger.client.get("/").text)
    assert not any(word in text for word in ("Ola", ola.code, "Resistance") for text in before.values())


def test_the_host_chooses_a_level_or_a_bot_by_name(server: Server) -> None:
    ola = Person(server, "Ola").open()

    def chosen(page: str) -> list[str]:
        return re.findall(r'name="bots" value="([^"]+)" checked', page)

    page = ola.look()
    assert chosen(page) == ["normal"]
    by_name = page.index('<details class="extras" id="bots-by-name">')
    assert all(page.index(f'id="bot-{level}"') < by_name for level in ("easy", "normal", "hard"))
    assert page.index('id="bot-sensible"') > by_name
    page = ola.post(ola.path, do="set-up", game="resistance", players="5", bots="sensible").text
    assert chosen(page) == ["sensible"]
    assert '<details class="extras" id="bots-by-name" open>' in page  # a selected bot is in sight
    jan = Person(server, "Jan", ola.code).sit()
    ola.post(ola.path, do="set-up", game="resistance", players="5", bots="easy")
    assert "Bots in the empty seats: Easy" in jan.look()


def test_a_new_level_applies_to_the_last_games_bots_too(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="set-up", game="resistance", players="5", bots="random")
    ola.post(ola.path, do="start")
    ola.post(ola.path, do="give-up", sure="yes")
    page = ola.post(ola.path, do="reopen").text
    assert page.count("&nbsp;</span>Random") == 4
    page = ola.post(ola.path, do="set-up", game="resistance", players="5", bots="hard").text
    assert page.count("&nbsp;</span>Hard, ") == 4


def test_bots_characters_are_visible_unless_the_host_disables_them(server: Server) -> None:
    ola = Person(server, "Ola").open()
    page = ola.post(ola.path, do="start", game="resistance", players="5", bots="easy").text
    shown = [re.search(rf'id="badges-{seat}".*?<p class="character"><b>(\w+)</b>', page, re.S) for seat in range(1, 5)]
    titles = [one[1] for one in shown if one]
    assert sorted(titles) == ["Cautious", "Loud", "Quiet", "Trusting"]
    assert re.search(rf"Aspen: a bot, {titles[0]}[,.]", page)  # for screen readers, in the seat's sentence
    assert page.count('class="character"') == 4, "people have none"
    jan = Person(server, "Jan")
    assert 'id="badges-1"' in jan.client.get(server.url + ola.path).text
    ewa = Person(server, "Ewa").open()
    ewa.post(ewa.path, do="change-settings", bots_characters="false")
    page = ewa.post(ewa.path, do="start", game="resistance", players="5", bots="easy").text
    assert 'class="character"' not in page


def ready_sets(page: str) -> dict[str, bool]:
    """Return the values of the ready sets, and whether each is chosen."""
    boxes = re.findall(r'<input type="radio" form="choose" id="ready-\d+" name="ready" value="([^"]*)"([^>]*)>', page)
    return {value: "checked" in rest for value, rest in boxes}


def test_a_ready_set_is_chosen_at_once_and_says_how_it_went_among_people(server: Server) -> None:
    ola = Person(server, "Ola").open()
    page = ola.post(ola.path, do="set-up", game="round-table", players="7").text
    stronger = "mordred+morgana+percival"
    assert ready_sets(page) == {
        "": True,
        "morgana+percival": False,
        "mordred+morgana+oberon+percival": False,
        "morgana+oberon+percival": False,
        stronger: False,
    }
    assert "Good won 48% of 501 games of people." in page
    chosen = ola.post(ola.path, do="set-up", game="round-table", players="7", ready=stronger).text
    assert [name for name, chosen in ready_sets(chosen).items() if chosen] == [stronger]
    assert [name for name in ("percival", "morgana", "mordred", "oberon") if not is_ticked(chosen, name)] == ["oberon"]


def test_modules_ticked_beside_a_chosen_ready_set_count(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="set-up", game="round-table", players="7", ready="morgana+oberon+percival")
    modules = ["oberon", "morgana"]
    page = ola.post(
        ola.path, do="set-up", game="round-table", players="7", ready="morgana+oberon+percival", module=modules
    ).text
    assert not is_ticked(page, "percival")
    assert not any(ready_sets(page).values())
    emptied = ola.post(ola.path, do="set-up", game="round-table", players="7", ready="", module=modules).text
    assert ready_sets(emptied)[""]


def test_only_games_with_ready_sets_offer_them(server: Server) -> None:
    ola = Person(server, "Ola").open()
    assert ready_sets(ola.look()) == {}
    jan = Person(server, "Jan", ola.code).sit()
    ola.post(ola.path, do="set-up", game="round-table", players="5")
    assert ready_sets(ola.look())
    assert ready_sets(jan.look()) == {}  # only the host chooses
