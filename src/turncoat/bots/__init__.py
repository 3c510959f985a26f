"""Players that hold a view and nothing else."""
