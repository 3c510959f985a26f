"""Marking of text for translation. The kernel and the games hold English message ids, and the clients translate them.

Placeholders declare how a value is rendered: `{leader:seat}` as a player's name, `{team:seats}` as a list of names,
`{card:word}` as the label of a word, `{role:role}` as the label of a role, `{side:victory}` as the announcement of a
side's victory, `{count}` as a number.
"""

import re
from collections.abc import Mapping, Sequence


class Message(str):
    """A message with its translation data. As a string, it is the English text."""

    one: str
    """The singular, or the only form. It is the message id."""
    many: str
    """The plural. Empty if the text has no number in it."""
    number: int
    """The number that selects the form."""
    context: str
    """Context that distinguishes messages with the same text. Usually empty."""
    parts: Mapping[str, str]
    """Messages embedded in this one, by name, each translated on its own."""

    @classmethod
    def of(
        cls, one: str, many: str = "", count: int = 1, context: str = "", parts: Mapping[str, str] | None = None
    ) -> "Message":
        """Return the message for this number, with these parts embedded."""
        english = many if many and count != 1 else one
        return cls(english.format_map(parts) if parts else english)._holding(one, many, count, context, parts or {})

    @classmethod
    def named(cls, name: str, title: str) -> "Message":
        """Return a message that translators see as a title and programmers as a name, for errors that both read."""
        return cls(name)._holding(title, "", 1, "", {})

    def _holding(self, one: str, many: str, count: int, context: str, parts: Mapping[str, str]) -> "Message":
        self.one, self.many, self.number, self.context, self.parts = str(one), many, count, context, parts
        return self

    def for_(self, count: int) -> "Message":
        """Return the message for another number."""
        return Message.of(self.one, self.many, count, self.context, self.parts)


def N_(one: str, many: str = "") -> str:
    """Mark a text for translation and return it unchanged. A text with a number in it also needs a plural.

    The first plain number among its values selects the form: `{count}` here, not `{seat:seat}`.

    >>> N_("{seat:seat} draws {count} card.", "{seat:seat} draws {count} cards.")
    '{seat:seat} draws {count} card.'
    """
    return Message.of(one, many) if many else one


def P_(context: str, text: str) -> str:
    """Mark a text whose translation depends on its meaning, which the context tells apart.

    >>> P_("one person", "Resistance")
    'Resistance'
    """
    return Message.of(text, context=context)


def composed(text: str, /, **parts: str) -> str:
    """Return a message with other messages embedded.

    >>> composed("{title}: {text}", title="Hulk", text="Deal 4 damage to the villain.")
    'Hulk: Deal 4 damage to the villain.'
    """
    return Message.of(text, parts=parts)


def listed(items: Sequence[str]) -> str:
    """Join messages into a list.

    >>> listed(["a", "b", "c"])
    'a, b and c'
    """
    if len(items) < 2:
        return items[0] if items else ""
    *others, last = items
    names = others[0]
    for name in others[1:]:
        names = composed("{names}, {name}", names=names, name=name)
    return composed(N_("{names} and {last}"), names=names, last=last)


def kebab_case(name: str) -> str:
    """Convert a class name to a word of the wire format.

    >>> kebab_case("DealBegun")
    'deal-begun'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def number_text(number: int) -> str:
    """Format an untrusted number for an error message. Python refuses to print one of 5,000 digits."""
    return str(number) if number.bit_length() < 64 else "…"
