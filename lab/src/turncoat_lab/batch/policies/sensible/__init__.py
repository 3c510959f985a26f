"""The policy `sensible`: what the games' own bots do (`turncoat.bots.games`), from equal draws the same choices."""
