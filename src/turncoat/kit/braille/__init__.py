"""Kits in Braille: files for an embosser, in North American ASCII Braille (BRF)."""
