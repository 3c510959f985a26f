"""Errors that keep a kit from being made."""


class KitError(ValueError):
    """Base class of errors in making a kit. The message says what would be right."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message
        """Message id."""


class LiblouisMissing(KitError):
    """Raised for texts that are not shipped in Braille if liblouis is not installed."""


class LiblouisFailed(KitError):
    """Raised if liblouis is installed but does not work, for example because its tables are missing."""


class NoBraille(KitError):
    """Raised for a character that has no Braille in the code."""


class PageTooSmall(KitError):
    """Raised for a page that is smaller than a card."""


class CardTooSmall(KitError):
    """Raised for a text that does not fit on its card."""


class FolderError(KitError):
    """Raised if a kit cannot be written to its folder."""


class SameKey(KitError):
    """Raised for two cards of a deck with the same key in Braille."""
