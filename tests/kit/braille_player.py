"""A player with nothing but Braille: the cards held, the booklet of all cards, and the boards.

The player's only other sources are the question, which is read aloud, and what everybody hears and feels on the table.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

import msgspec

from tests.support.braille_reader import Front, key_of, pages_of
from turncoat.kit.braille.liblouis import Code
from turncoat.kit.braille.translations import shipped
from turncoat.kit.contents import KEY

Seat = int


class Entry(msgspec.Struct, frozen=True):
    """Entry about a card in the booklet."""

    title: str
    text: str = ""


class Table(msgspec.Struct, frozen=True):
    """State of the table that everybody can hear and feel."""

    players: int
    team: Sequence[Seat] = ()
    rejected: int = 0
    """Position of the marker on the vote track."""
    before: Mapping[Seat, Sequence[Front]] = {}
    """Plot cards in front of each player."""
    watched: Sequence[Seat] = ()
    """Seats whose mission card somebody has looked at."""
    known: Sequence[Seat] = ()
    """Seats whose side everybody knows."""
    heroes: Sequence[Seat] = ()
    """Seats on the mission, in a game in which some are knocked out."""


class Reader:
    """Reads a kit's files in a code."""

    def __init__(self, booklet: bytes, boards: bytes, code: Code) -> None:
        self._decks = {title: _entries(words, code) for title, words in _sections(booklet, code)}
        self._boards = [text for _, words in _sections(boards, code) for _, text in _decoded(words, code)]

    def entry(self, deck: str, front: Front) -> Entry:
        """Return the booklet's entry for a card of a deck, found by its key."""
        return self._decks[deck][key_of(front)]

    def team_size(self, mission: int) -> int:
        """Return the team size on the board under a mission."""
        label = next(place for place, text in enumerate(self._boards) if re.match(rf"Mission {mission}\b", text))
        found = re.match(r"Team of (\d+)", self._boards[label + 1])
        assert found
        return int(found[1])


class Player:
    """Chooses by the texts on the cards."""

    def __init__(self, seat: Seat, reader: Reader, role: Entry) -> None:
        self.seat = seat
        self._reader = reader
        self._role = role.text

    def ballot(self, cards: Sequence[Front], table: Table) -> Front:
        """Approve the team, unless it is the first one for a mission and without this player."""
        approves = table.rejected or self.seat in table.team or "may not reject" in self._role
        return self._titled("Approve" if approves else "Reject", "Ballots", cards)

    def mission_card(self, cards: Sequence[Front]) -> Front:
        """Play for the goal of the role: the success or the failure of missions."""
        success = self._titled("Success", "Mission cards", cards)
        if "Make three missions succeed" in self._role:
            return success
        assert re.search("Make three missions fail|you play Failure", self._role)
        return next(card for card in cards if card != success)

    def team(self, mission: int, table: Table) -> list[Seat]:
        """Name this player and the next ones, as many as the board says."""
        return [(self.seat + step) % table.players for step in range(self._reader.team_size(mission))]

    def attack_cards(self, cards: Sequence[Front], low: int, high: int) -> list[Front]:
        """Lay all helpful cards if the goal is to defeat villains, or the worst ones to bring the city down."""
        numbers = {card: self._worth(card) for card in cards}
        in_order = sorted(cards, key=lambda card: numbers[card])
        if "Defeat the villains" in self._role:
            helpful = sum(number > 0 for number in map(numbers.__getitem__, cards))
            return in_order[-max(low, min(high, helpful)) :]
        assert "Destroy the city" in self._role
        return in_order[:low]

    def _worth(self, card: Front) -> int:
        return int(self._reader.entry("Attack cards", card).title.replace("−", "-"))

    def given_up(self, cards: Sequence[Front], count: int) -> list[Front]:
        """Give up the worst cards if the goal is to defeat villains, or the best ones to bring the city down."""
        in_order = sorted(cards, key=self._worth)
        return in_order[:count] if "Defeat the villains" in self._role else in_order[-count:]

    def by_plot_card(self, question: str, cards: Sequence[Front], table: Table) -> Seat | bool | None:
        """Do as the plot card in question says: name a seat, or agree."""
        entries = [self._reader.entry("Plot cards", card) for card in cards]
        text = next(entry.text for entry in entries if question.startswith(entry.title[:15]) or entry.title in question)
        others = [(self.seat + step) % table.players for step in range(1, table.players)]
        if "become the leader" in text or "reject a team that the vote has just approved" in text:
            return True
        if re.search("card of a neighbour|show your (character|loyalty) card to another player", text):
            return others[0]
        if "take a plot card from another player" in text:
            return next(seat for seat in others if table.before.get(seat))
        if "another team member's mission card" in text:
            return next((seat for seat in others if seat in table.team and seat not in table.watched), None)
        assert "name a team member; everybody will see their card" in text
        return table.team[0]

    def accused(self, table: Table) -> Seat:
        """Name somebody whose side is unknown.

        The Winter Soldier has to name Nick Fury, Captain America the Winter Soldier.
        """
        assert re.search("you name Nick Fury|accuse a player of being the Winter Soldier", self._role)
        return next(seat for seat in range(table.players) if seat != self.seat and seat not in table.known)

    def suspect(self, table: Table) -> Seat:
        """Name another hero on the mission."""
        return next(seat for seat in table.heroes if seat != self.seat)

    def _titled(self, title: str, deck: str, cards: Sequence[Front]) -> Front:
        return next(card for card in cards if self._reader.entry(deck, card).title == title)


def _sections(brf: bytes, code: Code) -> Iterator[tuple[str, list[str]]]:
    """Yield the headings of a booklet with the words below each. Only headings are far from the margin."""
    title, words = "", list[str]()
    for line in (line for page in pages_of(brf) for line in page[:-1]):
        if line.startswith(" " * 5):
            yield title, words
            (_, title), words = _decoded(line.split(), code)[0], []
        else:
            words += line.split()
    yield title, words


def _entries(words: list[str], code: Code) -> dict[str, Entry]:
    """Return the entries by key: a name, an optional mark in brackets, the number of copies, and an optional text."""
    entries: dict[str, Entry] = {}
    key = ""
    for is_key, text in _decoded(words, code):
        if is_key:
            key = text
        elif key and key not in entries:
            entries[key] = Entry(text)
        elif key and not re.match(r"\(|\d+ cop", text):
            entries[key] = Entry(entries[key].title, f"{entries[key].text} {text}".strip())
    return entries


def _decoded(words: list[str], code: Code) -> list[tuple[bool, str]]:
    """Return keys and texts in order. Each text is the longest known one."""
    known, found, start = _texts(code), list[tuple[bool, str]](), 0
    while start < len(words):
        ends = range(len(words), start, -1)
        end = next((end for end in ends if " ".join(words[start:end]) in known), 0)
        if end:
            found.append((False, known[" ".join(words[start:end])]))
        else:
            end = start + 1
            assert len(words[start]) == KEY, f"no text begins with {words[start : start + 5]}"
            found.append((True, words[start]))
        start = end
    return found


@cache
def _texts(code: Code) -> dict[str, str]:
    """Return the shipped texts by their cells."""
    return {" ".join(cells.split()): text for text, cells in shipped(code).texts.items()}
