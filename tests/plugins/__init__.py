"""Pytest plugins of the project."""
