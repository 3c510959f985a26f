"""Intents of chat messages in English and Polish."""

from time import perf_counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from turncoat.bots.intents import Intent, IntentKind, intent_of
from turncoat.bots.typed_names import COMMON, forms_of, mentions, tokens_of
from turncoat.kernel.seats import Seat

NAMES = ("Ola", "Aspen", "Birch", "Jan", "Marek", "Will")
OLA, ASPEN, BIRCH, JAN, MAREK, WILL = range(6)
TRAITORS = ("hydr",)
Case = tuple[str, IntentKind, tuple[Seat, ...], tuple[Seat, ...]]

ENGLISH: list[Case] = [
    ("Aspen, why that vote?", "asked-vote", (ASPEN,), ()),
    ("Why did you vote no, Aspen?", "asked-vote", (ASPEN,), ()),
    ("aspen why did you reject that team", "asked-vote", (ASPEN,), ()),
    ("Why did Aspen vote against?", "asked-vote", (ASPEN,), ()),
    ("Explain your vote, Birch", "asked-vote", (BIRCH,), ()),
    ("Aspen, why that team?", "asked-team", (ASPEN,), ()),
    ("Why did you pick Birch, Aspen?", "asked-team", (ASPEN,), (BIRCH,)),
    ("Why did you pick Birch?", "asked-team", (), (BIRCH,)),
    ("why that team?", "asked-team", (), ()),
    ("Birch, who do you suspect?", "asked-suspects", (BIRCH,), ()),
    ("who do you suspect?", "asked-suspects", (), ()),
    ("Whom do you trust, Aspen?", "asked-trusts", (ASPEN,), ()),
    ("Aspen, who would you take?", "asked-trusts", (ASPEN,), ()),
    ("who is the spy?", "asked-suspects", (), ()),
    ("Who is HYDRA?", "asked-suspects", (), ()),
    ("What do you think, Aspen?", "asked-suspects", (ASPEN,), ()),
    ("What do you think of Birch, Aspen?", "asked-opinion", (ASPEN,), (BIRCH,)),
    ("Aspen, do you trust Birch?", "asked-opinion", (ASPEN,), (BIRCH,)),
    ("do you trust birch?", "asked-opinion", (), (BIRCH,)),
    ("Aspen do you trust me?", "asked-opinion", (ASPEN,), (OLA,)),
    ("Is Birch a spy?", "asked-opinion", (), (BIRCH,)),
    ("Do you suspect anybody, Aspen?", "asked-suspects", (ASPEN,), ()),
    ("Are you a spy, Aspen?", "accused", (), (ASPEN,)),
    ("Aspen is a spy", "accused", (), (ASPEN,)),
    ("ASPEN IS A SPY", "accused", (), (ASPEN,)),
    ("Aspen is Hydra!", "accused", (), (ASPEN,)),
    ("Aspen, you are lying", "accused", (), (ASPEN,)),
    ("I suspect Birch", "accused", (), (BIRCH,)),
    ("I don't trust Birch.", "accused", (), (BIRCH,)),
    ("I trust Aspen", "defended", (), (ASPEN,)),
    ("Aspen is not a spy", "defended", (), (ASPEN,)),
    ("I think Birch is clean", "defended", (), (BIRCH,)),
    ("Aspen, Birch and Jan are spies", "accused", (), (ASPEN, BIRCH, JAN)),
    ("I am not a spy, Aspen", "asked-opinion", (ASPEN,), (OLA,)),
    ("Why do you suspect me, Aspen?", "asked-why", (ASPEN,), (OLA,)),
    ("Why?", "asked-why", (), ()),
    ("Hello everybody", "greeting", (), ()),
    ("Hi Aspen", "greeting", (ASPEN,), ()),
    ("Thanks, Birch", "thanks", (BIRCH,), ()),
    ("ty Birch", "thanks", (BIRCH,), ()),
    ("Aspen?", "unknown", (ASPEN,), ()),
    ("Aspen, what's the weather?", "unknown", (ASPEN,), ()),
    ("i will vote no", "unknown", (), ()),
    ("asdf qwer", "unknown", (), ()),
]
POLISH: list[Case] = [
    ("Aspen, skąd taki głos?", "asked-vote", (ASPEN,), ()),
    ("aspen skad taki glos", "asked-vote", (ASPEN,), ()),
    ("Dlaczego zagłosowałaś przeciw, Birch?", "asked-vote", (BIRCH,), ()),
    ("Czemu odrzuciłeś tę drużynę, Janie?", "asked-vote", (JAN,), ()),
    ("Aspen, dlaczego taki skład?", "asked-team", (ASPEN,), ()),
    ("Czemu wybrałeś Olę?", "asked-team", (), (OLA,)),
    ("Kogo podejrzewasz?", "asked-suspects", (), ()),
    ("Birch, komu ufasz?", "asked-trusts", (BIRCH,), ()),
    ("Aspen, kogo byś wziął na misję?", "asked-trusts", (ASPEN,), ()),
    ("Kto jest szpiegiem?", "asked-suspects", (), ()),
    ("kto jest zdrajca", "asked-suspects", (), ()),
    ("Aspen, co sądzisz o Oli?", "asked-opinion", (ASPEN,), (OLA,)),
    ("Co myślisz o Marku?", "asked-opinion", (), (MAREK,)),
    ("Ufasz Oli?", "asked-opinion", (), (OLA,)),
    ("Birch, czy ufasz Janowi?", "asked-opinion", (BIRCH,), (JAN,)),
    ("czy ola to szpieg", "asked-opinion", (), (OLA,)),
    ("Masz jakieś zdanie o Oli, Birch?", "asked-opinion", (BIRCH,), (OLA,)),
    ("Aspen, ufasz mi?", "asked-opinion", (ASPEN,), (OLA,)),
    ("Jesteś szpiegiem, Aspen?", "accused", (), (ASPEN,)),
    ("Aspen to szpieg", "accused", (), (ASPEN,)),
    ("Ola kłamie", "accused", (), (OLA,)),
    ("Podejrzewam Olę", "accused", (), (OLA,)),
    ("podejrzewam ole i marka", "accused", (), (OLA, MAREK)),
    ("Nie ufam Markowi", "accused", (), (MAREK,)),
    ("Aspenowi nie ufam", "accused", (), (ASPEN,)),
    ("Ufam Birch", "defended", (), (BIRCH,)),
    ("Ola nie jest szpiegiem", "defended", (), (OLA,)),
    ("Aspen jest czysty", "defended", (), (ASPEN,)),
    ("nie jestem zdrajcą, Aspen", "asked-opinion", (ASPEN,), (OLA,)),
    ("Dlaczego mnie podejrzewasz?", "asked-why", (), (OLA,)),
    ("Cześć wszystkim", "greeting", (), ()),
    ("Hej Aspen", "greeting", (ASPEN,), ()),
    ("Dzięki, Birch", "thanks", (BIRCH,), ()),
    ("Aspen, co ty na to?", "asked-suspects", (ASPEN,), ()),
    ("Co na to Birch?", "asked-opinion", (), (BIRCH,)),
    ("Ty, Aspen, jaka pogoda?", "unknown", (ASPEN,), ()),
    ("Aspen, jaka pogoda?", "unknown", (ASPEN,), ()),
]


@pytest.mark.parametrize("case", ENGLISH + POLISH, ids=lambda case: case[0])
def test_typed_messages_are_understood(case: Case) -> None:
    text, kind, to, about = case
    found = intent_of(text, NAMES, TRAITORS, OLA)
    assert (found.kind, found.to, found.about) == (kind, to, about)


def test_accents_and_capitals_make_no_difference() -> None:
    plain = str.maketrans("ąćęłńóśźż", "acelnoszz")
    alike = [
        intent_of(text, NAMES, TRAITORS, OLA) == intent_of(text.translate(plain), NAMES, TRAITORS, OLA)
        for text, *_ in POLISH
    ]
    assert all(alike)


@pytest.mark.parametrize(
    ("names", "text", "seats"),
    [
        (("Jan", "Jana"), "Jana", [1]),
        (("Jan", "Janek"), "ufam Jankowi", [1]),
        (("Jan", "Janek"), "ufam Janowi", [0]),
        (("Ola", "Ola M."), "ola m. i ola", [1, 0]),
        (("Ola K.", "Jan"), "nie ufam Oli", [0]),
        (("Ola K.", "Ola M."), "nie ufam Oli", []),
        (("Will", "Jan"), "I will vote no", []),
        (("Will", "Jan"), "I trust Will", [0]),
        (("Will", "Jan"), "Will, why?", [0]),
        (("A", "Jan"), "What a mess, a spy!", []),
        (("A", "Jan"), "A, why?", [0]),
        (("Al", "Jo"), "I trust Al but not jo", [0]),
        (("To", "Jan"), "to jest Jan", [1]),
        (("Paweł", "Kacper"), "Pawle, ufasz Kacprowi?", [0, 1]),
        (("Jerzy", "Marta"), "nie wierzę Jerzemu ani Marcie", [0, 1]),
        (("O'Neil", "Zoë"), "ONeil trusts Zoe's team", [0, 1]),
        (("🙂", "!!!"), "🙂 why?", []),
        (("Ala", "Jan"), "ale nie wiem", []),
        (("Ala", "Jan"), "nie ufam Ali", [0]),
    ],
)
def test_mentions_of_players_are_found(names: tuple[str, ...], text: str, seats: list[Seat]) -> None:
    assert [one.seat for one in mentions(tokens_of(text), names)] == seats


def test_no_form_of_a_bot_name_is_an_ordinary_word() -> None:
    from turncoat.table.state.table import BOT_NAMES

    assert [form for name in BOT_NAMES for form in forms_of(name.lower()) if form in COMMON] == []


ANY_NAMES = st.lists(st.text(min_size=1, max_size=24), min_size=1, max_size=12)


@given(st.text(max_size=500), ANY_NAMES)
def test_any_text_has_an_intent(text: str, names: list[str]) -> None:
    found = intent_of(text, names, TRAITORS, 0)
    assert isinstance(found, Intent)
    assert all(0 <= seat < len(names) for seat in (*found.to, *found.about))
    assert found == intent_of(text, names, TRAITORS, 0)


@given(st.lists(st.sampled_from([*NAMES, *sorted(COMMON), "why", "?", ",", "vote", "szpieg", "you", "@"]), max_size=60))
def test_any_known_words_have_an_intent(words: list[str]) -> None:
    intent_of(" ".join(words), NAMES, TRAITORS, 0)


@pytest.mark.parametrize("text", ["a" * 300, "a'" * 150, "? " * 150, "Ola " * 75, "dlaczego" * 37, "ą́" * 100])
def test_a_long_text_is_read_quickly(text: str) -> None:
    intent_of(text, NAMES)
    began = perf_counter()
    for _ in range(10):
        intent_of(text, NAMES)
    assert perf_counter() - began < 1.0
