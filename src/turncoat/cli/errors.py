"""What the caller of a command got wrong, as one line that says what would be right."""

from collections.abc import Container, Iterator
from contextlib import contextmanager

from turncoat.bots import UnknownBotError
from turncoat.kernel.chapters import RulesetError
from turncoat.kernel.records import said_by
from turncoat.kernel.words import N_


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


@contextmanager
def needs_numpy() -> Iterator[None]:
    """Say what to install where NumPy, or what comes with it, is missing."""
    with _needs(
        ("numpy", "threadpoolctl", "numba", "matplotlib"),
        N_("this command needs NumPy; install it with: pip install 'turncoat[lab]'"),
    ):
        yield


@contextmanager
def needs_ray() -> Iterator[None]:
    """Say what to install where Ray is missing."""
    with _needs(("ray",), N_("--ray needs Ray; install it with: pip install 'turncoat[ray]'")):
        yield


@contextmanager
def _needs(packages: Container[str], message: str) -> Iterator[None]:
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in packages:
            raise
        raise CommandError(message) from None
