"""How like people bots play a game with missions: what is counted, and what tells them apart."""
