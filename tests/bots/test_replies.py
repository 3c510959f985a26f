"""Replies of bots: every kind occurs, is true, is given once, and does not depend on the bot's role."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import count
from random import Random
from typing import Any, ClassVar

import pytest

import turncoat.games  # noqa: F401 - makes the games known
from turncoat.bots.characters import CHARACTERS
from turncoat.bots.draws import pick
from turncoat.bots.intents import Intent, IntentKind
from turncoat.bots.levels import Normal
from turncoat.bots.mission_bot import MissionBot
from turncoat.bots.remarks import OPINIONS, ChatQuestion, Remark, worded
from turncoat.bots.wordings import MANNERS, phrase_keys, phrase_text, reason_keys, reason_text, wordings_of
from turncoat.kernel.chapters import Offer
from turncoat.kernel.options import Answer
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SEATS_IN, Seat
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, TeamNamed, TeamVoted, team_acts
from turncoat.simulation.playing import play_game

ASKED: tuple[IntentKind, ...] = (
    "asked-suspects",
    "asked-trusts",
    "asked-vote",
    "asked-team",
    "asked-opinion",
    "asked-why",
    "accused",
    "defended",
    "greeting",
    "thanks",
    "unknown",
)
OF_A_VOTE = ("against-team", "for-team", "not-on-it", "other-team", "no-doubts", "last-team")
OF_A_TEAM = ("fears-team", "likes-team", "with-me", "without-me")
OF_ITS_LEADER = ("fears-leader", "against-leader")
OF_ONES_OWN_TEAM = ("on-team", "own-team", "own-no", "guess")
OF_A_MISSION = ("my-team", "beside-fail", "not-my-fail")
FIVE = Ruleset.of("resistance", 5)
TEN = Ruleset.of("resistance", 10)
SEVEN = Ruleset.of("winter-soldier", 7)
HEROES = Ruleset.of("hail-hydra", 6)
KNIGHTS = Ruleset.of("round-table", 7, ["oberon", "excalibur"])


class Chatty(Normal):
    """Is asked everything after each mission and vote, and records its replies."""

    draws: ClassVar[bool] = False
    """True if it draws its choices, so that anything possible happens."""
    talkative = 1.0

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.said: list[tuple[int, Remark]] = []
        """Its remarks, each with the number of public events so far."""
        self.heard: list[tuple[int, Seat, Remark]] = []
        """Everything that it heard, including itself. Its unprompted remarks recur when everybody hears them."""
        self._asked = 0

    def decide(self, prompt: Prompt) -> Answer:
        return pick(prompt.option, self.rng) if self.draws else super().decide(prompt)

    def consider(self, offers: tuple[Offer, ...]) -> object:  # type: ignore[override]
        return super(MissionBot, self).consider(offers) if self.draws else super().consider(offers)

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        said = tuple(said)
        super().hear(said)
        self.heard += [(self._speaker._seen, seat, remark) for seat, remark in said]

    def remark(self) -> Remark | None:
        remark = super().remark()
        if remark is not None:
            self._note(remark)
            self.hear([(self.seat, remark)])
        for number, kind in enumerate(ASKED):
            about = ((self.seat + 1 + self._asked) % self.ruleset.players,) if kind == "asked-opinion" else ()
            reply = self.reply(ChatQuestion(self._asked * 100 + number, 0, Intent(kind, (), about)))
            if reply is not None:
                self._note(reply)
                self.hear([(self.seat, reply)])
        self._asked += 1
        return remark

    def _note(self, remark: Remark) -> None:
        self.said.append((self._speaker._seen, remark))


class Drawing(Chatty):
    draws = True


def conversation(ruleset: Ruleset, number: int, kind: type[Chatty]) -> list[Chatty]:
    seed = b"replies %d" % number
    players = [kind(ruleset, seat, seed + b" %d" % seat) for seat in range(ruleset.players)]
    play_game(ruleset, ruleset.deal(seed), players, Random(number), talk=True)
    return players


GAMES = [
    (FIVE, 1, Chatty),
    (FIVE, 7, Drawing),
    (FIVE, 15, Drawing),
    (TEN, 0, Chatty),
    (TEN, 1, Chatty),
    (SEVEN, 18, Drawing),
    (SEVEN, 20, Drawing),
    (SEVEN, 23, Drawing),
    (HEROES, 0, Chatty),
    (HEROES, 5, Drawing),
    (HEROES, 8, Drawing),
    (HEROES, 11, Drawing),
    (KNIGHTS, 9, Drawing),
]
"""A few games in which everything occurs."""


@pytest.mark.timeout(300)
def test_every_phrase_and_every_reason_occurs() -> None:
    seen: Counter[str] = Counter()
    for ruleset, number, kind in GAMES:
        for bot in conversation(ruleset, number, kind):
            for _, remark in bot.said:
                seen.update({remark.phrase, remark.reason})
    assert len(reason_keys()) >= 15
    assert sorted((phrase_keys() | reason_keys()) - seen.keys()) == []


@pytest.mark.parametrize(("ruleset", "kind"), [(FIVE, Chatty), (FIVE, Drawing), (SEVEN, Drawing), (HEROES, Chatty)])
def test_opinions_are_said_once_and_never_about_oneself(ruleset: Ruleset, kind: type[Chatty]) -> None:
    for bot in conversation(ruleset, 1, kind):
        opinions = [
            (remark.opinion, remark.about, remark.reason, remark.mission, remark.others)
            for _, remark in bot.said
            if remark.opinion and remark.reason
        ]
        assert len(opinions) == len(set(opinions))
        assert all(remark.about != bot.seat for _, remark in bot.said)
        assert all((remark.about is not None) == ("{seat}" in phrase_text(remark.phrase)) for _, remark in bot.said)
        assert all("{" not in _filled(remark) for _, remark in bot.said)


def _filled(remark: Remark) -> str:
    texts = phrase_text(remark.phrase, remark.wording), reason_text(remark.reason, remark.reason_wording)
    values = {name: getattr(remark, name) for name in ("leader", "mission", "count", "others")}
    return " ".join(texts).format(seat=remark.about, **values)


@pytest.mark.parametrize(("ruleset", "kind"), [(FIVE, Chatty), (FIVE, Drawing), (SEVEN, Chatty)])
def test_bots_reasons_are_true(ruleset: Ruleset, kind: type[Chatty]) -> None:
    """Compare remarks about missions and votes with the actual ones."""
    checked: Counter[str] = Counter()
    for number in range(3):
        players = conversation(ruleset, number, kind)
        view: View[Any] = players[0]._speaker.reasons.view
        acts = [act for board, event in view.history() for act in team_acts(event, ruleset, board)]
        runs = {act.situation.mission: act for act in acts if isinstance(act, MissionRun)}
        votes = [act for act in acts if isinstance(act, TeamVoted)]
        for bot in players:
            for _, said in bot.said:
                checked.update(_check(said, bot.seat, runs, votes))
    assert len(checked) >= 8, checked


def _check(said: Remark, speaker: Seat, runs: dict[int, MissionRun], votes: list[TeamVoted]) -> list[str]:
    run = runs.get(said.mission)
    about = said.about if said.about is not None else speaker
    bit = 1 << about
    holds: dict[str, Callable[[], object]] = {
        "on-failed": lambda: run and not run.success and run.team & bit,
        "approved-failed": lambda: run and not run.success and run.approvals & bit and not run.team & bit,
        "led-failed": lambda: run and not run.success and run.leader == about,
        "on-two-failed": lambda: sum(not one.success and bool(one.team & bit) for one in runs.values()) >= 2,
        "only-new": lambda: run and not run.success and run.team & ~run.situation.succeeded == bit,
        "fails-among": lambda: run and run.fails == said.count > 1 and run.team == said.others,
        "against-clean": lambda: run and run.success and not run.approvals & bit,
        "on-clean": lambda: run and run.success and run.team & bit,
        "on-two-clean": lambda: sum(one.success and bool(one.team & bit) for one in runs.values()) >= 2,
        "led-clean": lambda: run and run.success and run.leader == about,
        "approved-clean": lambda: run and run.success and run.approvals & bit,
        "against-failed": lambda: run and not run.success and not run.approvals & bit,
        "would-have-sabotaged": lambda: run and run.success and run.situation.failures == run.situation.wins - 1,
        "picked-failed": lambda: run and not run.success and all(run.team >> one & 1 for one in SEATS_IN[said.others]),
        "left-out-failed": lambda: run and not run.success,
        "followed-me": lambda: any(
            vote.rejections & bit and vote.rejections >> speaker & 1 and vote.team & said.others for vote in votes
        ),
        "approves-all": lambda: all(vote.approvals & bit for vote in votes[: said.count]),
        "rejects-all": lambda: all(vote.rejections & bit for vote in votes[: said.count]),
        "my-clean": lambda: run and run.success and run.team & bit,
        "my-warning": lambda: run and not run.success and not run.approvals & bit,
        "not-there": lambda: run and not run.success and not run.team & bit,
        "must-fail": lambda: run and run.fails and run.team & bit,
        "cannot-be": lambda: run and not run.fails and run.team & bit,
    }
    if said.reason not in holds:
        return []
    assert holds[said.reason](), said
    return [said.reason]


def test_reasons_fit_the_explained_vote_or_team() -> None:
    explained: Counter[str] = Counter()
    for number in range(4):
        players = conversation(FIVE, number, Drawing)
        view: View[Any] = players[0]._speaker.reasons.view
        last, teams = dict[Seat, TeamVoted](), dict[Seat, TeamNamed]()
        after: dict[int, tuple[dict[Seat, TeamVoted], dict[Seat, TeamNamed]]] = {}
        for seen, (board, event) in enumerate(view.history(), 1):
            for act in team_acts(event, FIVE, board):
                if isinstance(act, TeamVoted):
                    last |= dict.fromkeys(SEATS_IN[act.approvals | act.rejections], act)
                elif isinstance(act, TeamNamed):
                    teams[act.leader] = act
            after[seen] = dict(last), dict(teams)
        for bot in players:
            for moment, said in bot.said:
                holds = _explanations(bot.seat, said, *(one.get(bot.seat) for one in after[moment]))  # type: ignore[arg-type]
                if said.phrase in holds:
                    assert holds[said.phrase], said
                    if said.phrase in OF_A_VOTE:  # remarks name the leader, since the next team may be up
                        assert said.leader == after[moment][0][bot.seat].leader
                    explained[said.phrase] += 1
    assert len(explained) >= 7, explained


def _explanations(seat: Seat, said: Remark, vote: TeamVoted | None, team: TeamNamed | None) -> dict[str, bool]:
    """Return whether the seat may use each of these phrases about its last vote and team, given what was known."""
    mine, about = 1 << seat, 1 << (said.about or 0)
    was_known = not said.reason or bool(vote and said.mission < vote.situation.mission)
    approved, rejected = bool(vote and vote.approvals & mine), bool(vote and vote.rejections & mine)
    was_on = bool(vote and vote.team & mine)
    return {
        "against-team": rejected and was_known and bool(vote and vote.team & about),
        "for-team": approved and was_known and bool(vote and vote.team & about),
        "not-on-it": rejected and not was_on,
        "other-team": rejected and was_on,
        "last-team": approved and bool(vote and vote.situation.is_last_attempt),
        "own-team": approved and bool(vote and vote.leader == seat),
        "no-vote-yet": vote is None,
        "no-team-yet": team is None,
        "on-team": bool(team and team.team & about and (not said.reason or said.mission < team.situation.mission)),
    }


@pytest.mark.parametrize("game", [2, 3, 4])
def test_a_recreated_bot_says_the_same(game: int) -> None:
    """Restored bots that get the same events and remarks in order answer as the original."""
    players = conversation(FIVE, game, Chatty)
    for bot in players:
        again = Normal(FIVE, bot.seat, b"replies %d %d" % (game, bot.seat))
        events = iter(bot._seen)
        for seen, speaker, remark in bot.heard:
            while again._speaker._seen < seen:
                again.see([next(events)])
                again._listen()
            again.hear([(speaker, remark)])
        again.see(events)
        for number, kind in zip(count(9000), ASKED, strict=False):
            question = ChatQuestion(number, 0, Intent(kind))
            assert again.reply(question) == bot.reply(question)


def test_characters_differ_in_how_they_talk() -> None:
    firsts: set[int] = set()
    for character in CHARACTERS.values():
        drawn: Counter[int] = Counter()
        for number in range(20):
            found = worded(Remark("deny"), (), character.manner, str(number))
            assert found is not None
            drawn[found.wording % MANNERS] += 1
        assert len(drawn) == 1
        firsts |= drawn.keys()
    assert len(firsts) == len(CHARACTERS)
    assert len({character.explains for character in CHARACTERS.values()}) == len(CHARACTERS)
    assert len({character.talks for character in CHARACTERS.values()}) == len(CHARACTERS)


@pytest.mark.parametrize("key", [*OF_A_VOTE, *OF_A_TEAM, *OF_ITS_LEADER, *OF_ONES_OWN_TEAM, *OF_A_MISSION])
def test_remarks_on_a_team_vote_or_mission_name_it(key: str) -> None:
    """Remarks are read after the next team is up, in the chat and over the board, so none may point at the board."""
    names = "{leader}" if key in OF_A_VOTE + OF_A_TEAM else "{seat}" if key in OF_ITS_LEADER else "{mission}"
    for number in range(wordings_of(key)):
        text = phrase_text(key, number)
        assert not re.search(r"\b(this|that) (team|vote|mission)\b", text), text
        if key not in OF_ONES_OWN_TEAM:
            assert names in text, text


def test_every_phrase_about_somebody_is_for_against_or_undecided() -> None:
    about = {key for key in phrase_keys() if "{seat}" in phrase_text(key)}
    assert about == OPINIONS.keys() | {"unsure"}
