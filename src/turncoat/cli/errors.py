"""One-line errors for mistakes of the caller, which say what would be right."""

from collections.abc import Iterator
from contextlib import contextmanager

from turncoat.bots import UnknownBotError
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.records import error_message


class CommandError(Exception):
    """Raised when a command cannot do what it was asked to do. The message says what would be right."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(" ".join(message.split()))
        self.message = message
        """The message in translatable form."""
        self.status = status


@contextmanager
def command_errors() -> Iterator[None]:
    """Convert errors caused by the command line to CommandError. Anything else is a bug."""
    try:
        yield
    except (RulesetError, UnknownBotError) as error:
        raise CommandError(error_message(error)) from None
