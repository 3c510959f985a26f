"""What bots say: whom they trust or doubt, and why, in words that everybody can check.

A bot speaks when a team is named, when votes are shown, and after a mission, of its own part in it first. It answers
what people ask it, and whoever accuses it. It goes by what everybody has seen, and by its word that it is itself loyal.
So whether it speaks, and when, is the same whatever its role is, and no secret of a loyal seat is in what it says. Of
seats of whom that is about as true it draws one. A traitor draws among those that suit it: it doubts no fellow, and
trusts one. So each of its lies is one that loyal bots often tell in good faith, and as surely.

What it draws follows from its seed and from how much has happened, and what it has said it hears like everybody: so a
bot that is made anew, and told the same, says the same. In which words a remark is said, whoever passes it on finds by
`worded`: no wording comes twice in a game, whoever has used it.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from random import Random
from typing import Final, NamedTuple

import msgspec

from turncoat.bots.characters import Character
from turncoat.bots.intents import Intent
from turncoat.bots.odds import Odds
from turncoat.bots.reasons import MissionReasons, Opinion, Reason, Reasons, Stance, Topic, TopicKind
from turncoat.bots.wordings import CAREFUL, MANNERS, phrase_text, wordings_by, wordings_of
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, SEATS_IN, Seat, SeatSet, everyone


class Claim(NamedTuple):
    """The opinion that a phrase expresses, and how likely it must be to whoever says it."""

    opinion: Opinion
    certainty: float


FIRM: Final = 0.75
"""From here on a bot speaks of its opinion without a reservation."""
SURE: Final = 0.9
"""From here on it says that it is sure."""
DOUBTFUL: Final = Claim("suspect", 0.55)
"""From here on it says that it doubts somebody."""
HOPEFUL: Final = Claim("trust", 0.6)
"""From here on it says that it trusts somebody."""
WARNING: Final = Claim("suspect", 0.65)
"""From here on it warns of a team, for which it may still vote."""
OPINIONS: Final[dict[str, Claim]] = {
    "sure": Claim("suspect", SURE),
    "suspect": Claim("suspect", FIRM),
    "doubt": DOUBTFUL,
    "vouch": Claim("trust", SURE),
    "trust": Claim("trust", FIRM),
    "hope": HOPEFUL,
    "changed-suspect": DOUBTFUL,
    "changed-trust": HOPEFUL,
    "rather": DOUBTFUL,
    "in-return": DOUBTFUL,
    "beside-fail": DOUBTFUL,
    "fears-team": WARNING,
    "fears-leader": WARNING,
    "against-team": DOUBTFUL,
    "against-leader": DOUBTFUL,
    "likes-team": HOPEFUL,
    "on-team": HOPEFUL,
    "for-team": HOPEFUL,
}
"""What each phrase about somebody claims, by its key. What a game has of its own is added by `add_opinions`."""
PLAIN: Final[Mapping[str, tuple[str, ...]]] = {
    "suspect": ("sure", "suspect", "doubt"),
    "trust": ("vouch", "trust", "hope"),
}
"""The phrases that say nothing but the opinion, the surest first. Which of them, the belief decides."""

ABOUT_AS_TRUE: Final = 0.1
"""It may speak of any seat whose chance of being wrongly judged is at most this much above that of the best one."""
MOST_ALIKE: Final = 6
"""Of no more seats than this it draws one, so that whatever it says of one of them is not unlikely."""
KNOWN: Final = 0.999
"""From here on everybody knows that a seat is a traitor."""
OF: Final[Mapping[TopicKind, float]] = {"team": 0.4, "vote": 0.6, "mission": 0.7, "accusation": 1.0}
"""What its talkativeness is multiplied by, for what there is to speak of."""
CONCERNED: Final = 1.6
"""The same for whom it concerns more than the others."""
LATE: Final = 1.3
"""The same once a mission can decide the game."""
SILENT: Final = (0.2, 0.4, 1.8)
"""The same, and so much more for each occasion since it last said something, up to a most: so everybody is heard."""
SAID: Final = 0.5
"""The same for each remark that others have made of it already."""
FEW: Final = 5
"""With more players than this each speaks less, so that no more is said in all."""
UNDECIDED: Final = 0.6
"""How often it speaks where it has nothing to say of anybody, but is concerned."""


def add_opinions(claims: Mapping[str, Claim]) -> None:
    """What the phrases claim that the bots of a game say beside these."""
    OPINIONS.update(claims)


class Remark(msgspec.Struct, frozen=True):
    """What somebody says by a phrase, mostly of a seat. A bot says why, too: what the seat did for all to see."""

    phrase: str
    """The key of the phrase. Those in OPINIONS are about a seat."""
    about: Seat | None = None
    reason: str = ""
    """The key of the reason; empty for none."""
    mission: int = 0
    """The mission that it speaks of."""
    count: int = 0
    """The number that the reason speaks of."""
    others: SeatSet = NOBODY
    """The other seats that the reason speaks of."""
    wording: int = 0
    """Which of the wordings of the phrase."""
    reason_wording: int = 0
    """Which of the wordings of the reason."""
    leader: Seat | None = None
    """Who named the team that it speaks of; None where it speaks of none."""

    @property
    def opinion(self) -> Opinion | None:
        """Whether it speaks for or against the seat."""
        claim = OPINIONS.get(self.phrase)
        return claim.opinion if claim is not None else None

    @property
    def accuses(self) -> Seat | None:
        """Whom it accuses."""
        return self.about if self.opinion == "suspect" else None

    @property
    def content(self) -> tuple[object, ...]:
        """What is not to be said again, in whatever words, nor with another number."""
        leader = None if self.reason else self.leader
        return (self.opinion or self.phrase, self.about, self.reason, self.mission, self.others, leader)

    @property
    def wordings(self) -> Iterator[tuple[str, int]]:
        """The wordings in which it is said, each with its key."""
        yield self.phrase, self.wording
        if self.reason:
            yield self.reason, self.reason_wording


def worded(remark: Remark, said: Iterable[Remark], manner: int | None, draw: str) -> Remark | None:
    """Return the remark in words that nobody has used in this game; None where there are none left for its phrase.

    Where none are left for its reason it is said without it. So no talk goes on for ever. `said` is all that was said
    in the game; `draw` is what the draw among the wordings is made from, those of the speaker's manner first.
    """
    used, rng = {one for other in said for one in other.wordings}, Random(draw)
    is_firm = remark.phrase in OPINIONS and OPINIONS[remark.phrase].certainty >= FIRM

    def left(key: str) -> Iterator[int]:
        return (wording for wording in wordings_by(manner, key, rng) if (key, wording) not in used)

    wording = next(left(remark.phrase), None)
    if wording is None:
        return None
    # After firm words a careful reason would sound as if it took them back.
    reasons = [one for one in left(remark.reason) if not (is_firm and one % MANNERS == CAREFUL)]
    reason_wording = next(iter(reasons), None if remark.reason else 0)
    if reason_wording is None:
        return Remark(remark.phrase, remark.about, mission=remark.mission, wording=wording, leader=remark.leader)
    return msgspec.structs.replace(remark, wording=wording, reason_wording=reason_wording)


class ChatQuestion(msgspec.Struct, frozen=True):
    """What somebody has said that a bot answers."""

    number: int
    """The number of the message."""
    asker: Seat
    intent: Intent
    is_answer: bool = False
    """Whether it was itself an answer. Who is accused in one accuses nobody in turn: else there would be no end."""


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
        self._keeps_quiet = True
        """Whether it says nothing where it has nothing to say of anybody."""
        self._trusts_first = False
        """Whether it looks first for somebody to trust."""
        self._silence = 1
        """How often there was something to speak of since it last said something."""
        self._said = 0
        """How much was said of what there is to speak of."""
        self.has_judged = False
        """Whether it has said what it thinks of the team that is up, or whom it doubts after the last mission."""
        self.known_remarks: set[tuple[object, ...]] = set()
        """What everybody has said: nobody wants to hear that again."""
        self._used: set[tuple[str, int]] = set()
        """The wordings that were used."""
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
                if self._topic is not None:
                    self._silence += 1
                    self._said = 0
                    self.has_judged &= self._topic.kind == "vote"

    def hear(self, speaker: Seat, remark: Remark) -> None:
        """Take in what somebody has said, itself too."""
        self.known_remarks.add(remark.content)
        self._used.update(remark.wordings)
        self._said += 1
        if speaker == self._seat:
            self._silence = 0
            topic = self.reasons.topic
            is_of_mission = topic is not None and topic.kind == "mission"
            self.has_judged |= remark.leader is not None and remark.opinion is not None
            self.has_judged |= remark.accuses is not None and is_of_mission
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
        self._keeps_quiet, self._trusts_first = rng.random() >= UNDECIDED, rng.random() < 0.5
        often = talkative * OF[topic.kind] * (LATE if topic.is_late else 1.0) * SAID**self._said
        often *= CONCERNED if topic.concerned >> self._seat & 1 else 1.0
        least, more, most = SILENT
        often *= min(most, least + more * self._silence) * min(1.0, FEW / self._ruleset.players)
        may_talk = not self.reasons.view.board.silent >> self._seat & 1
        if drawn >= often or not may_talk:
            self._topic = None
        return self._topic is not None

    def remark(self, odds: Odds, fellows: SeatSet) -> Remark | None:
        """What it says when it wants to. The odds are those of a loyal player on this seat who knows no other secret;
        `fellows` as far as a traitor knows them."""
        topic, self._topic = self._topic, None
        if topic is None or self._is_exposed(odds):
            return None
        stance = None if self.has_judged else topic.stances.get(self._seat)
        remark = self._of_own_part(stance, odds, fellows, self.known_remarks) if stance is not None else None
        return remark or self._undecided(stance) or self._of_news(odds, fellows)

    def _of_own_part(
        self, stance: Stance, odds: Odds, fellows: SeatSet, said: Collection[tuple[object, ...]]
    ) -> Remark | None:
        """Why it has voted so, picked that team, or whom it doubts on a team."""
        for phrase, among in stance.ways:
            plain = Remark(phrase, mission=stance.mission, leader=stance.leader)
            found = self._finds(plain, among, self.reasons.behind(stance), odds, fellows, said)
            if found is not None:
                return found
        return None

    def _of_news(self, odds: Odds, fellows: SeatSet) -> Remark | None:
        """An opinion that comes of what has just happened."""
        news = self.reasons.found[self.reasons.news :]

        def new(seat: Seat, opinion: Opinion) -> Iterator[Reason]:
            return (one for one in reversed(news) if one.about == seat and one.opinion == opinion)

        opinions: tuple[Opinion, ...] = ("trust", "suspect") if self._trusts_first else ("suspect", "trust")
        everybody = everyone(self._ruleset.players)
        found = (
            self._finds(opinion, everybody, new, odds, fellows, self.known_remarks, is_news=True)
            for opinion in opinions
        )
        return next((one for one in found if one is not None), None)

    def _undecided(self, stance: Stance | None) -> Remark | None:
        """Return what it says where it is concerned, and has nothing to say of anybody."""
        if stance is None or not stance.volunteers or self._keeps_quiet or not self._is_left(stance.otherwise):
            return None
        return Remark(stance.otherwise, mission=stance.mission, leader=stance.leader)

    # What it answers

    def reply(self, question: ChatQuestion, odds: Odds, fellows: SeatSet, character: Character | None = None) -> Remark:
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
        return remark if self._is_left(remark.phrase) else Remark("said-all")

    def _answer(self, question: ChatQuestion, odds: Odds, fellows: SeatSet) -> Remark:
        intent, everybody, own = question.intent, everyone(self._ruleset.players), self._own
        about = next((seat for seat in intent.about if seat != self._seat), None)
        is_about_me = about is None and self._seat in intent.about
        match intent.kind:
            case "accused":
                return self._defends(question, odds, fellows)
            case "asked-opinion" if is_about_me:
                return self._defends(question, odds, fellows)
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

    def _defends(self, question: ChatQuestion, odds: Odds, fellows: SeatSet) -> Remark:
        """Return what it says when it is accused: what speaks for it, or whom it suspects instead, its accuser first
        of all."""
        said = {(one.reason, one.mission) for one in self._own.values() if one.phrase == "deny"}
        own = (Remark("deny", None, one.key, one.mission) for one in self.reasons.own())
        excuse = next((one for one in own if (one.reason, one.mission) not in said), None)
        if question.is_answer:
            return excuse or Remark("deny")
        ways = [("rather", everyone(self._ruleset.players))]
        if question.intent.kind == "accused":
            ways.insert(0, ("in-return", 1 << question.asker))
        found = (self._finds(phrase, among, self.reasons.for_seat, odds, fellows, self._own) for phrase, among in ways)
        other = next((one for one in found if one is not None), None)
        is_calm = self._order[0] < self._order[-1]  # half of the time
        return (excuse or other if is_calm else other or excuse) or Remark("deny")

    def _explains(self, stance: Stance | None, nothing: str, odds: Odds, fellows: SeatSet) -> Remark:
        """Why it has voted so, or picked that team."""
        if stance is None:
            return Remark(nothing)
        found = self._of_own_part(stance, odds, fellows, self._own)
        phrases = {phrase for phrase, _ in stance.ways}
        if found is None and any(one.phrase in phrases for one in self._own.values()):
            return Remark("said-all")
        return found or Remark(stance.otherwise, mission=stance.mission, leader=stance.leader)

    def _opinion(self, seat: Seat, odds: Odds) -> Remark:
        """What it thinks of a seat: the same as a loyal player would say there, whoever it is."""
        for opinion, claim in (("suspect", DOUBTFUL), ("trust", HOPEFUL)):
            belief = _belief(odds, seat, claim.opinion)
            if belief >= claim.certainty:
                found = self._of_seat(Remark(opinion, seat), self.reasons.for_seat, belief, self._own)
                return self._firm(found, belief) if found is not None else Remark("said-all")
        return Remark("unsure", seat)

    def _is_exposed(self, odds: Odds) -> bool:
        """Whether everybody knows that it is a traitor, so that nothing that it says could be believed."""
        return odds.suspicion[self._seat] >= KNOWN

    # Finding it

    def _finds(
        self,
        plain: Remark | str,
        among: SeatSet,
        reasons: "ReasonsFor",
        odds: Odds,
        fellows: SeatSet,
        said: Collection[tuple[object, ...]],
        *,
        is_news: bool = False,
    ) -> Remark | None:
        """The remark with this phrase, if there is somebody to make it of; news have a reason."""
        plain = Remark(plain) if isinstance(plain, str) else plain
        opinion, least = OPINIONS[plain.phrase]
        if plain.phrase == opinion:  # how firmly it is said is found below
            least = OPINIONS[PLAIN[opinion][-1]].certainty
        others = ~(1 << self._seat | self.reasons.view.board.silent)  # who is out of the game no longer matters
        remarks: dict[Seat, Remark] = {}
        right: dict[Seat, float] = {}
        for seat in SEATS_IN[among & others & everyone(self._ruleset.players)]:
            right[seat] = _belief(odds, seat, opinion)
            of_seat = msgspec.structs.replace(plain, about=seat)
            remark = self._of_seat(of_seat, reasons, right[seat], said)
            if remark is not None and (remark.reason or not is_news):
                remarks[seat] = remark
        best = max([right[seat] for seat in remarks], default=0.0)
        alike = [seat for seat in remarks if right[seat] >= max(least, best - ABOUT_AS_TRUE)]
        alike = sorted(alike, key=lambda seat: (-round(right[seat], 9), seat))[:MOST_ALIKE]
        if not alike:
            return None
        suits = [seat for seat in alike if (fellows >> seat & 1) == (opinion == "trust")]
        remark = remarks[min(suits or alike, key=self._order.index)]
        return self._firm(remark, min(right[seat] for seat in alike))  # as sure as it is of whichever it is

    def _of_seat(
        self, plain: Remark, reasons: "ReasonsFor", belief: float, said: Collection[tuple[object, ...]]
    ) -> Remark | None:
        """Return what is to be said of the seat: with a reason that was not given before, or else without one."""
        opinion, found = plain.opinion, [plain]
        if (
            plain.about is None
            or opinion is None
            or not any(map(self._is_left, PLAIN.get(plain.phrase, (plain.phrase,))))
        ):
            return None
        if "{mission}" not in phrase_text(plain.phrase):  # else a reason would speak of another, or of the same again
            given = [self._with(plain, one) for one in reasons(plain.about, opinion) if self._is_left(one.key)]
            if belief >= SURE:  # no thin reason where a solid one says more
                given.sort(key=lambda one: one.reason not in self.reasons.solid)
            found = [*given, plain]
        return next((one for one in found if one.content not in said), None)

    @staticmethod
    def _with(plain: Remark, reason: Reason) -> Remark:
        return msgspec.structs.replace(
            plain, reason=reason.key, mission=reason.mission, count=reason.count, others=reason.others
        )

    def _firm(self, remark: Remark, belief: float) -> Remark:
        """The remark, where it is nothing but an opinion, as firm as the belief and the reason are; and said to be new
        by somebody who has said the opposite before."""
        opinion = remark.opinion
        if opinion is None or remark.phrase != opinion:
            return remark
        before = next((one for one in reversed(self._own.values()) if one.opinion and one.about == remark.about), None)
        has_changed = before is not None and before.opinion != opinion and self._is_left(f"changed-{opinion}")
        if has_changed:
            return msgspec.structs.replace(remark, phrase=f"changed-{opinion}")
        firm = min(belief, 1.0 if remark.reason in self.reasons.solid else FIRM)  # nobody is sure for a thin reason
        phrases = [one for one in PLAIN[opinion] if OPINIONS[one].certainty <= firm]
        return msgspec.structs.replace(remark, phrase=next(filter(self._is_left, phrases), phrases[-1]))

    def _is_left(self, key: str) -> bool:
        """Return whether a phrase or reason has a wording that nobody has used."""
        return any((key, wording) not in self._used for wording in range(wordings_of(key)))


def _belief(odds: Odds, seat: Seat, opinion: Opinion) -> float:
    """Return how likely an opinion of a seat is right."""
    suspicion = odds.suspicion[seat]
    return suspicion if opinion == "suspect" else 1 - suspicion


ReasonsFor = Callable[[Seat, Opinion], Iterable[Reason]]
"""What speaks for an opinion of a seat, the best first."""
NO_OPINION: Final = Remark("no-opinion")
