"""A seat's card, the log and the terminal name whom the seat saw at the reveal, never claiming that these are all."""

import pytest

from tests.support.games.hostile_intent import TABLES, table
from tests.support.games.winter_soldier import ruleset as winter_soldier
from turncoat.games.resistance.board import Board
from turncoat.kernel.chapters import Deal
from turncoat.kernel.game import Game
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.web.board.public_part import log_lines
from turncoat.web.board.role_card import role_card
from turncoat.web.games import presenter_of

NAMES = ("Ania", "Bartek", "Cleo", "Dmitri", "Ewa", "Farouk", "Hugo", "Iga", "Jan", "Kai")
NOTHING = {"en": "You know nothing about the others.", "pl": "O innych wiesz tyle, co wszyscy."}
SEEN = {"en": "Spies seen at the reveal: {}.", "pl": "Agenci widziani podczas Ujawnienia: {}."}
AND = {"en": "and", "pl": "i"}

PLAIN = Game[Board](Ruleset.of("resistance", 7), Deal(("resistance",) * 4 + ("spy",) * 3, 0))
BLIND = Game[Board](Ruleset.of("resistance", 7, ["blind-spies"]), PLAIN.deal)
HIDDEN = Game[Board](
    Ruleset.of("resistance", 7, ["reverser"], {"hidden-reverser": True}),
    Deal(("resistance",) * 3 + ("resistance-reverser", "spy", "spy", "spy-reverser"), 0),
)
SEEN_REVERSER = Game[Board](Ruleset.of("resistance", 7, ["reverser"]), HIDDEN.deal)
DEEP = table(7, "deep-agent", instead={6: "deep-agent"})
TWO = table(7, "deep-agent", "pretender", instead={3: "pretender", 6: "deep-agent"})
HIDDEN_AMONG_HUNTERS = table(
    7, "reverser", instead={6: "spy-reverser"}, options={"hidden-reverser": True, "reversers": "spy"}
)


def knows(game: Game[Board], seat: Seat, language: str = "en") -> tuple[str, ...]:
    """Return the lines of knowledge on the seat's own card."""
    teller = Teller(game.ruleset, NAMES, translator(language))
    return role_card(game.view(seat), presenter_of(game.ruleset.game), teller).knows


@pytest.mark.clause("RES-REVEAL-1", "REV-HIDDEN-1", "HUN-PRETENDER-1", "HUN-DEEP-1", "BLD-1")
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize(
    ("game", "saw"),
    [
        (PLAIN, {4: (4, 5, 6), 5: (4, 5, 6), 6: (4, 5, 6)}),
        (BLIND, {}),
        (SEEN_REVERSER, {4: (4, 5, 6), 5: (4, 5, 6), 6: (4, 5, 6)}),
        (HIDDEN, {4: (4, 5), 5: (4, 5)}),
        (DEEP, {4: (4, 5, 6), 5: (4, 5, 6)}),
        (TWO, {4: (4, 5), 5: (4, 5)}),
        (HIDDEN_AMONG_HUNTERS, {4: (4, 5), 5: (4, 5)}),
    ],
    ids=["plain", "blind", "reverser", "hidden", "deep", "pretender", "hidden-among-hunters"],
)
def test_a_spys_card_names_the_spies_seen_at_the_reveal(
    game: Game[Board], saw: dict[Seat, tuple[Seat, ...]], language: str
) -> None:
    for seat in range(7):
        lines = knows(game, seat, language)
        if seat not in saw:
            assert lines == (NOTHING[language],)
            continue
        *others, last = (NAMES[k] for k in saw[seat])
        assert lines[0] == SEEN[language].format(f"{', '.join(others)} {AND[language]} {last}")
        teller = Teller(game.ruleset, NAMES, translator(language))
        assert lines[0] in [line.text for line in log_lines(game.view(seat), teller)]
        assert not any("The spies are" in line or line.startswith("Agenci:") for line in lines)
    public = " ".join(line.text for line in log_lines(game.view(SPECTATOR), Teller(game.ruleset, NAMES)))
    assert "seen at the reveal" not in public


def test_a_pretender_is_named_as_one_of_two() -> None:
    assert knows(TWO, 4)[1:] == (
        "Spy Chief: Ewa.",
        "One is the Deep Agent, the other the Pretender: Dmitri and Hugo.",
    )
    assert knows(DEEP, 4)[1:] == ("Spy Chief: Ewa.", "The Deep Agent is Hugo, who does not know you.")


@pytest.mark.clause("REV-HIDDEN-1", "HUN-PRETENDER-1")
@pytest.mark.parametrize("language", ["en", "pl"])
@pytest.mark.parametrize(("game", "one", "other", "lookers"), [(HIDDEN, 3, 6, (4, 5)), (TWO, 3, 6, (4, 5))])
def test_the_wording_does_not_reveal_an_unseen_spy(
    game: Game[Board], one: Seat, other: Seat, lookers: tuple[Seat, ...], language: str
) -> None:
    """Swapping an unseen spy with a resistance member leaves the text of every looker unchanged."""
    roles = list(game.deal.roles)
    roles[one], roles[other] = roles[other], roles[one]
    swapped = Game[Board](game.ruleset, Deal(tuple(roles), 0))
    for seat in {*range(7)} - {one, other}:
        assert knows(game, seat, language) == knows(swapped, seat, language)
    assert all(knows(game, seat) != (NOTHING["en"],) for seat in lookers)


@pytest.mark.clause("WIN-REVEAL-1", "WIN-REVEAL-2", "WIN-HILL-1", "WIN-ZEMO-1", "WIN-ZOLA-1")
@pytest.mark.parametrize(
    ("language", "eyes", "thumbs"),
    [
        ("en", "Eyes opened with HYDRA: Cleo, Ewa, Farouk and Kai.", "Thumbs up for HYDRA: Ewa, Hugo and Kai."),
        (
            "pl",
            "Oczy otwarte razem z HYDRĄ: Cleo, Ewa, Farouk i Kai.",
            "Kciuki uniesione przy HYDRZE: Ewa, Hugo i Kai.",
        ),
    ],
)
def test_nobody_in_winter_soldier_learns_all_of_hydra(language: str, eyes: str, thumbs: str) -> None:
    rules = winter_soldier(10, "maria-hill", "arnim-zola", "baron-zemo")
    roles = ["shield-agent"] * 10
    for seat, role in enumerate(
        (
            "captain-america",
            "nick-fury",
            "maria-hill",
            "",
            "winter-soldier",
            "arnim-zola",
            "baron-zemo",
            "",
            "",
            "hydra-agent",
        )
    ):
        roles[seat] = role or "shield-agent"
    game: Game[Board] = Game(rules, Deal(tuple(roles), 0))
    for seat, role in enumerate(roles):
        lines = {"nick-fury": (thumbs,)}.get(role, (eyes,) if seat in (2, 4, 5, 9) else (NOTHING[language],))
        assert knows(game, seat, language) == lines, "Captain America is known to everybody"


def test_spies_see_spies_at_hunter_tables_of_every_size() -> None:
    for players, roles in TABLES.items():
        for seat, role in enumerate(roles):
            assert knows(table(players), seat)[0].startswith("Spies seen") == role.startswith("spy")
