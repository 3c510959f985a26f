"""Blame: once per game the Deep Agent may come out and accuse a player of being the Pretender."""

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar, cast

from turncoat.games.resistance.board import Board
from turncoat.games.resistance.steps import CastBallots, Game, NameTeam
from turncoat.kernel.boards import Part
from turncoat.kernel.chapters import Chapter, Offer
from turncoat.kernel.events import Event, Public
from turncoat.kernel.facts import Fact, HasRole, RolesSwapped
from turncoat.kernel.opening import roles_but
from turncoat.kernel.options import Answer, OneSeat
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import NOBODY, Seat, SeatSet, is_in
from turncoat.kernel.steps import AskFrame
from turncoat.kernel.words import N_


class BlamePart(Part):
    """State of Blame: whether it was used, and whose character cards it turned up."""

    __slots__ = ("spent", "turned")

    def __init__(self) -> None:
        self.spent = False
        self.turned: SeatSet = NOBODY


def part_of(board: Board) -> BlamePart:
    """Return the part of the board that belongs to Blame."""
    return cast(BlamePart, board.parts["blame"])


class Blamed(Event, frozen=True):
    """The Deep Agent came out and blamed a player, who answered honestly."""

    message: ClassVar[str] = N_(
        "{agent:seat} is the Deep Agent and names {blamed:seat} as the Pretender. {verdict:word}"
    )
    clause: ClassVar[str] = "HUN-BLAME-1"
    reveals: ClassVar[bool] = True
    scene: ClassVar[str] = "accusation"
    agent: Public[Seat]
    blamed: Public[Seat]
    right: Public[bool]

    @property
    def verdict(self) -> str:
        """The answer as a word."""
        return "blame-right" if self.right else "blame-wrong"

    def apply(self, board: Board) -> None:
        part = part_of(board)
        part.spent = True
        part.turned = 1 << self.agent | (1 << self.blamed if self.right else NOBODY)
        board.roles[self.agent] = "deep-agent"
        if self.right:  # the two swap character cards, and sides with them
            board.roles[self.agent], board.roles[self.blamed] = "pretender", "deep-agent"

    def facts(self, ruleset: Ruleset, board: Board) -> Iterator[Fact]:
        yield HasRole(self.agent, frozenset({"deep-agent"}))
        if self.right:
            yield HasRole(self.blamed, frozenset({"pretender"}))
            yield RolesSwapped(self.agent, self.blamed)
        else:
            yield HasRole(self.blamed, roles_but(ruleset, "pretender"))


class Blame(Chapter):
    """The optional rule Blame (HUN-BLAME-1, HUN-BLAME-2)."""

    name: ClassVar[str] = "blame"
    needs: ClassVar[tuple[str, ...]] = ("deep-agent", "pretender")
    title: ClassVar[str] = N_("Blame")
    summary: ClassVar[str] = N_("Once a game the Deep Agent may blame the Pretender; if right, the two swap sides.")
    words: ClassVar[Mapping[str, str]] = {
        "blame": N_("Blame the Pretender"),
        "blame-right": N_("True: the two swap character cards."),
        "blame-wrong": N_("Not true."),
    }
    abilities: ClassVar[Mapping[str, str]] = {
        "deep-agent": N_(
            "Once a game, before a vote, you may reveal yourself and blame a player as the Pretender; if you are "
            "right, you two swap cards and sides."
        ),
        "pretender": N_("If the Deep Agent blames you, you two swap cards and sides."),
    }
    explanations: ClassVar[Mapping[str, str]] = {
        "deep-agent": N_(
            "Once a game, before a vote, may come out and name a player as the Pretender; if that is right, the two "
            "swap cards and sides."
        ),
        "pretender": N_("If the Deep Agent names this player, the two swap cards and sides."),
    }
    icons: ClassVar[Mapping[str, str]] = {"deep-agent": "mask"}
    offered: ClassVar[Mapping[str, tuple[str, ...]]] = {"blame": ()}
    events: ClassVar[tuple[type[Event], ...]] = (Blamed,)

    def part(self, ruleset: Ruleset) -> Part:
        return BlamePart()

    def face_up_items(self, board: Board, seat: Seat) -> tuple[str, ...]:
        return (board.roles[seat] or "",) if is_in(seat, part_of(board).turned) else ()

    def offers(self, game: Game, seat: Seat) -> Iterable[Offer]:
        board = game.board
        if board.roles[seat] != "deep-agent" or part_of(board).spent or not team_building(game):
            return ()
        others = board.everyone & ~(1 << seat)
        sentence = N_("Reveal yourself as the Deep Agent, and name the Pretender.")
        warns = N_("You can do this once: everybody learns who the Deep Agent is, right or wrong.")
        return (Offer("blame", OneSeat(others, others), sentence, "HUN-BLAME-1", warns),)

    def take(self, game: Game, seat: Seat, offer: str, answer: Answer) -> None:
        game.emit(Blamed(seat, answer, game.board.roles[answer] == "pretender"))


def team_building(game: Game) -> bool:
    """Return whether a round has begun and no ballot on the current proposal is in (HUN-BLAME-2)."""
    for entry in reversed(game.stack):
        step = entry.step if isinstance(entry, AskFrame) else entry
        if isinstance(step, NameTeam):
            return True
        if isinstance(step, CastBallots):
            return game.board.voted == NOBODY and not (isinstance(entry, AskFrame) and entry.answers)
    return False
