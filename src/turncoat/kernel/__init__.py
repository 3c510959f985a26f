"""What every game shares: seats, deals, steps, events, views, refusals, records. It knows no game."""
