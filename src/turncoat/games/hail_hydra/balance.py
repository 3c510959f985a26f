"""Balance statistics of a Hail Hydra card set: heroes, villains, and the city's losses."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from turncoat.games.hail_hydra.board import Board
from turncoat.games.hail_hydra.cards import HydraCardSet
from turncoat.games.hail_hydra.events import CityDamaged, OffensiveBegan, VillainRevealed
from turncoat.games.hail_hydra.tables import LEVELS
from turncoat.games.hail_hydra.words import WORDS
from turncoat.kernel.balance import Balance, BalanceTable, Counts, Factor
from turncoat.kernel.events import Event
from turncoat.kernel.seats import Seat

MISSIONS: Final = range(1, len(LEVELS) + 1)


class CardSetBalance(Balance):
    """The balance of a card set."""

    side = "shield"
    aim = (
        "S.H.I.E.L.D. wins 40 to 60% at each player count,\n"
        "and no hero moves the rate of their side by more than 8 points against the average."
    )

    def __init__(self, cards: HydraCardSet) -> None:
        self.cards = cards
        self.factors = (Factor("Heroes", "hero", {hero.name: hero.title for hero in cards.heroes.values()}),)

    def holders(self, board: Board) -> Iterable[tuple[Seat, str]]:
        return [(seat, hero) for seat, hero in enumerate(board.heroes) if hero is not None]

    def counted(self, board: Board, events: Sequence[Event]) -> Mapping[tuple[str, ...], int]:
        counts: Counts = Counter()
        if board.result is not None and board.result.winner != self.side:
            counts["lost", str(board.mission)] += 1
        villain = ""
        for event in events:
            if isinstance(event, VillainRevealed):
                villain = event.villain
                counts["met", villain] += 1
            elif isinstance(event, OffensiveBegan):
                counts["offensives", villain] += 1
            elif isinstance(event, CityDamaged):
                counts["damage", villain] += event.amount
                counts["reason", event.why] += event.amount
        return counts

    def columns(self, games: int, counts: Counts) -> Iterable[tuple[str, str]]:
        lost = [f"{100 * counts['lost', str(mission)] / games:.0f}%" for mission in MISSIONS]
        offensives = sum(amount for name, amount in counts.items() if name[0] == "offensives")
        yield f"lost at mission {' / '.join(map(str, MISSIONS))}", " / ".join(lost)
        yield "offensives a game", f"{offensives / games:.1f}"

    def tables(self, games: int, counts: Counts) -> Iterable[BalanceTable]:
        villains = []
        for villain in self.cards.villains.values():
            met = counts["met", villain.name] or 1
            lasts, deals = counts["offensives", villain.name] / met, counts["damage", villain.name] / met
            villains.append((villain.title, str(villain.level), f"{lasts:.1f}", f"{deals:.1f}"))
        yield BalanceTable(
            "Villains",
            "How many offensives a villain lasts, and what the city loses during the mission, over all player counts.",
            ("villain", "level", "offensives", "damage to the city"),
            tuple(villains),
        )
        reasons = [(name[1], amount) for name, amount in counts.most_common() if name[0] == "reason"]
        yield BalanceTable(
            "What the city loses its health to",
            "",
            ("why", "a game"),
            tuple((WORDS[why], f"{amount / games:.1f}") for why, amount in reasons),
        )
