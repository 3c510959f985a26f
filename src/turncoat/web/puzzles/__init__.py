"""Pages of Find the spy: the question, and the answer with its explanation."""
