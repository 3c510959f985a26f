"""What the caller of a command got wrong, as one line that says what would be right."""

from collections.abc import Iterator
from contextlib import contextmanager

from turncoat.bots import UnknownBotError
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.records import said_by


class CommandError(Exception):
    """A command cannot do what it was asked to do; the message says what would be right."""

    def __init__(self, message: str, status: int = 2) -> None:
        super().__init__(" ".join(message.split()))
        self.message = message
        """The same as a message that can be translated."""
        self.status = status


@contextmanager
def command_errors() -> Iterator[None]:
    """Turn the errors that a command line can cause into a CommandError; anything else is a fault of ours."""
    try:
        yield
    except (RulesetError, UnknownBotError) as error:
        raise CommandError(said_by(error)) from None
