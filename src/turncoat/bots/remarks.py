"""Remarks of bots: whom they trust or doubt, and reasons that everybody can check.

A bot speaks when a team is named, when votes are revealed and after a mission, preferably about its own part in it. It
answers people's questions and anyone who accuses it. Its remarks follow from public events and its claim to be loyal,
so whether and when it speaks does not depend on its role, and no secret of a loyal seat is in what it says. Among seats
for which a remark is about equally true, it draws one. A traitor draws among those that suit it: it doubts no fellow
traitor, and trusts one. So each of its lies is one that loyal bots often tell in good faith, just as firmly.

Draws depend only on the seed and the number of public events, and a bot hears its own remarks like everybody else, so a
restored bot that sees the same history says the same. Whoever passes a remark on chooses its wording with `worded`: no
wording occurs twice in a game, whoever used it first.
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
    """Opinion expressed by a phrase, and how likely it must be to the speaker."""

    opinion: Opinion
    certainty: float


FIRM: Final = 0.75
"""Chance from which a bot states an opinion without reservation."""
SURE: Final = 0.9
"""Chance from which it says that it is sure."""
DOUBTFUL: Final = Claim("suspect", 0.55)
"""Claim from which it says that it doubts somebody."""
HOPEFUL: Final = Claim("trust", 0.6)
"""Claim from which it says that it trusts somebody."""
WARNING: Final = Claim("suspect", 0.65)
"""Claim from which it warns of a team, although it may still vote for it."""
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
"""Claims of the phrases about a seat, by key. `add_opinions` adds those of a game."""
PLAIN: Final[Mapping[str, tuple[str, ...]]] = {
    "suspect": ("sure", "suspect", "doubt"),
    "trust": ("vouch", "trust", "hope"),
}
"""Phrases that state nothing but an opinion, the surest first. The belief decides between them."""

ABOUT_AS_TRUE: Final = 0.1
"""Margin within which a seat's chance of being judged correctly counts as about that of the best candidate."""
MOST_ALIKE: Final = 6
"""Largest number of seats to draw from, so that no seat's remark becomes too unlikely."""
KNOWN: Final = 0.999
"""Chance from which everybody knows that a seat is a traitor."""
OF: Final[Mapping[TopicKind, float]] = {"team": 0.4, "vote": 0.6, "mission": 0.7, "accusation": 1.0}
"""Factor on talkativeness by topic."""
CONCERNED: Final = 1.6
"""Factor for seats that the topic concerns most."""
LATE: Final = 1.3
"""Factor once a mission can decide the game."""
SILENT: Final = (0.2, 0.4, 1.8)
"""Factor after silence: base, increment per occasion since the last remark, and maximum. So everybody gets heard."""
SAID: Final = 0.5
"""Factor for each remark that others have already made about the topic."""
FEW: Final = 5
"""Number of players above which each speaks less, so that the total does not grow."""
UNDECIDED: Final = 0.6
"""Chance of speaking on a topic that concerns the bot although it has no opinion of anybody."""


def add_opinions(claims: Mapping[str, Claim]) -> None:
    """Add the claims of a game's own phrases."""
    OPINIONS.update(claims)


class Remark(msgspec.Struct, frozen=True):
    """A statement made with a phrase, mostly about a seat. Bots add a reason, which is a public act of that seat."""

    phrase: str
    """Key of the phrase. Those in OPINIONS are about a seat."""
    about: Seat | None = None
    reason: str = ""
    """Key of the reason, or empty."""
    mission: int = 0
    """Mission that the remark refers to."""
    count: int = 0
    """Number that the reason mentions."""
    others: SeatSet = NOBODY
    """Other seats that the reason mentions."""
    wording: int = 0
    """Index of the phrase's wording."""
    reason_wording: int = 0
    """Index of the reason's wording."""
    leader: Seat | None = None
    """Leader of the team that the remark is about, if any."""

    @property
    def opinion(self) -> Opinion | None:
        """Opinion of the seat that the phrase expresses, if any."""
        claim = OPINIONS.get(self.phrase)
        return claim.opinion if claim is not None else None

    @property
    def accuses(self) -> Seat | None:
        """Accused seat, if any."""
        return self.about if self.opinion == "suspect" else None

    @property
    def content(self) -> tuple[object, ...]:
        """Identity of the statement regardless of wording and numbers, by which repetitions are recognized."""
        leader = None if self.reason else self.leader
        return (self.opinion or self.phrase, self.about, self.reason, self.mission, self.others, leader)

    @property
    def wordings(self) -> Iterator[tuple[str, int]]:
        """Keys and indices of the wordings in use."""
        yield self.phrase, self.wording
        if self.reason:
            yield self.reason, self.reason_wording


def worded(remark: Remark, said: Iterable[Remark], manner: int | None, draw: str) -> Remark | None:
    """Return the remark in wordings that nobody has used in this game, or None if its phrase has none left.

    If only its reason has none left, the remark is made without the reason. So no conversation goes on forever. `said`
    are all remarks of the game. `draw` seeds the order of wordings, of which those in the speaker's manner come first.
    """
    used, rng = {one for other in said for one in other.wordings}, Random(draw)
    is_firm = remark.phrase in OPINIONS and OPINIONS[remark.phrase].certainty >= FIRM

    def left(key: str) -> Iterator[int]:
        return (wording for wording in wordings_by(manner, key, rng) if (key, wording) not in used)

    wording = next(left(remark.phrase), None)
    if wording is None:
        return None
    # A careful reason after firm words would sound like a retraction.
    reasons = [one for one in left(remark.reason) if not (is_firm and one % MANNERS == CAREFUL)]
    reason_wording = next(iter(reasons), None if remark.reason else 0)
    if reason_wording is None:
        return Remark(remark.phrase, remark.about, mission=remark.mission, wording=wording, leader=remark.leader)
    return msgspec.structs.replace(remark, wording=wording, reason_wording=reason_wording)


class ChatQuestion(msgspec.Struct, frozen=True):
    """A chat message that a bot answers."""

    number: int
    """Number of the message."""
    asker: Seat
    intent: Intent
    is_answer: bool = False
    """True if the message is itself an answer. An accusation in one is never returned, or there would be no end."""


class Speaker:
    """Finds the remarks of a bot. Has draws of its own, so it does not affect how the bot plays."""

    def __init__(self, ruleset: Ruleset, seat: Seat, seed: bytes, kind: type[Reasons] = MissionReasons) -> None:
        self._ruleset = ruleset
        self._seat = seat
        self._seed = seed
        self.reasons = kind(ruleset, seat)
        self._seen = 0
        """Number of public events so far."""
        self._topic: Topic | None = None
        """Current topic, until the bot has decided whether to speak."""
        self._order: list[Seat] = []
        """Order of preference among seats to speak about."""
        self._keeps_quiet = True
        """True if the bot stays silent where it has no opinion of anybody."""
        self._trusts_first = False
        """True if the bot looks for somebody to trust first."""
        self._silence = 1
        """Number of topics since its last remark."""
        self._said = 0
        """Number of remarks on the current topic."""
        self.has_judged = False
        """True if it has given its opinion of the current team, or accused somebody after the last mission."""
        self.known_remarks: set[tuple[object, ...]] = set()
        """Contents of all remarks so far, since nobody wants to hear the same twice."""
        self._used: set[tuple[str, int]] = set()
        """Wordings used so far."""
        self._own: dict[tuple[object, ...], Remark] = {}
        """The bot's own remarks, in order."""

    def see(self, events: Iterable[Event]) -> None:
        """Process public events."""
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
        """Process a remark by anybody, the bot itself included."""
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

    # Unprompted remarks

    def wants_to_speak(self, talkative: float) -> bool:
        """Return whether to speak about the latest event, at most once, if there is something to say."""
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
        """Return an unprompted remark, or None.

        `odds` are those of a loyal player on this seat who knows no other secret. `fellows` are the traitors known to a
        traitor.
        """
        topic, self._topic = self._topic, None
        if topic is None or self._is_exposed(odds):
            return None
        stance = None if self.has_judged else topic.stances.get(self._seat)
        remark = self._on_own_part(stance, odds, fellows, self.known_remarks) if stance is not None else None
        return remark or self._undecided(stance) or self._on_latest_event(odds, fellows)

    def _on_own_part(
        self, stance: Stance, odds: Odds, fellows: SeatSet, said: Collection[tuple[object, ...]]
    ) -> Remark | None:
        """Return an explanation of its own vote or team, or an opinion of its teammates."""
        for phrase, among in stance.ways:
            plain = Remark(phrase, mission=stance.mission, leader=stance.leader)
            found = self._best_remark(plain, among, self.reasons.behind(stance), odds, fellows, said)
            if found is not None:
                return found
        return None

    def _on_latest_event(self, odds: Odds, fellows: SeatSet) -> Remark | None:
        """Return an opinion that follows from the latest event."""
        new_reasons = self.reasons.found[self.reasons.first_new_reason :]

        def new(seat: Seat, opinion: Opinion) -> Iterator[Reason]:
            return (one for one in reversed(new_reasons) if one.about == seat and one.opinion == opinion)

        opinions: tuple[Opinion, ...] = ("trust", "suspect") if self._trusts_first else ("suspect", "trust")
        everybody = everyone(self._ruleset.players)
        found = (
            self._best_remark(opinion, everybody, new, odds, fellows, self.known_remarks, needs_reason=True)
            for opinion in opinions
        )
        return next((one for one in found if one is not None), None)

    def _undecided(self, stance: Stance | None) -> Remark | None:
        """Return the phrase for a bot that is concerned but has no opinion of anybody."""
        if stance is None or not stance.volunteers or self._keeps_quiet or not self._is_left(stance.otherwise):
            return None
        return Remark(stance.otherwise, mission=stance.mission, leader=stance.leader)

    # Replies

    def reply(self, question: ChatQuestion, odds: Odds, fellows: SeatSet, character: Character | None = None) -> Remark:
        """Return the answer to a question. There is always one, so that silence reveals nothing."""
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
                return self._defense(question, odds, fellows)
            case "asked-opinion" if is_about_me:
                return self._defense(question, odds, fellows)
            case "defended":
                return Remark("glad")
            case "asked-vote":
                return self._explanation(self.reasons.last_votes.get(self._seat), "no-vote-yet", odds, fellows)
            case "asked-team" if self.reasons.has_teams:
                return self._explanation(self.reasons.last_teams.get(self._seat), "no-team-yet", odds, fellows)
            case "asked-why" | "asked-opinion" if about is not None:
                return self._opinion(about, odds)
            case "asked-why":
                last = next(
                    (one for one in reversed(self._own.values()) if one.opinion and one.about is not None), None
                )
                return self._opinion(last.about, odds) if last is not None and last.about is not None else NO_OPINION
            case "asked-suspects" | "asked-opinion":
                found = self._best_remark("suspect", everybody, self.reasons.for_seat, odds, fellows, own)
                return found or self._nobody_to_name("no-suspect", "suspect")
            case "asked-trusts":
                found = self._best_remark("trust", everybody, self.reasons.for_seat, odds, fellows, own)
                return found or self._nobody_to_name("no-trust", "trust")
            case "greeting":
                return Remark("hello")
            case "thanks":
                return Remark("welcome")
            case _:
                return Remark("not-understood")

    def _nobody_to_name(self, phrase: str, opinion: Opinion) -> Remark:
        """Return the phrase for having nobody to name, or for having said everything if somebody was named before."""
        return Remark("said-all") if any(one.opinion == opinion for one in self._own.values()) else Remark(phrase)

    def _defense(self, question: ChatQuestion, odds: Odds, fellows: SeatSet) -> Remark:
        """Return a defense against an accusation.

        It is an argument for the bot, or another suspect, preferably the accuser.
        """
        said = {(one.reason, one.mission) for one in self._own.values() if one.phrase == "deny"}
        own = (Remark("deny", None, one.key, one.mission) for one in self.reasons.own())
        excuse = next((one for one in own if (one.reason, one.mission) not in said), None)
        if question.is_answer:
            return excuse or Remark("deny")
        ways = [("rather", everyone(self._ruleset.players))]
        if question.intent.kind == "accused":
            ways.insert(0, ("in-return", 1 << question.asker))
        found = (
            self._best_remark(phrase, among, self.reasons.for_seat, odds, fellows, self._own) for phrase, among in ways
        )
        other = next((one for one in found if one is not None), None)
        is_calm = self._order[0] < self._order[-1]  # half of the time
        return (excuse or other if is_calm else other or excuse) or Remark("deny")

    def _explanation(self, stance: Stance | None, nothing: str, odds: Odds, fellows: SeatSet) -> Remark:
        """Return an explanation of its last vote or team."""
        if stance is None:
            return Remark(nothing)
        found = self._on_own_part(stance, odds, fellows, self._own)
        phrases = {phrase for phrase, _ in stance.ways}
        if found is None and any(one.phrase in phrases for one in self._own.values()):
            return Remark("said-all")
        return found or Remark(stance.otherwise, mission=stance.mission, leader=stance.leader)

    def _opinion(self, seat: Seat, odds: Odds) -> Remark:
        """Return its opinion of a seat: that of a loyal player there, whatever the bot's role."""
        for opinion, claim in (("suspect", DOUBTFUL), ("trust", HOPEFUL)):
            belief = _belief(odds, seat, claim.opinion)
            if belief >= claim.certainty:
                found = self._about_seat(Remark(opinion, seat), self.reasons.for_seat, belief, self._own)
                return self._with_firmness(found, belief) if found is not None else Remark("said-all")
        return Remark("unsure", seat)

    def _is_exposed(self, odds: Odds) -> bool:
        """Return whether everybody knows that the bot is a traitor, so that nobody would believe it."""
        return odds.suspicion[self._seat] >= KNOWN

    # Selection

    def _best_remark(
        self,
        plain: Remark | str,
        among: SeatSet,
        reasons: "ReasonsFor",
        odds: Odds,
        fellows: SeatSet,
        said: Collection[tuple[object, ...]],
        *,
        needs_reason: bool = False,
    ) -> Remark | None:
        """Return a remark with this phrase about the best fitting seat, or None.

        With `needs_reason` it must have a reason.
        """
        plain = Remark(plain) if isinstance(plain, str) else plain
        opinion, least = OPINIONS[plain.phrase]
        if plain.phrase == opinion:  # its firmness is chosen below
            least = OPINIONS[PLAIN[opinion][-1]].certainty
        others = ~(1 << self._seat | self.reasons.view.board.silent)  # nobody discusses eliminated players
        remarks: dict[Seat, Remark] = {}
        right: dict[Seat, float] = {}
        for seat in SEATS_IN[among & others & everyone(self._ruleset.players)]:
            right[seat] = _belief(odds, seat, opinion)
            of_seat = msgspec.structs.replace(plain, about=seat)
            remark = self._about_seat(of_seat, reasons, right[seat], said)
            if remark is not None and (remark.reason or not needs_reason):
                remarks[seat] = remark
        best = max([right[seat] for seat in remarks], default=0.0)
        alike = [seat for seat in remarks if right[seat] >= max(least, best - ABOUT_AS_TRUE)]
        alike = sorted(alike, key=lambda seat: (-round(right[seat], 9), seat))[:MOST_ALIKE]
        if not alike:
            return None
        suits = [seat for seat in alike if (fellows >> seat & 1) == (opinion == "trust")]
        remark = remarks[min(suits or alike, key=self._order.index)]
        return self._with_firmness(
            remark, min(right[seat] for seat in alike)
        )  # as firm as the least certain candidate allows

    def _about_seat(
        self, plain: Remark, reasons: "ReasonsFor", belief: float, said: Collection[tuple[object, ...]]
    ) -> Remark | None:
        """Return the remark about the seat with a new reason, or without one if all were given before."""
        opinion, found = plain.opinion, [plain]
        if (
            plain.about is None
            or opinion is None
            or not any(map(self._is_left, PLAIN.get(plain.phrase, (plain.phrase,))))
        ):
            return None
        if "{mission}" not in phrase_text(plain.phrase):  # else a reason would name a second mission
            given = [self._with_reason(plain, one) for one in reasons(plain.about, opinion) if self._is_left(one.key)]
            if belief >= SURE:  # solid reasons come first
                given.sort(key=lambda one: one.reason not in self.reasons.solid)
            found = [*given, plain]
        return next((one for one in found if one.content not in said), None)

    @staticmethod
    def _with_reason(plain: Remark, reason: Reason) -> Remark:
        return msgspec.structs.replace(
            plain, reason=reason.key, mission=reason.mission, count=reason.count, others=reason.others
        )

    def _with_firmness(self, remark: Remark, belief: float) -> Remark:
        """Return the remark with its opinion as firm as the belief and the reason allow.

        If the speaker has said the opposite before, the remark announces a change of mind.
        """
        opinion = remark.opinion
        if opinion is None or remark.phrase != opinion:
            return remark
        before = next((one for one in reversed(self._own.values()) if one.opinion and one.about == remark.about), None)
        has_changed = before is not None and before.opinion != opinion and self._is_left(f"changed-{opinion}")
        if has_changed:
            return msgspec.structs.replace(remark, phrase=f"changed-{opinion}")
        firm = min(belief, 1.0 if remark.reason in self.reasons.solid else FIRM)  # no thin reason makes an opinion sure
        phrases = [one for one in PLAIN[opinion] if OPINIONS[one].certainty <= firm]
        return msgspec.structs.replace(remark, phrase=next(filter(self._is_left, phrases), phrases[-1]))

    def _is_left(self, key: str) -> bool:
        """Return whether a phrase or reason has an unused wording."""
        return any((key, wording) not in self._used for wording in range(wordings_of(key)))


def _belief(odds: Odds, seat: Seat, opinion: Opinion) -> float:
    """Return the chance that an opinion of a seat is right."""
    suspicion = odds.suspicion[seat]
    return suspicion if opinion == "suspect" else 1 - suspicion


ReasonsFor = Callable[[Seat, Opinion], Iterable[Reason]]
"""Reasons for an opinion of a seat, the best first."""
NO_OPINION: Final = Remark("no-opinion")
