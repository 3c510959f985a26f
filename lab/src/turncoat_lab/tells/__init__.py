"""Tells of bots: public acts that say more about a side than the rules do."""
