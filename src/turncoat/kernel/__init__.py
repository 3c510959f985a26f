"""What every game shares, and knows no game: seats, deals, steps, events, views, refusals, records."""
