"""Scripts for those who work on Turncoat."""
