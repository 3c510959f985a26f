"""Marking of texts for translation: the kernel and the games hold English message ids, the clients translate them.

Templates name how each value is to be said: `{leader:seat}` a person's name, `{team:seats}` a list of names,
`{card:word}` the label of a word, `{role:role}` the label of a role, `{side:victory}` that a side has won, `{count}` a
number.
"""

import re
from collections.abc import Mapping, Sequence


class Message(str):
    """A text with what a translator needs to know about it; as a string it is the English text."""

    one: str
    """The text for the number one, or the only one; it is the message id."""
    many: str
    """The text for other numbers; empty when it has no number in it."""
    number: int
    """The number that it is used with."""
    context: str
    """What distinguishes it from another message with the same text; usually empty."""
    parts: Mapping[str, str]
    """Messages that are put into it, by name, each translated on its own."""

    @classmethod
    def of(
        cls, one: str, many: str = "", count: int = 1, context: str = "", parts: Mapping[str, str] | None = None
    ) -> "Message":
        """The message for this number, with these parts put in."""
        english = many if many and count != 1 else one
        return cls(english.format_map(parts) if parts else english)._holding(one, many, count, context, parts or {})

    @classmethod
    def named(cls, name: str, title: str) -> "Message":
        """A title to translators and a name to programmers: for errors that both read."""
        return cls(name)._holding(title, "", 1, "", {})

    def _holding(self, one: str, many: str, count: int, context: str, parts: Mapping[str, str]) -> "Message":
        self.one, self.many, self.number, self.context, self.parts = str(one), many, count, context, parts
        return self

    def for_(self, count: int) -> "Message":
        """The message for another number."""
        return Message.of(self.one, self.many, count, self.context, self.parts)


def N_(one: str, many: str = "") -> str:
    """Mark a text for the translators and return it unchanged; one with a number in it has a text for many too.

    The first plain number among its values decides which of the two is used: `{count}` here, not `{seat:seat}`.

    >>> N_("{seat:seat} draws {count} card.", "{seat:seat} draws {count} cards.")
    '{seat:seat} draws {count} card.'
    """
    return Message.of(one, many) if many else one


def P_(context: str, text: str) -> str:
    """Mark a text that other languages say in several ways; the context tells which one is meant.

    >>> P_("one person", "Resistance")
    'Resistance'
    """
    return Message.of(text, context=context)


def composed(text: str, /, **parts: str) -> str:
    """A message with others in it.

    >>> composed("{title}: {text}", title="Hulk", text="Deal 4 damage to the villain.")
    'Hulk: Deal 4 damage to the villain.'
    """
    return Message.of(text, parts=parts)


def listed(items: Sequence[str]) -> str:
    """Messages as a list.

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
    """The name of a class as a word of the wire.

    >>> kebab_case("DealBegun")
    'deal-begun'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


def number_text(number: int) -> str:
    """A number from outside, for an error message; Python refuses to print one of 5,000 digits."""
    return str(number) if number.bit_length() < 64 else "…"
