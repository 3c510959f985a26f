"""The laboratory of Turncoat: what bots and rulesets are measured with."""

__version__ = "0.1.0"
