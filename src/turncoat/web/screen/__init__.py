"""The shared screen of a room, and the narrator."""
