"""What bots say: whom they trust or doubt, and why, in words that everybody can check.

A bot speaks after a mission, or when votes are shown, and answers what people ask it. It goes by what everybody has
seen, and by its word that it is itself loyal. So whether it speaks, and when, is the same whatever its role is, and no
secret of a loyal seat is in what it says. Of seats of whom that is about as true it draws one. A traitor draws among
those that suit it: it doubts no fellow, and trusts one. So each of its lies is one that loyal bots often tell in good
faith.

What it draws follows from its seed and from how much has happened, and what it has said it hears like everybody: so a
bot that is made anew, and told the same, says the same.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from random import Random
from typing import Final

import msgspec

from turncoat.bots.characters import Character
from turncoat.bots.intents import Intent
from turncoat.bots.odds import Odds
from turncoat.bots.reasons import MissionReasons, Opinion, Reason, Reasons, Stance, Topic
from turncoat.bots.wordings import wordings_of
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet, everyone

OPINIONS: Final[dict[str, Opinion]] = {
    "suspect": "suspect",
    "sure": "suspect",
    "against-team": "suspect",
    "changed-suspect": "suspect",
    "rather": "suspect",
    "trust": "trust",
    "on-team": "trust",
    "for-team": "trust",
    "changed-trust": "trust",
}
"""Which opinion each phrase about somebody expresses, by its key. What a game has of its own is added by
`add_opinions`."""

DOUBTS: Final = 0.55
"""From here on a bot says that it doubts a seat."""
SURE: Final = 0.9
"""From here on it says that it is sure."""
TRUSTS: Final = 0.4
"""Up to here a bot says that it trusts a seat."""
ABOUT_AS_TRUE: Final = 0.1
"""It may speak of any seat whose chance of being wrongly judged is at most this much above that of the best one."""
MOST_ALIKE: Final = 6
"""Of no more seats than this it draws one, so that whatever it says of one of them is not unlikely."""
KNOWN: Final = 0.999
"""From here on everybody knows that a seat is a traitor."""
OF_MISSION: Final = 0.8
"""What its talkativeness is multiplied by after a mission."""
OF_VOTE: Final = 0.3
"""The same after a vote: there are more of them, and seldom anything new to say."""
LATE: Final = 1.5
"""The same once a mission can decide the game."""
FEW: Final = 7
"""With more players than this each speaks less, so that no more is said in all."""
MANNER: Final = 0.7
"""How often a character chooses the wording that suits it."""


def add_opinions(opinions: Mapping[str, Opinion]) -> None:
    """Which opinions the phrases express that the bots of a game say beside these."""
    OPINIONS.update(opinions)


class Remark(msgspec.Struct, frozen=True):
    """What somebody says by a phrase, mostly of a seat. A bot says why, too: what the seat did for all to see."""

    phrase: str
    """The key of the phrase. Those in OPINIONS are about a seat."""
    about: Seat | None = None
    reason: str = ""
    """The key of the reason; empty for none."""
    mission: int = 0
    """The mission that the reason speaks of."""
    count: int = 0
    """The number that the reason speaks of."""
    others: SeatSet = NOBODY
    """The other seats that the reason speaks of."""
    wording: int = 0
    """Which of the wordings of phrase and reason."""
    leader: Seat | None = None
    """Who named the team that it speaks of; None where it speaks of none."""

    @property
    def opinion(self) -> Opinion | None:
        """Whether it speaks for or against the seat."""
        return OPINIONS.get(self.phrase)

    @property
    def content(self) -> tuple[object, ...]:
        """What is not to be said again, in whatever words, nor with another number."""
        return (self.opinion or self.phrase, self.about, self.reason, self.mission, self.others)


class Question(msgspec.Struct, frozen=True):
    """What somebody has said that a bot answers."""

    number: int
    """The number of the message."""
    asker: Seat
    intent: Intent


class Speaker:
    """Finds what a bot says. It does not change how the bot plays: its draws are its own."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes, kind: type[Reasons] = MissionReasons) -> None:
        self._ruleset = ruleset
        self._seat = seat
        self._seed = seed
        self.reasons = kind(ruleset, seat)
        self._seen = 0
        """How much has happened that everybody has seen."""
        self._topic: Topic | None = None
        """What there is to speak of."""
        self._order: list[Seat] = []
        """The order in which it looks for somebody to speak of."""
        self._said = 0
        """How often it has spoken since the last mission."""
        self.heard: set[tuple[object, ...]] = set()
        """What everybody has said: nobody wants to hear that again."""
        self._own: dict[tuple[object, ...], Remark] = {}
        """What it has said itself, in order."""

    def see(self, events: Iterable[Event]) -> None:
        """Take in what everybody has seen."""
        for event in events:
            before = self.reasons.topic
            self.reasons.see(event)
            self._seen += 1
            if self.reasons.topic is not before:
                self._topic = self.reasons.topic
                if self._topic is not None and self._topic.is_mission:
                    self._said = 0

    def hear(self, speaker: Seat, remark: Remark) -> None:
        """Take in what somebody has said, itself too."""
        self.heard.add(remark.content)
        if speaker == self._seat:
            self._said += remark.opinion is not None and remark.content not in self._own
            self._own.pop(remark.content, None)
            self._own[remark.content] = remark
            if remark.about is not None and remark.opinion is not None:
                bit = 1 << remark.about
                doubted = self.reasons.doubted
                self.reasons.doubted = doubted | bit if remark.opinion == "suspect" else doubted & ~bit

    # What it says of its own accord

    def wants_to_speak(self, talkative: float) -> bool:
        """Whether it speaks of what happened last, if it finds something to say. It does so at most once."""
        topic = self._topic
        if topic is None:
            return False
        rng = Random(self._seed + b" remarks %d" % self._seen)
        drawn = rng.random()
        self._order = rng.sample(range(self._ruleset.players), self._ruleset.players)
        often = talkative * (OF_MISSION if topic.is_mission else OF_VOTE) * (LATE if topic.is_late else 1.0)
        often *= min(1.0, FEW / self._ruleset.players)
        may_talk = not self.reasons.view.board.silent >> self._seat & 1
        # once of a mission, twice where one can decide the game
        if drawn >= often or self._said > topic.is_late or not may_talk:
            self._topic = None
        return self._topic is not None

    def remark(self, odds: Odds, fellows: SeatSet, character: Character | None = None) -> Remark | None:
        """What it says when it wants to. The odds are those of a loyal player on this seat who knows no other secret;
        `fellows` as far as a traitor knows them."""
        topic, self._topic = self._topic, None
        if topic is None or self._is_exposed(odds):
            return None
        for phrase, among, reasons, leader in self._thoughts(topic):
            remark = self._finds(phrase, among, reasons, odds, fellows, self.heard)
            if remark is not None:
                return self._worded(msgspec.structs.replace(remark, leader=leader), self._seen, character)
        return None

    def _thoughts(self, topic: Topic) -> Iterator[tuple[str, SeatSet, "ReasonsFor", Seat | None]]:
        """What it might say, by its phrase: about which seats, why, and of whose team."""
        everybody, news = everyone(self._ruleset.players), self.reasons.found[self.reasons.news :]

        def new(seat: Seat, opinion: Opinion) -> Iterator[Reason]:
            return (one for one in reversed(news) if one.about == seat and one.opinion == opinion)

        stance = topic.stances.get(self._seat)
        if stance is not None and stance.phrase:
            yield stance.phrase, stance.among, self.reasons.behind(stance), stance.leader
        yield "suspect", everybody, new, None
        yield "trust", everybody, new, None

    # What it answers

    def reply(self, question: Question, odds: Odds, fellows: SeatSet, character: Character | None = None) -> Remark:
        """What it answers. It always has an answer, so that nothing shows by its silence."""
        self._order = Random(self._seed + b" reply %d" % question.number).sample(
            range(self._ruleset.players), self._ruleset.players
        )
        remark = Remark("exposed") if self._is_exposed(odds) else self._answer(question, odds, fellows)
        is_brief = Random(f"{self._seat} {question.number} brief").random() >= (
            character.explains if character else 1.0
        )
        if is_brief and remark.reason and question.intent.kind in ("asked-suspects", "asked-trusts", "asked-opinion"):
            remark = Remark(remark.phrase, remark.about)
        return self._worded(remark, question.number, character)

    def _answer(self, question: Question, odds: Odds, fellows: SeatSet) -> Remark:
        intent, everybody, own = question.intent, everyone(self._ruleset.players), set(self._own)
        about = next((seat for seat in intent.about if seat != self._seat), None)
        is_about_me = about is None and self._seat in intent.about
        match intent.kind:
            case "accused":
                return self._defends(odds, fellows)
            case "asked-opinion" if is_about_me:
                return self._defends(odds, fellows)
            case "defended":
                return Remark("glad")
            case "asked-vote":
                return self._explains(self.reasons.last_votes.get(self._seat), "no-vote-yet", odds, fellows)
            case "asked-team" if self.reasons.has_teams:
                return self._explains(self.reasons.last_teams.get(self._seat), "no-team-yet", odds, fellows)
            case "asked-why" | "asked-opinion" if about is not None:
                return self._opinion(about, odds)
            case "asked-why":
                last = next(
                    (one for one in reversed(self._own.values()) if one.opinion and one.about is not None), None
                )
                return self._opinion(last.about, odds) if last is not None and last.about is not None else NO_OPINION
            case "asked-suspects" | "asked-opinion":
                found = self._finds("suspect", everybody, self.reasons.for_seat, odds, fellows, own)
                return found or self._once("no-suspect", "suspect")
            case "asked-trusts":
                found = self._finds("trust", everybody, self.reasons.for_seat, odds, fellows, own)
                return found or self._once("no-trust", "trust")
            case "greeting":
                return Remark("hello")
            case "thanks":
                return Remark("welcome")
            case _:
                return Remark("not-understood")

    def _once(self, phrase: str, opinion: Opinion) -> Remark:
        """That it has nobody to name; or that it has said all, if it has named somebody."""
        return Remark("said-all") if any(one.opinion == opinion for one in self._own.values()) else Remark(phrase)

    def _defends(self, odds: Odds, fellows: SeatSet) -> Remark:
        """What it says when it is accused: what speaks for it, or else whom it suspects instead."""
        said = {(one.reason, one.mission) for one in self._own.values() if one.phrase == "deny"}
        for reason in self.reasons.own():
            if (reason.key, reason.mission) not in said:
                return Remark("deny", None, reason.key, reason.mission)
        others = everyone(self._ruleset.players)
        return self._finds("rather", others, self.reasons.for_seat, odds, fellows, set(self._own)) or Remark("deny")

    def _explains(self, stance: Stance | None, nothing: str, odds: Odds, fellows: SeatSet) -> Remark:
        """Why it has voted so, or picked that team."""
        if stance is None:
            return Remark(nothing)
        found = None
        if stance.phrase:
            own = set(self._own)
            found = self._finds(stance.phrase, stance.among, self.reasons.behind(stance), odds, fellows, own)
            said = any(one.phrase == stance.phrase and one.about is not None for one in self._own.values())
            if found is None and said:
                return Remark("said-all")
        return msgspec.structs.replace(found or Remark(stance.otherwise), leader=stance.leader)

    def _opinion(self, seat: Seat, odds: Odds) -> Remark:
        """What it thinks of a seat: the same as a loyal player would say there, whoever it is."""
        suspicion = odds.suspicion[seat]
        opinion: Opinion | None = "suspect" if suspicion >= DOUBTS else "trust" if suspicion <= TRUSTS else None
        if opinion is None:
            return Remark("unsure", seat)
        own = set(self._own)
        for reason in self.reasons.for_seat(seat, opinion):
            remark = self._of(opinion, reason)
            if remark.content not in own:
                return self._changed(remark)
        plain = Remark(opinion, seat)
        is_said = any((one.opinion, one.about) == (opinion, seat) for one in self._own.values())
        return Remark("said-all") if is_said else plain

    def _is_exposed(self, odds: Odds) -> bool:
        """Whether everybody knows that it is a traitor, so that nothing that it says could be believed."""
        return odds.suspicion[self._seat] >= KNOWN

    # Finding and wording it

    def _finds(
        self,
        phrase: str,
        among: SeatSet,
        reasons: "ReasonsFor",
        odds: Odds,
        fellows: SeatSet,
        said: set[tuple[object, ...]],
    ) -> Remark | None:
        """The remark with this phrase, if there is somebody to make it of."""
        opinion = OPINIONS[phrase]
        others = ~(1 << self._seat | self.reasons.view.board.silent)  # who is out of the game no longer matters
        remarks: dict[Seat, Remark] = {}
        for seat in SEATS_IN[among & others & everyone(self._ruleset.players)]:
            new = (self._of(phrase, reason) for reason in reasons(seat, opinion))
            remark = next((one for one in new if one.content not in said), None)
            if remark is not None:
                remarks[seat] = remark
        suspicion = odds.suspicion
        wrong = {seat: 1 - suspicion[seat] if opinion == "suspect" else suspicion[seat] for seat in remarks}
        least, most = min(wrong.values(), default=1.0), 1 - DOUBTS if opinion == "suspect" else TRUSTS
        alike = [seat for seat in remarks if wrong[seat] <= min(most, least + ABOUT_AS_TRUE)]
        alike = sorted(alike, key=lambda seat: (round(wrong[seat], 9), seat))[:MOST_ALIKE]
        if not alike:
            return None
        suits = [seat for seat in alike if fellows and (fellows >> seat & 1) == (opinion == "trust")]
        remark = remarks[min(suits or alike, key=self._order.index)]
        if phrase == "suspect" and max(wrong[seat] for seat in alike) <= 1 - SURE:  # of whichever it is
            return msgspec.structs.replace(remark, phrase="sure")
        return self._changed(remark)

    def _of(self, phrase: str, reason: Reason) -> Remark:
        return Remark(phrase, reason.about, reason.key, reason.mission, reason.count, reason.others)

    def _changed(self, remark: Remark) -> Remark:
        """The same, said by somebody who has said the opposite before."""
        before = next((one for one in reversed(self._own.values()) if one.opinion and one.about == remark.about), None)
        if remark.phrase in ("suspect", "trust") and before is not None and before.opinion != remark.phrase:
            return msgspec.structs.replace(remark, phrase=f"changed-{remark.phrase}")
        return remark

    def _worded(self, remark: Remark, number: int, character: Character | None) -> Remark:
        """The remark in a wording. It depends on what everybody knows alone, so that it makes no remark less likely."""
        rng = Random(f"{self._seat} {number} {character.name if character is not None else ''}")
        most = max(wordings_of(remark.phrase), wordings_of(remark.reason) if remark.reason else 1)
        wording = int(rng.random() * most)
        if character is not None and rng.random() < MANNER:
            wording = character.manner
        return msgspec.structs.replace(remark, wording=wording)


ReasonsFor = Callable[[Seat, Opinion], Iterable[Reason]]
"""What speaks for an opinion of a seat, the best first."""
NO_OPINION: Final = Remark("no-opinion")
