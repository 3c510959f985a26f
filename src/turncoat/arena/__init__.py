"""Which bot plays better: contests at mixed tables, with a referee and ratings."""
