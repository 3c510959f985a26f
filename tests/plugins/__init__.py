"""The project's own pytest plugins."""

PLUGINS = [
    "pytester",
    "tests.plugins.bots",
    "tests.plugins.caddy",
    "tests.plugins.chance",
    "tests.plugins.chromium",
    "tests.plugins.clauses",
    "tests.plugins.collection",
    "tests.plugins.postgres",
    "tests.plugins.sweep",
]
"""Plugins that the tests of Turncoat share with those of its lab."""
