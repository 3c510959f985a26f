"""Faces for learning environments."""
