"""Simulation and measurement."""
