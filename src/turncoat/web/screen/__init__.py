"""The shared screen in the middle of a room, and the narrator."""
