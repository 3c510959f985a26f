"""Winter Soldier, compiled."""
