"""Names are cleaned, and look-alikes are refused."""

import sys
import unicodedata

import pytest
import unicodedata2
from hypothesis import given
from hypothesis import strategies as st

from turncoat.kernel.refusals import Refused
from turncoat.table.values import names, typed_text
from turncoat.table.values.names import LONGEST, check_free, clean_name
from turncoat.table.values.typed_text import INVISIBLE, cleaned


@pytest.fixture(params=[unicodedata, unicodedata2], ids=lambda tables: str(tables.unidata_version), autouse=True)
def tables(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unicode data of this Python, and of a later version."""
    for module in (names, typed_text):
        monkeypatch.setattr(module, "unicodedata", request.param)


def test_the_unicode_tables_are_no_older_than_pythons() -> None:
    assert float(unicodedata2.unidata_version[:4]) >= float(unicodedata.unidata_version[:4])


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("  Ola  ", "Ola"),
        ("Ola\tM.\nK.", "Ola M. K."),
        ("\u202eOla\u202c\u200b", "Ola"),
        ("Zażółć gęślą", "Zażółć gęślą"),
        ("e\u0301", "é"),
        ("x" + "\u0335" * 50, "x\u0335\u0335"),
        ("👩\u200d🚀", "👩\u200d🚀"),
    ],
)
def test_a_name_is_cleaned(text: str, name: str) -> None:
    assert clean_name(text) == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \t\u200b\u202e", "empty"),
        ("\u0301", "empty"),
        ("x" * 25, "too-long"),
        ("x" * 10**6, "too-long"),
    ],
)
def test_an_invalid_name_is_refused(text: str, code: str) -> None:
    with pytest.raises(Refused, match=f"name-{code}"):
        clean_name(text)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ola", "OLA"),
        ("Ola", "0la"),
        ("Ola", "О1а"),
        ("Ola", "Ó l-a"),
        ("Ill", "lII"),
        ("👩", "👩"),
        ("Łukasz", "lukasz"),
        ("Łucja", "Lucja"),
        ("Zoe", "𝐙𝐨𝐞"),
        ("Zoe", "𝓩𝓸𝓮"),
        ("Zoe", "Ｚｏｅ"),
        ("Zoe", "🆉🅾🅴"),
        ("Zoe", "Ζοе"),
        ("ANNA", "ΑΝΝΑ"),
        ("Вова", "BOBA"),
        ("Вова", "вова"),
        ("Bernard", "Bemard"),
        ("Żaneta", "Zaneta"),
        ("Νίνα", "Nina"),
        ("ロ", "口"),
    ],
)
def test_names_that_look_alike_are_equal(one: str, other: str) -> None:
    with pytest.raises(Refused, match="name-taken"):
        check_free(other, ["Jan", one])


@pytest.mark.parametrize(("one", "other"), [("Ola", "Olaf"), ("Jan", "Jana"), ("👩", "🚀"), ("Ян", "Ola")])
def test_names_that_differ_are_free(one: str, other: str) -> None:
    check_free(other, [one])


NAMES = {
    "Polish": "Ola Ala Ela Iza Iga Ula Ewa Jan Jaś Łucja Lucyna Łukasz Marek Maria Zoe Zosia Żaneta Róża Staś Mila",
    "Cyrillic": "Анна Инна Вера Виктор Иван Илья Лев Лена Лиза Люба Маша Миша Нина Оля Паша Рома Саша Соня Юля",
    "Greek": "Νίκος Γιώργος Μαρία Ελένη Κώστας Δημήτρης Σοφία Γιάννης Βασίλης Ηλίας Εύα Ζωή Νίκη Στέλλα Χρήστος",
    "Chinese, Japanese and Korean": "王小明 李小明 张伟 王伟 はなこ ばなこ タロウ 太郎 一郎 二郎 김민수 김민서",
    "Hindi": "राम रमा सीता गीता मीरा",
    "Hebrew and Arabic": "מרים דוד שרה محمد فاطمة علي",
}


@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES)
def test_names_of_every_alphabet_are_accepted(names: str) -> None:
    together = names.split()
    for number, name in enumerate(together):
        check_free(clean_name(name), together[:number])


@given(st.text(max_size=40))
def test_cleaning_a_name_is_idempotent(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused:
        return
    assert 0 < len(name) <= LONGEST
    assert not any(first <= ord(sign) <= last for sign in name for first, last in INVISIBLE)
    assert clean_name(name) == name


RESERVED = ["Narrator", "TABLE", "The Tab1e", "stół", "G r a"]
DISGUISED = ["𝐇𝐨𝐬𝐭", "𝐓𝐮𝐫𝐧𝐜𝐨𝐚𝐭", "ᴛᴜʀɴᴄᴏᴀᴛ", "Ηοѕt", "Ⓗⓞⓢⓣ", "🅷🅾🆂🆃", "🇭🇴🇸🇹", "ʜᴏsᴛ", "𝔖𝔢𝔯𝔳𝔢𝔯", "Тurnсоаt", "Turncoát"]


@pytest.mark.parametrize("name", [*RESERVED, *DISGUISED])
def test_nobody_can_take_the_games_name(name: str) -> None:
    with pytest.raises(Refused, match="name-reserved"):
        check_free(name, [])


@pytest.mark.parametrize("name", ["Game: Ola", "Ola: “hi”", "«Ola»", "Ola：hi"])
def test_no_name_looks_like_the_start_of_a_message(name: str) -> None:
    with pytest.raises(Refused, match="name-sets-speech"):
        check_free(name, [])


@pytest.mark.parametrize("name", ["Nara", "Tablet", "Grażyna", "Mission 1", "<b>", "מִרְיָם"])
def test_unusual_but_harmless_names_are_accepted(name: str) -> None:
    check_free(name, [])


BLANKS = ["\u3164", "\u115f", "\u1160", "\u2800", "\uffa0", "\U0001d159", "\U00013441", "\U00013442", "\u3000"]


@pytest.mark.parametrize("sign", BLANKS)
def test_a_blank_character_counts_as_a_space(sign: str) -> None:
    assert cleaned(sign * 3) == ""
    assert cleaned(f"{sign}Ola{sign}") == "Ola"
    assert cleaned(f"Ola{sign}M.") == "Ola M."


def test_invisible_characters_are_removed() -> None:
    for first, last in INVISIBLE:
        for sign in (*map(chr, range(first, min(last, first + 0x2000))), chr(last)):
            assert cleaned(f"{sign}O{sign}{sign}la{sign}") == "Ola"
            assert cleaned(sign * 3) == ""


def test_every_invisible_character_of_unicode_is_known() -> None:
    """Format controls of later versions that are not visible, and the ranges reserved for more."""
    visible = "\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd"
    for sign in map(chr, range(sys.maxunicode + 1)):
        if unicodedata2.category(sign) in ("Cf", "Cc", "Zs", "Zl", "Zp") and sign not in visible:
            assert cleaned(f"a{sign}") == "a"
    for first, last in ((0x2065, 0x2065), (0xFFF0, 0xFFFC), (0x13430, 0x1345F), (0xE0000, 0xE00FF), (0xE01F0, 0xE0FFF)):
        assert {cleaned(f"{chr(code)}a") for code in range(first, last + 1)} == {"a"}


@pytest.mark.parametrize(
    "text", ["\U0001fa77", "\U0001fae9 hi", "\U0001f6d8", "می\u200cخواهم", "❤\ufe0f\u200d🔥", "नमस्\u200dते"]
)
def test_characters_of_later_unicode_versions_and_joiners_are_kept(text: str) -> None:
    """A pink heart, a face with bags under its eyes, a landslide, and Persian and Hindi."""
    assert cleaned(text) == text


@pytest.mark.parametrize(
    ("text", "shown"),
    [("\u200dOla\u200c", "Ola"), ("a \u200d b", "a b"), ("a\u200d\u200d\u200cb", "a\u200db"), ("\u200d\ufe0f", "")],
)
def test_joiners_are_kept_only_between_characters(text: str, shown: str) -> None:
    assert cleaned(text) == shown


def test_cleaning_any_character_is_idempotent() -> None:
    for sign in map(chr, range(0x20000)):
        once = cleaned(f"a{sign}b")
        assert cleaned(once) == once


TWINS = [
    "\u200d",
    "\u200c",
    "\ufe0f",
    "\U000e0101",
    "\u180b",
    *BLANKS,
    *(sign for sign in "\u200b\u2060\u00ad\ufff5\U0001345f"),
]


@pytest.mark.parametrize("sign", TWINS)
@pytest.mark.parametrize("name", ["Ola", "👩🚀", "\U0001fa77\U0001fa77", "علی"])
def test_invisible_characters_make_no_new_name(name: str, sign: str) -> None:
    for twin in (f"{name[0]}{sign}{name[1:]}", f"{name}{sign}", f"{sign}{name}"):
        with pytest.raises(Refused, match="name-taken"):
            check_free(clean_name(twin), [name])
    with pytest.raises(Refused, match="name-reserved"):
        check_free(clean_name(f"Ga{sign}me"), [])


@pytest.mark.parametrize("name", ["\U0001cce4\U0001cce1\U0001ccd6", "\U0001cce4la"])
def test_letters_of_later_unicode_versions_are_compared_by_appearance(name: str) -> None:
    """Outlined capitals are letters since Unicode 16."""
    with pytest.raises(Refused, match="name-taken"):
        check_free(clean_name(name), ["Ola"])


@pytest.mark.parametrize("between", ["", "\u200d", "\u200c", "\u202e", "\ue000", "\u1ad5"])
def test_stacked_accents_are_limited(between: str) -> None:
    name = cleaned("O" + between.join(["\u0316\u0301\u0302"] * 5) + "la")
    assert sum(map(unicodedata.combining, name)) > 0
    assert len([sign for sign in name if unicodedata.combining(sign)]) <= 2
    assert cleaned(name) == name
