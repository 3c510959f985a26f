"""Short questions to the table, such as "votes EWA", "mission 3", "team" or "who is left", for blind players.

A page answers them itself (`js/queries.js`) from its current content. The terminal answers them here, from the public
board. Both use the same words in questions and answers.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

from turncoat.kernel.words import N_
from turncoat.telling import Translate
from turncoat.web.board.model import BoardSeat, ProposalRow, PublicPart
from turncoat.web.board.role_card import RoleCard

WORDS: Final[Mapping[str, str]] = {
    "votes": N_("votes|vote|voted"),
    "mission": N_("mission|missions|quest|quests"),
    "team": N_("team|teams"),
    "left": N_("left|remains|waiting"),
    "score": N_("score|standing"),
    "time": N_("time|clock"),
    "last": N_("last|happened"),
    "question": N_("question|turn"),
    "card": N_("card|role"),
}
"""Words of the questions, in the order in which they are matched. The first is on a button, and all are understood."""
SENTENCES: Final[Mapping[str, str]] = {
    "approved": N_("Approved: {names}."),
    "rejected": N_("Rejected: {names}."),
    "left": N_("Still to choose: {names}."),
    "nobody-left": N_("Nobody has to choose right now."),
    "out": N_("Out of the game: {names}."),
    "which": N_("Who do you mean: {names}?"),
    "no-mission": N_("There is no mission {number}; the last is {most}."),
    "no-clock": N_("No clock is running."),
    "unknown": N_("Not understood. Ask for: votes, mission, team, left, score, time, last, question, card, or a name."),
}
"""Sentences of the answers, by the names that the page's script uses."""
TEAM: Final = N_("On the team: {names}.")
NO_TEAM: Final = N_("Nobody is on the draft team.")
NOTHING: Final = N_("Nothing has happened yet.")
NO_VOTES: Final = N_("No team has been voted on yet.")
WITHOUT_VOTES: Final = N_("There are no votes on teams in this game.")
NO_CARD: Final = N_("You have no card at this table.")
_BALLOTS: Final = {"approve": N_("approved"), "reject": N_("rejected"), "": N_("no ballot yet")}
_PLAIN: Final = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae"})
"""Letters without a decomposition into a base letter and an accent."""


def tokens(text: str) -> list[str]:
    """Split a text into lowercase words without accents.

    >>> tokens("Głosy: Ewy?")
    ['glosy', 'ewy']
    """
    plain = unicodedata.normalize("NFD", text.lower().translate(_PLAIN))
    return re.findall(r"[^\W_]+", "".join(sign for sign in plain if unicodedata.category(sign)[0] != "M"))


class TableQuestions:
    """Answers questions from a public board, in one language. Answers never contain anything that is not public."""

    def __init__(
        self, public: PublicPart, say: Translate, about_seat: Callable[[BoardSeat], str], *, is_asked: bool
    ) -> None:
        """Create a set of answers.

        `about_seat` describes a seat in full, in a sentence. `is_asked` is true if the table waits for the asker.
        """
        self._public, self._translate, self._about_seat, self._is_asked = public, say, about_seat, is_asked
        self._answers: Mapping[str, Callable[[Sequence[str]], str]] = {
            "votes": self._votes,
            "mission": self._mission,
            "team": lambda said: self._team(),
            "left": lambda said: self._left(),
            "score": lambda said: self._score(),
            "time": lambda said: self._says("no-clock"),
            "last": lambda said: self._last(),
        }

    def answer(self, text: str, own: Mapping[str, str]) -> str:
        """Return the answer, or an empty string if the question was not understood.

        `own` has the answers about the asker's own seat, by the names of the questions.
        """
        said = tokens(text)
        for name, words in WORDS.items():
            known = tokens(self._translate(words))
            rest = [word for word in said if word not in known]
            if len(rest) < len(said):
                return own[name] if name in own else self._answers[name](rest)
        match self._meant(said):
            case [seat]:
                return self._about_seat(seat)
            case []:
                return ""
            case seats:
                return self._named("which", [seat.name for seat in seats])

    def _says(self, sentence: str) -> str:
        return self._translate(SENTENCES[sentence])

    def _named(self, sentence: str, names: Sequence[str]) -> str:
        return self._says(sentence).replace("{names}", ", ".join(names)) if names else ""

    def _meant(self, said: Sequence[str]) -> list[BoardSeat]:
        """Return the seats that match the words best, also if a name is shortened or inflected."""
        scores = [(self._likeness(seat, said), seat) for seat in self._public.seats if seat.kind != "empty"]
        most = max((score for score, _ in scores), default=0)
        return [seat for score, seat in scores if score == most and most]

    def _likeness(self, seat: BoardSeat, said: Sequence[str]) -> int:
        best = 0
        for part in tokens(seat.name):
            for word in said:
                length = next(
                    (at for at, (one, other) in enumerate(zip(part, word, strict=False)) if one != other),
                    min(len(part), len(word)),
                )
                if length == len(word) or (length >= max(2, len(part) - 1) and len(word) - length <= 3):
                    best = max(best, length + 100 * (part == word))
        return best

    def _proposal(self, row: ProposalRow) -> str:
        """Describe a proposal with its team and all ballots."""
        names = [seat.name for seat in self._public.seats]
        team = ", ".join(names[seat] for seat in sorted(row.team))
        those = {
            kind: [name for name, ballot in zip(names, row.ballots, strict=True) if ballot == kind] for kind in _BALLOTS
        }
        lines = (
            _sentence(row.about),
            self._translate(TEAM).replace("{names}", team) if team else "",
            self._named("approved", those["approve"]),
            self._named("rejected", those["reject"]),
        )
        return " ".join(filter(None, lines))

    def _votes(self, said: Sequence[str]) -> str:
        rows = self._public.rows
        if not rows:
            return self._translate(NO_VOTES if self._public.mission_slots else WITHOUT_VOTES)
        match self._meant(said):
            case []:
                return self._proposal(rows[-1])
            case [seat]:
                cast = (self._translate(_BALLOTS[row.ballots[seat.number]]) for row in rows)
                told = [f"{ballot} – {_sentence(row.about)}" for ballot, row in zip(cast, rows, strict=True)]
                return "\n".join((f"{seat.name}:", *told))
            case seats:
                return self._named("which", [seat.name for seat in seats])

    def _mission(self, said: Sequence[str]) -> str:
        slots = self._public.mission_slots
        now = next((slot.number for slot in slots if slot.state == "now"), len(slots))
        wanted = next((int(word) for word in said if word.isdecimal()), now)
        slot = next((slot for slot in slots if slot.number == wanted), None)
        if slot is None:
            return self._says("no-mission").replace("{number}", str(wanted)).replace("{most}", str(len(slots)))
        proposals = (self._proposal(row) for row in self._public.rows if row.mission == wanted)
        return "\n".join((_sentence(slot.label), *proposals))

    def _team(self) -> str:
        names = ", ".join(seat.name for seat in self._public.seats if seat.on_team)
        return self._translate(TEAM).replace("{names}", names) if names else self._translate(NO_TEAM)

    def _left(self) -> str:
        """Name the seats for which the table waits, and those out of the game."""
        seats = self._public.seats
        waits = [seat.name for seat in seats if seat.asked and not (seat.chosen and not seat.ballot)]
        out = self._named("out", [seat.name for seat in seats if seat.out])
        return f"{self._named('left', waits) or self._says('nobody-left')} {out}".strip()

    def _score(self) -> str:
        """Summarize the current action, the missions, the rejected teams, and what the game's panel adds."""
        public, stage = self._public, self._public.stage
        line = stage.line.replace(stage.waiting, stage.waiting_for_me) if self._is_asked else stage.line
        labels = [slot.label for slot in public.mission_slots if slot.state != "next"]
        panel = public.panel.score if public.panel is not None else ()
        rejected = public.rejected_label if public.mission_slots else ""
        return _sentences((stage.headline, line, *panel, *labels, rejected))

    def _last(self) -> str:
        told = [line.text for line in self._public.log if not line.heading]
        return _sentence(told[-1]) if told else self._translate(NOTHING)


def card_said(card: RoleCard) -> str:
    """Return a seat's own card in sentences."""
    return _sentences((card.role, card.side_word, card.goal, card.may_choose, card.ability, *card.knows, *card.looks))


def _sentence(text: str) -> str:
    """Return a text with normalized spaces and a final punctuation mark."""
    text = " ".join(text.split())
    return text if not text or text[-1] in ".!?…:" else f"{text}."


def _sentences(texts: Iterable[str]) -> str:
    return " ".join(filter(None, map(_sentence, texts)))
