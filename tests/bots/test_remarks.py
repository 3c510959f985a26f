"""Remarks of bots, and their reaction to remarks: based on public events, equally frequent on both sides."""

import sys
from collections import Counter
from collections.abc import Iterable
from functools import cache
from itertools import permutations
from random import Random
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import turncoat.games  # noqa: F401 - makes the games known
from tests.support.covering import few_rulesets
from tools.lies import ENOUGH, lies
from turncoat.bots.hearsay import MOST, Hearsay
from turncoat.bots.intents import Intent
from turncoat.bots.levels import Normal
from turncoat.bots.mixture import after
from turncoat.bots.odds import Odds
from turncoat.bots.reasons import MissionReasons, Reason
from turncoat.bots.registry import default_bot
from turncoat.bots.remarks import OPINIONS, PLAIN, ChatQuestion, Remark, Speaker
from turncoat.deduction import Beliefs
from turncoat.kernel.events import Event
from turncoat.kernel.game import Game
from turncoat.kernel.opening import hiding_side, opening_kinds, opening_knowledge, role_cards
from turncoat.kernel.options import Answer
from turncoat.kernel.rulebooks import rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat
from turncoat.kernel.steps import Prompt
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, Situation, team_acts
from turncoat.simulation.playing import play_game
from turncoat.table.runtime.bots import SPEAKING
from turncoat.testing.rulesets import label

FIVE = Ruleset.of("resistance", 5)
ACCUSED = Intent("accused")


class Talking(Normal):
    """Records what it says and hears. By default, what it hears has no influence on its play."""

    listens: ClassVar[bool] = False

    def __init__(self, ruleset: Ruleset, seat: int, seed: bytes) -> None:
        super().__init__(ruleset, seat, seed)
        self.said: list[Remark] = []
        self.heard: list[tuple[Seat, Remark]] = []
        """All remarks at the table, including its own."""

    def remark(self) -> Remark | None:
        remark = super().remark()
        if remark is not None:
            self.said.append(remark)
        return remark

    def hear(self, said: Iterable[tuple[Seat, Remark]]) -> None:
        said = list(said)
        self.heard += said
        if self.listens:
            super().hear(said)
            return
        self._listen()
        for speaker, remark in said:
            self._speaker.hear(speaker, remark)


class Listening(Talking):
    listens = True


class Loud(Normal):
    talkative = 1.0


def played(ruleset: Ruleset, number: int, kind: type[Talking] = Talking) -> tuple[Game[Any], list[Talking]]:
    seed = b"remarks %d" % number
    players = [kind(ruleset, seat, seed + b" %d" % seat) for seat in range(ruleset.players)]
    return play_game(ruleset, ruleset.deal(seed), players, Random(number), talk=True), players


@cache
def talked(number: int) -> tuple[Game[Any], list[Talking]]:
    """Return one of the five-player games that several tests examine."""
    return played(FIVE, number)


def missions(ruleset: Ruleset, game: Game[Any]) -> dict[int, MissionRun]:
    """Return the public missions by number."""
    view: View[Any] = View(ruleset, SPECTATOR)
    found: dict[int, MissionRun] = {}
    for event in game.view(SPECTATOR).events:
        for act in team_acts(event, ruleset, view.board):
            if isinstance(act, MissionRun):
                found[act.situation.mission] = act
        view.see((event,))
    return found


def test_a_failed_mission_counts_against_its_team_and_approvers() -> None:
    run = MissionRun(0, 0b00011, Situation(5, 2), approvals=0b00111, fails=1, known_fails=0, success=False)
    assert list(MissionReasons(FIVE, 0).reasons_of(run)) == [
        Reason("approved-failed", 2, "suspect", 2),
        Reason("against-failed", 3, "trust", 2),
        Reason("against-failed", 4, "trust", 2),
        Reason("led-failed", 0, "suspect", 2),
        Reason("on-failed", 0, "suspect", 2),
        Reason("on-failed", 1, "suspect", 2),
    ]


@pytest.mark.parametrize("ruleset", few_rulesets()[::3], ids=label)
def test_bots_sometimes_talk_about_others_and_public_events(ruleset: Ruleset) -> None:
    game, players = played(ruleset, 1)
    events = game.view(SPECTATOR).events
    turned = Counter(getattr(event, "mission", 0) for event in events if event.scene == "mission")
    occasions = sum(event.opens_talk or event.scene in SPEAKING for event in events)
    for bot in players:
        assert len(bot.said) <= occasions
        for remark in bot.said:
            assert (remark.about is not None) == (remark.phrase in OPINIONS)
            assert remark.about != bot.seat
            if remark.about is None or not remark.reason:
                continue
            reasons = list(bot._speaker.reasons.for_seat(remark.about, OPINIONS[remark.phrase].opinion))
            given = (remark.reason, remark.mission, remark.count, remark.others)
            if turned[remark.mission] < 2:  # else the result was reversed after the remark
                assert given in [(one.key, one.mission, one.count, one.others) for one in reasons]


def test_bots_explain_their_votes_and_choices() -> None:
    phrases: Counter[str] = Counter()
    for number in range(12):
        _, players = talked(number)
        for bot in players:
            phrases.update(remark.phrase for remark in bot.said)
    assert phrases.keys() >= {"doubt", "suspect", "hope", "trust", "against-team", "for-team", "on-team"}
    assert phrases.keys() >= {"fears-team", "likes-team", "with-me", "without-me", "beside-fail"}


class AskedSeat(Talking):
    """Discards remarks that it is asked for before each answer."""

    def choose(self, prompt: Prompt) -> Answer:
        self.remark()
        return super().choose(prompt)


def test_asking_a_bot_for_remarks_does_not_change_its_play() -> None:
    for number in range(5):
        talking, silent = (played_in_silence(number, kind) for kind in (AskedSeat, Normal))
        assert talking.view(SPECTATOR).events == silent.view(SPECTATOR).events


def played_in_silence(number: int, kind: type[Normal] = Normal, ruleset: Ruleset = FIVE) -> Game[Any]:
    seed = b"remarks %d" % number
    players = [kind(ruleset, seat, seed + b" %d" % seat) for seat in range(ruleset.players)]
    return play_game(ruleset, ruleset.deal(seed), players, Random(number))


TALKED = [
    FIVE,
    Ruleset.of("winter-soldier", 7),
    Ruleset.of("round-table", 7, ["percival", "morgana"]),
    Ruleset.of("hail-hydra", 5),
]


def purpose(remark: Remark | None) -> object:
    """Return the purpose of a remark regardless of its subject, on which certainty and change of mind depend."""
    if remark is None or remark.opinion is None:
        return remark and remark.phrase
    plain = (*PLAIN[remark.opinion], f"changed-{remark.opinion}")
    return remark.opinion if remark.phrase in plain else remark.phrase


class Effort:
    """Counts executed Python steps."""

    def __init__(self) -> None:
        self.steps = 0

    def __enter__(self) -> None:
        sys.settrace(self._trace)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _trace(self, frame: object, event: str, arg: object) -> Any:
        self.steps += 1
        return self._trace


@pytest.mark.parametrize("ruleset", TALKED, ids=label)
def test_traitors_talk_when_loyal_players_would_and_to_the_same_purpose(ruleset: Ruleset) -> None:
    """Computing the remark must take the same number of steps, too."""
    spoke: Counter[str] = Counter()
    lies, efforts, players = 0, (Effort(), Effort()), ruleset.players
    for number in range(12 if ruleset == FIVE else 6):
        events = played_in_silence(number, ruleset=ruleset).view(SPECTATOR).events
        beliefs, kind = Beliefs(ruleset, SPECTATOR), default_bot(ruleset.game).reasons
        pairs = [
            (Speaker(ruleset, seat, b"one", kind), Speaker(ruleset, seat, b"one", kind)) for seat in range(players)
        ]
        for moment, event in enumerate(events):
            beliefs.see((event,))
            for seat, pair in enumerate(pairs):
                for speaker in pair:
                    speaker.see((event,))
                topic, wants = pair[0]._topic, [speaker.wants_to_speak(0.9) for speaker in pair]
                assert wants[0] == wants[1]
                if topic is None or not wants[0]:
                    continue
                odds = pair[0].reasons.odds() or Odds(players, beliefs.traitor_sets())
                believed = odds.where_loyal(1 << seat)
                assert believed.suspicion  # computed here so as not to count below
                knows = (0, 1 << seat | 1 << (seat + 1) % players)
                accused = [
                    ChatQuestion(2 * moment, (seat + 1) % players, ACCUSED),
                    ChatQuestion(2 * moment + 1, 0, ACCUSED, True),
                ]
                for asked in (None, *accused):
                    said: list[Remark | None] = []
                    for speaker, fellows, effort in zip(pair, knows, efforts, strict=True):
                        with effort:
                            said.append(
                                speaker.remark(believed, fellows)
                                if asked is None
                                else speaker.reply(asked, believed, fellows)
                            )
                    assert purpose(said[0]) == purpose(said[1])
                    one, other = said
                    lies += one is not None and other is not None and one.about != other.about
                    spoke["answer" if asked else topic.kind] += one is not None
                    for remark in filter(None, said):  # else they would avoid different repetitions
                        for speaker in pair:
                            speaker.hear(seat, remark)
    assert lies  # otherwise the test would prove nothing
    kinds = {"vote", "mission"} if ruleset.game == "hail-hydra" else {"team", "vote", "mission"}
    assert spoke.keys() >= kinds | {"answer"}
    assert min(spoke[kind] for kind in kinds) >= 5
    loyal, traitor = (effort.steps for effort in efforts)
    assert traitor == pytest.approx(loyal, rel=0.01)


def public_game_of(ruleset: Ruleset, number: int) -> tuple[list[Event], tuple[str, ...]]:
    """Return the public events of a game, and the roles."""
    game = played_in_silence(number, ruleset=ruleset)
    kinds = opening_kinds(ruleset, role_cards(ruleset))
    return [event for event in game.view(SPECTATOR).events if type(event) not in kinds], game.deal.roles


def with_a_loyal_seat(ruleset: Ruleset, roles: tuple[str, ...]) -> tuple[Seat, tuple[str, ...]]:
    """Return a traitor's seat, and the roles with that seat made loyal in a way that nobody else notices."""
    shown, book, hiding = opening_knowledge(ruleset, roles, SPECTATOR), rulebook(ruleset.game), hiding_side(ruleset)
    for seat, other in permutations(range(ruleset.players), 2):
        swapped = list(roles)
        swapped[seat], swapped[other] = roles[other], roles[seat]
        is_pair = book.side_of(roles[seat]) == hiding != book.side_of(roles[other])
        if is_pair and opening_knowledge(ruleset, tuple(swapped), SPECTATOR) == shown:
            return seat, tuple(swapped)
    raise AssertionError


@pytest.mark.parametrize("ruleset", TALKED, ids=label)
def test_traitors_take_no_longer_to_talk(ruleset: Ruleset) -> None:
    """Compare whole bots whose seats saw the same events except for their own role."""
    efforts, spoke = (Effort(), Effort()), 0
    for number in range(4):
        events, roles = public_game_of(ruleset, number)
        seat, swapped = with_a_loyal_seat(ruleset, roles)
        bots = [Loud(ruleset, seat, b"one") for _ in range(3)]
        first, *pair = bots  # the first triggers computations done once for all
        for bot, dealt in zip(bots, (swapped, swapped, roles), strict=True):
            bot.see(opening_knowledge(ruleset, dealt, seat))
        assert not pair[0].known_traitors()
        assert pair[1].known_traitors() >> seat & 1
        for moment, event in enumerate(events):
            for bot in bots:
                bot.see((event,))
            if not (event.opens_talk or event.scene in SPEAKING):
                continue
            asked = ChatQuestion(moment, (seat + 1) % ruleset.players, ACCUSED)
            said = [first.remark(), first.reply(asked)]
            for bot, effort in zip(pair, efforts, strict=True):
                after.cache_clear()  # neither benefits from the other's computations
                with effort:
                    said += [bot.remark(), bot.reply(asked)]
            remarks = list(filter(None, said))
            spoke += len(remarks)
            for bot in bots:
                bot.hear([(seat, remark) for remark in remarks])
    assert spoke > 60
    loyal, traitor = (effort.steps for effort in efforts)
    assert traitor == pytest.approx(loyal, rel=0.005)


def test_every_lie_is_often_said_by_loyal_bots_in_good_faith() -> None:
    chances = list(lies(FIVE, 2, seeds=40))
    assert len(chances) == 2
    assert min(chances) >= ENOUGH


@pytest.mark.sweep
@pytest.mark.parametrize("players", [5, 8])
def test_each_of_many_lies_is_often_said_in_good_faith(players: int) -> None:
    chances = list(lies(Ruleset.of("resistance", players), 12, seeds=60))
    assert len(chances) == 12
    assert min(chances) >= ENOUGH


def test_both_sides_talk_equally_often() -> None:
    asked: Counter[str] = Counter()
    spoke: Counter[str] = Counter()
    for number in range(40):
        game, players = talked(number)
        occasions = sum(event.opens_talk or event.scene == "vote" for event in game.view(SPECTATOR).events)
        for bot, role in zip(players, game.deal.roles, strict=True):
            side = rulebook(FIVE.game).side_of(role)
            asked[side] += occasions
            spoke[side] += len(bot.said)
    shares = [spoke[side] / asked[side] for side in asked]
    assert len(shares) == 2
    assert 0.05 < min(shares) <= max(shares) < 0.5
    assert max(shares) - min(shares) < 0.03, shares


def test_talkativeness_is_one_number() -> None:
    class Mute(Talking):
        talkative = 0.0

    class Chatty(Talking):
        talkative = 1.0

    def said(kind: type[Talking]) -> int:
        return sum(len(bot.said) for bot in played(FIVE, 1, kind)[1])

    assert said(Mute) == 0
    assert said(Chatty) > 4


# Reactions to remarks

REMARKS = st.builds(Remark, st.sampled_from(sorted(OPINIONS)), st.integers(0, 4))
PAIRS = [1 << one | 1 << other for one in range(5) for other in range(one)]


@given(st.lists(st.tuples(st.integers(0, 4), REMARKS), max_size=60))
def test_remarks_change_beliefs_only_within_a_bound(said: list[tuple[Seat, Remark]]) -> None:
    hearsay = Hearsay(0)
    before = Odds(5, [(traitors, 1 / len(PAIRS)) for traitors in PAIRS])
    hearsay.hear(said)
    after = [chance for _, chance in hearsay.weighed(before).sets]
    assert max(after) / min(after) <= MOST * (1 + 1e-9)
    assert sum(after) == pytest.approx(1)


def test_a_repeated_remark_changes_nothing_and_a_new_one_replaces_it() -> None:
    odds = Odds(5, [(traitors, 0.1) for traitors in PAIRS])
    once, often, changed = Hearsay(0), Hearsay(0), Hearsay(0)
    once.hear([(1, Remark("suspect", 2))])
    often.hear([(1, Remark("suspect", 2))] * 9)
    changed.hear([(1, Remark("trust", 2)), (1, Remark("sure", 2))])
    assert once.weighed(odds).sets == often.weighed(odds).sets == changed.weighed(odds).sets
    assert once.weighed(odds).suspicion[2] > odds.suspicion[2]


def test_remarks_about_oneself_are_ignored() -> None:
    odds = Odds(5, [(traitors, 0.1) for traitors in PAIRS])
    hearsay = Hearsay(0)
    hearsay.hear([(1, Remark("trust", 1)), (0, Remark("sure", 2))])
    assert hearsay.weighed(odds) is odds


def test_only_loyal_bots_are_influenced_by_remarks() -> None:
    game = played_in_silence(3)
    for seat, role in enumerate(game.deal.roles):
        bot = Normal(FIVE, seat, b"one")
        bot.see(game.view(seat).events[:12])
        silent = bot._current_assessment()
        assert silent is not None
        doubtful = list(bot._cover().suspicion)
        accused = next(one for one in range(5) if one != seat and 0 < doubtful[one] < 0.9)
        bot.hear([(speaker, Remark("sure", accused)) for speaker in range(5) if speaker not in (seat, accused)])
        told = bot._current_assessment()
        assert told is not None
        assert told is not silent
        if rulebook(FIVE.game).side_of(role) == "resistance":
            assert told.odds.suspicion[accused] > silent.odds.suspicion[accused]
        else:
            assert told.odds.sets == silent.odds.sets
            assert told.cover.suspicion[accused] > bot._cover().suspicion[accused]


def test_bots_with_equal_seeds_talk_equally() -> None:
    for number in range(3):
        one, other = (played(FIVE, number, Listening) for _ in range(2))
        assert one[0].choices == other[0].choices
        assert [bot.said for bot in one[1]] == [bot.said for bot in other[1]]


def test_remarks_sometimes_change_play() -> None:
    assert any(played(FIVE, number, Listening)[0].choices != talked(number)[0].choices for number in range(12))
