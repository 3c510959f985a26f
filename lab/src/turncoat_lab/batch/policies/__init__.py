"""Compiled policies, which decide from what a seat may know."""
