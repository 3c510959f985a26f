"""Chat messages as pages render them: in the reader's language, with reactions, without muted voices."""

from collections.abc import Container, Iterable, Mapping
from typing import Final

from turncoat.bots.wordings import phrase_text, reason_text
from turncoat.kernel.words import N_
from turncoat.table.state.chat import ChatMessage
from turncoat.table.values.phrases import text_of
from turncoat.table.values.reactions import REACTIONS, thrown_by
from turncoat.telling import Translate, filled, names_of
from turncoat.web.board.model import ChatLine, ReactionCount

REACTED: Final = N_("{reaction}: {names}")


def chat_lines(
    lines: Iterable[ChatMessage],
    translate: Translate,
    muted_voices: Container[int] = (),
    voices: Mapping[int, str] | None = None,
) -> tuple[ChatLine, ...]:
    """Return the messages of a chat. With `voices` (names by number), they include reactions."""
    return tuple(
        ChatLine(
            line.number,
            line.name,
            words_of(line, translate),
            reactions_to(line, voices, translate, muted_voices) if voices is not None else (),
            may_react=voices is not None,
            thrown=thrown_by(line.phrase),
            thrown_at=line.about_seat if thrown_by(line.phrase) else None,
        )
        for line in lines
        if line.voice not in muted_voices
    )


def words_of(line: ChatMessage, translate: Translate) -> str:
    """Return the text of a message. A quick phrase is translated into the reader's language."""
    if not line.phrase:
        return line.text
    text = phrase_text(line.phrase, line.wording) or text_of(line.phrase) or line.phrase
    said = translate(text).format(seat=line.about, leader=line.leader, mission=line.mission)
    reason = reason_text(line.reason, line.reason_wording)
    if not reason:
        return said
    others = names_of(translate, line.others) if line.others else ""
    return f"{said} {filled(translate, reason, mission=line.mission, count=line.reason_count, others=others)}"


def reactions_to(
    line: ChatMessage, voices: Mapping[int, str], translate: Translate, muted_voices: Container[int] = ()
) -> tuple[ReactionCount, ...]:
    """Return the reactions to a message in their standard order, without those of muted voices."""
    found = []
    for key, says in REACTIONS.items():
        whose = [voices.get(voice, "") for voice, given in line.reactions if given == key and voice not in muted_voices]
        if whose:
            label = translate(REACTED).format(reaction=translate(says), names=names_of(translate, whose))
            found.append(ReactionCount(key, len(whose), label))
    return tuple(found)
