"""The bots of Winter Soldier: their versions, what votes and missions tell, and how loyal players would vote."""
