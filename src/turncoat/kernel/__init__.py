"""Engine shared by every game: seats, deals, steps, events, views, refusals, records. It knows no game by name."""
