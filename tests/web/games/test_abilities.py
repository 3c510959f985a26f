"""Role cards tell their holders their abilities, correctly for the modules in play. Plain roles have no such line."""

import re

import pytest

import turncoat.games  # noqa: F401 - registers the games
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.legality import playable_cards
from turncoat.games.winter_soldier.reveal import binding_roles
from turncoat.kernel.card_texts import abilities_of, goal_of
from turncoat.kernel.opening import role_cards, roles_of_side
from turncoat.kernel.rulebooks import BOOKS, rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.locales import translator
from turncoat.telling import Teller
from turncoat.testing.games import walk
from turncoat.testing.rulesets import rulesets

PLAIN = {"resistance", "spy", "shield-agent", "hydra-agent", "bucky-barnes", "shield", "knight", "minion"}
EVERY = rulesets(every=True)
WITH_MISSIONS = [one for one in EVERY if one.game != "hail-hydra"]


def said_of(ruleset: Ruleset, role: str) -> str:
    """Return the text of the role's card without its side's goal."""
    return " ".join(abilities_of(ruleset, role))


def title_of(ruleset: Ruleset, role: str) -> str:
    """Return the title of a role."""
    return Teller(ruleset, ()).role(role)


def test_every_role_except_plain_ones_states_its_abilities() -> None:
    for ruleset in EVERY:
        for role in set(role_cards(ruleset)):
            assert bool(said_of(ruleset, role)) == (role not in PLAIN), (ruleset, role)


def test_a_role_card_addresses_its_holder() -> None:
    for ruleset in EVERY:
        for role in set(role_cards(ruleset)) - PLAIN:
            said = said_of(ruleset, role)
            assert re.search(r"\b[Yy]ou(r|rs)?\b", said), (ruleset, role, said)
            if (title := title_of(ruleset, role)) != "HYDRA":
                assert title not in said, (ruleset, role, said)


def test_a_role_card_names_only_roles_in_play() -> None:
    for ruleset in EVERY:
        book = rulebook(ruleset.game)
        roles = {role: title_of(ruleset, role) for one in rulesets(ruleset.game) for role in role_cards(one)}
        absent = {title for role, title in roles.items() if role not in role_cards(ruleset)} - {"HYDRA", *PLAIN}
        absent -= {"Assassin"}  # whose work another character does where there is no such card
        for role in set(role_cards(ruleset)):
            said = [one for one in abilities_of(ruleset, role) if "is not in play" not in one]
            told = " ".join((*said, goal_of(ruleset, book.side_of(role))))
            assert [title for title in absent if title in told] == [], (ruleset, role, told)


@pytest.mark.clause("RES-MISSION-2", "HUN-MISSION-1", "REV-MISSION-1", "WIN-MISSION-1")
def test_role_cards_name_the_mission_cards_that_may_be_played() -> None:
    cards = {"Success", "Fail", "Failure", "Chief Fail", "Reverse"}
    for ruleset in WITH_MISSIONS:
        board = rulebook(ruleset.game).board(ruleset)
        assert isinstance(board, Board)
        teller = Teller(ruleset, ())
        for role in set(role_cards(ruleset)):
            playable = {teller.word(card) for card in playable_cards(ruleset, board, role)}
            for said in abilities_of(ruleset, role):
                if not said.startswith("On a mission you"):
                    continue
                may, _, never = said.split(". ")[0].rstrip(".").partition(", and never ")
                named = {one for one in re.split(r"On a mission you (?:may )?play | or |, ", may) if one in cards}
                assert named == playable or (len(playable) == 2 and "either card" in may), (ruleset, role, said)
                assert never not in playable


@pytest.mark.clause("HUN-DEEP-1", "HUN-PRETENDER-1", "HUN-COORD-1", "HUN-EARLY-1")
def test_hunter_roles_describe_the_effects_of_other_modules_in_play() -> None:
    for ruleset in (one for one in EVERY if one.has("hunter")):
        hunter = said_of(ruleset, "spy-hunter")
        assert ("Coordinator" in hunter) == ruleset.has("coordinator")
        assert ("Coordinator" in goal_of(ruleset, "spies")) == ruleset.has("coordinator")
        assert "Once a game you may do so early" in hunter
        assert ("Chief Fail" in hunter) == (ruleset.players >= 7)
        if ruleset.has("deep-agent"):
            agent = said_of(ruleset, "deep-agent")
            assert ("They know you." in agent) == (not ruleset.has("pretender"))
            assert ("cannot tell which of you" in agent) == ruleset.has("pretender")
            assert ("Once a game" in agent) == ruleset.has("blame")
        if ruleset.has("coordinator"):
            met = role_cards(ruleset).count("resistance-chief") > 1
            assert ("resistance Chiefs know you" in said_of(ruleset, "coordinator")) == met


@pytest.mark.clause("WIN-VOTE-2", "WIN-ZEMO-1", "WIN-PIERCE-1", "WIN-HILL-1")
def test_winter_soldier_characters_describe_the_effects_of_others_in_play() -> None:
    for ruleset in (one for one in EVERY if one.game == "winter-soldier"):
        soldier, hydra = said_of(ruleset, "winter-soldier"), roles_of_side(ruleset, "hydra")
        bound = binding_roles(ruleset) & set(role_cards(ruleset))
        if "a team with HYDRA on it" in soldier:
            assert bound == hydra, ruleset
        else:
            assert "anybody you saw in the reveal" in soldier
            assert bound != hydra
        assert ("Maria Hill" in soldier) == ruleset.has("maria-hill")
        if ruleset.has("black-widow"):
            assert ("Alexander Pierce" in said_of(ruleset, "black-widow")) == ruleset.has("alexander-pierce")
        if ruleset.has("maria-hill"):
            seen_alone = ruleset.players < 7 and ruleset.has("baron-zemo")
            assert ("HYDRA takes you for one of them" in said_of(ruleset, "maria-hill")) != seen_alone


def test_abilities_are_tested_for_every_game() -> None:
    assert {one.game for one in EVERY} == set(BOOKS)


@pytest.mark.clause("HUN-EARLY-2", "HUN-COORD-1")
@pytest.mark.parametrize(("language", "title"), [("en", "Coordinator"), ("pl", "Koordynator")])
def test_the_spy_hunters_questions_name_the_coordinator_if_in_play(language: str, title: str) -> None:
    heard = set()
    for modules in ([], ["coordinator"]):
        ruleset = Ruleset.of("resistance", 7, ["hunter", *modules])
        teller = Teller(ruleset, tuple("ABCDEFG"), translator(language))
        for seed in range(40):
            for game, _ in walk(ruleset, seed):
                for prompt in game.prompts().values():
                    ask, side = prompt.question.name, dict(prompt.params).get("side")
                    if ask == "early-accusation" or ask == "accuse":
                        heard.add((ask, side, bool(modules)))
                        assert (title in teller.prompt(prompt)) == (bool(modules) and side != "resistance")
    asked = {("early-accusation", None), ("accuse", "spies"), ("accuse", "resistance")}
    assert heard == {(*one, there) for one in asked for there in (False, True)}
