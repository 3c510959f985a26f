"""Hail Hydra as a rulebook: set-up, deal and reveal. The flow is in `offensive` and `knockout`."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, Final

from msgspec import structs

from turncoat.games.hail_hydra import components, offers
from turncoat.games.hail_hydra import events as happened
from turncoat.games.hail_hydra.balance import CardSetBalance
from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import HydraCardSet, load, power_word
from turncoat.games.hail_hydra.hidden_cards import hidden_cards
from turncoat.games.hail_hydra.knockout import KNOCK_OUT
from turncoat.games.hail_hydra.lay_cards import LAY
from turncoat.games.hail_hydra.moves import Game
from turncoat.games.hail_hydra.offensive import BEGIN_MISSION, OFFENSIVE, PLAIN_OFFENSIVE
from turncoat.games.hail_hydra.rulings import RULINGS
from turncoat.games.hail_hydra.tables import HYDRA, LEVELS, PLAYERS, ROUTINE, opening_hand
from turncoat.games.hail_hydra.words import HAIL_OPEN, HAIL_RULES, PHRASES, TALK_RULE, TIMING_LABELS, WORDS
from turncoat.kernel.chapters import (
    CardText,
    Deal,
    DealError,
    HiddenCards,
    Offer,
    RuleOption,
    Ruling,
    ScriptLine,
    TalkRule,
)
from turncoat.kernel.components import Component, Deck
from turncoat.kernel.draws import Draws
from turncoat.kernel.events import Event
from turncoat.kernel.options import Answer, AnyOption, OneCard
from turncoat.kernel.refusals import describe
from turncoat.kernel.rulebooks import Rulebook
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet, clockwise, is_in, seat_set
from turncoat.kernel.steps import Ask, Question, Step
from turncoat.kernel.views import View
from turncoat.kernel.words import N_, composed

HERO: Final = N_("{title} ({moment}): {text}")
"""Label of a hero, with the ability and its moment."""
VILLAIN: Final = N_("Health {health}, defense {defense}, damage to the city {damage}. {text}")
"""Text of a villain's card."""

describe(
    {
        "cannot-be-knocked-out": N_("That hero cannot be knocked out in this round."),
        "only-hydra-hails": N_("Only a HYDRA agent may say that; put the card away."),
    }
)

FIRST_PLAYER: Final = N_(
    "Holds the First Player Token and goes first; the others follow clockwise. The token moves on each offensive."
)


class HailHydraRulebook(Rulebook):
    """Hail Hydra, for 5 to 8 players."""

    name: ClassVar[str] = "hail-hydra"
    title: ClassVar[str] = N_("Hail Hydra")
    summary: ClassVar[str] = N_("Heroes against five villains, with HYDRA among them. Save New York City.")
    rulings: ClassVar[tuple[Ruling, ...]] = RULINGS
    players: ClassVar[range] = PLAYERS
    minutes: ClassVar[int] = 60
    options: ClassVar[tuple[RuleOption, ...]] = (
        RuleOption(
            "skip-first-draw",
            N_("In the first offensive of the game, or of each mission, nobody passes the token or draws."),
            ("game", "mission"),
            "game",
            N_("Skip the first draw"),
            (N_("in the game"), N_("in each mission")),
        ),
        RuleOption(
            "all-revealed",
            N_("Every revealed agent may give Red Skull defense, or only those who are knocked out."),
            (False, True),
            True,
            N_("Defense from all revealed agents"),
        ),
        RuleOption(
            "cards",
            N_("The card set: heroes, villains and attack cards."),
            ("house",),
            "house",
            N_("Card set"),
            (N_("House set"),),
        ),
    )
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {"ability": ("use",), "hail-hydra": ("not-now", "hail-hydra")}
    events: ClassVar[tuple[type[Event], ...]] = happened.EVENTS
    words: ClassVar[Mapping[str, str]] = {**WORDS, **components.WORDS}
    abilities: ClassVar[Mapping[str, str]] = {
        "hydra": N_("You may say HAIL HYDRA: everybody then knows you, and your special ability is lost."),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        **components.EXPLANATIONS,
        "first-player-token": FIRST_PLAYER,
        "shield": N_("Knows nothing about the others."),
        "hydra": N_("Knows the other agents. May say HAIL HYDRA at any time, and is then known to everybody."),
    }
    goals: ClassVar[Mapping[str, str]] = {
        "shield": N_("Defeat the villains with the city still standing."),
        "hydra": N_("Destroy the city, and stay hidden for as long as that helps."),
    }
    victories: ClassVar[Mapping[str, str]] = {"shield": N_("S.H.I.E.L.D. wins"), "hydra": N_("HYDRA wins")}
    hiding_side: ClassVar[str] = "hydra"
    hiders: ClassVar[str] = N_("{count} HYDRA agent", "{count} HYDRA agents")
    role_deck: ClassVar[Deck] = components.LOYALTY
    clocks: ClassVar[tuple[str, ...]] = ("talk", "abilities")
    phrases: ClassVar[Mapping[str, str]] = PHRASES
    talk_rule: ClassVar[TalkRule | None] = TALK_RULE
    script_reader: ClassVar[str] = N_("Any player reads this aloud, and does what it says like everybody else.")
    icons: ClassVar[Mapping[str, str]] = {"first-player": "one", "knocked-out": "out"}
    about: ClassVar[Mapping[str, str]] = {
        "first-player": FIRST_PLAYER,
        "knocked-out": N_("Knocked out: not on the mission, but still in the game."),
    }
    flows: ClassVar[Mapping[str, tuple[Step, ...]]] = {
        "offensive": OFFENSIVE,
        "plain-offensive": PLAIN_OFFENSIVE,
        "knock-out": KNOCK_OUT,
        "lay": (LAY,),
    }

    def __init__(self, house: HydraCardSet) -> None:
        super().__init__()
        self.sets: dict[str, HydraCardSet] = {house.name: house}
        """Available card sets by name."""

    def read_cards(self, text: str) -> HydraCardSet:
        """Parse a card set from TOML. Raises CardSetError that names the card and the field."""
        return load(text)

    def add_cards(self, cards: HydraCardSet) -> None:
        """Make a card set available to the option `cards`. Raises ValueError for a name already taken."""
        if cards.name in self.sets:
            raise ValueError(f"there is a card set {cards.name!r} already")
        self.sets[cards.name] = cards
        *others, last = HailHydraRulebook.options
        titles = tuple(known.title for known in self.sets.values())
        HailHydraRulebook.options = (*others, structs.replace(last, values=tuple(self.sets), labels=titles))
        HailHydraRulebook.words = {**labels_of(cards), **HailHydraRulebook.words}

    def cards_of(self, ruleset: Ruleset) -> HydraCardSet:
        """Return the card set of the ruleset."""
        return self.sets[str(ruleset.option("cards"))]

    def advice(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Advise newcomers to play with bots, in place of the source's read-along first game."""
        return (N_("New to the game? The easiest way to learn it is to play it with bots."),)

    def board(self, ruleset: Ruleset) -> Board:
        return Board(ruleset.players, self.cards_of(ruleset))

    def deal(self, ruleset: Ruleset, draws: Draws) -> Deal:
        """Deal loyalty discs, First Player Token, attack cards, and a villain for each mission (HH-SETUP-2 to -7)."""
        cards = self.cards_of(ruleset)
        roles = draws.shuffled(self.role_cards(ruleset))
        first = draws.below(ruleset.players)
        attack = draws.shuffled(cards.attack_cards)
        levels = {level: list(draws.shuffled(cards.levels[level])) for level in sorted(set(LEVELS))}
        return Deal(roles, first, {"attack": attack, "villains": tuple(levels[level].pop() for level in LEVELS)})

    def hidden_cards(self, view: View[Board], draws: Draws) -> HiddenCards | None:
        return hidden_cards(view, draws)

    def role_cards(self, ruleset: Ruleset) -> tuple[str, ...]:
        """Return the loyalty discs for the player count (HH-SETUP-2)."""
        agents = HYDRA[ruleset.players]
        return ("hydra",) * agents + ("shield",) * (ruleset.players - agents)

    def components(self, ruleset: Ruleset) -> Iterator[Component]:
        return components.components(self.cards_of(ruleset))

    def check_deal(self, ruleset: Ruleset, deal: Deal) -> None:
        wanted = HYDRA[ruleset.players]
        if (deal.roles.count("hydra"), deal.roles.count("shield")) != (wanted, ruleset.players - wanted):
            message, given = (
                N_("{players} players need {wanted} hydra and the others shield, not {given}"),
                str(deal.roles),
            )
            raise DealError(
                "role-count", composed(message, players=str(ruleset.players), wanted=str(wanted), given=given)
            )
        cards = self.cards_of(ruleset)
        if tuple(sorted(deal.decks.get("attack", ()))) != cards.attack_cards:
            raise DealError("wrong-deck", N_("the deck attack must hold all attack cards of the set"))
        villains = deal.decks.get("villains", ())
        unknown = [name for name in villains if name not in cards.villains]
        if unknown:
            raise DealError("wrong-deck", composed(N_("unknown villain {name}"), name=repr(unknown[0])))
        if tuple(cards.villains[name].level for name in villains) != LEVELS or len(set(villains)) != len(LEVELS):
            message = N_("the deck villains must hold five different villains of the levels {levels}")
            raise DealError("wrong-deck", composed(message, levels=str(LEVELS)))

    def begin(self, game: Game) -> None:
        game.emit(happened.FirstPlayerChosen(game.deal.first))
        game.follow(ChooseHero(), DealLoyalties(), BEGIN_MISSION)

    def is_dealt(self, board: Board) -> bool:
        """Return whether loyalty has been dealt, which is when everybody has a hero (HH-SETUP-6)."""
        return None not in board.heroes

    def opening_knowledge(self, ruleset: Ruleset, roles: tuple[str, ...]) -> Iterator[Event]:
        """Yield each player's own disc, and the agents to one another, after heroes are chosen (HH-SETUP-2)."""
        for seat, side in enumerate(roles):
            yield happened.LoyaltyDealt(seat, side)
        yield happened.AgentsSeen(seat_set(seat for seat, side in enumerate(roles) if side == "hydra"))

    def ended(self, game: Game) -> None:
        agents = seat_set(seat for seat, side in enumerate(game.deal.roles) if side == "hydra")
        game.emit(happened.LoyaltiesOpened(agents))

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        """Return the seat's hero, First Player Token, knock-out mark, and the disc of an announced agent."""
        hero = board.heroes[seat]
        marks = (
            (hero or "", hero is not None),
            ("hydra", is_in(seat, board.revealed)),
            ("first-player", board.token == seat),
            ("knocked-out", is_in(seat, board.out)),
        )
        return tuple(word for word, lies in marks if lies)

    def questions_of(self, ruleset: Ruleset) -> Mapping[str, tuple[str, ...]]:
        """Return the questions. The cards that may be chosen are those of the card set."""
        cards = self.cards_of(ruleset)
        attack = tuple(cards.attack)
        return {
            "choose-hero": tuple(cards.heroes),
            **dict.fromkeys(("discard-cards", "hand-cards", "shuffle-pile", "take-at-random"), attack),
            "lay-cards": (*attack, "nothing", "good", "bad"),
            "choose-act": ("give", "steal"),
            **dict.fromkeys(("steal-from", "give-defense", "vote-knock-out"), ()),
            **dict.fromkeys(("before-draw", "before-start", "before-collect", "before-discard"), ("go-on",)),
            **dict.fromkeys(("before-attack", "after-damage", "before-votes", "talk"), ("go-on",)),
        }

    def offers(self, game: Game, seat: Seat) -> Iterable[Offer]:
        return offers.offers(game, seat)

    def take(self, game: Game, seat: Seat, offer: str, answer: Answer) -> None:
        offers.take(game, seat, offer, answer)

    def script(self, ruleset: Ruleset) -> tuple[ScriptLine, ...]:
        """Return the script of the reveal (HH-SETUP-2)."""
        return (
            ScriptLine(N_("Everybody, close your eyes.")),
            ScriptLine(N_("HYDRA agents, open your eyes and find one another."), eyes="hydra", pause=6.0),
            ScriptLine(N_("HYDRA agents, close your eyes. Everybody's eyes are closed now.")),
            ScriptLine(N_("Everybody, open your eyes."), eyes="everyone", pause=0.0),
        )

    def words_of(self, ruleset: Ruleset) -> Mapping[str, str]:
        """Return the words, with Red Skull's text adapted to the option of who may give him defense (HH-SKULL-2)."""
        if ruleset.option("all-revealed"):
            return self.words
        villains = self.cards_of(ruleset).villains.values()
        texts = {power_word(one.name): one.knocked_out_text for one in villains if one.knocked_out_text}
        return {**self.words, **texts}

    def card_text(self, ruleset: Ruleset, word: str) -> CardText | None:
        """Return the text of a hero's or villain's card in the ruleset's card set."""
        cards = self.cards_of(ruleset)
        if (hero := cards.heroes.get(word)) is not None:
            return CardText(hero.title, hero.text, TIMING_LABELS[hero.moment], hero.advice, (HAIL_OPEN, HAIL_RULES))
        if (villain := cards.villains.get(word)) is not None:
            power = self.words_of(ruleset)[power_word(word)]
            numbers = {field: str(getattr(villain, field)) for field in ("health", "defense", "damage")}
            return CardText(villain.title, composed(VILLAIN, **numbers, text=power))
        return None

    def side_of(self, role: str, board: Board | None = None) -> str:
        if role not in ("shield", "hydra"):
            raise KeyError(role)
        return role

    def balance(self, ruleset: Ruleset) -> CardSetBalance:
        return CardSetBalance(self.cards_of(ruleset))


class ChooseHero(Ask, frozen=True):
    """Public choice of different heroes, clockwise from the First Player, before loyalty is dealt (HH-SETUP-6)."""

    question: ClassVar[Question] = Question(
        "choose-hero",
        N_("Choose your hero for the whole game."),
        "HH-SETUP-6",
        button=N_("Take this hero"),
        pause=ROUTINE,
    )

    def asked(self, game: Game) -> SeatSet:
        board = game.board
        return next((1 << seat for seat in clockwise(board.token, board.players) if board.heroes[seat] is None), 0)

    def option(self, game: Game, seat: Seat) -> AnyOption:
        taken = game.board.heroes
        left = tuple([hero for hero in game.board.cards.heroes if hero not in taken])
        return OneCard(left, left)

    def default(self, game: Game, seat: Seat) -> Answer:
        return next(hero for hero in game.board.cards.heroes if hero not in game.board.heroes)

    def done(self, game: Game, answers: dict[Seat, Answer]) -> None:
        for seat, hero in answers.items():
            game.emit(happened.HeroChosen(seat, hero))
            game.follow(self)


class DealLoyalties(Step, frozen=True):
    """Deal of loyalty discs and opening hands. The HYDRA agents see one another (HH-SETUP-2, -3, -7)."""

    def run(self, game: Game) -> None:
        board = game.board
        game.announce_deal(game.compiled.book)
        attack = game.deal.decks["attack"]
        game.emit(happened.PileShuffled(len(attack), attack))
        for seat in clockwise(board.token, board.players):
            count = opening_hand(board.players, board.token, seat)
            game.emit(happened.CardsDrawn(seat, count, tuple(sorted(board.pile[:count]))))


def labels_of(cards: HydraCardSet) -> dict[str, str]:
    """Return the labels of a set's cards. A hero's label includes the ability, for players choosing a hero."""
    heroes = {
        hero.name: composed(HERO, title=hero.title, moment=TIMING_LABELS[hero.moment], text=hero.text)
        for hero in cards.heroes.values()
    }
    villains = {villain.name: villain.title for villain in cards.villains.values()}
    powers = {power_word(villain.name): villain.text for villain in cards.villains.values()}
    return heroes | villains | powers
