"""Faults that the contract must detect: each chapter here breaks the rules in one way."""

from collections.abc import Iterable, Iterator
from itertools import count
from typing import Annotated, Any, ClassVar

import pytest

from tests.support.toys import ToyChapter, resistance_with
from turncoat.games.resistance.board import Board
from turncoat.games.resistance.hooks import TEAM_NAMED
from turncoat.games.resistance.loyalty import LoyaltyShown
from turncoat.games.resistance.steps import Game
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import Deal, Offer
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event, Hidden, Public, SeenBy
from turncoat.kernel.facts import Fact, HasRole
from turncoat.kernel.hooks import WindowHandler
from turncoat.kernel.options import Answer, OneSeat, Word, YesNo
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import seat_set, seats_in
from turncoat.kernel.steps import Ask, Prompt, Question, Step
from turncoat.missions import TeamAct, TeamNamed
from turncoat.testing import contract, rulesets

GO_ON = Word(("go-on",), ("go-on",))


class Told(Event, frozen=True):
    text: Public[str]

    def apply(self, board: Board) -> None: ...


class ToldOne(Event, frozen=True):
    seat: Public[int]
    text: Annotated[str | None, SeenBy("seat")]

    def apply(self, board: Board) -> None: ...


class Say(Step, frozen=True):
    text: str
    seat: int = -1

    def run(self, game: Game) -> None:
        game.emit(Told(self.text) if self.seat < 0 else ToldOne(self.seat, self.text))


class AskSome(Ask, frozen=True):
    """Question that asks these seats to go on, with a default."""

    seats: int
    preset: str = "go-on"
    question: ClassVar[Question] = Question("go-on", "Go on.")

    def asked(self, game: Game) -> int:
        return self.seats

    def option(self, game: Game, seat: int) -> Word:
        return GO_ON

    def default(self, game: Game, seat: int) -> Answer:
        return self.preset

    def done(self, game: Game, answers: dict[int, Answer]) -> None:
        pass


class Broken(ToyChapter):
    """Chapter that breaks a rule once a team is named. Subclasses define how."""

    name = "broken"
    events: ClassVar[tuple[type[Event], ...]] = (Told, ToldOne)

    def windows(self) -> tuple[WindowHandler, ...]:
        return (TEAM_NAMED.handled_by(self.once),)

    def once(self, game: Game, memory: dict[str, int]) -> Step | None:
        memory["times"] = memory.get("times", 0) + 1
        return self.step(game) if memory["times"] == 1 else None

    def step(self, game: Game) -> Step | None:
        return None


def spies(game: Game) -> int:
    return seat_set(seat for seat, role in enumerate(game.deal.roles) if role == "spy")


class TellsWhoIsASpy(Broken):
    def step(self, game: Game) -> Step:
        return Say(f"spies-{spies(game)}")


class TellsTheWrongSeat(Broken):
    def step(self, game: Game) -> Step:
        return Say(f"spies-{spies(game)}", seat=0)


class AsksOnlySpies(Broken):
    def step(self, game: Game) -> Step:
        return AskSome(spies(game))


class TellsTheNextCard(Broken):
    def deal(self, ruleset: Ruleset, deal: Deal, draws: Draws) -> Deal:
        return Deal(deal.roles, deal.first, {"cards": draws.shuffled("abcd")})

    def step(self, game: Game) -> Step:
        return Say(f"next-{game.deal.decks['cards'][0]}")


class DealsARoleOfItsOwn(Broken):
    def deal(self, ruleset: Ruleset, deal: Deal, draws: Draws) -> Deal:
        return Deal(tuple("spy" if role == "spy" else "bystander" for role in deal.roles), deal.first)


class TellsOfTheDealByItself(Broken):
    """Spies hear of each other from the chapter, which `opening_knowledge` does not know."""

    def begin(self, game: Game) -> None:
        for seat in (seats := seats_in(spies(game))):
            game.emit(ToldOne(seat, f"spies-{seats}"))
        game.emit(ToldOne(next(seat for seat in range(5) if seat not in seats), f"spies-{seats}"))


class TellsOfTheDealTwice(Broken):
    """The opening knowledge is repeated later, when it may no longer be true."""

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        yield ToldOne(roles.index("spy"), "the first spy")

    def step(self, game: Game) -> Step:
        return Say("the first spy", seat=game.deal.roles.index("spy"))


class LetsChanceTellOfTheDeal(Broken):
    """The opening knowledge depends on more than the roles."""

    told = 0

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        self.told += 1
        yield ToldOne(0, f"number-{self.told}")


class LeavesItsKnowledgeOutOfTheScript(Broken):
    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        yield ToldOne(0, roles[1])


class ShowsASpyAndTellsNoFact(Broken):
    class Shown(Event, frozen=True):
        reveals: ClassVar[bool] = True
        seat: Public[int]

        def apply(self, board: Board) -> None: ...

    class Show(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.emit(ShowsASpyAndTellsNoFact.Shown(game.deal.roles.index("spy")))

    events: ClassVar[tuple[type[Event], ...]] = (Told, ToldOne, Shown)

    def step(self, game: Game) -> Step:
        return self.Show()


class TellsAFactThatIsNotSo(Broken):
    class Claimed(Told, frozen=True):
        def facts(self, ruleset: Ruleset, board: Board) -> Iterable[Fact]:
            yield HasRole(0, frozenset({"spy"}))

    class Claim(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.emit(TellsAFactThatIsNotSo.Claimed("seat 0 is a spy"))

    events: ClassVar[tuple[type[Event], ...]] = (Told, ToldOne, Claimed)

    def step(self, game: Game) -> Step:
        return self.Claim()


EITHER = ("one", "two")


class AskEither(AskSome, frozen=True):
    """Question that asks everybody for one of two words."""

    def option(self, game: Game, seat: int) -> Word:
        return Word(EITHER, EITHER)

    def default(self, game: Game, seat: int) -> Answer:
        return "one"


class DefaultTellsTheSide(Broken):
    class AskDifferently(AskEither, frozen=True):
        def default(self, game: Game, seat: int) -> Answer:
            return EITHER[game.deal.roles[seat] == "spy"]

    def step(self, game: Game) -> Step:
        return self.AskDifferently(0b11111)


class ShowsSpiesAnotherOrder(Broken):
    class AskInOrder(AskEither, frozen=True):
        def option(self, game: Game, seat: int) -> Word:
            return Word(EITHER[::-1], EITHER) if game.deal.roles[seat] == "spy" else Word(EITHER, EITHER)

    def step(self, game: Game) -> Step:
        return self.AskInOrder(0b11111)


class ClockTellsTheSide(Broken):
    """The first seat's role decides between the clock of a decision and the clock of a talk."""

    class AskSlowly(AskEither, frozen=True):
        question: ClassVar[Question] = Question("go-on", "Go on.", clock="talk")

    def step(self, game: Game) -> Step:
        return (self.AskSlowly if game.deal.roles[0] == "spy" else AskEither)(0b00001)


class StandingAnswersTellTheSide(Broken):
    class AskOnce(AskEither, frozen=True):
        question: ClassVar[Question] = Question("go-on", "Go on.", takes_standing_answer=True)

    def step(self, game: Game) -> Step:
        return (self.AskOnce if game.deal.roles[0] == "spy" else AskEither)(0b00001)


class OffersShowSpies(Broken):
    def offers(self, game: Game, seat: int) -> Iterable[Offer]:
        return [Offer("nudge", OneSeat(spies(game), spies(game)))] if seat == 0 else []

    def take(self, game: Game, seat: int, offer: str, answer: Answer) -> None: ...


class OffersInSecret(Broken):
    """Offers that are public by the chapter's word, but not by their own."""

    offers_are_public: ClassVar[bool] = True

    def offers(self, game: Game, seat: int) -> Iterable[Offer]:
        return [Offer("nudge", OneSeat(0b110, 0b110))] if seat == 0 else []

    def take(self, game: Game, seat: int, offer: str, answer: Answer) -> None: ...


class DefaultIsRefused(Broken):
    def step(self, game: Game) -> Step:
        return AskSome(1, "no-such-word")


class LiesAboutAnswers(Broken):
    class Option(Word, frozen=True, tag="lying-word"):
        def answers(self) -> Iterator[Answer]:
            return iter(("go-on", "stop"))

    class AskLying(AskSome, frozen=True):
        def prompts(self, game: Game, number: int) -> dict[int, Prompt]:
            return {0: Prompt(number, self.question, LiesAboutAnswers.Option(("go-on",), ("go-on",)))}

    def step(self, game: Game) -> Step:
        return self.AskLying(1)


class TakesMoreThanItLists(Broken):
    class Option(Word, frozen=True, tag="generous-word"):
        def answers(self) -> Iterator[Answer]:
            return iter(self.allowed[:1])

    class AskGenerous(AskSome, frozen=True):
        def prompts(self, game: Game, number: int) -> dict[int, Prompt]:
            return {0: Prompt(number, self.question, TakesMoreThanItLists.Option(("a", "b"), ("a", "b")))}

    def step(self, game: Game) -> Step:
        return self.AskGenerous(1, "a")


class RefusesWithoutASentence(Broken):
    class AskTersely(AskSome, frozen=True):
        def prompts(self, game: Game, number: int) -> dict[int, Prompt]:
            return {0: Prompt(number, self.question, Word(("a", "b"), ("a",), "never-described"))}

    def step(self, game: Game) -> Step:
        return self.AskTersely(1, "a")


class NeverEnds(Broken):
    def windows(self) -> tuple[WindowHandler, ...]:
        return (TEAM_NAMED.handled_by(lambda game, memory: AskSome(0b11111)),)


class GoesOnAfterTheEnd(Broken):
    class EndAndAsk(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.end("spies", "why-not")
            game.follow(AskSome(1))

    def step(self, game: Game) -> Step:
        return self.EndAndAsk()


class Counter(Part):
    __slots__ = ("count",)

    def __init__(self) -> None:
        self.count = 0


class ChangesTheBoardByItself(Broken):
    class Change(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.board.track += 1

    def step(self, game: Game) -> Step:
        return self.Change()


class KeepsStateOutsideOfTheGame(Broken):
    asked = 0

    def step(self, game: Game) -> Step:
        self.asked += 1
        return Say(f"number-{self.asked}")


class RemembersTheGameInAView(Broken):
    class WithGame(Event, frozen=True):
        game: Public[Any]

        def apply(self, board: Board) -> None: ...

    class Leak(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.emit(RemembersTheGameInAView.WithGame(lambda: game))

    events: ClassVar[tuple[type[Event], ...]] = (Told, ToldOne, WithGame)

    def step(self, game: Game) -> Step:
        return self.Leak()


class SharesItsPartBetweenClones(Broken):
    class Shared(Part):
        __slots__ = ("inside",)

        def __init__(self) -> None:
            self.inside = [[0]]

    class Grow(Event, frozen=True):
        def apply(self, board: Board) -> None:
            part = board.parts["broken"]
            assert isinstance(part, SharesItsPartBetweenClones.Shared)
            part.inside[0][0] += 1

    class Growing(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.emit(SharesItsPartBetweenClones.Grow())

    events: ClassVar[tuple[type[Event], ...]] = (Told, ToldOne, Grow)

    def part(self, ruleset: Ruleset) -> Part:  # type: ignore[override]
        return self.Shared()

    def step(self, game: Game) -> Step:
        return self.Growing()


class ReadsThePast(Broken):
    def step(self, game: Game) -> Step:
        return Say(f"happened-{len(game.events)}")


class TellsOpenBallots(Broken):
    """Open ballots change the offers to others."""

    def offers(self, game: Game, seat: int) -> Iterable[Offer]:
        frame = game.frame
        approved = frame is not None and "approve" in frame.answers.values()
        return [Offer("cheer", YesNo((True,)))] if approved and seat == 4 else []

    def take(self, game: Game, seat: int, offer: str, answer: Answer) -> None: ...


class NamesWhatItDoesNotKnow(Broken):
    class Whisper(Event, frozen=True):
        message: ClassVar[str] = "It is {who:seat}."
        who: Hidden[int] = None

        def apply(self, board: Board) -> None: ...

    class Whispering(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.emit(NamesWhatItDoesNotKnow.Whisper(3))

    events: ClassVar[tuple[type[Event], ...]] = (Told, ToldOne, Whisper)

    def step(self, game: Game) -> Step:
        return self.Whispering()


class AsksWithoutValues(Broken):
    class AskHow(AskSome, frozen=True):
        question: ClassVar[Question] = Question("go-on", "Go on with {what}?")

    def step(self, game: Game) -> Step:
        return self.AskHow(1)


class SaysAnActOfNobody(Broken):
    class Named(Told, frozen=True):
        def acts(self, ruleset: Ruleset, board: Board) -> Iterable[TeamAct]:
            yield TeamNamed(ruleset.players, 0b11, board.situation(1))

    events: ClassVar[tuple[type[Event], ...]] = (Named,)

    class Naming(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.emit(SaysAnActOfNobody.Named("a team"))

    def step(self, game: Game) -> Step:
        return self.Naming()


class SaysAnActToSome(Broken):
    class Named(ToldOne, frozen=True):
        def acts(self, ruleset: Ruleset, board: Board) -> Iterable[TeamAct]:
            if self.text is not None:
                yield TeamNamed(0, 0b11, board.situation(1))

    events: ClassVar[tuple[type[Event], ...]] = (Named,)

    class Naming(Step, frozen=True):
        def run(self, game: Game) -> None:
            game.emit(SaysAnActToSome.Named(2, "a team"))

    def step(self, game: Game) -> Step:
        return self.Naming()


class HasAnUnknownEvent(Broken):
    events: ClassVar[tuple[type[Event], ...]] = ()

    def step(self, game: Game) -> Step:
        return Say("unheard-of")


class HasTwoEventsOfOneName(Broken):
    events: ClassVar[tuple[type[Event], ...]] = (Told, type("Told", (ToldOne,), {}, frozen=True))


BROKEN: list[tuple[type[Broken], str, str]] = [
    (DealsARoleOfItsOwn, "role cards", "role_cards says ('resistance', 'resistance', 'resistance', 'spy', 'spy')"),
    (TellsOfTheDealByItself, "opening knowledge", "the roles tell more at the start"),
    (TellsOfTheDealTwice, "opening knowledge", "opening_knowledge says"),
    (LetsChanceTellOfTheDeal, "opening knowledge", "opening_knowledge says"),
    (TellsWhoIsASpy, "alike deals", "but differ in: Told"),
    (TellsTheWrongSeat, "alike deals", "but differ in: ToldOne"),
    (TellsTheNextCard, "alike deals", "but differ in: Told"),
    (AsksOnlySpies, "alike deals", "but differ in"),
    (DefaultTellsTheSide, "alike deals", "the default of seat"),
    (ShowsSpiesAnotherOrder, "alike deals", "the order in which seat"),
    (ClockTellsTheSide, "alike deals", "the form of the question"),
    (StandingAnswersTellTheSide, "alike deals", "the form of the question"),
    (
        LeavesItsKnowledgeOutOfTheScript,
        "reveal script",
        "LeavesItsKnowledgeOutOfTheScript.opening_knowledge tells seats about others (ToldOne), but "
        "LeavesItsKnowledgeOutOfTheScript.script adds no line",
    ),
    (ShowsASpyAndTellsNoFact, "telling facts", "no fact rules out"),
    (TellsAFactThatIsNotSo, "facts", "is false"),
    (SaysAnActOfNobody, "acts", "is not possible at this table"),
    (SaysAnActToSome, "acts", "seat 2 sees"),
    (OffersShowSpies, "alike deals", "nudge"),
    (OffersInSecret, "options", "offers ['nudge'], which is not public"),
    (DefaultIsRefused, "defaults", "the default for go-on is refused"),
    (LiesAboutAnswers, "options", "'stop' is listed"),
    (TakesMoreThanItLists, "options", "lists and accepts different answers"),
    (RefusesWithoutASentence, "options", "never-described"),
    (NeverEnds, "ends", "has not ended"),
    (GoesOnAfterTheEnd, "ends", "a finished game still has prompts"),
    (ChangesTheBoardByItself, "boards", "folding the events does not give the board"),
    (KeepsStateOutsideOfTheGame, "records", "replays to different events"),
    (RemembersTheGameInAView, "views", "a view gives access to the game: View > "),
    (SharesItsPartBetweenClones, "clones", "changed the original"),
    (TellsTheNextCard, "determinize", "does not fit what seat"),
    (ReadsThePast, "clones", "plays on differently"),
    (TellsOpenBallots, "open choices", "others can see an open choice"),
    (NamesWhatItDoesNotKnow, "sentences", "Whisper names who"),
    (AsksWithoutValues, "sentences", "names {'what'} without values"),
    (HasAnUnknownEvent, "boards", "Told is not among the events"),
    (HasTwoEventsOfOneName, "audiences", "two event classes are named Told"),
]


@pytest.mark.parametrize(("chapter", "check", "said"), BROKEN, ids=lambda value: getattr(value, "__name__", str(value)))
def test_the_contract_notices_each_planted_fault(
    chapter: type[Broken], check: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("turncoat.testing.walks.LIMIT", 2000)
    with resistance_with(chapter()):
        (ruleset,) = [ruleset for ruleset in rulesets("toy") if ruleset.modules and ruleset.players == 5]
        with pytest.raises(contract.ContractBroken) as broken:  # noqa: PT012  # one of a few games meets the fault
            for seed in range(5):
                contract.CHECKS[check](ruleset, seed=seed)
        assert said in str(broken.value)


class TellsASeatItsOwnRole(Broken):
    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterable[Event]:
        for seat, role in enumerate(roles):
            yield ToldOne(seat, role)


def test_the_script_may_omit_a_seats_own_role() -> None:
    with resistance_with(TellsASeatItsOwnRole()):
        for ruleset in rulesets("toy"):
            contract.CHECKS["reveal script"](ruleset)


def test_a_game_whose_spies_meet_needs_a_script() -> None:
    with (
        resistance_with(script=lambda book, ruleset: ()),
        pytest.raises(
            contract.ContractBroken, match=r"tells seats about others \(SpiesSeen\), but Toy.script is empty"
        ),
    ):
        contract.CHECKS["reveal script"](Ruleset.of("toy", 5))


def test_a_chapter_without_faults_passes() -> None:
    with resistance_with(Broken()):
        for ruleset in rulesets("toy"):
            contract.check_all(ruleset)


def test_every_check_runs_and_failures_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(ruleset: Ruleset, seed: int = 1) -> None:
        raise ValueError(f"with {seed}")

    first, *between, last = contract.CHECKS
    monkeypatch.setitem(contract.CHECKS, first, fails)
    monkeypatch.setitem(contract.CHECKS, last, fails)
    with resistance_with(Broken()):
        (ruleset, *_) = rulesets("toy")
        with pytest.raises(contract.ContractBroken) as broken:
            contract.check_all(ruleset, seed=7)
    said = str(broken.value)
    assert f"{first}: ValueError: with 7" in said
    assert f"{last}: ValueError: with 7" in said
    assert not any(f"{name}: " in said for name in between)


def test_the_contract_compares_renderers() -> None:
    calls = count()

    def careless(view: Any) -> bytes:
        return repr((view.board, next(calls))).encode()

    with resistance_with(Broken()):
        (ruleset, *_) = rulesets("toy")
        contract.check_alike_deals(ruleset, renderers=[lambda view: repr(view.board).encode()])
        with pytest.raises(contract.ContractBroken, match="the renderer"):
            contract.check_alike_deals(ruleset, renderers=[careless])


def test_a_look_without_knowledge_is_noticed_at_seven_players(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LoyaltyShown, "facts", lambda event, ruleset, board: ())
    with pytest.raises(contract.ContractBroken, match="no fact rules out"):
        contract.CHECKS["telling facts"](Ruleset.of("resistance", 7, ("inquisitor",)), seed=1)
