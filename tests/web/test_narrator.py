"""The narrator reads the rules' script in the visitor's language, and never a visitor's text."""

import asyncio
import html
import os
import re
import shutil
import wave
from pathlib import Path

import httpx
import pytest

import turncoat.web.screen.voice as voices
from tests.support.serving import Person, Server, serving
from turncoat.kernel.card_texts import reveal_script, touch_script
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.testing.rulesets import label, rulesets
from turncoat.web.http.languages import translator
from turncoat.web.screen.voice import PROGRAM, NoVoice, Voice

SPOKEN = '<span class="line">'
ANSWERS = """#!/bin/sh
echo said >> "$0.log"
while [ $# -gt 0 ]; do [ "$1" = -w ] && file=$2; shift; done
cat > "$file"
"""
"""A stand-in for espeak-ng, whose sound is the text itself."""


def lines(page: httpx.Response) -> list[str]:
    """Return the lines of the script on a page."""
    assert page.status_code == 200, page.text
    return [html.unescape(line) for line in re.findall(rf"{SPOKEN}(.*?)</span>", page.text)]


def query(ruleset: Ruleset) -> dict[str, str | list[str]]:
    options = {f"option.{name}": str(value).lower() for name, value in ruleset.options}
    return {"game": ruleset.game, "players": str(ruleset.players), "module": list(ruleset.modules), **options}


@pytest.mark.parametrize("ruleset", rulesets()[::9], ids=label)
def test_the_narrator_reads_every_games_script(server: Server, ruleset: Ruleset) -> None:
    script = reveal_script(ruleset)
    for language in ("en", "pl"):
        page = httpx.get(
            f"{server.url}/narrator", params=query(ruleset), headers={"Accept-Language": language}, timeout=60
        )
        assert lines(page) == [translator(language)(line.text) for line in script]
    assert script or ruleset.has("blind-spies")


@pytest.mark.parametrize("language", ["en", "pl"])
def test_the_narrator_reads_the_reveal_by_touch_where_the_rules_have_one(server: Server, language: str) -> None:
    def look(**given: str) -> httpx.Response:
        headers = {"Accept-Language": language}
        return httpx.get(f"{server.url}/narrator", params=given, headers=headers, timeout=60)

    say = translator(language)
    page = look(game="resistance", players="6", way="touch")
    assert lines(page) == [say(line.text) for line in touch_script(Ruleset.of("resistance", 6))]
    assert f"15 × {say('plot cards; after the name stand in Braille the number of players and the type')}" in page.text
    assert 'name="way" value="touch"' in page.text, "another number of players keeps it"
    assert lines(look(game="resistance", players="6")) == [
        say(one.text) for one in reveal_script(Ruleset.of("resistance", 6))
    ]
    for game, module in (("resistance", "hunter"), ("winter-soldier", "")):
        other = look(game=game, players="7", way="touch", **({"module": module} if module else {}))
        assert lines(other) == [say(one.text) for one in reveal_script(Ruleset.of(game, 7, [module] if module else []))]
        assert 'class="ways"' not in other.text
        assert 'name="way"' not in other.text


@pytest.mark.parametrize("game", BOOKS)
def test_the_narrator_page_says_who_reads(server: Server, game: str) -> None:
    page = httpx.get(f"{server.url}/narrator", params={"game": game}, timeout=60).text
    assert BOOKS[game].script_reader
    assert BOOKS[game].script_reader in page
    assert ("asks who Captain America is" in page) == (game == "winter-soldier")


def test_the_narrator_form_offers_relevant_modules_and_preserves_conflicts(server: Server) -> None:
    def look(**given: str | list[str]) -> str:
        return httpx.get(f"{server.url}/narrator", params=given, timeout=60).text

    page = look(game="resistance", players="7")
    assert 'id="module-hunter"' in page
    assert 'id="module-plot-thickens"' not in page
    assert 'id="option-hidden-reverser"' not in page
    assert 'id="option-hidden-reverser"' in look(game="resistance", players="7", module="reverser")
    page = look(game="resistance", players="7", module="pretender")  # it requires the Deep Agent
    assert 'role="alert"' in page
    assert re.search(r'id="module-pretender"[^>]* checked', page)
    assert SPOKEN not in page
    for nonsense in ({"game": "chess"}, {"players": "x"}, {"players": "99"}, {"module": "<b>"}, {"option.x": "y"}):
        assert (
            "<b>"
            not in httpx.get(f"{server.url}/narrator", params=nonsense, timeout=60)
            .raise_for_status()
            .text.split("<h1>")[0]
        )


def test_a_tables_narrator_has_no_form(server: Server) -> None:
    ola = Person(server, "Ola").open()
    ola.post(ola.path, do="set-up", game="winter-soldier", players="7", module=["black-widow"])
    watching = httpx.get(f"{server.url}{ola.path}/narrator", timeout=60)
    assert lines(watching) == [line.text for line in reveal_script(Ruleset.of("winter-soldier", 7, ("black-widow",)))]
    assert "chooser" not in watching.text
    ola.start()
    assert lines(httpx.get(f"{server.url}{ola.path}/narrator", timeout=60)) == lines(watching)


def test_only_script_lines_can_be_spoken(server: Server) -> None:
    def ask(**given: str) -> int:
        params = {"game": "resistance", "players": "5", "line": "0", "language": "en", **given}
        return httpx.get(f"{server.url}/narrator/line.wav", params=params, timeout=60).status_code

    for given in (
        {"line": "4"},
        {"line": "-1"},
        {"line": "x"},
        {"line": "9" * 50},
        {"language": "../en"},
        {"game": "x"},
    ):
        assert ask(**given) == 404


@pytest.mark.skipif(
    shutil.which(PROGRAM) is None, reason="espeak-ng is not installed; a program in its place is tested"
)
def test_lines_are_spoken_in_both_languages(server: Server) -> None:
    for language in ("en", "pl"):
        page = httpx.get(
            f"{server.url}/narrator", params={"players": "6"}, headers={"Accept-Language": language}, timeout=60
        )
        sounds = [html.unescape(address) for address in re.findall(r'data-audio="([^"]+)"', page.text)]
        assert len(sounds) == len(lines(page)) == 4
        for address in sounds:
            answer = httpx.get(server.url + address, timeout=60)
            assert answer.headers["content-type"] == "audio/wav"
            assert "immutable" in answer.headers["cache-control"]
            heard = server.data / "heard.wav"
            heard.write_bytes(answer.content)
            with wave.open(str(heard)) as sound:
                assert 0.5 < sound.getnframes() / sound.getframerate() < 12


def test_extra_query_parameters_do_not_change_the_spoken_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, ANSWERS).replace(tmp_path / PROGRAM)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with serving(tmp_path / "data") as speaking:
        address = f"{speaking.url}/narrator/line.wav?game=resistance&players=5&line=1&text=Boo&says=Boo"
        for language in ("en", "pl"):
            answer = httpx.get(f"{address}&language={language}", timeout=60)
            assert answer.text == translator(language)("Spies, open your eyes and find one another.")
            assert answer.headers["cache-control"] == "no-cache"
        assert len(list((speaking.data / "voice").iterdir())) == 2


def program(folder: Path, text: str) -> Path:
    path = folder / "program"
    path.write_text(text)
    path.chmod(0o755)
    return path


def test_a_line_is_synthesized_once(tmp_path: Path) -> None:
    voice = Voice(tmp_path / "voice", str(program(tmp_path, ANSWERS)))
    assert voice.is_there

    async def both() -> list[Path]:
        return list(await asyncio.gather(*(voice.say("Wszyscy zamykamy oczy.", "pl") for _ in range(5))))

    found = asyncio.run(both())
    assert len(set(found)) == 1
    assert found[0].read_text() == "Wszyscy zamykamy oczy."
    assert (tmp_path / "program.log").read_text().count("said") == 1
    assert asyncio.run(voice.say("Wszyscy zamykamy oczy.", "en")) != found[0]


def test_without_a_speech_program_nothing_is_spoken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert not Voice(tmp_path / "voice").is_there
    for voice in (Voice(tmp_path / "voice"), Voice(tmp_path / "voice", str(tmp_path / "missing"))):
        with pytest.raises(NoVoice):
            asyncio.run(voice.say("Hello.", "en"))


def test_a_failing_or_hanging_speech_program_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(voices, "LONGEST", 0.3)
    for text in ("#!/bin/sh\nexit 1\n", ANSWERS + "exit 1\n", "#!/bin/sh\nexec /bin/sleep 60\n"):
        voice = Voice(tmp_path / "voice", str(program(tmp_path, text)))
        with pytest.raises(NoVoice):
            asyncio.run(voice.say("Hello.", "en"))
        assert list((tmp_path / "voice").iterdir()) == []


def test_the_addresss_language_has_priority_and_switching_keeps_the_setup(server: Server) -> None:
    polish = httpx.get(
        f"{server.url}/narrator?game=hail-hydra&players=6&lang=pl", headers={"Accept-Language": "en"}, timeout=60
    )
    assert lines(polish) == [translator("pl")(line.text) for line in reveal_script(Ruleset.of("hail-hydra", 6))]
    assert '<html lang="pl"' in polish.text
    assert 'name="back" value="/narrator?game=hail-hydra&amp;players=6"' in polish.text
