"""Signs of the traitors: what the guide says after a game is true, and could have been known."""

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

import pytest

import turncoat.games  # noqa: F401 - registers the games
from turncoat.bots.assessment import Assessment
from turncoat.bots.guided import Guided
from turncoat.games.resistance import events as happened
from turncoat.kernel.events import all_seen_by, seen_by
from turncoat.kernel.game import Game
from turncoat.kernel.records import print_record, record_of
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import SPECTATOR, Seat, SeatSet, is_in, seat_set, seats_in
from turncoat.kernel.views import View
from turncoat.missions import MissionRun, Situation, TeamNamed, TeamVoted, team_acts
from turncoat.simulation.playing import BotRemark, play_game, traitors_of
from turncoat.table.past.replay import Replay
from turncoat.table.past.signs import (
    ENOUGH,
    MOST,
    WEAK,
    CleanTeam,
    FailedMission,
    KnowingVote,
    LayLow,
    Lie,
    Sign,
    Spoken,
    all_signs,
    signs_of,
)
from turncoat.telling import Teller
from turncoat.testing.rulesets import label

FIVE = Ruleset.of("resistance", 5)
NAMES = ["Ola", "Jan", "Ewa", "Kai", "Mia", "Noe", "Uma"]
CARDS = ("success", "fail")
RULESETS = (FIVE, Ruleset.of("resistance", 7), Ruleset.of("winter-soldier", 6))


def view_of(game: Game[Any]) -> View[Any]:
    view: View[Any] = View(game.ruleset, SPECTATOR)
    view.see(all_seen_by(game.events, SPECTATOR))
    return view


class Shy(Guided):
    """Sabotages nothing on some seats, so of two traitors on a mission one may have played Success."""

    def _sabotages_openly(self) -> bool:
        return self.seat < 3 and super()._sabotages_openly()

    def _sabotages(self, assessment: Assessment, named: TeamNamed) -> bool:
        return False


class Rash(Guided):
    """Sabotages every mission, even if that cannot make it fail."""

    def _sabotages_openly(self) -> bool:
        return True


KINDS: dict[str, type[Guided]] = {"guided": Guided, "shy": Shy, "rash": Rash}


@cache
def played(ruleset: Ruleset, number: int, kind: str = "guided") -> tuple[Game[Any], tuple[Spoken, ...]]:
    """Play a game as at a guided table. Return it with the messages."""
    seed, said = b"signs %d" % number, list[BotRemark]()
    table = [KINDS[kind](ruleset, seat, seed + b" %d" % seat) for seat in range(ruleset.players)]
    game = play_game(ruleset, ruleset.deal(seed), table, Random(number), talk=True, said=said)
    public = [0]
    for event in game.events:
        public.append(public[-1] + (seen_by(event, SPECTATOR) is not None))
    remarks = ((one, one.remark) for one in said if one.remark is not None)
    return game, tuple(
        Spoken(one.seat, remark.phrase, remark.about, remark.mission, public[one.after], "Not me!")
        for one, remark in remarks
    )


def found(ruleset: Ruleset, games: int = 25, kind: str = "guided") -> Iterator[tuple[Game[Any], Sign]]:
    for number in range(games):
        game, said = played(ruleset, number, kind)
        for sign in all_signs(view_of(game), traitors_of(game), said):
            yield game, sign


def cards_of(game: Game[Any], mission: int) -> dict[Seat, str]:
    """Return the card that each seat played on a mission, according to the record."""
    replay = Replay(text_of(game))
    for at in range(1, replay.last + 1):
        events = [event for event in replay.view(at).events if isinstance(event, happened.MissionRevealed)]
        if events and events[-1].mission == mission:
            return {one.seat: str(one.answer) for one in replay.moments[at - 1].choices if one.answer in CARDS}
    raise AssertionError("no such mission")


def text_of(game: Game[Any]) -> str:
    return print_record(record_of(game))


def test_a_sign_states_who_sabotaged_a_failed_mission() -> None:
    told = 0
    for game, sign in found(FIVE):
        if isinstance(sign, FailedMission):
            told += 1
            traitors, run = traitors_of(game), sign.run
            event = view_of(game).events[sign.event]
            assert isinstance(event, happened.MissionRevealed)
            assert (event.mission, event.success) == (run.situation.mission, False)
            assert sign.traitors == run.team & traitors != 0
            assert sign.is_led_by_traitor == is_in(run.leader, traitors)
            proposal = [one for one in game.board.proposals if one.mission == event.mission and one.approved][-1]
            assert sign.outside == proposal.approvals & traitors & ~proposal.team
    assert told > 30


def test_a_sign_of_lying_about_a_sabotage_is_true() -> None:
    own = others = 0
    for game, sign in (*found(FIVE), *found(FIVE, 40, "shy")):
        if not isinstance(sign, Lie):
            continue
        traitors, spoken = traitors_of(game), sign.spoken
        assert is_in(spoken.seat, traitors)
        assert [run.success for run in runs_of(game) if run.situation.mission == sign.mission] == [False]
        if sign.is_own_sabotage:
            own += 1
            assert cards_of(game, sign.mission)[spoken.seat] == "fail"
        if sign.is_about_loyal is not None:
            others += 1
            assert spoken.about is not None
            assert sign.is_about_loyal != is_in(spoken.about, traitors)
    assert own > 15
    assert others > 15


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_a_sign_of_knowing_better_holds_for_loyal_knowledge(ruleset: Ruleset) -> None:
    """Every set of traitors that explains the missions and excludes the seat includes somebody on the team."""
    told = 0
    for game, sign in found(ruleset):
        if not isinstance(sign, KnowingVote):
            continue
        told += 1
        assert is_in(sign.seat, sign.vote.approvals & traitors_of(game))
        view = view_of(game)
        before = [act for act in acts_of(view, sign.event) if isinstance(act, MissionRun)]
        assert sign.failed in [run.situation.mission for run in before if not run.success]
        sets = map(seat_set, combinations(range(ruleset.players), traitors_of(game).bit_count()))
        possible = [
            traitors
            for traitors in sets
            if not is_in(sign.seat, traitors) and all((traitors & run.team).bit_count() >= run.fails for run in before)
        ]
        assert all(traitors & sign.vote.team for traitors in possible)
        assert sign.others & sign.vote.team & ~(1 << sign.seat) == sign.others
    assert told > 5


def acts_of(view: View[Any], events: int) -> Iterator[object]:
    for number, (board, event) in enumerate(view.history()):
        if number < events:
            yield from team_acts(event, view.ruleset, board)


def test_weak_signs_are_true() -> None:
    clean = low = 0
    for game, sign in (*found(FIVE), *found(FIVE, kind="shy")):
        traitors = traitors_of(game)
        if isinstance(sign, CleanTeam):
            clean += 1
            assert not sign.run.team & traitors
            assert not sign.seats & sign.run.approvals
            assert sign.seats & traitors == sign.seats
        elif isinstance(sign, LayLow):
            low += 1
            assert sign.seats == sign.run.team & traitors
            assert set(cards_of(game, sign.run.situation.mission).values()) == {"success"}
    assert clean
    assert low


def test_a_failed_attempt_at_sabotage_is_not_lying_low() -> None:
    """With seven players, the fourth mission takes two Fails."""
    assert not any(isinstance(sign, LayLow) for _, sign in found(Ruleset.of("resistance", 7), 80, "rash"))
    runs = [run for number in range(80) for run in runs_of(played(Ruleset.of("resistance", 7), number, "rash")[0])]
    assert any(run.success and run.fails for run in runs)


def runs_of(game: Game[Any]) -> list[MissionRun]:
    view = view_of(game)
    return [act for act in acts_of(view, len(view.events)) if isinstance(act, MissionRun)]


@pytest.mark.parametrize("ruleset", RULESETS, ids=label)
def test_two_to_four_signs_are_listed_in_order(ruleset: Ruleset) -> None:
    enough = 0
    for number in range(25):
        game, said = played(ruleset, number)
        signs = signs_of(view_of(game), traitors_of(game), said)
        assert len(signs) <= MOST
        assert [sign.event for sign in signs] == sorted(sign.event for sign in signs)
        if len(signs) > ENOUGH:
            assert all(sign.rank < WEAK for sign in signs)
        kinds: list[type[Sign]] = [type(sign) for sign in signs]
        assert all(kinds.count(kind) <= kind.most for kind in kinds)
        enough += len(signs) >= ENOUGH
        teller = Teller(ruleset, NAMES)
        for sign in signs:
            told = " ".join((sign.heading(teller), *sign.sentences(teller)))
            assert "{" not in told
            assert all(one.endswith((".", "”")) for one in sign.sentences(teller))
    assert enough >= (23 if ruleset.game == "resistance" else 12)


def test_each_kind_of_sign_has_its_sentence() -> None:
    teller, now = Teller(FIVE, NAMES), Situation(5, 2)
    run = MissionRun(1, 0b00111, now, 0b11110, 1, 0, success=False)

    def failed(run: MissionRun, traitors: SeatSet, outside: SeatSet = 0, *, led: bool = False) -> list[str]:
        sign = FailedMission(event=9, run=run, traitors=traitors, outside=outside, is_led_by_traitor=led)
        return [sign.heading(teller), *sign.sentences(teller)]

    assert failed(run, 0b00010, 0b10000, led=True) == [
        "Mission 2 failed",
        "Team: Ola, Jan and Ewa. Spies on it: Jan.",
        "Jan (Spies) named this team.",
        "Spies who were not on it and voted for it: Mia.",
    ]
    assert failed(run, 0b00110) == [
        "Mission 2 failed",
        "Team: Ola, Jan and Ewa. Spies on it, though not all of them sabotaged it: Jan and Ewa.",
    ]
    both = MissionRun(1, 0b00111, now, 0b11110, 2, 0, success=False)
    assert failed(both, 0b00110, 0b11000)[1:] == [
        "Team: Ola, Jan and Ewa. Spies on it, each of whom sabotaged it: Jan and Ewa.",
        "Spies who were not on it and voted for it: Kai and Mia.",
    ]


def signs_said(*said: Spoken) -> list[str]:
    """Return the signs of a game in which Jan, one of two traitors, made the first mission fail alone."""
    for number in range(25):
        game, _ = played(FIVE, number)
        view, traitors = view_of(game), traitors_of(game)
        runs = [act for act in acts_of(view, len(view.events)) if isinstance(act, MissionRun)]
        if runs and not runs[0].success and runs[0].fails == 1 == (runs[0].team & traitors).bit_count():
            culprit, fellow = seats_in(traitors & runs[0].team)[0], seats_in(traitors & ~runs[0].team)[0]
            loyal = seats_in(~traitors & 0b11111)[0]
            names = {culprit: "Jan", fellow: "Ewa", loyal: "Ola"}
            who = {0: loyal, 1: culprit, 2: fellow}
            after = next(at for at, one in enumerate(view.events) if isinstance(one, happened.MissionRevealed)) + 1
            spoken = [
                Spoken(
                    who[one.seat],
                    one.phrase,
                    None if one.about is None else who[one.about],
                    0,
                    after + one.after,
                    one.text,
                )
                for one in said
            ]
            teller = Teller(FIVE, [names.get(seat, "Somebody") for seat in range(5)])
            lies = [one for one in all_signs(view, traitors, spoken) if isinstance(one, Lie)]
            return [text for one in lies for text in (one.heading(teller), *one.sentences(teller))]
    raise AssertionError("no such game")


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (Spoken(1, "deny", None, 0, 0, "It wasn't me."), ("Jan", "In fact, they had sabotaged it themselves.")),
        (Spoken(1, "not-me", None, 0, 0, "It wasn't me."), ("Jan", "In fact, they had sabotaged it themselves.")),
        (
            Spoken(1, "rather", 0, 0, 0, "Not me."),
            ("Jan", "In fact, they had sabotaged it themselves, and Ola was innocent."),
        ),
        (Spoken(1, "rather", 2, 0, 0, "Not me."), ("Jan", "In fact, they had sabotaged it themselves.")),
        (Spoken(1, "not-my-fail", None, 0, 0, "I helped."), ("Jan", "In fact, they had sabotaged it themselves.")),
        (
            Spoken(1, "beside-fail", 0, 0, 0, "Maybe Ola."),
            ("Jan", "In fact, they had sabotaged it themselves, and Ola was innocent."),
        ),
        (
            Spoken(1, "in-return", 0, 0, 0, "Says Ola."),
            ("Jan", "In fact, they had sabotaged it themselves, and Ola was innocent."),
        ),
        (Spoken(2, "suspect", 0, 0, 0, "Ola!"), ("Ewa", "In fact, Ola was innocent.")),
        (Spoken(2, "trust", 1, 0, 0, "I trust Jan."), ("Ewa", "In fact, Jan was one of them, too.")),
        (Spoken(2, "suspect", 1, 0, 0, "Jan!"), None),  # that is true
        (Spoken(2, "trust", 0, 0, 0, "I trust Ola."), None),
        (Spoken(2, "deny", None, 0, 0, "It wasn't me."), None),
        (Spoken(0, "suspect", 1, 0, 0, "Jan!"), None),
        (Spoken(0, "trust", 1, 0, 0, "I trust Jan."), None),  # a mistake, not a lie
        (Spoken(1, "deny", None, 0, -1, "It wasn't me."), None),  # before there was anything to deny
        (Spoken(1, "", None, 0, 0, "…"), None),
    ],
)
def test_only_lies_of_traitors_are_signs(said: Spoken, told: tuple[str, str] | None) -> None:
    if told is None:
        assert signs_said(said) == []
    else:
        heading, quote, truth = signs_said(said)
        assert heading.startswith("What was said after mission")
        assert (quote, truth) == (f"{told[0]} (Spies) said: “{said.text}”", told[1])


def test_a_game_without_missions_has_no_signs() -> None:
    ruleset = Ruleset.of("hail-hydra", 5)
    game, said = played(ruleset, 0)
    assert signs_of(view_of(game), traitors_of(game), said) == ()


def test_a_forced_vote_is_no_sign() -> None:
    for ruleset in RULESETS:
        for game, sign in found(ruleset):
            if isinstance(sign, KnowingVote):
                assert not sign.vote.situation.is_last_attempt
                assert any(isinstance(act, TeamVoted) for act in acts_of(view_of(game), sign.event + 1))


def test_the_replay_finds_the_moment_of_an_event() -> None:
    game, _ = played(FIVE, 0)
    replay = Replay(text_of(game))
    for seat in (SPECTATOR, 0):
        events = replay.view(replay.last, seat).events
        for number, event in enumerate(events):
            moment = replay.moment_of(number, seat)
            assert event in replay.view(moment, seat).events[replay.first_new_event(moment, seat) :]
    assert replay.moment_of(10_000) == replay.last
