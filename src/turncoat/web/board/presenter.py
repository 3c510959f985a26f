"""Presentation of a game on the page. Games may override it in `web/games/`."""

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
    """Presentation of a game. Everything has a default, so a game without a presenter is still playable.

    Presenters receive views only, so they cannot show anything that the view's owner may not see.
    """

    game: ClassVar[str] = ""
    """Name of the game."""
    folder: ClassVar[Path | None] = None
    """Folder with `templates` and `static`, for a game from another package.

    Its files are addressed as `games/GAME/FILE`, like those of the games in this package.
    """
    cover: ClassVar[str] = "covers/game.svg"
    """Picture of the game where people choose one (a static file)."""
    better_known_as: ClassVar[str] = ""
    """Better-known name of the game whose rules it follows, said on the about page (message id)."""
    short_rules: ClassVar[str] = ""
    """Template that explains the game in two minutes, starting with pictures and an example."""
    strategy: ClassVar[str] = ""
    """Template with tips for each side, at the end of the rules page."""
    outlines: ClassVar[Mapping[str, Side]] = {}
    """Outline of each side. Sides that are not listed get the jagged one."""
    card_art: ClassVar[Mapping[str, str]] = {}
    """Drawings of cards that can be chosen. Other cards have only their word."""
    uniforms: ClassVar[str] = ""
    """File with a drawing for each role, `uniform-ROLE`, on which the avatar of the card's owner is placed."""
    plain_roles: ClassVar[Mapping[str, str]] = {}
    """For each side the role whose drawing is used for roles without one, such as those of other packages' chapters.

    It is in the same file as the others, so the files that a browser loads reveal no role.
    """
    portraits: ClassVar[str] = "art.svg"
    """File with the drawings of `portrait`."""
    own_texts: ClassVar[int] = 6000
    """Compressed bytes for all texts of a seat's own part. Every seat is sent this amount, whatever it contains."""
    own_texts_with: ClassVar[Mapping[str, int]] = {}
    """Compressed bytes where a module needs more, by module. The largest counts."""
    tips: ClassVar[tuple[Tip, ...]] = ()
    """Guide for a first game, in the order of its tips. It covers the game without modules.

    A guide explains public facts. It says nothing about the viewer's own card, so every text is for both sides.
    """
    passes: ClassVar[Mapping[str, str]] = {}
    """Questions to which most seats can only say no, by name, with the text that these get instead (message id).

    They get a single button to continue. Because a seat's part of the page is padded, nobody else can tell.
    """
    screen_styles: ClassVar[tuple[str, ...]] = ()
    """Style sheets (static files) for the shared screen."""

    # The board

    def board(self, view: View[Any], teller: Teller, asked: SeatSet, first_new_event: int) -> BoardModel:
        """Return the board of a spectator's view.

        `asked` are the seats to which the open question was put. Events from number `first_new_event` on are new.
        """
        told = [text for event in view.events if (text := teller.event(event))]
        return BoardModel(Stage(told[-1] if told else "", teller.waiting(view.waiting)))

    def badges(self, view: View[Any], seat: Seat, teller: Teller) -> tuple[Badge, ...]:
        """Return the badges of a seat: the tokens and cards that lie face up before it."""
        badges = (self.badge(view, seat, word, teller) for word in face_up_items(view.ruleset, view.board, seat))
        return tuple(badge for badge in badges if badge is not None)

    def badge(self, view: View[Any], seat: Seat, word: str, teller: Teller) -> Badge | None:
        """Return the badge of a face-up item, or None if the seat's own line covers it.

        That line names the seat's role, so a role gets a badge only if it has an explanation.
        """
        about = teller.text(about_word(view.ruleset, word))
        if not about and self.role(view, seat) == word:
            return None
        return Badge(teller.word(word), icon_of(view.ruleset, word) or "badge", about, word)

    # Scenes

    def scene(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        """Return the scene of consecutive events of one kind (`Event.scene`), as everybody sees them.

        `view` is a spectator's, and may contain later events.
        """
        kind = next(type(event).scene for event in events if type(event).scene)
        # The unmasking of all cards is visible and needs no sentence.
        told = [text for event in events if not type(event).reveals_all_roles and (text := teller.event(event))]
        return ScenePart(kind, told[0] if told else "", tuple(told[1:]), self.turned_cards(events, teller))

    def opening(self, view: View[Any], events: Sequence[Event], teller: Teller) -> ScenePart:
        """Return the scene of public choices before the deal, with all events until then."""
        return ScenePart("opening", "", tuple(text for event in events if (text := teller.event(event))))

    def turned_cards(self, events: Sequence[Event], teller: Teller) -> tuple[FaceUpCard, ...]:
        """Return the cards that are turned over one after another in a scene."""
        words = (word for event in events if (field := type(event).turned) for word in getattr(event, field))
        return tuple(FaceUpCard(self.card_art.get(word, ""), teller.word(word)) for word in words)

    # Sizes

    def room_for_own_texts(self, ruleset: Ruleset) -> int:
        """Return the compressed bytes for all texts of a seat's own part, under the given rules."""
        needed = [room for module, room in self.own_texts_with.items() if ruleset.has(module)]
        return max([self.own_texts, *needed])

    # Sides and roles

    def role(self, view: View[Any], seat: Seat) -> str:
        """Return the role of a seat as far as the view's owner knows it, or an empty string."""
        roles = getattr(view.board, "roles", None)
        return (roles[seat] or "") if roles else ""

    def outline(self, side: str) -> Side:
        """Return the outline of a side."""
        return self.outlines.get(side, "jagged")

    def drawing_of(self, role: str, side: str, seat: Seat, avatar: str) -> Portrait:
        """Return the drawing on the card of a seat with the given avatar.

        All cards of a game come from one file, so the files that a browser loads reveal no role.
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
        """Return the game's own drawing for a side's cards, or an empty string to use the common uniforms."""
        return ""

    # The end

    def closing_missions(self, view: View[Any], teller: Teller) -> tuple[EndMission, ...]:
        """Return the missions with their teams, and with the cards if the view contains them."""
        return ()

    def decisive_vote(self, view: View[Any], teller: Teller) -> str:
        """Return a sentence about the decisive vote."""
        return ""

    def who_deceived_whom(self, view: View[Any], teller: Teller) -> str:
        """Return a sentence with names about the decisive deception."""
        return ""

    def deceptions(self, view: View[Any], teller: Teller) -> tuple[Deception, ...]:
        """Return the deceptions as short sentences, each with the seats whose avatars accompany it."""
        return ()

    def closing_scene(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        """Return the course of the finale in order: the last guess, naming or reveal."""
        return ()

    def closing_facts(self, view: View[Any], teller: Teller) -> tuple[str, ...]:
        """Return short facts about the course of the game."""
        return ()

    def about_seat(self, view: View[Any], seat: Seat, teller: Teller) -> str:
        """Return a remark on a seat at the end, next to its role."""
        return ""

    # Forms

    def card_front(self, card: str, teller: Teller) -> CardFront:
        """Return the front of a card that can be chosen."""
        return CardFront(teller.word(card), self.card_art.get(card, ""), about=teller.about(card))
