"""Many games in lock-step for training: the batch core as a vector environment of Gymnasium."""
