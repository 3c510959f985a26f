"""Why a kit cannot be made."""


class KitError(ValueError):
    """A kit that cannot be made like this; the message says what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        """Message id."""


class LiblouisMissing(KitError):
    """Texts that are not shipped in Braille, where nothing is installed that translates them."""


class LiblouisFailed(KitError):
    """liblouis is installed, and does not work: its tables may be missing."""


class NoBraille(KitError):
    """A character for which the code has no Braille."""


class PageTooSmall(KitError):
    """A page on which not even a card fits."""


class CardTooSmall(KitError):
    """A text that does not fit on its card."""


class FolderError(KitError):
    """A kit cannot be written there."""


class SameKey(KitError):
    """Two cards of a deck whose keys are the same in Braille."""
