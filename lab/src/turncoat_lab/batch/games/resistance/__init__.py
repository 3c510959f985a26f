"""The Resistance, compiled."""
