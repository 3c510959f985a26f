"""The registry of bots: lookup by name, bots offered to people, and default bots."""

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat import bots
from turncoat.bots import registry
from turncoat.bots.bot import Bot, GameBot, RandomBot
from turncoat.kernel.boards import Board
from turncoat.kernel.options import Answer, Word
from turncoat.kernel.rulebooks import BOOKS
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.steps import Prompt, Question

BALLOT = Prompt(1, Question("cast-ballot"), Word(("approve", "reject"), ("approve", "reject")))


class Approving(GameBot[Board]):
    """A bot that a third-party game might bring."""

    name = "approving-1"
    title = "Approving"
    summary = "Approves of everything."
    game = "made-up"
    is_default = True

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        return "approve"


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Undo registrations after each test."""
    monkeypatch.setattr(registry, "BOTS", dict(registry.BOTS))
    monkeypatch.setattr(registry, "DEFAULT_BOTS", dict(registry.DEFAULT_BOTS))


def test_an_outside_bot_is_registered_like_the_others() -> None:
    assert bots.register(Approving) is Approving
    assert bots.find("approving-1") is Approving
    assert "approving-1" in bots.names()
    assert bots.default_bot("made-up") is Approving
    assert bots.title_of("approving-1") == "Approving"
    assert bots.for_people()[-1] is Approving


@pytest.mark.parametrize("game", sorted(BOOKS))
def test_every_game_of_ours_has_its_own_bot(game: str) -> None:
    assert bots.default_bot(game).game == game


def test_a_game_may_have_several_bots() -> None:
    other = type("Other", (Approving,), {"name": "approving-0", "is_default": False})
    bots.register(other)
    bots.register(Approving)
    assert bots.find("approving-0") is other
    assert bots.default_bot("made-up") is Approving


def test_a_default_bot_needs_no_name() -> None:
    nameless = type("Nameless", (Approving,), {"name": "", "title": ""})
    bots.register(nameless)
    assert bots.default_bot("made-up") is nameless
    assert "" not in bots.names()


def test_registering_twice_is_harmless() -> None:
    bots.register(Approving)
    before = bots.for_people()
    bots.register(Approving)
    assert bots.for_people() == before


def test_a_game_without_its_own_bot_is_played_at_random() -> None:
    assert bots.default_bot("made-up") is RandomBot


def test_people_choose_among_the_bots_with_a_title() -> None:
    names = [bot.name for bot in bots.for_people()]
    assert names == ["easy", "normal", "hard", "sensible", "random"]


def test_a_bot_without_a_title_is_called_by_its_name() -> None:
    assert bots.title_of("sensible") == "Sensible"
    assert bots.title_of("never-heard-of") == "never-heard-of"


def test_a_bot_plays_other_games_at_random() -> None:
    drawn = {Approving(Ruleset.of("resistance", 5), 0, b"%d" % seed).choose(BALLOT) for seed in range(20)}
    assert drawn == {"approve", "reject"}


def made(**attributes: object) -> type[Bot]:
    return type("Made", (Bot,), {"name": "made", **attributes})


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (made(name=""), "the bot Made needs a name"),
        (made(name="random"), "a bot 'random' exists already; choose another name"),
        (made(title="Made"), "the bot made has a title, so it needs a summary"),
        (made(is_default=True), "the bot made is a game's default bot, so it must name the game"),
        (made(game="resistance", is_default=True), "resistance already has a default bot: ResistanceBot"),
    ],
)
def test_an_invalid_bot_is_refused(bot: type[Bot], reason: str) -> None:
    known = registry.BOTS.copy()
    with pytest.raises(ValueError, match=reason):
        bots.register(bot)
    assert known == registry.BOTS
