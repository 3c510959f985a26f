"""The registry of bots: who is found by name, who is offered to people, and whom `sensible` stands for."""

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
    """The bot that a game from outside might bring."""

    name = "approving-1"
    title = "Approving"
    summary = "Approves of everything."
    game = "made-up"
    is_sensible = True

    def answer(self, board: Board, prompt: Prompt) -> Answer:
        return "approve"


@pytest.fixture(autouse=True)
def own_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a test registers is forgotten after it."""
    monkeypatch.setattr(registry, "BOTS", dict(registry.BOTS))


def test_a_bot_from_outside_is_known_like_the_others() -> None:
    assert bots.register(Approving) is Approving
    assert bots.find("approving-1") is Approving
    assert "approving-1" in bots.names()
    assert bots.latest("made-up") is Approving
    assert bots.title_of("approving-1") == "Approving"
    assert bots.for_people()[-1] is Approving


@pytest.mark.parametrize("game", sorted(BOOKS))
def test_sensible_stands_for_the_version_of_the_highest_number(game: str) -> None:
    versions = [bot.name for bot in registry.BOTS.values() if bot.game == game]
    assert versions
    assert bots.latest(game).name == max(versions, key=lambda name: int(name.rpartition("-")[2]))


def test_an_older_version_stays_known_beside_the_latest() -> None:
    older = type("Older", (Approving,), {"name": "approving-0", "is_sensible": False})
    bots.register(older)
    bots.register(Approving)
    assert bots.find("approving-0") is older
    assert bots.latest("made-up") is Approving


def test_a_bot_for_every_game_may_play_as_another_bot_of_the_game_than_the_sensible_one() -> None:
    bots.register(Approving)
    assert registry.bot_of_game("made-up", "deducer") is Approving
    newer = type("Newer", (Approving,), {"name": "approving-2", "is_sensible": False, "plays_for": ("deducer",)})
    bots.register(newer)
    assert registry.bot_of_game("made-up", "deducer") is newer
    assert registry.bot_of_game("made-up", "strategist") is Approving
    assert registry.bot_of_game("made-up", "strategist", "deducer") is newer
    assert bots.latest("made-up") is Approving


def test_registering_twice_does_no_harm() -> None:
    bots.register(Approving)
    before = bots.for_people()
    bots.register(Approving)
    assert bots.for_people() == before


def test_a_game_without_a_bot_of_its_own_is_played_at_random() -> None:
    assert bots.latest("made-up") is RandomBot


def test_people_choose_among_the_bots_with_a_title() -> None:
    names = [bot.name for bot in bots.for_people()]
    assert names == ["easy", "normal", "hard", "sensible", "deducer", "strategist", "random"]


def test_a_bot_without_a_title_is_called_by_its_name() -> None:
    assert bots.title_of("sensible") == "Sensible"
    assert bots.title_of("sensible-1") == "sensible-1"
    assert bots.title_of("never-heard-of") == "never-heard-of"


def test_a_bot_of_a_game_draws_at_another() -> None:
    drawn = {Approving(Ruleset.of("resistance", 5), 0, b"%d" % seed).choose(BALLOT) for seed in range(20)}
    assert drawn == {"approve", "reject"}


def made(**attributes: object) -> type[Bot]:
    return type("Made", (Bot,), {"name": "made", **attributes})


@pytest.mark.parametrize(
    ("bot", "reason"),
    [
        (made(name=""), "the bot Made has to have a name"),
        (made(name="random"), "there is a bot 'random' already"),
        (made(title="Made"), "the bot made has a title, so it has to have a summary"),
        (made(is_sensible=True), "the bot made is a game's sensible bot, so it has to name the game"),
        (made(game="resistance", is_sensible=True), "resistance has a sensible bot already: sensible-2"),
    ],
)
def test_a_bot_that_does_not_fit_is_refused(bot: type[Bot], reason: str) -> None:
    known = registry.BOTS.copy()
    with pytest.raises(ValueError, match=reason):
        bots.register(bot)
    assert known == registry.BOTS
