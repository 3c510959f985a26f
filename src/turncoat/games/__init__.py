"""The rulebooks: one package a game, one module a chapter."""
