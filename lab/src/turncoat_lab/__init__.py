"""The laboratory of Turncoat: measurements of bots and rulesets."""

__version__ = "0.1.0"
