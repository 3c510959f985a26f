"""Translation: plurals, contexts, nested messages, and the pseudo-language."""

import re

import pytest

import turncoat.table.handlers.seats  # noqa: F401  # describes the refusal
from turncoat.games.hail_hydra import BOOK
from turncoat.kernel.chapters import Deal, DealError, RulesetError
from turncoat.kernel.game import Game
from turncoat.kernel.options import Form, YesNo
from turncoat.kernel.refusals import REFUSALS, Refusal
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.words import N_, P_, listed
from turncoat.locales import codes, translations, translator
from turncoat.locales.pseudo import CLOSE, OPEN, pseudo
from turncoat.telling import Teller, filled
from turncoat.web.board.telling import say_refusal

POLISH = translator("pl")
TELLER = Teller(Ruleset.of("resistance", 5), ["Ola", "Jan", "Ewa", "Kai", "Mia"], POLISH)
DRAWS = N_("{seat:seat} draws {count} card.", "{seat:seat} draws {count} cards.")


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, "0 kart"), (1, "1 kartę"), (2, "2 karty"), (5, "5 kart"), (12, "12 kart"), (22, "22 karty"), (25, "25 kart")],
)
def test_polish_has_three_plural_forms(count: int, said: str) -> None:
    assert TELLER.fill(DRAWS, seat=1, count=count) == f"Jan dobiera {said}."


def test_a_seat_does_not_decide_the_plural() -> None:
    assert TELLER.fill(DRAWS, seat=3, count=1) == "Kai dobiera 1 kartę."
    assert Teller(Ruleset.of("resistance", 5), ["Ola"] * 5).fill(DRAWS, seat=3, count=1) == "Ola draws 1 card."


def test_texts_outside_a_game_are_translated() -> None:
    players = N_("{count} player", "{count} players")
    assert [filled(POLISH, players, count=count) for count in (1, 3, 7)] == ["1 gracz", "3 graczy", "7 graczy"]
    assert filled(str, players, count=1) == "1 player"


def test_lists_of_names_follow_the_language() -> None:
    assert TELLER.seats(0b10011) == "Ola, Jan i Mia"
    assert POLISH(listed([N_("Success"), N_("Fail")])) == "Sukces i Porażka"


def test_translations_distinguish_a_side_from_a_person() -> None:
    assert (TELLER.word("resistance"), TELLER.role("resistance")) == ("Bojownicy", "Bojownik")
    assert POLISH(P_("one person", "Resistance")) == "Bojownik"


def test_a_composed_text_is_translated_completely() -> None:
    label = POLISH(BOOK.words["hulk"])
    assert label.startswith("Hulk (przed rozpoczęciem ataków): Zadaj złoczyńcy 4 obrażenia.")


@pytest.mark.parametrize(
    ("low", "high", "english", "polish"),
    [(1, 2, "Choose between 1 and 2.", "Wybierz od 1 do 2."), (3, 3, "Choose exactly 3.", "Wybierz dokładnie 3.")],
)
def test_a_range_of_one_number_is_a_single_number(low: int, high: int, english: str, polish: str) -> None:
    refusal = Refusal("wrong-count", (("low", low), ("high", high)))
    assert (say_refusal(refusal, str), Teller(Ruleset.of("resistance", 5), []).refusal(refusal)) == (english, english)
    assert (say_refusal(refusal, POLISH), TELLER.refusal(refusal)) == (polish, polish)


def test_reasons_against_a_ruleset_are_in_polish() -> None:
    with pytest.raises(RulesetError) as refused:
        Ruleset.of("resistance", 8, ["hunter", "blame"])
    assert str(refused.value) == "blame needs deep-agent: add deep-agent or leave blame out"
    refusal = Refusal("ruleset", (("why", refused.value.message),))
    assert "ruleset" in REFUSALS
    assert say_refusal(refusal, POLISH) == (
        "Tak nie da się zagrać: Obwinienie wymaga modułu Ukryty Agent: dodaj Ukryty Agent albo pomiń Obwinienie."
    )


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (Refusal("unknown-seat", (("last", 4),)), "miejsca to liczby całkowite od 0 do 4."),
        (Refusal("not-a-choice"), "Wybór wskazuje otwarte pytanie jego numerem albo ofertę jej nazwą"),
        (Refusal("not-yet-asked"), "To pytanie jeszcze nie padło"),
        (Refusal("wrong-count", (("low", 3), ("high", 3))), "Wybierz dokładnie 3."),
        (Form((("one", YesNo()), ("two", YesNo()))).refusal("x"), "z jedną odpowiedzią na każdą z części: one i two"),
    ],
)
def test_a_programs_faults_are_in_polish(refusal: Refusal, said: str) -> None:
    assert said in TELLER.refusal(refusal)
    assert said in say_refusal(refusal, POLISH)


def test_reasons_against_a_deal_are_in_polish() -> None:
    with pytest.raises(DealError) as caught:
        Game(Ruleset.of("resistance", 5), Deal(("spy",) * 5, 0, {"plots": ()}))
    assert POLISH(caught.value.message) == "w tym zestawie zasad nie ma talii 'plots'; znane: brak"


def test_empty_and_unknown_texts_stay_unchanged() -> None:
    assert POLISH("") == ""  # gettext would return the header of the catalogue
    assert POLISH("No translator has seen this.") == "No translator has seen this."


def test_english_and_unknown_languages_need_no_catalogue() -> None:
    assert codes()[:2] == ("en", "pl")
    assert translator("en")("Success") == translator("../../x")("Success") == "Success"
    assert type(translations("pl")).__name__ == "GNUTranslations"


@pytest.mark.parametrize("text", ["OK", "{count} players", 'Read <a href="/rules">the rules</a>, %(name)s.', "A" * 300])
def test_the_pseudo_language_lengthens_texts_and_keeps_markup(text: str) -> None:
    said = pseudo(text)
    assert said.startswith(OPEN)
    assert said.endswith(CLOSE)
    kept = re.findall(r"\{\w+\}|%\(\w+\)s|<[^>]+>", text)
    assert all(part in said for part in kept)
    letters, longer = (len(re.sub(r"\{\w+\}|%\(\w+\)s|<[^>]+>", "", one)) for one in (text, said))
    assert 1.4 * letters <= longer <= 1.4 * letters + 3
