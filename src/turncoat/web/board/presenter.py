"""What a game may say about its looks. Each game that has any fills this in, in `web/games/`."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from turncoat.kernel.card_texts import about_word, face_up_items, icon_of
from turncoat.kernel.events import Event
from turncoat.kernel.rulesets import Ruleset
from turncoat.kernel.seats import Seat, SeatSet
from turncoat.kernel.views import View
from turncoat.telling import Teller
from turncoat.web.board.model import (
    Badge,
    BoardModel,
    CardFront,
    Deception,
    EndMission,
    FaceUpCard,
    Portrait,
    ScenePart,
    Side,
    Stage,
    Tip,
)
from turncoat.web.http.assets import symbols


class GamePresenter:
    """How a game looks on the page. Everything has a default, so a game without a presenter is playable all the same.

    Whatever a presenter gets is a view, so it can show nothing that the holder of the view may not see.
    """

    game: ClassVar[str] = ""
    """The name of the game."""
    folder: ClassVar[Path | None] = None
    """For a game from another package: the folder that holds its folders `templates` and `static`.

    Their files go by the name `games/GAME/FILE`, as those of the games of this package do."""
    cover: ClassVar[str] = "covers/game.svg"
    """The picture of the game where people choose one (a static file)."""
    short_rules: ClassVar[str] = ""
    """The template that tells the game in two minutes, with pictures and an example first."""
    strategy: ClassVar[str] = ""
    """The template with tips for each side, which the rules page ends with."""
    outlines: ClassVar[Mapping[str, Side]] = {}
    """Which outline a side wears; a side that is not named wears the jagged one."""
    card_art: ClassVar[Mapping[str, str]] = {}
    """The drawings of cards to choose from; the others bear their word alone."""
    uniforms: ClassVar[str] = ""
    """The file with a drawing for each role, `uniform-ROLE`, on which the avatar of whoever holds the card is put."""
    plain_roles: ClassVar[Mapping[str, str]] = {}
    """For each side the role whose drawing all roles wear that have none there, such as those of chapters from
    elsewhere. It is in the same file, so that which files a browser loads tells nobody a role."""
    portraits: ClassVar[str] = "art.svg"
    """The file that the drawings of `portrait` are in."""
    own_texts: ClassVar[int] = 6000
    """Bytes for all texts of a seat's own part, packed: so much is sent to every seat, whatever it has to read."""
    own_texts_with: ClassVar[Mapping[str, int]] = {}
    """The same where a module needs more room, by module; the largest counts."""
    tips: ClassVar[tuple[Tip, ...]] = ()
    """The guide for a first game, in the order in which its tips are listed. It is for the game without modules.

    A guide explains what everybody sees. It says nothing of the viewer's own card, so every text is for both sides."""
    passes: ClassVar[Mapping[str, str]] = {}
    """Questions to which most can only say no, by name, and what these read instead (message id).

    They get one button, which goes on. A seat's part of the page is filled up to one size, so that nobody else learns
    of it."""
    screen_styles: ClassVar[tuple[str, ...]] = ()
    """Style sheets (static files) for the shared screen."""

    # The board

    def board(self, view: View[Any], teller: Teller, asked: SeatSet, news: int) -> BoardModel:
        """The board of a spectator's view.

        `asked` were waited for when the open question was put; events from `news` on are new.
        """
        told = [text for event in view.events if (text := teller.event(event))]
        return BoardModel(Stage(told[-1] if told else "", teller.waiting(view.waiting)))

    def badges(self, view: View[Any], seat: Seat, teller: Teller) -> tuple[Badge, ...]:
        """The marks of a seat: the tokens and cards that lie face up before it."""
        badges = (self.badge(view, seat, word, teller) for word in face_up_items(view.ruleset, view.board, seat))
        return tuple(badge for badge in badges if badge is not None)

    def badge(self, view: View[Any], seat: Seat, word: str, teller: Teller) -> Badge | None:
        """The mark for one of them; None when the seat's own line says it.

        That line names the seat's role, so a role gets a mark only when there is something to tell of it.
        """
        about = teller.text(about_word(view.ruleset, word))
        if not about and self.role(view, seat) == word:
            return None
        return Badge(teller.word(word), icon_of(view.ruleset, word) or "badge", about, word)

    # Great moments

    def scene(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        """A great moment, shown big: events of one kind (`Event.scene`), as everybody sees them.

        `view` is a spectator's, and may know what has happened after them.
        """
        kind = next(type(event).scene for event in events if type(event).scene)
        # That all cards are turned over is seen.
        told = [text for event in events if not type(event).unmasks and (text := teller.event(event))]
        return ScenePart(kind, told[0] if told else "", tuple(told[1:]), self.turned_cards(events, teller))

    def opening(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        """What was chosen before the cards were dealt, shown big: all events up to then, as everybody sees them."""
        return ScenePart("opening", "", tuple(text for event in events if (text := teller.event(event))))

    def turned_cards(self, events: Sequence[Event], teller: Teller) -> tuple[FaceUpCard, ...]:
        """The cards that are turned over one after another in a scene."""
        words = (word for event in events if (field := type(event).turned) for word in getattr(event, field))
        return tuple(FaceUpCard(self.card_art.get(word, ""), teller.word(word)) for word in words)

    # Sizes

    def room_for_own_texts(self, ruleset: Ruleset) -> int:
        """Bytes for all texts of a seat's own part, packed, at a table with these rules."""
        needed = [room for module, room in self.own_texts_with.items() if ruleset.has(module)]
        return max([self.own_texts, *needed])

    # Sides and roles

    def role(self, view: View[Any], seat: Seat) -> str:
        """The role of a seat, as far as the holder of the view knows it; empty when they do not."""
        roles = getattr(view.board, "roles", None)
        return (roles[seat] or "") if roles else ""

    def outline(self, side: str) -> Side:
        """The outline that a side wears."""
        return self.outlines.get(side, "jagged")

    def drawing_of(self, role: str, side: str, seat: Seat, avatar: str) -> Portrait:
        """The drawing on the card of a seat with that avatar.

        All cards of a game come from one file, so which files a browser loads tells nobody a role.
        """
        own = "" if self.uniforms else self.portrait(side, seat)
        if own:
            return Portrait(own, self.portraits)
        if self.uniforms and role:
            worn = role if f"uniform-{role}" in symbols(self.uniforms) else self.plain_roles.get(side, role)
            return Portrait(f"uniform-{worn}", self.uniforms, avatar)
        if not side:  # no card yet
            return Portrait("card-back")
        return Portrait(f"uniform-{self.outline(side)}", "uniforms.svg", avatar)

    def portrait(self, side: str, seat: Seat) -> str:
        """A drawing of the game's own for the cards of a side; empty for the uniforms that every game has."""
        return ""

    # The end

    def closing_missions(self, view: View[Any], teller: Teller) -> tuple[EndMission, ...]:
        """Each mission with its team, and with the cards, if the view has them: it is open for those who may know."""
        return ()

    def decisive_vote(self, view: View[Any], teller: Teller) -> str:
        """The vote that decided the game, in a sentence."""
        return ""

    def who_deceived_whom(self, view: View[Any], teller: Teller) -> str:
        """What it all came down to, in a sentence with names."""
        return ""

    def deceptions(self, view: View[Any], teller: Teller) -> tuple[Deception, ...]:
        """Who deceived whom, one by one: short sentences, each with the avatars of those whom it is about."""
        return ()

    def closing_scene(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        """How the end came about, in order: what was guessed, named or turned over last."""
        return ()

    def closing_facts(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        """How the game went, in short."""
        return ()

    def about_seat(self, view: View[Any], seat: Seat, teller: Teller) -> str:
        """What is told of a seat at the end, beside its role."""
        return ""

    # Forms

    def card_front(self, card: str, teller: Teller) -> CardFront:
        """A card to choose."""
        return CardFront(teller.word(card), self.card_art.get(card, ""), about=teller.about(card))
