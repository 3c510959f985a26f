"""Scripts for developers of Turncoat."""
