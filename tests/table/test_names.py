"""Names are cleaned, and look-alikes told apart."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turncoat.kernel.refusals import Refused
from turncoat.table.values.names import LONGEST, check_free, clean_name, cleaned, is_seen


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
def test_a_text_that_is_no_name_is_refused(text: str, code: str) -> None:
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
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    with pytest.raises(Refused, match="name-taken"):
        check_free(other, ["Jan", one])


@pytest.mark.parametrize(("one", "other"), [("Ola", "Olaf"), ("Jan", "Jana"), ("👩", "🚀"), ("Ян", "Ola")])
def test_other_names_are_free(one: str, other: str) -> None:
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
def test_people_of_every_alphabet_sit_at_one_table(names: str) -> None:
    together = names.split()
    for number, name in enumerate(together):
        check_free(clean_name(name), together[:number])


@given(st.text(max_size=40))
def test_a_clean_name_is_short_and_stays_as_it_is(text: str) -> None:
    try:
        name = clean_name(text)
    except Refused:
        return
    assert 0 < len(name) <= LONGEST
    assert name.isprintable() or "\u200d" in name
    assert clean_name(name) == name


RESERVED = ["Narrator", "TABLE", "The Tab1e", "stół", "G r a"]
DISGUISED = ["𝐇𝐨𝐬𝐭", "𝐓𝐮𝐫𝐧𝐜𝐨𝐚𝐭", "ᴛᴜʀɴᴄᴏᴀᴛ", "Ηοѕt", "Ⓗⓞⓢⓣ", "🅷🅾🆂🆃", "🇭🇴🇸🇹", "ʜᴏsᴛ", "𝔖𝔢𝔯𝔳𝔢𝔯", "Тurnсоаt", "Turncoát"]


@pytest.mark.parametrize("name", [*RESERVED, *DISGUISED])
def test_nobody_is_called_like_the_game_itself(name: str) -> None:
    with pytest.raises(Refused, match="name-reserved"):
        check_free(name, [])


@pytest.mark.parametrize("name", ["Game: Ola", "Ola: “hi”", "«Ola»", "Ola：hi"])
def test_no_name_could_seem_to_begin_a_message(name: str) -> None:
    with pytest.raises(Refused, match="name-sets-speech"):
        check_free(name, [])


@pytest.mark.parametrize("name", ["Nara", "Tablet", "Grażyna", "Mission 1", "<b>", "מִרְיָם"])
def test_other_odd_names_are_names(name: str) -> None:
    check_free(name, [])


@pytest.mark.parametrize("sign", ["\u3164", "\u115f", "\u1160", "\u2800", "\uffa0", "\ufffc"])
def test_a_sign_that_nobody_sees_is_in_no_name_and_alone_is_no_message(sign: str) -> None:
    for name in (sign, f"Ola{sign}", f"O{sign}la"):
        with pytest.raises(Refused, match="name-invisible"):
            check_free(clean_name(name), ())
    assert clean_name(sign) == sign  # tables of earlier versions have such names, and still load
    assert not is_seen(sign * 3)
    assert is_seen(f"{sign}Hi")


@pytest.mark.parametrize("between", ["", "\u200d", "\u200c", "\u202e", "\ue000", "\u0378"])
def test_accents_do_not_pile_up_whatever_is_put_between_them(between: str) -> None:
    name = cleaned("O" + between.join(["\u0316\u0301\u0302"] * 5) + "la")
    assert sum(map(unicodedata.combining, name)) > 0
    assert len([sign for sign in name if unicodedata.combining(sign)]) <= 2
    assert cleaned(name) == name
